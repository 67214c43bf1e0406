"""How figures look: fonts that stay legible at the width of a column, colours that the colour-blind tell apart."""
import math
import os

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.ticker import EngFormatter, FuncFormatter, LogLocator, NullFormatter, NullLocator  # noqa: E402

from cordee import dark  # noqa: E402
from cordee.text import shown  # noqa: E402

# Okabe and Ito's colours.
BLUE, ORANGE, GREEN, PURPLE, VERMILION, SKY, YELLOW, BLACK = COLOURS = [
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442", "#000000"]
DASHES = ["-", "--", ":", "-."]
LINES = [BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK, "#6a3d9a"]  # on white: yellow is too faint for a line
GREY, PALE = "#666666", "#b0b8c0"
WIDTH = 5.6  # inches; half of it in print leaves letters of 5 points

plt.rcParams.update({
    "font.size": 10, "axes.titlesize": 10, "axes.xmargin": 0.03, "axes.titlelocation": "left", "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "grid.color": "#e4e4e4", "grid.linewidth": 0.6, "axes.axisbelow": True, "legend.frameon": False,
    "legend.fontsize": 9, "figure.facecolor": "white", "savefig.dpi": 160, "svg.fonttype": "none", "svg.hashsalt": "cordee",
    "font.family": "sans-serif", "figure.constrained_layout.use": True,
    "text.parse_math": False})  # names may have dollars in them


def lightness_chroma_hue(lightness, chroma, hue):
    """The colour of sRGB, each part within 0..1, of a place in Oklch (Ottosson 2020); the hue counts turns."""
    a, b = chroma * math.cos(2 * math.pi * hue), chroma * math.sin(2 * math.pi * hue)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
              -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
              -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short)
    return tuple(min(max(12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055, 0.0), 1.0) for c in linear)


def distinct(count):
    """So many colours for areas side by side, no two equal: those of LINES where they suffice, else hues and lightnesses by the sequence
    R2 (Roberts 2018), within what is seen on white and on black."""
    if count <= len(LINES) - 1:
        return [colour for colour in LINES if colour != BLACK][:count]
    return [matplotlib.colors.to_hex(lightness_chroma_hue(0.48 + 0.22 * (k * 0.7548776662 % 1), 0.14, k * 0.5698402910)) for k in range(count)]


def figure(rows=1, height=3.4, ncols=1, **kwargs):
    return plt.subplots(rows, ncols, figsize=(WIDTH, height), **kwargs)


def title(fig, head, detail=""):
    """Two lines above the figure, at its left: what it is, and a smaller one. Long lines are cut."""
    cut = lambda words, most: words if len(words) <= most else words[: most - 1] + "…"
    fig.suptitle(cut(shown(head), 70) + ("\n" + cut(shown(detail), 72) if detail else ""), x=0.012, ha="left", fontsize=10)


def legend(axes, ncol=2, above=0.0, **kwargs):
    """Names of lines above the axes (`above`, a fraction of their height), at their left: never over what is drawn."""
    if axes.get_legend_handles_labels()[1] or "handles" in kwargs:
        axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0 + above), ncol=ncol, borderaxespad=0.1, columnspacing=1.2, handlelength=1.4, **kwargs)


def time_axis(axis):
    axis.set_xlabel("running time (s)")
    axis.xaxis.set_major_formatter(FuncFormatter(lambda x, _: "%g" % x))


def count_axis(axis, label):
    axis.set_label_text(label)
    axis.set_major_formatter(EngFormatter(sep=""))


def scale_x(axes, values):
    """Logarithmic if the positive values span more than one and a half decades; with round numbers at enough places."""
    values = np.asarray(values, dtype=float)
    values = values[values > 0]
    if len(values) > 1 and values.max() / values.min() > 30:
        formatter = axes.xaxis.get_major_formatter()
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if values.max() / values.min() < 1000 else (1,)))
        axes.xaxis.set_major_formatter(formatter)
        axes.xaxis.set_minor_formatter(NullFormatter())


def gap_ticks(low, high):
    """Round values from low to high: decades, with 2 and 5 between them where these are few."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = (1,) if len(decades) > 4 else (1, 2, 5)
    return [s * 10.0**d for d in decades for s in steps if low * 0.999 <= s * 10.0**d <= high * 1.001]


class GapScale:
    """A logarithmic axis of gaps in per cent that has a place for zero (and below), under the smallest positive one."""

    def __init__(self, *gaps):
        every = np.concatenate([np.ravel(np.asarray(g, dtype=float)) for g in gaps])
        every = every[np.isfinite(every)]
        positive = every[every > 1e-9]
        self.high = positive.max() if len(positive) else 1.0
        self.zero = bool((every <= 1e-9).any())
        self.low = positive.min() if len(positive) else 0.1
        # the label of zero needs a ninth of the axis
        self.floor = self.low / max(2.2, (self.high / self.low) ** (1 / 8)) if self.zero else self.low

    def place(self, gaps):
        gaps = np.asarray(gaps, dtype=float)
        return np.where(np.isnan(gaps), np.nan, np.maximum(gaps, self.floor))

    def apply(self, axes, label, axis="y"):
        which = getattr(axes, axis + "axis")
        which.set_label_text(label)
        if not self.zero and self.high < 2 * self.low:  # nearly level: a logarithm would have no round number to show
            return
        low, high = self.floor / 1.25, self.high * 1.3
        ticks = gap_ticks(self.low * 0.95 if self.zero else low, high)
        labels = ["%g" % t for t in ticks]
        if self.zero:
            ticks, labels = [self.floor] + ticks, ["0"] + labels
        getattr(axes, "set_%sscale" % axis)("log")
        getattr(axes, "set_%slim" % axis)(low, high)
        which.set_ticks(ticks, labels)
        which.set_minor_locator(NullLocator())


def save(fig, base, figure_name, formats):
    """Writes BASE.FIGURE.FORMAT for every format, and returns the paths."""
    paths = ["%s.%s.%s" % (base, figure_name, kind) for kind in formats]
    fig.draw_without_rendering()  # the layout leaves room for the labels of the ticks before: these are the last ones then
    for path, kind in zip(paths, formats):
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        fig.savefig(path, format=kind, metadata={"Date": None} if kind == "svg" else None)
        if kind == "svg":
            dark.adapt(path)
    plt.close(fig)
    return paths
