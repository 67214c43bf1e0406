# A package for Spack (1.0 and newer), in a repository of its own: docs/installing.md. It builds the clone that this file lies in.
import os

from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.scons import SConsPackage

from spack.package import *


class Cordee(SConsPackage, CudaPackage):
    """Solver for batches of hard optimisation problems on many GPUs or CPU cores: travelling salesman, vehicle routing, task
    matching, lookback options, breadth-first search, maximum flow."""

    license("MIT")

    git = "file://" + os.path.realpath(__file__).rsplit("/tools/packaging/", 1)[0]

    version("main", branch="main")

    variant("plots", default=False, description="What cordee-plot needs: Matplotlib and h5py")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("scons@4:", type="build")
    depends_on("python@3.7:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi@3:")
    depends_on("hdf5@1.10.7: ~mpi")
    depends_on("random123", type="build")
    depends_on("xxhash@0.8.0:", type="build")
    depends_on("libinih")
    depends_on("jansson")
    depends_on("zlib-api")
    depends_on("xz")
    depends_on("bzip2")
    depends_on("zstd")
    depends_on("python@3.8:", type="run", when="+plots")
    depends_on("py-matplotlib", type="run", when="+plots")
    depends_on("py-h5py", type="run", when="+plots")

    conflicts("cuda_arch=none", when="+cuda", msg="name the GPUs, for instance cuda_arch=90")

    def build_args(self, spec, prefix):
        args = [
            f"prefix={prefix}",
            f"mpicc={spec['mpi'].mpicc}",
            f"hdf5={spec['hdf5'].prefix}",
            f"random123={spec['random123'].prefix}",
            f"xxhash={spec['xxhash'].prefix}",
            f"inih={spec['libinih'].prefix}",
            f"jansson={spec['jansson'].prefix}",
            f"zlib={spec['zlib-api'].prefix}",
            f"lzma={spec['xz'].prefix}",
            f"bzip2={spec['bzip2'].prefix}",
            f"zstd={spec['zstd'].prefix}",
        ]
        if spec.satisfies("+cuda"):
            args += ["cuda=yes", f"nvcc={spec['cuda'].prefix.bin.nvcc}", "arch=" + ",".join(spec.variants["cuda_arch"].value)]
        else:
            args.append("cuda=no")
        return args

    def install_args(self, spec, prefix):
        return self.build_args(spec, prefix)
