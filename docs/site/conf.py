"""Sphinx: the site that tools/site builds of the pages of docs/."""
import os
import re
import sys

from sphinx_gallery.sorting import FileNameSortKey

ROOT = os.environ["CORDEE_ROOT"]
sys.path[:0] = [os.path.join(ROOT, "python"), os.path.join(ROOT, "docs/site")]
with open(os.path.join(ROOT, "VERSION"), encoding="utf-8") as text:
    release = text.read().strip()
del text
project, author, html_title = "cordee", "the cordee authors", "cordee " + release
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_gallery.gen_gallery"]
html_theme = "furo"
html_static_path, html_css_files = [os.path.join(ROOT, "docs/site/site.css")], ["site.css"]
html_show_copyright = False
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
exclude_patterns = ["notebooks"]
sphinx_gallery_conf = {
    "examples_dirs": os.path.join(os.environ["CORDEE_SOURCE"], "notebooks"), "gallery_dirs": "gallery", "filename_pattern": "", "image_scrapers": ("pictures",),
    "within_subsection_order": FileNameSortKey, "download_all_examples": False, "show_signature": False, "min_reported_time": 1e9, "first_notebook_cell": None}
autodoc_member_order = "bysource"
autodoc_typehints, autodoc_typehints_description_target = "description", "documented"
add_module_names = False
napoleon_numpy_docstring = True
highlight_language = "none"  # blocks without a language are what a terminal shows
suppress_warnings = ["myst.header"]  # pages of one screen skip levels of headings


def changed(path, change):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(change(text))


def furo_complete(app, error):
    """Debian's furo lacks what its authors' bundler does: dark colours where the system asks for them, and a script in one file."""
    folder = os.path.join(app.outdir, "_static")
    imported = os.path.join(folder, "scripts/gumshoe-patched.js")
    if error or not os.path.exists(imported):
        return
    with open(imported, encoding="utf-8") as file:
        script = file.read()
    changed(os.path.join(folder, "scripts/furo.js"), lambda text: re.sub("import Gumshoe .*", lambda _: script, text))
    dark = re.compile(r'(?s)body\[data-theme="dark"\] \{(.*?)\}')
    changed(os.path.join(folder, "styles/furo.css"), lambda text: text if "prefers-color-scheme" in text else
            text + '@media (prefers-color-scheme: dark) { body:not([data-theme="light"]) {%s} }\n' % dark.search(text)[1])


def setup(app):
    app.connect("build-finished", furo_complete)
