"""SCons tool: compile_commands.json, for editors and tools/lint, written while the build is read. SCons has a tool of its own that makes a node of each
object, which takes a second of every build; here the flags of each kind of unit are expanded once."""
import json
import os

COMMANDS = {".c": "$CC -c $CFLAGS $CCFLAGS $_CCCOMCOM", ".cc": "$CXX -c $CXXFLAGS $CCFLAGS $_CCCOMCOM",
            ".cu": "$NVCC -c $NVCCFLAGS $_CPPDEFFLAGS $_CPPINCFLAGS"}

ROWS = []  # (source, flags), of the environment and its clones


def commands_add(env, files):
    """These sources, nodes of one kind, are compiled with the flags of this environment."""
    flags = {}
    for node in files:
        kind = os.path.splitext(node.name)[1]
        if kind not in flags:
            expanded = env.subst(COMMANDS[kind], target=node, source=node).replace("$(", "").replace("$)", "")
            flags[kind] = " ".join(expanded.replace(env.Dir("#").abspath + "/", "").split())
        ROWS.append((os.path.relpath(node.srcnode().abspath, env.Dir("#").abspath), flags[kind]))


def commands_write(env, name):
    """The file, if it is another than before."""
    root = env.Dir("#").abspath
    place = os.path.join(root, name)
    rows = [{"directory": root, "file": path, "command": "%s %s" % (flags, path)} for path, flags in ROWS]
    text = json.dumps(rows, indent=1) + "\n"
    if os.path.exists(place):
        with open(place, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(place, "w", encoding="utf-8") as out:
        out.write(text)


def generate(env):
    env.AddMethod(commands_add, "CommandsAdd")
    env.AddMethod(commands_write, "CommandsWrite")


def exists(env):
    return True
