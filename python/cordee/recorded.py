"""Files of records: what `cordee price`, `bfs`, `flow` and `verify --batch` keep of each item (docs/file-formats-hdf5.md, Records)."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Dict

import numpy

from .text import raw

if TYPE_CHECKING:
    from ._typing import Array, Columns

NOT_COLUMNS = ("code", "mark", "failure", "items", "input")
PENDING, VALID, FAILED = range(3)  # states of a record


class Records:
    """evaluator: "price", "bfs", "flow" or "verify"; spec: of the items; settings: lines `name = value`; version. columns: (items) each; code: (items);
    kept: columns of the items, such as id; state: (items) PENDING, VALID or FAILED; messages: {item from 0: why} of the first 1000 that failed."""

    def __init__(self, path: str, file: Any, check: bool) -> None:
        self.path = path
        self.evaluator, self.spec, self.settings, self.version = (raw(file.attrs[name]) for name in ("evaluator", "items", "settings", "version"))
        places: Dict[str, Any] = {name: file[name].id.get_offset() for name in file if name not in NOT_COLUMNS}
        if None in places.values():
            raise ValueError("expected contiguous columns")
        self.columns: Columns = {name: file[name][:] for name in sorted(places, key=places.__getitem__)}
        self.code: Array = file["code"][:]
        self.kept: Columns = {name: values[:] for name, values in file["items"].items()} if "items" in file else {}
        every = list(self.columns.values()) + list(self.kept.values())
        if self.code.dtype != numpy.dtype("i4") or any(values.shape != self.code.shape for values in every):
            raise ValueError("expected columns of equal length, as code has")
        done = self.done(file["mark"][:], check)
        self.state = numpy.where(done, numpy.where(self.code == 0, VALID, FAILED), PENDING)
        failure = file["failure"][:]
        self.messages: Dict[int, str] = {int(row["item"]) - 1: raw(row["message"]) for row in failure if 0 < row["item"] <= len(self.code)}

    def done(self, mark: Array, check: bool) -> Array:
        """Whose chunk has been written: its mark fits its bytes where the module xxhash is installed, else it is there."""
        from .files import BLOCK, modules, opened
        with opened(self.path) as file:
            said = re.search(rb"\nitems (\d{1,18}) digest [0-9a-f]{16} chunk (\d{1,9})\n", file.read(BLOCK))
        if not said or int(said.group(1)) != len(self.code) or int(said.group(2)) < 1:
            raise ValueError("the text before HDF5 tells another number of items")
        chunk, xxhash = int(said.group(2)), modules()[1] if check else None
        if len(mark) != -(-len(self.code) // chunk):
            raise ValueError("expected a mark for each chunk")
        fits = mark != 0
        for k in numpy.flatnonzero(fits) if xxhash else numpy.empty(0):
            part = slice(int(k) * chunk, (int(k) + 1) * chunk)
            parts = [numpy.array([part.start], dtype="<u8"), self.code[part]] + [values[part] for values in self.columns.values()]
            fits[k] = xxhash.xxh3_64_intdigest(b"".join(values.tobytes() for values in parts)) == mark[k]
        return numpy.repeat(fits, chunk)[:len(self.code)]
