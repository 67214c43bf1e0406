"""Runs the commands of a page in their order, in one shell and one folder, as a reader pastes them: lines of code blocks that begin with '$ '.
Each must succeed, and every line below a command without --time must be in its output, but for times and rates (docs_lines.py).

    tests/e2e/docs_run.py SCRATCH PAGE...     prints ok or not ok a command
"""
import os
import re
import subprocess
import sys
from docs_lines import missing

ROOT = os.getcwd()
MARK = "@@ end of command"
NO_PACKAGE = 69  # tools/plot without its Python packages


def commands(text):
    """(line number, command, lines shown below it); a command with <<END goes on to its END."""
    found, here = [], False
    for number, line in enumerate(text.split("\n"), 1):
        if not line.startswith("    "):
            continue
        line = line[4:]
        if here:
            found[-1][1] += "\n" + line
            here = line != "END"
        elif line.startswith("$ "):
            found.append([number, line[2:], []])
            here = "<<END" in line
        elif found:
            found[-1][2].append(line)
    return found


def script(parts):
    return "\n".join("%s\necho '%s' $?" % (command, MARK) for _, command, _ in parts)


def folder_make(scratch):
    os.makedirs(scratch)
    for name in ("build", "instances", "jobs", "tools"):
        os.symlink(os.path.join(ROOT, name), os.path.join(scratch, name))


def wrong(command, shown, said, code):
    if code == NO_PACKAGE and re.search(r"\bplot\b", command):
        return ""
    if code:
        return "exit %d: %s" % (code, said[-300:])
    lines = [] if "--time" in command else missing(shown, said)
    return "".join("expected '%s', found: %s" % (line, said[-300:]) for line in lines)


def page_run(page, scratch):
    folder_make(scratch)
    with open(page, encoding="utf-8") as file:
        parts = commands(file.read())
    done = subprocess.run(["bash", "-c", script(parts)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          text=True, cwd=scratch)
    said = re.split(re.escape(MARK) + r" (\d+)\n", done.stdout)
    for k, (number, command, shown) in enumerate(parts):
        code = int(said[2 * k + 1]) if 2 * k + 1 < len(said) else -1
        why = wrong(command, shown, said[2 * k].strip(), code) if code >= 0 else "not run: " + done.stdout[-300:]
        name = "%s:%d: %s" % (page, number, command.split("\n")[0])
        print("not ok %s: %s" % (name, why.replace("\n", " / ")) if why else "ok %s" % name, flush=True)


def main(scratch, pages):
    for k, page in enumerate(pages):
        page_run(page, os.path.join(scratch, "page-%d" % k))


main(os.path.abspath(sys.argv[1]), sys.argv[2:])
