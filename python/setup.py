"""The wheel's tag: any Python 3, no ABI of Python's, this platform. All else stands in pyproject.toml."""
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


setup(distclass=Platform, cmdclass={"bdist_wheel": Wheel})
