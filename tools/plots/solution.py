"""The best solution: a tour over its cities, or the loads of the machines of a matching."""
import numpy as np
from matplotlib.patches import Patch

from . import instance, style
from .read import PlotError


def draw(name, n, path, genes, detail, bound=None):
    """(figure, None), or (None, why there is nothing to draw). Positions of test functions are not drawn."""
    if genes is None:
        return None, "no solution yet: there is nothing to draw"
    with instance.open_text(path) as file:
        first = file.readline().split()
    if first and first[0].replace(".", "").isdigit():
        return draw_loads(name, instance.read_times(path), genes, detail, bound), None
    cities, kind = instance.read_cities(path, n)
    if not np.array_equal(np.sort(genes), np.arange(n)):
        raise PlotError("%s: the solution visits no %d cities once each" % (name, n))
    if cities is None:
        return None, "%s has no coordinates (%s): there is no tour to draw" % (name, kind)
    return draw_tour(name, cities, kind, genes, detail), None


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
