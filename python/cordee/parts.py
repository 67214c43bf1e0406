"""What a routing.Model consists of: depots, types of vehicles, stops, pairs, groups. Made by the methods of Model, which document their members."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, FrozenSet, Hashable, List, Optional, Tuple, Union

from . import exact
from .errors import UsageError
from .exact import Number

Window = Tuple[Number, Optional[Number]]
Amounts = Tuple[Number, ...]


@dataclass(frozen=True)
class Where:
    """x and y, or longitude and latitude (on_sphere); location: a row or a label of the matrices. None: not said."""
    x: Optional[float]
    y: Optional[float]
    on_sphere: bool
    location: Any


@dataclass(frozen=True, eq=False)
class Depot:
    """Where vehicles start, end, or load again. index: from 0."""
    index: int
    name: str
    where: Where = field(repr=False)
    window: Window = field(repr=False)
    service: Number = field(repr=False)


@dataclass(frozen=True, eq=False)
class Group:
    """Alternatives, of which one is served. index: from 0; prize: None: one must be."""
    index: int
    name: str
    prize: Optional[Number] = field(repr=False)


@dataclass(frozen=True, eq=False)
class Stop:
    """Where a vehicle serves a customer. index: from 0, in the order in which stops were added."""
    index: int
    name: str
    where: Where = field(repr=False)
    delivery: Amounts = field(repr=False)
    pickup: Amounts = field(repr=False)
    service: Number = field(repr=False)
    setup: Number = field(repr=False)
    release: Number = field(repr=False)
    windows: Tuple[Window, ...] = field(repr=False)
    prize: Optional[Number] = field(repr=False)
    group: Optional[Group] = field(repr=False)
    skills: FrozenSet[Any] = field(repr=False)
    backhaul: bool = field(repr=False)


@dataclass(frozen=True, eq=False)
class Pair:
    """Goods that go from one stop to another in one vehicle."""
    pickup: Stop
    delivery: Stop
    amount: Amounts = field(repr=False)
    prize: Optional[Number] = field(repr=False)


@dataclass(frozen=True, eq=False)
class VehicleType:
    """Vehicles that are alike. index: from 0."""
    index: int
    name: str
    count: Optional[int]
    capacity: Optional[Tuple[Optional[Number], ...]] = field(repr=False)
    start: Optional[Depot] = field(repr=False)
    end: Optional[Depot] = field(repr=False)
    fixed_cost: Number = field(repr=False)
    distance_cost: Number = field(repr=False)
    duration_cost: Number = field(repr=False)
    shift: Window = field(repr=False)
    max_distance: Optional[Number] = field(repr=False)
    max_duration: Optional[Number] = field(repr=False)
    max_stops: Optional[int] = field(repr=False)
    skills: FrozenSet[Any] = field(repr=False)
    profile: Optional[str] = field(repr=False)
    trips: Optional[int] = field(repr=False)
    reload_depots: Tuple[Depot, ...] = field(repr=False)
    breaks: Tuple[Tuple[Number, Optional[Number], Number], ...] = field(repr=False)


def reload_depots(types: List[VehicleType]) -> List[Depot]:
    """Of all types, each once, in their order."""
    found: List[Depot] = []
    for one in types:
        found += [depot for k, depot in enumerate(one.reload_depots) if depot not in found and depot not in one.reload_depots[:k]]
    return found


# ---- arguments ----

def where_of(x: Any, y: Any, lat: Any, lon: Any, location: Any) -> Where:
    """Of a depot or a stop: coordinates in a plane or on the sphere, a row or a label of the matrices, or both."""
    if not isinstance(location, Hashable):
        raise UsageError("location: expected a row of the matrices, or a label, found %r" % (location,))
    if (x is None) != (y is None):
        raise UsageError("%s: expected x and y, found %s alone" % (("y", "x") if y is None else ("x", "y")))
    if (lat is None) != (lon is None):
        raise UsageError("%s: expected lat and lon, found %s alone" % (("lon", "lat") if lon is None else ("lat", "lon")))
    if x is not None and lat is not None:
        raise UsageError("x: expected x and y, or lat and lon, found both")
    if lat is not None:
        degrees = [float(exact.number(name, value, None)) for name, value in (("lon", lon), ("lat", lat))]
        for name, value, most in (("lon", degrees[0], 180), ("lat", degrees[1], 90)):
            if abs(value) > most:
                raise UsageError("%s: expected degrees from %d to %d, found %r" % (name, -most, most, value))
        return Where(degrees[0], degrees[1], True, location)
    if x is None:
        return Where(None, None, False, location)
    return Where(float(exact.number("x", x, None)), float(exact.number("y", y, None)), False, location)


def window_of(name: str, window: Any) -> Window:
    """(ready, due); None: all the time."""
    if window is None:
        return exact.Number(0), None
    try:
        ready, due = window
    except (TypeError, ValueError):
        raise UsageError("%s: expected two times (ready, due), found %r" % (name, window)) from None
    found = exact.number(name, 0 if ready is None else ready), exact.limit(name, due)
    if found[1] is not None and found[1] < found[0]:
        raise UsageError("%s: expected a due time that is not before ready, found %r" % (name, window))
    return found


def windows_of(name: str, window: Any) -> Tuple[Window, ...]:
    """One window, or a list of several, in rising order and apart; () if there is none."""
    if window is None:
        return ()
    several = isinstance(window, (list, tuple)) and len(window) > 0 and all(hasattr(one, "__len__") for one in window)
    found = tuple(window_of(name, one) for one in (window if several else [window]))
    for before, after in zip(found, found[1:]):
        if before[1] is None or after[0] <= before[1]:
            raise UsageError("%s: expected windows in rising order and apart, found one from %s on behind one until %s" % (name, after[0], before[1]))
    return found


def amounts_of(name: str, value: Any) -> Amounts:
    """A number, or one for each dimension of loads; of None ()."""
    if value is None:
        return ()
    given = list(value) if hasattr(value, "__iter__") and not isinstance(value, str) else [value]
    if not 1 <= len(given) <= 8:
        raise UsageError("%s: expected from 1 to 8 dimensions, found %d" % (name, len(given)))
    return tuple(exact.number(name, one) for one in given)


def capacity_of(value: Any) -> Optional[Tuple[Optional[Number], ...]]:
    """The same where None and infinity are no limit."""
    if value is None:
        return None
    given = list(value) if hasattr(value, "__iter__") and not isinstance(value, str) else [value]
    if not 1 <= len(given) <= 8:
        raise UsageError("capacity: expected from 1 to 8 dimensions, found %d" % len(given))
    return tuple(exact.limit("capacity", one) for one in given)


def skills_of(value: Any) -> FrozenSet[Any]:
    if isinstance(value, str):
        raise UsageError("skills: expected a list or a set of them, found the text %r" % value)
    try:
        return frozenset(value)
    except TypeError:
        raise UsageError("skills: expected a list or a set of them, found %r" % (value,)) from None


def name_of(name: Any, word: str, index: int) -> str:
    return "%s %d" % (word, index) if name is None else str(name)


def belongs(name: str, part: Any, parts: List[Any], kind: Any) -> Any:
    """That a part is one of this model's."""
    if not isinstance(part, kind):
        raise UsageError("%s: expected a %s of this model, found %r" % (name, kind.__name__, part))
    if part.index >= len(parts) or parts[part.index] is not part:
        raise UsageError("%s: expected a %s of this model, found %r of another one" % (name, kind.__name__, part.name))
    return part


Numeric = Union[int, float, Number]
