"""What a search found."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

import numpy

from . import _library as lib
from . import fleet
from .errors import warn

if TYPE_CHECKING:
    import pandas

    from ._typing import Array, Path
    from .instance import Instance

ENDS = {1: "finished", 2: "target", 3: "time", 4: "limit", 5: "asked", 6: "signal", 7: "failed"}
TRACE = numpy.dtype([("elapsed_s", "f8"), ("finished", "u8"), ("evaluations", "u8"), ("best", "i8")])


class Result:
    """The best of a search.

    cost: int, or float where the instance has decimals; None: no solution. solution: (genes) int32, the library's own memory, read-only. bound: proven
    lower bound or None; above_bound_percent: 100 (cost - bound) / bound or None. verified: judged again by independent code. method, end ("finished", "target", "time",
    "limit", "asked", "signal"); interrupted: Ctrl-C ended it. trace: rows elapsed_s, finished, evaluations, best (in the instance's units). progress:
    the counters at the end. instance. Results can be pickled and copied: solution and trace are arrays of their own then."""

    _checkpoint: Optional[bytes]

    def __init__(self, handle: ctypes.c_void_p, instance: Instance, interrupted: bool = False) -> None:
        one = lib.library()
        self._owner = _Owner(handle, one.cordee_result_free)
        self._handle, self.instance, self.interrupted = handle, instance, interrupted
        units, bound = one.cordee_result_cost(handle), one.cordee_result_bound(handle)
        self.cost: Union[int, float, None] = None if units == lib.NO_COST else instance.cost_of(units)
        self.bound: Union[int, float, None] = instance.cost_of(bound) if bound else None
        self.verified = bool(one.cordee_result_verified(handle))
        self.warning: str = one.cordee_result_warning(handle).decode("utf-8", "replace")
        if self.warning:
            warn(self.warning, RuntimeWarning)
        self.method: str = one.cordee_result_method(handle).decode()
        self.end = ENDS[one.cordee_result_end(handle)]
        self.progress = lib.Progress()
        self.progress.bytes = ctypes.sizeof(lib.Progress)
        one.cordee_result_progress(handle, ctypes.byref(self.progress))
        self.solution = self._view(one.cordee_result_solution, numpy.dtype("i4"))
        self.trace = self._view(one.cordee_result_trace, TRACE)

    def _view(self, function: Any, dtype: Any) -> Array:
        """What function gives, and its count."""
        count = ctypes.c_size_t()
        at = function(self._handle, ctypes.byref(count))
        return self._owner.view(at, count.value, dtype)

    def __repr__(self) -> str:
        return "<cordee.Result of %s: %s by %s%s>" % (self.instance.name, self.cost, self.method, ", verified" if self.verified else "")

    def __getstate__(self) -> Dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name not in ("_owner", "_handle", "_checkpoint")}
        return dict(state, _checkpoint=self.checkpoint)

    @property
    def checkpoint(self) -> Optional[bytes]:
        """The checkpoint of the search's end, of solve(..., keep=True), for resume(). None: none was kept."""
        if "_checkpoint" in vars(self):  # of a pickled one
            return self._checkpoint
        count = ctypes.c_size_t()
        at = lib.library().cordee_result_checkpoint(self._handle, ctypes.byref(count))
        return ctypes.string_at(at, count.value) if at else None

    @property
    def above_bound_percent(self) -> Optional[float]:
        """How far the cost is above the proven lower bound, in per cent: no more above the optimum. None: no bound, or no solution."""
        return 100 * (self.cost - self.bound) / self.bound if self.bound and self.cost is not None else None

    @property
    def tour(self) -> List[Any]:
        """Of a tour: the cities in order, by their names if tsp() was given some, else their numbers, from 0."""
        labels = self.instance.labels
        return [int(city) if labels is None else labels[city] for city in self.solution]

    @property
    def routes(self) -> List[Array]:
        """Of vehicle routing: a list of arrays of customers, in the order of visits; they count from 1 in the order of the file."""
        parts = self._parts()
        return parts if self.types is None else parts[:len(self.types)]

    @property
    def types(self) -> Optional[Array]:
        """Of a fleet: the type of the vehicle of each route, from 0. None: of another problem."""
        size = self.instance.size
        if self.solution.size != 2 * size:
            return None
        kinds: Array = self.solution[size:]
        return kinds[kinds >= 0]

    @property
    def unserved(self) -> Array:
        """Of a fleet: the customers who are left out."""
        left: List[Array] = [] if self.types is None else self._parts()[len(self.types):]
        return left[0] if left else numpy.zeros(0, dtype=numpy.int32)

    def schedule(self) -> pandas.DataFrame:
        """When each vehicle of a fleet is where: a row a visit, route after route.

        Returns
        -------
        pandas.DataFrame
            route, vehicle, type : from 0; vehicle -1 where the file lists types. trip : from 0. kind : "start", "stop", "reload" or "end". stop : the
            customer, from 1; 0: none. arrival, wait, begin, departure : times of the file; service takes from begin to departure. distance : from the
            start. load : on board at the departure; load_0, load_1 and so on where there are several dimensions.

        Raises
        ------
        UsageError
            The instance is of another problem than fleets.
        ImportError
            Without pandas."""
        table = fleet.timetable(self.instance, self.solution)
        try:
            import pandas
        except ImportError as error:
            raise ImportError("schedule() needs pandas (pip install pandas, or Debian's python3-pandas): %s" % error) from None
        visits = table.visits
        whole_ones = {name: visits[name].astype(numpy.int64) for name in ("route", "vehicle", "type", "trip")}
        kinds = numpy.array([fleet.KINDS[k] for k in visits["kind"]], dtype=object)
        return pandas.DataFrame({**whole_ones, "kind": kinds, "stop": visits["stop"].astype(numpy.int64), **fleet.time_columns(table)})

    def write(self, path: Path) -> None:
        """Writes the solution as `cordee solve --out` does, by the suffix: its own form, .csv, .json, .geojson.

        Raises
        ------
        UsageError
            Solutions of the problem have no such form.
        OutputError
            The file cannot be written."""
        fleet.write(self.instance, self.solution, path)

    def _parts(self) -> List[Array]:
        genes = self.solution[:self.instance.size]
        begins = numpy.flatnonzero(genes < 0)
        return [numpy.abs(part) for part in numpy.split(genes, begins[1:])] if genes.size else []

    def plot(self, axes: Any = None) -> Any:
        """Draws the tour or the routes where coordinates (n, 2) were given, the loads of machines where times were, else the cost against time. Returns
        matplotlib's axes: those given, else new ones. ImportError without Matplotlib."""
        from .drawing import draw
        return draw(self, axes)


class _Owner:
    """Frees what the library gave when neither the object that holds it nor an array of its memory is left."""

    def __init__(self, handle: ctypes.c_void_p, free: Any) -> None:
        self.handle, self.free = handle, free

    def __del__(self) -> None:
        self.free(self.handle)

    def view(self, at: Any, count: int, dtype: Any) -> Array:
        """(count) values of its memory from the address `at` on, read-only: the memory lives as long as the array does. None: no values."""
        memory: Any = (ctypes.c_char * (count * dtype.itemsize)).from_address(at) if at else b""
        if at:
            memory.owner = self
        array: Array = numpy.frombuffer(memory, dtype=dtype)
        array.flags.writeable = False
        return array
