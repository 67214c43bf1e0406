"""What fails, as exceptions. All are cordee.Error; some are also the exception that Python has for it."""


from __future__ import annotations

import os
import sys
import warnings
from typing import TYPE_CHECKING, Dict, Optional, Type

if TYPE_CHECKING:
    from .result import Result


class Error(Exception):
    """A call of the library failed. status: its cordee_status (include/cordee.h); result: what a search had found before, or None."""
    status: int = 10
    result: Optional[Result] = None


class Stopped(Error):
    """A signal came, or the time was over, before there was a solution."""
    status = 1


class UsageError(Error, ValueError):
    """An argument or an option is wrong."""
    status = 2


class FormatError(Error, ValueError):
    """A file or an array is malformed, or a solution is none of its instance."""
    status = 3


class InputError(Error, OSError):
    """A file does not exist or cannot be read."""
    status = 4


class NoMemory(Error, MemoryError):
    """Host or device memory is exhausted."""
    status = 5


class DeviceError(Error):
    """There is no device, or it failed."""
    status = 6


class OutputError(Error, OSError):
    """A file cannot be written."""
    status = 7


class NoSolution(Error):
    """The instance has no solution, or the search found none."""
    status = 11


LISTED = (Stopped, UsageError, FormatError, InputError, NoMemory, DeviceError, OutputError, NoSolution)
KINDS: Dict[int, Type[Error]] = {kind.status: kind for kind in LISTED}


def error_of(status: int, message: str) -> Error:
    """The exception of a status."""
    error = KINDS.get(status, Error)(message)
    error.status = status
    return error


def warn(message: str, category: Type[Warning]) -> None:
    """A warning at the line of the program that called the package."""
    folder, level = os.path.dirname(os.path.abspath(__file__)), 1
    while os.path.dirname(os.path.abspath(sys._getframe(level).f_code.co_filename)) == folder and sys._getframe(level).f_back is not None:
        level += 1
    warnings.warn(message, category, stacklevel=level + 1)
