"""Models that are plain vehicle routing: one depot, vehicles that are alike, deliveries. The method for these finds better routes, and there is a lower bound.

The search has an instance of its own; its routes are judged as a solution of the model's."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy

from .errors import NoSolution
from .exact import NO_LIMIT
from .fleet import REQUIRED
from .instance import Instance, routing
from .lower import Arrays

if TYPE_CHECKING:
    from ._typing import Array

METHODS = ("sisr", "3opt")
UNUSED = {"setup": 0, "release": 0, "partner": 0, "group": 0, "backhaul": 0, "prize": REQUIRED}
TYPE_PLAIN = {"fixed": 0, "per_duration": 0, "trips": 1, "max_distance": NO_LIMIT, "max_duration": NO_LIMIT, "max_stops": NO_LIMIT}


def bins(demand: Array, capacity: int) -> int:
    """How many vehicles first fit takes, the largest demand first."""
    room: Array = numpy.zeros(0, dtype=numpy.int64)
    for amount in sorted(demand.tolist(), reverse=True):
        fits = numpy.flatnonzero(room >= amount)
        if fits.size:
            room[fits[0]] -= amount
        else:
            room = numpy.append(room, capacity - amount)
    return len(room)


def is_plain(arrays: Arrays) -> bool:
    stop, kinds, numbers = arrays.stop, arrays.type, arrays.numbers
    if len(kinds) != 1 or numbers["loads"] > 1 or numbers["windows"] or numbers["breaks"] or arrays.others["allowed"] is not None:
        return False
    if stop["pickup"].any() or any((stop[name] != value).any() for name, value in UNUSED.items()):
        return False
    kind = kinds[0]
    if any(kind[name] != value for name, value in TYPE_PLAIN.items()) or kind["start"] != kind["end"] or kind["start"] < 0 or kind["start_due"] != kind["end_due"]:
        return False
    if int(kind["per_distance"]) != 1 or (arrays.timed and arrays.duration is not None) or arrays.options.get("objective", "vehicles") != "vehicles":
        return False
    matrix = arrays.distance[0]
    return bool((matrix == matrix.T).all()) and enough(arrays)


def enough(arrays: Arrays) -> bool:
    """Is it certain that there are enough vehicles? If not, the best plan may leave stops out."""
    count, capacity = int(arrays.type[0]["count"]), int(arrays.type[0]["capacity"][0])
    if count >= len(arrays.stop):
        return True
    if "unserved" in arrays.options:
        return False
    return not arrays.timed and (not arrays.numbers["loads"] or bins(arrays.stop["delivery"][:, 0], capacity) <= count)


def real(values: Any, decimals: int) -> Any:
    """Of units: as they are written."""
    return values / 10.0**decimals if decimals else values


def plain_instance(arrays: Arrays) -> Optional[Instance]:
    """Customer k + 1 is stop k; None: the model is not plain."""
    if not is_plain(arrays):
        return None
    stop, kind, loads, times = arrays.stop, arrays.type[0], arrays.numbers["load_decimals"], arrays.numbers["time_decimals"]
    rows, count = numpy.append(kind["start"], stop["place"]), int(kind["count"])
    demand = numpy.append(0, stop["delivery"][:, 0])
    capacity = int(kind["capacity"][0]) if arrays.numbers["loads"] else 0
    capacity = max(1, int(demand.sum()) if capacity == NO_LIMIT else capacity)
    shift = int(kind["start_ready"]), min(int(kind["start_due"]), int(kind["end_due"]), arrays.horizon)
    ready, due = numpy.append(shift[0], stop["ready"]), numpy.append(shift[1], numpy.minimum(stop["due"], arrays.horizon))
    windows = [real(values, times) if arrays.timed else None for values in (ready, due, numpy.append(0, stop["service"]))]
    matrix = numpy.ascontiguousarray(arrays.distance[0][numpy.ix_(rows, rows)])
    try:
        return routing(real(demand, loads), real(capacity, loads), matrix=real(matrix, arrays.numbers["distance_decimals"]),
                       vehicles=0 if count >= len(stop) else count, ready=windows[0], due=windows[1], service=windows[2], name=arrays.name,
                       objective=arrays.options.get("objective", "distance"))
    except NoSolution:
        return None  # of stops that may be left out


def to_fleet(genes: Array) -> Array:
    """A solution of the plain instance as one of the model's: all routes are of type 0."""
    types = numpy.full(genes.size, -1, dtype=numpy.int32)
    types[:numpy.count_nonzero(genes < 0)] = 0
    return numpy.concatenate([genes, types])


def from_fleet(genes: Array) -> Optional[Array]:
    """The other way; None: it leaves stops out."""
    size = genes.size // 2
    routes = numpy.count_nonzero(genes[:size] < 0)
    return genes[:size] if (genes[size:size + routes] == 0).all() else None
