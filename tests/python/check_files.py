#!/usr/bin/python3
"""cordee.results: tables of a checkpoint and of sweeps beside what the program says of them; old, damaged and foreign files; missing modules.
  check_files.py CORDEE FOLDER           or with pytest, CORDEE and CORDEE_WORK being set"""
import copy
import csv
import gzip
import os
import pickle
import random
import subprocess
import sys
import unittest

import numpy
import h5py
import cordee
from cordee import files

PROGRAM, WORK = sys.argv[1:3] if __name__ == "__main__" else (os.environ["CORDEE"], os.environ["CORDEE_WORK"])  # pytest
OLD = "tests/fixtures/data/schema-2"
SWEEP, RUN = os.path.join(WORK, "sweep.h5"), os.path.join(WORK, "run.h5")
JOB = """[tours]
instance = %(root)s/instances/uniform-60-1.tsp, %(root)s/none.tsp
method = climb
climbers = 10, 40
seed = 1..2
[tasks]
instance = %(root)s/instances/etc-i-hihi-60x10-1.etc
epochs = 2
[routes]
instance = %(root)s/instances/routes-12-1.vrp
epochs = 1
epoch = 20
[later]
instance = %(root)s/instances/uniform-12-1.tsp
method = climb
"""


def setUpModule():
    with open(os.path.join(WORK, "sweep.job"), "w", encoding="utf-8") as job:
        job.write(JOB % {"root": os.getcwd()})
    subprocess.run([PROGRAM, "sweep", job.name, "--out", SWEEP, "--quiet", "--backend", "cpu"], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    with h5py.File(SWEEP, "r+") as file:  # the last task's row was never finished
        row = file["task"][-1]
        row["done"] = 0
        file["task"][-1] = row
    subprocess.run([PROGRAM, "solve", "instances/uniform-60-1.tsp", "--method", "climb", "--climbers", "400", "--islands", "3", "--epoch", "40", "--backend",
                    "cpu", "--checkpoint", RUN, "--quiet", "--seed", "5", "--force"], stdout=subprocess.DEVNULL, check=True)


def copied(path, change):
    """A file like that one after change(bytes)."""
    with open(path, "rb") as file:
        content = bytearray(file.read())
    changed = change(content)
    content = content if changed is None else changed
    other = os.path.join(WORK, "changed.h5")
    with open(other, "wb") as file:
        file.write(content)
    return other


def without(module, code):
    return subprocess.run([sys.executable, "-c", "import sys; sys.modules[%r] = None\n%s" % (module, code)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, check=False)


class Tables(unittest.TestCase):
    def test_rows_as_the_report(self):
        """Costs, gaps and the rest as `cordee report --csv` has them."""
        path = os.path.join(WORK, "report.csv")
        subprocess.run([PROGRAM, "report", SWEEP, "--csv", path], stdout=subprocess.DEVNULL, check=True)
        with open(path, newline="", encoding="utf-8") as file:
            expected = list(csv.DictReader(file))
        rows = cordee.results(SWEEP).table()
        self.assertEqual(len(expected), len(rows["cost"]))
        for k, row in enumerate(expected):
            self.assertEqual((row["state"], row["method"]), (rows["status"][k], rows["method"][k] if row["state"] == "verified" else ""))
            for theirs, ours in [("best", "cost")] + [(name, name) for name in ("best_known", "bound", "gap_percent", "above_bound_percent", "elapsed_s")]:
                unknown = row[theirs] == "" or (ours == "elapsed_s" and rows["status"][k] == "pending")
                self.assertEqual(unknown, bool(numpy.isnan(rows[ours][k])), (k, ours))
                if not unknown:
                    self.assertAlmostEqual(float(row[theirs]), rows[ours][k], places=6, msg=(k, ours))

    def test_states_of_rows(self):
        rows = cordee.results(SWEEP).table()
        self.assertEqual(rows["status"].tolist(), ["verified"] * 4 + ["failed"] * 4 + ["verified"] * 2 + ["pending"])
        self.assertIn("none.tsp: No such file", rows["message"][4])
        self.assertEqual((rows["exit_code"][4], rows["seed"][:4].tolist(), rows["method"][10]), (66, [1, 2, 1, 2], "climb"))
        self.assertEqual(rows["instance"][0], "uniform-60-1")

    def test_while_a_notebook_has_the_files_open(self):
        costs = [cordee.results(path).table()["cost"].tolist() for path in (SWEEP, RUN)]
        for mode in ("r", "r+"):
            with h5py.File(SWEEP, mode), h5py.File(RUN, "r"):  # "r+" changes bytes, which a checkpoint's digest counts
                for path, cost in zip((SWEEP, RUN), costs):
                    numpy.testing.assert_array_equal(cordee.results(path).table()["cost"], cost)

    def test_copies(self):
        for path in (SWEEP, RUN):
            one = cordee.results(path)
            for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
                self.assertEqual((other.names, other.solution(0).tolist()), (one.names, one.solution(0).tolist()))
                for name in one.names:
                    for column, values in one.table(name).items():
                        numpy.testing.assert_array_equal(other.table(name)[column], values)

    def test_rows_without_values(self):
        table = cordee.results(SWEEP).table()
        self.assertEqual(table["searches"].mask.tolist(), [False] * 4 + [True] * 4 + [False] * 2 + [True])
        self.assertEqual((table["n"].tolist()[4], table["exit_code"].tolist()[10]), (None, None))

    def test_solutions(self):
        results = cordee.results(SWEEP)
        rows = results.table()
        for k in numpy.flatnonzero(rows["status"] == "verified"):
            self.assertAlmostEqual(cordee.read(rows["path"][k]).judge(results.solution(k)), rows["cost"][k], places=9)
        for row, text in ((4, "row 4 has no solution: it is failed"), (10, "it is pending"), (11, "from 0 to 10, found 11"), (-1, "found -1")):
            with self.assertRaisesRegex(cordee.UsageError, "sweep.h5: .*" + text):
                results.solution(row)

    def test_traces(self):
        results = cordee.results(SWEEP)
        rows, traces = results.table(), results.table("traces")
        for k in numpy.flatnonzero(rows["status"] == "verified"):
            mine = traces["row"] == k
            self.assertTrue((numpy.diff(traces["elapsed_s"][mine]) >= 0).all() and (numpy.diff(traces["cost"][mine]) < 0).all())
            self.assertEqual(traces["cost"][mine][-1], rows["cost"][k])
        self.assertEqual(set(traces["row"]), set(numpy.flatnonzero(rows["status"] == "verified")))

    def test_checkpoint(self):
        results = cordee.results(RUN)
        rows = results.table()
        self.assertEqual((len(results), results.kind, rows["status"][0], rows["seed"][0], rows["method"][0]), (1, "checkpoint", "finished", 5, "climb"))
        self.assertEqual(cordee.read("instances/uniform-60-1.tsp").judge(results.solution()), rows["cost"][0])
        self.assertEqual(results.table("traces")["cost"][-1], rows["cost"][0])
        self.assertEqual(results.table("history")["cost"][-1], rows["cost"][0])
        self.assertEqual(len(results.table("champions")["cost"]), 3 * len(results.table("history")["epoch"]))
        self.assertEqual(results.table("throughput")["moves"].sum(), rows["moves"][0])
        self.assertEqual(results.table("legs")["rank"].tolist(), [0])
        self.assertEqual(results.table("legs")["started"].dtype.kind, "M")

    def test_frames(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        for path in (SWEEP, RUN):
            results = cordee.results(path)
            for name in results.names:
                frame, table = results.frame(name), results.table(name)
                self.assertEqual(list(frame.columns), list(table))
                self.assertEqual(len(frame), len(next(iter(table.values()))))
        frame = cordee.results(SWEEP).frame()
        self.assertEqual(frame["cost_units"].isna().sum(), 5)
        self.assertEqual(str(frame["cost_units"][8] / 10**frame["decimals"][8]), str(frame["cost"][8]))
        self.assertLess(abs(frame["finished_at"][0] - pandas.Timestamp.now("UTC").tz_localize(None)), pandas.Timedelta(hours=1))

    def test_old_files(self):
        """Files of schema 1 and 2, and results of then."""
        for name in sorted(os.listdir(OLD)):
            if not name.endswith(".h5.gz"):
                continue
            with gzip.open(os.path.join(OLD, name)) as packed:
                path = copied(RUN, lambda _, packed=packed: packed.read())
            if name.startswith("records"):
                continue
            try:
                results = cordee.results(path)
            except cordee.FormatError as error:
                self.assertIn("found another file", str(error), name)
                continue
            done = numpy.flatnonzero(numpy.isfinite(results.table()["cost"]))
            self.assertTrue(len(done), name)
            self.assertTrue(all(len(results.table(table)) for table in results.names), name)
            self.assertTrue(all(len(results.solution(int(k))) == results.table()["n"][k] for k in done), name)


class Refused(unittest.TestCase):
    def refused(self, path, text, kind=cordee.FormatError):
        with self.assertRaises(kind) as caught:
            cordee.results(path).table()
        self.assertIn(os.path.basename(path), str(caught.exception))
        self.assertIn(text, str(caught.exception))

    def test_absent(self):
        self.refused("/nowhere/x.h5", "No such file", cordee.InputError)
        self.refused(WORK, "Is a directory", cordee.InputError)

    def test_foreign(self):
        self.refused("instances/uniform-60-1.tsp", "found another file")
        self.refused(copied(RUN, lambda _: b""), "found another file")
        path = os.path.join(WORK, "plain.h5")
        with h5py.File(path, "w") as file:
            file["task"] = [1, 2]
        self.refused(path, "found another file")
        self.refused(copied(RUN, lambda content: content.replace(b"checkpoint 3", b"checkpoint 9", 1)), "schema 9; this version reads up to 3")

        os.mkfifo(os.path.join(WORK, "pipe.h5"))
        self.refused(os.path.join(WORK, "pipe.h5"), "found another file")

    def test_other_places(self):
        """The text before HDF5 and HDF5 itself say where rows are: as when a sweep begins anew between two looks."""
        def moved(content):
            head, tail = bytes(content[:4096]).split(b"digest ")
            head = head.replace(b"rows 11 ", b"rows 10 ")
            try:
                import xxhash
                digest = b"digest %016x\n" % xxhash.xxh3_64_intdigest(head)
            except ImportError:
                digest = b"digest " + tail[:17]
            return (head + digest).ljust(4096, b"\0") + bytes(content[4096:])
        self.refused(copied(SWEEP, moved), "tells other places")

    def test_cut_short(self):
        for path in (RUN, SWEEP):
            for size in (40, 4000, 4096, 5000, os.path.getsize(path) // 2):
                with self.subTest(path=path, size=size):
                    self.refused(copied(path, lambda content, size=size: content[:size]), "expected" if path == RUN and size > 60 else "")

    def test_changed_bytes(self):
        """No byte that differs goes unseen where digests are compared: a checkpoint is refused, a row of a sweep counts no more, or the file is refused."""
        dice = random.Random(3)
        for path in (RUN, SWEEP):
            whole = cordee.results(path).table()["cost"]
            size = os.path.getsize(path)
            for trial in range(150):
                at = dice.randrange(size) if trial % 3 else dice.randrange(12000)
                with self.subTest(path=path, at=at):
                    other = copied(path, lambda content, at=at: content.__setitem__(at, content[at] ^ 1 << dice.randrange(8)))
                    try:
                        found = cordee.results(other)
                        cost = found.table()["cost"]
                        found.table("traces")
                    except cordee.FormatError as error:
                        self.assertIn("changed.h5: ", str(error))
                        continue
                    if found.checked:
                        self.assertIs(path, SWEEP)
                        self.assertTrue(((cost == whole) | numpy.isnan(cost)).all() or at < 12288)

    def test_no_such_table(self):
        with self.assertRaisesRegex(cordee.UsageError, "run.h5: expected a table of rows, traces, history"):
            cordee.results(RUN).table("row")
        with self.assertRaisesRegex(cordee.UsageError, "sweep.h5: expected a table of rows, traces, found 'history'"):
            cordee.results(SWEEP).frame("history")

    def test_impossible_row(self):
        """A row of somebody who has made the digest anew."""
        with files.hdf5(SWEEP) as file:
            row, at = file["task"][:1], int(file["task"].id.get_offset())
        row["decimals"] = 99
        try:
            import xxhash
            genes = cordee.results(SWEEP).solution(0)
            row["digest"], row["done"] = 0, 0
            row["digest"] = xxhash.xxh3_64_intdigest(genes.tobytes(), seed=xxhash.xxh3_64_intdigest(row.view("u1").tobytes()))
            row["done"] = 1
        except ImportError:
            pass
        self.refused(copied(SWEEP, lambda content: content.__setitem__(slice(at, at + row.itemsize), row.view("u1").tobytes())), "row 1: expected 0 to 9 decimals")


class Missing(unittest.TestCase):
    def test_no_pandas(self):
        said = without("pandas", "import cordee; r = cordee.results(%r); print(len(r.table()['cost']), r.solution(0).size); r.frame()" % SWEEP)
        self.assertEqual(said.stdout.split(), ["11", "60"])
        self.assertIn("ImportError: frame() needs pandas", said.stderr)

    def test_no_h5py(self):
        said = without("h5py", "import cordee; cordee.solve(coords=[(0, 0), (3, 0), (3, 4)], threads=1); cordee.results(%r)" % SWEEP)
        self.assertIn("ImportError: result files need h5py", said.stderr)

    def test_no_xxhash(self):
        said = without("xxhash", "import cordee; r = cordee.results(%r); print(len(r.table()['cost']), r.checked)" % SWEEP)
        self.assertEqual(said.stdout.split(), ["11", "False"], said.stderr)


if __name__ == "__main__":
    outcome = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    failed = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed, %d skipped" % (outcome.testsRun - failed - len(outcome.skipped), failed, len(outcome.skipped)))
    sys.exit(failed > 0)
