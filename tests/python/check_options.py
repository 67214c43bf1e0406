#!/usr/bin/python3
"""Named arguments beside the library's table of options: names, defaults, bounds; what is documented; tsp() and vrplib's dicts.
  check_options.py CORDEE FOLDER          or with pytest, CORDEE and CORDEE_WORK being set"""
import dataclasses
import inspect
import os
import pickle
import re
import subprocess
import sys
import types
import unittest

import numpy
import cordee
from dicts import vrplib

PROGRAM, WORK = sys.argv[1:3] if __name__ == "__main__" else (os.environ["CORDEE"], os.environ["CORDEE_WORK"])  # pytest
QUICK = dict(threads=1, kicks=1, tours=2, populations=1)
# Of people at terminals, not of calls; or told in another way.
TERMINAL = {"out", "quiet", "verbose", "json", "csv"}
# Of networks in files: arrays of arcs say all of that.
FILES = {"cut", "flow", "source", "sink", "undirected", "smoothness", "neighbours", "segmentation"}
OTHERWISE = {"solve": {"initial"}, "resume": {"instance", "or-start", "checkpoint"}, "solve_batch": {"initial", "checkpoint", "checkpoint-every", "force", "hybrid", "log"},
             "price": set(), "bfs": {"levels", "parents", "closeness", "undirected", "sources", "ids"}, "levels": {"levels", "parents", "closeness", "undirected", "sources", "ids", "source-seed", "time", "stop-before", "check"},
             "max_flow": FILES, "max_flows": FILES}
COMMANDS = {"solve": "solve", "tsp": "solve", "solve_batch": "solve", "resume": "resume", "price": "price", "bfs": "bfs", "levels": "bfs", "max_flow": "flow", "max_flows": "flow"}
PROBLEMS = {"tour": ("tsp",), "routing": ("cvrp",), "read": ("tsp", "cvrp", "routes")}


def python_name(name):
    return "from_" if name == "from" else name.replace("-", "_")


def parameters(function):
    return inspect.signature(function).parameters


def documented(function):
    """{name: its line} of the numpydoc sections of parameters."""
    text, found = inspect.getdoc(function), {}
    if "Parameters\n" not in text:
        return found
    text = re.sub(r"\n\w+\n---+\n.*", "", text.split("Parameters\n----------\n", 1)[1], flags=re.S)
    for line in text.split("\n"):
        head = re.fullmatch(r"(\**[A-Za-z_][\w, *]*?)( : .*)?", line)
        if head and not line.startswith(" "):
            found.update((name.strip(), head.group(2) or "") for name in head.group(1).split(","))
    return found


def functions():
    """(name, function) of all with a docstring of parameters that has to be whole."""
    for name in cordee.__all__:
        one = getattr(cordee, name)
        if inspect.isfunction(one):
            yield name, one
    yield "routing", cordee.instance.routing
    for name, one in inspect.getmembers(cordee.routing.Model, inspect.isfunction):
        if not name.startswith("_"):
            yield "Model." + name, one
    yield "Model", cordee.routing.Model
    for name in cordee.methods.__all__:
        yield "methods." + name, getattr(cordee.methods, name)


def standard(option):
    """The default in Python: None and 0 both leave the choice to the method."""
    if option.default in ("", "0"):
        return (None, 0, False)
    return (float(option.default),) if re.fullmatch(r"[-\d.e]+", option.default) else (option.default,)


class Named(unittest.TestCase):
    def compare(self, name, function, options):
        given, told = parameters(function), documented(function)
        for option in options:
            word = python_name(option.name)
            self.assertIn(word, given, name)
            self.assertIn(given[word].default, standard(option), (name, word))
            line = told[word]
            if line and option.least and not option.choices:
                self.assertIn("from %s to %s" % (option.least, option.most), line, (name, word))
            if line and option.choices:
                self.assertLessEqual(set(re.findall(r"[\w:-]+", line.split(", ", 1)[1].replace(" | ", " "))) - {"optional", "from"}, set(option.choices), (name, word))

    def test_commands(self):
        for name, command in COMMANDS.items():
            left_out = TERMINAL | OTHERWISE.get(name, OTHERWISE["solve"])
            options = [one for one in cordee.options(command=command) if not one.method and not one.problem and one.name not in left_out]
            if name == "price":  # columns
                options = [one for one in options if one.name not in ("S", "T", "M0", "sigma", "r", "q", "type", "style", "payoff", "strike")]
            function = getattr(cordee, name)
            options = [one for one in options if python_name(one.name) != "directed"]
            self.compare(name, function, options)
            if command == "solve" and name != "solve_batch":
                self.compare("Model.solve", cordee.routing.Model.solve, options)

    def test_no_others(self):
        """No argument is an option that the library has no more."""
        own = {"instance", "coords", "matrix", "metric", "start", "callback", "progress", "keep", "comm", "more"}
        known = {python_name(one.name) for one in cordee.options()}
        self.assertEqual(set(parameters(cordee.solve)) - known - own, set())

    def test_problems(self):
        for name, problems in PROBLEMS.items():
            options = [one for one in cordee.options() if one.problem in problems]
            if name == "tour":
                options = [one for one in options if one.name != "metric"]  # None is EUC_2D, or GEOM of a frame
            self.compare(name, cordee.instance.routing if name == "routing" else getattr(cordee, name), options)

    def test_methods(self):
        said = subprocess.run([PROGRAM, "methods"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        for name in cordee.methods.__all__[:]:
            method = getattr(cordee.methods, name)
            if method is cordee.methods.Method:
                continue
            self.assertIn(method.method, said)
            fields = {field.name: field for field in dataclasses.fields(method)}
            try:
                options = cordee.options(method.method)
            except cordee.UsageError:
                options = []
            self.assertEqual({python_name(one.name) for one in options}, set(fields))
            for one in options:
                self.assertIn(fields[python_name(one.name)].default, (one.default, *standard(one)), (name, one.name))
        every = {one.method for one in cordee.options() if one.method}
        self.assertLessEqual(every, {getattr(cordee.methods, name).__dict__.get("method") for name in cordee.methods.__all__})

    def test_documentation_is_whole(self):
        self.assertEqual(parameters(cordee.routing), parameters(cordee.instance.routing))
        for name, function in functions():
            given = [word for word in parameters(function) if word != "self"]
            if not given:
                continue
            told = documented(function)
            self.assertEqual([word for word in given if word not in told and "**" + word not in told], [], name)
            self.assertEqual([word for word in told if word.strip("*") not in given], [], name)
        self.assertGreater(len(list(functions())), 30)


class Passed(unittest.TestCase):
    """Arguments reach the search."""

    def test_methods_as_objects(self):
        words = dict(seed=3, threads=1, islands=2)
        by_name = cordee.solve("instances/uniform-60-1.tsp", method="climb", climbers=50, restart="kick", **words)
        by_object = cordee.solve("instances/uniform-60-1.tsp", method=cordee.methods.Climb(climbers=50, restart="kick"), **words)
        self.assertEqual((by_name.cost, by_name.solution.tolist()), (by_object.cost, by_object.solution.tolist()))
        self.assertEqual(by_object.method, "climb")

    def test_refused(self):
        for expected, options in ((r"^epochs: expected it once", dict(method=cordee.methods.Ruin(epochs=3), epochs=4)),
                                  (r"^method: expected a name such as .*, found 3", dict(method=3)),
                                  (r"--threads: expected", dict(threads=-1)), (r"--kicks: expected", dict(kicks="many")),
                                  (r"speling", dict(speling=1)), (r"--seed: expected", dict(seed=-1))):
            with self.assertRaisesRegex(cordee.UsageError, expected):
                cordee.solve("instances/uniform-60-1.tsp", **options)
        with self.assertRaisesRegex(cordee.UsageError, "^method: expected a method or command with options, found 'none'"):
            cordee.options("none")
        with self.assertRaises(TypeError):
            cordee.tour([(0, 0), (1, 1)], seed=1)

    def test_instances_of_paths(self):
        open_path = cordee.solve("instances/uniform-12-1.tsp", path="open", from_=3, **QUICK)
        self.assertEqual(open_path.solution[0], 2)
        self.assertEqual(open_path.cost, cordee.read("instances/uniform-12-1.tsp", path="open", from_=3).judge(open_path.solution))

    def test_warnings_are_of_the_caller(self):
        for call in (lambda: cordee.read("instances/hours-8.csv", vehicles=1, capacity=12),
                     lambda: cordee.solve("instances/hours-8.csv", vehicles=1, capacity=12, threads=1, epochs=1)):
            with self.assertWarnsRegex(UserWarning, "columns that are not used: name") as said:
                call()
            self.assertEqual(said.filename, __file__)

    def test_a_notebook_shows_a_bar(self):
        from cordee import progress
        self.assertFalse(progress.in_notebook())
        shell = type("ZMQInteractiveShell", (), {})()
        sys.modules["IPython"] = types.SimpleNamespace(get_ipython=lambda: shell)
        try:
            self.assertTrue(progress.in_notebook())
            instance = cordee.read("instances/uniform-12-1.tsp")
            self.assertIsNotNone(progress.bar_of(instance, {}, None, None))
            self.assertIsNone(progress.bar_of(instance, {}, None, False))
        finally:
            del sys.modules["IPython"]


class Tours(unittest.TestCase):
    SQUARE = [(0, 0), (100, 0), (100, 100), (0, 100), (50, 120)]

    def matrix(self):
        x = numpy.array(self.SQUARE)
        return numpy.rint(numpy.hypot(*(x[:, None] - x).transpose(2, 0, 1))).astype(int)

    def test_forms(self):
        for given in (dict(cities=self.SQUARE), dict(coords=self.SQUARE), dict(cities=self.matrix()), dict(cities=self.matrix().tolist()), dict(matrix=self.matrix())):
            found = cordee.tsp(**given, **QUICK)
            self.assertEqual((found.cost, sorted(found.tour)), (408, [0, 1, 2, 3, 4]))
        self.assertEqual(cordee.tsp("instances/uniform-12-1.tsp", seed=1, **QUICK).cost, cordee.solve("instances/uniform-12-1.tsp", seed=1, **QUICK).cost)

    def test_frames(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        names = list("abcde")
        for frame in (pandas.DataFrame(self.SQUARE, columns=["x", "y"], index=names), pandas.DataFrame(self.matrix(), columns=names, index=names)):
            found = cordee.tsp(frame, **QUICK)
            self.assertEqual((found.cost, sorted(found.tour)), (408, names))
            self.assertEqual(pickle.loads(pickle.dumps(found)).tour, found.tour)
        self.assertEqual(cordee.tsp(pandas.DataFrame(self.SQUARE, columns=["x", "y"]), **QUICK).tour, cordee.tsp(self.SQUARE, **QUICK).tour)

    def test_graphs(self):
        class Graph:  # the part of NetworkX that is used
            nodes = ["Oslo", "Bergen", "Voss", "Gol"]
            edged = [("Oslo", "Gol", 3), ("Gol", "Voss", 2.5), ("Voss", "Bergen", 2), ("Bergen", "Oslo", 7), ("Oslo", "Voss", 5)]

            def is_directed(self):
                return False

            def edges(self, data=False):
                return [(u, v, {"weight": w}) for u, v, w in self.edged]
        found = cordee.tsp(Graph(), **QUICK)
        self.assertEqual((found.cost, sorted(found.tour)), (14.5, sorted(Graph.nodes)))
        with self.assertRaisesRegex(cordee.UsageError, "expected an attribute length, found none"):
            cordee.tsp(Graph(), weight="length", **QUICK)
        Graph.edged = Graph.edged[:3]
        with self.assertRaises(cordee.NoSolution):
            cordee.tsp(Graph(), **QUICK)

    def test_refused(self):
        for expected, given in (("look the same", dict(cities=[(0, 1), (1, 0)])), ("expected one of cities, coords and matrix", {}),
                                (r"found shape \(2, 5\)", dict(cities=numpy.ones((2, 5))))):
            with self.assertRaisesRegex(cordee.UsageError, "^cities: .*" + expected):
                cordee.tsp(**given)

    def test_vrplib(self):
        """A dict as vrplib makes it, from the text of the file."""
        for path in ("instances/routes-12-1.vrp", "instances/windows-100-1.vrp", "instances/fleet-40-1.vrp", "instances/cvrp-200-1.vrp"):
            found, file = vrplib(path), cordee.read(path)
            one = cordee.solve(found, threads=1, epochs=1, epoch=10, seed=2)
            self.assertEqual(one.instance.digest, file.digest)
            self.assertEqual(one.cost, cordee.solve(path, threads=1, epochs=1, epoch=10, seed=2).cost)
            self.assertEqual(pickle.loads(pickle.dumps(one.instance)).digest, file.digest)
        del found["node_coord"]
        with self.assertRaisesRegex(cordee.UsageError, "^edge_weight: expected a matrix, or node_coord"):
            cordee.solve(found)
        found["edge_weight"] = numpy.ones((201, 201))
        self.assertEqual(cordee.solve(found, threads=1, epochs=1, epoch=1).instance.size, 200)
        with self.assertRaisesRegex(cordee.UsageError, "expected a dict of vrplib.read_instance"):
            cordee.solve({"a": 1})


if __name__ == "__main__":
    outcome = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    failed = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed, %d skipped" % (outcome.testsRun - failed - len(outcome.skipped), failed, len(outcome.skipped)))
    sys.exit(failed > 0)
