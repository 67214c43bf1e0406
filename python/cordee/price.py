"""Prices of lookback and vanilla options."""
from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

import numpy

from . import _library as lib
from .errors import UsageError
from .instance import is_masked, missing
from .options import differing
from .records import TEXT, TYPES, Column, Records, compute, compute_file

if TYPE_CHECKING:
    from ._typing import Array
    from .records import Asked

WORDS = ("type", "style", "payoff", "strike")  # columns of texts; strike may be numbers, too
NAMES = ("id", "S", "M0", "T", "sigma", "r", "q", "type", "style", "payoff", "strike", "N")


def price(book: Any = None, comm: Any = None, callback: Asked = None, *, S: Any = None, T: Any = None, sigma: Any = None, r: Any = None, M0: Any = None,
          q: Any = None, type: Any = None, style: Any = None, payoff: Any = None, strike: Any = None, N: Any = None, id: Any = None, steps: int = 0, tolerance: float = 0,
          extrapolate: str = "auto", method: str = "auto", precision: str = "double", hybrid: int = 256, time: Optional[float] = None,
          backend: str = "auto", threads: int = 0, stop_before: float = 30, check: int = 0) -> Records:
    """Prices lookback options on a lattice, vanilla options on a tree.

    Parameters
    ----------
    book : DataFrame, dict or path, optional
        Columns as the following arguments; or a file's path, or a generator's words such as "book:n=1e6,N=1000".
    comm, callback
        As of solve(); callback gets counts.
    S, T, sigma, r : number or array_like, instead of a book
        Price of the stock; years to expiry; volatility and interest rate per year, continuously compounded.
    M0, q : number or array_like, optional
        Maximum so far of a put, minimum of a call (by default S); dividend yield per year.
    type, style, payoff : str or array_like, optional
        "put" or "call"; "american" or "european"; "lookback" or "vanilla".
    strike : str, number or array_like, optional
        Of vanilla options, numbers; of lookback options "floating".
    N, id : int or array_like, optional
        Steps of the lattice; a name that Records keep.
    steps : int, from 0 to 1000000
        Of the lattice where N says none; 0: 1,000, or as tolerance asks.
    tolerance : float, from 0 to 1e20
        Steps are doubled until the estimated error is at most this; 0: they are not.
    extrapolate : str, auto | none | one | two
        Terms in 1/sqrt(steps) that are eliminated.
    method : str, trimmed | full | published | grid | auto
        Nodes of lattices that are computed; grid: finite differences; auto: trimmed, but grid for fine tolerances.
    precision : str, double | single
        Of the method "published".
    hybrid : int, from 0 to 1000000
        With the method "published" on a GPU: last steps on the host.
    time, backend, threads, stop_before
        As of solve().
    check : int, from 0 to 1e12
        One of so many options is priced again on the host; 0: none.

    Returns
    -------
    Records
        Columns price, delta, gamma, error and steps. An option that cannot be priced fails alone (Records.messages).

    Notes
    -----
    A value that is None, NaN, NA or masked is not given, as an empty cell of a table: M0, q, N, type, style and payoff have defaults."""
    said = dict(zip(NAMES, (id, S, M0, T, sigma, r, q, type, style, payoff, strike, N)))
    columns = {name: value for name, value in said.items() if value is not None}
    values = differing(price, dict(steps=steps, tolerance=tolerance, extrapolate=extrapolate, method=method, precision=precision, hybrid=hybrid, time=time,
                                   backend=backend, threads=threads, stop_before=stop_before, check=check))
    if isinstance(book, (str, os.PathLike)):  # of which type and style may be said, too
        values.update({name: value for name, value in columns.items() if name in WORDS})
        columns = {name: value for name, value in columns.items() if name not in WORDS}
    if (book is None) == (not columns):
        raise UsageError("expected a book, or columns as arguments")
    if isinstance(book, (str, os.PathLike)):
        return compute_file(b"price", os.fsencode(book), comm, callback, values)
    if book is None:
        plain = [plain_array(name, numpy.atleast_1d(value) if not is_masked(value) else value) for name, value in columns.items()]
        book = dict(zip(columns, numpy.broadcast_arrays(*plain)))
    rows, table, kept = columns_of({str(name): plain_array(str(name), book[name]) for name in book})
    call = lib.library().cordee_price
    records = compute(lambda handle, words, how, out: call(handle, rows, len(table), table, words, how, out), comm, callback, values)
    del kept  # the library has read them
    return records


def columns_of(book: Dict[str, Array]) -> Tuple[int, Any, List[Tuple[Array, bytes]]]:
    """(rows, array of Column, what they point to)."""
    sizes = {array.shape for array in book.values()}
    if len(sizes) > 1 or any(len(shape) != 1 for shape in sizes):
        raise UsageError("expected columns of one length, found shapes %s" % ", ".join(map(str, sorted(sizes))))
    table, kept = (Column * len(book))(), []  # type: Any, List[Tuple[Array, bytes]]
    for k, (name, array) in enumerate(book.items()):
        plain = numpy.ascontiguousarray(array)
        kept.append((plain, name.encode()))
        text = plain.dtype.kind == "S"
        kind = TEXT if text else TYPES.index(plain.dtype.str[1:])
        table[k] = Column(kept[-1][1], kind, max(plain.dtype.itemsize, 1) if text else 0, plain.ctypes.data)
    return (next(iter(sizes))[0] if sizes else 0), table, kept


def text_of(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


def texts_of(values: Array, lacks: Array) -> Array:
    """Padded with zeros; none where a value is missing."""
    encoded = [b"" if gone else text_of(value) for value, gone in zip(values.tolist(), lacks.tolist())]
    return numpy.array(encoded or [b""])[:len(encoded)]


def numbers_of(name: str, values: Array, lacks: Array) -> Array:
    """Of a type that the library has, in a row; NaN where a value is missing."""
    if values.dtype.kind in "iub" and not lacks.any():
        return numpy.ascontiguousarray(values, dtype="u8" if values.dtype.str[1:] == "u8" else "i8")
    if values.dtype.kind == "f" and values.dtype.itemsize <= 4 and not lacks.any():
        return numpy.ascontiguousarray(values, dtype="f4")
    try:
        return numpy.ascontiguousarray(numpy.where(lacks, numpy.nan, values), dtype="f8")
    except (TypeError, ValueError):
        raise UsageError("%s: expected numbers or texts, found both or others" % name) from None


def plain_array(name: str, given: Any) -> Array:
    """A column as the library takes it: missing values are NaN in numbers, none in texts."""
    lacks = missing(given)
    values = numpy.asarray(given)  # what a mask hides is not read
    if values.dtype.kind not in "OUSfiub":
        raise UsageError("%s: expected numbers or texts, found %s" % (name, values.dtype))
    if values.ndim != 1:
        return values
    there = values[~lacks]
    worded = values.dtype.kind in "US" or any(isinstance(one, (str, bytes)) for one in there.tolist())
    if worded or (name in WORDS and not there.size):
        return texts_of(values, lacks)
    return numbers_of(name, values, lacks)
