"""Prices of lookback options."""
from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any, Dict, List, Tuple

import numpy

from . import _library as lib
from .errors import UsageError
from .records import TEXT, TYPES, Column, Records, compute, compute_file

if TYPE_CHECKING:
    from ._typing import Array
    from .records import Asked

NAMES = ("id", "S", "M0", "T", "sigma", "r", "q", "type", "style", "strike", "N")


def price(book: Any = None, comm: Any = None, callback: Asked = None, **values: Any) -> Records:
    """Prices lookback options on a lattice, and returns Records with price, delta, gamma, error and steps.

    book: a pandas DataFrame or a dict of columns S, T, sigma and r, and perhaps M0 (maximum so far of a put, minimum of a call), q (dividend
    yield), type ("put", "call"), style ("american", "european") and N (steps); or the path of a file, or a generator's words such as
    "book:n=1e6,N=1000". Or give columns as arguments, numbers or arrays: price(S=50, T=0.25, sigma=0.4, r=[0.05, 0.1]). T in years; sigma, r
    and q per year, continuously compounded. Other arguments are options of `cordee price`: tolerance=1e-3, time=10, backend="cuda", check=100.
    callback(counts): called several times a second; a true value stops. An option that cannot be priced fails alone (Records.messages)."""
    columns = {name: values.pop(name) for name in NAMES if name in values}
    if (book is None) == (not columns):
        raise UsageError("expected a book, or columns as arguments")
    if isinstance(book, (str, os.PathLike)):
        return compute_file(b"price", os.fsencode(book), comm, callback, values)
    if book is None:
        arrays = numpy.broadcast_arrays(*(numpy.atleast_1d(value) for value in columns.values()))
        book = dict(zip(columns, arrays))
    rows, table, kept = columns_of({str(name): numpy.asarray(book[name]) for name in book})
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
        plain = plain_array(array)
        kept.append((plain, name.encode()))
        text = plain.dtype.kind == "S"
        kind = TEXT if text else TYPES.index(plain.dtype.str[1:])
        table[k] = Column(kept[-1][1], kind, max(plain.dtype.itemsize, 1) if text else 0, plain.ctypes.data)
    return (next(iter(sizes))[0] if sizes else 0), table, kept


def plain_array(array: Array) -> Array:
    """Of a type that the library has, in a row; texts padded with zeros."""
    if array.dtype.kind in "OUS":
        encoded = numpy.array([("" if one is None else str(one) if not isinstance(one, bytes) else one.decode()).encode() for one in array.tolist()] or [b""])
        return encoded[:len(array)]
    if array.dtype.kind == "f":
        return numpy.ascontiguousarray(array, dtype="f4" if array.dtype.itemsize <= 4 else "f8")
    if array.dtype.kind in "iub":
        return numpy.ascontiguousarray(array, dtype="u8" if array.dtype.str[1:] == "u8" else "i8")
    raise UsageError("expected columns of numbers or texts, found %s" % array.dtype)
