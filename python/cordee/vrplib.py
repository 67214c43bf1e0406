"""Instances as the package vrplib reads them: dicts of specifications and sections."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Type

import numpy

from . import _library as lib
from .errors import UsageError
from .instance import Instance, made
from .made import Recipe
from .text import shown

if TYPE_CHECKING:
    from ._typing import Array
    from .model import Model

MARKS = ("node_coord", "edge_weight", "demand")  # a dict with two of these is one
COMPUTED = ("EUC_2D", "FLOOR_2D", "EXACT_2D", "CEIL_2D", "ATT", "GEO", "MAN_2D", "MAX_2D", "GEOM")
SKIPPED = ("name", "comment", "edge_weight", "depot", "edge_weight_type", "edge_weight_format")


def number(value: Any) -> str:
    """As it is written; a whole float without a point."""
    plain = value.item() if isinstance(value, numpy.generic) else value
    return str(int(plain)) if isinstance(plain, float) and plain.is_integer() else str(plain)


def row(values: Any) -> str:
    return " ".join(number(value) for value in numpy.atleast_1d(numpy.asarray(values, dtype=object)).tolist())


def section(name: str, values: Any) -> List[str]:
    """A line a node; vrplib leaves out their numbers."""
    return [name.upper() + "_SECTION", *("%d %s" % (k + 1, row(values[k])) for k in range(len(values)))]


def weights(found: Mapping[str, Any]) -> List[str]:
    """Distances by type where coordinates make them, else as they are."""
    kind = str(found.get("edge_weight_type", "EUC_2D"))
    if kind in COMPUTED and "node_coord" in found:
        return ["EDGE_WEIGHT_TYPE : " + kind]
    if "edge_weight" not in found:
        raise UsageError("edge_weight: expected a matrix, or node_coord with a type of %s, found neither" % ", ".join(COMPUTED))
    matrix: Array = numpy.asarray(found["edge_weight"])
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise UsageError("edge_weight: expected shape (n, n), found %s" % (matrix.shape,))
    return ["EDGE_WEIGHT_TYPE : EXPLICIT", "EDGE_WEIGHT_FORMAT : FULL_MATRIX", "EDGE_WEIGHT_SECTION", *(row(line) for line in matrix)]


def text_of(found: Mapping[str, Any]) -> str:
    """The file of such a dict, in VRPLIB's form."""
    sizes = [len(found[mark]) for mark in MARKS if mark in found]
    if not sizes or ("demand" not in found and "dimension" not in found):
        raise UsageError("expected a dict of vrplib.read_instance(), with node_coord or edge_weight, and demand, found the keys %s" % ", ".join(map(str, list(found)[:9])))
    windows = "time_window" in found
    said = {key: value for key, value in found.items() if key not in SKIPPED}
    said.setdefault("dimension", sizes[0])
    said.setdefault("type", "VRPTW" if windows else "CVRP")
    lines = ["%s : %s" % (key.upper(), shown(str(found[key]).replace("\n", " "))) for key in ("name", "comment") if key in found]  # which may say how distances are rounded
    lines += ["%s : %s" % (key.upper(), number(value)) for key, value in said.items() if not hasattr(value, "__len__") or isinstance(value, str)]
    lines += weights(found)
    for key, value in said.items():
        if hasattr(value, "__len__") and not isinstance(value, str):
            lines += section(key, value)
    depots = numpy.atleast_1d(numpy.asarray(found.get("depot", 0))).tolist()
    return "\n".join(lines + ["DEPOT_SECTION", *(str(int(depot) + 1) for depot in depots), "-1", "EOF"]) + "\n"


def of_vrplib(found: Mapping[str, Any], comm: Any = None, **options: Any) -> Instance:
    """The instance that the file has which vrplib read."""
    text = text_of(found).encode("utf-8")
    name = "%s.vrp" % found.get("name", "instance")
    one = made(comm, None, lib.library().cordee_read_text, name.encode("utf-8"), text, len(text), lib.words(options))
    one._recipe = Recipe(again, {"found": dict(found), "options": options})
    return one


def again(found: Dict[str, Any], options: Dict[str, Any]) -> Instance:
    return of_vrplib(found, None, **options)


# ---- models ----

MODELLED = ("name", "comment", "type", "dimension", "edge_weight_type", "edge_weight_format", "node_coord", "edge_weight", "demand", "capacity", "depot",
            "vehicles", "distance", "time_window", "service_time")


def listed(found: Mapping[str, Any], key: str, size: int, columns: int = 0) -> List[Any]:
    """The values of a section by nodes. columns: that it has to have; 0: any."""
    values = numpy.asarray(found[key])
    wanted = "(%d, %d)" % (size, columns) if columns else "(%d,)" % size
    if values.shape[:1] != (size,) or (columns and values.shape != (size, columns)):
        raise UsageError("%s: expected shape %s, found %s" % (key, wanted, values.shape))
    rows: List[Any] = values.tolist()
    return rows


def placed(model: Model, found: Mapping[str, Any], size: int) -> List[Dict[str, Any]]:
    """Where each node is, as add_stop takes it; a matrix is added to the model."""
    kind = str(found.get("edge_weight_type", "EUC_2D"))
    if kind == "EUC_2D" and "node_coord" in found:
        return [{"x": x, "y": y} for x, y in listed(found, "node_coord", size, 2)]
    if "edge_weight" not in found:
        raise UsageError("edge_weight: expected a matrix, or node_coord with the type EUC_2D, found neither")
    model.add_matrix(found["edge_weight"])
    return [{"location": k} for k in range(size)]


def model_of(kind: Type[Model], found: Mapping[str, Any], objective: str, distances: Optional[str], unserved: str) -> Model:
    """See Model.from_vrplib."""
    for key in ("demand", "capacity"):
        if key not in found:
            raise UsageError("%s: expected it in a dict of vrplib.read_instance(), found the keys %s" % (key, ", ".join(map(str, list(found)[:9]))))
    others = [key for key in found if key not in MODELLED]
    if others:
        raise UsageError("%s: expected none of a problem with one depot and vehicles that are alike: cordee.solve(found) takes such problems" % others[0])
    demand = listed(found, "demand", len(found["demand"]))
    size, windows = len(demand), "time_window" in found
    depots = [int(one) for one in numpy.atleast_1d(numpy.asarray(found.get("depot", 0))).tolist()]
    if len(depots) != 1 or not 0 <= depots[0] < size:
        raise UsageError("depot: expected one node from 0 to %d, found %s" % (size - 1, depots))
    model = kind(str(found.get("name", "model")), objective, distances or ("truncated" if windows else "rounded"), unserved=unserved)
    where, times = placed(model, found, size), listed(found, "time_window", size, 2) if windows else [None] * size
    service = found.get("service_time", 0)
    spent = listed(found, "service_time", size) if numpy.ndim(service) else [service] * size
    model.add_depot(window=times[depots[0]], **where[depots[0]])
    model.add_vehicle_type(found.get("vehicles"), found["capacity"], max_duration=found.get("distance"))
    for node in (node for node in range(size) if node != depots[0]):
        model.add_stop(delivery=demand[node], service=spent[node], window=times[node], name=str(node), **where[node])
    return model
