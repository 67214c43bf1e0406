"""clang-format, cppcheck and gcc's analyzer over the sources. What a file gave is kept by its content, of the analyzer for all trees."""
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess

SUPPRESSED = re.compile(r"/\* lint: ([\w-]+): (\S[^*]*?) ?\*/")
ANALYZER = ["-O0", "-g0", "-fanalyzer", "-ftrack-macro-expansion=0", "-S", "-o", os.devnull]  # optimised, code is gone before it looks
VAGUE = "<unknown>"  # gcc 12 has lost what the finding is about: every such one was false
INTRINSICS = "_avx"  # the analyzer takes the lanes that intrinsics leave undefined for uninitialized values
CPPCHECK_OFF = {  # switched off as a whole
    "invalidPointerCast": "positions of test functions are floats in the words of genes",
    "ctuuninitvar": "does not follow a callee that fills what it is given",
}
FORMAT_VERSION = 14  # of clang-format
HERE = os.path.dirname(os.path.abspath(__file__))


def missing(program):
    return "" if shutil.which(program) else "no %s here (tools/setup installs it)" % program


def other_format():
    """'' with the version of clang-format that the sources are formatted by: others break some lines elsewhere."""
    if not shutil.which("clang-format"):
        return missing("clang-format")
    said = subprocess.run(["clang-format", "--version"], stdout=subprocess.PIPE, universal_newlines=True, check=False).stdout
    found = re.search(r"version (\d+)", said)
    return "" if found and int(found.group(1)) == FORMAT_VERSION else "the sources are formatted by version %d: %s" % (FORMAT_VERSION, said.strip())


def formatted(tree, jobs):
    """Files that clang-format would change. One process looks at many files, since its start takes longer than a file."""
    paths = sorted(tree.sources)
    batches = [paths[at:at + 100] for at in range(0, len(paths), 100)]

    def changed(batch):
        query = subprocess.run(["clang-format", "--dry-run", "-Werror", *batch], cwd=tree.root, capture_output=True, text=True, check=False)
        first = {}
        for path, line in re.findall(r"^(\S[^:\n]*):(\d+):\d+: ", query.stderr, re.MULTILINE):
            first.setdefault(os.path.relpath(os.path.join(tree.root, path), tree.root), line)
        if query.returncode and not first:
            return [(batch[0], "clang-format: " + query.stderr.strip())]
        return [(path, "%s:%s: not as clang-format -i has it" % (path, line)) for path, line in first.items()]

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return [finding for findings in pool.map(changed, batches) for finding in findings]


def cppcheck(tree, jobs):
    """What cppcheck finds in the C of src and tests, not in kernels that tests/emulation compiles; a suppression in the source needs its reason: cppcheck-suppress ID ; reason."""
    kept = os.path.join(tree.root, "build", "lint", "cppcheck")
    # Two jobs at least: with one, cppcheck also follows pointers across files, and reports some that the code does not use after an error.
    os.makedirs(kept, exist_ok=True)
    query = subprocess.run(
        ["cppcheck", "-j%d" % max(2, jobs), "--enable=warning,performance,portability", "--inline-suppr", "--std=c11", "-D_GNU_SOURCE",
         "-Isrc", "-Iinclude", "-Itests", "--quiet", *("--suppress=" + kind for kind in CPPCHECK_OFF), "--cppcheck-build-dir=" + kept, "--template={file}:{line}: {id}: {message}", "-itests/emulation", "src", "tests"],
        cwd=tree.root, capture_output=True, text=True, check=False)
    lines = dict.fromkeys(line for line in (query.stdout + query.stderr).splitlines() if re.match(r"\S+:\d+: ", line))
    found = [(line.split(":")[0], line) for line in lines]
    if query.returncode:
        found.append(("cppcheck", "cppcheck ended with %d: %s" % (query.returncode, query.stderr.strip()[-200:])))
    for source in tree.sources.values():
        for number, line in enumerate(source.text.splitlines(), 1):
            if "cppcheck-suppress" in line and not re.search(r"cppcheck-suppress \w+ ; \w", line):
                found.append((source.path, "%s:%d: a suppression without a reason (cppcheck-suppress ID ; reason)" % (source.path, number)))
    return found


def commands(tree):
    """{path: compiler command} of the sources in src, from the build's own list."""
    with open(os.path.join(tree.root, "compile_commands.json"), encoding="utf-8") as file:
        rows = json.load(file)
    return {row["file"]: shlex.split(row["command"]) for row in rows if row["file"].startswith("src/") and row["file"].endswith(".c")}


def analyzer_command(command):
    """The same compilation, for its findings only."""
    words, skip = [command[0]], False
    for word in command[1:]:
        if skip or word in ("-c", "-o") or re.fullmatch(r"-O\w*|-g\w*|-Werror", word):
            skip = word == "-o"
            continue
        words.append(word)
    return words[:-1] + ANALYZER + words[-1:]


def analyzer_lines(tree, path, command, version, kept):
    """What the analyzer says of a file, run or remembered."""
    if not re.search(r"^Status (status_fail|comm_agree)\(", tree.sources[path].text, re.M):  # what it defines as a macro
        ranks = ["-DCORDEE_LINT_RANKS"] if "src/mpi/comm.h" in tree.reached(tree.sources[path]) else []
        command = command[:-1] + ranks + ["-include", os.path.join(HERE, "analyzer.h")] + command[-1:]
    digest = hashlib.sha256(("\0".join([version] + [os.path.basename(word) if word.startswith(HERE) else word for word in command])).encode())
    with open(os.path.join(HERE, "analyzer.h"), "rb") as file:
        digest.update(file.read())
    for name, source in sorted(tree.reached(tree.sources[path]).items()):
        digest.update(name.encode() + source.text.encode())
    remembered = os.path.join(kept, digest.hexdigest())
    if os.path.exists(remembered):
        os.utime(remembered)
        with open(remembered, encoding="utf-8") as file:
            return json.load(file)
    query = subprocess.run(command, cwd=tree.root, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
    lines = [line for line in query.stderr.splitlines() if re.match(r"\S+: (error: |warning: .*\[-Wanalyzer-)", line)]
    if query.returncode:
        return lines or ["%s:1: error: %s" % (path, query.stderr.strip()[-200:])]
    fresh = "%s.%d" % (remembered, os.getpid())  # other trees have the same folder
    with open(fresh, "w", encoding="utf-8") as file:
        json.dump(lines, file)
    os.replace(fresh, remembered)
    return lines


def unsuppressed(tree, lines):
    """Findings that no comment `lint: KIND: reason` on their line or up to two before it answers, and comments that answer none."""
    found, used = [], set()
    for line in dict.fromkeys(line for line in lines if VAGUE not in line):
        where = re.match(r"([^:]+):(\d+):(?:\d+:)? (?:warning|error): (.*?)(?: \[-W(?:analyzer-)?([\w-]+)\])?$", line)
        path, number, message, kind = where.groups() if where else ("", "0", line, "")
        at = [(path, int(number) - above, kind) for above in (0, 1, 2)]
        answered = [place for place in at if place in suppressions(tree, path)]
        used.update(answered)
        if not answered:
            found.append((path, "%s:%s: %s: %s" % (path, number, kind or "error", message)))
    for path in sorted(tree.sources):
        found += [(path, "%s:%d: nothing to suppress here any more (lint: %s)" % (place[0], place[1], place[2]))
                  for place in suppressions(tree, path) - used]
    return found


def suppressions(tree, path):
    """{(path, line, kind)} of the comments in a file."""
    source = tree.sources.get(path)
    return {(path, source.line(m.start()), m.group(1)) for m in SUPPRESSED.finditer(source.text)} if source else set()


def cache():
    """The folder of what the analyzer found, by content: of all trees of a user, so that a new clone does not look at everything again."""
    return os.environ.get("CORDEE_LINT_CACHE") or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "cordee-lint")


def analyzer(tree, jobs):
    """gcc -fanalyzer over src, with the flags of the build and gcc's warnings."""
    kept = os.path.join(cache(), "analyzer")
    os.makedirs(kept, exist_ok=True)
    before = set(os.listdir(kept))
    rows = {path: analyzer_command(command) for path, command in commands(tree).items()
            if path in tree.sources and INTRINSICS not in path}
    lacking = [s.path for s in tree.below("src") if s.path.endswith(".c") and INTRINSICS not in s.path and s.path not in rows]
    if lacking:
        return [(path, "%s: not in compile_commands.json: build with scons first" % path) for path in lacking]
    version = subprocess.run([next(iter(rows.values()))[0], "--version"], capture_output=True, text=True, check=False).stdout

    start = os.path.getmtime(kept)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        said = list(pool.map(lambda item: analyzer_lines(tree, *item, version, kept), sorted(rows.items())))
    for name in before:  # what no file has had for two weeks
        try:
            if start - os.path.getmtime(os.path.join(kept, name)) > 14 * 86400:
                os.remove(os.path.join(kept, name))
        except FileNotFoundError:  # another tree's
            pass
    return unsuppressed(tree, [line for lines in said for line in lines])
