"""How fast the instances of a sweep were solved, by their size: the mean gap of up to three classes against seconds.

The instances are sorted by size and cut into classes of about equally many. Each counts once, with the median of its rows, and a curve begins when
every instance of its class has a solution. Colours are classes, dashes are series: a method with its settings.
"""
import numpy as np

from . import gap_time, style

CLASSES = 3
LEAST = 2  # instances of a class


def classes(sizes):
    """Of these sizes, one an instance, the (smallest, largest) of each class. Equal sizes are in one class."""
    known, count, cuts = sorted(sizes), max(1, min(CLASSES, len(sizes) // LEAST)), []
    for k in range(count):
        part = known[k * len(known) // count : (k + 1) * len(known) // count]
        low = part[0] if not cuts or part[0] > cuts[-1][1] else cuts[-1][1] + 1
        if part[-1] >= low:
            cuts.append((low, part[-1]))
    return cuts


def mean_of(instances):
    """(times, mean over instances of the median of their lines), from when all of them have a solution."""
    first = max(min(line[0][0] for line in lines) for lines in instances)
    last = max(line[0][-1] for lines in instances for line in lines)
    times = np.append(np.geomspace(first, max(first, last), gap_time.MEDIAN_POINTS), max(first, last))
    mean = np.mean([gap_time.median_at(lines, times) for lines in instances], axis=0)
    return times[np.isfinite(mean)], mean[np.isfinite(mean)]


def curves(tasks):
    """(label, class, series, times, gaps): tasks are (instance, size, series, (seconds, gaps)), a verified row each."""
    sizes = {task[0]: task[1] for task in tasks}
    series = list(dict.fromkeys(task[2] for task in tasks))
    for k, (low, high) in enumerate(classes(sizes.values())):
        for which, kind in enumerate(series):
            lines = {}
            for name, size, own, line in tasks:
                if low <= size <= high and own == kind:
                    lines.setdefault(name, []).append(line)
            if lines:
                where = "%d to %d" % (low, high) if low < high else str(low)
                label = "size %s: %d instance%s" % (where, len(lines), "s" if len(lines) > 1 else "")
                yield label + (", " + kind if len(series) > 1 else ""), k, which, *mean_of(list(lines.values()))


def draw(path, tasks):
    if not tasks:
        return None, "no verified row with a trace"
    drawn = list(curves(tasks))
    scale = style.GapScale(*[curve[4] for curve in drawn])
    fig, axes = style.figure(1, 3.6)
    for label, k, which, times, gap in drawn:
        gap_time.draw_course(axes, (times, gap), scale, style.LINES[k], style.DASHES[which % 4], label)
    seconds = np.concatenate([curve[3] for curve in drawn])
    gap_time.log_axis(axes, seconds.min(), seconds.max())
    axes.set_xlabel("time of the search (s)")
    scale.apply(axes, "mean gap (%)")
    style.legend(axes, ncol=2)
    style.title(fig, "Gap against time by size, %s" % path, "mean over the instances of a class, of each the median over seeds")
    return fig, None
