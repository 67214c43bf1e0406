#!/usr/bin/python3
"""Prices, searches and flows of the package against plain Python, and calls that fail.
  check_computing.py CORDEE FOLDER         or with pytest, CORDEE and CORDEE_WORK being set"""
import os
import signal
import subprocess
import sys
import unittest

import cordee
import numpy

PROGRAM, FOLDER = sys.argv[1:3] if __name__ == "__main__" else (os.environ["CORDEE"], os.environ["CORDEE_WORK"])  # pytest
BOOK = {"S": [50.0, 100, 100], "T": [0.25, 1, 0.5], "sigma": [0.4, 0.2, 0.3], "r": [0.1, 0.05, 0.02], "type": ["put", "call", "put"]}


def drawn(seed, vertices=60, arcs=200):
    draw = numpy.random.default_rng(seed)
    tail, head = (draw.integers(vertices, size=arcs).astype(numpy.int32) for _ in range(2))
    order = numpy.argsort(tail, kind="stable")
    offset = numpy.concatenate(([0], numpy.cumsum(numpy.bincount(tail, minlength=vertices))))
    return offset, head[order], tail[order], draw.integers(50, size=arcs)


class Prices(unittest.TestCase):
    def test_one_option(self):
        records = cordee.price(S=50, T=0.25, sigma=0.4, r=0.1, steps=1000, threads=1)
        self.assertEqual(len(records), 1)
        self.assertAlmostEqual(records.price[0], 7.81, delta=0.01)  # Hull, Technical Note 13, in continuous time

    def test_as_the_command_line(self):
        path = os.path.join(FOLDER, "book.csv")
        with open(path, "w", encoding="utf-8") as out:
            print(",".join(BOOK), *(",".join(map(str, row)) for row in zip(*BOOK.values())), sep="\n", file=out)
        run = subprocess.run([PROGRAM, "price", path, "--out", path + ".h5", "--csv", "-", "--quiet"], capture_output=True, check=True, text=True)
        rows = [line.split(",") for line in run.stdout.splitlines()]
        at = rows[0].index("price")
        for records in (cordee.price(BOOK), cordee.price(path), cordee.price(**BOOK)):
            self.assertEqual([float(row[at]) for row in rows[1:]], records.price.tolist())
            self.assertEqual(records["delta"].tolist(), records.delta.tolist())

    def test_a_frame(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        book = pandas.DataFrame(BOOK)
        book["M0"], book["note"] = [numpy.nan, 90, 130], ["a", None, "c"]
        frame = cordee.price(book, check=1).frame()
        self.assertEqual(frame["message"].tolist(), ["", "", ""])
        self.assertTrue((frame["price"] > 0).all() and (frame["steps"] == 1000).all())
        self.assertEqual(frame["price"][0], cordee.price(BOOK).price[0])

    def test_a_row_fails_alone(self):
        records = cordee.price(dict(BOOK, T=[0.25, -1, 0.5]))
        self.assertEqual(list(records.messages), [1])
        self.assertIn("book: row 2: T: expected", records.messages[1])
        self.assertTrue(records.code.tolist()[::2] == [0, 0] and records.price[1] == 0)

    def test_refused(self):
        for wrong, kind in ((dict(BOOK, T=[1]), cordee.UsageError), ({"S": [1.0]}, cordee.FormatError), (dict(BOOK, r=[1j] * 3), cordee.UsageError),
                            (dict(BOOK, sigma=["a", "b", "c"]), cordee.FormatError), ("/nowhere.csv", cordee.InputError), (None, cordee.UsageError)):
            with self.assertRaises(kind):
                cordee.price(wrong)
        with self.assertRaises(cordee.UsageError):
            cordee.price(BOOK, sources=3)


class Searches(unittest.TestCase):
    def levels(self, offset, to, source):
        level, queue = {source: 0}, [source]
        for v in queue:
            for u in to[offset[v]:offset[v + 1]].tolist():
                if u not in level:
                    level[u] = level[v] + 1
                    queue.append(u)
        return [level.get(v, -1) for v in range(len(offset) - 1)]

    def test_levels(self):
        offset, to, _, _ = drawn(1)
        graph = cordee.graph((offset, to))
        records = cordee.bfs(graph, numpy.arange(60), check=1)
        for source in range(60):
            expected = self.levels(offset, to, source)
            level, parent = cordee.levels(graph, source, threads=1)
            self.assertEqual(expected, level.tolist())
            self.assertEqual([v for v in range(60) if parent[v] >= 0], [v for v in range(60) if expected[v] > 0])
            self.assertEqual((records.visited[source], records.depth[source]), (sum(one >= 0 for one in expected), max(expected)))

    def test_generated(self):
        graph = cordee.graph("urand:n=1000,degree=6,seed=1")
        self.assertEqual((graph.vertices, graph.directed, len(cordee.bfs(graph))), (1000, False, 64))
        self.assertEqual(len(cordee.bfs(graph, sources="all")), 1000)

    def test_refused(self):
        for wrong in (([0, 1], [5]), ([0, 2], [0]), ([1, 1], [0]), "/nowhere.mtx", ([], [])):
            with self.assertRaises(cordee.Error):
                cordee.graph(wrong)
        with self.assertRaises(cordee.FormatError):
            cordee.bfs(([0, 1], [0]), [7])


class Flows(unittest.TestCase):
    def proved(self, network, source, sink, found):
        tail, head, capacity = network
        self.assertTrue((found.flow >= 0).all() and (found.flow <= capacity).all())
        balance = numpy.zeros(60, numpy.int64)
        numpy.add.at(balance, head, found.flow)
        numpy.subtract.at(balance, tail, found.flow)
        inner = numpy.ones(60, bool)
        inner[[source, sink]] = False
        self.assertFalse(balance[inner].any())
        self.assertEqual(found.value, balance[sink])
        self.assertEqual(found.value, capacity[~found.sink_side[tail] & found.sink_side[head]].sum())

    def test_flow_and_cut(self):
        every = []
        for seed in range(10):
            _, head, tail, capacity = drawn(seed)
            found = cordee.max_flow((tail, head, capacity), 0, 59, 60, threads=1)
            self.proved((tail, head, capacity), 0, 59, found)
            every.append((((tail, head, capacity), 0, 59), found.value))
        records = cordee.max_flows([network for network, _ in every])
        self.assertEqual(records.value.tolist(), [value for _, value in every])

    def test_sparse_matrix(self):
        try:
            import scipy.sparse
        except ImportError:
            self.skipTest("no SciPy")
        _, head, tail, capacity = drawn(3)
        matrix = scipy.sparse.coo_matrix((capacity, (tail, head)), shape=(60, 60)).tocsr()
        found = cordee.max_flow(matrix, 0, 59)
        self.assertEqual(found.flow.shape, matrix.data.shape)
        self.assertEqual(found.value, cordee.max_flow((tail, head, capacity), 0, 59).value)
        self.assertEqual(cordee.graph(matrix).vertices, 60)

    def test_several_terminals(self):
        self.assertEqual(cordee.max_flow(([0, 1, 2], [2, 2, 3], [3, 4, 9]), [0, 1], 3).value, 7)

    def test_refused(self):
        for wrong in ((([0], [1], [-1]), 0, 1), (([0], [1], [1]), 0, 0), (([0], [1], [1.5]), 0, 1), (([0, 1], [1], [1]), 0, 1), (([0], [1], [1]), 0, 5, 2)):
            with self.assertRaises(cordee.Error):
                cordee.max_flow(*wrong)


class Stopping(unittest.TestCase):
    def test_callback(self):
        records = cordee.price("book:n=2e5,N=1000", backend="cpu", callback=lambda counts: counts.done > 0)
        self.assertTrue(records.end == "asked" and 0 < records.counts.done < 200000)
        self.assertEqual((records.code == 0).sum(), records.counts.done)

    def test_ctrl_c_keeps_the_records(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        records = cordee.price("book:n=2e5,N=1000", backend="cpu", callback=lambda _: os.kill(os.getpid(), signal.SIGINT))
        self.assertTrue(records.interrupted and records.end == "asked")

    def test_the_callbacks_exception(self):
        with self.assertRaises(ZeroDivisionError):
            cordee.price("book:n=2e5,N=1000", backend="cpu", callback=lambda _: 1 / 0)

    def test_memory_outlives_the_records(self):
        price = cordee.price(BOOK).price
        self.assertTrue((price > 0).all())
        with self.assertRaises(ValueError):
            price[0] = 1


if __name__ == "__main__":
    outcome = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    failed = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed, %d skipped" % (outcome.testsRun - failed - len(outcome.skipped), failed, len(outcome.skipped)))
    sys.exit(failed > 0)
