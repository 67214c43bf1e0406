"""SCons tool: `scons wheel` makes dist/cordee-VERSION-py3-none-PLATFORM.whl, the Python package with the shared library inside.

A folder of the build gets python/, the stripped library and the texts that belong to a package; setuptools makes the wheel there, through pip, with
what is installed: nothing is downloaded. MPI, HDF5 and the other libraries are not in the wheel: they are the system's.

With mpi=abi the wheel has the program, too: bin/cordee of the environment that it is installed in; the module of CUDA is in its lib/cordee then, for
both. tools/packaging/wheel makes it so, with all libraries inside."""
import os
import shutil
import subprocess
import sys
import sysconfig

NEEDED = "setuptools, wheel, pip"


def python_of(env):
    """A Python that can build wheels: that of scons, else Debian's."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import " + NEEDED], stderr=subprocess.DEVNULL).returncode == 0:
            return python
    return None


def tidy(folder, laid):
    """Without what an earlier build left: its copies, and files that the package has no more."""
    for name in ("build", "cordee.egg-info"):
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
    for place, _, names in os.walk(os.path.join(folder, "cordee")):
        for path in (os.path.join(place, name) for name in names):
            if path not in laid:
                os.remove(path)


def wheel_make(target, source, env):
    python = python_of(env)
    if not python:
        sys.stderr.write("scons: wheel: no Python with %s: run tools/setup python\n" % NEEDED)
        return 1
    tidy(os.path.dirname(source[0].abspath), [node.abspath for node in source])
    command = [python, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
               "--wheel-dir", os.path.dirname(target[0].abspath), os.path.dirname(source[0].abspath)]
    return subprocess.run(command).returncode


def portable(target, source, env):
    """pyproject.toml for mpi=abi: the MPI is one with the standard ABI."""
    with open(source[0].abspath, encoding="utf-8") as file:
        text = file.read()
    with open(target[0].abspath, "w", encoding="utf-8") as file:
        file.write(text.replace('mpi = ["mpi4py"]', 'mpi = ["mpich>=5.0"]'))


def wheel(env, folder, library, module, program):
    """The alias `wheel`; folder: where the package is laid out; module: of CUDA, or none; program: cordee."""
    root = env.Dir("#").abspath
    names = [below + name for below in ("cordee/", "cordee/serve/") for name in sorted(os.listdir(os.path.join(root, "python", below)))
             if name.endswith((".py", ".typed", ".html"))]
    abi = env["mpi"] == "abi"
    laid = [env.InstallAs("%s/%s" % (folder, name), "#python/" + name) for name in (["setup.py"] if abi else ["pyproject.toml", "setup.py"]) + names]
    if abi:
        laid.append(env.Command(folder + "/pyproject.toml", "#python/pyproject.toml", env.Action(portable, "lay out $TARGET")))
    laid += [env.InstallAs("%s/%s" % (folder, name), place) for name, place in
             (("VERSION", "#VERSION"), ("LICENSE", "#LICENSE"), ("README.md", "#docs/python.md"))]
    for binary in [library] + [str(node) for node in module] + ([program] if abi else []):
        place = "cordee" if binary == library or not abi else "data/bin" if binary == program else "data/lib/cordee"
        laid.append(env.Command("%s/%s/%s" % (folder, place, os.path.basename(binary)), binary, "strip --strip-unneeded -o $TARGET $SOURCE"))
    with open(os.path.join(root, "VERSION"), encoding="utf-8") as version:
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        name = "dist/cordee-%s-py3-none-%s.whl" % (version.read().strip(), platform)
    env.Alias("wheel", env.Command(name, laid, env.Action(wheel_make, "wheel: $TARGET")))


def generate(env):
    env.AddMethod(wheel, "WheelCordee")


def exists(env):
    return True
