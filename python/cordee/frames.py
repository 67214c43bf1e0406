"""results(): checkpoints of runs, results of sweeps and records as tables, with units applied: NumPy columns, or pandas DataFrames."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict, List

import numpy

from . import files
from .errors import UsageError
from .lacking import frame_of, lacking
from .recorded import PENDING, VALID, Records
from .text import raw, shown

if TYPE_CHECKING:
    import pandas
    from ._typing import Array, Columns, Path

STATUS, INCOMPLETE, EXIT_INCOMPLETE = ("pending", "verified", "failed"), "incomplete", 4
RECORDED = ("pending", "valid", "failed")


def texts(values: Any) -> Array:
    """Texts for people, as an array of objects: what is no UTF-8, and what acts on a terminal, is made visible."""
    seen: Dict[Any, str] = {}  # most texts are there many times
    return numpy.array([seen[value] if value in seen else seen.setdefault(value, shown(value, "\n")) for value in values], dtype=object)


def percent(cost: Array, reference: Array, worth: Any = 0) -> Array:
    """How far a cost is above a reference; NaN where one of them is not known, or the reference is 0. Where costs count what is left of `worth`, how
    far what is collected is below that of the reference."""
    whole = numpy.where(worth > numpy.maximum(reference, 0), worth - reference, numpy.abs(reference))
    return numpy.asarray(100 * (cost - reference) / numpy.where(reference == 0, numpy.nan, whole))


def worth_of(rows: Array) -> Array:
    """Of rows of a sweep what prizes are worth in all, in the instance's unit; 0 where costs count no prizes that are left."""
    return files.costs(rows["worth"], rows["decimals"]) if "worth" in (rows.dtype.names or ()) else numpy.zeros(len(rows))


def known(values: Any, decimals: Any) -> Array:
    """Costs of which 0 means "not known", in the instance's unit; NaN where not known."""
    return numpy.where(values == 0, numpy.nan, files.costs(values, decimals))


def instant(seconds: Any) -> Array:
    """UTC; NaT where 0."""
    return numpy.where(seconds == 0, numpy.datetime64("NaT"), (numpy.asarray(seconds) * 1e3).astype("datetime64[ms]"))


def moments(iso: Any) -> Array:
    """UTC, of texts such as 2026-01-31T12:00:00Z; NaT where a text is another."""
    def moment(text: str) -> numpy.datetime64:
        try:
            return numpy.datetime64(text.rstrip("Z"), "ms")
        except ValueError:
            return numpy.datetime64("NaT", "ms")
    return numpy.array([moment(raw(text)) for text in iso], dtype="datetime64[ms]")


def plans(of_rows: Columns) -> List[Dict[str, str]]:
    return [files.options_of(text) for text in of_rows["options"]]


def of_the_plan(rows: Columns) -> None:
    """The method and the seed of rows that have not run, as far as the task says them."""
    for k, plan in enumerate(plans(rows)):
        rows["method"][k] = rows["method"][k] or plan.get("method", "")
        seed = plan.get("seed", "1")
        rows["seed"][k] = rows["seed"][k] or (int(seed) if seed.isdigit() and len(seed) < 20 else 0)


def measured(table: Columns, units: Any, decimals: Any, worth: Any = 0) -> None:
    table["cost_units"] = numpy.asarray(units, dtype=numpy.int64)
    table["cost"] = files.costs(units, decimals)
    table["gap_percent"] = percent(table["cost"], table["best_known"], worth)
    table["above_bound_percent"] = percent(table["cost"], table["bound"])


def sweep_rows(sweep: files.Sweep) -> Columns:
    rows = sweep.rows
    table = {"instance": texts(raw(row["name"]) or raw(row["instance"]) for row in rows), "status": numpy.array(STATUS, dtype=object)[rows["state"]]}
    incomplete = (rows["state"] == files.VERIFIED) & (rows["exit_code"] == EXIT_INCOMPLETE)
    table["status"][incomplete] = INCOMPLETE
    for name, column in (("path", "instance"), ("problem", "problem"), ("size", "size_text"), ("method", "method"), ("options", "options"),
                         ("section", "section"), ("end", "end"), ("message", "message"), ("host", "host"), ("backend", "backend"),
                         ("device", "device"), ("version", "version")):
        table[name] = texts(rows[column])
    for name in ("n", "decimals", "seed", "islands", "searches", "moves", "best_island", "batch", "ranks", "exit_code"):
        table[name] = rows[name].astype(numpy.int64 if name != "seed" else numpy.uint64)
    table["elapsed_s"], table["finished_at"] = rows["elapsed_s"].copy(), instant(rows["finished_unix_s"])
    table["best_known"], table["bound"] = (known(rows[name], rows["decimals"]) for name in ("best_known", "bound"))
    measured(table, rows["best"], rows["decimals"], worth_of(rows))
    for name in ("gap_percent", "above_bound_percent"):  # the cost counts a large amount for all who are left out
        table[name][incomplete] = numpy.nan
    of_the_plan(table)
    unknown = rows["state"] != files.VERIFIED
    for name in ("n", "islands", "searches", "moves", "best_island", "batch", "ranks"):
        table[name] = lacking(table[name], unknown)
    for name in ("exit_code", "elapsed_s"):
        table[name] = lacking(table[name], rows["state"] == files.PENDING)
    return ordered(table)


def checkpoint_rows(run: files.Checkpoint) -> Columns:
    """The same columns, one row."""
    said = {name: getattr(run, name, "") for name in ("backend", "device", "host", "version", "created")}
    table = {name: texts([value]) for name, value in (
        ("instance", run.instance_name), ("path", getattr(run, "instance_path", "")), ("problem", run.problem), ("size", run.instance_size),
        ("method", run.solver), ("options", run.options), ("section", ""), ("end", ""), ("message", ""), ("host", said["host"]),
        ("backend", said["backend"]), ("device", said["device"]), ("version", said["version"]))}
    table["status"] = texts(["finished" if getattr(run, "finished", 0) else "unfinished"])
    for name, value in (("n", run.n), ("decimals", run.decimals), ("seed", 0), ("islands", getattr(run, "islands", 0)), ("searches", run.searches),
                        ("moves", getattr(run, "moves", 0)), ("best_island", getattr(run, "best_island", 0)), ("batch", 1),
                        ("ranks", getattr(run, "ranks", 0)), ("exit_code", 0)):
        table[name] = numpy.array([value], dtype=numpy.int64 if name != "seed" else numpy.uint64)
    table["elapsed_s"], table["finished_at"] = numpy.array([run.elapsed_s]), moments([said["created"]])
    table["best_known"] = table["bound"] = numpy.array([numpy.nan])
    measured(table, [run.best], run.decimals)
    of_the_plan(table)
    return ordered(table)


ORDER = ("instance", "method", "seed", "status", "cost", "best_known", "gap_percent", "bound", "above_bound_percent", "elapsed_s", "searches", "moves",
         "problem", "size", "n", "cost_units", "decimals", "end", "exit_code", "message", "section", "path", "options", "islands", "best_island", "batch",
         "ranks", "host", "backend", "device", "version", "finished_at")


def ordered(table: Columns) -> Columns:
    return {name: table[name] for name in ORDER}


def trace(rows: Columns, parts: List[Columns], worth: Array) -> Columns:
    """One table of the rows' traces: parts[k] has the columns elapsed_s, searches, cost of row k, worth[k] as in percent."""
    counts = [len(part["elapsed_s"]) for part in parts]
    table: Columns = {"row": numpy.repeat(numpy.arange(len(parts)), counts)}
    for name in ("instance", "method", "seed"):
        table[name] = numpy.repeat(rows[name], counts)
    for name in parts[0] if parts else ("elapsed_s", "searches", "cost"):
        table[name] = numpy.concatenate([part[name] for part in parts]) if parts else numpy.empty(0)
    table["gap_percent"] = percent(table["cost"], numpy.repeat(rows["best_known"], counts), numpy.repeat(worth, counts))
    return table


def record_rows(data: Records) -> Columns:
    """What is kept of the items, and their records."""
    table = {name: texts(values) if values.dtype.kind in "SO" else values for name, values in data.kept.items()}
    table["status"] = numpy.array(RECORDED, dtype=object)[data.state]
    table.update({name: lacking(values, data.state != VALID, data.state == PENDING) for name, values in data.columns.items()})
    table["exit_code"] = lacking(data.code, data.state == PENDING)
    table["message"] = texts(data.messages.get(k, "") for k in range(len(data.code)))
    return table


class Results:
    """What a checkpoint, a sweep's file or a file of records has, as tables. Made by results().

    path; kind: "checkpoint", "sweep" or "records"; names: of the tables; checked: whether digests were compared, which needs the module xxhash.

    Tables (docs/python.md lists the columns; costs are in the instance's unit, times in seconds, gaps in per cent; NaN, masked in whole numbers: not known):
      rows        a row a task of the sweep, or an item of the records, in the file's order; one row of a checkpoint
      traces      how the best of each row came down, a row each improvement; column row: number of the row in `rows`, from 0
      history     of a checkpoint: a row an epoch
      champions   of a checkpoint: the champion of each island at the end of each epoch
      legs        of a checkpoint: a row each start of cordee and rank
      throughput  of a checkpoint: a row an interval and rank"""

    def __init__(self, path: Path) -> None:
        self.path, self._data = os.fspath(path), files.read(path)
        self.kind = {files.Sweep: "sweep", Records: "records"}.get(type(self._data), "checkpoint")
        self.checked = files.modules()[1] is not None
        self._tables: Dict[str, Columns] = {}
        self._makers = self._made()
        self.names = tuple(self._makers)

    def __getstate__(self) -> Dict[str, Any]:
        """Of a pickle: the tables and the solutions as they are in memory and in the file now."""
        return {name: value for name, value in vars(self).items() if name != "_makers"}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        vars(self).update(state)
        self._makers = self._made()

    def _made(self) -> Dict[str, Callable[[], Columns]]:
        makers: Dict[str, Callable[[], Columns]] = {"rows": self._rows}
        if self.kind != "records":
            makers["traces"] = self._traces
        if self.kind == "checkpoint":
            makers.update(history=self._history, champions=self._champions, legs=self._legs, throughput=self._throughput)
        return makers

    def __repr__(self) -> str:
        return "<cordee.Results of the %s %s: %d row%s>" % (self.kind, self.path, len(self), "" if len(self) == 1 else "s")

    def __len__(self) -> int:
        """How many rows there are."""
        data = self._data
        return len(data.rows) if isinstance(data, files.Sweep) else len(data.code) if isinstance(data, Records) else 1

    def table(self, name: str = "rows") -> Columns:
        """That table as NumPy columns of equal length, by their names. Texts are objects (str), times datetime64 in UTC. cost_units is the cost as a whole
        number of units of 10^-decimals, 2^63 - 1: none. UsageError if this file has no such table."""
        if name not in self._makers:
            raise UsageError("%s: expected a table of %s, found %r" % (shown(self.path), ", ".join(self.names), name))
        if name not in self._tables:
            self._tables[name] = self._makers[name]()
        return dict(self._tables[name])

    def frame(self, name: str = "rows") -> "pandas.DataFrame":
        """That table as a DataFrame, whose index counts rows from 0; cost_units is <NA> where there is none. ImportError without pandas."""
        table = self.table(name)
        try:
            import pandas
        except ImportError as error:
            raise ImportError("frame() needs pandas (pip install pandas, or Debian's python3-pandas); table() does not: %s" % error) from None
        frame = frame_of(table)
        if "cost_units" in frame:
            frame["cost_units"] = frame["cost_units"].astype("Int64").mask(frame["cost_units"] == files.COST_NONE)
        return frame

    def solution(self, row: int = 0) -> Array:
        """(n) int32, the best solution of that row (from 0), as Result.solution. UsageError if there is no such row, or it has none."""
        if not 0 <= row < len(self):
            raise UsageError("%s: expected a row from 0 to %d, found %d" % (shown(self.path), len(self) - 1, row))
        data = self._data
        if isinstance(data, Records):
            raise UsageError("%s: records have no solutions" % shown(self.path))
        found = data.solution if isinstance(data, files.Checkpoint) else data.genes(row) if data.rows["state"][row] == files.VERIFIED else None
        if found is None:
            raise UsageError("%s: row %d has no solution: it is %s" % (shown(self.path), row, self.table()["status"][row]))
        return numpy.array(found, dtype=numpy.int32)

    def _rows(self) -> Columns:
        data = self._data
        return sweep_rows(data) if isinstance(data, files.Sweep) else record_rows(data) if isinstance(data, Records) else checkpoint_rows(data)

    def _traces(self) -> Columns:
        data, parts = self._data, []
        if isinstance(data, files.Sweep):
            for row in data.rows:
                count = row["trace_rows"]
                parts.append({"elapsed_s": row["trace_s"][:count], "searches": row["trace_searches"][:count].astype(numpy.int64),
                              "cost": files.costs(row["trace_best"][:count], int(row["decimals"]))})
        elif isinstance(data, files.Checkpoint):
            found = data.trace or {name: numpy.empty(0, dtype=numpy.int64) for name in ("elapsed_s", "searches", "moves", "best")}
            parts.append({"elapsed_s": found["elapsed_s"], "searches": found["searches"], "moves": found["moves"],
                          "cost": files.costs(found["best"], data.decimals)})
        return trace(self.table(), parts, worth_of(data.rows) if isinstance(data, files.Sweep) else numpy.zeros(len(parts)))

    def _run(self) -> files.Checkpoint:
        assert isinstance(self._data, files.Checkpoint)
        return self._data

    def _history(self) -> Columns:
        history = dict(self._run().history)
        history["cost"] = history.pop("best")
        return history

    def _champions(self) -> Columns:
        run = self._run()
        if run.champion is None or run.origin is None:
            return {name: numpy.empty(0) for name in ("epoch", "island", "cost", "origin")}
        epochs, islands = run.champion.shape
        return {"epoch": numpy.repeat(run.history["epoch"], islands), "island": numpy.tile(numpy.arange(islands), epochs),
                "cost": run.champion.ravel(), "origin": run.origin.ravel()}

    def _legs(self) -> Columns:
        legs = dict(self._run().legs or {})
        for name in ("host", "backend", "device", "version"):
            legs[name] = texts(legs.get(name, []))
        legs["started"] = moments(legs.get("started", []))
        return legs

    def _throughput(self) -> Columns:
        return dict(self._run().throughput or {})


def results(path: Path) -> Results:
    """A file of results as tables: results("sweep.h5").frame() is a DataFrame with a row a task.

    Parameters
    ----------
    path : path
        A checkpoint (`solve`, `resume`), the results of a sweep or records (`price`, `bfs`, `flow`, `verify --batch`). The file may be in use.

    Returns
    -------
    Results

    Raises
    ------
    InputError
        It cannot be read.
    FormatError
        It is damaged, or no such file of cordee.
    ImportError
        h5py is missing."""
    return Results(path)
