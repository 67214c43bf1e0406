"""Names for annotations; imported by type checkers alone (numpy.typing has NDArray from NumPy 1.21 on)."""
import os
from typing import Any, Dict, Union

from numpy.typing import NDArray

Array = NDArray[Any]
Columns = Dict[str, Array]
Path = Union[str, "os.PathLike[str]"]
