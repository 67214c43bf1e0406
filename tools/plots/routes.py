"""Routes of vehicles: each in a colour, over the depot and the customers; the best and the worst by length per customer are told."""
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D

from . import style
from .instance import open_text
from .read import PlotError

RASTERED = 5000  # customers from which on a picture in a vector file is made of points
NUMBERED = 60  # routes up to which each has its number beside it


class Vrp:
    """A .vrp file as figures need it: place (n + 1, 2) or None, demand (n + 1), capacity; node 0 is the depot."""

    def __init__(self, path, n):
        self.path, self.kind, self.capacity, self.place = path, "", 0, None
        self.demand = np.zeros(n + 1, dtype=np.int64)
        with open_text(path) as file:
            self.lines = enumerate(file, 1)
            for number, line in self.lines:
                self.keyword(number, line, n)

    def keyword(self, number, line, n):
        key, _, value = (part.strip() for part in line.replace("\t", " ").partition(":"))
        section = key.split(" ")[0]
        if key == "EDGE_WEIGHT_TYPE":
            self.kind = value
        elif key == "CAPACITY":
            self.capacity = self.number_of(int, value, number, line)
        elif section in ("NODE_COORD_SECTION", "DISPLAY_DATA_SECTION"):
            self.place = self.rows(n, 2, float, "a node's number and two coordinates")
        elif section == "DEMAND_SECTION":
            self.demand = self.rows(n, 1, int, "a node's number and its demand")[:, 0]

    def number_of(self, kind, word, number, line, what="a number"):
        try:
            return kind(word)
        except ValueError:
            raise PlotError("%s:%d: expected %s, found '%s'" % (self.path, number, what, line.strip()))

    def rows(self, n, columns, kind, what):
        """The next n + 1 lines: a node from 1 and so many values; by node."""
        values = np.zeros((n + 1, columns), dtype=kind)
        for _ in range(n + 1):
            number, line = next(self.lines, (0, ""))
            words = line.split()
            if len(words) != 1 + columns:
                raise PlotError("%s:%d: expected %s, found '%s'" % (self.path, number, what, line.strip()))
            node = self.number_of(int, words[0], number, line, what)
            if not 1 <= node <= n + 1:
                raise PlotError("%s:%d: expected a node from 1 to %d, found %d" % (self.path, number, n + 1, node))
            values[node - 1] = [self.number_of(kind, word, number, line, what) for word in words[1:]]
        return values


def split(name, genes):
    """Arrays of customers, one a route: a customer is negative where a route begins."""
    n = len(genes)
    if not np.array_equal(np.sort(np.abs(genes)), np.arange(1, n + 1)) or genes[0] > 0:
        raise PlotError("%s: the solution visits no %d customers once each" % (name, n))
    return np.split(np.abs(genes), np.flatnonzero(genes < 0)[1:])


def lengths(place, routes, cost):
    """Length of each route; by whole distances if their sum is the cost, else by real ones."""
    def measured(rounded):
        total = []
        for route in routes:
            corners = place[np.concatenate(([0], route, [0]))]
            step = np.hypot(*np.diff(corners, axis=0).T)
            total.append((np.floor(step + 0.5) if rounded else step).sum())
        return np.array(total)

    whole = measured(True)
    return whole if cost is not None and whole.sum() == cost else measured(False)


def round_the_depot(place, routes):
    """Routes in the order of their directions from the depot, so that neighbours have different colours."""
    middle = np.array([place[route].mean(axis=0) for route in routes]) - place[0]
    return np.argsort(np.arctan2(middle[:, 1], middle[:, 0]), kind="stable")


def told(word, k, route, load, length, capacity):
    n = len(route)
    return "%s: route %d, load %d of %d, length %.6g for %d customer%s%s" % (
        word, k + 1, load, capacity, length, n, "s" if n > 1 else "", " (%.4g each)" % (length / n) if n > 1 else "")


def draw_lines(axes, place, routes, colours, thick):
    """The ways between customers; those from and to the depot, which all routes have, fainter."""
    n = len(place) - 1
    between = [place[route] for route in routes]
    legs = [np.array([place[0], place[end]]) for route in routes for end in route[[0, -1]]]
    faint = float(np.clip(8 / np.sqrt(len(routes)), 0.12, 0.7))
    axes.add_collection(LineCollection(legs, colors=np.repeat(colours, 2), linewidths=0.5 * thick, alpha=faint, linestyles=(0, (4, 3)),
                                       rasterized=n > RASTERED))
    axes.add_collection(LineCollection(between, colors=colours, linewidths=thick, joinstyle="round", rasterized=n > RASTERED))


def draw_nodes(axes, place, routes, colours, dot):
    n = len(place) - 1
    shade = np.empty(n + 1, dtype=object)
    for route, colour in zip(routes, colours):
        shade[route] = colour
    axes.scatter(place[1:, 0], place[1:, 1], s=dot**2, c=list(shade[1:]), linewidths=0, zorder=3, rasterized=n > RASTERED)
    axes.plot(*place[0], "s", color=style.BLACK, markersize=6.5, markeredgecolor="white", markeredgewidth=0.8, zorder=5)


def draw_numbers(axes, place, routes, colours):
    """The number of each route, from 1, at its customer who is farthest from the depot, away from the depot."""
    for k, route in enumerate(routes):
        way = place[route] - place[0]
        far = way[np.argmax(np.hypot(*way.T))]
        length = np.hypot(*far)
        step = 7 * far / length if length else np.array([0, 7])
        axes.annotate(str(k + 1), place[0] + far, xytext=step, textcoords="offset points", fontsize=7, color=colours[k], ha="center", va="center", zorder=6)


def mark(axes, place, route, colour, thick, dot):
    """A route with its ways to the depot, with a black edge."""
    line = place[np.concatenate(([0], route, [0]))]
    wide = max(1.6 * thick, 1.2)
    for shade, width in ((style.BLACK, wide + 1), (colour, wide)):
        axes.plot(line[:, 0], line[:, 1], color=shade, linewidth=width, solid_joinstyle="round", solid_capstyle="round", zorder=4)
    axes.plot(line[1:-1, 0], line[1:-1, 1], "o", color=colour, markersize=dot + 0.8, markeredgecolor=style.BLACK, markeredgewidth=min(0.6, dot / 4),
              zorder=4.5)
    return Line2D([], [], color=colour, linewidth=3)


def draw_routes(name, vrp, routes, cost, detail):
    place, load = vrp.place, np.array([vrp.demand[route].sum() for route in routes])
    length = lengths(place, routes, None if vrp.kind == "EXPLICIT" else cost)
    share = length / [len(route) for route in routes]
    order = round_the_depot(place, routes)
    colours = np.empty(len(routes), dtype=object)
    colours[order] = style.distinct(len(routes))
    spread = np.ptp(place, axis=0)
    aspect = np.clip(spread[1] / spread[0] if spread[0] else 1, 0.35, 1.4)
    fig, axes = style.figure(1, style.WIDTH * aspect * 0.94 + 1.2)
    thick, dot = (float(np.clip(a / np.sqrt(len(place)), *limits)) for a, limits in ((25, (0.25, 1.4)), (65, (0.4, 4.5))))
    draw_lines(axes, place, routes, list(colours), thick)
    draw_nodes(axes, place, routes, list(colours), dot)
    if len(routes) <= NUMBERED:
        draw_numbers(axes, place, routes, colours)
    chosen = [("best", int(np.argmin(share))), ("worst", int(np.argmax(share)))]
    chosen = chosen[: 1 + (chosen[0][1] != chosen[1][1])]
    handles = [mark(axes, place, routes[k], colours[k], thick, dot) for _, k in chosen]
    labels = [told(word, k, routes[k], load[k], length[k], vrp.capacity) for word, k in chosen]
    axes.legend(handles, labels, loc="upper left", bbox_to_anchor=(0, 0), borderaxespad=0.2, fontsize=8, title_fontsize=8, alignment="left",
                title=("best and worst by length per customer" if len(chosen) > 1 else "length per customer") + (", as drawn: the file's distances are a matrix" if vrp.kind == "EXPLICIT" else ""))
    axes.set_aspect("equal", adjustable="datalim")  # the legend begins at the figure's left
    axes.axis("off")
    style.title(fig, name, "%d route%s, %s" % (len(routes), "s" if len(routes) > 1 else "", detail))
    return fig


def draw(s):
    """(figure, None), or (None, why there is nothing to draw) of a solution.Solution."""
    vrp, routes = Vrp(s.path, s.n), split(s.name, s.genes)
    if vrp.place is None:
        return None, "%s has no coordinates (%s): there are no routes to draw" % (s.path, vrp.kind or "no EDGE_WEIGHT_TYPE")
    return draw_routes(s.head, vrp, routes, s.cost, s.detail), None
