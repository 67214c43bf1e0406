"""Several runs of one instance in one picture: gap of the best against running time, a line a run."""
import os

import numpy as np

from . import convergence, instance, read, style
from .read import PlotError


def load(path):
    run = read.open_file(path)
    if not isinstance(run, read.Run):
        raise PlotError("%s: expected a checkpoint, found the results of a sweep" % path)
    return run


def same_instance(runs):
    for run in runs[1:]:
        if run.instance_digest != runs[0].instance_digest:
            raise PlotError("--compare: expected runs of one instance, found %s in %s and %s in %s" % (
                runs[0].instance_name, runs[0].path, run.instance_name, run.path))


def reference_of(runs, given):
    """What gaps are measured from, and its name: the best known value, else the best of these runs."""
    first = runs[0]
    known = given or instance.best_known(first.instance_path, first.instance_name, first.options)
    return (known, "the best known") if known else (min(run.cost for run in runs), "the best of these runs")


def labels(runs):
    """The files' names, as short as they differ, and the method."""
    names = [os.path.basename(run.path) for run in runs]
    names = names if len(set(names)) == len(names) else [run.path for run in runs]
    return ["%s: %s" % pair for pair in zip(names, (run.solver for run in runs))]


def draw(runs, given=None):
    same_instance(runs)
    shown = [run for run in runs if run.cost is not None]
    if not shown:
        return None, "no solution yet in any of these runs"
    reference, name = reference_of(shown, given)
    if not reference:
        return None, "the best is 0: there is no gap in per cent to draw"
    gaps = [convergence.percent(run.course[2], reference) for run in shown]
    scale = style.GapScale(*gaps)
    fig, axes = style.figure(1, 3.8)
    for k, (run, gap, label) in enumerate(zip(shown, gaps, labels(shown))):
        convergence.draw_best(axes, run.course[0], scale.place(gap), style.LINES[k % len(style.LINES)], style.shown(label), linewidth=1.6,
                              linestyle="-" if k < len(style.LINES) else "--")
    style.time_axis(axes)
    style.scale_x(axes, np.concatenate([run.course[0] for run in shown]))
    scale.apply(axes, "gap (%)")
    style.legend(axes, ncol=1 if max(len(label) for label in labels(shown)) > 40 else 2)
    style.title(fig, "%s, %s" % (shown[0].instance_name, shown[0].instance_size), "gap of the best to %s over the running time" % name)
    return fig, None
