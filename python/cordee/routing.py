"""Vehicle routing as objects: Model and what it consists of. Called, `cordee.routing(demand, capacity, ...)` makes an instance of arrays::

    import cordee
    model = cordee.routing.Model()
    depot = model.add_depot(x=0, y=0)
    van = model.add_vehicle_type(count=2, capacity=10)
    stop = model.add_stop(x=3, y=4, delivery=6, window=(8, 17))
    solution = model.solve(time=10)
    solution.cost, solution.routes, solution.schedule()

docs/python.md has examples."""
from __future__ import annotations

import inspect
import sys
import types
from .instance import routing
from .model import Model
from .parts import Depot, Group, Pair, Stop, VehicleType
from .solution import Route, Solution

__all__ = ["Depot", "Group", "Model", "Pair", "Route", "Solution", "Stop", "VehicleType"]


class Routing(types.ModuleType):
    """The class of this module, which can be called as the function `routing` of older versions."""
    Model = Model
    Depot, Group, Pair, Stop, VehicleType = Depot, Group, Pair, Stop, VehicleType
    Route, Solution = Route, Solution

    __call__ = staticmethod(routing)


__signature__ = inspect.signature(routing)  # of help() and editors
sys.modules[__name__].__class__ = Routing
