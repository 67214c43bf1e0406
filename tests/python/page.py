#!/usr/bin/python3
"""The examples of docs/python.md: what each prints, and the pictures it saves.

  page.py CORDEE FOLDER           runs them in FOLDER, and says ok, not ok or skip of each, in the order of the page
  page.py CORDEE FOLDER --write   writes what they print into the page, and their pictures beside it

An example is a block of Python and the block of text behind it. A block `ini` is the file that the line before it names; an indented line that begins with
cordee is run. An example that needs a module which is not there is skipped, not passed."""
import os
import re
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../python"))
from cordee import dark  # noqa: E402

PAGE = "docs/python.md"
PART = re.compile(r"`(?P<name>[\w.]+)`[^\n]*\n\n```ini\n(?P<file>.*?)```|\n    (?P<command>cordee [^\n]+)|```python\n(?P<python>.*?)```\n(?:\n```text\n(?P<said>.*?)```)?", re.S)
PICTURE = re.compile(r"!\[[^]]*\]\(([\w-]+\.svg)\)")


def says(word, name, why=""):
    print(word, name + (": " + why if why else ""))
    return word == "not ok"


def run(python, folder, number):
    """What the example prints, or None and why."""
    path = os.path.join(folder, "example-%d.py" % number)
    with open(path, "w", encoding="utf-8") as file:
        file.write(python)
    done = subprocess.run([sys.executable, path], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False,
                          env=dict(os.environ, MPLBACKEND="agg", SOURCE_DATE_EPOCH="0"))
    return (done.stdout, "") if done.returncode == 0 else (None, " ".join(done.stderr.split("\n")[-4:]))


def example(part, folder, number):
    """Whether it failed, and what it printed."""
    name, said, why = "example-%d" % number, *run(part["python"], folder, number)
    if said is None:
        absent = re.search(r"(?:No module named|needs) '?(matplotlib|h5py|pandas)", why)
        return says("skip" if absent else "not ok", name, "no " + absent.group(1) if absent else why), None
    return says("ok" if said == part["said"] else "not ok", name, "" if said == part["said"] else "expected %r, found %r" % (part["said"], said)), said


def main(cordee, folder, write):
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    cordee, docs, failed, number, written = os.path.abspath(cordee), os.path.dirname(PAGE), 0, 0, page
    os.makedirs(folder, exist_ok=True)
    os.symlink(os.path.abspath("instances"), os.path.join(folder, "instances"))
    for part in PART.finditer(page):
        if part["file"]:
            with open(os.path.join(folder, part["name"]), "w", encoding="utf-8") as file:
                file.write(part["file"])
        elif part["command"]:
            words = [cordee] + shlex.split(part["command"])[1:] + ["--quiet"]
            done = subprocess.run(words, cwd=folder, stdout=subprocess.DEVNULL, check=False).returncode
            failed += says("not ok" if done else "ok", part["command"], "exit code %d" % done if done else "")
        else:
            number += 1
            wrong, said = example(part, folder, number)
            failed += wrong
            if write and said is not None:
                written = written.replace(part[0], "```python\n%s```\n\n```text\n%s```" % (part["python"], said))
    failed += says("not ok" if number != page.count("```python\n") else "ok", "all-examples", "")
    for picture in PICTURE.findall(page):
        made = os.path.join(folder, picture)
        if write and os.path.exists(made):
            dark.adapt(shutil.copy(made, docs))
        there, drawn = os.path.exists(os.path.join(docs, picture)), os.path.exists(made) and os.path.getsize(made) > 4000
        failed += says("ok" if there and drawn else "skip" if there and not picture_module() else "not ok", picture, "" if there and drawn else "not drawn")
    if write:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(written)
    return failed > 0


def picture_module():
    return subprocess.run([sys.executable, "-c", "import matplotlib"], stderr=subprocess.DEVNULL, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], "--write" in sys.argv[3:]))
