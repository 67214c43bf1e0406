"""The course of every method of `cordee-ladder heuristics --csv`: gap against seconds, and gap against evaluations, a panel an instance.

What an evaluation is differs from method to method, so the legend says it: docs/guide-bench.md, "Compare the methods".
"""
import csv
import os

import numpy as np

from . import gap_time
from .read import PlotError

COLUMNS = ["instance", "cities", "method", "work", "backend", "seed", "seconds", "evaluations", "cost", "gap"]


class Heuristics:
    def __init__(self, path):
        self.path = path
        with open(path, newline="", encoding="utf-8", errors="replace") as file:
            reader = csv.DictReader(file)
            if reader.fieldnames != COLUMNS:
                raise PlotError("%s:1: expected the columns %s, found %s" % (path, ",".join(COLUMNS), ",".join(reader.fieldnames or ["none"])), 65)
            self.rows = [self.row(reader.line_num, line) for line in reader]

    def row(self, number, line):
        try:
            gap = float("nan") if line["gap"] == "-" else float(line["gap"])
            return line["instance"], "%s (%s)" % (line["method"], line["work"]), float(line["seconds"]), float(line["evaluations"]), gap
        except (TypeError, ValueError):
            raise PlotError("%s:%d: expected numbers of seconds, evaluations and gap" % (self.path, number), 65)

    def tasks(self, column):
        """A list of (instance, method, (values of that column, gaps)); instances without a best known value are left out."""
        runs = {}
        for row in self.rows:
            if np.isfinite(row[4]) and row[column] > 0:
                runs.setdefault(row[:2], []).append((row[column], row[4]))
        return [key + (tuple(np.array(values) for values in zip(*points)),) for key, points in runs.items()]

    def figures(self):
        return {
            "gap_time": lambda: gap_time.draw(os.path.basename(self.path), self.tasks(2), label="time (s)"),
            "gap_evaluations": lambda: gap_time.draw(os.path.basename(self.path), self.tasks(3), "Gap against evaluations", "evaluations"),
        }
