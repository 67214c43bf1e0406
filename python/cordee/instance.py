"""Instances, from arrays or files. They never change; solve() takes them any number of times."""
from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

import numpy

from . import _library as lib
from .errors import UsageError, warn
from .made import Made, Recipe
from .options import differing

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike

    from ._typing import Array, Path


# Of instances, not of searches.
OPTIONS = ("path", "from", "to", "missing", "fleet", "distances", "objective", "scale", "matrix", "capacity", "speed", "trips", "unserved", "vehicles")


class Instance(Made):
    """A problem's data. Made by tour(), routing(), matching() and read().

    name; size: cities, customers or tasks; genes: length of a solution; decimals: costs inside are whole numbers of units of 10^-decimals;
    coords: (size, 2 or 3), of routing (size + 1, 2), as given, or None. times: (tasks, machines) as given to matching(), or None. labels: what
    tsp() was given as the names of cities, or None. Pickled, it is
    made again from the same arrays or file; a copy is the instance itself."""
    times: Optional[Array] = None
    labels: Optional[List[Any]] = None
    _freed_by = "cordee_instance_free"

    def __init__(self, handle: ctypes.c_void_p, comm: Any, coords: Optional[Array] = None) -> None:
        one = lib.library()
        self._own, self._comm, self.coords = handle, comm, coords
        self.name: str = one.cordee_instance_name(handle).decode("utf-8", "replace")
        self.size: int = one.cordee_instance_size(handle)
        self.genes: int = one.cordee_instance_genes(handle)
        self.decimals: int = one.cordee_instance_decimals(handle)
        self.remark: str = one.cordee_instance_remark(handle).decode("utf-8", "replace")
        text: str = one.cordee_instance_warning(handle).decode("utf-8", "replace")
        if text:
            warn(text, UserWarning)

    def __repr__(self) -> str:
        return "<cordee.Instance %s: %d>" % (self.name, self.size)

    def cost_of(self, units: int) -> Union[int, float]:
        """A cost of the library as users know it: int, or float where costs have decimals."""
        return units / int(10**self.decimals) if self.decimals else units

    @property
    def digest(self) -> int:
        """The same for equal data, of a file or of memory: what checkpoints are checked by."""
        return int(lib.library().cordee_instance_digest(self._handle))

    def judge(self, solution: ArrayLike) -> Union[int, float]:
        """The exact cost of a solution of any origin, (genes) integers as Result.solution. FormatError says which rule it breaks."""
        genes, cost = whole("solution", solution, numpy.int32, (self.genes,)), ctypes.c_int64()
        handle = lib.context(self._comm)
        lib.check(handle, lib.library().cordee_judge(handle, self._handle, genes.ctypes.data, ctypes.byref(cost)))
        return self.cost_of(cost.value)


def is_masked(values: Any) -> bool:
    return isinstance(values, numpy.ma.MaskedArray)


def missing(values: Any) -> Array:
    """Where an array or a list has None, NaN, the NA of pandas, or a mask."""
    if is_masked(values):
        hidden: Array = numpy.array(values.mask) | numpy.zeros(values.shape, dtype=bool)
        return hidden | missing(numpy.array(values.data))
    array: Array = numpy.asarray(values)
    if array.dtype.kind != "O":
        found: Array = numpy.isnan(array) if array.dtype.kind in "fc" else numpy.isnat(array) if array.dtype.kind in "mM" else numpy.zeros(array.shape, dtype=bool)
        return found
    return numpy.reshape([one is None or type(one).__name__ in ("NAType", "NaTType") or one != one for one in array.flat], array.shape).astype(bool)


def present(name: str, values: Any) -> Array:
    """As an array that lacks no value: UsageError names the first that does. A mask is not dropped."""
    array = numpy.asarray(values)
    if is_masked(values) or array.dtype.kind in "fO":
        lacks = missing(values)
        if lacks.any():
            raise UsageError("%s: expected a number at %s, found none" % (name, [int(k) for k in numpy.argwhere(lacks)[0]]))
    return array


def filled(values: Any, default: Any) -> Any:
    """The values with a default for those that are missing."""
    lacks = missing(values)
    return numpy.where(lacks, default, numpy.asarray(values)) if lacks.any() else values


def whole(name: str, values: ArrayLike, dtype: DTypeLike, shape: Optional[Tuple[int, ...]] = None) -> Array:
    """A C-contiguous array of whole numbers: the same memory if it is one already. UsageError if values would change."""
    given = present(name, values)
    with numpy.errstate(invalid="ignore"):
        try:
            array = numpy.ascontiguousarray(given, dtype=dtype)
        except (OverflowError, TypeError, ValueError) as error:
            raise UsageError("%s: expected whole numbers, found others: %s" % (name, error)) from None
    if array is not given and not numpy.array_equal(array, given):
        raise UsageError("%s: expected whole numbers of %s (multiply and round them)" % (name, numpy.dtype(dtype)))
    return shaped(name, array, shape)


def real(name: str, values: ArrayLike, shape: Optional[Tuple[int, ...]] = None) -> Array:
    """A C-contiguous array of doubles: the same memory if it is one already."""
    try:
        return shaped(name, numpy.ascontiguousarray(present(name, values), dtype=numpy.float64), shape)
    except (OverflowError, TypeError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError("%s: expected numbers, found others: %s" % (name, error)) from None


def shaped(name: str, array: Array, shape: Optional[Tuple[int, ...]]) -> Array:
    if shape is not None and array.shape != shape:
        raise UsageError("%s: expected shape %s, found %s" % (name, shape, array.shape))
    return array


def numbers(name: str, values: ArrayLike, shape: Optional[Tuple[int, ...]] = None) -> Array:
    """As int32 where all are whole, else doubles; those of shorter floats are what they are written as."""
    given = present(name, values)
    if given.dtype.kind == "f" and given.dtype.itemsize < 8:
        given = given.astype(str).astype(numpy.float64)
    array = real(name, given, shape)
    small = not array.size or (numpy.abs(array).max() < 2**31 and not (array % 1).any())
    return whole(name, given, numpy.int32, shape) if small else array


def square(matrix: ArrayLike) -> Array:
    """(n, n), of any diagonal."""
    given = numpy.asarray(matrix)
    if given.ndim != 2 or given.shape[0] != given.shape[1]:
        raise UsageError("matrix: expected shape (n, n), found %s" % (given.shape,))
    if given.dtype != numpy.int32:
        given = numpy.array(given)
        numpy.fill_diagonal(given, 0)
        if is_masked(matrix):
            masked: Any = numpy.ma  # which has no types
            given = masked.array(given, mask=masked.getmaskarray(matrix) & ~numpy.eye(len(given), dtype=bool))
    return numbers("matrix", given)


LATITUDES, LONGITUDES = ("lat", "latitude"), ("lng", "lon", "long", "longitude")


def is_frame(values: Any) -> bool:
    return hasattr(values, "columns") and hasattr(values, "iloc")


def on_the_sphere(coords: Any) -> bool:
    """Has a DataFrame latitudes and longitudes?"""
    names = [str(name).lower() for name in coords.columns] if is_frame(coords) else []
    return any(name in LATITUDES for name in names) and any(name in LONGITUDES for name in names)


def of_frame(coords: Any) -> Any:
    """The columns of a DataFrame that are coordinates, by their names; a warning names the others."""
    names = list(coords.columns)
    low = [str(name).lower() for name in names]
    if names == list(range(len(names))):
        return coords
    wanted = (LATITUDES, LONGITUDES) if on_the_sphere(coords) else (("x",), ("y",), ("z",))
    found = [names[low.index(name)] for words in wanted for name in words if name in low]
    if len(found) < 2:
        raise UsageError("coords: expected columns x and y, or lat and lng, found %s" % ", ".join(map(str, names)))
    others = [str(name) for name in names if name not in found]
    if others:
        warn("coords: columns that are not used: %s" % ", ".join(others), UserWarning)
    return coords[found]


def places(coords: Any, dimensions: Tuple[int, ...] = (2, 3)) -> Tuple[Array, List[Array]]:
    """Columns x, y and perhaps z."""
    array = real("coords", of_frame(coords) if is_frame(coords) else coords)
    if array.ndim != 2 or array.shape[1] not in dimensions:
        raise UsageError("coords: expected shape (n, %s), found %s" % (" or ".join(map(str, dimensions)), array.shape))
    return array, [numpy.ascontiguousarray(array[:, k]) for k in range(array.shape[1])]


def address(array: Optional[Array]) -> Optional[int]:
    assert array is None or array.flags.c_contiguous  # the library reads row after row
    return None if array is None else array.ctypes.data


def made(comm: Any, coords: Optional[Array], call: Any, *arguments: Any) -> Instance:
    handle, out = lib.context(comm), ctypes.c_void_p()
    lib.check(handle, call(handle, *arguments, ctypes.byref(out)))
    return Instance(out, comm, coords)


def read(file: Path, /, comm: Any = None, *, path: str = "file", from_: int = 0, to: int = 0, missing: int = 0, fleet: Union[str, int] = "file",
         vehicles: Optional[int] = None, distances: str = "auto", objective: str = "distance", metric: str = "file", scale: float = 0,
         matrix: Optional[Path] = None, capacity: Union[str, float, None] = None, speed: float = 0, trips: int = 0, unserved: str = "file") -> Instance:
    """An instance from a file, as `cordee solve` reads it: TSPLIB, VRPLIB, Solomon, Cordeau, JSON of VROOM's form, tables of cities, stops or tasks.

    Parameters
    ----------
    file : path
        Compressed ones are read, too.
    comm : mpi4py.MPI.Comm, optional
        On all of its ranks the call is made; rank 0 reads.
    path : str, file | open | closed
        Of a tour: open: a path that visits all cities; file: as the file says.
    from_, to : int, from 0 to 2147483647
        First and last city of a path, counted from 1; 0: any.
    missing : int, from 0 to 2147483647
        Entries of a matrix that are at least this are missing; 0: none.
    fleet : str, file | free | exactly:K | at-most:K
        The number of routes.
    vehicles : int, optional, from 1 to 2147483647
        The same as "at-most:K".
    distances : str, auto | rounded | real | truncated
        How EUC_2D is taken.
    objective : str, distance | vehicles | completion | makespan | balance:K
        What routes minimise.
    metric : str, file | EUC_2D | CEIL_2D | ATT | MAN_2D | MAX_2D | GEO | GEOM | EUC_3D | CEIL_3D | MAN_3D | MAX_3D
        Of coordinates in a file that says none.
    scale : float, from 0 to 1e9
        What coordinates or a matrix, and times, are multiplied by; 0: by nothing.
    matrix : path, optional
        Distances and times of a table of stops: an OSRM table service's answer, or a square of numbers as CSV.
    capacity : number or str, optional
        Of every vehicle of a table of stops; "40,1000" of two dimensions.
    speed : float, from 0 to 1e6
        Kilometres an hour, where a file has latitudes and longitudes, but no times.
    trips : int, from 0 to 1000
        Most trips of every vehicle of a table of stops; 0: 1.
    unserved : str, file | refused | allowed
        Whether customers without a prize may be left out.

    Returns
    -------
    Instance

    Raises
    ------
    InputError
        The file cannot be read.
    FormatError
        It is malformed: the message begins with file and line.
    UsageError
        An option is wrong, or not one of such a file."""
    options = differing(read, {"path": path, "from_": from_, "to": to, "missing": missing, "fleet": fleet, "vehicles": vehicles, "distances": distances,
                               "objective": objective, "metric": metric, "scale": scale, "matrix": None if matrix is None else os.fspath(matrix),
                               "capacity": capacity, "speed": speed, "trips": trips, "unserved": unserved})
    one = made(comm, None, lib.library().cordee_read, os.fsencode(file), lib.words(options))
    whole_path = os.path.abspath(os.fsdecode(file))
    one._recipe = Recipe(reread, {"file": whole_path, "options": options}, whole_path)
    return one


def reread(file: str, options: Dict[str, Any]) -> Instance:
    return read(file, **options)


def matrix_call(array: Array) -> Any:
    one = lib.library()
    return one.cordee_tsp_matrix if array.dtype == numpy.int32 else one.cordee_tsp_distances


def tour(coords: Optional[ArrayLike] = None, matrix: Optional[ArrayLike] = None, metric: Optional[str] = None, name: str = "instance", comm: Any = None,
         *, path: str = "file", from_: int = 0, to: int = 0, missing: int = 0, scale: float = 0) -> Instance:
    """A travelling salesman's cities.

    Parameters
    ----------
    coords : array_like (n, 2) or (n, 3), or DataFrame
        Coordinates, of metrics in space three; a frame has columns x and y, or lat and lng.
    matrix : array_like (n, n)
        Instead, distances, [a, b] from a to b, which need not be symmetric, of six decimals at most. int32 and C-contiguous it is not copied.
    metric : str, optional
        TSPLIB's EDGE_WEIGHT_TYPE; None: EUC_2D, of lat and lng GEOM, metres on the sphere.
    name : str
        For messages and files.
    comm : mpi4py.MPI.Comm, optional
        On all of its ranks the call is made; rank 0's arrays are read.
    path : str, file | open | closed
        open: a path that visits all cities, else a tour.
    from_, to : int, from 0 to 2147483647
        First and last city of a path, counted from 1; 0: any.
    missing : int, from 0 to 2147483647
        Entries of a matrix that are at least this are missing; 0: none.
    scale : float, from 0 to 1e9
        What coordinates or a matrix are multiplied by before distances are rounded; 0: by nothing.

    Returns
    -------
    Instance
        A solution is the cities 0..n-1 in the order of the tour.

    Raises
    ------
    UsageError, FormatError
        An argument is wrong: the message names it."""
    options = differing(tour, {"path": path, "from_": from_, "to": to, "missing": missing, "scale": scale})
    if (coords is None) == (matrix is None):
        raise UsageError("expected coords or matrix")
    if matrix is not None:
        array = square(matrix)
        one = made(comm, None, matrix_call(array), name.encode(), len(array), address(array), lib.words(options))
        one._recipe = Recipe(tour, {"matrix": array, "name": name, **options})
        return one
    assert coords is not None
    array, columns = places(coords)
    x, y, z = [*columns, None][:3]
    metric = metric or ("GEOM" if on_the_sphere(coords) else "EUC_2D")
    one = made(comm, array, lib.library().cordee_tsp_cities, name.encode(), metric.encode(), len(array), address(x), address(y), address(z),
               lib.words(options))
    one._recipe = Recipe(tour, {"coords": array, "metric": metric, "name": name, **options})
    return one


def routing(demand: ArrayLike, capacity: float, coords: Optional[ArrayLike] = None, matrix: Optional[ArrayLike] = None, vehicles: int = 0,
            ready: Optional[ArrayLike] = None, due: Optional[ArrayLike] = None, service: Optional[ArrayLike] = None, longest: float = 0,
            name: str = "instance", comm: Any = None, *, fleet: Union[str, int] = "file", distances: str = "auto", objective: str = "distance",
            metric: str = "file", scale: float = 0) -> Instance:
    """Vehicle routing by arrays, with one depot, node 0, and vehicles that are alike; routing.Model has more.

    Parameters
    ----------
    demand : array_like (n + 1)
        demand[0] is 0.
    capacity : number
        Of a vehicle; decimals of both are kept exactly.
    coords : array_like (n + 1, 2) or DataFrame
        A frame has columns x and y, or lat and lng, whose distances are metres on the sphere.
    matrix : array_like (n + 1, n + 1)
        Instead, distances, symmetric, with six decimals at most.
    vehicles : int
        At most so many; 0: any number.
    ready, due, service : array_like (n + 1), optional
        Time windows and service times; None, NaN and masks are 0, and of due the depot's.
    longest : number
        Duration of a route; 0: any.
    name : str
        For messages and files.
    comm : mpi4py.MPI.Comm, optional
        On all of its ranks the call is made; rank 0's arrays are read.
    fleet : str, file | free | exactly:K | at-most:K
        The number of routes; file: `vehicles`.
    distances : str, auto | rounded | real | truncated
        How EUC_2D is taken: auto: rounded, with time windows truncated to one decimal.
    objective : str, distance | vehicles
        vehicles: first their number.
    metric : str, file | EUC_2D | CEIL_2D | ATT | MAN_2D | MAX_2D | GEO | GEOM | EUC_3D | CEIL_3D | MAN_3D | MAX_3D
        file: EUC_2D, of lat and lng GEOM.
    scale : float, from 0 to 1e9
        What coordinates or a matrix, and times, are multiplied by; 0: by nothing.

    Returns
    -------
    Instance
        A solution has n genes: customers in the order of visits, route after route, -k where a route begins with customer k; Result.routes splits it.

    Raises
    ------
    UsageError, FormatError
        An argument is wrong: the message names it."""
    options = differing(routing, {"fleet": fleet, "distances": distances, "objective": objective, "metric": metric, "scale": scale})
    if (coords is None) == (matrix is None):
        raise UsageError("expected coords or matrix")
    goods = numbers("demand", demand)
    decimals = goods.dtype != numpy.int32 or not (-2**31 <= capacity < 2**31 and capacity == int(capacity))
    if not -2**31 <= vehicles < 2**31:
        raise UsageError("vehicles: expected at most %d, found %s" % (2**31 - 1, vehicles))
    goods = goods.astype(numpy.float64) if decimals else goods
    shape = (goods.size,)
    if on_the_sphere(coords):
        options.setdefault("metric", "GEOM")
    array, columns = places(coords, (2,)) if coords is not None else (None, [])
    x, y = columns or (None, None)
    table = square(matrix) if matrix is not None else None
    closes = 0 if due is None or missing(due).flat[0] else numpy.asarray(due, dtype=object).flat[0]
    windows = [real(key, filled(value, default) if default is not None else value, shape) if value is not None else None
               for key, value, default in (("ready", ready, 0), ("due", due, closes or None), ("service", service, 0))]
    for key, given in (("coords", array), ("matrix", table)):
        if given is not None and len(given) != goods.size:
            raise UsageError("%s: expected %d rows as demand has, found %d" % (key, goods.size, len(given)))
    table_is_whole = table is None or table.dtype == numpy.int32
    data = lib.Routing(ctypes.sizeof(lib.Routing), goods.size - 1, 0 if decimals else int(capacity), vehicles, address(x), address(y),
                       address(table) if table_is_whole else None, None if decimals else address(shaped("demand", goods, shape)),
                       *map(address, windows), longest, None if table_is_whole else address(table), address(goods) if decimals else None, capacity)
    one = made(comm, array, lib.library().cordee_cvrp, name.encode(), ctypes.byref(data), lib.words(options))
    one._recipe = Recipe(routing, {"demand": goods, "capacity": capacity, "coords": array, "matrix": table, "vehicles": vehicles, "ready": windows[0],
                                   "due": windows[1], "service": windows[2], "longest": longest, "name": name, **options})
    return one


def matching(times: ArrayLike, decimals: int = 0, name: str = "instance", comm: Any = None) -> Instance:
    """Tasks on unrelated machines.

    Parameters
    ----------
    times : array_like (tasks, machines)
        Whole numbers above 0, in units of 10^-decimals; -1 where a machine may not run a task.
    decimals : int
        From 0 to 9.
    name : str
        For messages and files.
    comm : mpi4py.MPI.Comm, optional
        On all of its ranks the call is made; rank 0's arrays are read.

    Returns
    -------
    Instance
        A solution has the machine 0..machines-1 of each task; its cost is the makespan.

    Raises
    ------
    UsageError, FormatError
        An argument is wrong: the message names it."""
    named = [str(name) for name in getattr(times, "columns", ()) if str(name).lower() in ("id", "name", "task")]
    if named:
        raise UsageError("times: expected a column of times for each machine, found %s: make it the index" % ", ".join(named))
    array = whole("times", times, numpy.int64)
    if array.ndim != 2:
        raise UsageError("times: expected shape (tasks, machines), found %s" % (array.shape,))
    one = made(comm, None, lib.library().cordee_matching, name.encode(), *array.shape, address(array), decimals, lib.words({}))
    one.times = array
    one._recipe = Recipe(matching, {"times": array, "decimals": decimals, "name": name})
    return one
