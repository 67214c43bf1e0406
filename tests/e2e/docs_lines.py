"""Which lines of a page are commands that docs_examples.py runs; which printed lines come out again on any machine, and how two of them are compared."""
import re

RUN_WHOLE = ("README.md", "docs/tutorial.md")  # what begins with '$ ' there, docs_run.py runs
COMMANDS = "solve|resume|sweep|show|verify|price|bfs|flow|generate|bench|report"
COMMAND = re.compile(r"(?:(?:[A-Z_]+=\S+ +)*)(?:(?:mpirun|srun) (?:-\S+ (?:\S+ )?)*)?(?:build/)?(?:cordee (?:%s)|cordee-ladder [a-z]+)\b.*|(?:[A-Z_]+=\S+ +)*(?:sbatch|jobs/chain\.sh) .*" % COMMANDS)

ELSEWHERE = re.compile(r"^rank \d+ on |^sweep of |^#|\.\.\.")  # of this machine, of its ranks; a remark; left out by the page
CLOCK = ((r"\babout [0-9.]+ ?(?:s|min)\b", "about T"), (r"\b(?:\d+d)?(?:\d+h)?\d+m(?:\d+s)?\b|\b\d+d\d+h\b", "T"), (r"\b[0-9.]+ ?(?:s|min)\b", "T"), (r"\(?[0-9.]+[kMGT]?/s\)?", "R"))


def comparable(line):
    return bool(line.strip()) and not ELSEWHERE.search(line.strip())


def normal(line):
    """Without times and rates, and with single blanks."""
    for pattern, word in CLOCK:
        line = re.sub(pattern, word, line)
    return " ".join(line.split())


def missing(shown, said):
    """The lines that a page shows and a command did not print; a line below another may be the rest of it."""
    found = {normal(line) for line in said.split("\n")}
    return [line for line in shown if comparable(line) and normal(line) not in found]
