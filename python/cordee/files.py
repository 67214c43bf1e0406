"""Checkpoints, results of sweeps and records as Python objects: the only reader of their layout (docs/file-formats-hdf5.md), for results() and tools/plot.

Needs h5py. A file that is damaged or foreign raises FormatError, one that cannot be read InputError, both with its name. Digests are compared
where the module xxhash is installed, unless check is False. Neither files nor rows are changed; a file may be read while it is written."""
from __future__ import annotations

import contextlib
import os
import re
from typing import TYPE_CHECKING, Any, BinaryIO, Callable, Dict, Iterator, List, Optional, Tuple, Type, Union

import numpy

from .errors import Error, FormatError, InputError
from .recorded import Records
from .text import raw, shown

if TYPE_CHECKING:
    from ._typing import Array, Columns, Path

COST_NONE = 2**63 - 1
BLOCK = 4096  # bytes of text before HDF5
SEGMENT = 16 << 20  # bytes of a checkpoint under one digest
SCHEMA = {"checkpoint": 3, "results": 1, "records": 1}
LINES = {"checkpoint": 1, "results": 3, "records": 6}  # of the text before HDF5
DECIMALS_MAX, SECONDS_MAX = 9, 1e12
PENDING, VERIFIED, FAILED = range(3)  # states of a row
OLD = {"searches": "climbers", "trace_searches": "trace_climbers"}  # names in checkpoints of schema 1 and 2, and in results of then
ITEMS = {"cities": "tsp", "tasks": "matching", "dimensions": "function", "customers": "cvrp"}  # what an instance's size counts


def modules() -> Tuple[Any, Any]:
    """h5py, and xxhash or None."""
    try:
        import h5py
    except ImportError as error:
        raise ImportError("result files need h5py (pip install h5py, or Debian's python3-h5py): %s" % error) from None
    try:
        import xxhash
        return h5py, xxhash
    except ImportError:
        return h5py, None


def opened(path: str) -> BinaryIO:
    """For its bytes; a pipe is not waited for."""
    return open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK))


def problem_of(size: str, genes: int = 0) -> str:
    """The problem of an instance by its size in words: "52 cities, EUC_2D" is tsp; of customers, it is a fleet where a solution has two genes
    for each. "" for one that is not known."""
    words = size.replace(",", " ").split()
    if "customers" in words and words[0].isdigit() and genes == 2 * int(words[0]):
        return "routes"
    return next((ITEMS[word] for word in words if word in ITEMS), "")


def costs(values: Any, decimals: Any) -> Array:
    """Costs in the instance's unit as floats; NaN where there is none."""
    values = numpy.asarray(values, dtype=numpy.int64)
    return numpy.where(values == COST_NONE, numpy.nan, values / 10.0 ** numpy.asarray(decimals))


def options_of(text: str) -> Dict[str, str]:
    """Lines `name = value` of a plan."""
    return dict(line.split(" = ", 1) for line in text.splitlines() if " = " in line)


def columns(file: Any, group: str) -> Optional[Columns]:
    """{name: column} of a group of datasets or of a compound dataset; None if it is absent or empty."""
    if group not in file:
        return None
    node = file[group]
    names = getattr(node.dtype, "names", None) if hasattr(node, "dtype") else list(node)
    table = {name: node[name][:] if hasattr(node[name], "id") else numpy.asarray(node[name]) for name in names or []}
    if len({len(column) for column in table.values()}) > 1:
        raise ValueError("expected columns of equal length in /%s" % group)
    return table if table and len(next(iter(table.values()))) else None


class Checkpoint:
    """A run's checkpoint. Attributes of /run have their names (best, decimals, solver, options, ...); texts are raw: titles and messages show them.

    cost: float or None; solution: genes or None; history: columns with best in the instance's unit; champion, origin: (rows, islands) or None;
    throughput, legs, trace: columns, or None (files of schema 1)."""
    best: int
    decimals: int
    elapsed_s: float
    instance_name: str
    instance_size: str
    n: int
    options: str
    solver: str

    def __init__(self, path: str, file: Any, check: bool) -> None:
        self.path = path
        for name, value in file["run"].attrs.items():
            setattr(self, name, value.item() if isinstance(value, numpy.generic) else raw(value))
        for name, kind in (("best", int), ("decimals", int), ("n", int), ("elapsed_s", float), ("instance_name", str), ("instance_size", str),
                           ("solver", str), ("options", str)):
            if not isinstance(getattr(self, name, None), kind):
                raise ValueError("expected /run's attribute %s, found %r" % (name, getattr(self, name, None)))
        if not 0 <= self.decimals <= DECIMALS_MAX or not 0 <= self.elapsed_s <= SECONDS_MAX:
            raise ValueError("expected 0 to %d decimals and a running time, found %r and %r" % (DECIMALS_MAX, self.decimals, self.elapsed_s))
        self.searches = getattr(self, "searches", getattr(self, "climbers", 0))
        self.cost = None if self.best == COST_NONE else self.best / 10.0**self.decimals
        self.solution = file["run/best_solution"][:] if "best_solution" in file["run"] else None
        history = file["history"]
        self.history = {name: history[name if name in history else OLD[name]][:] for name in ("epoch", "searches", "moves", "elapsed_s", "island")}
        self.history["best"] = costs(history["best"][:], self.decimals)
        self.champion = self.by_island(costs(history["champion"][:], self.decimals)) if "champion" in history else None
        self.origin = self.by_island(history["champion_origin"][:]) if "champion_origin" in history else None
        self.throughput, self.legs, self.trace = (columns(file, group) for group in ("throughput", "legs", "trace"))
        self.problem = problem_of(self.instance_size, self.n)

    @staticmethod
    def by_island(values: Array) -> Array:
        """(rows, C): the file has one dimension where C is 1."""
        return values if values.ndim == 2 else values[:, None]


class Sweep:
    """A sweep's results. rows: a structured array with the members of /task; of rows that do not count (not run yet, half written, damaged) state is
    PENDING and only the task is left. attributes: those of the file.

    HDF5 is closed at once: it would keep what it has read, while a sweep goes on to write rows. Genes are read when they are asked for."""

    def __init__(self, path: str, file: Any, check: bool) -> None:
        self.path, self._open, self._kept = path, opened(path), None  # type: str, Any, Optional[Dict[int, Array]]
        self.attributes = {name: value.item() if isinstance(value, numpy.generic) else raw(value) for name, value in file.attrs.items()}
        task, solution = file["task"], file["solution"]
        self._at, genes = solution.id.get_offset(), len(solution)
        if self._at is None or solution.dtype != numpy.dtype("i4") or task.id.get_offset() is None or task.dtype.names is None:
            raise ValueError("expected /task and /solution to be contiguous")
        place = (len(task), task.dtype.itemsize, task.id.get_offset(), genes, self._at)
        if self._open.read(BLOCK).split(b"\n")[1] != b"rows %d of %d bytes from %d, genes %d from %d" % place:
            raise ValueError("the text before HDF5 tells other places; or a sweep began anew just now")
        # By bytes: copies of structures, HDF5's and NumPy's, leave the bytes between members out, which the digest counts.
        self._bytes = self.part(task.id.get_offset(), numpy.dtype("u1"), len(task) * task.dtype.itemsize).copy()
        rows = self._bytes.view(task.dtype)
        rows.dtype.names = tuple({old: now for now, old in OLD.items()}.get(name, name) for name in rows.dtype.names)
        ended = (rows["done"] == 1) & ((rows["state"] == VERIFIED) | (rows["state"] == FAILED))
        first, n = rows["solution_first"], rows["n"]
        ended &= (rows["state"] == FAILED) | ((n > 0) & (first <= genes) & (n <= genes - numpy.minimum(first, genes).astype(numpy.int64)))
        self.rows = rows
        xxhash = modules()[1] if check else None
        if xxhash:
            for k in numpy.flatnonzero(ended):
                ended[k] = self.digest(int(k), xxhash.xxh3_64_intdigest) == rows["digest"][k]
        self.pend(~ended)
        self.sound(ended)

    def __del__(self) -> None:
        if getattr(self, "_open", None) is not None:
            self._open.close()

    def __getstate__(self) -> Dict[str, Any]:
        """Of a pickle or a copy: with the genes of all rows instead of the file."""
        kept = {int(k): self.genes(int(k)) for k in numpy.flatnonzero(self.rows["state"] == VERIFIED)}
        return dict(vars(self), _open=None, _kept=kept)

    def part(self, at: int, dtype: Any, count: int) -> Array:
        """count values from that byte on."""
        self._open.seek(at)
        found = numpy.frombuffer(self._open.read(dtype.itemsize * count), dtype=dtype)
        if len(found) != count:
            raise FormatError("%s: truncated: expected %d values, found %d" % (shown(self.path), count, len(found)))
        return found

    def genes(self, k: int) -> Array:
        """(n) int32, the genes of row k, which is verified."""
        if self._kept is not None:
            return self._kept[k]
        return self.part(self._at + 4 * int(self.rows["solution_first"][k]), numpy.dtype("i4"), int(self.rows["n"][k]))

    def digest(self, k: int, digest_of: Callable[..., int]) -> int:
        size = self.rows.itemsize
        bare = self._bytes[k * size : (k + 1) * size].copy().view(self.rows.dtype)
        bare["digest"], bare["done"] = 0, 0
        value = digest_of(bare.view("u1").tobytes())
        return digest_of(self.genes(k).tobytes(), seed=value) if bare["state"][0] == VERIFIED else value

    def pend(self, which: Array) -> None:
        bare = numpy.zeros(int(which.sum()), dtype=self.rows.dtype)
        for name in ("key", "section", "instance", "options"):
            bare[name] = self.rows[name][which]
        bare["best"] = COST_NONE
        self.rows[which] = bare

    def sound(self, ended: Array) -> None:
        """A row with a right digest that says what cannot be is nobody's: to index with it would fail later."""
        rows = self.rows
        times = numpy.column_stack([rows["elapsed_s"], rows["finished_unix_s"]])
        traced = numpy.arange(rows["trace_s"].shape[1]) < rows["trace_rows"][:, None]
        trace = numpy.where(traced, rows["trace_s"], 0)
        wrong = [("0 to %d decimals" % DECIMALS_MAX, (rows["decimals"] < 0) | (rows["decimals"] > DECIMALS_MAX)),
                 ("0 to %d rows of trace" % trace.shape[1], (rows["trace_rows"] < 0) | (rows["trace_rows"] > trace.shape[1])),
                 ("times of 0 to 1e12 seconds", ~((times >= 0) & (times <= SECONDS_MAX)).all(1) | ~((trace >= 0) & (trace <= SECONDS_MAX)).all(1))]
        for what, bad in wrong:
            if (bad & ended).any():
                raise ValueError("row %d: expected %s, found another value" % (numpy.flatnonzero(bad & ended)[0] + 1, what))

    def verified(self) -> Array:
        return numpy.asarray(self.rows[(self.rows["state"] == VERIFIED) & (self.rows["best"] != COST_NONE)])


def segments(file: Any, bytes_: int, digest_of: Callable[[bytes], int]) -> List[int]:
    file.seek(BLOCK)
    return [digest_of(file.read(SEGMENT)) for _ in range(BLOCK, bytes_, SEGMENT)]


def check_digest(kind: str, head: bytes, file: Any, schema: int, bytes_: int) -> None:
    """Compares the digest of the text before HDF5 where xxhash is installed: of a checkpoint it is that of the whole file."""
    xxhash = modules()[1]
    if xxhash is None:
        return
    one = xxhash.xxh3_64_intdigest
    found = re.search(rb"digest ([0-9a-f]{16})\n", head)
    if kind == "results":
        digest = one(head.partition(b"digest ")[0])
    elif kind == "records":
        found, digest = re.search(rb"xxh3 ([0-9a-f]{16})\n", head), one(head.partition(b"\nxxh3 ")[0])
    else:
        digest = one(numpy.array([schema, bytes_] + segments(file, bytes_, one), dtype="<u8").tobytes())
    if not found or int(found.group(1), 16) != digest:
        raise ValueError("damaged: its digest is another")


def kind_of(path: str, check: bool) -> str:
    """"checkpoint", "results" or "records", by the text before HDF5, which is compared with the file."""
    with opened(path) as file:
        head, bytes_ = file.read(BLOCK), os.fstat(file.fileno()).st_size
        said = re.match(rb"cordee (checkpoint|results|records) (\d{1,9})( bytes (\d{1,18}) digest [0-9a-f]{16})?\n", head)
        if not said or (said.group(1) == b"checkpoint") != bool(said.group(3)):
            raise ValueError("expected a checkpoint, a sweep's results or records, found another file")
        kind, schema = said.group(1).decode(), int(said.group(2))
        if schema > SCHEMA[kind]:
            raise ValueError("%s of schema %d; this version reads up to %d" % (kind, schema, SCHEMA[kind]))
        if said.group(4) and int(said.group(4)) != bytes_:
            raise ValueError("truncated: expected %d bytes, found %d" % (int(said.group(4)), bytes_))
        if len(head) < BLOCK or head.rstrip(b"\0").count(b"\n") != LINES[kind] or b"\0" in head.rstrip(b"\0"):
            raise ValueError("damaged: the text before HDF5 is another")
        if check:
            check_digest(kind, head, file, schema, bytes_)
    return kind


@contextlib.contextmanager
def hdf5(path: str) -> Iterator[Any]:
    """The open file by its bytes, which needs no lock: a run may be replacing it right now, and a notebook may have it open in h5py."""
    with opened(path) as raw_file, modules()[0].File(raw_file, "r") as file:
        yield file


def read(path: Path, check: bool = True, checkpoint: Type[Checkpoint] = Checkpoint) -> Union[Checkpoint, Sweep, Records]:
    """A Checkpoint, made by the class `checkpoint`, a Sweep, or Records. check: whether digests are compared, for which the whole file is read."""
    name = os.fspath(path)
    modules()
    try:
        kind = kind_of(name, check)
    except OSError as error:
        raise InputError("%s: %s" % (shown(name), error.strerror)) from None
    except ValueError as error:
        raise FormatError("%s: %s" % (shown(name), error)) from None
    try:
        with hdf5(name) as file:
            return Sweep(name, file, check) if kind == "results" else Records(name, file, check) if kind == "records" else checkpoint(name, file, check)
    except Error:
        raise
    except (ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, OSError, RuntimeError, TypeError, ValueError) as error:
        raise FormatError("%s: damaged: %s" % (shown(name), shown(" ".join(map(str, error.args))))) from None
