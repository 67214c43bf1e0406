#!/usr/bin/python3
"""What a routing.Model is made of: rows and labels of matrices, frames, vrplib's dicts.
  check_places.py CORDEE FOLDER         or with pytest, CORDEE and CORDEE_WORK being set"""
import pickle
import sys
import unittest

import numpy
import cordee
from dicts import vrplib

QUICK = dict(threads=1, epochs=3)


class Given(unittest.TestCase):
    """What models are made of: labels of matrices, vrplib's dicts."""

    def labelled(self, *where, **more):
        model = cordee.routing.Model()
        model.add_matrix([[0, 1, 9], [9, 0, 20], [2, 9, 0]], **more)
        model.add_depot(location=where[0])
        model.add_vehicle_type()
        model.add_stop(location=where[1], name="first")
        model.add_stop(location=where[2], name="second")
        return model

    def test_labels(self):
        """From row 2 by row 0 and row 1 is 2 + 1 + 20, the other way round 9 + 9 + 9."""
        by_row = self.labelled(2, 0, 1).solve(**QUICK)
        self.assertEqual((by_row.cost, [stop.name for stop in by_row.routes[0].stops]), (23, ["first", "second"]))
        for labels in ("abc", ("x", (1, 2), "c"), (10115, 10117, 7)):
            model = self.labelled(labels[2], labels[0], labels[1], labels=labels)
            self.assertEqual(model.instance().digest, by_row.instance.digest)
        self.assertEqual(self.labelled(2, 0, 1, labels="abc").instance().digest, by_row.instance.digest)
        model.add_matrix([[0, 1, 1], [1, 0, 1], [1, 1, 0]], labels=labels, profile="foot")
        with self.assertRaisesRegex(cordee.UsageError, "^labels: expected those of profile car in the same order, found others"):
            model.add_matrix([[0, 1, 1], [1, 0, 1], [1, 1, 0]], labels=labels[::-1], profile="bus")

    def test_rows_and_columns(self):
        """From row to column, however the matrix lies in memory."""
        rows = [[0, 1, 9], [9, 0, 20], [2, 9, 0]]
        for kind in (int, float, numpy.int32, numpy.float32):
            for matrix in (numpy.array(rows, kind), numpy.asfortranarray(rows, kind), numpy.array(rows, kind).T.copy().T):
                model = cordee.routing.Model()
                model.add_matrix(matrix, matrix + 1)
                model.add_depot(location=2)
                model.add_vehicle_type(duration_cost=1)
                for row in (0, 1):
                    model.add_stop(location=row)
                self.assertEqual(model.instance().judge([-1, 2, 0, -1]), 23 + 26)

    def test_frames(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        places = ["a", "b", "c"]
        frame = pandas.DataFrame([[0, 1, 9], [9, 0, 20], [2, 9, 0]], places, places)
        model = cordee.routing.Model()
        model.add_matrix(frame)
        model.add_depot(location="c")
        model.add_vehicle_type()
        for place in places[:2]:
            model.add_stop(location=place, name=place)
        self.assertEqual((model.solve(**QUICK).cost, model.instance().judge([-1, 2, 0, -1])), (23, 23))
        self.assertEqual(pickle.loads(pickle.dumps(model)).instance().digest, model.instance().digest)
        with self.assertRaisesRegex(cordee.UsageError, "^duration: expected a frame of the same places in the same order as distance"):
            model.add_matrix(frame, frame.loc[places[::-1], places[::-1]], profile="foot")

    def test_labels_that_are_wrong(self):
        for expected, where, more in (
                (r"^location: expected a label of the matrices, such as 'a', found 'd' of second", "cad", dict(labels="abc")),
                (r"^location: expected a row of the matrices, 0 to 2, or a label of these, found 1 of second", (7, 8, 1), dict(labels=(8, 9, 7))),
                (r"^location: expected a row of the matrices, 0 to 2, or a label of these, found 3 of second", (0, 1, 3), {}),
                (r"^location: expected a number, found 'a'", "abc", {}),
                (r"^location: expected a row of the matrices, or a label, found \['a'\]", (["a"], 1, 2), {}),
                (r"^labels: expected different ones, found 'a' twice", "aab", dict(labels="aab")),
                (r"^labels: expected 3 different ones, a row each, found 2", "aab", dict(labels="ab")),
                (r"^labels: expected values that a dict can have as keys, found \[\[\], 1, 2\]", (0, 1, 2), dict(labels=([], 1, 2)))):
            with self.assertRaisesRegex(cordee.UsageError, expected):
                self.labelled(*where, **more).instance()

    def test_vrplib(self):
        """The answers of cordee.solve of the same dict."""
        for path in ("instances/routes-12-1.vrp", "instances/windows-100-1.vrp"):
            found = vrplib(path)
            model = cordee.routing.Model.from_vrplib(found)
            solution, file = model.solve(seed=2, threads=1, epochs=1, epoch=10), cordee.solve(path, threads=1, epochs=1, epoch=10, seed=2)
            self.assertEqual((solution.cost, solution.genes[:file.solution.size].tolist()), (file.cost, file.solution.tolist()))
            self.assertEqual([stop.name for stop in model.stops], [str(k + 1) for k in range(len(model.stops))])
        matrix = dict(edge_weight_type="EXPLICIT", edge_weight=numpy.array([[0, 3, 4], [3, 0, 5], [4, 5, 0]]), demand=[2, 0, 2], capacity=3, depot=[1],
                      distance=20, service_time=4, vehicles=2)
        solution = cordee.routing.Model.from_vrplib(matrix, unserved="allowed").solve(**QUICK)
        self.assertEqual((solution.cost, [[stop.name for stop in route.stops] for route in solution.routes]), (16, [["0"], ["2"]]))
        self.assertEqual(sorted(route.duration for route in solution.routes), [10, 14])
        for expected, more in ((r"^capacity: expected it in a dict of vrplib.read_instance", dict(capacity=None)),
                               (r"^prize: expected none of a problem with one depot", dict(prize=[0, 1, 2])),
                               (r"^depot: expected one node from 0 to 2, found \[0, 1\]", dict(depot=[0, 1])),
                               (r"^edge_weight: expected a matrix, or node_coord with the type EUC_2D", dict(edge_weight=None, node_coord=[(0, 0)] * 3)),
                               (r"^time_window: expected shape \(3, 2\), found \(2, 2\)", dict(time_window=[(0, 1)] * 2))):
            with self.assertRaisesRegex(cordee.UsageError, expected):
                cordee.routing.Model.from_vrplib({key: value for key, value in {**matrix, **more}.items() if value is not None})


if __name__ == "__main__":
    outcome = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    failed = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed, %d skipped" % (outcome.testsRun - failed - len(outcome.skipped), failed, len(outcome.skipped)))
    sys.exit(failed > 0)
