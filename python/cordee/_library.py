"""libcordee by ctypes: the functions and structures of include/cordee.h. Internal; use the package's own names."""
from __future__ import annotations

import atexit
import ctypes
import os
import re
import threading
from ctypes import POINTER, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .errors import error_of

ABI = 0
NO_COST = 2**63 - 1


class Routing(ctypes.Structure):
    _fields_ = [("bytes", c_size_t), ("customers", c_int32), ("capacity", c_int32), ("vehicles", c_int32), ("x", c_void_p), ("y", c_void_p),
                ("matrix", c_void_p), ("demand", c_void_p), ("ready", c_void_p), ("due", c_void_p), ("service", c_void_p), ("longest", c_double),
                ("distances", c_void_p), ("loads", c_void_p), ("load_capacity", c_double)]


class Progress(ctypes.Structure):
    """What a callback gets, and the counters of a result.

    best: cost so far in the instance's units of 10^-decimals, or None; bound: proven lower bound in the same units, or None;
    elapsed_s: seconds; evaluations: moves or whatever the method counts; finished: searches; epoch, epochs; instances, instances_done: of solve_batch."""
    bytes: int
    elapsed_s: float
    evaluations: int
    finished: int
    epoch: int
    epochs: int
    instances: int
    instances_done: int
    _best: int
    _bound: int
    _fields_ = [("bytes", c_size_t), ("_best", c_int64), ("_bound", c_int64), ("elapsed_s", c_double), ("evaluations", c_uint64),
                ("finished", c_uint64), ("epoch", c_uint32), ("epochs", c_uint32), ("instances", c_uint64), ("instances_done", c_uint64)]

    @property
    def best(self) -> Optional[int]:
        """The cost so far, in units of 10^-decimals; None: no solution yet."""
        return None if self._best == NO_COST else self._best

    @property
    def bound(self) -> Optional[int]:
        """The proven lower bound, in units of 10^-decimals; None: none yet."""
        return self._bound or None


Callback = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(Progress))


class Solving(ctypes.Structure):
    _fields_ = [("bytes", c_size_t), ("start", c_void_p), ("callback", Callback), ("self", c_void_p), ("starts", c_void_p), ("keep", c_int)]


WORDS = POINTER(c_char_p)
OUT = POINTER(c_void_p)
DECLARED: Dict[str, Tuple[Any, List[Any]]] = {  # name: (result, arguments)
    "cordee_version": (c_char_p, []),
    "cordee_options": (c_char_p, []),
    "cordee_abi": (c_int, []),
    "cordee_init": (c_int, [c_void_p, OUT]),
    "cordee_finalize": (None, [c_void_p]),
    "cordee_message": (c_char_p, [c_void_p]),
    "cordee_note": (c_char_p, [c_void_p]),
    "cordee_read": (c_int, [c_void_p, c_char_p, WORDS, OUT]),
    "cordee_read_text": (c_int, [c_void_p, c_char_p, c_char_p, c_size_t, WORDS, OUT]),
    "cordee_routes": (c_int, [c_void_p, c_char_p, c_void_p, WORDS, OUT]),
    "cordee_distances": (c_int, [c_void_p, c_int, c_char_p, c_double, c_int32, c_void_p, c_void_p, c_void_p, c_void_p]),
    "cordee_schedule_make": (c_int, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "cordee_solution_write": (c_int, [c_void_p, c_void_p, c_void_p, c_char_p]),
    "cordee_tsp_cities": (c_int, [c_void_p, c_char_p, c_char_p, c_int32, c_void_p, c_void_p, c_void_p, WORDS, OUT]),
    "cordee_tsp_distances": (c_int, [c_void_p, c_char_p, c_int32, c_void_p, WORDS, OUT]),
    "cordee_tsp_matrix": (c_int, [c_void_p, c_char_p, c_int32, c_void_p, WORDS, OUT]),
    "cordee_cvrp": (c_int, [c_void_p, c_char_p, POINTER(Routing), WORDS, OUT]),
    "cordee_matching": (c_int, [c_void_p, c_char_p, c_int32, c_int32, c_void_p, c_int32, WORDS, OUT]),
    "cordee_instance_free": (None, [c_void_p]),
    "cordee_instance_name": (c_char_p, [c_void_p]),
    "cordee_instance_size": (c_int32, [c_void_p]),
    "cordee_instance_genes": (c_size_t, [c_void_p]),
    "cordee_instance_decimals": (c_int32, [c_void_p]),
    "cordee_instance_digest": (c_uint64, [c_void_p]),
    "cordee_judge": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(c_int64)]),
    "cordee_solve": (c_int, [c_void_p, c_void_p, WORDS, POINTER(Solving), OUT]),
    "cordee_resume": (c_int, [c_void_p, c_void_p, c_char_p, WORDS, POINTER(Solving), OUT]),
    "cordee_resume_buffer": (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, WORDS, POINTER(Solving), OUT]),
    "cordee_solve_many": (c_int, [c_void_p, c_size_t, OUT, WORDS, POINTER(Solving), OUT, POINTER(c_int)]),
    "cordee_result_free": (None, [c_void_p]),
    "cordee_result_message": (c_char_p, [c_void_p]),
    "cordee_result_warning": (c_char_p, [c_void_p]),
    "cordee_instance_warning": (c_char_p, [c_void_p]),
    "cordee_instance_remark": (c_char_p, [c_void_p]),
    "cordee_result_checkpoint": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "cordee_result_solution": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "cordee_result_cost": (c_int64, [c_void_p]),
    "cordee_result_bound": (c_int64, [c_void_p]),
    "cordee_result_verified": (c_int, [c_void_p]),
    "cordee_result_end": (c_int, [c_void_p]),
    "cordee_result_method": (c_char_p, [c_void_p]),
    "cordee_result_progress": (None, [c_void_p, POINTER(Progress)]),
    "cordee_result_trace": (c_void_p, [c_void_p, POINTER(c_size_t)]),
}

_loaded: Optional[ctypes.CDLL] = None
_contexts: Dict[Optional[int], c_void_p] = {}
_lock = threading.Lock()


def _names() -> List[str]:
    """Where the library may be, the first choice first."""
    if "CORDEE_LIBRARY" in os.environ:
        return [os.environ["CORDEE_LIBRARY"]]
    folder, name = os.path.dirname(os.path.abspath(__file__)), "libcordee.so.%d" % ABI
    places = [os.path.join(folder, name), os.path.normpath(os.path.join(folder, "../../../../lib", name))]  # a wheel; PREFIX/share/cordee/python/cordee
    if "CORDEE_PROGRAM" in os.environ:  # of `cordee serve`: beside the program, as in a tree
        places.append(os.path.join(os.path.dirname(os.environ["CORDEE_PROGRAM"]), name))
    return [place for place in places if os.path.exists(place)] + [name]


def opened(name: str) -> ctypes.CDLL:
    """Loads a library for itself: a HDF5 that it brings must not become that of h5py. Of MPI the names become global: its plugins look for them there."""
    loaded = ctypes.CDLL(name)
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        found = {line.split(None, 5)[-1].rstrip("\n") for line in maps if re.search(r"/libmpi(ch)?\.so[.0-9]*$", line)}
    for path in sorted(found):
        ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL | os.RTLD_NOLOAD)
    return loaded


def library() -> ctypes.CDLL:
    """The shared library. ImportError if there is none, or one with another ABI."""
    global _loaded
    if _loaded:
        return _loaded
    why = []
    for name in _names():
        try:
            loaded = opened(name)
            break
        except OSError as error:
            why.append(str(error))
    else:
        raise ImportError("cannot load libcordee (set CORDEE_LIBRARY to its file, or LD_LIBRARY_PATH to its folder): " + "; ".join(why))
    for name, (result, arguments) in DECLARED.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    if loaded.cordee_abi() != ABI:
        raise ImportError("expected libcordee with ABI %d, found %d in %s" % (ABI, loaded.cordee_abi(), name))
    _loaded = loaded
    return loaded


def context(comm: Any = None) -> c_void_p:
    """The library on a communicator of mpi4py; None: this process alone. Collective at the first use of a communicator."""
    key = None if comm is None else comm.py2f()
    with _lock:
        if key not in _contexts:
            address = None
            if comm is not None:
                from mpi4py import MPI
                address = MPI._addressof(comm)
            handle = c_void_p()
            status = library().cordee_init(address, ctypes.byref(handle))
            if status:
                message = library().cordee_message(handle).decode("utf-8", "replace")
                library().cordee_finalize(handle)
                raise error_of(status, message)
            _contexts[key] = handle
        return _contexts[key]


@atexit.register
def _finalize() -> None:
    for handle in _contexts.values():
        library().cordee_finalize(handle)
    _contexts.clear()


def check(handle: c_void_p, status: int) -> None:
    """Raises what a status other than 0 means."""
    if status:
        raise error_of(status, library().cordee_message(handle).decode("utf-8", "replace"))


def words(options: Mapping[str, Any]) -> "ctypes.Array[c_char_p]":
    """Options as the library takes them: time=10 is "time=10", best_known=7 "best-known=7", force=True "force"; False and None are not given. A name
    that Python or the call has already takes an underscore behind it: from_=1."""
    texts = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        name = name.rstrip("_").replace("_", "-")
        texts.append((name if value is True else "%s=%s" % (name, value)).encode("utf-8"))
    return (c_char_p * (len(texts) + 1))(*texts, None)
