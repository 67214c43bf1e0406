#!/usr/bin/python3
"""Results and instances that are copied, pickled and returned by other processes; values that lack; names that Python has words for.
  check_copies.py CORDEE FOLDER            or with pytest, CORDEE_WORK being set"""
import concurrent.futures
import copy
import multiprocessing
import os
import pickle
import shutil
import sys
import unittest

import numpy
import cordee

WORK = sys.argv[2] if __name__ == "__main__" else os.environ.get("CORDEE_WORK", "")  # pytest, and processes that are spawned
PLACES = numpy.random.default_rng(1).integers(0, 100, (20, 2))


class Copies(unittest.TestCase):
    def test_results(self):
        result = cordee.solve(coords=PLACES, threads=1, method="climb", climbers=5, keep=True)
        for one in (copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
            self.assertEqual((one.cost, one.bound, one.above_bound_percent, one.verified, one.method, one.end), (result.cost, result.bound, result.above_bound_percent, True, "climb", "finished"))
            self.assertEqual((one.solution.tolist(), one.trace.tolist(), one.checkpoint), (result.solution.tolist(), result.trace.tolist(), result.checkpoint))
            self.assertEqual((one.progress.finished, one.instance.judge(one.solution)), (result.progress.finished, result.cost))
            self.assertEqual(cordee.resume(one.checkpoint, one.instance).cost, result.cost)

    def test_instances(self):
        path = "instances/uniform-60-1.tsp"
        order = numpy.arange(60)
        for one in (cordee.read(path), cordee.tour(numpy.random.default_rng(2).integers(0, 99, (60, 2)), metric="CEIL_2D"),
                    cordee.tour(matrix=numpy.add.outer(order, order)), cordee.matching(numpy.add.outer(order, order[:5]) + 1)):
            genes = order % 5 if one.times is not None else order
            other = pickle.loads(pickle.dumps(one))
            self.assertEqual((other.name, other.size, other.judge(genes)), (one.name, one.size, one.judge(genes)))
            self.assertIs(copy.deepcopy(one), one)

    def test_what_has_changed_since(self):
        matrix = numpy.array([[0, 2, 9], [1, 0, 6], [15, 7, 0]], dtype=numpy.int32)
        one = cordee.tour(matrix=matrix)
        matrix[0, 1] = 5
        with self.assertRaisesRegex(cordee.UsageError, "matrix: expected an array as it was"):
            pickle.dumps(one)
        path = os.path.join(WORK, "changing.tsp")
        shutil.copy("instances/uniform-60-1.tsp", path)
        text = pickle.dumps(cordee.read(path))
        with open(path, "a", encoding="ascii") as out:
            out.write("\n")
        with self.assertRaisesRegex(cordee.FormatError, "found another"):
            pickle.loads(text).judge(numpy.arange(60))

    def test_batches_with_failures(self):
        found = pickle.loads(pickle.dumps(cordee.solve_batch([cordee.tour(PLACES), "nowhere.tsp"], threads=1, method="climb", climbers=2)))
        self.assertTrue(found[0].verified and isinstance(found[1], cordee.InputError) and "nowhere.tsp" in str(found[1]))


def cost_of(seed):
    return cordee.solve(coords=PLACES, seed=seed, threads=2, method="climb", climbers=10)


class Processes(unittest.TestCase):
    """After a search with threads in this process: they are not in a child of fork()."""
    def pooled(self, method):
        wanted = [cost_of(seed).cost for seed in (1, 2, 3)]
        with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
            found = [one.result(timeout=120) for one in [pool.submit(cost_of, seed) for seed in (1, 2, 3)]]
        self.assertEqual([one.cost for one in found], wanted)

    def test_fork(self):
        self.pooled("fork")

    def test_spawn(self):
        self.pooled("spawn")

    def test_pool_of_multiprocessing(self):
        wanted = cost_of(4).cost
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual([one.cost for one in pool.map_async(cost_of, [4, 4, 4]).get(120)], [wanted] * 3)


class Names(unittest.TestCase):
    def test_options_that_python_has_words_for(self):
        one = cordee.tour(PLACES, path="open", from_=3, to=5)
        for solution in (cordee.solve(one, threads=1, time=0.1).solution, cordee.solve(coords=PLACES, path="open", from_=3, to=5, threads=1, time=0.1).solution):
            self.assertEqual((solution[0], solution[-1]), (2, 4))
        path = "instances/uniform-60-1.tsp"
        self.assertLess(cordee.read(path, path="open").judge(numpy.arange(60)), cordee.read(path).judge(numpy.arange(60)))
        self.assertEqual(cordee.solve(path, path="open", from_=7, threads=1, time=0.1).solution[0], 6)

    def test_metric_of_an_instance(self):
        with self.assertRaisesRegex(cordee.UsageError, "metric: expected none beside an instance"):
            cordee.solve(cordee.tour(PLACES), metric="GEO")


class Frames(unittest.TestCase):
    def setUp(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        self.frame = pandas.DataFrame

    def test_columns_by_their_names(self):
        x, y = PLACES.T
        wanted = cordee.tour(PLACES).judge(numpy.arange(20))
        with self.assertWarnsRegex(UserWarning, "not used: id$"):
            self.assertEqual(cordee.tour(self.frame({"id": range(20), "y": y, "x": x})).judge(numpy.arange(20)), wanted)
        self.assertEqual(cordee.tour(self.frame(PLACES)).judge(numpy.arange(20)), wanted)
        with self.assertRaisesRegex(cordee.UsageError, "expected columns x and y, or lat and lng, found a, b"):
            cordee.tour(self.frame(PLACES, columns=["a", "b"]))

    def test_latitudes_and_longitudes(self):
        degrees = numpy.array([[52.5, 13.4], [48.1, 11.6], [53.6, 10.0]])
        frame = self.frame(degrees[:, ::-1], columns=["Longitude", "Latitude"])
        length = cordee.tour(frame).judge([0, 1, 2])
        self.assertEqual(length, cordee.tour(degrees, metric="GEOM").judge([0, 1, 2]))
        self.assertTrue(1.2e6 < length < 1.6e6)  # metres
        self.assertLess(cordee.tour(frame, metric="EUC_2D").judge([0, 1, 2]), 20)
        routes = cordee.routing([0, 1, 1], 5, coords=frame)
        self.assertEqual(routes.judge([-1, 2]), length)
        self.assertIn("distances metres on the sphere (GEOM)", routes.remark)
        self.assertEqual(copy.copy(routes).judge([-1, 2]), pickle.loads(pickle.dumps(routes)).judge([-1, 2]))
        self.assertEqual(cordee.routing([0, 1, 1], 5, coords=degrees, metric="GEOM").judge([-1, 2]), length)
        self.assertLess(cordee.routing([0, 1, 1], 5, coords=frame, metric="EUC_2D").judge([-1, 2]), 20)

    def test_decimals_are_kept(self):
        matrix = numpy.array([[9, 1.5, 2.25], [1.5, numpy.nan, 1.125], [2.25, 1.125, numpy.inf]])
        for one in (matrix, matrix.astype(numpy.float32), matrix.tolist(), self.frame(matrix), numpy.ma.masked_invalid(matrix)):
            self.assertEqual(cordee.tour(matrix=one).judge([0, 1, 2]), 4.875)
            self.assertEqual(cordee.routing([0, 0.5, 1.25], 1.75, matrix=one).judge([-1, 2]), 4.875)
        self.assertEqual(cordee.tour(matrix=numpy.float32([[0, 0.1, 0.7], [0.1, 0, 0.2], [0.7, 0.2, 0]])).judge([0, 1, 2]), 1.0)
        routes = cordee.routing([0, 0.5, 1.25], 1.75, matrix=matrix)
        self.assertEqual(pickle.loads(pickle.dumps(routes)).judge([-1, 2]), 4.875)
        self.assertEqual(cordee.solve(routes, epochs=1, epoch=5, threads=1).cost, 4.875)
        with self.assertRaisesRegex(cordee.FormatError, "load 1.75 over capacity 1.74"):
            cordee.routing([0, 0.5, 1.25], 1.74, matrix=matrix).judge([-1, 2])
        self.assertEqual(cordee.routing([0, 1, 1], 2.5, matrix=matrix).judge([-1, 2]), 4.875)
        with self.assertRaisesRegex(cordee.FormatError, "matrix.0..1.: expected a number of at most 6 decimals, found 0.333333333333333: round it, or scale=F"):
            cordee.tour(matrix=numpy.where(numpy.eye(3), 0, 1 / 3))
        self.assertEqual(cordee.tour(matrix=numpy.where(numpy.eye(3), 0, 1 / 3), scale=1e6).judge([0, 1, 2]), 999999)
        with self.assertRaisesRegex(cordee.UsageError, r"matrix: expected a number at \[0, 1\]"):
            cordee.tour(matrix=[[0, None], [1, 0]])
        for capacity, error in ((2**32 + 5, cordee.FormatError), (-1, cordee.FormatError), (float("nan"), cordee.FormatError)):
            with self.assertRaises(error):
                cordee.routing([0, 1], capacity, matrix=[[0, 1], [1, 0]])
        with self.assertRaisesRegex(cordee.FormatError, "matrix.0..1.: expected a distance from 0 to 536870911, found 3000000000"):
            cordee.tour(matrix=[[0, 3000000000], [1, 0]])

    def test_unit_squares_of_routes(self):
        places = numpy.random.default_rng(5).random((9, 2)) * [1, 1e-4]
        demand, gene = [0] + [1] * 8, numpy.concatenate([[-1], numpy.arange(2, 9)])
        ring = numpy.concatenate([places, places[:1]])
        with self.assertRaisesRegex(cordee.FormatError, "square: expected a cost above 0 .*--scale F"):
            cordee.routing(demand, 9, coords=places / 10, name="square").judge(gene)
        for scale, slack in ((1e6, 4.5), (1609.344, 4.5)):
            wanted = scale * numpy.hypot(*numpy.diff(ring, axis=0).T).sum()
            self.assertAlmostEqual(cordee.routing(demand, 9, coords=places, scale=scale).judge(gene), wanted, delta=slack)
        result = cordee.solve(cordee.routing(demand, 9, coords=numpy.round(places * [20, 20e4], 2), objective="vehicles"), epochs=2, epoch=20, threads=1)
        self.assertIn("rounding of distances changes the cost", result.warning)

    def test_times(self):
        times = self.frame({"task": [1, 2], "a": [3, 4], "b": [5, 6]})
        with self.assertRaisesRegex(cordee.UsageError, "found task: make it the index"):
            cordee.matching(times)
        self.assertEqual(cordee.matching(times.set_index("task")).judge([0, 1]), 6)


class Lacking(unittest.TestCase):
    def test_masks_are_not_dropped(self):
        for wrong in (numpy.ma.masked_array([0, 1, 1], [0, 1, 0]), [0, None, 1], [0, float("nan"), 1]):
            with self.assertRaisesRegex(cordee.UsageError, "demand: expected a number at \\[1\\], found none"):
                cordee.routing(wrong, 5, coords=[(0, 0), (1, 1), (2, 2)])
        with self.assertRaisesRegex(cordee.UsageError, "coords: expected a number at \\[1, 0\\]"):
            cordee.tour([(0, 0), (None, 1), (2, 2)])

    def test_windows_have_defaults(self):
        coords, demand = [(0, 0), (10, 0), (0, 10)], [0, 1, 1]
        full = cordee.routing(demand, 5, coords=coords, ready=[0, 0, 5], due=[100, 100, 50], service=[0, 3, 0])
        part = cordee.routing(demand, 5, coords=coords, ready=[0, None, 5], due=[100, numpy.nan, 50], service=numpy.ma.masked_array([0, 3, 7], [0, 0, 1]))
        self.assertEqual(full.judge([-1, 2]), part.judge([-1, 2]))


if __name__ == "__main__":
    outcome = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    failed = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed, 0 skipped" % (outcome.testsRun - failed, failed))
    sys.exit(failed > 0)
