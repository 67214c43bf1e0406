"""Searches: solve(), resume()."""
from __future__ import annotations

import ctypes
import os
import signal
import threading
import warnings
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Union

import numpy

from . import _library as lib
from .errors import UsageError, error_of
from .instance import OPTIONS, Instance, read, tour, whole
from .progress import Bar, bar_of
from .result import Result

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._typing import Path

    Asked = Optional[Callable[[lib.Progress], Any]]
    Source = Union[Instance, Path]


class Watch:
    """The callback that the library calls several times a second: shows progress, lets Ctrl-C and the user's callback stop the search.

    Ctrl-C is noted while the search runs, in the main thread and unless the program handles it itself: an exception cannot cross the library."""

    def __init__(self, callback: Optional[Callable[[Any], Any]], bar: Optional[Bar]) -> None:
        self.callback, self.interrupted, self.bar = callback, False, bar
        self.error: Optional[BaseException] = None
        self.function = lib.Callback(self.called)

    def called(self, _: Any, progress: Any) -> int:
        try:
            if self.bar:
                self.bar.show(progress.contents)
            return int(bool(self.interrupted or self.callback and self.callback(progress.contents)))
        except BaseException as error:
            self.error = error
            return 1

    def noted(self, *_: Any) -> None:
        self.interrupted = True

    def __enter__(self) -> Watch:
        own = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        self.before = signal.signal(signal.SIGINT, self.noted) if own else None
        return self

    def __exit__(self, *_: Any) -> None:
        if self.before:
            signal.signal(signal.SIGINT, self.before)


def instance_of(instance: Optional[Source], coords: Optional[ArrayLike] = None, matrix: Optional[ArrayLike] = None,
                metric: Optional[str] = None, comm: Any = None, options: Optional[Dict[str, Any]] = None) -> Instance:
    """Of an instance that is made here, options of instances are taken out of `options`."""
    if (instance is None) == (coords is None and matrix is None):
        raise UsageError("expected one of instance, coords and matrix")
    if isinstance(instance, Instance):
        if metric is not None:
            raise UsageError("metric: expected none beside an instance, which has its own: give it to tour() or read()")
        return instance
    own = {name: options.pop(name) for name in list(options or {}) if name.rstrip("_") in OPTIONS} if options else {}
    if instance is None:
        return tour(coords, matrix, metric, comm=comm, **own)
    return read(instance, comm, **own, **({} if metric is None else {"metric": metric}))


def run(instance: Instance, comm: Any, start: Optional[ArrayLike], callback: Asked, bar: Optional[Bar], keep: bool,
        call: Callable[[Any, Any, Any], Any]) -> Result:
    """One search: call(context, solving, out) makes it."""
    watch, out = Watch(callback, bar), ctypes.c_void_p()
    genes = whole("start", start, numpy.int32, (instance.genes,)) if start is not None else None
    solving = lib.Solving(ctypes.sizeof(lib.Solving), genes.ctypes.data if genes is not None else None, watch.function, None, None, keep)
    handle = lib.context(comm)
    with watch:
        status = call(handle, ctypes.byref(solving), ctypes.byref(out))
    message = lib.library().cordee_message(handle).decode("utf-8", "replace")
    result = Result(out, instance, watch.interrupted) if out else None
    if bar:
        bar.close(result.progress if result else None)
    if watch.error is not None:
        raise watch.error
    if watch.interrupted and result is None:
        raise KeyboardInterrupt
    if status:
        error = error_of(status, message)
        error.result = result
        raise error
    assert result is not None
    noted(lib.library().cordee_note(handle).decode("utf-8", "replace"), comm)
    return result


def noted(lines: str, comm: Any) -> None:
    """Warns of what a resumed search does otherwise than the one before it, a line each, on rank 0."""
    for line in lines.splitlines() if comm is None or comm.Get_rank() == 0 else ():
        warnings.warn(line, RuntimeWarning, stacklevel=4)


def solve(instance: Optional[Source] = None, coords: Optional[ArrayLike] = None, matrix: Optional[ArrayLike] = None, metric: Optional[str] = None,
          start: Optional[ArrayLike] = None, callback: Asked = None, progress: bool = False, keep: bool = False, comm: Any = None,
          **options: Any) -> Result:
    """Searches for the best solution, and returns a Result.

    instance: an Instance or a file's path; or coords or matrix of a tour as tour() takes them. start: (genes) a solution to begin with, and never to end
    worse. callback(progress): called several times a second; a true value stops the search with its best so far. progress=True shows a bar of
    tqdm if that is installed, else a line if stderr is a terminal. keep=True: Result.checkpoint has the bytes of a checkpoint, for resume(). comm: a
    communicator of mpi4py, on all of whose ranks the call is made. options: those of `cordee solve` (time=10, seed=1, method="ils", checkpoint="run.h5",
    best_known=...), and of instances where none is given (path="open", from_=1). Ctrl-C ends the search with its best so far (Result.interrupted)."""
    one = instance_of(instance, coords, matrix, metric, comm, options)
    texts = lib.words(options)
    return run(one, comm, start, callback, bar_of(one, options, comm) if progress else None, keep,
               lambda handle, how, out: lib.library().cordee_solve(handle, one._handle, texts, how, out))


def run_words(instance: Instance, words: Dict[str, Any], start: Optional[ArrayLike], callback: Asked, progress: bool, keep: bool) -> Result:
    """A search of this process alone by options."""
    texts = lib.words(words)
    return run(instance, None, start, callback, bar_of(instance, words, None) if progress else None, keep,
               lambda handle, how, out: lib.library().cordee_solve(handle, instance._handle, texts, how, out))


def resume(checkpoint: Union[Path, bytes, None], instance: Source, callback: Asked = None, progress: bool = False, keep: bool = False, comm: Any = None,
           **options: Any) -> Result:
    """Goes on from a checkpoint of that instance, with options of `cordee resume`. The same answer as without the interruption: the
    best known value that the search began with counts, and a RuntimeWarning says what is otherwise (another value, another limit).

    checkpoint: a file's path, or bytes (Result.checkpoint), of which those on rank 0 count; other ranks may pass None."""
    one = instance_of(instance, comm=comm, options=options)
    texts = lib.words(options)
    bar = bar_of(one, options, comm) if progress else None
    if checkpoint is None or isinstance(checkpoint, bytes):
        held, count = checkpoint, len(checkpoint or b"")
        return run(one, comm, None, callback, bar, keep,
                   lambda handle, how, out: lib.library().cordee_resume_buffer(handle, one._handle, held, count, texts, how, out))
    path = os.fsencode(checkpoint)
    return run(one, comm, None, callback, bar, keep,
               lambda handle, how, out: lib.library().cordee_resume(handle, one._handle, path, texts, how, out))
