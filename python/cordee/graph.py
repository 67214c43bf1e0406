"""Breadth-first searches and maximum flows."""
from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, Iterable, Optional, Tuple

import numpy

from . import _library as lib
from .errors import UsageError
from .instance import address, whole
from .records import Network, Records, compute, compute_file

if TYPE_CHECKING:
    from ._typing import Array
    from .records import Asked


class Graph:
    """Vertices 0..vertices-1 and arcs; made by graph(). vertices; arcs: without loops and repetitions, an edge is two; directed."""

    def __init__(self, handle: ctypes.c_void_p, comm: Any) -> None:
        one = lib.library()
        self._handle, self._comm, self._free = handle, comm, one.cordee_graph_free
        self.vertices: int = one.cordee_graph_vertices(handle)
        self.arcs: int = one.cordee_graph_arcs(handle)
        self.directed = bool(one.cordee_graph_directed(handle))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._free(self._handle)

    def __repr__(self) -> str:
        return "<cordee.Graph: %d vertices, %d arcs>" % (self.vertices, self.arcs)


def rows_of(csr: Any) -> Tuple[Array, Array]:
    """(offset, to) of compressed sparse rows: a SciPy matrix, or a pair of arrays."""
    if hasattr(csr, "tocsr"):
        csr = csr.tocsr()
    offset, to = (csr.indptr, csr.indices) if hasattr(csr, "indptr") else csr
    return whole("offset", offset, numpy.int64), whole("to", to, numpy.int32)


def graph(csr: Any, directed: Optional[bool] = None, comm: Any = None) -> Graph:
    """A graph for many calls of bfs() and levels().

    csr: a sparse matrix of SciPy whose entries are arcs; or (offset, to), arrays (vertices + 1) and (arcs): row v is to[offset[v]:offset[v + 1]]; or
    the path of a file, or a generator's words such as "kron:scale=20,edgefactor=16". directed=False: every entry, or arc of the file, is an edge;
    True: lines of a list are arcs; None: entries are arcs, a file's header decides."""
    handle, out, one = lib.context(comm), ctypes.c_void_p(), lib.library()
    if isinstance(csr, (str, os.PathLike)):
        status = one.cordee_graph_read_as(handle, os.fsencode(csr), -1 if directed is None else bool(directed), ctypes.byref(out))
    else:
        offset, to = rows_of(csr)
        if offset.ndim != 1 or to.ndim != 1 or not offset.size or int(offset[-1]) > to.size:
            raise UsageError("expected offset (vertices + 1) and to (offset[-1]), found %s and %s" % (offset.shape, to.shape))
        status = one.cordee_graph_rows(handle, offset.size - 1, directed is not False, address(offset), address(to), ctypes.byref(out))
    lib.check(handle, status)
    return Graph(out, comm)


def bfs(csr: Any, sources: Any = None, comm: Any = None, callback: Asked = None, **options: Any) -> Records:
    """Breadth-first searches. Returns Records with source, depth (the highest level), visited (vertices), edges and checksum (of the levels).

    csr: a Graph, or what graph() takes. sources: vertices to search from; None: 64 random ones; "all": all; or a file's path. Search from many at
    once: a GPU gets the graph at each call. options: those of `cordee bfs` (method="direction", time=10, check=100)."""
    one = csr if isinstance(csr, Graph) else graph(csr, options.pop("directed", None), comm)
    if isinstance(sources, str):
        sources, options["sources"] = None, sources
    given = None if sources is None else whole("sources", numpy.atleast_1d(sources), numpy.int32)
    call = lib.library().cordee_bfs
    return compute(lambda handle, words, how, out: call(handle, one._handle, 0 if given is None else given.size, address(given), words, how, out),
                   one._comm, callback, options)


def levels(csr: Any, source: int, comm: Any = None, **options: Any) -> Tuple[Array, Array]:
    """(level, parent) of every vertex, int32 arrays: arcs of a shortest path from source, and the smallest vertex before it on one; -1: none."""
    one = csr if isinstance(csr, Graph) else graph(csr, options.pop("directed", None), comm)
    level, parent = (numpy.empty(one.vertices, numpy.int32) for _ in range(2))
    handle = lib.context(one._comm)
    lib.check(handle, lib.library().cordee_bfs_levels(handle, one._handle, source, lib.words(options), address(level), address(parent)))
    return level, parent


# ---- maximum flows ----

class Flow:
    """A maximum flow, proved by a cut of the same capacity.

    value; flow: (arcs) int64, in the order of the arcs, or of the matrix's entries; sink_side: (vertices) bool, the minimum cut nearest to the sink."""

    def __init__(self, value: int, flow: Array, side: Array) -> None:
        self.value, self.flow, self.sink_side = value, flow, side.astype(bool)

    def __repr__(self) -> str:
        return "<cordee.Flow: %d>" % self.value


def network_of(arcs: Any, source: Any, sink: Any, vertices: Optional[int]) -> Tuple[Network, Tuple[Array, ...]]:
    """(Network, what it points to)."""
    if hasattr(arcs, "tocsr"):
        matrix = arcs.tocsr()
        arcs = (numpy.repeat(numpy.arange(matrix.shape[0], dtype=numpy.int32), numpy.diff(matrix.indptr)), matrix.indices, matrix.data)
        vertices = max(matrix.shape)
    tail, head, capacity = (whole(name, values, kind) for name, values, kind in zip(("tail", "head", "capacity"), arcs, ("i4", "i4", "i8")))
    if not tail.shape == head.shape == capacity.shape or tail.ndim != 1:
        raise UsageError("expected tail, head and capacity of one length, found %s, %s, %s" % (tail.shape, head.shape, capacity.shape))
    if vertices is None:
        vertices = int(max(tail.max(initial=0), head.max(initial=0), numpy.max(source), numpy.max(sink))) + 1
    sources, sinks = (whole(name, numpy.atleast_1d(values), numpy.int32) for name, values in (("source", source), ("sink", sink)))
    kept = (tail, head, capacity, sources, sinks)
    return Network(ctypes.sizeof(Network), vertices, sources.size, sinks.size, tail.size, *map(address, kept)), kept


def max_flow(arcs: Any, source: Any, sink: Any, vertices: Optional[int] = None, comm: Any = None, **options: Any) -> Flow:
    """The maximum flow from source to sink (a vertex, or several), as a Flow.

    arcs: a sparse matrix of SciPy with whole capacities, or arrays (tail, head, capacity); vertices: their number, by default the largest and 1. options:
    those of `cordee flow` (method="push-relabel", backend="cuda")."""
    network, kept = network_of(arcs, source, sink, vertices)
    value, flow, side = ctypes.c_int64(), numpy.zeros(network.arcs, numpy.int64), numpy.zeros(max(network.vertices, 0), numpy.uint8)
    handle = lib.context(comm)
    lib.check(handle, lib.library().cordee_max_flow(handle, ctypes.byref(network), lib.words(options), ctypes.byref(value), address(flow),
                                                    address(side)))
    del kept  # the library has read them
    return Flow(value.value, flow, side)


def max_flows(networks: Any, comm: Any = None, callback: Asked = None, **options: Any) -> Records:
    """Maximum flows of many networks, as Records with value, cut_arcs, source_side and more.

    networks: a list of (arcs, source, sink) or (arcs, source, sink, vertices), each as max_flow() takes it; or the path of a file or list, or a generator's
    words such as "random:n=1000,degree=6,terminals=50,count=10000"."""
    if isinstance(networks, (str, os.PathLike)):
        return compute_file(b"flow", os.fsencode(networks), comm, callback, options)
    made = [network_of(*(tuple(one) + (None,))[:4]) for one in networks]
    array = (Network * len(made))(*(network for network, _ in made))
    call = lib.library().cordee_max_flows
    return compute(lambda handle, words, how, out: call(handle, len(made), array, words, how, out), comm, callback, options)
