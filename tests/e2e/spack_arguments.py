"""What the Spack package passes to scons, by stand-ins for Spack's names: a line without CUDA, a line with it.

spack_arguments.py PACKAGE.py
"""
import sys
import types


class Place(str):
    """A path that has `bin`, `nvcc` and so on below it, as Spack's prefixes have."""

    def __getattr__(self, name):
        return Place(self + "/" + name)


class Part:
    def __init__(self, name):
        self.prefix, self.mpicc = Place("/opt/" + name), "/opt/%s/bin/mpicc" % name


class Spec:
    def __init__(self, cuda):
        self.cuda, self.variants = cuda, {"cuda_arch": types.SimpleNamespace(value=("80", "90"))}

    def __getitem__(self, name):
        if name not in needed | {"cuda"}:  # that of CudaPackage
            raise KeyError("the package does not depend on " + name)
        return Part(name)

    def satisfies(self, what):
        return what == "+cuda" and self.cuda


needed = set()


def depends_on(spec, type="link", when=None):
    needed.add(spec.split("@")[0].split("~")[0].strip())


def module(name, **members):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(members)


def directive(*_, **__):
    pass


for name in ("spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems", "spack"):
    module(name)
module("spack_repo.builtin.build_systems.cuda", CudaPackage=type("CudaPackage", (), {}))
module("spack_repo.builtin.build_systems.scons", SConsPackage=type("SConsPackage", (), {}))
module("spack.package", depends_on=depends_on, **{word: directive for word in ("license", "version", "variant", "conflicts")})
names = {"__file__": sys.argv[1], "__name__": "package"}
with open(sys.argv[1], encoding="utf-8") as file:
    exec(compile(file.read(), sys.argv[1], "exec"), names)
package = names["Cordee"]()
for cuda in (False, True):
    print(*package.build_args(Spec(cuda), "/opt/cordee"))
    assert package.install_args(Spec(cuda), "/opt/cordee") == package.build_args(Spec(cuda), "/opt/cordee")
