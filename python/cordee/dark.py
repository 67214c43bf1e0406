"""Pictures in SVG that follow the reader's light or dark setting.

matplotlib writes colours into the elements' `style`. A style sheet that names them, for a dark setting alone, goes before these where it says `!important`.
Programs that know no such settings draw the picture as it is."""
from __future__ import annotations

PAPER, INK = "#14181d", "#e6e9ec"
COLOURS = {  # light: dark, as on the page of `cordee report`
    "#ffffff": PAPER, "#000000": INK, "#666666": "#a0abb6", "#e4e4e4": "#2b333b", "#dddddd": "#2b333b", "#cccccc": "#55606b", "#b0b8c0": "#55606b",
    "#0072b2": "#4aa8e0", "#d55e00": "#ff8a3d", "#009e73": "#2fc796", "#cc79a7": "#d884c8", "#e69f00": "#f0b93a", "#56b4e9": "#8fd0f5",
    "#6a3d9a": "#b79be0", "#8c6d31": "#c9a66b", "#1f77b4": "#4aa8e0", "#ff7f0e": "#ff8a3d", "#2ca02c": "#2fc796"}
MARK = "prefers-color-scheme"


def sheet() -> str:
    """The style sheet, as an element."""
    rules = ["text, use:not([style*=fill]) { fill: %s }" % INK]  # an element without one is black
    for light, dark in COLOURS.items():
        for kind in ("fill", "stroke"):
            rules.append('[style*="%s: %s"] { %s: %s !important }' % (kind, light, kind, dark))
    return "<style>svg { color-scheme: light dark } @media (%s: dark) { %s }</style>" % (MARK, " ".join(rules))


def adapt(path: str) -> None:
    """Puts the style sheet into the SVG file, once. OSError."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if MARK in text or "<defs>" not in text:
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("<defs>", "<defs>\n  " + sheet(), 1))
