"""The best solution, as its problem has it: a tour over its cities, the loads of machines, routes (routes.py)."""
import numpy as np
from matplotlib.patches import Patch

from . import instance, routes, style
from .read import PlotError


class Solution:
    """What is drawn: genes of an instance's file; head and detail are the lines above. cost: in the file's unit, None if not known."""

    def __init__(self, problem, name, n, path, genes, head, detail, cost=None, bound=None):
        self.problem, self.name, self.n, self.path, self.genes = problem, name, n, path, genes
        self.head, self.detail, self.cost, self.bound = head, detail, cost, bound


def draw(s):
    """(figure, None), or (None, why there is nothing to draw)."""
    if s.problem not in DRAWN:
        return None, "a position: there is nothing to draw"
    if s.genes is None:
        return None, "no solution yet: there is nothing to draw"
    return DRAWN[s.problem](s)


def tour(s):
    cities, kind = instance.read_cities(s.path, s.n)
    if not np.array_equal(np.sort(s.genes), np.arange(s.n)):
        raise PlotError("%s: the solution visits no %d cities once each" % (s.name, s.n))
    if cities is None:
        return None, "%s has no coordinates (%s): there is no tour to draw" % (s.path, kind)
    return draw_tour(s.head, cities, kind, s.genes, s.detail), None


def loads(s):
    return draw_loads(s.head, instance.read_times(s.path), s.genes, s.detail, s.bound), None


def draw_tour(name, cities, kind, tour, detail):
    if kind == "GEO":
        cities = instance.geographic(cities)
    spread = np.ptp(cities, axis=0)
    aspect = np.clip(spread[1] / spread[0] if spread[0] else 1, 0.35, 1.4)
    fig, axes = style.figure(1, style.WIDTH * aspect * 0.94 + 0.75)
    n = len(tour)
    line = cities[np.append(tour, tour[0])]
    axes.plot(line[:, 0], line[:, 1], color=style.BLUE, linewidth=float(np.clip(25 / np.sqrt(n), 0.25, 1.4)),
              solid_joinstyle="round", rasterized=n > 20000)
    if n <= 20000:
        axes.plot(cities[:, 0], cities[:, 1], "o", color=style.VERMILION, markersize=float(np.clip(55 / np.sqrt(n), 0.6, 4)),
                  markeredgewidth=0)
    axes.set_aspect("equal")
    if kind == "GEO":
        axes.set_xlabel("longitude (degrees)")
        axes.set_ylabel("latitude (degrees)")
    else:
        axes.axis("off")
    style.title(fig, name, detail)
    return fig


def draw_loads(name, times, assignment, detail, bound):
    tasks, machines = times.shape
    if len(assignment) != tasks or not all(0 <= m < machines for m in assignment):
        raise PlotError("%s: the solution gives no machine of %d to each of %d tasks" % (name, machines, tasks))
    load = np.bincount(assignment, weights=times[np.arange(tasks), assignment], minlength=machines)
    makespan = load.max()
    colours = [style.VERMILION if l == makespan else style.BLUE for l in load]
    fig, (whole, rest) = style.figure(2, 5.0, sharex=True)
    x = np.arange(1, machines + 1)
    whole.bar(x, load, color=colours, width=0.8)
    style.count_axis(whole.yaxis, "load (time units)")
    idle = 100 * (makespan - load) / makespan
    rest.bar(x, np.maximum(idle, 0), color=style.BLUE, width=0.8)
    rest.set_ylabel("idle until the\nmakespan (% of it)")
    rest.set_xlabel("machine")
    rest.set_xlim(0.4, machines + 0.6)
    if machines <= 24:
        rest.set_xticks(x)
    handles = [Patch(color=style.VERMILION, label="machine %d: the makespan" % (load.argmax() + 1))]
    if bound:
        for axes, height in ((whole, bound), (rest, 100 * (makespan - bound) / makespan)):
            line = axes.axhline(height, color=style.BLACK, linewidth=1.0, linestyle="--", label="proven bound")
        handles.append(line)
    whole.legend(handles=handles, loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncol=2, borderaxespad=0.1)
    style.title(fig, name, detail)
    return fig


DRAWN = {"tsp": tour, "matching": loads, "cvrp": routes.draw}
