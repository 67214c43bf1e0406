"""How a search is shown while it runs: solve(..., progress=True)."""
from __future__ import annotations

import sys
from typing import Any, Dict, Optional

from ._library import Progress
from .instance import Instance

ENDLESS = 2**32 - 1  # epochs of a search that goes on until the time is over


class Bar:
    """The share of the epochs or of the time that is over, and the best cost: a bar of tqdm if that is installed, else a line on a terminal, else nothing."""

    def __init__(self, instance: Instance, options: Dict[str, Any]) -> None:
        self.instance, self.seconds = instance, seconds_of(options.get("time"))
        self.bar: Any = None
        self.begun, self.terminal, self.written = False, False, 0

    def begin(self) -> None:
        """When there is something to show."""
        self.begun = True
        try:
            from tqdm.auto import tqdm
            self.bar = tqdm(total=1.0, bar_format="{l_bar}{bar}| {elapsed}{postfix}", desc=self.instance.name)
        except ImportError:
            self.terminal = sys.stderr.isatty()

    def share(self, progress: Progress) -> float:
        """0 to 1."""
        epochs = progress.epoch / progress.epochs if 0 < progress.epochs < ENDLESS else 0.0
        return min(1.0, max(epochs, progress.elapsed_s / self.seconds if self.seconds else 0.0))

    def text(self, progress: Progress) -> str:
        named = (("best", progress.best), ("bound", progress.bound))
        return ", ".join("%s %s" % (name, self.instance.cost_of(value)) for name, value in named if value is not None)

    def show(self, progress: Progress) -> None:
        if not self.begun:
            self.begin()
        if self.bar is not None:
            self.bar.n = self.share(progress)
            self.bar.set_postfix_str(self.text(progress))
        elif self.terminal:
            line = "%s: %3.0f%%, %.1f s, %s" % (self.instance.name, 100 * self.share(progress), progress.elapsed_s, self.text(progress))
            sys.stderr.write("\r" + line.ljust(self.written))
            sys.stderr.flush()
            self.written = len(line)

    def close(self, progress: Optional[Progress]) -> None:
        """The end, with the last counters; None: there is no result."""
        if progress is not None:
            self.show(progress)
        if self.bar is not None:
            self.bar.close()
        elif self.terminal:
            sys.stderr.write("\n")


def in_notebook() -> bool:
    """Whether IPython runs a notebook's cells."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def bar_of(instance: Instance, options: Dict[str, Any], comm: Any, progress: Optional[bool] = True) -> Optional[Bar]:
    """Of the rank that the library calls back, if it is wanted, or by default in a notebook; else None."""
    if not (in_notebook() if progress is None else progress):
        return None
    return Bar(instance, options) if comm is None or comm.rank == 0 else None


def seconds_of(time: Any) -> float:
    """Of the option time; 0: none, or not in plain seconds."""
    try:
        return max(0.0, float(time))
    except (TypeError, ValueError):
        return 0.0
