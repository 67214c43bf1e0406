"""How fast each instance of a sweep was solved: gap against seconds, both logarithmic, a panel an instance.

A thin line is a row (its trace: /task's trace_s and trace_best), a thick one the median of the rows that differ in seed and amount
of work alone; a row that has ended keeps its gap there. Seconds count from the start of a row's search: the instance has been read.
"""
import numpy as np
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from . import convergence, style

PANELS = 12  # instances drawn: the first ones
COLUMNS = 2
MEDIAN_POINTS = 200
PANEL_HEIGHT = 1.9  # inches
GAP = 6  # pixels between a legend and what is above it


def gap_at(line, times):
    """The row's gap at each of the times; NaN before its first best."""
    seconds, gap = line
    at = np.searchsorted(seconds, times, side="right") - 1
    return np.where(at < 0, np.nan, gap[np.maximum(at, 0)])


def median_at(lines, times):
    """The median gap of all lines at each of the times; a line that has not begun counts as the largest, so that the median never rises. NaN
    where half of the lines or more have not begun."""
    values = np.array([gap_at(line, times) for line in lines])
    middle = np.median(np.where(np.isnan(values), np.inf, values), axis=0)
    return np.where(np.isfinite(middle), middle, np.nan)


def median_of(lines):
    """(times, median gap) from when more than half of the rows have a solution."""
    first, last = min(line[0][0] for line in lines), max(line[0][-1] for line in lines)
    times = np.append(np.geomspace(first, last, MEDIAN_POINTS), last)  # geomspace may end below
    middle = median_at(lines, times)
    some = np.isfinite(middle)
    return times[some], middle[some]


def draw_course(axes, line, scale, colour, dash="-", label=None):
    """A thick line with a dot at its end."""
    corners = convergence.stairs(line[0], scale.place(line[1]))
    axes.plot(corners[:, 0], corners[:, 1], dash, color=colour, linewidth=1.6, solid_joinstyle="round", label=label)
    axes.plot(corners[-1, 0], corners[-1, 1], "o", color=colour, markersize=3.5, clip_on=False, zorder=5)


def draw_series(axes, lines, scale, colour):
    """A series of one instance: a thin line a row, the median above them."""
    for seconds, gap in lines if len(lines) > 1 else []:
        corners = convergence.stairs(seconds, scale.place(gap))
        axes.plot(corners[:, 0], corners[:, 1], color=colour, linewidth=0.6, alpha=0.35)
    draw_course(axes, median_of(lines) if len(lines) > 1 else lines[0], scale, colour)


def log_axis(axes, low, high):
    axes.set_xscale("log")
    axes.set_xlim(low / 1.2, high * 1.2)
    axes.xaxis.set_major_locator(LogLocator(numticks=6))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: "%g" % x) if high < 1e5 else style.EngFormatter(sep=""))
    axes.xaxis.set_minor_formatter(NullFormatter())


def panels(count):
    """That many axes, two in a row, which share their scales; the figure, and the axes at the bottom of their columns."""
    columns = min(COLUMNS, count)
    height = -(-count // columns)
    fig, grid = style.figure(height, PANEL_HEIGHT * height + 1.1, ncols=columns, sharex=True, sharey=True, squeeze=False)
    every = list(grid.ravel())
    for axes in every[count:]:
        axes.remove()
    bottom = every[max(0, count - columns) : count]
    for axes in bottom:
        axes.xaxis.set_tick_params(labelbottom=True)
    return fig, every[:count], bottom


def place_legend(fig, every, handles):
    """In the empty place beside an odd last panel, else below the panels: never over a line or a label."""
    longest = max(len(handle.get_label()) for handle in handles)
    if len(every) > 1 and len(every) % COLUMNS and len(handles) <= 8 and longest <= 36:
        beside = every[-1].legend(handles=handles, loc="upper left", bbox_to_anchor=(1.12, 1.0), borderaxespad=0)
        beside.set_in_layout(False)  # or the panels would make room for it
        return
    below = fig.legend(handles=handles, loc="lower left", borderaxespad=0.2, ncol=3 if longest <= 24 else 2 if longest <= 36 else 1)
    below.set_in_layout(False)  # the layout would make room beside the panels, too
    share = (below.get_window_extent().height + GAP) / fig.bbox.height
    fig.get_layout_engine().set(rect=(0, share, 1, 1 - share))


def draw(path, tasks, head="Gap against time", label="time of the search (s)"):
    """tasks: a list of (instance, series, (seconds, gaps in per cent)), a verified row each; label: what stands for seconds."""
    if not tasks:
        return None, "no verified row with a trace"
    names = list(dict.fromkeys(task[0] for task in tasks))
    shown = [task for task in tasks if task[0] in names[:PANELS]]
    series = list(dict.fromkeys(task[1] for task in shown))
    scale = style.GapScale(*[task[2][1] for task in shown])
    seconds = np.concatenate([task[2][0] for task in shown])
    fig, every, bottom = panels(min(len(names), PANELS))
    for name, axes in zip(names, every):
        for k, kind in enumerate(series):
            lines = [task[2] for task in shown if task[0] == name and task[1] == kind]
            if lines:
                draw_series(axes, lines, scale, style.LINES[k % len(style.LINES)])
        axes.set_title(name, fontsize=9)
        log_axis(axes, seconds.min(), seconds.max())
        scale.apply(axes, "gap (%)" if axes.get_subplotspec().is_first_col() else "")
    for axes in bottom:
        axes.set_xlabel(label)
    handles = [every[0].plot([], [], color=style.LINES[k], linewidth=1.6, label=kind)[0] for k, kind in enumerate(series[: len(style.LINES)])]
    place_legend(fig, every, handles)
    what = "thin lines: runs; thick lines: median over seeds" if len(shown) > len({task[:2] for task in shown}) else "a dot at the end of each run"
    style.title(fig, "%s, %s" % (head, path), what + ("; %d of %d instances" % (PANELS, len(names)) if len(names) > PANELS else ""))
    return fig, None
