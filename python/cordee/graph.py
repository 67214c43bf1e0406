"""Breadth-first searches and maximum flows."""
from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, List, Optional, Tuple

import numpy

from . import _library as lib
from .arcs import Arcs, arcs_of, is_networkx, sized, vertices_of
from .errors import UsageError
from .instance import address, whole
from .made import Made, Recipe
from .options import differing
from .records import Network, Records, compute, compute_file

if TYPE_CHECKING:
    from ._typing import Array, Nodes
    from .records import Asked


class Graph(Made):
    """Vertices 0..vertices-1 and arcs; made by graph(). vertices; arcs: without loops and repetitions, an edge is two; directed; nodes: of a graph of NetworkX, in
    the order of the vertices; words as a list, or large numbers as an array, of a file, a DataFrame or a list of arcs, ascending; or None where they are 0..n-1. Pickled, it is made again from the same arrays or file; a copy is the graph itself."""
    _freed_by = "cordee_graph_free"
    nodes: Nodes = None

    def __init__(self, handle: ctypes.c_void_p, comm: Any) -> None:
        one = lib.library()
        self._own, self._comm = handle, comm
        self.vertices: int = one.cordee_graph_vertices(handle)
        self.arcs: int = one.cordee_graph_arcs(handle)
        self.directed = bool(one.cordee_graph_directed(handle))

    def __repr__(self) -> str:
        return "<cordee.Graph: %d vertices, %d arcs>" % (self.vertices, self.arcs)


def is_rows(csr: Any) -> bool:
    """(offset, to), a pair of which not both are a pair of numbers."""
    return isinstance(csr, (tuple, list)) and len(csr) == 2 and not (isinstance(csr, list) and all(not isinstance(one, numpy.ndarray) for one in csr) and len(csr[0]) == 2)


def pair_of_rows(csr: Any) -> Tuple[Array, Array]:
    if sized(csr, 2):
        raise UsageError("two pairs: rows (offset, to) and two arcs look the same: write a list of arcs, or arcs=(tail, head)")
    offset, to = whole("offset", csr[0], numpy.int64), whole("to", csr[1], numpy.int32)
    if offset.ndim != 1 or to.ndim != 1 or not offset.size or int(offset[0]) != 0 or int(offset[-1]) != to.size:
        raise UsageError("expected offset (vertices + 1), from 0 to the number of arcs, and to (arcs), found %s and %s; of tails and heads write arcs=(tail, head)"
                         % (offset.shape, to.shape))
    return offset, to


def rows_of(csr: Any, arcs: Any, vertices: Optional[int]) -> Tuple[Array, Array, Nodes]:
    """(offset, to, nodes) of compressed sparse rows, of any form."""
    if arcs is None and is_rows(csr):
        return (*pair_of_rows(csr), None)
    found = arcs_of(csr, False) if arcs is None else Arcs(arcs[0], arcs[1], None, vertices)
    if vertices is not None and found.vertices > vertices:
        raise UsageError("vertices: expected %d at least, as the arcs have, found %d" % (found.vertices, vertices))
    found.vertices = found.vertices if vertices is None else vertices
    offset, to = found.rows()
    return whole("offset", offset, numpy.int64), whole("to", to, numpy.int32), found.nodes


def ids_of(handle: ctypes.c_void_p, vertices: int) -> Nodes:
    """What its file calls the vertices; None: by their numbers."""
    names = ctypes.c_void_p()
    found = lib.library().cordee_graph_ids(handle, ctypes.byref(names))
    if not found:
        return None
    ids = numpy.ctypeslib.as_array((ctypes.c_uint64 * (vertices + (names.value is not None))).from_address(found)).copy()
    if names.value is None:
        return ids
    text, places = ctypes.string_at(names.value, int(ids[-1])), ids.tolist()
    return [text[begin:end].decode("utf-8", "surrogateescape") for begin, end in zip(places, places[1:])]


def graph(csr: Any = None, directed: Optional[bool] = None, comm: Any = None, arcs: Any = None, vertices: Optional[int] = None, ids: str = "auto") -> Graph:
    """A graph for many calls of bfs() and levels().

    Parameters
    ----------
    csr : sparse matrix, array, list, DataFrame, networkx graph, or path
        A sparse matrix of SciPy or a square array, whose entries other than 0 are arcs from row to column; or (offset, to), arrays (vertices + 1)
        and (arcs): row v is to[offset[v]:offset[v + 1]]; or a list of arcs (u, v), an array (arcs, 2), a DataFrame with columns source and target (both
        of numbers or words), a graph of NetworkX; or a file's path, or a generator's words such as "kron:scale=20,edgefactor=16".
    directed : bool, optional
        False: every entry, or arc of the file, is an edge; True: lines of a list are arcs; None: entries are arcs, a file's header or a graph of
        NetworkX decides.
    comm : mpi4py.MPI.Comm, optional
        On all of its ranks the call is made.
    arcs : (tail, head), optional
        Arrays, instead of csr.
    vertices : int, optional
        Their number; None: the largest and 1.
    ids : str, auto | dense | sparse | names
        Of a file with a list of edges. dense: numbers, each a vertex from the first to the largest; sparse: numbers up to 2**64 - 1, only those in
        the list are vertices; names: words, likewise; auto: what `cordee bfs --ids auto` takes. Graph.nodes has them if they are sparse or words.

    Returns
    -------
    Graph

    Raises
    ------
    UsageError
        It can be read in several ways: the message says what to write."""
    if (csr is None) == (arcs is None):
        raise UsageError("expected a graph, or arcs")
    if directed and is_networkx(csr) and not csr.is_directed():
        raise UsageError("directed=True: expected a graph with directions, found one without: write graph.to_directed()")
    handle, out, one, nodes = lib.context(comm), ctypes.c_void_p(), lib.library(), None
    if isinstance(csr, (str, os.PathLike)):
        if vertices is not None:
            raise UsageError("vertices: expected none beside a file, which has its own")
        path = os.fsdecode(csr)
        path = os.path.abspath(path) if os.path.exists(path) else path
        recipe = Recipe(graph, {"csr": path, "directed": directed, "ids": ids}, path)
        status = one.cordee_graph_read_ids(handle, os.fsencode(csr), -1 if directed is None else bool(directed), os.fsencode(ids), ctypes.byref(out))
    elif ids != "auto":
        raise UsageError("ids: expected none beside a graph in memory, found %s" % ids)
    else:
        offset, to, nodes = rows_of(csr, arcs, vertices)
        recipe = Recipe(graph, {"csr": (offset, to), "directed": directed})
        status = one.cordee_graph_rows(handle, offset.size - 1, directed is not False, address(offset), address(to), ctypes.byref(out))
    lib.check(handle, status)
    made = Graph(out, comm)
    made._recipe, made.nodes = recipe, ids_of(out, made.vertices) if nodes is None else nodes
    return made


def bfs(csr: Any, sources: Any = None, comm: Any = None, callback: Asked = None, *, directed: Optional[bool] = None, method: str = "auto",
        source_seed: int = 1, time: Optional[float] = None, backend: str = "auto", threads: int = 0, stop_before: float = 30, check: int = 0) -> Records:
    """Breadth-first searches from many vertices at once.

    Parameters
    ----------
    csr : Graph, or what graph() takes
        A GPU gets the graph at each call: search from many at once.
    sources : array_like, node, "all", int in a text, or path, optional
        Vertices to search from, or nodes of a graph that has them; "100": so many random ones. None: 64 random ones.
    comm, callback
        As of solve(); callback gets counts.
    directed : bool, optional
        As of graph().
    method : str, auto | batch | direction | topdown | basic | active
        batch: up to 512 sources at once; direction: one at a time.
    source_seed : int, from 0 to 9223372036854775807
        Of random sources.
    time, backend, threads, stop_before
        As of solve().
    check : int, from 0 to 1e12
        One of so many sources is searched again on the host; 0: none.

    Returns
    -------
    Records
        Columns source (of a graph that has nodes the place in Graph.nodes), depth (the highest level), visited (vertices), edges and checksum (of the levels)."""
    one = csr if isinstance(csr, Graph) else graph(csr, directed, comm)
    options = differing(bfs, dict(method=method, source_seed=source_seed, time=time, backend=backend, threads=threads, stop_before=stop_before, check=check))
    if isinstance(sources, str) and (not isinstance(one.nodes, list) or sources not in one.nodes):
        sources, options["sources"] = None, sources
    given = None if sources is None else vertices_of("sources", sources, one.nodes)
    call = lib.library().cordee_bfs
    return compute(lambda handle, words, how, out: call(handle, one._handle, 0 if given is None else given.size, address(given), words, how, out),
                   one._comm, callback, options)


def levels(csr: Any, source: Any, comm: Any = None, *, directed: Optional[bool] = None, method: str = "auto", backend: str = "auto",
           threads: int = 0) -> Tuple[Array, Array]:
    """Levels and parents of every vertex by a breadth-first search.

    Parameters
    ----------
    csr, comm, directed, method
        As of bfs().
    source : int, or a node of a graph that has them
        Where it begins.
    backend, threads
        As of solve().

    Returns
    -------
    level, parent : ndarray (vertices) int32
        Arcs of a shortest path from the source, and the smallest vertex before it on one, the source for itself; -1: none. Of a graph that has nodes in the order of Graph.nodes."""
    one = csr if isinstance(csr, Graph) else graph(csr, directed, comm)
    options = differing(levels, dict(method=method, backend=backend, threads=threads))
    begin = source if one.nodes is None else int(vertices_of("source", source, one.nodes)[0])
    level, parent = (numpy.empty(one.vertices, numpy.int32) for _ in range(2))
    handle = lib.context(one._comm)
    lib.check(handle, lib.library().cordee_bfs_levels(handle, one._handle, begin, lib.words(options), address(level), address(parent)))
    return level, parent


# ---- maximum flows ----

class Flow:
    """A maximum flow, proved by a cut of the same capacity.

    value; flow: (arcs) int64, in the order of the arcs, or of the matrix's entries; tail, head: (arcs), their ends; sink_side: (vertices) bool, the
    minimum cut nearest to the sink; nodes: of a graph of NetworkX, in the order of the vertices, or None where they are 0..n-1."""

    def __init__(self, value: int, flow: Array, side: Array, tail: Array, head: Array, nodes: Nodes = None) -> None:
        self.nodes = nodes
        self.value, self.flow, self.sink_side, self.tail, self.head = value, flow, side.astype(bool), tail.copy(), head.copy()

    def __repr__(self) -> str:
        return "<cordee.Flow: %d>" % self.value


def network_of(arcs: Any, source: Any, sink: Any, vertices: Optional[int]) -> Tuple[Network, Tuple[Array, ...], Nodes]:
    """(Network, what it points to, nodes). A source or sink beyond the vertices is the library's to refuse."""
    found = arcs_of(arcs, True)
    if vertices is None:
        vertices = found.vertices
    assert found.amount is not None
    sources, sinks = (vertices_of(name, values, found.nodes) for name, values in (("source", source), ("sink", sink)))
    for name, ends in (("source", sources), ("sink", sinks)):
        if ends.size and (ends.min() < 0 or ends.max() >= vertices):
            raise UsageError("%s: expected a vertex from 0 to %d, as the arcs have, found %d (vertices=N says that there are more)"
                             % (name, vertices - 1, ends.min() if ends.min() < 0 else ends.max()))
    kept = (found.tail, found.head, found.amount, sources, sinks)
    return Network(ctypes.sizeof(Network), vertices, sources.size, sinks.size, found.tail.size, *map(address, kept)), kept, found.nodes


def max_flow(arcs: Any, source: Any, sink: Any, vertices: Optional[int] = None, comm: Any = None, *, method: str = "auto", time: Optional[float] = None,
             backend: str = "auto", threads: int = 0, stop_before: float = 30, check: int = 0) -> Flow:
    """The maximum flow from source to sink.

    Parameters
    ----------
    arcs : sparse matrix, array, tuple, list, DataFrame or networkx graph
        A sparse matrix of SciPy or a square array with whole capacities, 0: no arc; or a tuple of arrays (tail, head, capacity); or a list of arcs
        (u, v, capacity), an array (arcs, 3), a DataFrame with columns source, target and capacity, a graph of NetworkX with the attribute capacity,
        whose edges without a direction are two arcs.
    source, sink : int or node, or several
        Vertices, or nodes of a graph of NetworkX.
    vertices : int, optional
        Their number; None: the largest of the arcs and 1.
    comm : mpi4py.MPI.Comm, optional
        On all of its ranks the call is made.
    method : str, auto | pseudoflow | push-relabel | waves | mpm | mpm-active
        auto: waves, or pseudoflow on the cores of the host if the network is deep and narrow.
    time, backend, threads, stop_before
        As of solve().
    check : int, from 0 to 1e12
        1: the flow is computed again on the host, from the sink; 0: it is not.

    Returns
    -------
    Flow

    Raises
    ------
    UsageError, FormatError
        A vertex or a capacity is out of range: the message names it."""
    options = differing(max_flow, dict(method=method, time=time, backend=backend, threads=threads, stop_before=stop_before, check=check))
    network, kept, nodes = network_of(arcs, source, sink, vertices)
    value, flow, side = ctypes.c_int64(), numpy.zeros(network.arcs, numpy.int64), numpy.zeros(max(network.vertices, 0), numpy.uint8)
    handle = lib.context(comm)
    lib.check(handle, lib.library().cordee_max_flow(handle, ctypes.byref(network), lib.words(options), ctypes.byref(value), address(flow),
                                                    address(side)))
    return Flow(value.value, flow, side, kept[0], kept[1], nodes)


def max_flows(networks: Any, comm: Any = None, callback: Asked = None, *, method: str = "auto", time: Optional[float] = None, backend: str = "auto",
              threads: int = 0, stop_before: float = 30, check: int = 0) -> Records:
    """Maximum flows of many networks, which a GPU computes together.

    Parameters
    ----------
    networks : list or path
        (arcs, source, sink) or (arcs, source, sink, vertices) each, as max_flow() takes them; or the path of a file or list, or a generator's words
        such as "random:n=1000,degree=6,terminals=50,count=10000".
    comm, callback
        As of solve(); callback gets counts.
    method, time, backend, threads, stop_before
        As of max_flow().
    check : int, from 0 to 1e12
        One of so many networks is computed again on the host; 0: none.

    Returns
    -------
    Records
        Columns value, cut_arcs, source_side and more."""
    options = differing(max_flows, dict(method=method, time=time, backend=backend, threads=threads, stop_before=stop_before, check=check))
    if isinstance(networks, (str, os.PathLike)):
        return compute_file(b"flow", os.fsencode(networks), comm, callback, options)
    made = [network_of(*(tuple(one) + (None,))[:4]) for one in networks]
    array = (Network * len(made))(*(network for network, _, _ in made))
    call = lib.library().cordee_max_flows
    return compute(lambda handle, words, how, out: call(handle, len(made), array, words, how, out), comm, callback, options)
