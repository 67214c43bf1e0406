"""What Result.plot() draws: a tour, routes, loads of machines, or cost against time. Colours that the colour-blind tell apart (Okabe and Ito)."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, List, Union

import numpy

from .errors import UsageError

if TYPE_CHECKING:
    from .parts import Depot, Stop
    from .result import Result
    from .solution import Solution

UNNAMED = "instance"  # what tour() and the others call one
NAMED = 30  # stops whose names a drawing has room for
BLUE, VERMILION, BLACK = "#0072b2", "#d55e00", "#000000"
COLOURS = [BLUE, VERMILION, "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6a3d9a", "#8c6d31"]


def size(count: int) -> float:
    """Of a dot, in points: the more there are, the smaller."""
    return float(numpy.clip(40 / numpy.sqrt(count), 1, 5))


def tour(result: Result, axes: Any) -> None:
    coords = result.instance.coords
    assert coords is not None
    line = coords[numpy.append(result.solution, result.solution[:1])]
    axes.plot(line[:, 0], line[:, 1], color=BLUE, linewidth=1)
    axes.plot(coords[:, 0], coords[:, 1], "o", color=VERMILION, markersize=size(len(coords)), markeredgewidth=0)
    axes.set_aspect("equal")


def routes(result: Result, axes: Any) -> None:
    coords = result.instance.coords
    assert coords is not None
    for k, route in enumerate(result.routes):
        line = coords[numpy.pad(route, 1)]  # from the depot, and back
        axes.plot(line[:, 0], line[:, 1], color=COLOURS[k % len(COLOURS)], linewidth=1, marker="o", markersize=size(len(coords)), markeredgewidth=0)
    axes.plot(*coords[0], "s", color=BLACK, markersize=7)
    axes.annotate("depot", coords[0], xytext=(6, 6), textcoords="offset points")
    axes.set_aspect("equal")


def loads(result: Result, axes: Any) -> None:
    times = result.instance.times
    assert times is not None
    tasks, machines = times.shape
    units = numpy.bincount(result.solution, weights=times[numpy.arange(tasks), result.solution], minlength=machines)
    load = [result.instance.cost_of(int(one)) for one in units]
    axes.bar(range(machines), load, color=[VERMILION if one == max(load) else BLUE for one in load])
    if result.bound:
        axes.axhline(result.bound, color=BLACK, linewidth=1, linestyle="--", label="proven bound %s" % result.bound)
        axes.legend(loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0.1, frameon=False)
    axes.set_xticks(range(machines))
    axes.set_xlabel("machine")
    axes.set_ylabel("load")


def course(result: Result, axes: Any) -> None:
    best = numpy.append(result.trace["best"], result.trace["best"][-1:]).tolist()
    axes.step(numpy.append(result.trace["elapsed_s"], result.progress.elapsed_s), [result.instance.cost_of(one) for one in best], where="post", color=BLUE)
    if best[-1] > 0 and best[0] > 10 * best[-1]:
        axes.set_yscale("log")
    axes.set_xlabel("time (s)")
    axes.set_ylabel("cost")


def draw(result: Result, axes: Any = None) -> Any:
    """Draws it on matplotlib's axes, new ones if there are none, and returns these."""
    if axes is None:
        import matplotlib.pyplot
        axes = matplotlib.pyplot.subplots(constrained_layout=True)[1]
    instance = result.instance
    place = instance.coords if instance.coords is not None and instance.coords.shape[1] == 2 and result.solution.size else None
    if place is not None:
        (tour if len(place) == instance.size else routes)(result, axes)
    elif instance.times is not None and result.solution.size:
        loads(result, axes)
    elif result.solution.size:
        course(result, axes)
    axes.set_title("%s: %s" % (instance.name if instance.name != UNNAMED else "cost", result.cost), loc="left", parse_math=False)
    return axes


def draw_solution(solution: Solution, axes: Any = None) -> Any:
    """The routes of a model, a colour a vehicle, with the names of depots, and of stops if there are few; stops that are left out are crosses."""
    depots, stops = solution.model.depots, solution.model.stops
    parts: List[Union[Depot, Stop]] = [*depots, *stops]
    lacks = [one.name for one in parts if one.where.x is None]
    if lacks:
        raise UsageError("expected coordinates of all depots and stops for a drawing, found none of %s" % lacks[0])
    if axes is None:
        import matplotlib.pyplot
        axes = matplotlib.pyplot.subplots(constrained_layout=True)[1]
    for k, route in enumerate(solution.routes):
        line = [(part.where.x, part.where.y) for part in route.parts()]
        axes.plot(*zip(*line), color=COLOURS[k % len(COLOURS)], linewidth=1, marker="o", markersize=size(len(stops)), markeredgewidth=0)
    for depot in depots:
        axes.plot(depot.where.x, depot.where.y, "s", color=BLACK, markersize=7)
        axes.annotate(depot.name, (depot.where.x, depot.where.y), xytext=(6, 6), textcoords="offset points", parse_math=False)
    for stop in solution.unserved:
        axes.plot(stop.where.x, stop.where.y, "x", color=BLACK, markersize=7)
    for stop in stops if len(stops) <= NAMED else []:
        axes.annotate(stop.name, (stop.where.x, stop.where.y), xytext=(5, -8), textcoords="offset points", fontsize=8, color="#555555", parse_math=False)
    axes.set_aspect(1 / math.cos(math.radians(depots[0].where.y or 0)) if depots[0].where.on_sphere else "equal")
    axes.set_title("%s: %s" % (solution.model.name, solution.cost), loc="left", parse_math=False)
    return axes
