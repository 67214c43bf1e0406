"""Computations of many items: what calls of price(), bfs() and max_flows() share, and their records."""
from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional

import numpy

from . import _library as lib
from .errors import error_of
from .lacking import frame_of, lacking
from .result import ENDS, _Owner
from .search import Watch

if TYPE_CHECKING:
    import pandas

    from ._typing import Array

TYPES = ["i4", "u4", "i8", "u8", "f4", "f8"]  # cordee_type
TEXT = len(TYPES)


class Counts(ctypes.Structure):
    """What a callback of a computation gets: items, done, failed; elapsed_s: seconds; work: nodes, edges or arcs so far."""
    bytes: int
    items: int
    done: int
    failed: int
    elapsed_s: float
    work: float
    _fields_ = [("bytes", c_size_t), ("items", c_uint64), ("done", c_uint64), ("failed", c_uint64), ("elapsed_s", c_double), ("work", c_double)]


Callback = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(Counts))
if TYPE_CHECKING:
    Asked = Optional[Callable[[Counts], Any]]


class Computing(ctypes.Structure):
    _fields_ = [("bytes", c_size_t), ("watch", Callback), ("self", c_void_p)]


class Column(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("type", c_int), ("bytes", c_size_t), ("values", c_void_p)]


class Network(ctypes.Structure):
    vertices: int
    arcs: int
    _fields_ = [("bytes", c_size_t), ("vertices", c_int32), ("sources", c_int32), ("sinks", c_int32), ("arcs", c_int64), ("tail", c_void_p),
                ("head", c_void_p), ("capacity", c_void_p), ("source", c_void_p), ("sink", c_void_p)]


lib.DECLARED.update({
    "cordee_compute": (c_int, [c_void_p, c_char_p, c_char_p, lib.WORDS, POINTER(Computing), lib.OUT]),
    "cordee_records_free": (None, [c_void_p]),
    "cordee_records_count": (c_size_t, [c_void_p]),
    "cordee_records_codes": (c_void_p, [c_void_p]),
    "cordee_records_message": (c_char_p, [c_void_p, c_size_t]),
    "cordee_records_name": (c_char_p, [c_void_p, c_size_t]),
    "cordee_records_column": (c_void_p, [c_void_p, c_char_p, POINTER(c_int)]),
    "cordee_records_end": (c_int, [c_void_p]),
    "cordee_records_counts": (None, [c_void_p, POINTER(Counts)]),
    "cordee_price": (c_int, [c_void_p, c_size_t, c_size_t, POINTER(Column), lib.WORDS, POINTER(Computing), lib.OUT]),
    "cordee_graph_read_ids": (c_int, [c_void_p, c_char_p, c_int, c_char_p, lib.OUT]),
    "cordee_graph_ids": (c_void_p, [c_void_p, lib.OUT]),
    "cordee_graph_rows": (c_int, [c_void_p, c_int32, c_int, c_void_p, c_void_p, lib.OUT]),
    "cordee_graph_free": (None, [c_void_p]),
    "cordee_graph_vertices": (c_int32, [c_void_p]),
    "cordee_graph_arcs": (c_int64, [c_void_p]),
    "cordee_graph_directed": (c_int, [c_void_p]),
    "cordee_bfs": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, lib.WORDS, POINTER(Computing), lib.OUT]),
    "cordee_bfs_levels": (c_int, [c_void_p, c_void_p, c_int32, lib.WORDS, c_void_p, c_void_p]),
    "cordee_max_flow": (c_int, [c_void_p, POINTER(Network), lib.WORDS, POINTER(c_int64), c_void_p, c_void_p]),
    "cordee_max_flows": (c_int, [c_void_p, c_size_t, POINTER(Network), lib.WORDS, POINTER(Computing), lib.OUT]),
})


class Records:
    """A row for each item, a column for each value.

    columns: names; each is an attribute, too, and records["price"] is the same: (items) arrays, read-only, the library's own memory where all
    records are valid; where one is not, floats are NaN and whole numbers masked (numpy.ma). code: (items) int32, 0 valid, -1 not computed, else failed;
    messages: {item: why} of those that failed. end: "finished", "time", "limit", "asked" or "signal"; interrupted: Ctrl-C ended it. counts: items, done,
    failed, elapsed_s, work. Records can be pickled and copied: their arrays are their own then."""

    def __init__(self, handle: c_void_p, interrupted: bool) -> None:
        one = lib.library()
        owner, self.interrupted = _Owner(handle, one.cordee_records_free), interrupted
        self._count: int = one.cordee_records_count(handle)
        self.code = owner.view(one.cordee_records_codes(handle), self._count, numpy.dtype("i4"))
        self._values: Dict[str, Array] = {}
        while (name := one.cordee_records_name(handle, len(self._values))) is not None:
            kind = c_int()
            at = one.cordee_records_column(handle, name, ctypes.byref(kind))
            self._values[name.decode()] = lacking(owner.view(at, self._count, numpy.dtype(TYPES[kind.value])), self.code != 0)
        self.columns: List[str] = list(self._values)
        vars(self).update(self._values)
        self.messages: Dict[int, str] = {int(k): one.cordee_records_message(handle, int(k)).decode("utf-8", "replace") for k in numpy.flatnonzero(self.code > 0)}
        self.end, self.counts = ENDS[one.cordee_records_end(handle)], Counts(ctypes.sizeof(Counts))
        one.cordee_records_counts(handle, ctypes.byref(self.counts))

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> Array: ...  # a column

    def __len__(self) -> int:
        """How many items there are."""
        return self._count

    def __getitem__(self, name: str) -> Array:
        """The column of that name, (items). KeyError if there is none."""
        return self._values[name]

    def __repr__(self) -> str:
        return "<cordee.Records: %d of %s, %d failed, %s>" % (len(self), ", ".join(self.columns), len(self.messages), self.end)

    def frame(self) -> pandas.DataFrame:
        """A pandas DataFrame of the columns, code and message."""
        import pandas
        table = frame_of(self._values)
        table["code"] = self.code
        table["message"] = pandas.Series(self.messages, dtype="object").reindex(range(len(self))).fillna("")
        return table


def compute(call: Callable[[Any, Any, Any, Any], Any], comm: Any, callback: Asked, options: Mapping[str, Any]) -> Records:
    """Records of call(context, options, computing, out). Ctrl-C keeps those that are there."""
    watch, out = Watch(callback, None), c_void_p()
    function = Callback(watch.called)  # lives as long as the call
    how = Computing(ctypes.sizeof(Computing), function, None)
    handle = lib.context(comm)
    with watch:
        status = call(handle, lib.words(options), ctypes.byref(how), ctypes.byref(out))
    message = lib.library().cordee_message(handle).decode("utf-8", "replace")
    records = Records(out, watch.interrupted) if out else None
    if watch.error is not None:
        raise watch.error
    if watch.interrupted and records is None:
        raise KeyboardInterrupt
    if status:
        raise error_of(status, message)
    assert records is not None
    return records


def compute_file(name: bytes, spec: bytes, comm: Any, callback: Asked, options: Mapping[str, Any]) -> Records:
    """What `cordee NAME SPEC` computes."""
    return compute(lambda handle, words, how, out: lib.library().cordee_compute(handle, name, spec, words, how, out), comm, callback, options)
