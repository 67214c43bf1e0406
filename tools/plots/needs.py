"""What the figures need of Python, and what to do where it is missing."""
import importlib
import sys

PACKAGES = {"numpy": "python3-numpy", "h5py": "python3-h5py", "matplotlib": "python3-matplotlib"}
UNAVAILABLE = 69  # as cordee's


def modules(program, *names):
    """Ends the program if one is missing, and says which, in which Python, and the package that has it."""
    for name in names:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name not in PACKAGES:
                raise
            print("%s: %s has no module '%s': on Debian and Ubuntu /usr/bin/python3 finds it after `apt-get install %s` "
                  "(or tools/setup plots); another Python needs a module of its own"
                  % (program, sys.executable, error.name, PACKAGES[error.name]), file=sys.stderr)
            sys.exit(UNAVAILABLE)
