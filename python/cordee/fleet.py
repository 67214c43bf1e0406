"""Fleets of arrays in units, and schedules: the calls of the library beneath routing.Model."""
from __future__ import annotations

import ctypes
import os
import tempfile
from ctypes import c_char_p, c_int32, c_int64, c_size_t, c_void_p
from typing import TYPE_CHECKING, Any, Dict, NamedTuple, Optional, Tuple

import numpy

from . import _library as lib
from .instance import Instance, address, made, whole
from .made import Recipe

if TYPE_CHECKING:
    from ._typing import Array, Columns, Path

LOADS_MAX, OPEN, REQUIRED, LEFT_OUT = 8, -1, -1, -1
KINDS = ("start", "stop", "reload", "end", "break")


def _laid_out(*members: Tuple[Any, ...]) -> Any:
    return numpy.dtype(list(members), align=True)


STOP = _laid_out(("prize", "i8"), *((name, "i4") for name in ("place", "ready", "due", "service", "setup", "release", "partner", "group", "window_first",
                                                               "window_end", "backhaul")), ("delivery", "i4", LOADS_MAX), ("pickup", "i4", LOADS_MAX))
TYPE = _laid_out(("fixed", "i8"), ("per_distance", "i8"), ("per_duration", "i8"), *((name, "i4") for name in (
    "count", "start", "end", "start_ready", "start_due", "end_ready", "end_due", "profile", "max_distance", "max_duration", "max_stops", "trips")),
    ("reloads", "u4"), ("capacity", "i4", LOADS_MAX))
VISIT = _laid_out(*((name, "i4") for name in ("route", "type", "vehicle", "trip", "kind", "stop", "place", "reload")),
                  *((name, "i8") for name in ("arrival", "begin", "departure", "setup", "distance")), ("load", "i8", LOADS_MAX), ("pause", "i4"))


class Fleet(ctypes.Structure):
    _fields_ = [("bytes", c_size_t), ("stop_bytes", c_size_t), ("type_bytes", c_size_t), *((name, c_int32) for name in (
        "stops", "places", "profiles", "types", "loads", "distance_decimals", "time_decimals", "load_decimals", "cost_decimals", "backhauls", "windows",
        "reloads", "breaks", "on_sphere")), *((name, c_void_p) for name in ("stop", "type", "distance", "duration", "x", "y", "allowed", "window", "reload",
                                                                            "pause")), ("metric", c_char_p)]


class Schedule(ctypes.Structure):
    _fields_ = [("bytes", c_size_t), ("visit_bytes", c_size_t), ("visits", c_void_p), ("room", c_size_t), ("count", c_size_t), ("loads", c_int32),
                ("distance_decimals", c_int32), ("time_decimals", c_int32), ("load_decimals", c_int32), ("missing", c_int32),
                *((name, c_int64) for name in ("time_origin", "fixed", "distance", "duration", "prizes", "balance", "longest"))]


ARRAYS = ("stop", "type", "distance", "duration", "x", "y", "allowed", "window", "reload", "pause")


def fleet(name: str, numbers: Dict[str, int], options: Dict[str, Any], metric: Optional[str] = None, comm: Any = None, **arrays: Any) -> Instance:
    """An instance of arrays in units, as cordee_fleet of the library's header has them; numbers: its members that are."""
    data = Fleet(ctypes.sizeof(Fleet), STOP.itemsize, TYPE.itemsize, metric=metric.encode() if metric else None, **numbers)
    for key in ARRAYS:
        setattr(data, key, address(arrays.get(key)))
    one = made(comm, None, lib.library().cordee_routes, name.encode("utf-8"), ctypes.byref(data), lib.words(options))
    one._recipe = Recipe(fleet, {"name": name, "numbers": numbers, "options": options, "metric": metric, **arrays})
    return one


def distances(x: Array, y: Array, on_sphere: bool, how: str, speed: float) -> Tuple[Array, Optional[Array]]:
    """(distance, duration) between places, (n, n) doubles, as the library has them of tables of stops."""
    n, handle = len(x), lib.context()
    distance = numpy.empty((n, n))
    duration = numpy.empty((n, n)) if on_sphere and speed else None
    lib.check(handle, lib.library().cordee_distances(handle, on_sphere, how.encode(), speed, n, address(x), address(y), address(distance), address(duration)))
    return distance, duration


# ---- solutions ----

class Timetable(NamedTuple):
    """visits: (rows) of VISIT, in units; the decimals of these; time_origin: what the file calls time 0; missing: stops that must be served and are not;
    parts: of the cost, in its units."""
    visits: Array
    loads: int
    distance_decimals: int
    time_decimals: int
    load_decimals: int
    time_origin: int
    missing: int
    parts: Dict[str, int]
    longest: int


PARTS = ("fixed", "distance", "duration", "prizes", "balance")


def timetable(instance: Instance, solution: Any) -> Timetable:
    """The visits of a solution of a fleet, route after route. UsageError: it is of another problem."""
    genes = whole("solution", solution, numpy.int32, (instance.genes,))
    handle, call = lib.context(), lib.library().cordee_schedule_make
    one = Schedule(bytes=ctypes.sizeof(Schedule), visit_bytes=VISIT.itemsize)
    lib.check(handle, call(handle, instance._handle, address(genes), ctypes.byref(one)))
    visits = numpy.zeros(max(1, one.count), VISIT)
    one.visits, one.room = address(visits), one.count
    lib.check(handle, call(handle, instance._handle, address(genes), ctypes.byref(one)))
    return Timetable(visits[:one.count], one.loads, one.distance_decimals, one.time_decimals, one.load_decimals, one.time_origin, one.missing,
                     {name: getattr(one, name) for name in PARTS}, one.longest)


def scaled(values: Array, decimals: int) -> Array:
    """Of units: whole numbers where there are no decimals, else floats."""
    return values / 10.0**decimals if decimals else values


def time_columns(table: Timetable) -> Columns:
    """arrival, wait, begin, departure, distance and loads of visits, as users know them."""
    visits, decimals = table.visits, table.time_decimals
    origin = table.time_origin * 10**decimals
    columns: Columns = {"arrival": scaled(visits["arrival"] + origin, decimals), "wait": scaled(visits["begin"] - visits["arrival"] - visits["setup"], decimals),
                        "begin": scaled(visits["begin"] + origin, decimals), "departure": scaled(visits["departure"] + origin, decimals),
                        "distance": scaled(visits["distance"], table.distance_decimals)}
    for d in range(table.loads):
        columns["load" if table.loads == 1 else "load_%d" % d] = scaled(visits["load"][:, d], table.load_decimals)
    return columns


def write(instance: Instance, solution: Any, path: Path) -> None:
    """A solution's file, as `cordee solve --out` writes it."""
    genes, handle = whole("solution", solution, numpy.int32, (instance.genes,)), lib.context()
    lib.check(handle, lib.library().cordee_solution_write(handle, instance._handle, address(genes), os.fsencode(path)))


def text_of(instance: Instance, solution: Any, suffix: str) -> str:
    """The text of such a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "solution" + suffix)
        write(instance, solution, path)
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
