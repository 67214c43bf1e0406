"""What the library has made of arguments, and makes again of them where an object was pickled: instances and graphs. They never change."""
from __future__ import annotations

import ctypes
import os
import zlib
from typing import Any, Callable, Dict, Optional, Tuple

import numpy

from . import _library as lib
from .errors import FormatError, UsageError


def digest(value: Any) -> int:
    """Of an array, or of a pair of arrays; 0 of anything else."""
    if isinstance(value, tuple):
        return zlib.crc32(b"".join(b"%08x" % digest(one) for one in value))
    return zlib.crc32(numpy.ascontiguousarray(value).view("u1").data) if isinstance(value, numpy.ndarray) and value.size else 0


def digest_of_file(path: str) -> int:
    """Of a file's bytes; 0: there is no such file, such as for the words of a generator."""
    value = 0
    if not os.path.isfile(path):
        return 0
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            value = zlib.crc32(part, value)
    return value


class Recipe:
    """A call of the package: function(**arguments). Arrays may be the caller's, so their digests are kept, and of a file its size and time."""

    def __init__(self, function: Callable[..., Any], arguments: Dict[str, Any], path: Optional[str] = None) -> None:
        self.function, self.arguments, self.path = function, arguments, path
        self.digests = {name: digest(value) for name, value in arguments.items()}
        self.seen, self.content = self.state(), None  # type: Optional[Tuple[int, int]], Optional[int]

    def state(self) -> Optional[Tuple[int, int]]:
        if self.path is None or not os.path.isfile(self.path):
            return None
        found = os.stat(self.path)
        return found.st_size, found.st_mtime_ns

    def __getstate__(self) -> Dict[str, Any]:
        """For pickle. UsageError if the arrays or the file are others by now."""
        changed = [name for name, value in self.arguments.items() if digest(value) != self.digests[name]]
        if changed:
            raise UsageError("%s: expected an array as it was when the object was made, found another: make it anew" % changed[0])
        if self.path is not None and self.content is None and self.state() != self.seen:
            raise UsageError("%s: expected the file as it was when it was read, found another: read it anew" % self.path)
        content = digest_of_file(self.path) if self.path is not None and self.content is None else self.content
        return dict(vars(self), content=content)

    def make(self) -> Any:
        """The object once more, for this process alone."""
        if self.path is not None and self.content is not None and digest_of_file(self.path) != self.content:
            raise FormatError("%s: expected the file that the pickled object was read from, found another or none" % self.path)
        return self.function(**self.arguments)


class Made:
    """_handle: the library's, made when it is first asked for. A copy is the object itself."""
    _own: Optional[ctypes.c_void_p] = None
    _comm: Any = None
    _recipe: Optional[Recipe] = None
    _freed_by = ""

    @property
    def _handle(self) -> ctypes.c_void_p:
        if self._own is None:
            assert self._recipe is not None
            made = self._recipe.make()
            self._own, made._own = made._own, None
        assert self._own is not None
        return self._own

    def __del__(self) -> None:
        if self._own is not None and lib is not None:
            getattr(lib.library(), self._freed_by)(self._own)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, _: Any) -> Any:
        return self

    def __getstate__(self) -> Dict[str, Any]:
        """Of a pickle: without the communicator, so that what is made again is its process's alone."""
        if self._recipe is None:
            raise UsageError("%r cannot be pickled: make it in the process that needs it" % self)
        return {name: value for name, value in vars(self).items() if name not in ("_own", "_comm")}
