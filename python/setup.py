"""The wheel's tag: any Python 3, no ABI of Python's, this platform; and the files that are not of the package: data/bin and data/lib/cordee,
where the build has laid them out. All else stands in pyproject.toml."""
import os

from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel


class Platform(Distribution):
    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    def get_tag(self):
        return ("py3", "none") + super().get_tag()[2:]


laid = [(folder[len("data/"):], [os.path.join(folder, name) for name in sorted(os.listdir(folder))])
        for folder in ("data/bin", "data/lib/cordee") if os.path.isdir(folder)]
setup(distclass=Platform, cmdclass={"bdist_wheel": Wheel}, data_files=laid)
