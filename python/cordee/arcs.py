"""Graphs in the forms that Python has them in, as arrays: what each means, or how to write what is meant."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional, Tuple

import numpy

from .errors import UsageError, warn
from .instance import is_frame, whole

if TYPE_CHECKING:
    from ._typing import Array, Nodes

ENDS = (("source", "target"), ("tail", "head"), ("from", "to"), ("u", "v"))  # columns of a frame
AMOUNTS = ("capacity", "weight")


class Arcs:
    """tail, head: (arcs) int32; amount: (arcs) int64, or None; vertices: of the form, or None: the largest and 1; edges: every arc is one, both ways;
    nodes: what the vertices are called, or None: by their numbers."""

    def __init__(self, tail: Any, head: Any, amount: Any, vertices: Optional[int], edges: bool = False, nodes: Nodes = None) -> None:
        self.nodes = nodes
        self.tail, self.head = whole("tail", tail, numpy.int32), whole("head", head, numpy.int32)
        self.amount = None if amount is None else whole("capacity", amount, numpy.int64)
        self.edges = edges
        columns = [one for one in (self.tail, self.head, self.amount) if one is not None]
        if any(one.shape != self.tail.shape or one.ndim != 1 for one in columns):
            raise UsageError("expected tail, head%s of one length, found %s" % (" and capacity" if amount is not None else "",
                                                                              ", ".join(str(one.shape) for one in columns)))
        self.vertices = int(max(self.tail.max(initial=-1), self.head.max(initial=-1))) + 1 if vertices is None else vertices

    def rows(self) -> Tuple[Array, Array]:
        """(offset, to) of compressed sparse rows; the arcs of a row in their order."""
        for name, ends in (("tail", self.tail), ("head", self.head)):
            if ends.size and (ends.min() < 0 or ends.max() >= self.vertices):
                raise UsageError("%s: expected vertices 0..%d, found %d" % (name, self.vertices - 1, ends.min() if ends.min() < 0 else ends.max()))
        count = numpy.bincount(self.tail, minlength=self.vertices)
        return numpy.append(0, numpy.cumsum(count)), self.head[numpy.argsort(self.tail, kind="stable")]


def numbered(tail: Any, head: Any) -> Tuple[Any, Any, Nodes]:
    """(tail, head, nodes): words, and numbers from 2**31 on, are numbered in ascending order; other numbers are the vertices themselves."""
    ends = [numpy.asarray(one) for one in (tail, head)]
    words = all(one.size and (one.dtype.kind == "U" or (one.dtype.kind == "O" and all(isinstance(value, str) for value in one))) for one in ends)
    large = all(one.dtype.kind in "iu" for one in ends) and max(int(one.max(initial=0)) for one in ends) >= 2**31 and min(int(one.min(initial=0)) for one in ends) >= 0
    if not words and not large:
        return tail, head, None
    nodes, places = numpy.unique(numpy.concatenate([one.astype(numpy.uint64 if large else object) for one in ends]), return_inverse=True)
    places = places.reshape(-1)
    return places[:ends[0].size], places[ends[0].size:], nodes if large else nodes.tolist()


def is_networkx(graph: Any) -> bool:
    return hasattr(graph, "is_directed") and hasattr(graph, "edges") and hasattr(graph, "nodes")


def is_numbered(nodes: List[Any]) -> bool:
    """Are they 0..n-1, in any order?"""
    whole_ones = all(isinstance(node, (int, numpy.integer)) and not isinstance(node, bool) for node in nodes)
    return whole_ones and all(0 <= node < len(nodes) for node in nodes)


def of_networkx(graph: Any, amounts: bool) -> Arcs:
    """Nodes 0..n-1 are the vertices, others are numbered in their order. An edge of a graph without directions is two arcs, one after the other, of its
    capacity each."""
    nodes = list(graph.nodes)
    numbered = is_numbered(nodes)
    number = {node: node if numbered else k for k, node in enumerate(nodes)}
    tail: List[int] = []
    head: List[int] = []
    amount: List[Any] = []
    for u, v, values in graph.edges(data=True):
        if amounts and "capacity" not in values:
            raise UsageError("edge (%s, %s): expected an attribute capacity, found none: an unlimited edge needs a number" % (u, v))
        for one, other in ((u, v),) if graph.is_directed() else ((u, v), (v, u)):
            tail.append(number[one])
            head.append(number[other])
            amount.append(values.get("capacity"))
    return Arcs(numpy.array(tail, dtype=numpy.int64), numpy.array(head, dtype=numpy.int64), numpy.array(amount) if amounts else None, len(nodes),
                nodes=None if numbered else nodes)


def places_of(name: str, values: Any, nodes: Array) -> Array:
    """Where numbers stand among those that ascend, (count) int32."""
    wanted = whole(name, numpy.atleast_1d(values), numpy.uint64)
    places = numpy.searchsorted(nodes, wanted)
    lost = nodes[numpy.minimum(places, nodes.size - 1)] != wanted
    if lost.any():
        raise UsageError("%s: expected a node of the graph, found %d" % (name, wanted[lost][0]))
    return places.astype(numpy.int32)


def vertices_of(name: str, values: Any, nodes: Nodes) -> Array:
    """The numbers of a node or of several, (count) int32."""
    if nodes is None:
        return whole(name, numpy.atleast_1d(values), numpy.int32)
    if isinstance(nodes, numpy.ndarray):
        return places_of(name, values, nodes)
    number = {node: k for k, node in enumerate(nodes)}
    try:
        single = values in number
    except TypeError:  # a list
        single = False
    wanted = [values] if single or isinstance(values, str) or not hasattr(values, "__iter__") else list(values)
    for node in wanted:
        if node not in number:
            raise UsageError("%s: expected a node of the graph, found %r" % (name, node))
    return numpy.array([number[node] for node in wanted], dtype=numpy.int32)


def of_frame(frame: Any, amounts: bool) -> Arcs:
    names = [str(name) for name in frame.columns]
    ends = next((pair for pair in ENDS if set(pair) <= set(names)), None)
    amount = next((name for name in AMOUNTS if name in names), None) if amounts else None
    if ends is None or (amounts and amount is None):
        raise UsageError("expected columns source, target%s, found %s" % (" and capacity" if amounts else "", ", ".join(names) or "none"))
    others = [name for name in names if name not in ends and name != amount]
    if others:
        warn("columns that are not used: %s" % ", ".join(others), UserWarning)
    tail, head, nodes = numbered(frame[ends[0]], frame[ends[1]])
    return Arcs(tail, head, frame[amount] if amount else None, None, nodes=nodes)


def of_sparse(matrix: Any, amounts: bool) -> Arcs:
    """An entry of row u and column v is the arc from u to v; entries that are there twice are added, as SciPy does."""
    rows = matrix.tocsr()
    if rows.shape[0] != rows.shape[1]:
        raise UsageError("expected a square matrix, found shape %s" % (rows.shape,))
    tail = numpy.repeat(numpy.arange(rows.shape[0], dtype=numpy.int32), numpy.diff(rows.indptr))
    return Arcs(tail, rows.indices, rows.data if amounts else None, rows.shape[0])


def of_array(array: Array, amounts: bool) -> Arcs:
    """A square of numbers is a matrix, in which 0 is no arc; else a row is an arc."""
    width, shape = 3 if amounts else 2, array.shape
    words = "(u, v, capacity)" if amounts else "(u, v)"
    if array.ndim == 2 and shape[0] == shape[1] and (shape[1] in (2, 3) and (shape[1] == width or not amounts)):
        raise UsageError("shape %s: a matrix and rows %s look the same: write scipy.sparse.csr_matrix(array), or the columns tail and head"
                         "%s as arcs=(array[:, 0], array[:, 1]%s)" % (shape, words, ", and capacity," if amounts else "", ", array[:, 2]" if amounts else ""))
    if array.ndim == 2 and shape[0] == shape[1]:
        if array.dtype.kind in "fc" and not numpy.isfinite(array).all():
            raise UsageError("expected finite numbers in a matrix, 0 where there is no arc")
        tail, head = numpy.nonzero(array)
        return Arcs(tail, head, array[tail, head] if amounts else None, shape[0])
    if array.ndim == 2 and shape[1] == width:
        return Arcs(array[:, 0], array[:, 1], array[:, 2] if amounts else None, None)
    if array.ndim == 2 and shape[0] == width and amounts:
        return Arcs(array[0], array[1], array[2], None)
    if not array.size and array.ndim < 2:
        return Arcs([], [], [] if amounts else None, None)
    raise UsageError("expected a square matrix, or rows %s, found shape %s" % (words, shape))


def sized(values: Any, width: int) -> bool:
    """Is it a sequence of sequences of that length?"""
    return all(hasattr(one, "__len__") and not isinstance(one, str) and len(one) == width for one in values)


def of_sequence(values: Any, amounts: bool) -> Arcs:
    """A list of arcs; or the columns, as a tuple."""
    width = 3 if amounts else 2
    if amounts and len(values) == width and (isinstance(values, tuple) or not sized(values, width)):
        return Arcs(values[0], values[1], values[2] if amounts else None, None)
    if amounts and len(values) == width:
        raise UsageError("a list of 3 with 3 numbers each: columns and arcs look the same: write a tuple of columns (tail, head, capacity)")
    if not sized(values, width):
        raise UsageError("expected arcs (%s), found %s" % ("u, v, capacity" if amounts else "u, v", next(
            (repr(one)[:60] for one in values if not hasattr(one, "__len__") or len(one) != width), "others")))
    columns = list(zip(*values)) or [[]] * width
    tail, head, nodes = numbered(columns[0], columns[1])
    return Arcs(tail, head, columns[2] if amounts else None, None, nodes=nodes)


def arcs_of(graph: Any, amounts: bool) -> Arcs:
    """Of any form but a file; amounts: with capacities. UsageError says how to write what cannot be told apart."""
    if is_networkx(graph):
        return of_networkx(graph, amounts)
    if is_frame(graph):
        return of_frame(graph, amounts)
    if hasattr(graph, "tocsr"):
        return of_sparse(graph, amounts)
    if isinstance(graph, numpy.ndarray):
        return of_array(graph, amounts)
    return of_sequence(graph if isinstance(graph, (list, tuple)) else list(graph), amounts)
