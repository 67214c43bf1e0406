"""SCons tool: finds compilers and libraries, sets the flags of every configuration, adds the CUDA builder."""
import os
import re
import shutil
import subprocess
import sys

import SCons.Builder
import SCons.Scanner.C
from SCons.Action import Action  # not env.Action: that would expand $TARGET here and now

WARN = "-Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes"
MODES = {  # the same arithmetic in each: contraction would make the twins differ; without errno roots are vectors
    "release": ("-O3 -g1", "-O3 -lineinfo", ""),
    "debug": ("-Og -g3", "-O1 -g", ""),
    "asan": ("-O1 -g3 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer", "-O1 -g",
             "-fsanitize=address,undefined"),
    "coverage": ("-O1 -g --coverage", "-O1 -g", "--coverage"),
}


def fail(text):
    sys.stderr.write("scons: %s\n" % text)
    sys.exit(2)


def find_nvcc(env):
    """Path of nvcc, or None."""
    if env["nvcc"] != "auto":
        return shutil.which(env["nvcc"]) or fail("nvcc=%s: no such program" % env["nvcc"])
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    if not nvcc and env["cuda"] == "yes":
        fail("cuda=yes, but no nvcc on PATH or in /usr/local/cuda/bin (nvcc=PATH names one)")
    return nvcc


def devices_here():
    """The architectures of this machine's GPUs, such as ["80", "90"]; none where no driver is."""
    if not shutil.which("nvidia-smi"):
        return []
    query = subprocess.run(["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"], capture_output=True, text=True)
    words = query.stdout.replace(".", "").split() if query.returncode == 0 else []
    return sorted({word for word in words if word.isdigit()}, key=int)


def family(mpicc):
    """Which MPI a compiler wrapper belongs to, by the macro that its mpi.h defines."""
    query = subprocess.run([mpicc, "-E", "-dM", "-include", "mpi.h", "-x", "c", "/dev/null"], capture_output=True, text=True)
    for name, macro in (("openmpi", "OPEN_MPI"), ("mpich", "MPICH_VERSION")):
        if " %s " % macro in query.stdout:
            return name
    return "mpi"


def mpirun_of(mpicc):
    """The mpirun beside a compiler wrapper: mpicc.mpich has mpirun.mpich."""
    folder, name = os.path.split(mpicc)
    mpirun = os.path.join(folder, name.replace("mpicc", "mpirun"))
    return mpirun if os.path.exists(mpirun) else "mpirun"


def shared_in(folders):
    """Those that a program has to look in when it runs: not of static libraries alone."""
    return [folder for folder in folders if any(".so" in name for name in os.listdir(folder))]


def add_prefixes(env):
    """Prefixes that options name. Their headers are as of the system: what the compiler warns of in them is not ours."""
    named = {env[name].rstrip("/") for name in ("random123", "xxhash", "inih", "zlib", "jansson", "cunit", "lzma", "bzip2", "zstd")}
    env["system_headers"] = ""
    for prefix in sorted(named - {"/usr", "auto", "no"}):
        folders = [prefix + name for name in ("/lib64", "/lib") if os.path.isdir(prefix + name)]
        env["system_headers"] += " -isystem %s/include" % prefix
        env.Append(LIBPATH=folders, RPATH=shared_in(folders))
    env.Append(CCFLAGS=env["system_headers"])


def add_hdf5_prefix(env, prefix):
    folders = [prefix + name for name in ("/lib64", "/lib") if os.path.isdir(prefix + name)]
    env.Append(CPPPATH=[prefix + "/include"], LIBPATH=folders, LIBS=["hdf5", "z", "m", "dl"], RPATH=shared_in(folders))


def compiler_has(env, header):
    """Whether the compiler finds it without further options: in its own places, those of mpicc, or $CPATH, which modules set."""
    query = subprocess.run([env["CC"], "-E", "-x", "c", "-"], input="#include <%s>\n" % header, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, universal_newlines=True)
    return query.returncode == 0


def add_mpi(env):
    """The compiler, and env["mpi"]: the family of its MPI; abi: MPI's standard ABI (src/mpi/abi)."""
    option = "cc" if env["mpi"] == "abi" else "mpicc"
    compiler = shutil.which(env[option])
    if not compiler:
        fail("no %s: run tools/setup, or say %s=PATH" % (env[option], option))
    env.Replace(CC=compiler, LINK=compiler, CXX=shutil.which("mpicxx") or "mpicxx")
    env["mpirun"] = mpirun_of(compiler) if option == "mpicc" else "mpirun"
    if option == "mpicc":
        env["mpi"] = family(compiler)
    else:
        env.Prepend(CPPPATH=["#src/mpi/abi"])
        env.Replace(CXX="g++")


def add_hdf5(env):
    """HDF5: hdf5=PREFIX; else pkg-config's and Debian's names of a serial one, or of a parallel one of the same MPI; else that of the
    compiler's own places, or of the variables that modules set."""
    if env["hdf5"] != "auto":
        add_hdf5_prefix(env, env["hdf5"])
        return
    for name in ("serial", env["mpi"]):
        query = subprocess.run(["sh", "-c", "pkg-config --cflags --libs hdf5-" + name], capture_output=True, text=True)
        if query.returncode == 0:
            env.MergeFlags(query.stdout)
            return
        if os.path.exists("/usr/include/hdf5/%s/hdf5.h" % name):
            env.Append(CPPPATH=["/usr/include/hdf5/" + name], LIBS=["hdf5_" + name])
            return
    query = subprocess.run(["sh", "-c", "pkg-config --cflags --libs hdf5"], capture_output=True, text=True)
    if query.returncode == 0 and "mpi" not in query.stdout:  # the plain name: serial, or the parallel one of some MPI
        env.MergeFlags(query.stdout)
        return
    if compiler_has(env, "hdf5.h"):  # RHEL's packages; a module that sets CPATH and LIBRARY_PATH
        env.Append(LIBS=["hdf5"])
        return
    for name in ("HDF5_ROOT", "HDF5_DIR", "HDF5_HOME"):
        if os.path.exists(os.environ.get(name, "") + "/include/hdf5.h"):
            add_hdf5_prefix(env, os.environ[name])
            return
    fail("no HDF5 found, serial or of this MPI (%s): run tools/setup, or say hdf5=PREFIX" % env["mpi"])


def brief(env):
    """A short line a command instead of the command."""
    env.Replace(CCCOMSTR="cc $SOURCE", CXXCOMSTR="c++ $SOURCE", NVCCCOMSTR="nvcc $SOURCE", LINKCOMSTR="link $TARGET", ARCOMSTR="ar $TARGET")


def add_cuda(env, nvcc, devices):
    """env.CudaObject(target, source): one .cu to one object, host flags passed through; env["cuda_libs"]: what the module links."""
    archs = (devices or ["80", "90"]) if env["arch"] == "auto" else env["arch"].split(",")
    if not all(a.isalnum() for a in archs):
        fail("arch=%s: expected auto, or compute capabilities like 90 or 80,90" % env["arch"])
    gencode = " ".join("-gencode arch=compute_%s,code=sm_%s" % (a, a) for a in archs)
    last = archs[-1].rstrip("a")
    env["NVCC"] = nvcc
    env["NVCCFLAGS"] = env["system_headers"] + " %s %s -gencode arch=compute_%s,code=compute_%s -fmad=false -std=c++17 -Xcompiler -Wall,-fPIC,-fvisibility=hidden,-fno-gnu-unique,-fopenmp,-ffp-contract=off" % (
        MODES[env["mode"]][1], gencode, last, last)
    env["NVCCCOM"] = ("$( ccache $) " if shutil.which("ccache") else "") + "$NVCC " + ("$( -Werror all-warnings $) " if env["werror"] else "") + "-c $NVCCFLAGS $_CPPDEFFLAGS $_CPPINCFLAGS -o $TARGET $SOURCE"
    if not env["gpu_optimize"]:
        known = subprocess.run([nvcc, "--help"], capture_output=True, text=True).stdout
        env.Append(NVCCFLAGS=" --Ofast-compile=max" if "--Ofast-compile" in known else " -Xcicc -O1 -Xptxas -O1")
    # Not env.Builder: that would expand $TARGET here and now.
    env["BUILDERS"]["CudaObject"] = SCons.Builder.Builder(action=Action("$NVCCCOM", "$NVCCCOMSTR"), suffix=".o", src_suffix=".cu",
                                                          source_scanner=SCons.Scanner.C.CScanner())
    home = os.path.dirname(os.path.dirname(os.path.realpath(nvcc)))
    env["cuda_libpath"] = [home + "/lib64", home + "/targets/x86_64-linux/lib"]


def check_one_mpi(context):
    """Whether a program with HDF5 and MPI loads one libmpi."""
    context.Message("Checking that HDF5 and MPI go together...")
    linked = context.TryLink("#include <mpi.h>\n#include <hdf5.h>\nint main(void) { return H5open() + MPI_Finalize(); }\n", ".c")
    libraries = subprocess.run(["ldd", context.lastTarget.abspath], capture_output=True, text=True).stdout if linked else ""
    found = set(re.findall(r"\b(lib(?:mpi|mpich)\.so)", libraries))
    context.Result(bool(linked) and len(found) == 1)
    return bool(linked) and len(found) == 1


def check(env):
    conf = env.Configure(conf_dir="build/.sconf", log_file="build/config.log", custom_tests={"CheckOneMpi": check_one_mpi})
    for header, what in (("mpi.h", "Open MPI or MPICH"), ("hdf5.h", "HDF5"), ("Random123/philox.h", "Random123"),
                         ("xxhash.h", "xxHash"), ("ini.h", "libinih"), ("zlib.h", "zlib"), ("jansson.h", "jansson")):
        if not conf.CheckCHeader(header):
            fail("%s is missing (%s): run tools/setup, or name its prefix (scons -h)" % (header, what))
    for option, library, header in (("lzma", "lzma", "lzma.h"), ("bzip2", "bz2", "bzlib.h"), ("zstd", "zstd", "zstd.h")):
        if env[option] != "no" and conf.CheckLibWithHeader(library, header, "C", autoadd=False):
            env["codecs"].append("CORDEE_" + option.upper())  # else data of that kind are refused by name
            env.Append(LIBS=[library])
    if env["mpi"] in ("mpi", "abi") or conf.CheckOneMpi():
        return conf.Finish()
    fail("HDF5 and %s belong to different MPIs: name a serial HDF5 (hdf5=PREFIX), or one that was built with that MPI" % env["mpicc"])


def version(env):
    """The release number, which stands in VERSION alone; with git's description of the tree, if it is a clone, for provenance."""
    with open(env.File("#VERSION").abspath, encoding="utf-8") as file:
        number = file.read().strip()
    if not os.path.exists(env.Dir("#").abspath + "/.git") or not shutil.which("git"):
        return number
    query = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True)
    return number + ("+" + query.stdout.strip() if query.returncode == 0 and query.stdout.strip() else "")


def generate(env):
    cflags, _, ldflags = MODES[env["mode"]]
    env["version"], env["mpirun"] = version(env), "mpirun"
    env["nvcc_found"], env["with_cuda"] = None, False  # whether the module can be built, and is by default
    env["codecs"] = []  # macros of src/io/codecs.c alone
    env.Append(CPPDEFINES=["_GNU_SOURCE"])
    if not env["verbose"]:
        brief(env)
    if env.GetOption("help"):
        env["mpi"] = "openmpi"  # as in most places
        return
    # Thin: an archive names its objects. With their times (U), as of an object whose size is as before the archive would not change, nor a program of it.
    env.Replace(ARFLAGS="rcsTU", RANLIBCOM="")
    add_mpi(env)
    env.Append(CCFLAGS="-std=gnu11 -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections -fopenmp -ffp-contract=off -fno-math-errno %s %s" % (WARN, cflags),
               LINKFLAGS="-fopenmp %s" % ldflags, LIBS=["inih", "jansson", "z", "m", "pthread", "dl"])
    add_prefixes(env)
    add_hdf5(env)
    if not env.GetOption("clean"):
        check(env)
    if env["werror"]:
        env.Append(CCFLAGS=["$(", "-Werror", "$)"])  # not part of a file's signature: the same objects as without
    add_module(env)


def add_module(env):
    """The module of CUDA: built by default with cuda=yes, and with cuda=auto where nvcc and a device are."""
    nvcc = find_nvcc(env) if env["cuda"] != "no" else None
    devices = devices_here() if nvcc and (env["cuda"] == "auto" or env["arch"] == "auto") else []
    env["nvcc_found"], env["with_cuda"] = nvcc, bool(nvcc) and (env["cuda"] == "yes" or bool(devices))
    if nvcc:
        add_cuda(env, nvcc, devices)
    if nvcc and env["cuda"] == "auto" and not devices:
        print("scons: nvcc is here, but no device: without the module of CUDA (cuda=yes or `scons cuda` makes it)")


def exists(env):
    return True
