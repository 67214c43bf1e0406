"""Searches: solve(), resume(), solve_batch()."""
import ctypes
import os
import signal
import sys
import threading

import numpy

from . import _library as lib
from .errors import Error, UsageError, error_of
from .instance import Instance, read, tour, whole
from .result import Result


class Watch:
    """The callback that the library calls several times a second: shows progress, lets Ctrl-C and the user's callback stop the search.

    Ctrl-C is noted while the search runs, in the main thread and unless the program handles it itself: an exception cannot cross the library."""

    def __init__(self, callback, progress):
        self.callback, self.error, self.interrupted, self.bar = callback, None, False, Bar() if progress else None
        self.function = lib.Callback(self.called)

    def called(self, _, progress):
        try:
            if self.bar:
                self.bar.show(progress.contents)
            return int(bool(self.interrupted or self.callback and self.callback(progress.contents)))
        except BaseException as error:
            self.error = error
            return 1

    def noted(self, *_):
        self.interrupted = True

    def __enter__(self):
        own = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        self.before = signal.signal(signal.SIGINT, self.noted) if own else None
        return self

    def __exit__(self, *_):
        if self.before:
            signal.signal(signal.SIGINT, self.before)
        if self.bar:
            self.bar.close()


class Bar:
    """A line with seconds and the best cost, by tqdm if it is installed."""

    def __init__(self):
        try:
            from tqdm.auto import tqdm
            self.line = tqdm(bar_format="{elapsed} {postfix}")
        except ImportError:
            self.line = None

    def show(self, progress):
        text = "best %s, bound %s" % (progress.best, progress.bound)
        if self.line is not None:
            self.line.set_postfix_str(text)
        else:
            print("\r%.1f s: %s" % (progress.elapsed_s, text), end="", file=sys.stderr)

    def close(self):
        if self.line is not None:
            self.line.close()
        else:
            print(file=sys.stderr)


def instance_of(instance, coords, matrix, metric, comm):
    if (instance is None) == (coords is None and matrix is None):
        raise UsageError("expected one of instance, coords and matrix")
    if instance is None:
        return tour(coords, matrix, metric, comm=comm)
    return instance if isinstance(instance, Instance) else read(instance, comm)


def run(instance, comm, start, callback, progress, call):
    """One search: call(context, solving, out) makes it."""
    watch, out = Watch(callback, progress), ctypes.c_void_p()
    genes = whole("start", start, numpy.int32, (instance.genes,)) if start is not None else None
    solving = lib.Solving(ctypes.sizeof(lib.Solving), genes.ctypes.data if genes is not None else None, watch.function, None)
    handle = lib.context(comm)
    with watch:
        status = call(handle, ctypes.byref(solving), ctypes.byref(out))
    message = lib.library().cordee_message(handle).decode("utf-8", "replace")
    result = Result(out, instance, watch.interrupted) if out else None
    if watch.error is not None:
        raise watch.error
    if watch.interrupted and result is None:
        raise KeyboardInterrupt
    if status:
        error = error_of(status, message)
        error.result = result
        raise error
    return result


def solve(instance=None, coords=None, matrix=None, metric="EUC_2D", start=None, callback=None, progress=False, comm=None, **options):
    """Searches for the best solution, and returns a Result.

    instance: an Instance or a file's path; or coords or matrix of a tour as tour() takes them. start: (genes) a solution to begin with, and never to end
    worse. callback(progress): called several times a second; a true value stops the search with its best so far. progress=True shows a line. comm: a
    communicator of mpi4py, on all of whose ranks the call is made. options: those of `cordee solve` (time=10, seed=1, method="ils",
    checkpoint="run.h5", best_known=...). Ctrl-C ends the search with its best so far (Result.interrupted)."""
    one = instance_of(instance, coords, matrix, metric, comm)
    texts = lib.words(options)
    return run(one, comm, start, callback, progress,
               lambda handle, how, out: lib.library().cordee_solve(handle, one._handle, texts, how, out))


def resume(checkpoint, instance, callback=None, progress=False, comm=None, **options):
    """Goes on from a checkpoint of that instance, with options of `cordee resume`. The same answer as without the interruption."""
    one = instance_of(instance, None, None, None, comm)
    texts = lib.words(options)
    return run(one, comm, None, callback, progress,
               lambda handle, how, out: lib.library().cordee_resume(handle, one._handle, os.fsencode(checkpoint), texts, how, out))


def solve_batch(instances, comm=None, **options):
    """Solves instances one after another, each as solve() does. Returns a list with a Result, or the exception, for each. Ctrl-C ends the instance under
    way, and with it the batch: the others are None."""
    every = [instance_of(one, None, None, None, comm) for one in instances]
    results = []
    for one in every:
        if results and getattr(results[-1], "interrupted", False):
            results.append(None)
            continue
        try:
            results.append(solve(one, comm=comm, **options))
        except Error as error:
            results.append(error)
    return results
