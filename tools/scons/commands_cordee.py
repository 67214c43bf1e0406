"""SCons tool: compile_commands.json, for editors and tools/lint, written while the build is read. SCons has a tool of its own that makes a node of each
object, which takes a second of every build; here the flags of each kind of unit are expanded once."""
import json
import os

COMMANDS = {".c": "$CC -c $CFLAGS $CCFLAGS $_CCCOMCOM", ".cu": "$NVCC -c $NVCCFLAGS $_CPPDEFFLAGS $_CPPINCFLAGS"}
OWN = {"src/version.c": ["-DCORDEE_VERSION='\"\"'"]}  # what a unit has beside the flags of all


def rows(env, folder, more):
    """A row for each source below a folder of the project; more: flags beside those of all."""
    root = env.Dir("#").abspath
    kinds = [".c"] + ([".cu"] if env["nvcc_found"] else [])
    flags = {kind: env.subst(COMMANDS[kind], target=env.File("#x.o"), source=env.File("#x" + kind)) for kind in kinds}
    flags = {kind: " ".join(text.replace("$(", "").replace("$)", "").replace(root + "/", "").split()) for kind, text in flags.items()}
    found = []
    for place, below, names in os.walk(os.path.join(root, folder)):
        below.sort()
        for name in sorted(names):
            kind = os.path.splitext(name)[1]
            if kind in flags:
                path = os.path.relpath(os.path.join(place, name), root)
                found.append({"directory": root, "file": path, "command": " ".join([flags[kind]] + more + OWN.get(path, []) + [path])})
    return found


def commands_write(env, name):
    """The file, if it is another than before."""
    place = os.path.join(env.Dir("#").abspath, name)
    text = json.dumps(rows(env, "src", []) + rows(env, "tests", ["-Itests"]), indent=1) + "\n"
    if os.path.exists(place):
        with open(place, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(place, "w", encoding="utf-8") as out:
        out.write(text)


def generate(env):
    env.AddMethod(commands_write, "CommandsWrite")


def exists(env):
    return True
