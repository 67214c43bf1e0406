"""What pip calls to build cordee from a clone or from a source distribution (pyproject.toml): `scons wheel`, with the compiler and libraries of the
system and the MPI of mpicc, or with any (mpi=abi) where no mpicc is. $SCONS_OPTIONS goes to scons: hdf5=PREFIX and so on."""
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile

LEFT_OUT = ("build/", "dist/", "tests/", ".ci/", ".git")


def version():
    with open("VERSION", encoding="utf-8") as file:
        return file.read().strip()


def get_requires_for_build_wheel(config_settings=None):
    return ["scons", "setuptools>=61", "wheel", "pip"]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    options = os.environ.get("SCONS_OPTIONS", "").split()
    named = {option.partition("=")[0] for option in options}
    if not named & {"mpi", "mpicc"} and not shutil.which("mpicc"):
        options.append("mpi=abi")
    if "cuda" not in named:
        options.append("cuda=no")
    command = [sys.executable, "-m", "SCons", "-Q", "-j%d" % len(os.sched_getaffinity(0))] + options + ["wheel"]
    if subprocess.run(command).returncode:
        raise SystemExit("cordee: scons failed: %s" % " ".join(command))
    made = "cordee-%s-py3-none-%s.whl" % (version(), sysconfig.get_platform().replace("-", "_").replace(".", "_"))
    shutil.copy("dist/" + made, wheel_directory)
    return made


def files():
    """What git has, else what is there: a source distribution is no clone."""
    listed = subprocess.run(["git", "ls-files", "-z"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) if os.path.exists(".git") else None
    if listed and listed.returncode == 0:
        names = listed.stdout.decode().split("\0")[:-1]
    else:
        names = [os.path.relpath(os.path.join(folder, name)) for folder, _, found in os.walk(".") for name in found]
    return sorted(name for name in names if not name.startswith(LEFT_OUT) and name != "PKG-INFO" and "__pycache__" not in name)


def information():
    """PKG-INFO of what python/pyproject.toml says."""
    with open("python/pyproject.toml", encoding="utf-8") as file:
        said = dict(re.findall(r'^(name|description|requires-python) = "([^"]*)"$', file.read(), re.M))
    return "Metadata-Version: 2.1\nName: %s\nVersion: %s\nSummary: %s\nRequires-Python: %s\nLicense: MIT\n" % (
        said["name"], version(), said["description"], said["requires-python"])


def build_sdist(sdist_directory, config_settings=None):
    top = "cordee-" + version()
    with tarfile.open(os.path.join(sdist_directory, top + ".tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as out:
        for name in files():
            out.add(name, top + "/" + name, recursive=False)
        text = information().encode()
        head = tarfile.TarInfo(top + "/PKG-INFO")
        head.size = len(text)
        out.addfile(head, io.BytesIO(text))
    return top + ".tar.gz"
