"""Checkpoints and results as Python objects. The only module that knows the files' layout (docs/file-formats.md)."""
import os

os.environ.setdefault("HDF5_USE_FILE_LOCKING", "FALSE")  # a run may be replacing the file right now
import h5py  # noqa: E402
import numpy as np  # noqa: E402

from .foreign import raw, shown  # noqa: E402

COST_NONE = np.iinfo(np.int64).max
WORK = {"ils": "looks", "climb": "moves", "aco": "ants", "anneal": "steps", "anneal-tours": "steps", "tabu": "moves", "flock": "tours", "pso": "updates",
        "3opt": "moves", "sisr": "proposals"}  # what each solver counts as work; the others are list heuristics
OLD = {"searches": "climbers", "trace_searches": "trace_climbers"}  # names in checkpoints of schema 1 and 2, and in results of then

ITEMS = {"cities": "tsp", "tasks": "matching", "dimensions": "function", "customers": "cvrp"}  # what an instance's size counts


class PlotError(Exception):
    """A message for the user and the exit code of cordee's that fits: 64 usage, 65 malformed, 66 absent."""

    def __init__(self, message, code=65):
        super().__init__(message)
        self.code = code


def text(value):
    """A text of the file for people: may have several lines."""
    return shown(value, "\n")


def problem_of(size):
    """The problem of an instance by its size in words: "52 cities, EUC_2D" is tsp. "" for one that figures do not know."""
    return next((ITEMS[word] for word in size.replace(",", " ").split() if word in ITEMS), "")


def by_island(values):
    """(rows, C): the file has one dimension where C is 1."""
    return values if values.ndim == 2 else values[:, None]


def costs(values, decimals):
    """Costs in the instance's unit as floats; NaN where there is none."""
    values = np.asarray(values, dtype=np.int64)
    return np.where(values == COST_NONE, np.nan, values / 10.0**decimals)


class Run:
    """A checkpoint. champion, origin: (rows, C) or None; throughput, legs: dicts of columns or None (schema 1).

    Texts are raw: titles and messages show them.
    """

    def __init__(self, path, file):
        self.path = path
        for name, value in file["run"].attrs.items():
            setattr(self, name, value.item() if isinstance(value, np.generic) else raw(value))
        self.cost = None if self.best == COST_NONE else self.best / 10.0**self.decimals
        self.solution = file["run/best_solution"][:] if "best_solution" in file["run"] else None
        history = file["history"]
        self.history = {name: history[name if name in history else OLD[name]][:]
                        for name in ("epoch", "searches", "moves", "elapsed_s", "island")}
        self.history["best"] = costs(history["best"][:], self.decimals)
        self.champion = by_island(costs(history["champion"][:], self.decimals)) if "champion" in history else None
        self.origin = by_island(history["champion_origin"][:]) if "champion_origin" in history else None
        self.throughput = columns(file, "throughput")
        self.legs = columns(file, "legs")
        self.course = course(self, columns(file, "trace"))
        self.problem = problem_of(self.instance_size)
        self.work = WORK.get(self.solver, "matrix entries")

    def title(self):
        return "%s, %s: %s" % (self.instance_name, self.instance_size, self.solver)


class Sweep:
    """A sweep's results: rows is a structured array with ResultRow's members; solution, all genes."""

    def __init__(self, path, file):
        self.path = path
        self.rows = file["task"][:]
        self.rows.dtype.names = [{old: now for now, old in OLD.items()}.get(name, name) for name in self.rows.dtype.names]
        self.solution = file["solution"] if "solution" in file else None

    def verified(self):
        return self.rows[(self.rows["state"] == 1) & (self.rows["done"] == 1) & (self.rows["best"] != COST_NONE)]


def course(run, trace):
    """(seconds, moves, best costs) of the run's best, from its first solution to its end: by /trace, in older files by the ends of epochs."""
    if trace is None:
        table = run.history["elapsed_s"], run.history["moves"], run.history["best"]
    else:
        table = trace["elapsed_s"], trace["moves"], costs(trace["best"], run.decimals)
    end = (run.elapsed_s, run.moves, np.nan if run.cost is None else run.cost)
    return tuple(np.append(np.asarray(column, dtype=float), last) for column, last in zip(table, end))


def columns(file, group):
    """{name: column} of a group of datasets or of a compound dataset; None if it is absent or empty."""
    if group not in file:
        return None
    node = file[group]
    names = node.dtype.names if isinstance(node, h5py.Dataset) else list(node)
    table = {name: node[name][:] if isinstance(node, h5py.Group) else node[name] for name in names}
    return table if table and len(next(iter(table.values()))) else None


def open_file(path):
    """The open h5py file and what it holds: a Run or a Sweep."""
    if not os.path.exists(path):
        raise PlotError("%s: no such file" % path, 66)
    try:
        file = h5py.File(path, "r")
    except OSError as error:
        raise PlotError("%s: expected an HDF5 file: %s" % (path, error))
    kind = Run if "run" in file else Sweep if "task" in file else None
    if kind is None:
        raise PlotError("%s: expected a checkpoint or a sweep's results, found neither /run nor /task" % path)
    try:
        return file, kind(path, file)
    except KeyError as error:
        raise PlotError("%s: %s" % (path, error.args[0]))
