"""What figures need of an instance: coordinates of a TSPLIB, CVRPLIB or Solomon file, times of an ETC file, values of optima.tsv, the bound.

Small readers for drawing; cordee's own check everything.
"""
import os
import re
import shutil
import subprocess
import tempfile

import numpy as np

from .read import PlotError


def open_text(path):
    try:
        return open(path, encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise PlotError("%s: %s (--instance FILE names another place)" % (path, error.strerror), 66)


def read_cities(path, n):
    """((n, 2) coordinates in the file's order, EDGE_WEIGHT_TYPE); (None, type) if the file has no coordinates."""
    kind, rows, inside = "", [], False
    with open_text(path) as file:
        for number, line in enumerate(file, 1):
            words = line.split()
            if inside and words and len(rows) < n:
                try:
                    rows.append((float(words[1]), float(words[2])))
                except (IndexError, ValueError):
                    raise PlotError("%s:%d: expected a city's number and two coordinates, found '%s'" % (path, number, line.strip()))
            key = re.split(r"[\s:]+", line.strip())
            if key[0] == "EDGE_WEIGHT_TYPE":
                kind = key[-1]
            elif key[0] in ("NODE_COORD_SECTION", "DISPLAY_DATA_SECTION"):
                inside = True
            elif key[0].upper() == "CUST":  # Solomon's titles: number, x, y, ... a line follow
                kind, inside = "EUC_2D", True
    if inside and len(rows) < n:
        raise PlotError("%s: expected %d cities, found %d" % (path, n, len(rows)))
    return (np.array(rows) if inside else None), kind


def geographic(cities):
    """TSPLIB's GEO (DDD.MM latitude, longitude) as (longitude, latitude) in degrees."""
    whole = np.trunc(cities)
    degrees = whole + (cities - whole) / 0.6
    return degrees[:, ::-1]


def read_times(path):
    """(tasks, machines) times of an ETC file."""
    with open_text(path) as file:
        head = file.readline().split()
        try:
            tasks, machines = int(head[0]), int(head[1])
            return np.array(file.read().split(), dtype=float)[: tasks * machines].reshape(tasks, machines)
        except (IndexError, ValueError):
            raise PlotError("%s: expected a matrix of tasks x machines times" % path)


def best_known(instance_path, name, options=""):
    """The value of optima.tsv beside the instance or in the folder above; None if there is none. As src/io/optima.c. options: lines of
    the run's plan, which tell whether the number of routes is limited, and whether the instance was read as the table's values are."""
    said = dict(line.split(" = ", 1) for line in options.splitlines() if " = " in line)
    how, vehicles = said.get("distances", "auto"), said.get("objective") == "vehicles"
    if how == "rounded" or (how == "real" and not vehicles) or (how == "truncated" and vehicles):
        return None
    free = said.get("fleet", "file") in ("file", "free")
    folder = os.path.dirname(os.path.abspath(instance_path))
    for place in (folder, os.path.dirname(folder)):
        table = os.path.join(place, "optima.tsv")
        if not os.path.exists(table):
            continue
        with open_text(table) as file:
            head = file.readline().rstrip("\n").split("\t")
            rows = [dict(zip(head, line.rstrip("\n").split("\t"))) for line in file]
        found = [row for row in rows if (row.get("name") or row.get("instance")) == name]
        tail = lambda word: (word or "").rsplit("/", 1)[-1]
        if not found and (one := [row for row in rows if tail(row.get("name") or row.get("instance")) == tail(name)]):
            found = one if len(one) == 1 else []
        try:
            dimacs = found and found[0].get("distance_dimacs")  # tenths
            if vehicles:  # a cost of two parts: src/problem/cvrp/cvrp.h
                pair = [found and found[0].get(column) for column in ("vehicles_hierarchical", "distance_hierarchical")]
                return float(pair[0]) * 1e9 + float(pair[1]) if all(pair) else None
            if how == "truncated":
                return float(dimacs) / 10 if dimacs else None
            value = found and (free and found[0].get("free_fleet_value") or found[0].get("optimum") or found[0].get("best_known_makespan") or found[0].get("best_known"))
            return float(value) if value else float(dimacs) / 10 if dimacs else None
        except ValueError:
            raise PlotError("%s: expected a number for %s, found another text" % (table, name))
    return None


def find_cordee():
    beside = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../build/cordee")
    installed = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../../../bin/cordee")  # scons install
    return os.environ.get("CORDEE") or next((path for path in (beside, installed) if os.path.exists(path)), shutil.which("cordee"))


def proven_bound(instance_path, assignment):
    """The proven bound that `cordee verify` tells for a matching; None without the program."""
    program = find_cordee()
    if not program:
        return None
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join("%d\n" % (machine + 1) for machine in assignment))
        file.flush()
        try:
            told = subprocess.run([program, "verify", instance_path, file.name], capture_output=True, encoding="utf-8", errors="replace", timeout=300)
        except (OSError, subprocess.TimeoutExpired):
            return None
    found = re.search(r"above the proven bound ([0-9.]+)", told.stdout)
    return float(found[1]) if found else None
