#!/usr/bin/python3
"""Checks figures: tests/e2e/plot_check.py FILE.png|FILE.svg [TEXT...]: a PNG with a picture in it, an SVG that holds every TEXT."""
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


if __name__ == "__main__":
    check_png(sys.argv[1]) if sys.argv[1].endswith(".png") else check_svg(sys.argv[1], sys.argv[2:])
