"""Options as named arguments: what is passed on to the library, and the list of all that it takes."""
from __future__ import annotations

import functools
import inspect
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Union

from . import _library as lib
from .errors import UsageError
from .methods import Method

MethodName = Union[str, Method, None]


@functools.lru_cache(maxsize=None)
def defaults(function: Callable[..., Any]) -> Dict[str, Any]:
    return {name: parameter.default for name, parameter in inspect.signature(function).parameters.items()}


def differing(function: Callable[..., Any], named: Mapping[str, Any]) -> Dict[str, Any]:
    """The named arguments of a function that differ from their defaults: the others are left to the library."""
    standard = defaults(function)
    return {name: value for name, value in named.items() if value is not standard[name] and value != standard[name]}


def search_words(function: Callable[..., Any], method: MethodName, named: Mapping[str, Any], more: Mapping[str, Any]) -> Dict[str, Any]:
    """Options of a search: the method with its own, named arguments of the function, and more of the method's by their names."""
    words: Dict[str, Any] = method.words() if isinstance(method, Method) else {} if method is None else {"method": method}
    if not isinstance(method, (str, Method, type(None))):
        raise UsageError("method: expected a name such as \"ruin\", or one of cordee.methods such as Ruin(epochs=40), found %r" % (method,))
    for name, value in [*differing(function, named).items(), *more.items()]:
        if name in words:
            raise UsageError("%s: expected it once, found it as an argument and as an option of %r" % (name, method))
        words[name] = value
    return words


class Option(NamedTuple):
    """An option as the library has it. name; method, problem: whose it is, "" for all; default, least, most: as they are typed, "" where there are
    none; choices: words it may be; help: what it says."""
    name: str
    method: str
    problem: str
    default: str
    least: str
    most: str
    choices: List[str]
    help: str


def options(method: Optional[str] = None, command: str = "solve") -> List[Option]:
    """The options that the library takes, from its own table.

    Parameters
    ----------
    method : str, optional
        Those of one method alone, such as "ruin".
    command : {"solve", "resume", "price", "bfs", "flow"}
        Whose options.

    Returns
    -------
    list of Option

    Examples
    --------
    >>> [option.name for option in cordee.options("ruin")]"""
    text: bytes = lib.library().cordee_options()
    lines = [line.split("\t") for line in text.decode("utf-8").splitlines()]
    rows = [dict(zip(lines[0], line)) for line in lines[1:]]
    found = [row for row in rows if row["name"] and command in row["commands"].split(",") and (method is None or row["method"] == method)]
    if not found:
        raise UsageError("%s: expected a method or command with options, found %r" % (("command", command) if method is None else ("method", method)))
    return [Option(row["name"], row["method"], row["problem"], row["default"], row["least"], row["most"],
                   row["choices"].strip().strip("()").split(", ") if row["choices"] else [], row["help"]) for row in found]
