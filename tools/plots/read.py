"""Checkpoints and results as figures need them. cordee.files reads them: the only module that knows their layout."""
import numpy as np

from cordee import Error, files
from cordee.files import COST_NONE, Sweep, costs  # noqa: F401
from cordee.text import shown

WORK = {"ils": "looks", "climb": "moves", "aco": "ants", "anneal": "steps", "anneal-tours": "steps", "tabu": "moves", "flock": "tours", "pso": "updates",
        "3opt": "moves", "sisr": "proposals"}  # what each solver counts as work; the others are list heuristics
CODES = {4: 66}  # of cordee_status: the exit code that is not 65


class PlotError(Exception):
    """A message for the user and the exit code of cordee's that fits: 64 usage, 65 malformed, 66 absent."""

    def __init__(self, message, code=65):
        super().__init__(message)
        self.code = code


def text(value):
    """A text of the file for people: may have several lines."""
    return shown(value, "\n")


class Run(files.Checkpoint):
    """A checkpoint, with the course of its best."""

    def __init__(self, path, file, check):
        super().__init__(path, file, check)
        self.course = course(self)
        self.work = WORK.get(self.solver, "matrix entries")

    def title(self):
        return "%s, %s: %s" % (self.instance_name, self.instance_size, self.solver)


def course(run):
    """(seconds, moves, best costs) of the run's best, from its first solution to its end: by /trace, in older files by the ends of epochs."""
    if run.trace is None:
        table = run.history["elapsed_s"], run.history["moves"], run.history["best"]
    else:
        table = run.trace["elapsed_s"], run.trace["moves"], costs(run.trace["best"], run.decimals)
    end = (run.elapsed_s, run.moves, np.nan if run.cost is None else run.cost)
    return tuple(np.append(np.asarray(column, dtype=float), last) for column, last in zip(table, end))


def open_file(path):
    """A Run or a Sweep. Digests are not compared: that would read all of a checkpoint."""
    try:
        found = files.read(path, check=False, checkpoint=Run)
    except Error as error:
        raise PlotError(str(error), CODES.get(error.status, 65))
    if isinstance(found, files.Records):
        raise PlotError("%s: expected a checkpoint or a sweep's results, found records of %s: there is no figure of these" % (shown(path), shown(found.evaluator)))
    return found
