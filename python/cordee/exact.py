"""Numbers of models as whole numbers in units of 10^-decimals, without rounding: what has more decimals than there is room for is refused."""
from __future__ import annotations

import decimal
import math
from typing import TYPE_CHECKING, Any, Iterable, Optional

import numpy

from .errors import UsageError
from .instance import present, real

if TYPE_CHECKING:
    from ._typing import Array

Number = decimal.Decimal
MOST = 6  # decimals
DISTANCE_MOST, LIMIT_MOST = 2**28, 2**29  # of an entry of a matrix; of a time, a load, a limit of a route, in units
NO_LIMIT = 2**31 - 1


def number(name: str, value: Any, least: Optional[int] = 0) -> Number:
    """As it is written: a float is its shortest text. UsageError names the argument."""
    try:
        if isinstance(value, (bool, numpy.bool_)):
            raise TypeError
        found = value if isinstance(value, decimal.Decimal) else decimal.Decimal(str(value))
    except (TypeError, ValueError, decimal.InvalidOperation):
        raise UsageError("%s: expected a number, found %r" % (name, value)) from None
    if not found.is_finite():
        raise UsageError("%s: expected a finite number, found %r" % (name, value))
    if least is not None and found < least:
        raise UsageError("%s: expected a number from %d on, found %r" % (name, least, value))
    return found


def limit(name: str, value: Any, least: int = 0) -> Optional[Number]:
    """The same, or None where there is no limit: of None and infinity."""
    if value is None or (isinstance(value, (float, numpy.floating)) and math.isinf(value) and value > 0):
        return None
    return number(name, value, least)


def count(name: str, value: Any, least: int, most: int = NO_LIMIT - 1) -> int:
    """A whole number."""
    found = number(name, value, None)
    if found != int(found) or not least <= found <= most:
        raise UsageError("%s: expected a whole number from %d to %d, found %r" % (name, least, most, value))
    return int(found)


def places(value: Optional[Number]) -> int:
    """How many decimals it has."""
    if value is None or not value:
        return 0
    exponent = value.normalize().as_tuple().exponent
    return max(0, -int(exponent))


def finest(values: Iterable[Optional[Number]]) -> int:
    return max(map(places, values), default=0)


def units(name: str, value: Optional[Number], decimals: int, most: int = LIMIT_MOST) -> int:
    """In units of 10^-decimals; of None NO_LIMIT."""
    if value is None:
        return NO_LIMIT
    found = value.scaleb(decimals)
    if found != int(found):
        raise UsageError("%s: expected at most %d decimals, found %s" % (name, decimals, value))
    if found > most:
        raise UsageError("%s: expected at most %s, as numbers of its kind have %d decimals, found %s" % (name, decimal.Decimal(most).scaleb(-decimals), decimals, value))
    return int(found)


# ---- matrices ----

def matrix_places(name: str, matrix: Array) -> int:
    """The fewest decimals that its numbers have. UsageError: more than MOST."""
    if matrix.dtype.kind in "iu":
        return 0
    for decimals in range(MOST + 1):
        power = 10.0**decimals
        if (numpy.round(matrix * power) / power == matrix).all():
            return decimals
    wrong = [int(k) for k in numpy.argwhere(numpy.round(matrix * 1e6) / 1e6 != matrix)[0]]
    raise UsageError("%s: expected numbers of at most %d decimals, found %r at %s: decimals=3 rounds them to three" % (name, MOST, float(matrix[tuple(wrong)]), wrong))


def square(name: str, matrix: Any) -> Array:
    """(n, n) numbers from 0 on, the diagonal 0: int64 where all are whole, else float64."""
    if hasattr(matrix, "index") and hasattr(matrix, "columns") and list(matrix.index) != list(matrix.columns):
        raise UsageError("%s: expected a frame whose index and columns are the same places in the same order, found others" % name)
    given = matrix.to_numpy() if hasattr(matrix, "to_numpy") else matrix
    array = numpy.array(present(name, given), order="C")  # those of frames are column after column
    if array.ndim != 2 or array.shape[0] != array.shape[1] or not array.size:
        raise UsageError("%s: expected shape (n, n), found %s" % (name, array.shape))
    if array.dtype.kind not in "iu":
        array = numpy.array(real(name, array.astype(str) if array.dtype.kind == "f" and array.dtype.itemsize < 8 else array))
    numpy.fill_diagonal(array, 0)
    if not numpy.isfinite(array).all() or (array < 0).any():
        wrong = [int(k) for k in numpy.argwhere(~numpy.isfinite(array) | (array < 0))[0]]
        raise UsageError("%s: expected numbers from 0 on, found %s at %s" % (name, array[tuple(wrong)], wrong))
    return array


def rounded(matrix: Array, decimals: int) -> Array:
    """To so many decimals, halves up."""
    if matrix.dtype.kind in "iu":
        return matrix
    found: Array = numpy.floor(matrix * 10.0**decimals + 0.5) / 10.0**decimals
    return found


def matrix_units(name: str, matrix: Array, decimals: int) -> Array:
    """(n, n) int32 in units of 10^-decimals, which it has."""
    most = int(matrix.max()) if matrix.dtype.kind in "iu" else float(matrix.max())
    if most * 10**decimals > DISTANCE_MOST:
        raise UsageError("%s: expected numbers up to %s, as they or times have %d decimals, found %s: round them to fewer (decimals=0)"
                         % (name, decimal.Decimal(DISTANCE_MOST).scaleb(-decimals), decimals, most))
    found: Array = numpy.rint(matrix.astype(numpy.float64) * 10.0**decimals).astype(numpy.int32)
    return found
