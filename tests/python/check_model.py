#!/usr/bin/python3
"""routing.Model: instances as those of files, answers as the command line's and as brute force has them, errors, copies, drawings.
  check_model.py CORDEE FOLDER          or with pytest, CORDEE and CORDEE_WORK being set"""
import csv
import decimal
import itertools
import json
import math
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import unittest
import warnings

import numpy
import cordee

PROGRAM, WORK = sys.argv[1:3] if __name__ == "__main__" else (os.environ["CORDEE"], os.environ["CORDEE_WORK"])  # pytest
QUICK = dict(threads=1, epochs=3)


def clock(text):
    """HH:MM as seconds; None: the field is empty."""
    return 60 * sum(int(part) * unit for part, unit in zip(text.split(":"), (60, 1))) if text else None


def amount(text):
    return decimal.Decimal(text) if text else 0


def rows_of(name):
    with open("instances/" + name, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def stops_10(**more):
    """The table stops-10.csv as a model."""
    rows = rows_of("stops-10.csv")
    model = cordee.routing.Model(**more)
    model.add_depot(lat=rows[0]["lat"], lon=rows[0]["lon"], window=(clock(rows[0]["ready"]), clock(rows[0]["due"])))
    for row in rows[1:]:
        model.add_stop(lat=row["lat"], lon=row["lon"], delivery=amount(row["demand"]), service=amount(row["service"]),
                       window=(clock(row["ready"]), clock(row["due"])) if row["ready"] else None, prize=row["prize"] or None)
    return model


def hours_8():
    """hours-8.csv: alternatives, several windows."""
    rows, model, groups = rows_of("hours-8.csv"), cordee.routing.Model(), {}
    model.add_depot(rows[0]["x"], rows[0]["y"], window=(rows[0]["ready"], rows[0]["due"]))
    for row in rows[1:]:
        if row["group"] and row["group"] not in groups:
            groups[row["group"]] = model.add_group(name=row["group"])
        windows = [(row[ready] or 0, row[due] or None) for ready, due in (("ready", "due"), ("ready2", "due2")) if row[ready] or row[due]]
        model.add_stop(row["x"], row["y"], delivery=row["demand"], service=row["service"], window=windows or None, group=groups.get(row["group"]), name=row["name"])
    return model


def command(path, *options):
    said = subprocess.run([PROGRAM, "solve", path, "--json", "--quiet", *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return json.loads(said.stdout)


class Files(unittest.TestCase):
    """A model has the digest of a file of the same data, so it has its answers, too."""

    def same(self, model, path, *words, **options):
        budget = dict(seed=3, **QUICK)
        instance = model.instance()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # columns that are not used
            file = cordee.read("instances/" + path, **options)
        self.assertEqual((instance.digest, instance.size, instance.decimals), (file.digest, file.size, file.decimals))
        said = command("instances/" + path, *words, *("--%s=%s" % item for item in budget.items()))
        solution = model.solve(**budget)
        self.assertAlmostEqual(solution.cost, float(said.get("rest", said["cost"])), places=9)
        self.assertTrue(solution.result.verified)
        self.assertEqual(solution.genes[:file.size].tolist(), said["solution"][:file.size])
        return solution

    def test_table_with_times(self):
        model = stops_10(speed=30)
        model.add_vehicle_type(3, 30)
        self.same(model, "stops-10.csv", "--vehicles=3", "--capacity=30", "--speed=30", vehicles=3, capacity=30, speed=30)

    def test_table_with_trips(self):
        model = stops_10(speed=30)
        model.add_vehicle_type(1, 30, trips=3)
        solution = self.same(model, "stops-10.csv", "--vehicles=1", "--capacity=30", "--speed=30", "--trips=3", vehicles=1, capacity=30, speed=30, trips=3)
        self.assertEqual([len(route.trips) > 1 for route in solution.routes], [True])
        self.assertEqual(solution.table()["trip"].max(), len(solution.routes[0].trips) - 1)

    def test_table_with_an_osrm_matrix(self):
        with open("instances/table-10.json", encoding="utf-8") as file:
            answer = json.load(file)
        for given in (answer, "instances/table-10.json"):
            model = stops_10()
            model.add_matrix(osrm=given)
            model.add_vehicle_type(3, 30)
            self.same(model, "stops-10.csv", "--vehicles=3", "--capacity=30", "--matrix=instances/table-10.json", vehicles=3, capacity=30, matrix="instances/table-10.json")

    def test_alternatives_and_windows(self):
        model = hours_8()
        model.add_vehicle_type(1, 12)
        solution = self.same(model, "hours-8.csv", "--vehicles=1", "--capacity=12", vehicles=1, capacity=12)
        self.assertEqual(sorted(stop.group.name for stop in solution.unserved), ["Ada", "Ben"])
        self.assertTrue(solution.is_complete)

    def test_matrix_alone(self):
        for kind in (numpy.int32, numpy.int64, numpy.float64):
            model = cordee.routing.Model(objective="vehicles")
            model.add_matrix(numpy.loadtxt("instances/seconds-10.csv", delimiter=",").astype(kind))
            model.add_depot()
            places = model.matrices["car"].places
            for _ in range(places - 1):
                model.add_stop()
            model.add_vehicle_type(3)
            self.same(model, "seconds-10.csv", "--vehicles=3", "--objective=vehicles", vehicles=3, objective="vehicles")

    def test_solutions_are_files_of_the_command_line(self):
        model = hours_8()
        model.add_vehicle_type(1, 12)
        solution = model.solve(**QUICK)
        for suffix in (".sol", ".csv", ".json", ".geojson"):
            path = os.path.join(WORK, "plan" + suffix)
            solution.write(path)
            self.assertGreater(os.path.getsize(path), 20)
        said = subprocess.run([PROGRAM, "verify", "instances/hours-8.csv", os.path.join(WORK, "plan.sol"), "--vehicles=1", "--capacity=12", "--quiet"],
                              stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        self.assertIn("hours-8: %s" % solution.cost, said)


# ---- brute force ----

def dice_model(seed):
    """A small model of random features, and its data for brute force."""
    dice = random.Random(seed)
    n, vehicles = dice.randint(2, 5), dice.randint(1, 3)
    matrix = [[0 if a == b else dice.randint(1, 30) for b in range(n + 1)] for a in range(n + 1)]
    data = dict(n=n, matrix=matrix, capacity=dice.choice([None, 6, 9]), fixed=dice.choice([0, 7.5]), rate=dice.choice([1, 0.25]), vehicles=vehicles,
                time=dice.choice([0, 0, 2]), longest=dice.choice([None, 90]), open=dice.random() < 0.3, demand=[dice.randint(0, 4) for _ in range(n)],
                prize=[dice.choice([None, None, 12, 3.5]) for _ in range(n)], service=[dice.randint(0, 5) for _ in range(n)],
                window=[dice.choice([(0, None), (dice.randint(0, 30), dice.randint(40, 120))]) for _ in range(n)])
    model = cordee.routing.Model(name="dice %d" % seed)
    depot = model.add_depot()
    model.add_matrix(matrix)
    model.add_vehicle_type(vehicles, data["capacity"], end=None if data["open"] else depot, fixed_cost=data["fixed"], distance_cost=data["rate"],
                           duration_cost=data["time"], max_distance=data["longest"])
    for k in range(n):
        model.add_stop(delivery=data["demand"][k], service=data["service"][k], window=data["window"][k], prize=data["prize"][k])
    return model, data


def route_cost(data, route):
    """Of stops in that order, or None; the shortest duration over all departures."""
    way = [0] + [k + 1 for k in route] + ([] if data["open"] else [0])
    distance = sum(data["matrix"][a][b] for a, b in zip(way, way[1:]))
    if data["capacity"] is not None and sum(data["demand"][k] for k in route) > data["capacity"]:
        return None
    if data["longest"] is not None and distance > data["longest"]:
        return None
    shortest = None
    for departure in range(0, 150):
        clock_at, at, late = departure, 0, False
        for k in route:
            ready, due = data["window"][k]
            clock_at = max(clock_at + data["matrix"][at][k + 1], ready)
            late |= due is not None and clock_at > due
            clock_at, at = clock_at + data["service"][k], k + 1
        clock_at += 0 if data["open"] else data["matrix"][at][0]
        if not late and (shortest is None or clock_at - departure < shortest):
            shortest = clock_at - departure
    return None if shortest is None else data["fixed"] + data["rate"] * distance + data["time"] * shortest


def cheapest(data):
    """The optimum; None: not all can be served who have to be."""
    best_of = {}
    for size in range(1, data["n"] + 1):
        for route in itertools.permutations(range(data["n"]), size):
            cost, key = route_cost(data, route), frozenset(route)
            if cost is not None and cost < best_of.get(key, math.inf):
                best_of[key] = cost

    def search(left, vehicles):
        if not left:
            return 0
        first, best = min(left), math.inf
        if data["prize"][first] is not None:
            best = data["prize"][first] + search(left - {first}, vehicles)
        for served, cost in best_of.items():
            if vehicles and first in served and served <= left:
                best = min(best, cost + search(left - served, vehicles - 1))
        return best
    return search(frozenset(range(data["n"])), data["vehicles"])


# ---- brute force of more ----

def rich_model(seed, tight=False, **more):
    """Two types with matrices of their own, skills, alternatives, rows of matrices in any order, limits of time and of stops. tight: no prizes, a vehicle of each
    type, of one stop."""
    dice = random.Random(seed)
    n = dice.randint(2, 4)
    rows = dice.sample(range(n + 2), n + 2)  # of two depots and n stops
    data = dict(n=n, rows=rows, types=[], group=[dice.choice([None, None, 0]) for _ in range(n)], skill=[dice.choice([0, 0, 1]) for _ in range(n)],
                window=[dice.choice([[(0, 300)], [(0, 20), (dice.randint(30, 50), 90)]]) for _ in range(n)], service=[dice.randint(0, 6) for _ in range(n)],
                setup=[dice.choice([0, 3]) for _ in range(n)], prize=[dice.choice([None, 9.25]) for _ in range(n)], lost=dice.choice([None, 11]))
    data.update(dict(prize=[None] * n, lost=None) if tight else {})
    model = cordee.routing.Model(**more)
    depots = [model.add_depot(location=rows[k]) for k in range(2)]
    for t in range(2):
        distance = [[0 if a == b else dice.randint(2, 40) / 2 for b in range(n + 2)] for a in range(n + 2)]
        duration = [[0 if a == b else dice.randint(1, 25) for b in range(n + 2)] for a in range(n + 2)]
        kind = dict(distance=distance, duration=duration, start=dice.randint(0, 1), end=dice.choice([0, 1, None]), fixed=dice.choice([0, 3]), rate=dice.choice([1, 0.5]),
                    time=dice.choice([0, 1.5]), longest=dice.choice([None, 60]), stops=dice.choice([None, 2]), count=dice.randint(1, 2), skills={0, 1} if t else {0})
        kind.update(dict(stops=1, count=1) if tight else {})
        data["types"].append(kind)
        model.add_matrix(distance, duration, profile="way %d" % t)
        model.add_vehicle_type(kind["count"], start=depots[kind["start"]], end=None if kind["end"] is None else depots[kind["end"]], fixed_cost=kind["fixed"],
                               distance_cost=kind["rate"], duration_cost=kind["time"], max_duration=kind["longest"], max_stops=kind["stops"],
                               skills=kind["skills"], profile="way %d" % t)
    group = model.add_group(prize=data["lost"])
    for k in range(n):
        grouped = data["group"][k] is not None
        model.add_stop(location=rows[k + 2], service=data["service"][k], setup=data["setup"][k], window=data["window"][k],
                       group=group if grouped else None, prize=None if grouped else data["prize"][k], skills=[data["skill"][k]])
    return model, data


def ride_cost(data, kind, route):
    """Of a vehicle of that type; the shortest duration over all departures."""
    rows = data["rows"]
    way = [rows[kind["start"]]] + [rows[k + 2] for k in route] + ([] if kind["end"] is None else [rows[kind["end"]]])
    if any(data["skill"][k] not in kind["skills"] for k in route) or (kind["stops"] is not None and len(route) > kind["stops"]):
        return None
    shortest = None
    for departure in range(0, 250):
        now, late = departure, False
        for k, (a, b) in zip(route, zip(way, way[1:])):
            now += kind["duration"][a][b] + (data["setup"][k] if a != b else 0)
            begin = next((max(now, ready) for ready, due in data["window"][k] if now <= due), None)
            late |= begin is None
            now = (begin or 0) + data["service"][k]
        if kind["end"] is not None:
            now += kind["duration"][way[-2]][way[-1]]
        if not late and (shortest is None or now - departure < shortest):
            shortest = now - departure
    if shortest is None or (kind["longest"] is not None and shortest > kind["longest"]):
        return None
    return kind["fixed"] + kind["rate"] * sum(kind["distance"][a][b] for a, b in zip(way, way[1:])) + kind["time"] * shortest


def cheapest_plan(data, allowed=False):
    """The optimum over who is served, by which types, in which orders; infinity: there is none that serves all who have to be.
    allowed: (how many who have no prize are left out, the cost), the first as small as possible."""
    n, kinds = data["n"], data["types"]
    best_of = [{}, {}]
    for t, kind in enumerate(kinds):
        for size in range(1, n + 1):
            for route in itertools.permutations(range(n), size):
                cost = ride_cost(data, kind, route)
                if cost is not None and cost < best_of[t].get(frozenset(route), math.inf):
                    best_of[t][frozenset(route)] = cost

    def rides(left, counts):
        if not left:
            return 0
        first, best = min(left), math.inf
        for t in range(2):
            for served, cost in best_of[t].items() if counts[t] else ():
                if first in served and served <= left:
                    best = min(best, cost + rides(left - served, tuple(count - (k == t) for k, count in enumerate(counts))))
        return best
    best = (0, math.inf)
    grouped = [k for k in range(n) if data["group"][k] is not None]
    for served in (frozenset(one) for size in range(n + 1) for one in itertools.combinations(range(n), size)):
        missed = [data["prize"][k] for k in range(n) if k not in served and k not in grouped]
        missed += [data["lost"]] if grouped and not served & set(grouped) else []
        if (allowed or None not in missed) and len(served & set(grouped)) <= 1:
            cost = sum(prize for prize in missed if prize is not None) + rides(served, tuple(kind["count"] for kind in kinds))
            if math.isfinite(cost):
                best = min(best, (missed.count(None), cost)) if math.isfinite(best[1]) else (missed.count(None), cost)
    return best if allowed else best[1]


class Answers(unittest.TestCase):
    def test_brute_force_of_more(self):
        complete = 0
        for seed in range(60):
            model, data = rich_model(seed)
            best = cheapest_plan(data)
            try:
                solution = model.solve(seed=seed, threads=1, epochs=4)
            except cordee.NoSolution:
                self.assertEqual(best, math.inf, seed)
                continue
            self.assertEqual(solution.is_complete, best < math.inf, seed)
            if solution.is_complete:
                self.assertAlmostEqual(solution.cost, best, places=9, msg="seed %d" % seed)
                complete += 1
        self.assertGreater(complete, 20)

    def test_stops_that_may_be_left_out(self):
        """As many as possible are served, then the cost is least; a solution is complete in any case."""
        partial = 0
        for seed in range(60):
            model, data = rich_model(seed, seed % 2 == 0, unserved="allowed")
            missing, best = cheapest_plan(data, True)
            solution = model.solve(seed=seed, threads=1, epochs=4)
            grouped = [stop for stop in model.stops if stop.group]
            lost = [stop for stop in solution.unserved if stop.prize is None and stop.group is None]
            groups = data["lost"] is None and grouped and all(stop in solution.unserved for stop in grouped)
            self.assertEqual((len(lost) + bool(groups), solution.is_complete), (missing, True), "seed %d" % seed)
            self.assertAlmostEqual(solution.cost, best, places=9, msg="seed %d" % seed)
            self.assertAlmostEqual(sum(solution.costs.values()), solution.cost, places=9)
            partial += missing > 0
        self.assertGreater(partial, 5)

    def test_a_stop_that_nobody_can_serve(self):
        for more, served in (({}, 1), (dict(max_stops=9), 1), (dict(count=None), 1)):
            model = cordee.routing.Model(unserved="allowed")
            model.add_depot(0, 0)
            model.add_vehicle_type(capacity=5, **more)
            model.add_stop(3, 4, delivery=5)
            heavy = model.add_stop(3, 4, delivery=6)
            solution = model.solve(**QUICK)
            self.assertEqual((solution.unserved, solution.cost, solution.is_complete, len(solution.routes)), ([heavy], 10, True, served))
            pair = model.add_pair(model.add_stop(1, 0), model.add_stop(2, 0), 6, prize=4)
            solution = model.solve(**QUICK)
            self.assertEqual((solution.cost, solution.costs["prizes"]), (14, 4))
            self.assertEqual(set(solution.unserved), {heavy, pair.pickup, pair.delivery})

    def test_all_served_where_that_is_possible(self):
        """Then the method is that of plain models, with its bound."""
        model = cordee.routing.Model(unserved="allowed")
        model.add_depot(0, 0)
        model.add_vehicle_type(None, 9)
        for x in range(12):
            model.add_stop(x, 5, delivery=2)
        solution = model.solve(**QUICK)
        self.assertEqual((solution.result.method, solution.unserved, solution.gap is not None), ("sisr", [], True))
        self.assertEqual(solution.costs["prizes"], 0)

    def test_longest_route(self):
        """makespan: the longest route first, then the cost; balance:W: the cost and W times the longest route. All partitions, all orders."""
        def times_of(data, plan):
            return [data["matrix"][0][route[0] + 1] + sum(data["matrix"][a + 1][b + 1] for a, b in zip(route, route[1:])) + data["matrix"][route[-1] + 1][0]
                    for route in plan]

        for seed in range(12):
            dice = random.Random(seed)
            n = dice.randint(3, 5)
            data = dict(matrix=[[0 if a == b else dice.randint(1, 30) for b in range(n + 1)] for a in range(n + 1)])
            plans = [times_of(data, [part for part in (order[:cut], order[cut:]) if part]) for order in itertools.permutations(range(n)) for cut in range(n // 2 + 1)]
            for objective, key in (("makespan", lambda times: (max(times), sum(times))), ("balance:3", lambda times: sum(times) + 3 * max(times))):
                model = cordee.routing.Model(objective=objective)
                model.add_depot()
                model.add_matrix(data["matrix"])
                model.add_vehicle_type(2)
                for _ in range(n):
                    model.add_stop()
                best = min(plans, key=key)
                solution = model.solve(seed=seed, threads=1, epochs=16)
                longest = max(route.duration for route in solution.routes)
                self.assertEqual(sum(route.distance for route in solution.routes), solution.costs["distance"])
                if objective == "makespan":
                    self.assertEqual((longest, solution.cost, solution.costs["balance"]), (*key(best), 0), "seed %d" % seed)
                else:
                    self.assertEqual((solution.cost, solution.costs["balance"]), (key(best), 3 * longest), "seed %d" % seed)

    def test_plain_models(self):
        """Those of one depot and alike vehicles have the answer of the method for these, and a bound."""
        xy = numpy.random.default_rng(5).integers(0, 100, (30, 2)) / 4
        for more in ({}, dict(window=(0, 60), service=1.5), dict(count=9)):
            model = cordee.routing.Model(name="plain")
            model.add_depot(10, 10)
            model.add_vehicle_type(more.get("count"), 2.5)
            for x, y in xy:
                model.add_stop(x, y, delivery=0.25, **{name: value for name, value in more.items() if name != "count"})
            solution = model.solve(threads=1, epochs=2, epoch=50)
            self.assertEqual((solution.result.method, solution.cost), ("sisr", solution.result.cost))
            self.assertEqual(solution.instance.judge(solution.genes), solution.cost)
            self.assertTrue(solution.gap > 0 and solution.is_complete)
            self.assertLessEqual(model.solve(start=solution, threads=1, epochs=1, epoch=5).cost, solution.cost)
            other = model.solve(start=solution, method="ruin", threads=1, epochs=2)
            self.assertEqual((other.result.method, other.gap), ("ruin", None))
            self.assertLessEqual(other.cost, solution.cost)
            self.assertEqual(pickle.loads(pickle.dumps(solution)).table()["stop"].tolist(), solution.table()["stop"].tolist())
        model.add_vehicle_type(1, 3)
        self.assertEqual(model.solve(threads=1, epochs=1).result.method, "ruin")

    def test_brute_force(self):
        proven = complete = 0
        for seed in range(40):
            model, data = dice_model(seed)
            best = cheapest(data)
            try:
                solution = model.solve(seed=seed, threads=1, epochs=4)
            except cordee.NoSolution:
                self.assertEqual(best, math.inf, seed)
                proven += 1
                continue
            self.assertEqual(solution.is_complete, best < math.inf, seed)
            if solution.is_complete:
                self.assertAlmostEqual(solution.cost, best, places=9, msg="seed %d" % seed)
                complete += 1
                self.check_schedule(data, solution)
        self.assertGreater(complete, 20)

    def check_schedule(self, data, solution):
        """Times and loads of each visit, from the data alone."""
        table = solution.table()
        rows = [dict(zip(table, values)) for values in zip(*(column.tolist() for column in table.values()))]
        stops = {stop.name: stop.index for stop in solution.model.stops}
        for before, row in zip(rows, rows[1:]):
            if row["kind"] == "start":
                continue
            a, b = (stops[one["stop"]] + 1 if one["stop"] else 0 for one in (before, row))
            way = 0 if row["kind"] == "end" and data["open"] else data["matrix"][a][b]
            self.assertEqual(row["arrival"], before["departure"] + way)
            self.assertEqual(row["distance"], before["distance"] + way)
            self.assertEqual(row["begin"], row["arrival"] + row["wait"])
            if row["kind"] == "stop":
                ready, due = data["window"][b - 1]
                self.assertTrue(ready <= row["begin"] <= (math.inf if due is None else due))
                self.assertEqual(row["departure"], row["begin"] + data["service"][b - 1])
                self.assertEqual(row["load"], before["load"] - data["demand"][b - 1])

    def test_pairs_skills_and_backhauls(self):
        model = cordee.routing.Model(distances="rounded")
        west, east = model.add_depot(0, 0, name="west"), model.add_depot(100, 0, name="east")
        model.add_vehicle_type(1, [4, 2], start=west, skills={"lift"}, name="lorry")
        model.add_vehicle_type(1, (4, 2), start=east, end=None, fixed_cost=1, name="bike")
        lift = model.add_stop(90, 0, delivery=(1, 0), skills=["lift"], name="piano")
        a, b = model.add_stop(95, 5), model.add_stop(97, 5)
        pair = model.add_pair(a, b, amount=(4, 1))
        solution = model.solve(**QUICK)
        by_type = {route.vehicle_type.name: route.stops for route in solution.routes}
        self.assertEqual(by_type, {"lorry": [lift], "bike": [pair.pickup, pair.delivery]})
        self.assertEqual([row for row in solution.table()["load_0"].tolist()], [1, 0, 0, 0, 4, 0, 0])
        self.assertEqual(solution.cost, 180 + 1 + 7 + 2)

    def test_backhauls_come_last(self):
        model = cordee.routing.Model(distances="rounded")
        model.add_depot(0, 0)
        model.add_vehicle_type(1, 5)
        near, far = model.add_stop(10, 0, pickup=5, backhaul=True), model.add_stop(20, 0, delivery=5)
        self.assertEqual(model.solve(**QUICK).routes[0].stops, [far, near])
        alone = cordee.routing.Model(backhauls_alone=False)
        alone.add_depot(0, 0)
        alone.add_vehicle_type(1, 5)
        alone.add_stop(10, 0, pickup=5, backhaul=True)
        with self.assertRaises(cordee.Error):
            alone.solve(**QUICK)

    def test_releases_and_setups(self):
        model = cordee.routing.Model(distances="rounded")
        model.add_depot(0, 0, service=3)
        model.add_vehicle_type(1, 5, trips=None, duration_cost=1)
        model.add_stop(10, 0, delivery=5, setup=4, window=(0, 40), name="first")
        model.add_stop(-10, 0, delivery=5, release=50, name="second")
        solution = model.solve(**QUICK)
        self.assertEqual(solution.table()["begin"].tolist()[-2], 60)
        self.assertEqual([[stop.name for stop in trip] for trip in solution.routes[0].trips], [["first"], ["second"]])
        self.assertEqual(solution.routes[0].reloads, model.depots)
        self.assertEqual(solution.to_dict()["routes"][0]["stops"], ["first", "second"])
        with self.assertRaisesRegex(cordee.UsageError, "several trips"):
            solution.write(os.path.join(WORK, "trips.json"))

    def test_breaks(self):
        model = cordee.routing.Model(distances="rounded")
        model.add_depot(0, 0)
        model.add_vehicle_type(1, breaks=[(0, 100, 30)], duration_cost=1, distance_cost=0)
        model.add_stop(10, 0)
        self.assertEqual(model.solve(backend="cpu", **QUICK).cost, 50)

    def test_breaks_in_the_schedule(self):
        """Where the answer of VROOM's form has them, and when."""
        model = cordee.routing.Model(distances="rounded")
        model.add_depot(0, 0)
        model.add_vehicle_type(1, 9, breaks=[(12, 40, 5), (20, 70, 7)], duration_cost=1)
        for x, y in ((10, 0), (10, 15), (0, 15)):
            model.add_stop(x, y, delivery=2, service=3)
        solution = model.solve(backend="cpu", **QUICK)
        path = os.path.join(WORK, "breaks.json")
        solution.write(path)
        with open(path, encoding="utf-8") as file:
            steps = json.load(file)["routes"][0]["steps"]
        table = {name: values.tolist() for name, values in solution.table().items()}
        self.assertEqual(table["kind"], [{"job": "stop"}.get(step["type"], step["type"]) for step in steps])
        self.assertEqual(table["kind"].count("break"), 2)
        for name, theirs in (("arrival", "arrival"), ("wait", "waiting_time"), ("load", "load")):
            self.assertEqual(table[name], [step[theirs][0] if name == "load" else step[theirs] for step in steps])
        self.assertEqual([end - begin for begin, end in zip(table["begin"], table["departure"])], [step["service"] for step in steps])
        self.assertEqual(len(solution.routes[0].stops), 3)

    def test_too_few_vehicles(self):
        model = cordee.routing.Model()
        model.add_depot(0, 0)
        model.add_vehicle_type(1, 5)
        for x in (1, 2):
            model.add_stop(x, 0, delivery=4)
        with self.assertWarnsRegex(RuntimeWarning, "incomplete: 1 customer left out"):
            solution = model.solve(**QUICK)
        self.assertEqual((solution.is_complete, len(solution.unserved), len(solution.routes)), (False, 1, 1))

    def test_exact_numbers(self):
        """0.1 + 0.2 is 0.3, and a float32 is what it is written as."""
        model = cordee.routing.Model()
        model.add_matrix(numpy.array([[0, 0.1], [0.2, 0]], dtype=numpy.float32))
        model.add_depot()
        model.add_stop(prize=decimal.Decimal("1000.001"))
        model.add_vehicle_type(fixed_cost=0.25, distance_cost=0.5)
        solution = model.solve(**QUICK)
        self.assertEqual((solution.cost, solution.instance.decimals), (0.4, 3))

    def test_start(self):
        model = hours_8()
        model.add_vehicle_type(1, 12)
        first = model.solve(**QUICK)
        self.assertLessEqual(model.solve(start=first, threads=1, epochs=1).cost, first.cost)


class Shown(unittest.TestCase):
    def solved(self):
        model = hours_8()
        model.add_vehicle_type(1, 12)
        return model.solve(**QUICK)

    def test_copies(self):
        solution = self.solved()
        again = pickle.loads(pickle.dumps(solution))
        self.assertEqual((again.cost, [stop.name for stop in again.routes[0].stops]), (solution.cost, [stop.name for stop in solution.routes[0].stops]))
        self.assertEqual({name: column.tolist() for name, column in again.table().items()}, {name: column.tolist() for name, column in solution.table().items()})
        self.assertEqual(pickle.loads(pickle.dumps(solution.model)).instance().digest, solution.instance.digest)
        self.assertEqual(pickle.loads(pickle.dumps(solution.instance)).digest, solution.instance.digest)

    def test_json(self):
        solution = self.solved()
        said = json.loads(solution.to_json())
        self.assertEqual((said["cost"], len(said["routes"]), len(said["routes"][0]["visits"])), (solution.cost, 1, len(solution.table()["kind"])))
        features = solution.geojson()["features"]
        self.assertEqual([one["geometry"]["type"] for one in features], ["LineString", "Point", "Point"])
        self.assertEqual(features[0]["properties"]["stops"], said["routes"][0]["stops"])

    def test_frame(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(ImportError, "schedule.. needs pandas .*table.. does not"):
                self.solved().schedule()
            self.skipTest("no pandas")
        frame = self.solved().schedule()
        self.assertEqual(list(frame.columns), ["route", "vehicle_type", "trip", "kind", "stop", "arrival", "wait", "begin", "departure", "distance", "load"])
        self.assertEqual(frame["kind"].iloc[[0, -1]].tolist(), ["start", "end"])

    def test_results_of_files(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("no pandas")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # descriptions are not kept
            result = cordee.solve("instances/day-10.json", **QUICK)
        frame, path = result.schedule(), os.path.join(WORK, "day.csv")
        result.write(path)
        with open(path, encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["route"]]
        self.assertEqual(frame["departure"].tolist(), [float(row["departure"]) for row in rows])
        self.assertEqual((frame["route"] + 1).tolist(), [int(row["route"]) for row in rows])
        self.assertEqual((frame["stop"] > 0).sum() + len(result.unserved), result.instance.size)
        with self.assertRaisesRegex(cordee.UsageError, "expected a fleet, found an instance of TSP"):
            cordee.tsp([(0, 0), (5, 9), (8, 1)], threads=1, kicks=1).schedule()

    def test_plot(self):
        try:
            import matplotlib
        except ImportError:
            self.skipTest("no matplotlib")
        matplotlib.use("agg")
        axes = self.solved().plot()
        self.assertEqual([text.get_text() for text in axes.texts], ["depot 0", *(row["name"] for row in rows_of("hours-8.csv")[1:])])
        self.assertIs(self.solved().plot(axes), axes)

    def test_interrupt(self):
        model = cordee.routing.Model()
        model.add_depot(0, 0)
        model.add_vehicle_type(None, 50)
        for x, y in numpy.random.default_rng(1).integers(-100, 100, (200, 2)):
            model.add_stop(x, y, delivery=7)
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # which a job in the background ignores
        timer = threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        solution = model.solve(time=60, threads=1)
        signal.signal(signal.SIGINT, before)
        self.assertTrue(solution.interrupted and solution.is_complete)
        self.assertLess(solution.result.progress.elapsed_s, 30)

    def test_the_older_function(self):
        self.assertEqual(cordee.routing([0, 1, 1], 2, coords=[(0, 0), (3, 4), (6, 8)]).size, 2)
        from cordee.routing import Model
        self.assertIs(Model, cordee.routing.Model)


class Wrong(unittest.TestCase):
    """Each error names the argument, and what was expected."""

    def refused(self, expected, call, kind=cordee.UsageError):
        with self.assertRaisesRegex(kind, expected):
            call(self.model())

    def model(self):
        model = cordee.routing.Model()
        model.add_depot(0, 0)
        model.add_stop(3, 4, delivery=1)
        return model

    def test_arguments(self):
        for expected, call in (
                (r"^distances: expected real or rounded or truncated, found 'exact'", lambda m: cordee.routing.Model(distances="exact")),
                (r"^unserved: expected refused or allowed, found 'some'", lambda m: cordee.routing.Model(unserved="some")),
                (r"^count: expected a whole number from 1 to \d+, found 0", lambda m: m.add_vehicle_type(0)),
                (r"^capacity: expected a number from 0 on, found -1", lambda m: m.add_vehicle_type(1, -1)),
                (r"^fixed_cost: expected a number, found 'much'", lambda m: m.add_vehicle_type(fixed_cost="much")),
                (r"^start: expected a Depot of this model, found 3", lambda m: m.add_vehicle_type(start=3)),
                (r"^start: expected a Depot of this model, found 'depot 0' of another one", lambda m: m.add_vehicle_type(start=self.model().depots[0])),
                (r"^start: expected a start or an end, found neither", lambda m: m.add_vehicle_type(start=None, end=None)),
                (r"^trips: expected more than 1, or None, beside reload_depots", lambda m: m.add_vehicle_type(reload_depots=m.depots)),
                (r"^breaks: expected \(ready, due, length\) each, found \(1, 2\)", lambda m: m.add_vehicle_type(breaks=[(1, 2)])),
                (r"^shift: expected a due time that is not before ready, found \(5, 4\)", lambda m: m.add_vehicle_type(shift=(5, 4))),
                (r"^window: expected two times \(ready, due\), found 7", lambda m: m.add_stop(1, 1, window=7)),
                (r"^window: expected windows in rising order and apart, found one from 3 on behind one until 4", lambda m: m.add_stop(1, 1, window=[(0, 4), (3, 9)])),
                (r"^y: expected x and y, found x alone", lambda m: m.add_stop(1)),
                (r"^lat: expected degrees from -90 to 90, found 130", lambda m: m.add_stop(lat=130, lon=3)),
                (r"^x: expected x and y, or lat and lon, found both", lambda m: m.add_stop(1, 1, lat=1, lon=1)),
                (r"^delivery: expected from 1 to 8 dimensions, found 9", lambda m: m.add_stop(1, 1, delivery=[1] * 9)),
                (r"^prize: expected a finite number, found nan", lambda m: m.add_stop(1, 1, prize=math.nan)),
                (r"^prize: expected none of a stop of a group", lambda m: m.add_stop(1, 1, prize=1, group=m.add_group())),
                (r"^skills: expected a list or a set of them, found the text 'lift'", lambda m: m.add_stop(1, 1, skills="lift")),
                (r"^pickup: expected a stop without a delivery, which the pair has, found stop 0", lambda m: m.add_pair(m.stops[0], m.add_stop(1, 1))),
                (r"^distance: expected shape \(n, n\), found \(2, 3\)", lambda m: m.add_matrix([[0, 1, 2], [1, 0, 2]])),
                (r"^distance: expected numbers from 0 on, found -1 at \[0, 1\]", lambda m: m.add_matrix([[0, -1], [1, 0]])),
                (r"^distance: expected a number at \[0, 1\], found none", lambda m: m.add_matrix([[0, None], [1, 0]])),
                (r"^duration: expected shape \(2, 2\), as distance has, found \(1, 1\)", lambda m: m.add_matrix([[0, 1], [1, 0]], [[0]])),
                (r"^osrm: expected an answer with code Ok", lambda m: m.add_matrix(osrm={"code": "NoTable"})),
                (r"^osrm: expected durations or distances", lambda m: m.add_matrix(osrm={"code": "Ok"}))):
            self.refused(expected, call)

    def test_models(self):
        def two_depots(model):
            model.add_depot(1, 1)
            model.add_vehicle_type()

        def solve(change):
            def call(model):
                model.add_vehicle_type(1, 9)
                change(model)
                model.instance()
            return call
        for expected, call in (
                (r"^start: expected a depot, as the model has 2, found none", two_depots),
                (r"^add_vehicle_type: expected at least one call", lambda m: m.instance()),
                (r"^x: expected coordinates of stop 1, or matrices", solve(lambda m: m.add_stop())),
                (r"^lat: expected lat and lon of all depots and stops, or x and y of all", solve(lambda m: m.add_stop(lat=1, lon=2))),
                (r"^location: expected matrices of 2 rows, as there are depots and stops, or a location of each, found 3", solve(lambda m: m.add_matrix(numpy.ones((3, 3), int)))),
                (r"^capacity of type 0: expected 2 numbers, as delivery of stop 0 has, found 1", self.model_of_two_dimensions),
                (r"^profile: expected one of car, foot for type 0, found None", solve(self.two_profiles)),
                (r"^distance: expected numbers of at most 6 decimals, found 0.333.* at \[0, 1\]: decimals=3 rounds", solve(lambda m: m.add_matrix([[0, 1 / 3], [1, 0]]))),
                (r"^distance: expected numbers up to 268435456, as they or times have 0 decimals, found 1000000000", solve(lambda m: m.add_matrix([[0, 10**9], [1, 0]]))),
                (r"^shift: expected times when depot 1 is open, found none of type 1", solve(self.closed))):
            self.refused(expected, call)

    @staticmethod
    def model_of_two_dimensions(_):
        model = cordee.routing.Model()
        model.add_depot(0, 0)
        model.add_stop(1, 1, delivery=(1, 2))
        model.add_vehicle_type(1, 5)
        model.instance()

    @staticmethod
    def two_profiles(model):
        model.add_matrix([[0, 1], [1, 0]])
        model.add_matrix([[0, 2], [2, 0]], profile="foot")

    @staticmethod
    def closed(model):
        model.add_vehicle_type(start=model.add_depot(1, 1, window=(0, 10)), shift=(20, 30))

    def test_no_speed(self):
        model = cordee.routing.Model()
        model.add_depot(lat=1, lon=1)
        model.add_vehicle_type()
        model.add_stop(lat=1, lon=2, service=3)
        with self.assertRaisesRegex(cordee.UsageError, "^speed: expected the speed of vehicles in km/h"):
            model.instance()

    def test_what_comes_first(self):
        """Customers who may be left out go with no other first part of the cost."""
        for objective in ("vehicles", "makespan", "balance:2"):
            model = cordee.routing.Model(objective=objective, unserved="allowed")
            model.add_depot(0, 0)
            model.add_vehicle_type()
            model.add_stop(3, 4)
            with self.assertRaisesRegex(cordee.UsageError, "--objective vehicles, makespan and balance: expected customers who must be served"):
                model.solve(**QUICK)

    def test_no_solution(self):
        def heavy(model):
            model.add_vehicle_type(1, 0.5)
            model.instance()
        self.refused("customer 1", heavy, cordee.NoSolution)

    def test_rounding_is_said(self):
        model = cordee.routing.Model()
        model.add_matrix([[0, 1 / 3], [2 / 3, 0]], decimals=2)
        model.add_depot()
        model.add_stop()
        model.add_vehicle_type()
        self.assertEqual(model.solve(**QUICK).cost, 1.0)


if __name__ == "__main__":
    outcome = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    failed = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed, %d skipped" % (outcome.testsRun - failed - len(outcome.skipped), failed, len(outcome.skipped)))
    sys.exit(failed > 0)
