"""The champions' travels around the ring: islands x epochs, coloured by the island on which the champion was found."""
import numpy as np
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.lines import Line2D

from . import style

EIGHT = [style.BLUE, style.ORANGE, style.GREEN, style.PURPLE, style.VERMILION, style.SKY, style.YELLOW, style.GREY]


def rows_of_epochs(run):
    """Rows of /history that end an epoch: the last one of each epoch that has champions."""
    epoch = run.history["epoch"]
    some = ~np.isnan(run.champion).all(axis=1)
    last = np.append(epoch[1:] != epoch[:-1], True)
    return np.flatnonzero(some & last)


def improvements(champion, origin):
    """(epoch row, island) where an island found a better champion itself, and where that was the best of all."""
    islands = np.arange(champion.shape[1])
    before = np.vstack([np.full(champion.shape[1], np.inf), champion[:-1]])
    before = np.where(np.isnan(before), np.inf, before)
    own = (origin == islands) & (champion < before)
    best = np.fmin.accumulate(np.nanmin(np.where(np.isnan(champion), np.inf, champion), axis=1))
    record = np.append(True, best[1:] < best[:-1])
    found = own & record[:, None] & (champion == best[:, None])
    first = found & (np.cumsum(found, axis=1) == 1)
    return own & ~first, first


def colours_of(islands):
    if islands <= 8:
        return ListedColormap(EIGHT[:islands]), BoundaryNorm(np.arange(islands + 1) - 0.5, islands)
    return "viridis", None


def draw_marks(axes, epochs, own, first):
    if own.sum() <= 300:
        row, island = np.nonzero(own)
        axes.plot(epochs[row], island, "o", color="white", markersize=3, markeredgecolor="black", markeredgewidth=0.4, zorder=3)
    row, island = np.nonzero(first)
    axes.plot(epochs[row], island, "*", color="white", markersize=9, markeredgecolor="black", markeredgewidth=0.7, zorder=4,
              clip_on=False)
    marks = [Line2D([], [], linestyle="", marker="*", color="white", markersize=9, markeredgecolor="black", label="new best of all")]
    if own.sum() <= 300:
        marks.append(Line2D([], [], linestyle="", marker="o", color="white", markersize=4, markeredgecolor="black",
                            label="better champion found here"))
    style.legend(axes, handles=marks, handletextpad=0.2)


def draw(run):
    if run.champion is None or run.origin is None:
        return None, "%s has no /history/champion (schema 1)" % run.path
    rows = rows_of_epochs(run)
    if run.islands < 2 or not len(rows):
        return None, "no migration: one island, or no finished epoch"
    epochs, champion, origin = run.history["epoch"][rows], run.champion[rows], run.origin[rows]
    shown = champion.shape[1]
    picture = np.ma.masked_where(np.isnan(champion), origin).T
    colours, norm = colours_of(run.islands)
    fig, axes = style.figure(1, 4.2)
    edges = np.append(epochs - 0.5, epochs[-1] + 0.5)
    mesh = axes.pcolormesh(edges, np.arange(shown + 1) - 0.5, picture, cmap=colours, norm=norm, rasterized=True,
                           vmin=None if norm else 0, vmax=None if norm else run.islands - 1)
    draw_marks(axes, epochs, *improvements(champion, origin))
    axes.grid(False)
    axes.set_xlabel("epoch")
    axes.set_ylabel("island" + ("" if shown == run.islands else " (first %d of %d)" % (shown, run.islands)))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.yaxis.get_major_locator().set_params(integer=True)
    bar = fig.colorbar(mesh, ax=axes, label="island where the champion was found", pad=0.02, aspect=30)
    if norm:
        bar.set_ticks(range(run.islands))
    style.title(fig, run.title(), "champions at the ends of %d epochs; every epoch they visit the next island" % len(rows))
    return fig, None
