"""Names for annotations; imported by type checkers alone (numpy.typing has NDArray from NumPy 1.21 on)."""
import os
from typing import Any, Dict, List, Union

from numpy.typing import NDArray

Array = NDArray[Any]
Nodes = Union[None, List[Any], Array]  # of a graph: what its vertices are called; None: 0..n-1
Columns = Dict[str, Array]
Path = Union[str, "os.PathLike[str]"]
