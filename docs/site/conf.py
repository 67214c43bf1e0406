"""Sphinx: the site that tools/site builds of the pages of docs/."""
import os
import sys

ROOT = os.environ["CORDEE_ROOT"]
sys.path.insert(0, os.path.join(ROOT, "python"))
with open(os.path.join(ROOT, "VERSION"), encoding="utf-8") as text:
    release = text.read().strip()
del text
project, author, html_title = "cordee", "the cordee authors", "cordee " + release
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_show_copyright = False
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
exclude_patterns = ["notebook"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
add_module_names = False
napoleon_numpy_docstring = True
highlight_language = "none"  # blocks without a language are what a terminal shows
suppress_warnings = ["myst.header"]  # pages of one screen skip levels of headings
