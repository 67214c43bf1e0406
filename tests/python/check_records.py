#!/usr/bin/python3
"""cordee.results of records (price, bfs, flow, verify --batch) beside the table that the program writes; unfinished, damaged and foreign ones.
  check_records.py CORDEE FOLDER         or with pytest, CORDEE and CORDEE_WORK being set"""
import copy
import csv
import os
import pickle
import random
import subprocess
import sys
import unittest

import numpy
import h5py
import cordee

PROGRAM, WORK = sys.argv[1:3] if __name__ == "__main__" else (os.environ["CORDEE"], os.environ["CORDEE_WORK"])  # pytest
MADE = {"price": [os.path.join(WORK, "book.csv")], "bfs": ["urand:n=2000,degree=6,seed=1", "--sources", "600"],
        "flow": ["random:n=50,degree=4,terminals=3,count=40,seed=1"]}
BOOK = "id,S,T,sigma,r,type,note\n1,50,0.25,0.4,0.1,put,a\n2,100,-1,0.2,0.05,call,\n3,100,0.5,0.3,0.02,put,c\n"


def path_of(name):
    return os.path.join(WORK, name + ".h5")


def setUpModule():
    with open(MADE["price"][0], "w", encoding="utf-8") as book:
        book.write(BOOK)
    for name, words in MADE.items():
        subprocess.run([PROGRAM, name, *words, "--out", path_of(name), "--csv", path_of(name) + ".csv", "--quiet", "--threads", "1"], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)


def changed(name, change):
    """A file like that one after change(bytes)."""
    with open(path_of(name), "rb") as file:
        content = bytearray(file.read())
    change(content)
    other = os.path.join(WORK, "changed.h5")
    with open(other, "wb") as file:
        file.write(content)
    return other


class Tables(unittest.TestCase):
    def test_as_the_table_of_the_program(self):
        for name in MADE:
            with open(path_of(name) + ".csv", encoding="utf-8", newline="") as file:
                expected = list(csv.DictReader(file))
            table = cordee.results(path_of(name)).table()
            self.assertEqual(len(expected), len(table["status"]), name)
            for column in set(expected[0]) & set(table) - {"id", "note", "message"}:
                found = table[column][table["status"] == "valid"]
                self.assertEqual([float(row[column]) for row in expected if row["code"] == "0"], found.astype(float).tolist(), column)

    def test_a_row_that_failed(self):
        results = cordee.results(path_of("price"))
        table = results.table()
        self.assertEqual((results.kind, results.names, len(results)), ("records", ("rows",), 3))
        self.assertEqual(table["status"].tolist(), ["valid", "failed", "valid"])
        self.assertEqual((table["id"].tolist(), table["note"].tolist()), ([1, 2, 3], ["a", "", "c"]))
        self.assertIn("book.csv:3: T: expected", table["message"][1])
        self.assertTrue(table["exit_code"][1] == 65 and table["message"][0] == "")
        self.assertEqual((numpy.isnan(table["price"]).tolist(), table["steps"].tolist()), ([False, True, False], [1000, None, 1000]))

    def test_while_a_notebook_has_the_file_open(self):
        price = cordee.results(path_of("price")).table()["price"].tolist()
        for mode in ("r", "r+"):
            with h5py.File(path_of("price"), mode):
                numpy.testing.assert_array_equal(cordee.results(path_of("price")).table()["price"], price)

    def test_copies(self):
        one = cordee.results(path_of("price"))
        for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            self.assertEqual((other.kind, len(other), other.names), (one.kind, len(one), one.names))
            numpy.testing.assert_array_equal(other.table()["price"], one.table()["price"])

    def test_frame(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("no pandas")
        self.assertEqual(cordee.results(path_of("flow")).frame()["value"].min(), cordee.max_flows(MADE["flow"][0]).value.min())

    def test_what_is_pending(self):
        """A chunk without a mark, or whose mark does not fit, is pending."""
        other = os.path.join(WORK, "half.h5")
        with open(path_of("bfs"), "rb") as file, open(other, "wb") as out:
            out.write(file.read())
        with h5py.File(other, "r+") as file:
            file["mark"][0] = 0
        table = cordee.results(other).table()
        status = table["status"]
        self.assertEqual(((status[:512] == "pending").all(), (status[512:] == "valid").all()), (True, True))
        self.assertEqual((table["visited"].mask[:512].all(), table["visited"].mask[512:].any()), (True, False))


class Refused(unittest.TestCase):
    def test_no_solutions(self):
        with self.assertRaisesRegex(cordee.UsageError, "bfs.h5: records have no solutions"):
            cordee.results(path_of("bfs")).solution(0)
        with self.assertRaisesRegex(cordee.UsageError, "expected a table of rows, found 'traces'"):
            cordee.results(path_of("bfs")).table("traces")

    def test_changed_bytes(self):
        """A byte that differs makes a chunk pending, or the file is refused; messages and names of the items have no digest."""
        dice = random.Random(5)
        for name in MADE:
            whole = cordee.results(path_of(name))
            column = {"price": "price", "bfs": "checksum", "flow": "value"}[name]
            values, size = whole.table()[column], os.path.getsize(path_of(name))
            for trial in range(40):
                at = dice.randrange(size) if trial % 3 else dice.randrange(12000)
                with self.subTest(name=name, at=at):
                    other = changed(name, lambda content, at=at: content.__setitem__(at, content[at] ^ 1 << dice.randrange(8)))
                    try:
                        found = cordee.results(other)
                        table = found.table()
                    except cordee.FormatError as error:
                        self.assertIn("changed.h5: ", str(error))
                        continue
                    if found.checked:
                        same = numpy.array([a == b or a != a and b != b for a, b in zip(table.get(column, values).tolist(), values.tolist())])
                        self.assertTrue((same | (table["status"] == "pending")).all())

    def test_cut_short(self):
        for size in (40, 4096, 6000):
            with self.assertRaises(cordee.FormatError):
                cordee.results(changed("price", lambda content, size=size: content.__delitem__(slice(size, None))))


if __name__ == "__main__":
    outcome = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    failed = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed, %d skipped" % (outcome.testsRun - failed - len(outcome.skipped), failed, len(outcome.skipped)))
    sys.exit(failed > 0)
