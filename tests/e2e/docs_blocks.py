"""The code blocks of the site's pages that docs_examples.py, docs_run.py, e2e_python.sh (docs/python.md) and e2e_library.sh (C) leave: Python that reads
results, files to write, and HDF5's tools are tried here; commands that no test of documents runs have a row below that says what does, or why nothing does.

    tests/e2e/docs_blocks.py CORDEE SCRATCH             prints ok, not ok or skip a block, or a page
    tests/e2e/docs_blocks.py CORDEE SCRATCH PAGE        looks at the commands of that page alone
"""
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from docs_lines import COMMAND, RUN_WHOLE

PROGRAM = re.compile(r"(?:\$ )?(?:[A-Z_]+=\S+ )*(?:(?:build/)?cordee(?:-ladder)?|tools/[\w/-]+|mpirun\S*|srun|scancel|scontrol|scons|pip|python3|curl|h5\w+|export|module|spack|"
                     r"apptainer|podman|gdb|git|tar|mkdir|cc|mpicc|cd|\.) ")
CLUSTER, DOWNLOADS, OWN_TREE = "a cluster's own", "fetches packages", "of a tree that is worked on"
ELSEWHERE = (  # commands, what runs them, or why nothing does
    (r"tools/quickstart", "tests/e2e/e2e_tools.sh"), (r"tools/(test|lint)\b", ".github/workflows/test.yml"), (r"tools/gpu-check", "tests/e2e/e2e_tools.sh"),
    (r"tools/get-tsplib", "tests/e2e/get_tsplib.sh"), (r"tools/setup", "tools/test"), (r"tools/plot(-ladder)? ", "tests/e2e/e2e_plot.sh"),
    (r"tools/coverage", OWN_TREE), (r"tools/(bfs-)?peers", DOWNLOADS), (r"tools/packaging/(wheel|test)", "tests/e2e/e2e_wheel.sh"),
    (r"scons wheel", "tests/e2e/e2e_wheel.sh"), (r"scons install", "tests/e2e/e2e_install.sh"), (r"scons -j8( mpi| hdf5| \$SCONS_OPTIONS|$| +builds)", "tests/e2e/e2e_install.sh"),
    (r"(pip|python3 -m (pip|build|venv)) ", DOWNLOADS), (r"(spack|apptainer|podman|mpirun -n 8 apptainer) ", DOWNLOADS), (r"(tar|mkdir|D=\$HOME/deps; mkdir|module|srun|scancel|scontrol) ", CLUSTER),
    (r"(export|\.|cd) ", "tests/e2e/e2e_install.sh"), (r"cc tour.c|mpicc tour.c", "tests/e2e/e2e_install.sh"), (r"(gdb|git) ", OWN_TREE),
    (r"mpirun\.mpich ", "tests/e2e/e2e_mpich.sh"), (r"cordee serve|curl ", "tests/e2e/e2e_serve.sh"))
VEHICLE = '{"id": 9, "start": [13.4, 52.5], "end": [13.4, 52.5], "capacity": [20], "skills": [1]}'
FILES = {  # page, how the block begins: file, what is around its text, options of solve (a job file: None)
    ("file-formats", "name,x,y"): ("cities.csv", "%s", ""),
    ("file-formats", '{"vehicles"'): ("day.json", "%s", ""),
    ("file-formats", "id;name"): ("stops.csv", "%s", "--vehicles 3 --capacity 10 --speed 40"),
    ("file-formats", "C101"): ("C101.txt", "%s", ""),
    ("guide-routes", "id,name,lat"): ("stops.csv", "%s", "--vehicles 3 --capacity 30 --speed 30"),
    ("guide-routes", '{"id": 2'): ("lunch.json", '{"vehicles": [%s], "jobs": [{"id": 1, "location": [13.42, 52.53]}], "speed": 30}', ""),
    ("guide-routes", '{"amount"'): ("courier.json", '{"vehicles": [' + VEHICLE + '], "shipments": [%s]}', ""),
    ("guide-routes", "id,name,x,y,demand,pickup_at"): ("pairs.csv", "%s", "--vehicles 1 --capacity 10"),
    ("guide-sweeps", "# Checks"): ("jobs/part.job", "%s", None),
    ("guide-sweeps", "[accuracy]"): ("jobs/accuracy.job", "%s", None),
}


def tell(name, why=""):
    print("not ok %s: %s" % (name, why.strip().replace("\n", " / ")) if why else "ok %s" % name, flush=True)


def blocks(text):
    """(line, language or '' of an indented block, text)."""
    found = [(text.count("\n", 0, m.start()) + 1, m[2], re.sub("(?m)^" + m[1], "", m[3])) for m in re.finditer(r"(?ms)^( *)```(\w*)\n(.*?)^ *```$", text)]
    prose = re.sub(r"(?ms)^ *```.*?^ *```$", lambda m: "\n" * m[0].count("\n"), text)
    return found + [(prose.count("\n", 0, m.start(1)) + 1, "", re.sub("(?m)^    ", "", m[1])) for m in re.finditer(r"(?<=\n\n)((?:    .*\n|\n(?=    ))+)", prose)]


def run(argv, folder, **more):
    done = subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=60, **more)
    return "" if done.returncode == 0 else "exit %d: %s" % (done.returncode, done.stdout[-300:])


# ---- blocks that are tried ----


def scratch_make(cordee, folder):
    for name in ("instances", "jobs"):
        os.makedirs(os.path.join(folder, name))
    for name in glob.glob("instances/*-200-1.tsp") + glob.glob("instances/uniform-*.tsp"):
        shutil.copy(name, os.path.join(folder, "instances"))
    os.makedirs(os.path.join(folder, "data/tsp"))
    for name in ("berlin52", "kroA100"):
        shutil.copy("instances/uniform-12-1.tsp", os.path.join(folder, "data/tsp", name + ".tsp"))
    short = ["--method", "climb", "--climbers", "10", "--threads", "1", "--quiet"]
    for name in ("run", "a", "b"):
        tell("makes " + name, run([cordee, "solve", "instances/uniform-12-1.tsp", "--checkpoint", name + ".h5", *short], folder))
    with open(os.path.join(folder, "smoke.job"), "w", encoding="utf-8") as out:
        out.write("[a]\ninstance = instances/uniform-12-1.tsp\nmethod = climb\nclimbers = 10\n")
    tell("makes smoke", run([cordee, "sweep", "smoke.job", "--out", "smoke.h5", "--quiet"], folder))


def python_try(name, text, folder):
    tell(name + ": Python", run([sys.executable, "-c", text, "a.h5", "b.h5"], folder, env=dict(os.environ, HDF5_USE_FILE_LOCKING="FALSE")))


def file_try(cordee, name, text, what, folder):
    path, around, options = what
    text = re.split(r"(?m)^\$ ", text)[0]  # what follows runs commands
    with open(os.path.join(folder, path), "w", encoding="utf-8") as out:
        out.write(around % text)
    if path.endswith(".json"):
        json.loads(around % text)
    how = ["sweep", path, "--dry-run"] if options is None else ["solve", path, "--time", "0.05", "--quiet", *options.split()]
    data = os.path.join(folder, "data")
    tell("%s: %s" % (name, path), run([cordee, *how, "--threads", "1"], folder, env=dict(os.environ, CORDEE_INSTANCES=data)))


def hdf_try(name, line, folder):
    words = shlex.split(re.split(r" {3,}|  (?=the )", line)[0])
    if shutil.which(words[0]) is None:
        print("skip %s: no %s here" % (name, words[0]))
        return
    tell("%s: %s" % (name, " ".join(words)), run(words, folder))


# ---- commands that are run elsewhere, or not ----


def left(page, text):
    """(line number, command) that no test of documents runs."""
    for start, language, block in blocks(text):
        for number, line in enumerate(block.split("\n"), start):
            command = line.strip()
            bare = command[2:] if command.startswith("$ ") else command
            run_whole = page in RUN_WHOLE and command.startswith("$ ")
            if not language and PROGRAM.match(command) and not (run_whole or COMMAND.fullmatch(bare) or re.match(r"h5|cordee(:|-ladder| \w+ \[| \w+ \d)", bare)):
                yield number, bare


def elsewhere(pages):
    used = set()
    for page, text in pages.items():
        wrong = []
        for number, command in left(page, text):
            rows = [row for row in ELSEWHERE if re.match(row[0], command)]
            used.update(rows[:1])
            wrong += [] if rows else ["line %d: nothing runs '%s', and no row says why" % (number, command)]
        tell("commands of " + page, "; ".join(wrong))
    idle = [row[0] for row in ELSEWHERE if row not in used] + [row[1] for row in ELSEWHERE if "/" in row[1] and not os.path.exists(row[1])]
    return idle


def main(cordee, folder, names):
    pages, alone = {}, bool(names)
    names = names or ["README.md", "CONTRIBUTING.md", "instances/README.md"] + sorted(glob.glob("docs/*.md"))
    for name in names:
        with open(name, encoding="utf-8") as file:
            pages[name] = file.read()
    idle = elsewhere(pages)
    if alone:
        return
    tell("every row is of use", "; ".join(idle))
    scratch_make(cordee, folder)
    found = set()
    for page, text in pages.items():
        short = os.path.basename(page)[:-3]
        for number, language, block in blocks(text):
            name, keys = "%s:%d" % (page, number), [key for key in FILES if key[0] == short and block.startswith(key[1])]
            found.update(keys)
            if language == "python" and page != "docs/python.md":
                python_try(name, block, folder)
            for key in keys[:1]:
                file_try(cordee, name, block, FILES[key], folder)
            for line in block.split("\n") if not language else []:
                if re.match(r"h5\w+ -", line):
                    hdf_try(name, line, folder)
    tell("every file is on its page", "; ".join(map(str, set(FILES) - found)))


main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:])
