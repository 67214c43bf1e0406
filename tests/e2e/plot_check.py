#!/usr/bin/python3
"""Checks figures.

    tests/e2e/plot_check.py BASE.FIGURE [TEXT...]   BASE.FIGURE.png has a picture in it, BASE.FIGURE.svg holds every TEXT
    tests/e2e/plot_check.py FILE.svg [TEXT...]      such an SVG alone
    tests/e2e/plot_check.py --drawn ARGUMENT...     the figures that tools/plot draws with these: no legend covers data, axes are named
"""
import os
import sys
import xml.etree.ElementTree as tree

import matplotlib.image
import numpy as np


def check_png(path):
    """White paper, ink on it, in several colours; neither blank nor full; no ink cut off at the edges."""
    picture = (matplotlib.image.imread(path)[:, :, :3] * 255).astype(int)
    height, width, _ = picture.shape
    assert width >= 600 and height >= 300, picture.shape
    white = (picture == 255).all(axis=2)
    ink = 1 - white.mean()
    assert 0.005 < ink < 0.9, "ink on %.2f%% of the page" % (100 * ink)
    saturated = picture.max(axis=2) - picture.min(axis=2) > 60
    colours = np.unique(picture[saturated] // 32, axis=0)
    assert saturated.sum() > 200 and len(colours) >= 1, "no colour"
    edges = np.concatenate([white[0], white[-1], white[:, 0], white[:, -1]])
    assert edges.mean() > 0.98, "ink at the edges"


def check_svg(path, texts):
    root = tree.parse(path).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg", root.tag
    words = " ".join("".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text"))
    for text in texts:
        assert text in words, "no '%s' in: %s" % (text, words)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) > 1


def check_legends(name, figure):
    figure.draw_without_rendering()
    for legend in figure.legends + [axes.get_legend() for axes in figure.axes if axes.get_legend()]:
        box = legend.get_window_extent()
        assert legend not in figure.legends or box.y0 >= 0 and box.x1 <= figure.bbox.x1, "%s: a legend is cut off" % name
        for other in figure.axes:
            inner = other.get_window_extent().shrunk(0.98, 0.98)
            assert not box.overlaps(inner), "%s: a legend lies over %s" % (name, other.get_title() or "an axis")


def check_names(name, figure):
    drawn = [axes for axes in figure.axes if axes.axison]
    for which in ("xaxis", "yaxis"):
        labels = [getattr(axes, which).get_label_text() for axes in drawn]
        assert not drawn or any(labels), "%s: no name on any %s" % (name, which)


def check_ranks(figure):
    """A line for each rank, of another width each: one of equal speed does not hide the others."""
    axes = figure.axes[-1]
    widths = {}
    for line in axes.get_lines():
        if len(line.get_xdata()) and line.get_linestyle() == "-":
            widths.setdefault(line.get_color(), line.get_linewidth())
    assert len(widths) > 1 and len(set(widths.values())) == len(widths), widths


def check_figures(argv):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../tools"))
    sys.dont_write_bytecode = True
    from plots import command

    for name, draw in command.figures(command.parse(argv)).items():
        figure, why = draw()
        if figure is None:
            print("not drawn: %s: %s" % (name, why))
            continue
        check_legends(name, figure)
        check_names(name, figure)
        if name == "throughput" and len(figure.axes) > 1:
            check_ranks(figure)


if __name__ == "__main__":
    if sys.argv[1] == "--drawn":
        check_figures(sys.argv[2:])
    elif sys.argv[1].endswith(".svg"):
        check_svg(sys.argv[1], sys.argv[2:])
    else:
        check_png(sys.argv[1] + ".png")
        check_svg(sys.argv[1] + ".svg", sys.argv[2:])
