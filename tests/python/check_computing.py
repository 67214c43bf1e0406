#!/usr/bin/python3
"""Prices, searches and flows of the package against plain Python, and calls that fail.
  check_computing.py CORDEE FOLDER         or with pytest, CORDEE and CORDEE_WORK being set"""
import copy
import os
import pickle
import signal
import subprocess
import sys
import tempfile
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

    def test_vanilla_options_have_a_strike(self):
        """Numbers and words in one column of strikes; what is not given, in a book of both payoffs."""
        records = cordee.price(S=40, T=0.5833, sigma=0.3, r=0.0488, payoff="vanilla", strike=[35, 40, 45], extrapolate="one", threads=1)
        numpy.testing.assert_allclose(records.price, [1.2198, 3.1696, 6.2436], atol=2e-4)  # Huang, Subrahmanyam and Yu 1996
        both = cordee.price(S=40, T=0.5833, sigma=0.3, r=0.0488, payoff=["vanilla", "lookback"], strike=["45", "floating"], threads=1)
        self.assertAlmostEqual(both.price[0], 6.2436, 2)
        numbers = cordee.price(S=40, T=0.5833, sigma=0.3, r=0.0488, payoff=["vanilla", None], strike=[45, numpy.nan], threads=1)
        self.assertEqual(list(numbers.price), list(both.price))

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

    def test_what_is_missing(self):
        """Said alike by arguments, by columns, by files and by the program; an interest rate is never taken for 0."""
        values = {"S": 50, "T": 1, "sigma": .2, "r": .1}
        for absent, told in (["r"], "no r"), (["T", "r"], "no T and no r"):
            given = {name: value for name, value in values.items() if name not in absent}
            text = "S, T, sigma and r, found " + told
            with self.assertRaisesRegex(cordee.Error, "expected columns " + text):
                cordee.price(**given)
            with self.assertRaisesRegex(cordee.Error, "expected columns " + text):
                cordee.price({name: [value] * 2 for name, value in given.items()})
            path = os.path.join(FOLDER, "short.csv")
            with open(path, "w", encoding="utf-8") as out:
                print(",".join(given), ",".join(map(str, given.values())), sep="\n", file=out)
            with self.assertRaisesRegex(cordee.Error, "short.csv:1: expected columns " + text):
                cordee.price(path)
            run = subprocess.run([PROGRAM, "price", *("--%s=%s" % item for item in given.items())], stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual((run.returncode, "price: expected options " + text in run.stderr), (64, True), run.stderr)
        self.assertGreater(cordee.price(**dict(values, r=0)).price[0], 0)

    def test_a_row_fails_alone(self):
        records = cordee.price(dict(BOOK, T=[0.25, -1, 0.5]))
        self.assertEqual(list(records.messages), [1])
        self.assertIn("book: row 2: T: expected", records.messages[1])
        self.assertEqual(records.code.tolist()[::2], [0, 0])

    def test_failed_rows_have_no_zeros(self):
        records = cordee.price(dict(BOOK, T=[0.25, -1, 0.5]))
        self.assertTrue(numpy.isnan(records.price[1]) and numpy.isnan(records["error"][1]) and not numpy.isnan(records.price[::2]).any())
        self.assertEqual((records.steps.tolist(), records.line.tolist()), ([1000, None, 1000], [1, 2, 3]))
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        frame = records.frame()
        self.assertTrue(pandas.isna(frame["price"][1]) and frame["steps"][1] is pandas.NA and frame["steps"][0] == 1000)

    def test_missing_values_are_not_given(self):
        plain = cordee.price(BOOK)
        masked = numpy.ma.masked_array([7.0, 90, 99], [True, False, True])
        for added in ({"M0": [None, 90, numpy.nan]}, {"M0": masked}, {"M0": [None, 90, None], "style": [None] * 3, "q": numpy.full(3, numpy.nan)}):
            found = cordee.price(dict(BOOK, **added))
            self.assertEqual(found.messages, {})
            self.assertEqual(found.price.tolist()[::2], plain.price.tolist()[::2])
            self.assertEqual(found.price[1], cordee.price(S=100, T=1, sigma=0.2, r=0.05, type="call", M0=90).price[0])
        self.assertEqual(cordee.price(S=50, T=0.25, sigma=0.4, r=0.1, M0=None, type=None, N=None).price[0], plain.price[0])
        lacks = cordee.price(dict(BOOK, S=[50, None, 100]))
        self.assertIn("S: expected a number above 0", lacks.messages[1])
        self.assertTrue(numpy.isnan(lacks.price[1]))

    def test_missing_values_of_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        book = pandas.DataFrame(BOOK)
        book["N"] = pandas.array([100, None, None], dtype="Int64")
        book["style"] = pandas.array([None, "european", None], dtype="string")
        records = cordee.price(book)
        self.assertEqual(records.steps.tolist(), [100, 1000, 1000])
        self.assertEqual(records.price[1], cordee.price(S=100, T=1, sigma=0.2, r=0.05, type="call", style="european").price[0])

    def test_what_is_no_number(self):
        with self.assertRaisesRegex(cordee.UsageError, "^S: expected numbers or texts"):
            cordee.price(dict(BOOK, S=numpy.array(["2026-01-01"] * 3, dtype="M8[D]")))
        with self.assertRaises(cordee.FormatError):
            cordee.price(S=50, T=1, sigma=0.2)

    def test_refused(self):
        for wrong, kind in ((dict(BOOK, T=[1]), cordee.UsageError), ({"S": [1.0]}, cordee.FormatError), (dict(BOOK, r=[1j] * 3), cordee.UsageError),
                            (dict(BOOK, sigma=["a", "b", "c"]), cordee.FormatError), ("/nowhere.csv", cordee.InputError), (None, cordee.UsageError)):
            with self.assertRaises(kind):
                cordee.price(wrong)
        with self.assertRaises(cordee.UsageError):
            cordee.price(BOOK, steps=-3)
        with self.assertRaises(TypeError):
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
            self.assertEqual([-1 if level < 0 else level - 1 if level else 0 for level in expected], [-1 if parent[v] < 0 else expected[parent[v]] for v in range(60)])
            self.assertEqual(parent[source], source)
            self.assertEqual((records.visited[source], records.depth[source]), (sum(one >= 0 for one in expected), max(expected)))

    def test_generated(self):
        graph = cordee.graph("urand:n=1000,degree=6,seed=1")
        self.assertEqual((graph.vertices, graph.directed, len(cordee.bfs(graph))), (1000, False, 64))
        self.assertEqual(len(cordee.bfs(graph, sources="all")), 1000)

    def test_ids_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "list.txt")
            with open(path, "w") as file:
                file.write("9 7000000000\n7000000000 12\n")
            graph = cordee.graph(path)
            self.assertEqual(graph.nodes.tolist(), [9, 12, 7000000000])
            level, parent = cordee.levels(graph, 9)
            self.assertEqual((level.tolist(), parent.tolist()), ([0, 2, 1], [0, 2, 0]))
            self.assertEqual(cordee.bfs(graph, [7000000000, 12]).depth.tolist(), [1, 2])
            self.assertEqual(cordee.levels(pickle.loads(pickle.dumps(graph)), 9)[0].tolist(), [0, 2, 1])
            for wrong in (13, -1, "x"):
                with self.assertRaises(cordee.UsageError):
                    cordee.levels(graph, wrong)
            with self.assertRaisesRegex(cordee.FormatError, "sparse ids"):
                cordee.graph(path, ids="dense")
            with open(path, "w") as file:
                file.write("Worms M\u00fcnster\nM\u00fcnster 7\n")
            graph = cordee.graph(path, ids="names", directed=True)
            self.assertEqual(graph.nodes, ["7", "M\u00fcnster", "Worms"])
            self.assertEqual(cordee.levels(graph, "Worms")[0].tolist(), [2, 1, 0])
            self.assertEqual(cordee.bfs(graph, ["7", "Worms"]).visited.tolist(), [1, 3])
            with self.assertRaisesRegex(cordee.UsageError, "ids: expected auto, dense, sparse or names, found words"):
                cordee.graph(path, ids="words")
        with self.assertRaisesRegex(cordee.UsageError, "ids: expected none beside a graph in memory"):
            cordee.graph([(0, 1)], ids="sparse")

    def test_sparse_matrices(self):
        try:
            import scipy.sparse
        except ImportError:
            self.skipTest("no SciPy")
        offset, to, _, _ = drawn(4)
        expected = cordee.levels((offset, to), 5)[0].tolist()
        rows = scipy.sparse.csr_matrix((numpy.ones(len(to)), to, offset), shape=(60, 60))
        made = [getattr(rows, "to" + form)() for form in ("csr", "csc", "coo", "lil", "dok", "bsr")]
        made += [getattr(scipy.sparse, form)(rows) for form in ("csr_array", "coo_array") if hasattr(scipy.sparse, form)]
        for matrix in made:
            self.assertEqual(cordee.levels(matrix, 5)[0].tolist(), expected, type(matrix))
        self.assertEqual(cordee.levels(rows, 5, directed=False)[0].tolist(), cordee.levels(rows + rows.T, 5)[0].tolist())
        self.assertEqual(cordee.graph(scipy.sparse.csr_matrix((3, 3))).arcs, 0)
        with self.assertRaisesRegex(cordee.UsageError, "square matrix"):
            cordee.graph(scipy.sparse.csr_matrix((3, 4)))

    def test_frames(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        frame = pandas.DataFrame({"source": [9, 7000000000], "target": [7000000000, 12]})
        graph = cordee.graph(frame)
        self.assertEqual((graph.nodes.tolist(), cordee.levels(graph, 9)[0].tolist()), ([9, 12, 7000000000], [0, 2, 1]))
        self.assertEqual(cordee.levels(frame, 12, directed=False)[0].tolist(), [2, 0, 1])
        for kind in (object, "string", "category"):
            graph = cordee.graph(pandas.DataFrame({"u": ["Worms", "Mainz"], "v": ["Mainz", "Speyer"]}, dtype=kind))
            self.assertEqual((graph.nodes, cordee.levels(graph, "Worms")[0].tolist()), (["Mainz", "Speyer", "Worms"], [1, 2, 0]), kind)
        for kind in ("int32", "int64", "Int64", "float64"):
            self.assertEqual(cordee.levels(pandas.DataFrame({"from": [0, 2], "to": [2, 1]}, dtype=kind), 0)[0].tolist(), [0, 2, 1], kind)
        self.assertEqual(cordee.levels([("a", "b"), ("b", "c")], "a")[0].tolist(), [0, 1, 2])
        self.assertEqual(cordee.max_flow(pandas.DataFrame({"u": ["s", "a"], "v": ["a", "t"], "capacity": [3, 2]}), "s", "t").value, 2)
        for wrong in ({"source": [0, None], "target": [1, 2]}, {"source": [0, -1], "target": [1, 2]}, {"source": ["a", None], "target": ["b", "c"]},
                      {"source": ["a"], "target": [1]}, {"source": [0.5], "target": [1]}, {"a": [0], "b": [1]}):
            with self.assertRaises(cordee.UsageError, msg=wrong):
                cordee.graph(pandas.DataFrame(wrong))

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


class Forms(unittest.TestCase):
    """Of graphs and networks: 0 -> 1 -> 2 -> 3 and 0 -> 2, which is a path backwards of no arc."""
    ARCS = [(0, 1, 4), (1, 2, 3), (2, 3, 9), (0, 2, 1), (3, 1, 5)]

    def level(self, *given, **options):
        return cordee.levels(cordee.graph(*given, **options), 0)[0].tolist()

    def test_graphs(self):
        pairs = [arc[:2] for arc in self.ARCS]
        tail, head = numpy.array(pairs).T
        dense = numpy.zeros((4, 4), dtype=int)
        dense[tail, head] = 1
        for form in (pairs, numpy.array(pairs), dense, [list(pair) for pair in pairs]):
            self.assertEqual(self.level(form), [0, 1, 1, 2])
        self.assertEqual(self.level(arcs=(tail, head)), [0, 1, 1, 2])
        self.assertEqual(self.level(arcs=(tail, head), vertices=6), [0, 1, 1, 2, -1, -1])
        self.assertEqual(self.level([(1, 0), (1, 2)], directed=False), [0, 1, 2])
        self.assertEqual(self.level([(1, 0), (1, 2)]), [0, -1, -1])

    def test_graphs_that_look_like_others(self):
        for form, says in ((numpy.array([[0, 1], [1, 2]]), "look the same"), (((0, 1), (1, 2)), "look the same"), (numpy.zeros((3, 3), dtype=int), "look the same"),
                           (([0, 1, 2], [1, 2, 0]), "arcs=\\(tail, head\\)"), ([(0, 1), (1, 2, 3)], "expected arcs"), (numpy.zeros((2, 5)), "found shape")):
            with self.assertRaisesRegex(cordee.UsageError, says):
                cordee.graph(form)
        with self.assertRaisesRegex(cordee.UsageError, "vertices: expected 3"):
            cordee.graph([(0, 1), (1, 2), (0, 2)], vertices=2)

    def test_networks(self):
        tail, head, capacity = (list(column) for column in zip(*self.ARCS))
        dense = numpy.zeros((4, 4), dtype=int)
        dense[tail, head] = capacity
        for form in (self.ARCS, numpy.array(self.ARCS), (tail, head, capacity), numpy.array(self.ARCS).T, dense, [list(arc) for arc in self.ARCS]):
            found = cordee.max_flow(form, 0, 3)
            self.assertEqual((found.value, found.flow.sum()), (4, 3 + 3 + 4 + 1))
            self.assertEqual(sorted(zip(found.tail.tolist(), found.head.tolist())), sorted(zip(tail, head)))
        with self.assertRaisesRegex(cordee.UsageError, "look the same"):
            cordee.max_flow([[0, 0, 1], [1, 2, 2], [4, 2, 3]], 0, 2)

    def test_a_vertex_beyond_all_arcs(self):
        for ends in ((0, 9), (9, 0), (-1, 3), (0, [3, 4])):
            with self.assertRaisesRegex(cordee.UsageError, "expected a vertex from 0 to 3, as the arcs have"):
                cordee.max_flow(self.ARCS, *ends)
        self.assertEqual(cordee.max_flow(self.ARCS, 0, 9, vertices=10).value, 0)
        with self.assertRaisesRegex(cordee.UsageError, "sink: expected a vertex"):
            cordee.max_flows([(self.ARCS, 0, 3), (self.ARCS, 0, 9)])

    def test_frames(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        frame = pandas.DataFrame(self.ARCS, columns=["source", "target", "weight"])
        with self.assertWarnsRegex(UserWarning, "not used: weight"):
            self.assertEqual(self.level(frame), [0, 1, 1, 2])
        self.assertEqual(self.level(frame[["target", "source"]]), [0, 1, 1, 2])
        self.assertEqual(cordee.max_flow(frame, 0, 3).value, 4)
        with self.assertRaisesRegex(cordee.UsageError, "expected columns source, target and capacity, found a, b, c"):
            cordee.max_flow(frame.set_axis(list("abc"), axis=1), 0, 3)
        with self.assertRaisesRegex(cordee.UsageError, "weight|capacity"):
            cordee.max_flow(frame.assign(weight=[1, 2, None, 4, 5]), 0, 3)

    def test_sparse(self):
        try:
            import scipy.sparse
        except ImportError:
            self.skipTest("no scipy")
        tail, head, capacity = (list(column) for column in zip(*self.ARCS))
        for kind in (scipy.sparse.coo_matrix, scipy.sparse.csr_matrix, scipy.sparse.csc_matrix, scipy.sparse.coo_array):
            matrix = kind((capacity, (tail, head)), shape=(4, 4))
            self.assertEqual(self.level(matrix), [0, 1, 1, 2])
            self.assertEqual(cordee.max_flow(matrix, 0, 3).value, 4)
        upper = scipy.sparse.coo_matrix(([1, 1], ([0, 1], [1, 2])), shape=(3, 3))
        self.assertEqual(cordee.levels(cordee.graph(upper, directed=False), 2)[0].tolist(), [2, 1, 0])
        self.assertEqual(cordee.levels(cordee.graph(upper), 2)[0].tolist(), [-1, -1, 0])
        with self.assertRaisesRegex(cordee.UsageError, "square"):
            cordee.graph(scipy.sparse.csr_matrix((3, 5)))

    def test_networkx(self):
        class Graph:  # the part of NetworkX that is used, which need not be installed
            def __init__(self, directed, arcs, nodes):
                self.arcs, self.nodes, self.directed = arcs, nodes, directed

            def is_directed(self):
                return self.directed

            def edges(self, data=False):
                return [(u, v, {"capacity": w}) for u, v, w in self.arcs]
        self.assertEqual(self.level(Graph(True, self.ARCS, range(5))), [0, 1, 1, 2, -1])
        self.assertEqual(self.level(Graph(False, [(1, 0, 1), (2, 1, 1)], range(3))), [0, 1, 2])
        self.assertEqual(cordee.max_flow(Graph(True, self.ARCS, range(4)), 0, 3).value, 4)
        self.assertEqual(cordee.max_flow(Graph(False, [(1, 0, 4), (2, 1, 3)], range(3)), 0, 2).value, 3)
        named = Graph(True, [("a", "c", 2), ("c", (0, 1), 5)], ["a", (0, 1), "c"])
        found = cordee.max_flow(named, "a", (0, 1))
        self.assertEqual((found.value, found.nodes[found.tail[1]], found.nodes[found.head[1]]), (2, "c", (0, 1)))
        self.assertEqual(cordee.max_flow(named, ["a", "c"], [(0, 1)]).value, 5)
        one = cordee.graph(named)
        self.assertEqual((one.nodes, cordee.levels(one, "a")[0].tolist()), (["a", (0, 1), "c"], [0, 2, 1]))
        self.assertEqual(cordee.bfs(one, ["a", (0, 1)]).depth.tolist(), [2, 0])
        self.assertEqual(cordee.bfs(one, "c").depth.tolist(), [1])
        with self.assertRaisesRegex(cordee.UsageError, "source: expected a node of the graph, found 0"):
            cordee.max_flow(named, 0, "c")
        with self.assertRaisesRegex(cordee.UsageError, "to_directed"):
            cordee.graph(Graph(False, [(0, 1, 1)], range(2)), directed=True)

    def test_networkx_itself(self):
        try:
            import networkx
        except ImportError:
            self.skipTest("no networkx")
        grid = networkx.grid_2d_graph(5, 4)
        for k, (u, v) in enumerate(grid.edges):
            grid[u][v].update(capacity=k * 7 % 11, weight=1)
        ends = (0, 0), (4, 3)
        self.assertEqual(cordee.max_flow(grid, *ends).value, networkx.maximum_flow_value(grid, *ends))
        level = cordee.levels(grid, (2, 1))[0].tolist()
        self.assertEqual(dict(zip(grid.nodes, level)), networkx.single_source_shortest_path_length(grid, (2, 1)))
        tour = cordee.tsp(grid, threads=1, kicks=1, tours=2, populations=1).tour
        self.assertTrue(all(grid.has_edge(u, v) for u, v in zip(tour, tour[1:] + tour[:1])))


def copies(one):
    return copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))


class Copies(unittest.TestCase):
    def test_records(self):
        records = cordee.price(dict(BOOK, T=[0.25, -1, 0.5]))
        for other in copies(records):
            self.assertEqual((other.columns, len(other), other.messages, other.end, other.counts.done), (records.columns, 3, records.messages, "finished", 3))
            numpy.testing.assert_array_equal(other.price, records["price"])
            self.assertEqual((other["steps"].tolist(), other.code.tolist()), ([1000, None, 1000], records.code.tolist()))

    def test_graphs_and_flows(self):
        one = cordee.graph([(0, 1), (1, 2)], directed=False)
        for other in copies(one) + copies(cordee.graph("kron:scale=6,edgefactor=4,seed=1"))[2:]:
            self.assertEqual(cordee.levels(other, 0)[0].size, other.vertices)
        self.assertEqual(cordee.levels(copies(one)[2], 2)[0].tolist(), [2, 1, 0])
        for other in copies(cordee.max_flow([(0, 1, 4)], 0, 1)):
            self.assertEqual((other.value, other.flow.tolist(), other.sink_side.tolist()), (4, [4], [False, True]))


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
