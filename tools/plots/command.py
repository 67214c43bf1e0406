"""tools/plot: command line, choice of figures, one message a figure that cannot be made."""
import argparse
import os
import sys

from . import compare, convergence, given, heuristics, instance, migration, read, solution, style, sweep, throughput
from cordee.text import shown
from .read import PlotError

EXAMPLES = """examples:
  tools/plot run.h5                                   every figure that can be made, PNG and SVG, beside run.h5
  tools/plot run.h5 --figures convergence,solution --format svg --out figures
  tools/plot sweep.h5 --row 17 --figures solution     the solution of a sweep's row 17 (rows count from 0)
  tools/plot --compare a.h5 b.h5                      gap against time of several runs in one picture: a.compare.png and .svg
  tools/plot heuristics.csv                           gap against time and against evaluations of every method
  tools/plot X-n101-k25.vrp --solution X-n101-k25.sol the routes of a solution's file
"""


class Asked:
    """A run and what the user said about it; the bound is looked for when it is first needed."""

    def __init__(self, run, args):
        self.run, self.args = run, args
        self.path = args.instance or run.instance_path
        self.known = args.best_known or instance.best_known(self.path, run.instance_name, getattr(run, "options", ""))
        self.bound = args.bound
        if self.bound is None and run.problem == "matching" and run.solution is not None and os.path.exists(self.path):
            self.bound = instance.proven_bound(self.path, run.solution)

    def draw_convergence(self):
        return convergence.draw(self.run, self.known, self.bound)

    def draw_solution(self):
        run = self.run
        detail = convergence.summary(run, self.known, self.bound) if run.cost is not None else ""
        return solution.draw(solution.Solution(run.problem, run.instance_name, run.n, self.path, run.solution, run.title(), detail, run.cost,
                                               self.bound))

    def draw_throughput(self):
        return throughput.draw(self.run)

    def draw_migration(self):
        return migration.draw(self.run)

    def figures(self):
        return {"convergence": self.draw_convergence, "solution": self.draw_solution, "throughput": self.draw_throughput,
                "migration": self.draw_migration}


def number(word):
    try:
        return float(word)
    except ValueError:
        return float("nan")


def positive(word):
    if not 0 < number(word) < float("inf"):
        raise argparse.ArgumentTypeError("expected a number above 0, found '%s'" % word)
    return number(word)


def positive_or_none(word):
    return None if number(word) == 0 else positive(word)


def parse(argv):
    parser = argparse.ArgumentParser(prog="plot", description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.error = lambda message: (_ for _ in ()).throw(PlotError(message + " (tools/plot --help)", 64))
    parser.add_argument("files", nargs="+", metavar="file", help="a checkpoint, the results of a sweep, the CSV of cordee-ladder heuristics, or an instance beside "
                                     "--solution")
    parser.add_argument("--figures", default="", metavar="NAME,...",
                        help="of a checkpoint: convergence, solution, throughput, migration; of results: convergence, gap_time, gap_sizes, "
                             "accuracy, gaps, solution; of a CSV: gap_time, gap_evaluations; of several runs: compare (all)")
    parser.add_argument("--out", metavar="DIR", help="write there (beside FILE)")
    parser.add_argument("--format", default="png,svg", metavar="NAME,...", help="png, svg, pdf (png,svg)")
    parser.add_argument("--best-known", type=positive_or_none, metavar="COST",
                        help="what gaps are measured from; 0: that of optima.tsv (0)")
    parser.add_argument("--bound", type=positive, metavar="COST", help="proven bound of a matching (that of cordee verify)")
    parser.add_argument("--instance", metavar="FILE", help="the instance, if it has moved")
    parser.add_argument("--solution", metavar="FILE", help="FILE is an instance: draw this solution of it")
    parser.add_argument("--row", type=int, metavar="N", help="of results: the row whose solution is drawn, from 0")
    parser.add_argument("--compare", action="store_true", help="the files are checkpoints of runs of one instance: one picture of all")
    args = parser.parse_args(argv)
    if len(args.files) > 1 and not args.compare:
        raise PlotError("expected one file, found %d; --compare draws several runs in one picture (tools/plot --help)" % len(args.files), 64)
    args.file = args.files[0]
    return args


def words(text, allowed, what):
    chosen = [word for word in text.split(",") if word]
    for word in chosen:
        if word not in allowed:
            raise PlotError("--%s: expected %s, found '%s'" % (what, ", ".join(allowed), word), 64)
    return chosen


def figures(args):
    """The table of figures, each a function."""
    if args.compare:
        runs = [compare.load(path) for path in args.files]
        return {"compare": lambda: compare.draw(runs, args.best_known)}
    if args.solution:
        return given.Given(args.file, args.solution).figures()
    if args.file.endswith(".csv"):
        return heuristics.Heuristics(args.file).figures()
    data = read.open_file(args.file)
    return Asked(data, args).figures() if isinstance(data, read.Run) else sweep.figures(data, args)


def draw_all(args):
    formats = words(args.format, ["png", "svg", "pdf"], "format")
    table = figures(args)
    chosen = words(args.figures, list(table), "figures")
    stem = os.path.splitext(os.path.basename(args.file))[0]
    base = os.path.join(args.out or os.path.dirname(args.file), stem)
    made, failed = 0, 0
    for name in chosen or list(table):
        try:
            figure, why = table[name]()
        except PlotError as error:
            figure, why = None, str(error)
            failed = failed or error.code
        if figure is None:
            print("plot: %s: %s" % (name, shown(why)), file=sys.stderr)
            continue
        for path in style.save(figure, base, name, formats):
            print(shown(path))
        made += 1
    return 0 if made and not (chosen and failed) else failed or 65


def main():
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    try:
        return draw_all(parse(sys.argv[1:]))
    except PlotError as error:
        print("plot: %s" % shown(error), file=sys.stderr)
        return error.code
    except OSError as error:
        print("plot: %s: %s" % (shown(error.filename), error.strerror), file=sys.stderr)
        return 74
