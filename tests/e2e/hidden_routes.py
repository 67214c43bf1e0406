"""Instances of vehicle routing that have a solution, which is hidden: windows ROUTES CUSTOMERS WIDTH SEED, or packed ROUTES CUSTOMERS CAPACITY SEED.

The fleet is that of the hidden solution. windows: each route visits random places, whose time windows, up to 2 WIDTH long, hold on the way;
the largest load is the capacity. packed: the demands of about so many customers a route fill every vehicle.
"""
import math
import random
import sys


def windows(draw, routes, customers, width):
    """Rows of x, y, demand, ready and due; the capacity; the horizon."""
    rows, horizon, most = [], 0, 0
    for _ in range(routes):
        time, at, load = draw.randint(0, 100), (500, 500), 0
        for _ in range(customers):
            place = (draw.randint(0, 1000), draw.randint(0, 1000))
            time, at, demand = time + math.hypot(place[0] - at[0], place[1] - at[1]) + 1, place, draw.randint(1, 20)
            ready, due = int(max(0, time - draw.randint(0, width))), int(time + draw.randint(1, width))
            rows.append((*place, demand, ready, due))
            time, load = max(time, ready) + 10, load + demand
        horizon, most = max(horizon, time + math.hypot(500 - at[0], 500 - at[1]) + 2), max(most, load)
    return rows, most, int(horizon) + 1


def packed(draw, routes, customers, capacity):
    """The same without windows."""
    rows = []
    for _ in range(routes):
        count = customers + draw.randint(-(customers // 3), customers // 3)
        cuts = [0, *sorted(draw.sample(range(1, capacity), count - 1)), capacity]
        rows += [(draw.randint(0, 1000), draw.randint(0, 1000), b - a) for a, b in zip(cuts, cuts[1:])]
    return rows, capacity, 0


def main():
    kind, routes, customers, size, seed = sys.argv[1], *map(int, sys.argv[2:6])
    draw = random.Random(seed)
    rows, capacity, horizon = (windows if kind == "windows" else packed)(draw, routes, customers, size)
    draw.shuffle(rows)
    print(f"NAME : {kind}-{seed}\nTYPE : {'VRPTW' if horizon else 'CVRP'}\nDIMENSION : {len(rows) + 1}\nEDGE_WEIGHT_TYPE : EUC_2D")
    print(f"CAPACITY : {capacity}\nVEHICLES : {routes}")
    if horizon:
        print("SERVICE_TIME : 10")
    print("NODE_COORD_SECTION\n1 500 500", *(f"{v} {row[0]} {row[1]}" for v, row in enumerate(rows, 2)), sep="\n")
    print("DEMAND_SECTION\n1 0", *(f"{v} {row[2]}" for v, row in enumerate(rows, 2)), sep="\n")
    if horizon:
        print(f"TIME_WINDOW_SECTION\n1 0 {horizon}", *(f"{v} {row[3]} {row[4]}" for v, row in enumerate(rows, 2)), sep="\n")
    print("DEPOT_SECTION\n1\n-1\nEOF")


main()
