"""cordee: tours, vehicle routing, task assignments, option prices, breadth-first searches and maximum flows, on GPUs and CPU cores, by libcordee::

    import cordee
    result = cordee.solve(coords=[(0, 0), (0, 3), (4, 3), (4, 0)], seed=1)
    result.cost, result.solution

docs/python.md has examples. The same seed gives the same answer as `cordee solve` on the command line; every cost is verified."""
from typing import TYPE_CHECKING

from .batch import solve_batch
from .errors import DeviceError, Error, FormatError, InputError, NoMemory, NoSolution, OutputError, Stopped, UsageError
from .graph import Flow, Graph, bfs, graph, levels, max_flow, max_flows
from .frames import Results, results
from .instance import Instance, matching, read, tour
from ._library import Progress, library
from . import methods
from .options import Option, options
from .price import price
from .records import Records
from .result import Result
from . import routing as _routing
from .search import resume, solve
from .tsp import tsp

__all__ = ["DeviceError", "Error", "Flow", "FormatError", "Graph", "InputError", "Instance", "NoMemory", "NoSolution", "Option", "OutputError", "Progress", "Records",
           "Result", "Results", "Stopped", "UsageError", "bfs", "graph", "levels", "matching", "max_flow", "max_flows", "methods", "options", "price", "read", "results", "resume",
           "routing", "solve", "solve_batch", "tour", "tsp", "version"]


def version() -> str:
    """The version of the library that is loaded, such as "0.1.0"."""
    return str(library().cordee_version().decode())


if TYPE_CHECKING:
    routing: _routing.Routing
else:
    routing = _routing

__version__: str  # the same, which only the library knows

if not TYPE_CHECKING:

    def __getattr__(name):
        if name == "__version__":
            return version()
        raise AttributeError("module 'cordee' has no attribute %r" % name)
