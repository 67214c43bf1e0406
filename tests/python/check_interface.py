#!/usr/bin/python3
"""The package as its users' tools see it: types, documentation, and what progress=True shows.
  check_interface.py CORDEE FOLDER      or with pytest, CORDEE and CORDEE_WORK being set"""
import inspect
import os
import pty
import subprocess
import sys
import unittest

import cordee

PROGRAM, WORK = sys.argv[1:3] if __name__ == "__main__" else (os.environ["CORDEE"], os.environ["CORDEE_WORK"])  # pytest
SEARCH = """
import sys
%s
import cordee
result = cordee.solve("instances/uniform-60-1.tsp", threads=1, method="climb", climbers=200, epoch=20, %s)
print(result.cost)
"""
PLAIN = 'sys.modules["tqdm"] = sys.modules["tqdm.auto"] = None'


def public():
    """(name, object) of all that the package documents, with the methods and properties of its classes."""
    for name in cordee.__all__:
        one = getattr(cordee, name)
        yield name, one
        if inspect.isclass(one) and one.__module__.startswith("cordee."):
            for part, what in vars(one).items():
                if not part.startswith("_") and (inspect.isfunction(what) or isinstance(what, property)):
                    yield "%s.%s" % (name, part), what


class Interface(unittest.TestCase):
    def test_documented(self):
        self.assertEqual([name for name, one in public() if not inspect.getdoc(one)], [])

    def test_annotated(self):
        bare = []
        for name, one in public():
            function = one.fget if isinstance(one, property) else one
            if not inspect.isfunction(function):
                continue
            given = inspect.signature(function)
            bare += [name for word, parameter in given.parameters.items() if word != "self" and parameter.annotation is parameter.empty]
            bare += [name] if given.return_annotation is given.empty else []
        self.assertEqual(bare, [])
        self.assertTrue(os.path.exists(os.path.join(os.path.dirname(cordee.__file__), "py.typed")))

    def test_mypy(self):
        if subprocess.run([sys.executable, "-c", "import mypy"], stderr=subprocess.DEVNULL, check=False).returncode:
            self.skipTest("no mypy")
        said = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", os.path.join(WORK, "mypy"),
                               os.path.dirname(cordee.__file__)], stdout=subprocess.PIPE, universal_newlines=True, check=False)
        self.assertEqual(said.returncode, 0, said.stdout)


class Fleet(unittest.TestCase):
    def test_routes_have_types_and_leave_customers_out(self):
        """Nine customers of demand 4 for two vehicles of 9 and 13."""
        path, nodes = os.path.join(WORK, "tight.vrp"), range(1, 11)
        with open(path, "w") as file:
            file.write("TYPE : HFVRP\nDIMENSION : 10\nEDGE_WEIGHT_TYPE : EUC_2D\nVEHICLES : 2\nNODE_COORD_SECTION\n")
            file.write("".join("%d %d %d\n" % (k, k * 7 % 13, k * 5 % 11) for k in nodes))
            file.write("DEMAND_SECTION\n" + "".join("%d %d\n" % (k, 4 if k > 1 else 0) for k in nodes))
            file.write("CAPACITY_SECTION\n1 9\n2 13\nDEPOT_SECTION\n1\n-1\nEOF\n")
        instance = cordee.read(path)
        with self.assertWarnsRegex(RuntimeWarning, "incomplete: 4 customers left out"):
            result = cordee.solve(instance, epochs=3)
        self.assertEqual((instance.size, instance.genes, result.solution.size), (9, 18, 18))
        self.assertEqual(sorted(zip(result.types.tolist(), map(len, result.routes))), [(0, 2), (1, 3)])
        self.assertEqual(sorted(int(one) for part in result.routes + [result.unserved] for one in part), list(range(1, 10)))
        self.assertEqual(instance.judge(result.solution), result.cost)

    def test_tours_have_no_types(self):
        result = cordee.solve("instances/uniform-12-1.tsp", kicks=1)
        self.assertEqual((result.types, result.unserved.size, len(result.routes)), (None, 0, 1))


class Shown(unittest.TestCase):
    def search(self, before, options):
        """What a search says to stderr, which is no terminal; its cost is checked."""
        said = subprocess.run([sys.executable, "-c", SEARCH % (before, options)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, check=True)
        self.assertGreater(float(said.stdout), 0)
        return said.stderr

    def test_nothing_by_default(self):
        self.assertEqual(self.search("", "progress=False"), "")

    def test_nothing_without_a_terminal(self):
        self.assertEqual(self.search(PLAIN, "progress=True"), "")

    def test_a_line_on_a_terminal(self):
        ours, theirs = pty.openpty()
        with subprocess.Popen([sys.executable, "-c", SEARCH % (PLAIN, "progress=True")], stdout=subprocess.PIPE, stderr=theirs) as search:
            os.close(theirs)
            said = b""
            while True:
                try:
                    said += os.read(ours, 4096)
                except OSError:  # the other end is closed
                    break
            cost = search.stdout.read().decode().strip()
        os.close(ours)
        self.assertEqual(search.returncode, 0)
        self.assertRegex(said.decode(), r"\runiform-60-1: 100%%, [0-9.]+ s, best %s *\r?\n$" % cost)

    def test_a_bar(self):
        try:
            import tqdm  # noqa: F401
        except ImportError:
            self.skipTest("no tqdm")
        shown = self.search("", "progress=True")
        self.assertIn("uniform-60-1: 100%|", shown)
        self.assertIn("best ", shown)

    def test_the_units_of_the_instance(self):
        shown = subprocess.run([sys.executable, "-c", "import cordee; cordee.solve(cordee.matching([[30, 50], [20, 20], [40, 30]], decimals=1), "
                                "threads=1, epochs=1, epoch=128, progress=True)"], stderr=subprocess.PIPE, universal_newlines=True, check=True).stderr
        try:
            import tqdm  # noqa: F401
            self.assertRegex(shown, r"best 5\.0")
        except ImportError:
            self.assertEqual(shown, "")

    def test_nothing_for_a_refused_call(self):
        said = subprocess.run([sys.executable, "-c", "import cordee; cordee.solve('instances/uniform-60-1.tsp', progress=True, threads=-1)"],
                              stderr=subprocess.PIPE, universal_newlines=True, check=False).stderr
        self.assertTrue(said.startswith("Traceback"), said)


if __name__ == "__main__":
    outcome = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    failed = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed, %d skipped" % (outcome.testsRun - failed - len(outcome.skipped), failed, len(outcome.skipped)))
    sys.exit(failed > 0)
