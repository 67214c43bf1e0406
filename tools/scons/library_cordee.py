"""SCons tool: libcordee, shared and static, from the program's objects. Both export the names of include/cordee.h alone."""
import re

import SCons.Util


def abi(env):
    """CORDEE_ABI, the number in the soname."""
    with open(env.File("#include/cordee.h").abspath, encoding="utf-8") as header:
        return re.search(r"^#define CORDEE_ABI (\d+)$", header.read(), re.M).group(1)


def shared(env, objects, symbols):
    """libcordee.so.ABI: the program's objects serve, for all are compiled as position-independent code."""
    name = env["libraries"][0]
    libraries = env.Clone()
    whole = [] if env["mode"] == "asan" else ["-Wl,-z,defs"]  # the sanitizers' functions are the program's
    libraries.Append(LINKFLAGS=["-shared", "-Wl,-soname," + name, "-Wl,--version-script=${SOURCES[-1]}"] + whole)
    command = "$LINK -o $TARGET $LINKFLAGS $__RPATH ${SOURCES[:-1]} $_LIBDIRFLAGS $_LIBFLAGS"
    return libraries.Command(name, SCons.Util.flatten([objects, env.File(symbols)]), command)


def static(env, objects):
    """libcordee.a: one object, in which all other names are local; -d: those of OpenMP's critical sections, too, which are common symbols. Not printed: a line of
    hundreds of names."""
    return env.Command("libcordee.a", objects, [
        "@ld -r -d -o ${TARGET.base}.o $SOURCES", "@objcopy --wildcard --keep-global-symbol='cordee_*' ${TARGET.base}.o",
        "@rm -f $TARGET", "$AR rcs $TARGET ${TARGET.base}.o", "@rm ${TARGET.base}.o"])


def generate(env):
    env["libraries"] = ["libcordee.so." + abi(env), "libcordee.a"]
    env.AddMethod(shared, "SharedLibraryCordee")
    env.AddMethod(static, "StaticLibraryCordee")


def exists(env):
    return True
