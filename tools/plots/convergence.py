"""How the best came down: gap against running time and against work, a thin line an island, the best marked.

The best is the best solution that the search has, also within an epoch; champions of islands are those of epochs' ends.
"""
import numpy as np
from matplotlib.collections import LineCollection

from . import style, throughput


def stairs(x, y):
    """Corner points of a line that keeps its value until the next one."""
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    known = ~np.isnan(y)
    x, y = x[known], y[known]
    return np.column_stack([np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]]) if len(x) else np.empty((0, 2))


def reference_of(run, known, bound):
    """What gaps are measured from, and the name of that."""
    return (known, "the best known") if known else (bound, "the proven bound") if bound else (run.cost, "the run's best")


def draw_islands(axes, x, gaps):
    count = gaps.shape[1]
    lines = [stairs(x, gaps[:, island]) for island in range(count)]
    axes.add_collection(LineCollection([l for l in lines if len(l)], colors=style.SKY, linewidths=0.7,
                                       alpha=float(np.clip(14 / count, 0.22, 0.8)), rasterized=count > 64))


def islands_label(shown, islands):
    if islands == 1:
        return "champion of the only island"
    return "champions of the %d islands" % islands if shown == islands else "champions of the first %d of %d islands" % (shown, islands)


def draw_best(axes, x, gap, colour, label, **kwargs):
    line = stairs(x, gap)
    if len(line):
        axes.plot(line[:, 0], line[:, 1], color=colour, label=label, solid_joinstyle="round", **kwargs)
        axes.plot(line[-1, 0], line[-1, 1], "o", color=colour, markersize=4.5, clip_on=False, zorder=5)


def percent(costs, reference):
    return 100 * (costs - reference) / abs(reference) if reference else costs * np.nan


def summary(run, known, bound):
    parts = ["best %.12g" % run.cost]
    if known:
        parts.append("gap %.3f%%" % percent(run.cost, known))
    if bound:
        parts.append("%.3f%% above the proven bound" % percent(run.cost, bound))
    return ", ".join(parts)


def draw(run, known=None, bound=None):
    if run.cost is None:
        return None, "no solution yet: there is nothing to draw"
    reference, name = reference_of(run, known, bound)
    if not reference:
        return None, "the best is 0: there is no gap in per cent to draw"
    seconds, moves, costs = run.course
    best = percent(costs, reference)
    islands = percent(run.champion, reference) if run.champion is not None else np.full((len(run.history["epoch"]), 0), np.nan)
    above = percent(costs, bound) if bound and known else np.full(len(best), np.nan)
    scale = style.GapScale(best, islands, above)
    fig, (by_time, by_work) = style.figure(2, 5.4, sharey=True)
    for axes, x, epochs in ((by_time, seconds, run.history["elapsed_s"]), (by_work, moves, run.history["moves"].astype(float))):
        if islands.shape[1] and len(islands):
            draw_islands(axes, epochs, scale.place(islands))
            axes.plot([], [], color=style.SKY, linewidth=1, label=islands_label(islands.shape[1], run.islands))
        draw_best(axes, x, scale.place(best), style.VERMILION, "best, above " + name, linewidth=1.8)
        if bound and known:
            draw_best(axes, x, scale.place(above), style.BLACK, "best, above the proven bound", linewidth=1.1, linestyle="--")
        scale.apply(axes, "gap (%)")
    style.time_axis(by_time)
    style.count_axis(by_work.xaxis, run.work + (" evaluated" if run.work == "moves" else ""))
    style.scale_x(by_time, seconds)
    style.scale_x(by_work, moves)
    legs = throughput.leg_names(run)
    rows = throughput.draw_legs([by_time], legs)
    style.legend(by_time, above=0.09 * rows)
    style.title(fig, run.title(), summary(run, known, bound))
    return fig, None
