"""Work a second over the running time: of all ranks together, and of each rank (one GPU or one share of the cores)."""
import numpy as np

from . import style
from .read import text


def intervals(table, rank, leg):
    """(begin, end, rate) of a rank's intervals in a leg, in time's order."""
    mine = (table["rank"] == rank) & (table["leg"] == leg) & (table["seconds"] > 0)
    end, length, moves = (table[name][mine].astype(float) for name in ("elapsed_s", "seconds", "moves"))
    order = np.argsort(end)
    return (end - length)[order], end[order], (moves / np.where(length > 0, length, 1))[order]


def steps(begin, end, rate):
    """Corner points; gaps between intervals (other legs) break the line."""
    x, y = [], []
    for k in range(len(begin)):
        if k and begin[k] > end[k - 1] + 1e-3 + 0.02 * (end[k] - begin[k]):
            x.append(np.nan), y.append(np.nan)
        x += [begin[k], end[k]]
        y += [rate[k], rate[k]]
    return x, y


def total_rate(table):
    """The ranks' rates added up between all ends of intervals."""
    end, length = table["elapsed_s"].astype(float), table["seconds"].astype(float)
    good = length > 0
    begin, end, rate = (end - length)[good], end[good], table["moves"][good] / length[good]
    edges = np.unique(np.round(np.concatenate([begin, end]), 6))
    change = np.zeros(len(edges))
    np.add.at(change, np.searchsorted(edges, np.round(begin, 6)), rate)
    np.add.at(change, np.searchsorted(edges, np.round(end, 6)), -rate)
    level = np.cumsum(change)
    return edges[:-1], edges[1:], np.maximum(level[:-1], 0)


def leg_names(run):
    """(begin, "leg 2: 4 ranks, NVIDIA H200") a leg."""
    if run.legs is None:
        return []
    names = []
    for leg in np.unique(run.legs["leg"]):
        rows = np.flatnonzero(run.legs["leg"] == leg)
        devices = list(dict.fromkeys(text(run.legs["device"][r]).split(",")[0] for r in rows))
        ranks = "%d rank%s" % (len(rows), "" if len(rows) == 1 else "s")
        names.append((float(run.legs["started_s"][rows].min()), ranks, devices[0] + (", ..." if len(devices) > 1 else "")))
    return names


def draw_legs(figures, names):
    """A line where each leg begins, and above the first figure how many ranks it has; the rows that these names take."""
    for axes in figures:
        for begin, _, _ in names[1:]:
            axes.axvline(begin, color=style.GREY, linewidth=0.8, linestyle=":")
    return name_legs(figures[0], names) if 1 < len(names) <= 6 else 0


ROW = 11  # points between two rows of names


def name_legs(axes, names):
    """The number of ranks above the begin of each leg, in as many rows as it takes for no two to lie on each other."""
    axes.figure.draw_without_rendering()
    ends, most = [], axes.get_window_extent().x1
    for begin, ranks, _ in names:
        label = axes.annotate(ranks, (max(begin, axes.get_xlim()[0]), 1.0), xycoords=("data", "axes fraction"), xytext=(3, 1), textcoords="offset points",
                              fontsize=8.5, color=style.GREY, va="bottom")
        box = label.get_window_extent()
        if box.x1 > most:
            label.set(ha="right", position=(-3, 1))
            box = label.get_window_extent()
        row = next((k for k, end in enumerate(ends) if end < box.x0), len(ends))
        ends[row:row + 1] = [box.x1 + 4]
        label.set_position((label.get_position()[0], 1 + ROW * row))
    return len(ends)


def draw_ranks(axes, table, ranks):
    """A line a rank, each thinner than the one before: ranks of equal speed lie on each other. More than eight cannot be told apart by
    colours and share one."""
    many = len(ranks) > len(style.LINES)
    for k, rank in enumerate(ranks):
        colour, width = (style.BLUE, 0.8) if many else (style.LINES[k], 1.2 + 1.5 * (len(ranks) - 1 - k))
        for leg in np.unique(table["leg"]):
            axes.plot(*steps(*intervals(table, rank, leg)), color=colour, linewidth=width, alpha=0.45 if many else 1,
                      solid_capstyle="butt")
        axes.plot([], [], color=colour, label="rank %d" % rank)
    if many:
        axes.set_title("%d ranks, a line each" % len(ranks), fontsize=9)
    else:
        style.legend(axes, ncol=4)


def draw(run):
    table = run.throughput
    if table is None:
        return None, "%s has no /throughput (schema 1, or no interval ended yet)" % run.path
    ranks = np.unique(table["rank"])
    names = leg_names(run)
    fig, panels = style.figure(2 if len(ranks) > 1 else 1, 4.8 if len(ranks) > 1 else 2.8, sharex=True, squeeze=False)
    panels = panels[:, 0]
    panels[0].plot(*steps(*total_rate(table)), color=style.BLACK, linewidth=1.6)
    if len(ranks) > 1:
        draw_ranks(panels[1], table, ranks)
    draw_legs(panels, names)
    for axes, who in zip(panels, ("all ranks", "each rank")):
        style.count_axis(axes.yaxis, "%s\n(%s/s)" % (who if len(ranks) > 1 else "the only rank", run.work))
        axes.set_ylim(0, axes.get_ylim()[1] * 1.05)
    style.time_axis(panels[-1])
    rate = float(table["moves"].sum()) / max(float(run.elapsed_s), 1e-9)
    devices = list(dict.fromkeys(device for _, _, device in names)) or [run.device.split(",")[0]]
    style.title(fig, run.title(), "%s %s/s on average; %s" % (style.EngFormatter(places=2, sep="")(rate), run.work, "; ".join(devices)))
    return fig, None
