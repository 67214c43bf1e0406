"""What tools/plot draws: read.py and instance.py get the data, a module a figure, style.py says how figures look.

Files are read by the Python package `cordee`, which lies beside: python/ of a tree, share/cordee/python of an installation."""
import os
import sys

sys.path.insert(0, os.path.normpath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../python")))
