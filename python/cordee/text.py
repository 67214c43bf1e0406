"""Names from files and of files as text for figures, tables and terminals: the Python side of src/text.h, which says the rules."""
from __future__ import annotations

import codecs
import os
import unicodedata
from typing import Any, Tuple

HIDDEN = ("Cc", "Cf", "Cn", "Cs", "Zl", "Zp")  # categories: controls, marks of direction, no characters, separators


def latin(error: UnicodeError) -> Tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("cordee-latin", latin)


def raw(value: Any) -> str:
    """Text as Python names files: bytes that are no UTF-8 are kept as surrogates. To open files, to compare names."""
    return os.fsdecode(value.rstrip(b"\0")) if isinstance(value, bytes) else str(value)


def escape(c: str) -> str:
    return ("\\x%02x" if ord(c) < 0x100 else "\\u%04x" if ord(c) < 0x10000 else "\\U%08x") % ord(c)


def shown(value: Any, layout: str = "") -> str:
    """UTF-8, each other byte as Latin-1; what acts on a terminal or hides becomes visible, but the characters in layout."""
    words = os.fsencode(raw(value)).decode("utf-8", "cordee-latin")
    return "".join(escape(c) if unicodedata.category(c) in HIDDEN and c not in layout else c for c in words)
