"""Searches: solve(), resume()."""
from __future__ import annotations

import ctypes
import os
import signal
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Union

import numpy

from . import _library as lib
from .errors import UsageError, error_of, warn
from .instance import OPTIONS, Instance, read, tour, whole
from .options import MethodName, search_words
from .progress import Bar, bar_of
from .result import Result
from .vrplib import of_vrplib

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._typing import Path

    Asked = Optional[Callable[[lib.Progress], Any]]
    Source = Union[Instance, Path, Mapping[str, Any]]


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
    taken = [name for name in list(options or {}) if name.rstrip("_") in OPTIONS]
    own: Dict[str, Any] = {"from_" if name.rstrip("_") == "from" else name.rstrip("_"): options.pop(name) for name in taken} if options else {}
    if instance is None:
        return tour(coords, matrix, metric, comm=comm, **own)
    if isinstance(instance, Mapping):
        return of_vrplib(instance, comm, **own)
    if metric is not None:
        own["metric"] = metric
    return read(instance, comm, **own)


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
        warn(line, RuntimeWarning)


def solve(instance: Optional[Source] = None, coords: Optional[ArrayLike] = None, matrix: Optional[ArrayLike] = None, metric: Optional[str] = None,
          start: Optional[ArrayLike] = None, callback: Asked = None, progress: Optional[bool] = None, keep: bool = False, comm: Any = None, *,
          time: Optional[float] = None, seed: int = 1, method: MethodName = None, threads: int = 0, backend: str = "auto", target: Optional[float] = None,
          target_gap: Optional[float] = None, best_known: float = 0, islands: int = 0, epoch: int = 0, checkpoint: Optional[Path] = None,
          checkpoint_every: float = 60, force: bool = False, stop_before: float = 30, hybrid: bool = False, log: Optional[Path] = None,
          **more: Any) -> Result:
    """Searches for the best solution of an instance.

    Parameters
    ----------
    instance : Instance, path or dict, optional
        What tour(), routing(), matching(), read() and Model.instance() make, a file's path, or what the package vrplib reads.
    coords, matrix, metric : optional
        Cities of a tour instead, as tour() takes them.
    start : array_like (genes), optional
        A solution to begin with, and never to end worse.
    callback : callable, optional
        Called with a Progress several times a second; a true value ends the search with its best so far.
    progress : bool, optional
        Whether a bar of tqdm is shown, or without tqdm a line on a terminal. None: in a notebook.
    keep : bool
        Result.checkpoint has the bytes of a checkpoint, for resume().
    comm : mpi4py.MPI.Comm, optional
        On all of its ranks the call is made.
    time : float, optional, from 0 to 1e9
        Seconds after which the search ends. None: with the method's usual budget of work.
    seed : int, from 0 to 9223372036854775807
        Of random numbers. With the same seed and budget of work the answer is the same on all machines.
    method : str or Method, optional
        A name, or one of cordee.methods with its options, such as Ils(kicks=2). None: the problem's default.
    threads : int, from 0 to 1024
        Of the CPU; 0: OMP_NUM_THREADS, or all cores.
    backend : str, auto | cpu | cuda
        auto: a GPU if there is one.
    target : float, optional, from -1e19 to 1e19
        The search ends when its cost is at most this.
    target_gap : float, optional, from 0 to 1e6
        The same in per cent above best_known.
    best_known : float, from 0 to 1e19
        Best known cost, for target_gap; 0: of optima.tsv beside a file.
    islands : int, from 0 to 1e6
        Populations that search on their own; 0: as the method has it.
    epoch : int, from 0 to 1e9
        Work of an island between two migrations; 0: as the method has it.
    checkpoint : path, optional
        The file where a checkpoint is kept.
    checkpoint_every : float, from 0 to 1e9
        Seconds between two of them at least.
    force : bool
        Whether an existing checkpoint is overwritten.
    stop_before : float, from 0 to 1e9
        Seconds before the end of a SLURM job at which the search ends; 0: not before it.
    hybrid : bool
        Ranks of a host beyond its number of GPUs run on CPU cores.
    log : path, optional
        A file to which progress is appended, a line of JSON each.
    **more
        Options of the method by their names (kicks=5), and of instances where a path is given (path="open"; read() has them).
        cordee.options() lists all.

    Returns
    -------
    Result

    Raises
    ------
    UsageError, FormatError
        An argument or option is wrong: the message names it.
    NoSolution
        There is none, or none was found.

    Notes
    -----
    Ctrl-C ends the search with its best so far (Result.interrupted)."""
    one = instance_of(instance, coords, matrix, metric, comm, more)
    words = search_words(solve, method, dict(
        time=time, seed=seed, threads=threads, backend=backend, target=target, target_gap=target_gap, best_known=best_known, islands=islands, epoch=epoch,
        checkpoint=checkpoint, checkpoint_every=checkpoint_every, force=force, stop_before=stop_before, hybrid=hybrid, log=log), more)
    return run_words(one, words, start, callback, progress, keep, comm)


def run_words(instance: Instance, words: Dict[str, Any], start: Optional[ArrayLike], callback: Asked, progress: Optional[bool], keep: bool,
              comm: Any = None) -> Result:
    """A search with these options."""
    texts = lib.words(words)
    return run(instance, comm, start, callback, bar_of(instance, words, comm, progress), keep,
               lambda handle, how, out: lib.library().cordee_solve(handle, instance._handle, texts, how, out))


def resume(checkpoint: Union[Path, bytes, None], instance: Source, callback: Asked = None, progress: Optional[bool] = None, keep: bool = False,
           comm: Any = None, *, time: Optional[float] = None, threads: int = 0, backend: str = "auto", best_known: float = 0, checkpoint_every: float = 60,
           stop_before: float = 30, hybrid: bool = False, log: Optional[Path] = None, **more: Any) -> Result:
    """Goes on from a checkpoint of that instance, with the same answer as without the interruption.

    Parameters
    ----------
    checkpoint : path or bytes
        A file, which is kept, too, or Result.checkpoint. Bytes on rank 0 count; other ranks may pass None.
    instance : Instance, path or dict
        As solve() takes it; its digest must be that of the instance that was searched.
    callback, progress, keep, comm, time, threads, backend, best_known, checkpoint_every, stop_before, hybrid, log
        As of solve().
    **more
        checkpoint_="FILE", where another checkpoint is kept; options of instances where a path is given.

    Returns
    -------
    Result
        The best known value that the search began with counts; a RuntimeWarning says what is otherwise (another value, another limit).

    Raises
    ------
    FormatError
        The checkpoint is damaged, or of another instance."""
    options = dict(more)
    one = instance_of(instance, comm=comm, options=options)
    words = search_words(resume, None, dict(time=time, threads=threads, backend=backend, best_known=best_known, checkpoint_every=checkpoint_every,
                                            stop_before=stop_before, hybrid=hybrid, log=log), options)
    texts, bar = lib.words(words), bar_of(one, words, comm, progress)
    if checkpoint is None or isinstance(checkpoint, bytes):
        held, count = checkpoint, len(checkpoint or b"")
        return run(one, comm, None, callback, bar, keep,
                   lambda handle, how, out: lib.library().cordee_resume_buffer(handle, one._handle, held, count, texts, how, out))
    path = os.fsencode(checkpoint)
    return run(one, comm, None, callback, bar, keep,
               lambda handle, how, out: lib.library().cordee_resume(handle, one._handle, path, texts, how, out))
