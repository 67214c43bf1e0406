"""Values of rows that have none: NaN in columns of floats, masked in columns of whole numbers, <NA> in DataFrames; never 0."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    import pandas

    from ._typing import Array, Columns


def lacking(values: Array, failed: Array, pending: Any = False) -> Array:
    """The column without the zeros that stand where a row that failed has no value, and without the rows that are pending: the same array if there are
    none."""
    lacks = (failed & (values == 0)) | pending
    if values.dtype.kind not in "iuf" or not lacks.any():
        return values
    masked: Any = numpy.ma.masked_array
    out: Array = numpy.where(lacks, numpy.nan, values).astype(values.dtype) if values.dtype.kind == "f" else masked(values, lacks)
    out.flags.writeable = False
    return out


def column(values: Array) -> Any:
    """For a DataFrame."""
    if not isinstance(values, numpy.ma.MaskedArray):
        return values
    import pandas
    return pandas.arrays.IntegerArray(numpy.array(values.data), numpy.array(values.mask))


def frame_of(table: Columns) -> pandas.DataFrame:
    import pandas
    return pandas.DataFrame({name: column(values) for name, values in table.items()})
