"""What routing.Model.solve() finds: routes of a model's stops, their times, drawings and files."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

import numpy

from . import fleet
from .exact import Number, units
from .fleet import KINDS, scaled
from .parts import Depot, Stop, VehicleType, reload_depots
from .plain import to_fleet
from .result import Result

if TYPE_CHECKING:
    import pandas

    from ._typing import Array, Columns, Path
    from .instance import Instance
    from .model import Model


class Route:
    """The route of one vehicle.

    Attributes
    ----------
    vehicle_type : VehicleType
    stops : list of Stop
        In the order of visits.
    trips : list of list of Stop
        The same by trips; one list where the vehicle does not load again.
    reloads : list of Depot
        Where it does, between two trips each.
    distance, duration : number
        Of the route; duration is from `start` to `end`.
    start, end : number
        When the vehicle leaves and is back."""

    def __init__(self, vehicle_type: VehicleType, trips: List[List[Stop]], reloads: List[Depot], distance: Any, start: Any, end: Any) -> None:
        self.vehicle_type, self.trips, self.reloads, self.distance, self.start, self.end = vehicle_type, trips, reloads, distance, start, end
        self.duration = end - start
        self.stops = [stop for trip in trips for stop in trip]

    def __repr__(self) -> str:
        return "<cordee.routing.Route of %s: %s>" % (self.vehicle_type.name, " | ".join(", ".join(stop.name for stop in trip) for trip in self.trips))

    def __len__(self) -> int:
        """How many stops it has."""
        return len(self.stops)

    def parts(self) -> List[Union[Depot, Stop]]:
        """Where the vehicle is, in order: the depots, too."""
        found: List[Union[Depot, Stop]] = [self.vehicle_type.start] if self.vehicle_type.start is not None else []
        for k, trip in enumerate(self.trips):
            found += [self.reloads[k - 1]] if k else []
            found += trip
        return found + ([self.vehicle_type.end] if self.vehicle_type.end is not None else [])


class Solution:
    """The best that a search of a model found.

    Attributes
    ----------
    cost : int or float
        In the model's unit; judged by independent code. Without what comes first: the number of vehicles (`routes`), the longest route, or how many
        stops are `unserved`.
    costs : dict
        Its parts: "fixed", "distance", "duration", "prizes" of stops that are left out, and "balance" of the longest route.
    is_complete : bool
        Whether all stops are served that have to be: always, where the model's `unserved` is "allowed".
    gap : float or None
        100 (cost - bound) / bound, per cent; None where no lower bound is known.
    routes : list of Route
        Of the vehicles in use.
    unserved : list of Stop
        Who is left out.
    interrupted : bool
        Whether Ctrl-C ended the search.
    result : Result
        Of the search: the end, its course, its bound, the method.
    instance : Instance
        The model's; `genes` is the solution as integers, which it judges.
    model : Model
        As it was solved, if nothing was added to it since."""

    def __init__(self, model: Model, instance: Instance, result: Result) -> None:
        self.model, self.instance, self.result = model, instance, result
        self.genes: Array = result.solution if result.solution.size == instance.genes else to_fleet(result.solution)
        self.gap: Optional[float] = result.above_bound_percent if model.objective == "distance" else None
        self.interrupted = result.interrupted
        self._stops, self._types = list(model.stops), list(model.vehicle_types)
        self._reloads = reload_depots(self._types)
        self._table = fleet.timetable(instance, self.genes)
        self.unserved: List[Stop] = [self._stops[int(c) - 1] for c in unserved(self.genes)]
        self.is_complete: bool = self._table.missing == 0
        self.routes: List[Route] = self._routes()
        cost_of = instance.cost_of
        if model.unserved == "allowed":  # then stops without a prize have one that comes before all else
            self._table.parts["prizes"] = sum(units("prize", prize, instance.decimals, 2**61) for prize in prizes_lost(model, self.unserved))
        self.cost: Union[int, float] = cost_of(sum(self._table.parts.values()))
        self.costs: Dict[str, Union[int, float]] = {name: cost_of(value) for name, value in self._table.parts.items()}

    def __repr__(self) -> str:
        return "<cordee.routing.Solution of %s: %s by %d routes%s>" % (self.model.name, self.cost, len(self.routes), "" if self.is_complete else ", incomplete")

    def _routes(self) -> List[Route]:
        table, visits = self._table, self._table.visits
        found = []
        for begin in numpy.flatnonzero(visits["kind"] == KINDS.index("start")):
            end = begin + 1
            trips: List[List[Stop]] = [[]]
            reloads: List[Depot] = []
            while KINDS[visits["kind"][end]] != "end":
                if KINDS[visits["kind"][end]] == "stop":
                    trips[-1].append(self._stops[visits["stop"][end] - 1])
                elif KINDS[visits["kind"][end]] == "reload":
                    trips.append([])
                    reloads.append(self._reloads[visits["reload"][end]])
                end += 1
            found.append(Route(self._types[visits["type"][begin]], trips, reloads, scaled(visits["distance"][end], table.distance_decimals).item(),
                               scaled(visits["departure"][begin], table.time_decimals).item(), scaled(visits["begin"][end], table.time_decimals).item()))
        return found

    # ---- times ----

    def table(self) -> Columns:
        """The schedule as a dict of NumPy columns, which `schedule` has as a frame."""
        return schedule_columns(self._table, self._stops, self._types)

    def schedule(self) -> pandas.DataFrame:
        """When each vehicle is where: a row a visit or a break, route after route.

        Returns
        -------
        pandas.DataFrame
            route : from 0. vehicle_type : its name. trip : from 0. kind : "start", "stop", "reload", "break" (on the way to the next row's visit) or "end". stop : its
            name, "" of others.
            arrival, wait, begin, departure : in the unit of times; service takes from begin to departure, wait is from the arrival to the begin without
            the setup. distance : from the start. load : on board at the departure; load_0, load_1 and so on where there are several dimensions.

        Raises
        ------
        ImportError
            Without pandas; `table` does without."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("schedule() needs pandas (pip install pandas, or Debian's python3-pandas); table() does not: %s" % error) from None
        return pandas.DataFrame(self.table())

    # ---- files ----

    def to_dict(self) -> Dict[str, Any]:
        """All that the solution says, of names and numbers: cost, is_complete, routes with their visits, unserved. It can be written as JSON."""
        columns = {name: values.tolist() for name, values in self.table().items()}
        visits = [dict(zip(columns, values)) for values in zip(*columns.values())]
        routes = [{"vehicle_type": route.vehicle_type.name, "distance": route.distance, "duration": route.duration, "start": route.start, "end": route.end,
                   "stops": [stop.name for stop in route.stops],
                   "visits": [{name: value for name, value in visit.items() if name not in ("route", "vehicle_type")} for visit in visits if visit["route"] == k]}
                  for k, route in enumerate(self.routes)]
        return {"name": self.model.name, "cost": self.cost, "is_complete": self.is_complete, "routes": routes,
                "unserved": [stop.name for stop in self.unserved]}

    def to_json(self, indent: Optional[int] = None) -> str:
        """`to_dict` as JSON text. `write("plan.json")` has the form of VROOM's answers."""
        return json.dumps(self.to_dict(), indent=indent)

    def geojson(self) -> Dict[str, Any]:
        """Routes as lines and unserved stops as points: a FeatureCollection, with the names of stops and types. Coordinates are longitudes and latitudes,
        or x and y.

        Raises
        ------
        UsageError
            Places have no coordinates."""
        found: Dict[str, Any] = json.loads(fleet.text_of(self.instance, self.genes, ".geojson"))
        for feature in found["features"]:
            said = feature["properties"]
            if "customers" in said:
                said["vehicle_type"] = self._types[said["type"] - 1].name
                said["stops"] = [self._stops[c - 1].name for c in said["customers"]]
            else:
                said["stop"] = self._stops[said["customer"] - 1].name
        return found

    def write(self, path: Path) -> None:
        """Writes it as `cordee solve --out` does: .sol, .csv, .geojson, or .json, VROOM's answers. Stops are numbers, from 1."""
        fleet.write(self.instance, self.genes, path)

    def plot(self, axes: Any = None) -> Any:
        """Draws the routes on matplotlib's axes, new ones by default, and returns these.

        Raises
        ------
        UsageError
            Places have no coordinates.
        ImportError
            Without Matplotlib."""
        from .drawing import draw_solution
        return draw_solution(self, axes)


def prizes_lost(model: Model, left: List[Stop]) -> List[Number]:
    """Those that the model has for the stops that are left out; a pair and a group have one."""
    out = {stop.index for stop in left}
    of_pairs = {stop.index for pair in model.pairs for stop in (pair.pickup, pair.delivery)}
    served = {stop.group for stop in model.stops if stop.index not in out}
    found = [stop.prize for stop in left if stop.index not in of_pairs and stop.group is None]
    found += [pair.prize for pair in model.pairs if pair.pickup.index in out]
    found += [group.prize for group in model.groups if group not in served and any(stop.group is group for stop in left)]
    return [prize for prize in found if prize is not None]


def unserved(genes: Array) -> Array:
    """The customers who are left out."""
    size = genes.size // 2
    parts = numpy.split(numpy.abs(genes[:size]), numpy.flatnonzero(genes[:size] < 0)[1:])
    routes = numpy.count_nonzero(genes[:size] < 0)
    return parts[routes - 1] if genes[size + routes - 1] == fleet.LEFT_OUT else numpy.zeros(0, dtype=numpy.int32)


def schedule_columns(table: fleet.Timetable, stops: List[Stop], types: List[VehicleType]) -> Columns:
    visits = table.visits
    return {"route": visits["route"].astype(numpy.int64), "vehicle_type": numpy.array([types[k].name for k in visits["type"]], dtype=object),
            "trip": visits["trip"].astype(numpy.int64), "kind": numpy.array([KINDS[k] for k in visits["kind"]], dtype=object),
            "stop": numpy.array([stops[k - 1].name if k else "" for k in visits["stop"]], dtype=object), **fleet.time_columns(table)}
