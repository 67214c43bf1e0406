"""Options that a request may have: those of `cordee solve` that name no file and no process."""
from __future__ import annotations

import re
from typing import Any, Dict

NUMBER: Dict[str, Any] = {"type": "number", "minimum": 0}
WHOLE: Dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 2**53}
WORD: Dict[str, Any] = {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9.:+-]{0,63}$"}
OPTIONS: Dict[str, Dict[str, Any]] = {
    "time": {"type": "number", "exclusiveMinimum": 0, "default": 10}, "seed": WHOLE, "epochs": dict(WHOLE, minimum=1, maximum=10**9), "target": {"type": "number"},
    "method": WORD, "objective": WORD, "fleet": WORD, "distances": WORD, "metric": WORD, "unserved": WORD, "path": WORD, "vehicles": dict(WHOLE, minimum=1, maximum=10**6),
    "capacity": NUMBER, "speed": NUMBER, "scale": NUMBER, "trips": dict(WHOLE, maximum=10**6)}
OF_INSTANCES = ("objective", "fleet", "distances", "metric", "unserved", "path", "vehicles", "capacity", "speed", "scale", "trips")


class Wrong(Exception):
    """An option that is none, or has another value than it may."""


def checked(name: str, text: str, longest: float) -> str:
    """The option's text as `cordee solve` takes it."""
    schema = OPTIONS.get(name)
    if schema is None:
        raise Wrong("%s: expected one of name, %s" % (name, ", ".join(OPTIONS)))
    if schema["type"] == "string":
        if not re.fullmatch(schema["pattern"], text):
            raise Wrong("%s: expected a word, found '%s'" % (name, text[:80]))
        return text
    kind = r"-?\d+" if schema["type"] == "integer" else r"-?\d+(\.\d*)?([eE][+-]?\d+)?"
    value = float(text) if re.fullmatch(kind, text) and len(text) < 40 else float("nan")
    least, most = schema.get("minimum", schema.get("exclusiveMinimum", -1e19)), longest if name == "time" else schema.get("maximum", 1e19)
    if not least <= value <= most or value == schema.get("exclusiveMinimum"):
        raise Wrong("%s: expected %s from %g to %g, found '%s'" % (name, "a whole number" if schema["type"] == "integer" else "a number", least, most, text[:80]))
    return text
