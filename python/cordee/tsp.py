"""Tours in one call: tsp()."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

import numpy

from .arcs import is_networkx
from .errors import NoSolution, UsageError
from .exact import square
from .instance import Instance, is_frame, on_the_sphere, read, tour
from .options import MethodName, differing, search_words
from .result import Result
from .search import run_words

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._typing import Array, Path
    from .search import Asked

MISSING = 2**25  # an entry of a graph's matrix where there is no edge; weights are smaller


def of_graph(graph: Any, weight: str) -> Tuple[Array, List[Any], bool]:
    """(matrix, nodes, whether edges are missing) of a graph of NetworkX; of parallel edges the shortest counts."""
    nodes = list(graph.nodes)
    number = {node: k for k, node in enumerate(nodes)}
    matrix = numpy.full((len(nodes), len(nodes)), MISSING, dtype=numpy.float64)
    numpy.fill_diagonal(matrix, 0)
    for u, v, values in graph.edges(data=True):
        if weight not in values:
            raise UsageError("edge (%s, %s): expected an attribute %s, found none" % (u, v, weight))
        if not 0 <= values[weight] < MISSING:
            raise UsageError("edge (%s, %s): expected a %s from 0 to %d, found %r" % (u, v, weight, MISSING - 1, values[weight]))
        for a, b in ((u, v),) if graph.is_directed() else ((u, v), (v, u)):
            matrix[number[a], number[b]] = min(matrix[number[a], number[b]], values[weight])
    return matrix, nodes, bool((matrix == MISSING).any())


def is_matrix(cities: Any) -> bool:
    """Distances, or coordinates? Of 2 and 3 rows both look the same."""
    if is_frame(cities):
        return not on_the_sphere(cities) and list(cities.columns) == list(cities.index) and len(cities) > 0
    shape = numpy.shape(cities)
    if len(shape) != 2 or not (shape[0] == shape[1] or shape[1] in (2, 3)):
        raise UsageError("cities: expected coordinates (n, 2) or (n, 3), or distances (n, n), found shape %s" % (shape,))
    if shape[0] == shape[1] and shape[1] in (2, 3):
        raise UsageError("cities: coordinates and distances of shape %s look the same: write coords=... or matrix=..." % (shape,))
    return bool(shape[0] == shape[1])


def labels_of(cities: Any) -> Optional[List[Any]]:
    """The index of a frame, where it names the cities."""
    if not is_frame(cities):
        return None
    names = list(cities.index)
    return None if names == list(range(len(names))) else names


def instance_of(cities: Any, coords: Any, matrix: Any, metric: Optional[str], weight: str, name: str, more: Dict[str, Any]) -> Instance:
    if sum(one is not None for one in (cities, coords, matrix)) != 1:
        raise UsageError("cities: expected one of cities, coords and matrix")
    if isinstance(cities, (str, os.PathLike)):
        if metric is not None:
            more["metric"] = metric
        return read(cities, **more)
    if cities is not None and is_networkx(cities):
        table, nodes, lacks = of_graph(cities, weight)
        if lacks:
            more["missing"] = MISSING
        one = tour(matrix=table, name=name, **more)
        one.labels = nodes
        return one
    if cities is not None:
        coords, matrix = (None, cities) if is_matrix(cities) else (cities, None)
    labels = labels_of(coords if coords is not None else matrix)
    if is_frame(matrix):
        matrix = square("matrix", matrix)
    one = tour(coords, matrix, metric, name, **more)
    one.labels = labels
    return one


def tsp(cities: Any = None, time: Optional[float] = None, *, coords: Optional[ArrayLike] = None, matrix: Optional[ArrayLike] = None,
        metric: Optional[str] = None, weight: str = "weight", path: str = "file", from_: int = 0, to: int = 0, scale: float = 0, name: str = "instance",
        seed: int = 1, start: Optional[ArrayLike] = None, callback: Asked = None, progress: Optional[bool] = None, keep: bool = False,
        method: MethodName = None, threads: int = 0, backend: str = "auto", target: Optional[float] = None, target_gap: Optional[float] = None,
        best_known: float = 0, islands: int = 0, epoch: int = 0, checkpoint: Optional[Path] = None, checkpoint_every: float = 60, force: bool = False,
        stop_before: float = 30, hybrid: bool = False, log: Optional[Path] = None, **more: Any) -> Result:
    """The shortest round trip through cities.

    Parameters
    ----------
    cities : array_like, DataFrame, networkx graph, or path
        Coordinates (n, 2) or (n, 3), distances (n, n), which need not be symmetric; a frame with columns x and y, or lat and lng, or of distances, whose
        index and columns are the same; a graph whose edges have weights, of which none is made up; or a file.
    time : float, optional, from 0 to 1e9
        Seconds; None: the method's usual budget of work.
    coords, matrix : optional
        Instead of cities, what is meant, where both look the same.
    metric : str, optional
        TSPLIB's EDGE_WEIGHT_TYPE; None: EUC_2D, rounded to whole numbers, of lat and lng GEOM, metres on the sphere.
    weight : str
        The attribute of a graph's edges.
    path, from_, to, scale, name
        As of tour(): path="open" ends where it likes; scale=100 keeps two decimals of coordinates, so costs are hundredths.
    seed, start, callback, progress, keep, method, threads, backend, target, target_gap, best_known, islands, epoch, checkpoint, checkpoint_every, force
        As of solve().
    stop_before, hybrid, log, **more
        As of solve().

    Returns
    -------
    Result
        `tour` is the cities in order: their numbers from 0, or their names in the frame's index or the graph; `cost` the length.

    Raises
    ------
    UsageError
        cities can be read in two ways, or are none: the message says what to write.
    NoSolution
        A graph has no such trip, or none was found.

    Examples
    --------
    >>> cordee.tsp([(0, 0), (0, 3), (4, 3), (4, 0)]).tour"""
    own = differing(tsp, {"path": path, "from_": from_, "to": to, "scale": scale})
    one = instance_of(cities, coords, matrix, metric, weight, name, own)
    words = search_words(tsp, method, dict(
        time=time, seed=seed, threads=threads, backend=backend, target=target, target_gap=target_gap, best_known=best_known, islands=islands, epoch=epoch,
        checkpoint=checkpoint, checkpoint_every=checkpoint_every, force=force, stop_before=stop_before, hybrid=hybrid, log=log), more)
    found = run_words(one, words, start, callback, progress, keep)
    if one.labels is not None and cities is not None and is_networkx(cities) and not is_trip(cities, found.tour):
        error = NoSolution("cities: no round trip along the graph's edges was found")
        error.result = found
        raise error
    return found


def is_trip(graph: Any, cities: List[Any]) -> bool:
    """Is there an edge from each to the next?"""
    edges = {(u, v) for u, v, _ in graph.edges(data=True)}
    there = edges if graph.is_directed() else edges | {(v, u) for u, v in edges}
    return all(pair in there for pair in zip(cities, cities[1:] + cities[:1]))
