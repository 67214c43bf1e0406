"""All solution files of ../shared/instances/cvrp, re-measured by arithmetic of its own and compared with `cordee verify`.

    routes_check.py CORDEE FOLDER       prints "N solutions" and a line for each that differs; exit code 1 if one does

Rounded instances: the cost is the one of the table to the digit. Others: distances in units of 10^-decimals, each the integer nearest to
the real one, by 60 digits of the decimal module; the sum is verify's to the digit, and within half a unit a distance (and of the
last digit that the file states) of the stated cost. Fleets are free.
"""
import csv
import decimal
import math
import os
import re
import subprocess
import sys

decimal.getcontext().prec = 60
HALF = decimal.Decimal("0.5")


def vrp_read(path):
    text = open(path, encoding="latin-1").read()
    nodes = int(re.search(r"^DIMENSION\s*:\s*(\d+)", text, re.M).group(1))
    coordinates = re.search(r"NODE_COORD_SECTION\s*\n(.*?)\n\s*DEMAND_SECTION", text, re.S)
    weights = re.search(r"EDGE_WEIGHT_SECTION\s*\n(.*?)\n\s*DEMAND_SECTION", text, re.S)
    if weights:
        values = [int(word) for word in weights.group(1).split()]
        return nodes, None, {(a, b): values[a * (a - 1) // 2 + b] for a in range(1, nodes) for b in range(a)}
    points = {}
    for line in coordinates.group(1).splitlines():
        node, x, y = line.split()
        points[int(node) - 1] = (decimal.Decimal(x), decimal.Decimal(y))
    return nodes, points, None


def sol_read(path):
    routes, cost = [], None
    for line in open(path, encoding="latin-1"):
        if line.startswith("Route"):
            routes.append([int(word) for word in line.split(":")[1].split()])
        elif line.startswith("Cost"):
            cost = decimal.Decimal(line.split()[1])
    return routes, cost


def edges(routes):
    for route in routes:
        path = [0] + route + [0]
        yield from zip(path, path[1:])


def distance(points, matrix, a, b, decimals):
    """In units of 10^-decimals."""
    if matrix is not None:
        return matrix[(max(a, b), min(a, b))]
    dx, dy = points[a][0] - points[b][0], points[a][1] - points[b][1]
    if decimals == 0 and dx == dx.to_integral_value() and dy == dy.to_integral_value():
        return (math.isqrt(4 * int(dx * dx + dy * dy)) + 1) // 2
    return int(((dx * dx + dy * dy).sqrt().scaleb(decimals) + HALF).to_integral_value(rounding=decimal.ROUND_FLOOR))


def verified(cordee, vrp, sol):
    """The cost and the number of decimals of the instance."""
    run = subprocess.run([cordee, "verify", vrp, sol], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    found = re.search(r": ([0-9.]+),.* verified", run.stdout)
    return (decimal.Decimal(found.group(1)), run.stdout) if found else (None, run.stdout)


def decimals_of(points, limit):
    """The most, at most 6, for which the box's diagonal fits 2^28 units and the limit 2^29."""
    xs, ys = [p[0] for p in points.values()], [p[1] for p in points.values()]
    diagonal = ((max(xs) - min(xs)) ** 2 + (max(ys) - min(ys)) ** 2).sqrt()
    return max(d for d in range(7) if diagonal.scaleb(d) < 2 ** 28 - 2 and limit.scaleb(d) <= 2 ** 29)


def check(cordee, folder, row):
    base = os.path.join(folder, row["set"], row["name"])
    if not os.path.exists(base + ".sol"):
        return None
    _, points, matrix = vrp_read(base + ".vrp")
    routes, stated = sol_read(base + ".sol")
    real = row["rounding"] == "none"
    decimals = decimals_of(points, decimal.Decimal(row["max_route_duration"] or 0)) if real else 0
    used = list(edges(routes))
    cost = decimal.Decimal(sum(distance(points, matrix, a, b, decimals) for a, b in used)).scaleb(-decimals)
    found, said = verified(cordee, base + ".vrp", base + ".sol")
    if found != cost:
        return "%s: expected %s, found %s" % (row["name"], cost, said.strip())
    if not real and cost != decimal.Decimal(row["best_known"]):
        return "%s: expected the table's %s, found %s" % (row["name"], row["best_known"], cost)
    room = (len(used) * HALF).scaleb(-decimals) + HALF.scaleb(stated.as_tuple().exponent)
    if abs(cost - stated) > room:
        return "%s: expected %s within %s, found %s" % (row["name"], stated, room, cost)
    return ""


def main(cordee, folder):
    with open(os.path.join(folder, "optima.tsv"), encoding="utf-8") as table:
        results = [check(cordee, folder, row) for row in csv.DictReader(table, delimiter="\t")]
    wrong = [result for result in results if result]
    for line in wrong:
        print(line)
    print("%d solutions" % sum(result is not None for result in results))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
