"""The documentation beside the code: the table of rooms, and every option in the user guide."""
import glob
import os
import re
import subprocess

PATH = re.compile(r"(?<![\w./-])((?:src|tests|tools|docs|jobs|instances)/[\w./*-]*[\w/*])")
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)[^)]*\)")
SOURCE = re.compile(r"(?<![\w./<*-])([A-Za-z][\w/]*\.(?:c|h|cu|cuh))\b")


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def table_shown(root, page, table):
    """The table stands on the page as it is here, row by row."""
    lines = [line.strip() for line in read(root, page).splitlines()]
    return [("row", "%s: the table of rooms lacks the row '%s'" % (page, row.strip()))
            for row in table.strip().splitlines() if row.strip() not in lines] + extra_rows(lines, table, page)


def extra_rows(lines, table, page):
    rows = [row.strip() for row in table.strip().splitlines()]
    if rows[0] not in lines:
        return []
    first = lines.index(rows[0])
    end = first
    while end < len(lines) and lines[end] and not lines[end].startswith("```"):
        end += 1
    return [("row", "%s: the table of rooms has a row that tools/lint has not: '%s'" % (page, line))
            for line in lines[first:end] if line not in rows]


def options_told(root, program, page):
    """Options that `cordee COMMAND --help` or `cordee help METHOD` knows and the page does not name."""
    text = read(root, page)

    def said(*arguments):
        return subprocess.run([os.path.join(root, program), *arguments], capture_output=True, text=True, check=False).stdout

    found = []
    topics = said("--manual").splitlines()[1:]
    if not topics:
        return [("help", "%s --manual names no pages" % program)]
    for topic in topics:
        for option in sorted(set(re.findall(r"^ +(--[\w-]+)", said("help", *topic.split()), re.M))):
            if not re.search(re.escape(option) + r"(?![\w-])", text):
                found.append((option, "%s: says nothing of %s (cordee help %s)" % (page, option, topic)))
    return found


def paths_there(tree, pages, made):
    """Files and folders that pages, their links and comments name and that are not there; made: those that come with use."""
    found = []
    for page in pages:
        text = read(tree.root, page)
        found += [(page, "%s:%d: there is no %s" % (page, text.count("\n", 0, m.start()) + 1, m.group(1))) for m in PATH.finditer(text)
                  if "NAME" not in m.group(1) and m.group(1) not in made and not glob.glob(os.path.join(tree.root, m.group(1)))]
        found += [(page, "%s:%d: there is no %s" % (page, text.count("\n", 0, m.start()) + 1, m.group(1))) for m in LINK.finditer(text)
                  if not os.path.exists(os.path.join(tree.root, os.path.dirname(page), m.group(1)))]
    public = [os.path.relpath(path, tree.root) for path in glob.glob(os.path.join(tree.root, "include/*.h"))]
    known = {part for path in [*tree.sources, *public] for part in ends(path)}
    for source in tree.sources.values():
        for comment in re.finditer(r"/\*.*?\*/", source.text, re.S):
            found += [(source.path, "%s:%d: there is no %s" % (source.path, source.line(comment.start() + m.start()), m.group(1)))
                      for m in SOURCE.finditer(comment.group()) if m.group(1) not in known and m.group(1) not in made]
    return found


def ends(path):
    """a/b/c.h, b/c.h, c.h"""
    parts = path.split("/")
    return ["/".join(parts[k:]) for k in range(len(parts))]
