"""Many instances in one call: solve_batch()."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Iterable, List, Optional, Sequence, Tuple, Union

import numpy

from . import _library as lib
from .errors import Error, UsageError, error_of
from .instance import Instance, whole
from .options import MethodName, search_words
from .result import Result
from .search import Watch, instance_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._typing import Array
    from .search import Asked, Source

STOPPED = 1  # CORDEE_STOPPED
Ended = Union[Result, Error, None]


def opened(source: Source, comm: Any) -> Union[Instance, Error]:
    try:
        return instance_of(source, comm=comm)
    except Error as error:
        return error


def starts_of(starts: Optional[Sequence[Optional[ArrayLike]]], every: List[Union[Instance, Error]]) -> Tuple[List[Optional[Array]], Any]:
    """The starts of the instances that were read, as arrays that are to be kept, and their addresses."""
    if starts is not None and len(starts) != len(every):
        raise UsageError("starts: expected %d, one for each instance, found %d" % (len(every), len(starts)))
    kept: List[Optional[Array]] = []
    for instance, start in zip(every, starts or [None] * len(every)):
        if isinstance(instance, Instance):
            kept.append(None if start is None else whole("start", start, numpy.int32, (instance.genes,)))
    return kept, (ctypes.c_void_p * len(kept))(*[None if one is None else one.ctypes.data for one in kept])


def ended(handle: Any, status: int, instance: Instance, message: str, interrupted: bool) -> Ended:
    """What became of an instance. handle: its result, or None."""
    if not handle:
        return error_of(status, message)
    result = Result(ctypes.c_void_p(handle), instance)
    result.interrupted = interrupted and result.end == "asked"
    if not status:
        return result
    if status == STOPPED:
        return None
    error = error_of(status, lib.library().cordee_result_message(ctypes.c_void_p(handle)).decode("utf-8", "replace"))
    error.result = result if result.cost is not None else None
    return error


def solve_batch(instances: Iterable[Source], starts: Optional[Sequence[Optional[ArrayLike]]] = None, callback: Asked = None, comm: Any = None, *,
                time: Optional[float] = None, seed: int = 1, method: MethodName = None, threads: int = 0, backend: str = "auto",
                target: Optional[float] = None, target_gap: Optional[float] = None, best_known: float = 0, islands: int = 0, epoch: int = 0,
                stop_before: float = 30, **more: Any) -> List[Ended]:
    """Solves instances of any problems and sizes, each with the answer of solve().

    Parameters
    ----------
    instances : iterable of Instance, path or dict
        Small alike ones are searched together, thousands at a time, unless they have a start, time or target; the ranks of comm share them.
    starts : sequence, optional
        A start or None for each.
    callback : callable, optional
        Called several times a second with a Progress, whose instances and instances_done count. A true value ends the batch, and so does Ctrl-C:
        searches under way keep their best so far (end "asked").
    comm, time, seed, method, threads, backend, target, target_gap, best_known, islands, epoch, stop_before
        As of solve(); the time is of each instance, from its own beginning.
    **more
        Options of the method by their names.

    Returns
    -------
    list
        A Result for each, or the exception; None if the batch ended before anything was found for it. One that fails does not stop the others."""
    options = search_words(solve_batch, method, dict(time=time, seed=seed, threads=threads, backend=backend, target=target, target_gap=target_gap,
                                                     best_known=best_known, islands=islands, epoch=epoch, stop_before=stop_before), more)
    every = [opened(one, comm) for one in instances]
    read = [one for one in every if isinstance(one, Instance)]
    watch, (kept, addresses) = Watch(callback, None), starts_of(starts, every)
    solving = lib.Solving(ctypes.sizeof(lib.Solving), None, watch.function, None, ctypes.cast(addresses, ctypes.c_void_p), 0)
    handles = (ctypes.c_void_p * len(read))(*[one._handle for one in read])
    results, status = (ctypes.c_void_p * len(read))(), (ctypes.c_int * len(read))()
    handle = lib.context(comm)
    with watch:
        lib.library().cordee_solve_many(handle, len(read), handles, lib.words(options), ctypes.byref(solving), results, status)
    message = lib.library().cordee_message(handle).decode("utf-8", "replace")
    del kept  # the starts, until now
    found = [ended(results[k], status[k], one, message, watch.interrupted) for k, one in enumerate(read)]
    if watch.error is not None:
        raise watch.error
    others = iter(found)
    return [next(others) if isinstance(one, Instance) else one for one in every]
