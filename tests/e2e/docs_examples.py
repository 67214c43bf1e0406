"""Runs every command of the pages: of README.md, docs/*.md, instances/README.md, of the comments of jobs/* and docs/gallery/*, and of each --help. (Commands
of README.md and docs/tutorial.md that begin with '$ ' are left to docs_run.py.)
Each must be one that cordee takes: its options exist, have such values and belong to the method that runs. Files that it names
and that are not there have small stand-ins; runs are cut after a moment. What a page shows below a command that depends on shipped files
alone, and on what other commands of the page make of them, must come out, line by line, but for times and rates (docs_lines.py).

    tests/e2e/docs_examples.py CORDEE SCRATCH     prints ok or not ok a command
"""
import glob
import gzip
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from docs_lines import COMMAND, RUN_WHOLE, comparable, missing

cordee, scratch = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ladder = os.path.join(os.path.dirname(cordee), "cordee-ladder")
root = os.getcwd()
WORDS = {"S": "1", "N": "12", "M": "3", "C": "9", "K": "c", "JOB": "77", "COUNT": "2", "LIST": "small.list", "BOOK": "instances/options-12.csv", "FILES": "tables.csv", "$name": "E1k.0", "$GENERATED/$name.tsp": "E1k.0.tsp", "$c": "tmat", "$n": "12",
         "$GENERATED/$c-$n-1.atsp": "c.atsp", "$GENERATED/rect-$n-1.tsp": "r.tsp"}
ANY = ("FILE", "INSTANCE")  # of some problem
TIMED = ["--time", "0.05", "--threads", "1", "--backend", "cpu"]
REPEATABLE = ("solve", "verify", "price", "bfs", "flow", "generate", "report", "sweep")
FILE = re.compile(r"\.(?:a?tsp|etc|vrp|csv|job|tour|sol|txt|list|max|mtx|gz|gr|h5|0)$")


class Example:
    def __init__(self, where, text):
        self.where, self.text, self.shown = where, text, []


def cut(text):
    """The command of a line: without a prompt, what explains it at the line's end, and what the shell does with it."""
    text = re.sub(r"\$\(.*tasks\.txt\)", "3", re.split(r" {3,}", text.strip())[0])  # how many tasks there are
    text = re.split(r"\s*(?:[|<>;&]|\s#|\s:\s)", text)[0]  # a colon: mpirun's other ranks
    return text.strip()


def page_examples(path, text):
    """Code blocks (indented or fenced) and spans between backquotes."""
    found, fenced, last = [], False, None
    for number, line in enumerate(text.split("\n"), 1):
        fenced ^= line.startswith("```")
        where = "%s:%d" % (path, number)
        if not fenced and not line.startswith("    "):
            last = None if line.strip() else last
            for span in re.findall(r"`([^`]+)`", line):
                if COMMAND.fullmatch(span):
                    found.append(Example(where, cut(span)))
            continue
        line = line.strip()
        if path in RUN_WHOLE and line.startswith("$ "):
            continue
        match = COMMAND.fullmatch(line[2:] if line.startswith("$ ") else line)
        if match:
            last = Example(where, cut(match.group(0)))
            found.append(last)
        elif last and not line.startswith("$ "):
            last.shown.append(line)
    return found


def comment_examples(path, text):
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("# "):
            parts = re.split(r" {3,}|; ?do ", line[1:])
            found += [Example("%s:%d" % (path, number), cut(part)) for part in parts if COMMAND.match(part.strip())]
    return found


def help_examples():
    found = []
    for topic in subprocess.run([cordee, "--manual"], capture_output=True, text=True).stdout.splitlines()[1:]:
        text = subprocess.run([cordee, "help", *topic.split()], capture_output=True, text=True).stdout
        found += [Example("cordee help %s" % topic, cut(line)) for line in text.split("\n") if COMMAND.fullmatch(line.strip())]
    page = subprocess.run([ladder, "--help"], capture_output=True, text=True).stdout
    for name in re.findall(r"^  ([a-z]+)  ", page, re.M):
        text = subprocess.run([ladder, name, "--help"], capture_output=True, text=True).stdout
        found += [Example("cordee-ladder %s --help" % name, cut(line)) for line in text.split("\n") if COMMAND.fullmatch(line.strip())]
    return found


# ---- stand-ins ----


def run(argv, limit=30, **more):
    """Exit code and output; 124: cut off."""
    try:
        done = subprocess.run(argv, capture_output=True, text=True, timeout=limit, cwd=scratch, stdin=subprocess.DEVNULL, **more)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired as cut_off:
        return 124, (cut_off.stdout or b"").decode(errors="replace")


def run_bench(argv, limit, **more):
    """The same for a measurement: it is cut off when `limit` is over, or a second after its third line, the first of its table."""
    child = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=scratch, stdin=subprocess.DEVNULL, **more)
    timers, said = [threading.Timer(limit, child.kill)], []
    timers[0].start()
    for line in child.stdout:
        said.append(line)
        if len(said) == 3:
            timers.append(threading.Timer(1, child.kill))
            timers[1].start()
    code = child.wait()
    for timer in timers:
        timer.cancel()
    return 124 if code == -signal.SIGKILL else code, "".join(said)


def at(name):
    return os.path.join(scratch, name)


def instance_make(name):
    os.makedirs(os.path.dirname(at(name)), exist_ok=True)
    if name.endswith((".vrp", ".txt")):
        shutil.copy(at("instances/routes-12-1.vrp"), at(name))
        return
    kind = "etc" if re.search(r"\.etc$|\.0$|^matching", name) else "tsp"
    shutil.copy(at("small." + kind), at(name))


def scratch_make():
    for name in ("instances", "jobs"):
        os.symlink(os.path.join(root, name), at(name))
    run([cordee, "generate", "uniform", "--cities", "12", "--out", "small.tsp"])
    run([cordee, "generate", "etc", "--tasks", "20", "--machines", "4", "--out", "small.etc"])
    with open(at("small.job"), "w") as out:
        out.write("[a]\ninstance = small.tsp\nseed = 1..2\n")
    run([cordee, "solve", "small.tsp", "--out", "small.tour"])
    with open(at("small.list"), "w") as out:
        out.write("small.tsp small.tour\n")
    run([cordee, "sweep", "small.job", "--out", "small-results.h5"])
    run([cordee, "solve", "small.tsp", "--checkpoint", "small-run.h5"])
    for job in glob.glob("jobs/*.job"):  # what they take from elsewhere
        for name in re.findall(r"(?:\.\./\.\./shared/instances\}|\$\{GENERATED:-\.\})(/\S+\.(?:a?tsp|vrp|txt|0))", open(job).read()):
            name = name.replace("[!0-9]", "x").replace("[1-9]", "1").replace("[0-9]", "0").replace("[cr]", "c").replace("[12]", "1").replace("*", "y").replace("?", "A")
            instance_make("data" + name)


def stand_in(name, command, argv):
    """A file that a command reads is there; one that it begins is not."""
    if command == "solve" or (command == "resume" and "--or-start" in argv):
        if name.endswith((".h5", ".h5.prev")):
            return [os.remove(at(n)) for n in (name, name + ".prev") if os.path.exists(at(n))]
    if command == "generate":  # what it replaces is generated, and what stands in for others is not
        if os.path.exists(at(name)):
            os.remove(at(name))
        return
    if os.path.exists(at(name)) or (command in ("sweep", "verify", "price", "bfs", "flow") and name.endswith(".h5")):
        return
    if name.endswith((".tsp", ".etc", ".vrp", ".0")):
        instance_make(name)
    elif name.endswith((".h5", ".h5.prev")):
        shutil.copy(at("small-results.h5" if command == "report" else "small-run.h5"), at(name))
    elif name.endswith(".job"):
        shutil.copy(at("small.job"), at(name))
    elif name.endswith("stops.csv"):
        with open(at(name), "w") as out:
            out.write("id,lat,lon,demand,due\n0,50.1,8.1,,17:00\n1,50.14,8.19,4,12:00\n2,50.02,8.22,5,\n")
    elif name.endswith(".mtx.gz"):
        with gzip.open(at(name), "wt") as out:
            out.write("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n")
    elif name.endswith(".mtx"):
        with open(at(name), "w") as out:
            out.write("%%MatrixMarket matrix coordinate integer general\n240 240 239\n" + "".join("%d %d 3\n" % (v, v + 1) for v in range(1, 240)))
    elif name.endswith(".pgm"):
        with open(at(name), "w") as out:
            out.write("P2\n3 2\n255\n0 10 200\n20 180 255\n")
    elif name.endswith(".list"):
        shutil.copy(at("small.list"), at(name))
    elif command == "verify":
        words = [word for word in argv if not word.startswith("-")]
        run([cordee, "solve", words[words.index(name) - 1], "--out", name, "--time", "1"])


# ---- commands ----


# Time limits in seconds. Later examples read the records of bfs, and without a finished graph there are none: 8 s suffice on a busy machine, too.
BRIEF = {"price": "0.5", "bfs": "8"}
# Sizes of ladders whose own ones take longer, unless the command says them.
SMALL = {"bfs": ["--sizes", "300"], "flow": ["--sizes", "60"]}


def limits(argv):
    """What makes a command short, and how long it may take all the same."""
    if argv[0] in ("solve", "resume"):
        return TIMED, 30
    if argv[0] == "sweep":
        return ["--dry-run", "--backend", "cpu", "--threads", "1"], 60
    if argv[0] == "bench":
        return ["--time", "0.01", "--backend", "cpu"], 4
    if argv[0] in BRIEF and not any(word.startswith("--time") for word in argv):
        return ["--time", BRIEF[argv[0]]], 30
    return [], 30


ENVIRONMENT = dict(os.environ, CORDEE_INSTANCES=at("data"), GENERATED=at("data"), OMP_NUM_THREADS="1", CORDEE=at("bin/cordee"), SLURM_JOB_ID="77",
                   SLURM_JOB_NODELIST="n", SLURM_ARRAY_JOB_ID="7", SLURM_ARRAY_TASK_ID="1", PATH=at("bin") + ":" + os.environ["PATH"])


def bin_make():
    """Stand-ins for SLURM's commands, and a cordee that ends soon."""
    os.mkdir(at("bin"))
    short = "case $1 in sweep) set -- \"$@\" --dry-run --backend cpu;; *) set -- \"$@\" %s;; esac\n" % " ".join(TIMED)
    for name, text in {"cordee": short + "exec %s \"$@\"\n" % shlex.quote(cordee), "squeue": "", "scontrol": "",
                       "srun": "while [ \"${1#-}\" != \"$1\" ]; do shift; done\nexec \"$@\"\n",
                       "sbatch": "while [ \"${1#-}\" != \"$1\" ]; do shift; done\nbash \"$@\" >&2; rc=$?; echo 4711; exit $rc\n"}.items():
        with open(at("bin/" + name), "w") as out:
            out.write("#!/bin/bash\n" + text)
        os.chmod(at("bin/" + name), 0o755)


def words_of(text):
    words = named([WORDS.get(word, word) for word in shlex.split(text)])
    while re.match(r"^[A-Z_]+=", words[0]):
        words.pop(0)
    return words


def named(words):
    """X and GRAPH, with which the page of sources stands for any file of the method's kind."""
    tasks = "trade" in words or "pso" in words
    stands = {"X": "any.etc" if tasks else "any.tsp", "GRAPH": "rlg:rows=4,levels=4" if "flow" in words else "any.mtx.gz"}
    return [stands.get(word, word) for word in words]


def script_argv(words):
    """sbatch and chain.sh run the very scripts."""
    names = [w for w in words if re.search(r"\.(tsp|job|etc)$", w)]
    for name in names:
        stand_in(name, "resume", words)
    for old in glob.glob(at("*.h5*")):
        if not os.path.basename(old).startswith("small-"):
            os.remove(old)
    return words


def variants(words):
    """With a file of each problem, where any may stand."""
    if not any(word in ANY for word in words):
        return [words]
    return [[name if word in ANY else word for word in words] for name in ("any.tsp", "any.etc", "sphere:2")]


def try_once(words):
    if words[0] in ("sbatch", "jobs/chain.sh"):
        argv = script_argv(["bash"] + words if words[0] != "sbatch" else words)
        return run(argv, 60, env=ENVIRONMENT)
    names = [os.path.basename(w) for w in words]
    if "cordee-ladder" in names:
        argv = words[names.index("cordee-ladder") + 1:]
        for name in (word for word in ",".join(argv).split(",") if re.search(r"\.(tsp|vrp|mtx\.gz)$", word)):
            stand_in(name, "bench", argv)
        if argv[0] == "report":
            for name in (word for word in argv if word.endswith(".csv")):
                with open(at(name), "w") as table:
                    table.write("design,n,device,ladder,measure,ours,unit,published,card,year,ratio\nbase,9,CPU,swap,evaluate,4,us,8,K40,2015,0.5\n")
            return run([ladder] + argv, 30, env=ENVIRONMENT)
        if argv[0] == "lookback" and "--sizes" in argv:  # steps
            argv[argv.index("--sizes") + 1] = "300"
        small = [] if "--sizes" in argv or "--instance" in argv else SMALL.get(argv[0], [])
        return run_bench([ladder] + argv + ["--backend", "cpu"] + small + ([] if argv[0] == "matching" else ["--time", "0.01"]), 4, env=ENVIRONMENT)
    argv = words[names.index("cordee") + 1:]
    for word in ",".join(argv[1:]).split(","):
        network = word == argv[1] and re.search(r"\.(mtx|pgm)$", word)
        if network or re.search(r"\.(tsp|etc|vrp|0|h5|prev|job|tour|txt|sol|list|gz)$|^stops\.csv$", word) and not word.startswith("-"):
            stand_in(word, argv[0], argv)
    more, limit = limits(argv)
    return (run_bench if argv[0] == "bench" else run)([cordee] + argv + more, limit, env={k: v for k, v in ENVIRONMENT.items() if not k.startswith("SLURM")})


GOOD = (0, 4, 69, 75, 124)  # done; done, but for some customers; no GPU here; stopped; cut off


def check(example):
    words = words_of(example.text)
    tries = [try_once(v) for v in variants(words)]
    good = any(code in GOOD for code, _ in tries)
    return None if good else "exit %d: %s" % (tries[0][0], tries[0][1].strip()[-300:])


def arguments(example):
    """What follows `cordee`; mpirun's ranks change no answer."""
    words = words_of(example.text)
    names = [os.path.basename(word) for word in words]
    return words[names.index("cordee") + 1:] if "cordee" in names else []


def output(argv):
    return argv[argv.index("--out") + 1] if "--out" in argv[:-1] else ""


def repeatable(example, before):
    """The commands that make the files it reads, in order, and itself; None: a clock or a file of the reader's is in it. before: on the page."""
    argv = arguments(example)
    if not argv or argv[0] not in REPEATABLE or any(word.startswith(("--time", "--checkpoint")) for word in argv):
        return None
    steps = []
    for name in (word for word in argv[1:] if FILE.search(word) and word != output(argv)):
        if name.startswith(("instances/", "jobs/")) and os.path.exists(os.path.join(root, name)):
            continue
        makers = [k for k, one in enumerate(before) if output(arguments(one)) == name]
        made = repeatable(before[makers[-1]], before[:makers[-1]]) if makers else None
        if made is None:
            return None
        steps += [one for one in made if one not in steps]
    return steps + [example]


def compared(example, before):
    return repeatable(example, before) if any(comparable(line) for line in example.shown) else None


def compare(steps, folder):
    """Runs the steps in a folder of their own; the last one's lines must come out."""
    os.makedirs(folder)
    for name in ("instances", "jobs"):
        os.symlink(os.path.join(root, name), os.path.join(folder, name))
    for step in steps:
        argv = arguments(step)
        more = ["--backend", "cpu"] if argv[0] in ("solve", "sweep") else []
        done = subprocess.run([cordee] + argv + more, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=600, env=dict(ENVIRONMENT, SLURM_JOB_ID=""))
        if done.returncode not in (0, 4):  # 4: somebody is left out, which the page shows
            return "exit %d of %s: %s" % (done.returncode, step.text, done.stdout.strip()[-300:])
    lines = missing(steps[-1].shown, done.stdout)
    return "expected '%s', found: %s" % (lines[0], done.stdout.strip()[-400:]) if lines else None


def examples():
    found = []
    for path in ["README.md", "instances/README.md"] + sorted(glob.glob("docs/*.md")):
        found += page_examples(path, open(path).read())
    for path in sorted(glob.glob("jobs/*") + glob.glob("docs/gallery/*.py")):
        found += comment_examples(path, open(path).read())
    return [e for e in found + help_examples() if not re.search(r"[\[\]]|\.\.\.|\b(?:NAME|SOLUTION)\b|cordee \w+$", e.text)]


def tell(name, why):
    print("not ok %s: %s" % (name, why.replace("\n", " / ")) if why else "ok %s" % name, flush=True)


def task_list():
    """The list of docs/slurm.md, a line a task."""
    lines = open("docs/slurm.md").read().split("\n")
    first = next(k for k, line in enumerate(lines) if line.startswith("    # instance"))
    last = next(k for k in range(first, len(lines)) if not lines[k].strip())
    return [line[4:] for line in lines[first:last]]


def tasks_make(tasks):
    with open(at("tasks.txt"), "w") as out:
        out.write("\n".join(tasks) + "\n")
    for task in tasks:
        if not task.startswith("#"):
            stand_in(task.split()[0], "resume", [])


def tasks_check(tasks):
    count = sum(not task.startswith("#") for task in tasks)
    for k in range(1, count + 1):
        code, said = run(["bash", "jobs/array.sbatch", "tasks.txt"], 60, env=dict(ENVIRONMENT, SLURM_ARRAY_TASK_ID=str(k)))
        tell("docs/slurm.md, task %d of its list" % k, None if code in GOOD else "exit %d: %s" % (code, said[-300:]))


def main():
    scratch_make(), bin_make()
    tasks = task_list()
    tasks_make(tasks)
    tasks_check(tasks)
    seen, began, every = set(), time.time(), examples()
    for k, example in enumerate(every):
        page = example.where.split(":")[0]
        steps = compared(example, [one for one in every[:k] if one.where.split(":")[0] == page])
        if steps:
            folder = at("page-%d" % k)
            tell("%s, result of: %s" % (example.where, example.text), compare(steps, folder))
            made = output(arguments(example))
            if made and os.path.exists(os.path.join(folder, made)):  # for later commands of the page
                shutil.copy(os.path.join(folder, made), at(made))
        elif example.text not in seen:
            if os.environ.get("DOCS_TIMES"):
                print("# %.1f s" % (time.time() - began))
            tell("%s: %s" % (example.where, example.text), check(example))
        seen.add(example.text)
    for job in sorted(glob.glob("jobs/*.job")):
        code, said = run([cordee, "sweep", job, "--dry-run", "--backend", "cpu", "--threads", "1"], 60, env=dict(ENVIRONMENT, SLURM_JOB_ID=""))
        tell("%s: every task can be run" % job, None if code == 0 and " 0 cannot be run" in said else said[-400:])


main()
