"""SCons tool: libcordee, shared and static, from the program's objects; both export the names of include/cordee.h alone. And the module of CUDA."""
import os
import re
import subprocess

import SCons.Util
from SCons.Action import Action  # not env.Action: that would expand $TARGET here and now


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
    return libraries.Command(name, SCons.Util.flatten([objects, env.File(symbols)]), Action(command, "link $TARGET"))


def static(env, objects):
    """libcordee.a: one object, in which all other names are local; -d: those of OpenMP's critical sections, too, which are common symbols. Not printed: a line of
    hundreds of names."""
    return env.Command("libcordee.a", objects, [
        "@ld -r -d -o ${TARGET.base}.o $SOURCES", "@objcopy --wildcard --keep-global-symbol='cordee_*' ${TARGET.base}.o",
        "@rm -f $TARGET", "$AR rcs $TARGET ${TARGET.base}.o", "@rm ${TARGET.base}.o"])


STATES = "status_message status_clear status_at status_edit status_divert halt_watch halt_until halt_rest halt_own"


def module_check(target, source, env):
    """Whether a function with a state is in the module beside those of gpu/module.cu, which ask the program."""
    listed = subprocess.run(["nm", str(target[0])], capture_output=True, text=True).stdout.split()
    found = [name for name in STATES.split() if name in listed]
    if found:
        print("%s: expected no copy of %s: ask the program for it (backend_module.h)" % (target[0], ", ".join(found)))
        os.remove(str(target[0]))
    return bool(found)


def module(env, name, kernels, library, symbols):
    """A shared object that the program loads (src/backend_module.h). The CUDA runtime is inside, and what the kernels call of the core; MPI
    and HDF5 are not. The kernels' definitions come first, and go before those of the core."""
    whole = [] if env["mode"] == "asan" else ["-Wl,-z,defs"]
    portable = env["mpi"] == "abi"  # for symbols of an older C library, which cc knows
    linked = env.Clone(LIBS=["cudart_static", "stdc++", "rt", "dl", "m", "pthread"], LINK=env["CC"] if portable else "gcc",
                       LIBPATH=env["cuda_libpath"] + (env["LIBPATH"] if portable else []))
    linked.Append(LINKFLAGS=["-shared", "-Wl,--version-script=" + env.File(symbols).srcnode().abspath, "-Wl,--gc-sections",
                             "-Wl,--allow-multiple-definition"] + whole)
    made = linked.Command(name, [kernels, library],
                          [Action("$LINK -o $TARGET $LINKFLAGS $SOURCES $_LIBDIRFLAGS $_LIBFLAGS", "link $TARGET"),
                           Action(module_check, "check $TARGET")])
    linked.Depends(made, symbols)
    return made


def generate(env):
    env["libraries"] = ["libcordee.so." + abi(env), "libcordee.a"]
    env.AddMethod(shared, "SharedLibraryCordee")
    env.AddMethod(static, "StaticLibraryCordee")
    env.AddMethod(module, "ModuleCordee")


def exists(env):
    return True
