"""Figures of a sweep: how rows converged (gap_time.py: by instance; gap_sizes.py: by size), gap against work for each instance, gaps of all rows, one row's solution."""
import numpy as np
from matplotlib.collections import LineCollection

from . import convergence, gap_sizes, gap_time, solution, style
from cordee.text import raw
from .read import PlotError, text

LABELLED = 8  # lines with a colour and a name of their own
SHORTEST = 1e-5  # seconds: what came earlier is drawn there
WORK = ("climbers", "kicks", "epochs", "iterations", "seed", "time", "target", "target-gap", "method", "best-known")  # options that do not tell series apart


def references(rows):
    """The cost that each row's gap is measured from: best known, else the bound, else the sweep's best of the instance."""
    best = {}
    for row in rows:
        best[row["name"]] = min(best.get(row["name"], row["best"]), row["best"])
    return np.array([float(r["best_known"] or r["bound"] or best[r["name"]]) for r in rows])


def gaps(rows):
    reference = references(rows)
    return 100 * (rows["best"] - reference) / np.where(reference == 0, np.nan, np.abs(reference))


def trace_of(row, reference):
    """(seconds, gaps) of a row, from its first best to its end."""
    seconds, best = row["trace_s"][: row["trace_rows"]], row["trace_best"][: row["trace_rows"]]
    gap = 100 * (best - reference) / abs(reference)
    return np.maximum(np.append(seconds, max(row["elapsed_s"], seconds[-1])), SHORTEST), np.append(gap, gap[-1])


def draw_rows(axes, lines, scale, colour, of):
    """A line a row and a dot at its end; the more rows there are, the fainter."""
    faint = float(np.clip(30 / of, 0.12, 0.9))
    corners = [convergence.stairs(seconds, scale.place(gap)) for seconds, gap in lines]
    axes.add_collection(LineCollection(corners, colors=colour, linewidths=0.8, alpha=faint, rasterized=of > 200))
    ends = np.array([corner[-1] for corner in corners])
    axes.plot(ends[:, 0], ends[:, 1], "o", color=colour, markersize=3, alpha=min(2 * faint, 0.9), markeredgewidth=0, rasterized=of > 200)


def traced(data):
    """(row, its line) of the verified rows that have a trace."""
    rows = data.verified()
    rows = rows[(rows["trace_rows"] > 0) & (references(rows) != 0)]
    return [(row, trace_of(row, reference)) for row, reference in zip(rows, references(rows))]


def draw_convergence(data):
    found = traced(data)
    if not found:
        return None, "no verified row with a trace"
    rows, lines = zip(*found)
    scale = style.GapScale(*[gap for _, gap in lines])
    methods = list(dict.fromkeys(text(r["method"]) for r in rows))
    fig, axes = style.figure(1, 3.8)
    for k, method in enumerate(methods):
        draw_rows(axes, [line for row, line in zip(rows, lines) if text(row["method"]) == method], scale, style.LINES[k % 8], len(rows))
    for k, method in enumerate(methods[:LABELLED]):
        axes.plot([], [], color=style.LINES[k], label=method)
    style.legend(axes, ncol=4)
    style.time_axis(axes)
    style.scale_x(axes, np.concatenate([s for s, _ in lines]))
    scale.apply(axes, "gap (%)")
    style.title(fig, "%d verified rows of %s" % (len(rows), data.path), "gap of the best over the running time; a line for each row, a dot at its end")
    return fig, None


def series_of(row):
    """The method and what the task says beside the amount of work: rows that differ in work and seed alone are one series."""
    options = [line.split(" = ", 1) for line in text(row["options"]).splitlines() if " = " in line]
    return ", ".join([text(row["method"])] + ["%s %s" % (name, value) for name, value in options if name not in WORK])


AMOUNTS = ("climbers", "kicks", "epochs", "iterations", "time", "target", "target-gap")  # options that say how much work a row does


def amount_of(row):
    """What the task says of the amount of work, a text."""
    return "; ".join(line for line in text(row["options"]).splitlines() if line.split(" = ", 1)[0] in AMOUNTS)


def middles(rows, gap, mine):
    """(searches, gap), the medians of each amount of work of these rows, in the order of the work."""
    groups = {}
    for k in mine:
        groups.setdefault(amount_of(rows[k]), []).append(k)
    return sorted((float(np.median(rows["searches"][ks])), float(np.median(gap[ks]))) for ks in groups.values())


def varied(rows):
    """{(instance, series): indices of rows} of those that were run with several amounts of work."""
    lines = {}
    for k, row in enumerate(rows):
        lines.setdefault((text(row["name"]), series_of(row)), []).append(k)
    return {key: np.array(ks) for key, ks in lines.items() if len({amount_of(rows[k]) for k in ks}) > 1}


def draw_accuracy(data):
    rows = data.verified()
    lines = varied(rows)
    if not lines:
        return None, "no instance was solved with several amounts of work"
    gap, work = gaps(rows), rows["searches"].astype(float)
    names, series = (list(dict.fromkeys(key[part] for key in lines)) for part in (0, 1))
    scale = style.GapScale(gap[np.concatenate(list(lines.values()))])
    by_name = len(names) <= LABELLED  # else a colour a series
    fig, axes = style.figure(1, 3.8)
    for (name, kind), mine in lines.items():
        colour = style.LINES[(names.index(name) if by_name else series.index(kind)) % 8]
        amounts, middle = zip(*middles(rows, gap, mine))
        axes.plot(work[mine], scale.place(gap[mine]), "o", color=colour, markersize=3, alpha=0.4, markeredgewidth=0)
        axes.plot(amounts, scale.place(np.array(middle)), style.DASHES[series.index(kind) % 4] if by_name else "-", color=colour, linewidth=1.5,
                  alpha=1 if by_name else 0.5)
    for k, name in enumerate(names if by_name else series[:LABELLED]):
        axes.plot([], [], color=style.LINES[k], label=name)
    for k, kind in enumerate(series[:4] if by_name and len(series) > 1 else []):
        axes.plot([], [], style.DASHES[k], color=style.GREY, label=kind)
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    axes.set_xscale("log")
    style.count_axis(axes.xaxis, "searches finished")
    scale.apply(axes, "gap (%)")
    style.title(fig, "Gap against work, %s" % data.path, "dots are rows, lines go through the medians of each instance")
    return fig, None


def draw_gap_time(data):
    return gap_time.draw(data.path, [(text(row["name"]), series_of(row), line) for row, line in traced(data)])


def draw_gap_sizes(data):
    return gap_sizes.draw(data.path, [(text(row["name"]), int(row["n"]), series_of(row), line) for row, line in traced(data)])


def draw_gaps(data):
    rows = data.verified()
    if not len(rows):
        return None, "no verified row"
    gap = gaps(rows)
    methods = list(dict.fromkeys(text(r["method"]) for r in rows))
    scale = style.GapScale(gap)
    fig, axes = style.figure(1, 3.4)
    for k, method in enumerate(methods):
        mine = np.sort(scale.place(gap[np.array([text(r["method"]) == method for r in rows])]))
        axes.step(np.concatenate((mine[:1], mine, [scale.high * 1.3])), np.append(np.arange(len(mine) + 1), len(mine)) * 100 / len(mine), where="post",
                  color=style.LINES[k % 8], label="%s (%d)" % (method, len(mine)))
    axes.set_ylim(0, 103)
    axes.set_ylabel("rows with at most\nthis gap (%)")
    style.legend(axes, ncol=3)
    scale.apply(axes, "gap (%)", "x")
    style.title(fig, "Gaps of %d verified rows of %s" % (len(rows), data.path),
                "to the best known value, else the bound, else the sweep's best of the instance")
    return fig, None


def draw_solution(data, args):
    if args.row is None:
        return None, "--row N selects the row"
    if not 0 <= args.row < len(data.rows):
        raise PlotError("--row: expected 0 to %d, found %d" % (len(data.rows) - 1, args.row), 64)
    row = data.rows[args.row]
    if row["state"] != 1:
        return None, "row %d has no solution" % args.row
    n = int(row["n"])
    scale = 10.0 ** row["decimals"]
    detail = "best %.12g" % (row["best"] / scale)
    if row["best_known"]:
        detail += ", gap %.3f%%" % (100 * (row["best"] - row["best_known"]) / row["best_known"])
    head = "%s, %s: %s" % (text(row["name"]), text(row["size_text"]), text(row["method"]))
    return solution.draw(solution.Solution(text(row["problem"]), text(row["name"]), n, args.instance or raw(row["instance"]),
                                           data.genes(args.row), head, detail, row["best"] / scale,
                                           row["bound"] / scale if row["bound"] else None))


def figures(data, args):
    return {"convergence": lambda: draw_convergence(data), "gap_time": lambda: draw_gap_time(data), "gap_sizes": lambda: draw_gap_sizes(data),
            "accuracy": lambda: draw_accuracy(data), "gaps": lambda: draw_gaps(data), "solution": lambda: draw_solution(data, args)}
