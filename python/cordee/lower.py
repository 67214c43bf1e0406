"""From a routing.Model to the arrays of the library: places, matrices, units. Nothing is rounded but where the model says so."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple, Union

import numpy

from . import exact
from .errors import UsageError
from .exact import NO_LIMIT, Number, finest, places, units
from .fleet import OPEN, REQUIRED, STOP, TYPE, distances, fleet
from .matrices import Matrix
from .parts import Depot, Stop, VehicleType, Window, reload_depots

if TYPE_CHECKING:
    from ._typing import Array
    from .instance import Instance
    from .model import Model

COST_DECIMALS_MOST = 9


class Lowered:
    """A model on its way to an instance. place: of every depot and stop, by its identity; count: of places; x, y: of places, or None."""

    def __init__(self, model: Model) -> None:
        self.model = model
        for word, listed in (("add_stop", model.stops), ("add_vehicle_type", model.vehicle_types)):
            if not listed:
                raise UsageError("%s: expected at least one call before the model is solved, found none" % word)
        self.place: Dict[int, int] = {}
        self.count = 0
        self.x: Optional[Array] = None
        self.y: Optional[Array] = None
        self.on_sphere = False
        self.metric: Optional[str] = None
        self.loads = self._loads()
        self.timed = self._timed()

    def _loads(self) -> int:
        """How many dimensions loads have."""
        model = self.model
        said: List[Tuple[Tuple[Optional[Number], ...], str]] = [(pair.amount, "amount of pair %d" % k) for k, pair in enumerate(model.pairs)]
        for stop in model.stops:
            said += [(stop.delivery, "delivery of %s" % stop.name), (stop.pickup, "pickup of %s" % stop.name)]
        said += [(one.capacity or (), "capacity of %s" % one.name) for one in model.vehicle_types]
        named = [(len(values), name) for values, name in said if values]
        for size, name in named:
            if size != named[0][0]:
                raise UsageError("%s: expected %d numbers, as %s has, found %d" % (name, named[0][0], named[0][1], size))
        return named[0][0] if named else 0

    def times(self) -> Iterator[Tuple[str, Optional[Number]]]:
        """All times of the model but limits of routes, with what they are."""
        for depot in self.model.depots:
            yield from (("window of %s" % depot.name, value) for value in depot.window)
            yield "service of %s" % depot.name, depot.service
        for one in self.model.vehicle_types:
            yield from (("shift of %s" % one.name, value) for value in one.shift)
            yield from (("breaks of %s" % one.name, value) for each in one.breaks for value in each)
        for stop in self.model.stops:
            yield from (("window of %s" % stop.name, value) for window in stop.windows for value in window)
            yield from (("service of %s" % stop.name, stop.service), ("setup of %s" % stop.name, stop.setup), ("release of %s" % stop.name, stop.release))

    def _timed(self) -> bool:
        types = self.model.vehicle_types
        return any(value for _, value in self.times()) or any(one.max_duration is not None or one.duration_cost for one in types)

    # ---- places ----

    def settle_places(self) -> None:
        parts = self.model.order
        if self.model.matrices:
            self._rows(parts, next(iter(self.model.matrices.values())).places)
            self._drawn(parts)
        else:
            self._coordinates(parts)

    def _rows(self, parts: List[Union[Depot, Stop]], rows: int) -> None:
        said = [one for one in parts if one.where.location is not None]
        if said and len(said) != len(parts):
            silent = next(one for one in parts if one.where.location is None)
            raise UsageError("location: expected one of %s, as others have one, found none" % silent.name)
        if not said and rows != len(parts):
            raise UsageError("location: expected matrices of %d rows, as there are depots and stops, or a location of each, found %d rows" % (len(parts), rows))
        labels = next((one.labels for one in self.model.matrices.values() if one.labels is not None), None)
        for k, one in enumerate(parts):
            self.place[id(one)] = row_of(one, rows, labels) if said else k
        self.count = rows

    def _drawn(self, parts: List[Union[Depot, Stop]]) -> None:
        """Coordinates beside matrices are kept where all places have them."""
        x = numpy.full((2, self.count), numpy.nan)
        for one in parts:
            if one.where.x is not None:
                x[:, self.place[id(one)]] = one.where.x, one.where.y
        if not numpy.isnan(x).any():
            self._keep(x[0], x[1], all(one.where.on_sphere for one in parts))

    def _keep(self, x: Array, y: Array, on_sphere: bool) -> None:
        self.x, self.y, self.on_sphere = numpy.ascontiguousarray(x), numpy.ascontiguousarray(y), on_sphere

    def _coordinates(self, parts: List[Union[Depot, Stop]]) -> None:
        """Where setup times count, parts at the same coordinates are at one place; else each has its own."""
        for one in parts:
            if one.where.x is None:
                raise UsageError("x: expected coordinates of %s, or matrices (add_matrix), found neither" % one.name)
            if one.where.on_sphere != parts[0].where.on_sphere:
                raise UsageError("lat: expected lat and lon of all depots and stops, or x and y of all, found both, of %s and %s" % (parts[0].name, one.name))
            if one.where.location is not None:
                raise UsageError("location: expected none without matrices (add_matrix), found one of %s" % one.name)
        joined = any(stop.setup for stop in self.model.stops)
        found: Dict[Any, int] = {}
        for k, one in enumerate(parts):
            self.place[id(one)] = found.setdefault((one.where.x, one.where.y) if joined else k, len(found))
        self.count = len(found)
        x = numpy.empty((2, self.count))
        for one in parts:
            x[:, self.place[id(one)]] = one.where.x, one.where.y
        self._keep(x[0], x[1], parts[0].where.on_sphere)

    # ---- matrices ----

    def matrices(self) -> List[Matrix]:
        """By profile; of coordinates the only one. Each type's profile is kept in self.profile."""
        model = self.model
        if model.matrices:
            names = list(model.matrices)
            if model.speed is not None:
                raise UsageError("speed: expected none beside matrices, which have durations, found %g" % model.speed)
            used = [name for name in names if any(self._profile(one, names) == name for one in model.vehicle_types)]
            self.profile = [used.index(self._profile(one, names)) for one in model.vehicle_types]
            return [model.matrices[name] for name in used]
        for one in model.vehicle_types:
            if one.profile is not None:
                raise UsageError("profile: expected matrices of that profile (add_matrix), found none of %r" % one.profile)
        self.profile = [0 for _ in model.vehicle_types]
        return [self._measured()]

    @staticmethod
    def _profile(one: VehicleType, names: List[str]) -> str:
        if one.profile is None and len(names) == 1:
            return names[0]
        if one.profile not in names:
            raise UsageError("profile: expected one of %s for %s, found %s" % (", ".join(names), one.name, one.profile))
        return str(one.profile)

    def _measured(self) -> Matrix:
        model = self.model
        if self.on_sphere and self.timed and not model.speed:
            raise UsageError("speed: expected the speed of vehicles in km/h, as the model has times, latitudes and longitudes, or durations (add_matrix), found none")
        if not self.on_sphere and model.speed is not None:
            raise UsageError("speed: expected lat and lon, found x and y, whose distances are times, too")
        self.metric = "GEOM" if self.on_sphere else "EUC_2D"
        assert self.x is not None and self.y is not None
        distance, duration = distances(self.x, self.y, self.on_sphere, model.distances, model.speed or 0.0)
        return Matrix(distance, duration)

    def settle_matrices(self) -> None:
        """distance and duration (profiles, n, n) in units, and the decimals of both."""
        found = self.matrices()
        length = [one.distance if one.distance is not None else one.duration for one in found]
        times = [one.duration if one.duration is not None else one.distance for one in found]
        same = all(a is b for a, b in zip(length, times))
        types = self.model.vehicle_types
        self.distance_decimals = max([exact.matrix_places("distance", one) for one in length if one is not None] + [finest(one.max_distance for one in types)])
        self.time_decimals = max([exact.matrix_places("duration", one) for one in times if one is not None] + [
            finest(value for _, value in self.times()), finest(one.max_duration for one in types)])
        if same:
            self.distance_decimals = self.time_decimals = max(self.distance_decimals, self.time_decimals)
        self.distance = numpy.stack([exact.matrix_units("distance", one, self.distance_decimals) for one in length if one is not None])
        self.duration = None if same else numpy.stack([exact.matrix_units("duration", one, self.time_decimals) for one in times if one is not None])
        self.horizon = self._horizon()

    def _horizon(self) -> int:
        """No end of a window that is later can matter: all that can be done takes no longer behind the last time from which something may begin."""
        model, most = self.model, int((self.distance if self.duration is None else self.duration).max())
        ready = [0] + [self.time("window", depot.window[0]) for depot in model.depots] + [self.time("shift", one.shift[0]) for one in model.vehicle_types]
        spent = 0
        for stop in model.stops:
            ready += [self.time("window of %s" % stop.name, window[0]) for window in stop.windows] + [self.time("release of %s" % stop.name, stop.release)]
            spent += self.time("service of %s" % stop.name, stop.service) + self.time("setup of %s" % stop.name, stop.setup)
        for one in model.vehicle_types:
            ready += [self.time("breaks of %s" % one.name, each[0]) for each in one.breaks]
        spent += max(sum(self.time("breaks of %s" % one.name, each[2]) for each in one.breaks) for one in model.vehicle_types)
        ways = 2 * len(model.stops) if any(one.trips != 1 for one in model.vehicle_types) else len(model.stops) + 1
        loading = max([self.time("service of %s" % depot.name, depot.service) for depot in model.depots], default=0)
        return max(ready) + ways * most + spent + loading * len(model.stops)

    def time(self, name: str, value: Optional[Number]) -> int:
        return units(name, value, self.time_decimals)

    def window(self, name: str, window: Window) -> Tuple[int, int]:
        """In units; an end that cannot matter is none."""
        ready, due = window
        late = due is None or due.scaleb(self.time_decimals) >= self.horizon
        return self.time(name, ready), NO_LIMIT if late else self.time(name, due)

    # ---- costs and loads ----

    def settle_units(self) -> None:
        model = self.model
        amounts = [value for stop in model.stops for value in stop.delivery + stop.pickup] + [value for pair in model.pairs for value in pair.amount]
        self.load_decimals = finest([*amounts, *(value for one in model.vehicle_types for value in one.capacity or ())])
        prizes = [part.prize for listed in (model.stops, model.groups, model.pairs) for part in listed]  # type: ignore[attr-defined]
        wanted = [self.distance_decimals, finest(prizes)]
        for one in model.vehicle_types:
            wanted += [places(one.fixed_cost), self.distance_decimals + places(one.distance_cost)]
            wanted += [self.time_decimals + places(one.duration_cost)] if one.duration_cost else []
        self.cost_decimals = max(wanted)
        if self.cost_decimals > COST_DECIMALS_MOST:
            raise UsageError("distance_cost: expected costs of at most %d decimals, those of distances or times included, found %d: round matrices (decimals=)"
                             % (COST_DECIMALS_MOST, self.cost_decimals))

    def cost(self, name: str, value: Optional[Number], less: int = 0) -> int:
        return REQUIRED if value is None else units(name, value, self.cost_decimals - less, 2**61)

    def load(self, name: str, values: Tuple[Optional[Number], ...]) -> List[int]:
        found = [units(name, value, self.load_decimals) for value in values]
        return found + [0] * (8 - len(found))

    # ---- stops ----

    def stops(self) -> Tuple[Array, Optional[Array]]:
        """The array of stops, and that of windows if some stop has several."""
        model = self.model
        table = numpy.zeros(len(model.stops), STOP)
        several = any(len(stop.windows) > 1 for stop in model.stops)
        listed: List[Tuple[int, int]] = []
        for row, stop in zip(table, model.stops):
            self._stop(row, stop)
            windows = [self.window("window of %s" % stop.name, window) for window in stop.windows] or [(0, NO_LIMIT)]
            last = next((k for k, window in enumerate(windows) if window[1] == NO_LIMIT), len(windows) - 1)
            row["ready"], row["due"] = windows[0][0], windows[last][1]
            if several:
                row["window_first"], row["window_end"] = len(listed), len(listed) + last + 1
                listed += windows[:last + 1]
        self._groups(table)
        self._pairs(table)
        return table, numpy.array(listed, dtype=numpy.int32) if several else None

    def _stop(self, row: Any, stop: Stop) -> None:
        row["place"], row["prize"] = self.place[id(stop)], self.cost("prize of %s" % stop.name, stop.prize)
        for member in ("service", "setup", "release"):
            row[member] = self.time("%s of %s" % (member, stop.name), getattr(stop, member))
        row["delivery"], row["pickup"] = (self.load("%s of %s" % (word, stop.name), getattr(stop, word)) for word in ("delivery", "pickup"))
        row["backhaul"] = stop.backhaul

    def _groups(self, table: Array) -> None:
        numbered: Dict[int, int] = {}  # in the order of their first stops
        for row, stop in zip(table, self.model.stops):
            if stop.group is not None:
                row["group"] = numbered.setdefault(stop.group.index, len(numbered) + 1)
                row["prize"] = self.cost("prize of %s" % stop.group.name, stop.group.prize)

    def _pairs(self, table: Array) -> None:
        for k, pair in enumerate(self.model.pairs):
            first, second = table[pair.pickup.index], table[pair.delivery.index]
            first["partner"], second["partner"] = pair.delivery.index + 1, -(pair.pickup.index + 1)
            first["prize"], second["prize"] = self.cost("prize of pair %d" % k, pair.prize), 0
            first["pickup"] = second["delivery"] = self.load("amount of pair %d" % k, pair.amount)

    # ---- types ----

    def types(self) -> Array:
        table = numpy.zeros(len(self.model.vehicle_types), TYPE)
        reloads = reload_depots(self.model.vehicle_types)
        for row, one in zip(table, self.model.vehicle_types):
            row["fixed"] = self.cost("fixed_cost of %s" % one.name, one.fixed_cost)
            row["per_distance"] = self.cost("distance_cost of %s" % one.name, one.distance_cost, self.distance_decimals)
            row["per_duration"] = self.cost("duration_cost of %s" % one.name, one.duration_cost, self.time_decimals) if one.duration_cost else 0
            row["count"] = NO_LIMIT if one.count is None else one.count
            row["profile"] = self.profile[one.index]
            for word, depot in (("start", one.start), ("end", one.end)):
                row[word] = OPEN if depot is None else self.place[id(depot)]
                row[word + "_ready"], row[word + "_due"] = self._shift(one, depot)
            row["max_distance"] = units("max_distance of %s" % one.name, one.max_distance, self.distance_decimals)
            row["max_duration"] = units("max_duration of %s" % one.name, one.max_duration, self.time_decimals)
            row["max_stops"] = NO_LIMIT if one.max_stops is None else one.max_stops
            row["trips"] = NO_LIMIT if one.trips is None else one.trips
            row["reloads"] = sum(1 << reloads.index(depot) for depot in set(one.reload_depots))
            row["capacity"] = self.load("capacity of %s" % one.name, one.capacity or (None,) * self.loads)
        return table

    def _shift(self, one: VehicleType, depot: Optional[Depot]) -> Tuple[int, int]:
        """What the shift and the depot allow both."""
        ready, due = self.window("shift of %s" % one.name, one.shift)
        if depot is not None:
            opens, closes = self.window("window of %s" % depot.name, depot.window)
            ready, due = max(ready, opens), min(due, closes)
            if ready > due:
                raise UsageError("shift: expected times when %s is open, found none of %s" % (depot.name, one.name))
        return ready, due

    def allowed(self) -> Optional[Array]:
        """(stops, types)"""
        model = self.model
        if not any(stop.skills for stop in model.stops):
            return None
        return numpy.array([[stop.skills <= one.skills for one in model.vehicle_types] for stop in model.stops], dtype=numpy.uint8)

    def depots(self) -> Tuple[Optional[Array], Optional[Array]]:
        """(reloads, 4) and (breaks, 4)."""
        reloads = [[self.place[id(depot)], *self.window("window of %s" % depot.name, depot.window), self.time("service of %s" % depot.name, depot.service)]
                   for depot in reload_depots(self.model.vehicle_types)]
        breaks = []
        for one in self.model.vehicle_types:
            for ready, due, length in one.breaks:
                name = "breaks of %s" % one.name
                breaks.append([one.index, *self.window(name, (ready, due)), self.time(name, length)])
        return tuple(numpy.array(rows, dtype=numpy.int32) if rows else None for rows in (reloads, breaks))  # type: ignore[return-value]


def row_of(part: Union[Depot, Stop], rows: int, labels: Optional[Dict[Any, int]]) -> int:
    """Of a part's location: a label, or the number of a row."""
    location = part.where.location
    if labels is not None and location in labels:
        return labels[location]
    if labels is not None and not isinstance(location, (int, numpy.integer)):
        raise UsageError("location: expected a label of the matrices, such as %r, found %r of %s" % (next(iter(labels)), location, part.name))
    row = exact.count("location", location, 0)
    if row >= rows or (labels is not None and any(isinstance(label, (int, numpy.integer)) for label in labels)):
        raise UsageError("location: expected a row of the matrices, 0 to %d, or a label of these, found %d of %s" % (rows - 1, row, part.name))
    return row


def size(array: Optional[Array]) -> int:
    return 0 if array is None else len(array)


class Arrays:
    """A model as the arrays of fleet(): numbers and arrays by their names."""

    def __init__(self, model: Model) -> None:
        low = Lowered(model)
        low.settle_places()
        low.settle_matrices()
        low.settle_units()
        self.name, self.metric = model.name, low.metric
        (self.stop, window), self.type, allowed, (reload, pause) = low.stops(), low.types(), low.allowed(), low.depots()
        backhauls = 0 if not self.stop["backhaul"].any() else 1 if model.backhauls_alone else 2
        self.numbers = {
            "stops": len(self.stop), "places": low.count, "profiles": len(low.distance), "types": len(self.type), "loads": low.loads,
            "distance_decimals": low.distance_decimals, "time_decimals": low.time_decimals, "load_decimals": low.load_decimals,
            "cost_decimals": low.cost_decimals, "backhauls": backhauls, "windows": size(window), "reloads": size(reload), "breaks": size(pause),
            "on_sphere": int(low.on_sphere)}
        self.options: Dict[str, Any] = {} if model.objective == "distance" else {"objective": model.objective}
        if model.unserved == "allowed":
            self.options["unserved"] = model.unserved
        self.distance, self.duration, self.timed, self.horizon = low.distance, low.duration, low.timed, low.horizon
        self.others: Dict[str, Optional[Array]] = {"x": low.x, "y": low.y, "allowed": allowed, "window": window, "reload": reload, "pause": pause}

    def instance(self, comm: Any = None) -> Instance:
        """UsageError, FormatError, NoSolution."""
        return fleet(self.name, self.numbers, self.options, self.metric, comm, stop=self.stop, type=self.type, distance=self.distance, duration=self.duration,
                     **self.others)
