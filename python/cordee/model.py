"""Models of vehicle routing as objects: depots, types of vehicles, stops and what joins them."""
from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy

from . import exact, parts
from .errors import UsageError
from .instance import Instance, whole
from .lower import Arrays
from .matrices import Matrix, matrix_of
from .options import MethodName, search_words
from .parts import Depot, Group, Numeric, Pair, Stop, VehicleType, belongs, name_of
from .plain import METHODS, from_fleet, plain_instance
from .search import run_words
from .solution import Solution

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._typing import Array, Path
    from .search import Asked

    Times = Tuple[Optional[Numeric], Optional[Numeric]]

DISTANCES = ("real", "rounded", "truncated")
UNSERVED = ("refused", "allowed")


class Default(enum.Enum):
    """What an argument is that was not given where None has a meaning."""
    DEPOT = "the only depot"
    START = "the start"


class Model:
    """A routing problem, to which depots, types of vehicles and stops are added, and which is solved.

    Parameters
    ----------
    name : str
        For messages, files and drawings.
    objective : str
        What is minimised. "distance": the cost, of fixed costs, distances, durations and the prizes of stops that are left out. "vehicles": first the
        number of vehicles, then that cost. Others are those of ``cordee solve --objective``.
    distances : {"real", "rounded", "truncated"}
        How distances of coordinates x and y are taken: with three decimals, as whole numbers, or truncated to one decimal.
    speed : float, optional
        Kilometres an hour, for the travel times of latitudes and longitudes, which are whole seconds. Their distances are whole metres.
    backhauls_alone : bool
        Whether a route may have backhauls alone.
    unserved : {"refused", "allowed"}
        What becomes of stops without a prize. "refused": a solution without one of them is not complete, and it is an error where one can never be
        served. "allowed": as many of them as possible are served (a pair is two, a group one), then the cost is least.

    Notes
    -----
    Units are yours: costs count what `distance_cost` and so on say a unit of distance costs; times are in the unit of the durations, or without these in
    that of the distances. Numbers are exact: ints, Decimals and floats as they are written, of six decimals at most; what has no room is refused.

    Examples
    --------
    >>> model = cordee.routing.Model()
    >>> depot = model.add_depot(x=0, y=0)
    >>> van = model.add_vehicle_type(count=2, capacity=10)
    >>> stops = [model.add_stop(x=x, y=5, delivery=4) for x in (10, 20, 30)]
    >>> solution = model.solve(time=1)
    >>> [route.stops for route in solution.routes]"""

    def __init__(self, name: str = "model", objective: str = "distance", distances: str = "real", speed: Optional[float] = None,
                 backhauls_alone: bool = True, unserved: str = "refused") -> None:
        for word, value, known in (("distances", distances, DISTANCES), ("unserved", unserved, UNSERVED)):
            if value not in known:
                raise UsageError("%s: expected %s, found %r" % (word, " or ".join(known), value))
        self.name, self.objective, self.distances, self.backhauls_alone = str(name), str(objective), distances, bool(backhauls_alone)
        self.unserved = unserved
        self.speed: Optional[float] = None if speed is None else float(exact.number("speed", speed))
        self.depots: List[Depot] = []
        self.vehicle_types: List[VehicleType] = []
        self.stops: List[Stop] = []
        self.pairs: List[Pair] = []
        self.groups: List[Group] = []
        self.matrices: Dict[str, Matrix] = {}
        self.order: List[Union[Depot, Stop]] = []  # as they were added: rows of a matrix where no location is said

    def __repr__(self) -> str:
        return "<cordee.routing.Model %s: %d depots, %d types of vehicles, %d stops>" % (self.name, len(self.depots), len(self.vehicle_types), len(self.stops))

    @classmethod
    def from_vrplib(cls, found: Mapping[str, Any], objective: str = "distance", distances: Optional[str] = None, unserved: str = "refused") -> Model:
        """A model of what the package vrplib reads: vehicle routing from one depot, with or without time windows.

        Parameters
        ----------
        found : mapping
            As ``vrplib.read_instance`` returns it: node_coord (n, 2) or edge_weight (n, n), demand (n), capacity, depot, and where there are some
            vehicles, distance (the longest route), time_window (n, 2) and service_time (n). Sections that it has beside these are refused by name.
        objective, unserved : str
            As of Model.
        distances : str, optional
            As of Model; None: "rounded", or with time windows "truncated", as of a file.

        Returns
        -------
        Model
            Stops have the names of their nodes, from 0, as solutions of vrplib have them; more can be added.

        Raises
        ------
        UsageError
            A key is missing, has another shape, or is not known.

        Examples
        --------
        >>> model = cordee.routing.Model.from_vrplib(vrplib.read_instance("X-n101-k25.vrp"))"""
        from .vrplib import model_of
        return model_of(cls, found, objective, distances, unserved)

    # ---- parts ----

    def add_depot(self, x: Optional[Numeric] = None, y: Optional[Numeric] = None, *, lat: Optional[Numeric] = None, lon: Optional[Numeric] = None,
                  location: Any = None, window: Optional[Times] = None, service: Numeric = 0, name: Optional[str] = None) -> Depot:
        """Adds a depot.

        Parameters
        ----------
        x, y : number, optional
            Coordinates in a plane.
        lat, lon : number, optional
            Degrees on the sphere, instead of x and y.
        location : int or label, optional
            The row of the matrices, from 0, or where these have labels (`add_matrix`) one of them. Without locations rows are depots and stops in the
            order in which they are added.
        window : (ready, due), optional
            When vehicles may leave, be back and load again; None in place of either: any time.
        service : number
            How long it takes to load again between two trips (`add_vehicle_type`, trips).
        name : str, optional
            "depot 0" and so on by default.

        Returns
        -------
        Depot

        Raises
        ------
        UsageError
            An argument is wrong; the message begins with its name."""
        one = Depot(len(self.depots), name_of(name, "depot", len(self.depots)), parts.where_of(x, y, lat, lon, location), parts.window_of("window", window),
                    exact.number("service", service))
        self.depots.append(one)
        self.order.append(one)
        return one

    def add_vehicle_type(self, count: Optional[int] = 1, capacity: Union[None, Numeric, Sequence[Optional[Numeric]]] = None, *,
                         start: Union[Depot, None, Default] = Default.DEPOT, end: Union[Depot, None, Default] = Default.START, fixed_cost: Numeric = 0,
                         distance_cost: Numeric = 1, duration_cost: Numeric = 0, shift: Optional[Times] = None, max_distance: Optional[Numeric] = None,
                         max_duration: Optional[Numeric] = None, max_stops: Optional[int] = None, skills: Iterable[Any] = (), profile: Optional[str] = None,
                         trips: Optional[int] = 1, reload_depots: Optional[Iterable[Depot]] = None,
                         breaks: Iterable[Tuple[Numeric, Optional[Numeric], Numeric]] = (), name: Optional[str] = None) -> VehicleType:
        """Adds vehicles that are alike.

        Parameters
        ----------
        count : int, optional
            How many there are; None: any number.
        capacity : number or sequence, optional
            The load that a vehicle holds, or one for each dimension, eight at most; None: any.
        start, end : Depot, optional
            Where routes begin and end; the only depot by default, and where they begin. None: an open route begins or ends with a stop.
        fixed_cost, distance_cost, duration_cost : number
            Of a vehicle that is used, of a unit of distance, and of a unit of time from leaving to being back.
        shift : (ready, due), optional
            When the vehicles leave at the earliest, and are back at the latest.
        max_distance, max_duration, max_stops : number, optional
            Limits of a route; None: none.
        skills : iterable
            What stops may ask for: any values that can be members of a set.
        profile : str, optional
            Which matrices count; by default the only ones.
        trips : int, optional
            The most trips of a vehicle, which loads again between two; None: any number.
        reload_depots : iterable of Depot, optional
            Where it does; by default at the start.
        breaks : iterable of (ready, due, length)
            Breaks that every vehicle in use takes, four at most.
        name : str, optional
            "type 0" and so on by default.

        Returns
        -------
        VehicleType

        Raises
        ------
        UsageError
            An argument is wrong; the message begins with its name."""
        begin = self._only_depot() if start is Default.DEPOT else None if start is None else belongs("start", start, self.depots, Depot)
        finish = begin if end is Default.START else None if end is None else belongs("end", end, self.depots, Depot)
        if begin is None and finish is None:
            raise UsageError("start: expected a start or an end, found neither")
        most = None if trips is None else exact.count("trips", trips, 1)
        reloads = tuple(belongs("reload_depots", one, self.depots, Depot) for one in reload_depots) if reload_depots is not None else ()
        if most == 1 and reloads:
            raise UsageError("trips: expected more than 1, or None, beside reload_depots, found 1")
        if most != 1 and not reloads:
            if begin is None:
                raise UsageError("reload_depots: expected depots where vehicles without a start load again, found none")
            reloads = (begin,)
        one = VehicleType(
            len(self.vehicle_types), name_of(name, "type", len(self.vehicle_types)), None if count is None else exact.count("count", count, 1),
            parts.capacity_of(capacity), begin, finish, exact.number("fixed_cost", fixed_cost), exact.number("distance_cost", distance_cost),
            exact.number("duration_cost", duration_cost), parts.window_of("shift", shift), exact.limit("max_distance", max_distance),
            exact.limit("max_duration", max_duration), None if max_stops is None else exact.count("max_stops", max_stops, 1), parts.skills_of(skills),
            None if profile is None else str(profile), most, reloads, tuple(self._break(one) for one in breaks))
        self.vehicle_types.append(one)
        return one

    def add_stop(self, x: Optional[Numeric] = None, y: Optional[Numeric] = None, *, lat: Optional[Numeric] = None, lon: Optional[Numeric] = None,
                 location: Any = None, delivery: Union[None, Numeric, Sequence[Numeric]] = None,
                 pickup: Union[None, Numeric, Sequence[Numeric]] = None, service: Numeric = 0, setup: Numeric = 0,
                 window: Union[None, Times, Sequence[Times]] = None, release: Numeric = 0, prize: Optional[Numeric] = None, group: Optional[Group] = None,
                 skills: Iterable[Any] = (), backhaul: bool = False, name: Optional[str] = None) -> Stop:
        """Adds a stop, where a customer is served.

        Parameters
        ----------
        x, y, lat, lon, location : number, optional
            Where it is, as of `add_depot`.
        delivery, pickup : number or sequence, optional
            Goods from the vehicle's start, and goods to its end; a number, or one for each dimension.
        service : number
            How long the vehicle stays.
        setup : number
            How much longer where the stop before is at another place; it passes between the arrival and the window.
        window : (ready, due) or a list of such, optional
            When service begins: in one of them. Several are in rising order and apart.
        release : number
            When its goods are at the depot: the trip that brings them leaves then, or later.
        prize : number, optional
            What it costs to leave the stop out; None: it must be served.
        group : Group, optional
            Alternatives, of which one is served; the group has the prize.
        skills : iterable
            What the vehicle must have, all of it.
        backhaul : bool
            It comes after all stops of its route that are none.
        name : str, optional
            "stop 0" and so on by default.

        Returns
        -------
        Stop

        Raises
        ------
        UsageError
            An argument is wrong; the message begins with its name."""
        if group is not None:
            belongs("group", group, self.groups, Group)
            if prize is not None:
                raise UsageError("prize: expected none of a stop of a group, which has the prize: found %r" % (prize,))
        one = Stop(len(self.stops), name_of(name, "stop", len(self.stops)), parts.where_of(x, y, lat, lon, location), parts.amounts_of("delivery", delivery),
                   parts.amounts_of("pickup", pickup), exact.number("service", service), exact.number("setup", setup), exact.number("release", release),
                   parts.windows_of("window", window), None if prize is None else exact.number("prize", prize), group, parts.skills_of(skills), bool(backhaul))
        self.stops.append(one)
        self.order.append(one)
        return one

    def add_group(self, prize: Optional[Numeric] = None, *, name: Optional[str] = None) -> Group:
        """Adds a group of alternatives, to which `add_stop` adds stops: one of them is served.

        Parameters
        ----------
        prize : number, optional
            What it costs to serve none; None: one must be served.
        name : str, optional
            "group 0" and so on by default.

        Returns
        -------
        Group"""
        one = Group(len(self.groups), name_of(name, "group", len(self.groups)), None if prize is None else exact.number("prize", prize))
        self.groups.append(one)
        return one

    def add_pair(self, pickup: Stop, delivery: Stop, amount: Union[None, Numeric, Sequence[Numeric]] = None, *, prize: Optional[Numeric] = None) -> Pair:
        """Joins two stops: one vehicle brings goods from the first to the second.

        Parameters
        ----------
        pickup, delivery : Stop
            Without deliveries, pickups, prizes and groups of their own.
        amount : number or sequence, optional
            The goods; a number, or one for each dimension.
        prize : number, optional
            What it costs to leave both out; None: they must be served.

        Returns
        -------
        Pair

        Raises
        ------
        UsageError
            A stop is of another pair or model, or has goods, a prize or a group of its own."""
        taken = {stop.index for pair in self.pairs for stop in (pair.pickup, pair.delivery)}
        for word, stop in (("pickup", pickup), ("delivery", delivery)):
            belongs(word, stop, self.stops, Stop)
            if stop.index in taken:
                raise UsageError("%s: expected a stop of no other pair, found %s" % (word, stop.name))
            for member, value in (("delivery", stop.delivery), ("pickup", stop.pickup), ("prize", stop.prize is not None), ("group", stop.group)):
                if value:
                    raise UsageError("%s: expected a stop without a %s, which the pair has, found %s" % (word, member, stop.name))
        if pickup is delivery:
            raise UsageError("delivery: expected another stop than pickup, found %s" % pickup.name)
        one = Pair(pickup, delivery, parts.amounts_of("amount", amount), None if prize is None else exact.number("prize", prize))
        self.pairs.append(one)
        return one

    def add_matrix(self, distance: Any = None, duration: Any = None, *, osrm: Union[None, Mapping[str, Any], Path] = None, profile: str = "car",
                   decimals: Optional[int] = None, labels: Optional[Iterable[Any]] = None) -> None:
        """Adds the distances and travel times between all places, of one profile.

        Parameters
        ----------
        distance, duration : array_like (n, n), optional
            From row to column; NumPy, lists, or a pandas DataFrame. Of one alone both are the same numbers. The diagonal is not looked at.
        osrm : mapping or path, optional
            Instead of these the answer of an OSRM table service: costs count its distances if there are any, else its durations.
        profile : str
            The name that types of vehicles give; each has matrices of one size.
        decimals : int, optional
            To which numbers are rounded, halves up. None: they are exact, of at most six decimals.
        labels : iterable (n), optional
            What `location` may say in place of a row; by default the index of a DataFrame. Matrices that have labels have the same ones.

        Raises
        ------
        UsageError
            A value is missing, below 0, or has more decimals; the message has its place. Labels are no n different ones."""
        if profile in self.matrices:
            raise UsageError("profile: expected another name than those of matrices that were added, found %r" % profile)
        one = matrix_of(distance, duration, osrm, decimals, labels)
        for name, other in self.matrices.items():
            one.agrees(name, other)
        self.matrices[profile] = one

    # ---- solving ----

    def instance(self, comm: Any = None) -> Instance:
        """The model as `cordee.solve` takes it, with the digest of a file of the same data.

        Parameters
        ----------
        comm : mpi4py.MPI.Comm, optional
            On all of its ranks the call is made; rank 0's model counts.

        Returns
        -------
        Instance

        Raises
        ------
        UsageError
            The model lacks something, or a number has no room.
        NoSolution
            It is proven that there is no solution: the message says why."""
        return Arrays(self).instance(comm)

    def solve(self, time: Optional[float] = None, *, seed: int = 1, start: Union[None, Solution, ArrayLike] = None, callback: Asked = None,
              progress: Optional[bool] = None, keep: bool = False, comm: Any = None, method: MethodName = None, threads: int = 0, backend: str = "auto",
              target: Optional[float] = None, target_gap: Optional[float] = None, best_known: float = 0, islands: int = 0, epoch: int = 0,
              checkpoint: Optional[Path] = None, checkpoint_every: float = 60, force: bool = False, stop_before: float = 30, hybrid: bool = False,
              log: Optional[Path] = None, **more: Any) -> Solution:
        """Searches for the best solution.

        Parameters
        ----------
        time : float, optional, from 0 to 1e9
            Seconds; None: the usual budget of work, after which the answer is the same on all machines.
        seed : int, from 0 to 9223372036854775807
            Of random numbers.
        start : Solution or array_like (genes), optional
            To begin with, and never to end worse.
        callback : callable, optional
            Called with a Progress several times a second; a true value ends the search with its best so far.
        progress : bool, optional
            Whether a bar of tqdm is shown; None: in a notebook.
        keep, comm, method, threads, backend, target, target_gap, best_known, islands, epoch, checkpoint, checkpoint_every, force, stop_before, hybrid, log
            As of `cordee.solve`.
        **more
            Options of the method by their names: epochs=40.

        Returns
        -------
        Solution

        Raises
        ------
        UsageError
            The model lacks something, or an argument is wrong: the message names it.
        NoSolution
            There is none, or none was found.

        Notes
        -----
        Ctrl-C ends the search with its best so far (`Solution.interrupted`). The method is "ruin", or "sisr", which also has a lower bound, where one depot,
        vehicles that are alike, a symmetric matrix and deliveries are all that the model has, enough vehicles are there, and no checkpoint or comm is asked
        for."""
        arrays = Arrays(self)
        one = arrays.instance(comm)
        words = search_words(Model.solve, method, dict(
            time=time, seed=seed, threads=threads, backend=backend, target=target, target_gap=target_gap, best_known=best_known, islands=islands, epoch=epoch,
            checkpoint=checkpoint, checkpoint_every=checkpoint_every, force=force, stop_before=stop_before, hybrid=hybrid, log=log), more)
        genes = start.genes if isinstance(start, Solution) else start
        wanted = words.get("method") in (None, *METHODS) and not keep and checkpoint is None and comm is None
        plain = plain_instance(arrays) if wanted else None
        if plain is None:
            return Solution(self, one, run_words(one, words, genes, callback, progress, keep, comm))
        begin = None if genes is None else from_fleet(whole("start", genes, numpy.int32, (one.genes,)))
        return Solution(self, one, run_words(plain, words, begin, callback, progress, keep))

    # ---- within ----

    def _only_depot(self) -> Depot:
        if len(self.depots) != 1:
            raise UsageError("start: expected a depot, as the model has %d, found none" % len(self.depots))
        return self.depots[0]

    @staticmethod
    def _break(one: Any) -> Tuple[exact.Number, Optional[exact.Number], exact.Number]:
        try:
            ready, due, length = one
        except (TypeError, ValueError):
            raise UsageError("breaks: expected (ready, due, length) each, found %r" % (one,)) from None
        return (*parts.window_of("breaks", (ready, due)), exact.number("breaks", length))
