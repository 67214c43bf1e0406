"""An instance's file and a solution's file as what is drawn: `tools/plot X.vrp --solution X.sol`. What the solution costs, cordee says."""
import os
import re
import subprocess

import numpy as np

from . import instance, solution
from cordee.text import shown
from .read import PlotError


def words_of(path):
    """(problem, name, what n counts, size) of an instance's file."""
    values = {}
    with instance.open_text(path) as file:
        first = file.readline()
        if first.split() and first.split()[0].replace(".", "").isdigit():
            return "matching", os.path.splitext(os.path.basename(path))[0], int(float(first.split()[0])), "tasks"
        for line in [first, *file]:
            key, colon, value = line.partition(":")
            if colon:
                values.setdefault(key.strip(), value.strip())
            elif re.match(r"\s*[A-Z_]+_SECTION", line):
                break
    routes = values.get("TYPE", "").split()[:1] == ["CVRP"]
    if not values.get("DIMENSION", "").isdigit():
        raise PlotError("%s: expected an instance with a DIMENSION, found none" % path)
    name = values.get("NAME") or os.path.splitext(os.path.basename(path))[0]
    return ("cvrp", name, int(values["DIMENSION"]) - 1, "customers") if routes else ("tsp", name, int(values["DIMENSION"]), "cities")


def numbers(path, words):
    try:
        return [int(word) for word in words]
    except ValueError as error:
        raise PlotError("%s: expected whole numbers, found %s" % (path, str(error).rsplit(": ", 1)[-1]))


def read_genes(problem, path):
    """Genes of a solution's file: a CVRPLIB solution, a TSPLIB tour, or an assignment."""
    with instance.open_text(path) as file:
        text = file.read()
    if problem == "cvrp":
        routes = [numbers(path, line.partition(":")[2].split()) for line in text.splitlines() if line.split()[:1] == ["Route"]]
        return np.array([-c if k == 0 else c for route in routes for k, c in enumerate(route)], dtype=np.int64)
    if problem == "tsp":
        text = text.partition("TOUR_SECTION")[2].replace("EOF", "").partition("-1")[0]
    text = re.sub("#.*", "", text)
    return np.array(numbers(path, text.split()), dtype=np.int64) - 1


def judged(path, solution_path):
    """(cost, what cordee verify says of the solution); (None, "not verified: ...") without the program. A wrong solution fails."""
    program = instance.find_cordee()
    if not program:
        return None, "not verified: no cordee found"
    told = subprocess.run([program, "verify", path, solution_path], capture_output=True, encoding="utf-8", errors="replace", check=False)
    if told.returncode:
        raise PlotError(told.stderr.strip().removeprefix("cordee: "), told.returncode)
    said = told.stdout.strip().splitlines()[-1]
    found = re.search(r": (-?[0-9.]+), (.*)$", said)
    return float(found[1]), "cost %s, %s" % (found[1], found[2])


class Given:
    def __init__(self, path, solution_path):
        self.path = path
        problem, name, n, items = words_of(path)
        genes = read_genes(problem, solution_path)
        cost, detail = judged(path, solution_path)
        bound = instance.proven_bound(path, genes) if problem == "matching" else None
        self.solution = solution.Solution(problem, shown(name), n, path, genes, "%s, %d %s" % (name, n, items), detail, cost, bound)

    def figures(self):
        return {"solution": lambda: solution.draw(self.solution)}
