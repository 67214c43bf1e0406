#!/usr/bin/python3
"""A host with decimal commas gets the same numbers from the package, the program and files.
  check_locale.py CORDEE FOLDER"""
import locale
import os
import shutil
import subprocess
import sys
import unittest

import cordee

PROGRAM, FOLDER = sys.argv[1:3] if __name__ == "__main__" else (os.environ["CORDEE"], os.environ["CORDEE_WORK"])  # pytest
COMMAS = "de_DE.UTF-8"
TOUR = "instances/uniform-12-1.tsp"
JOB = "[a]\ninstance = %s\ntarget-gap = 0.5\nscale = 1.5\nkicks = 1.5e1\nseed = 1..2\n" % os.path.abspath(TOUR)


def refused(call, **options):
    try:
        call(**options)
    except Exception as error:  # what it says is compared
        return str(error)
    return "not refused"


def numbers():
    """Everything that has a fraction, through every call that takes or gives one."""
    one = cordee.price(S=50.5, T=.25, sigma=.4, r=.1, tolerance=0.01)
    book = cordee.price("instances/options-12.csv", tolerance=0.05)
    scaled = cordee.read(TOUR, scale=2.5)
    search = cordee.solve(scaled, seed=1, threads=1, kicks=1, time=60.5)
    goal = cordee.solve(scaled, seed=1, threads=1, time=60, best_known=search.cost, target_gap=0.5)
    timed = cordee.solve("instances/E1k.0.tsp", threads=1, time=0.75)
    tasks = cordee.solve("instances/etc-i-hihi-60x10-1.etc", threads=1, epochs=2)
    table = os.path.join(FOLDER, "places.csv")
    with open(table, "w", encoding="utf-8") as out:
        out.write("name,x,y\na,0.5,0.25\nb,10.5,0\nc,0,20.123456789012345678\n")
    cities = cordee.solve(cordee.read(table, scale=1000), threads=1)
    return [one.price[0], one.delta[0], one.gamma[0], one.error[0], one.steps[0], book.price.tolist(), book.error.tolist(), search.cost,
            search.solution.tolist(), goal.end, goal.cost, 0.7 < timed.progress.elapsed_s < 60, timed.end, tasks.cost, tasks.bound,
            cities.cost, refused(cordee.price, S=50, T=.25, sigma=-.5, r=.1), refused(cordee.solve, instance=TOUR, time=-0.5),
            refused(cordee.solve, instance=TOUR, time="1,5"), refused(cordee.price, S=50, T=.25, sigma=.4, r=.1, tolerance=0)]


def said(*words, **surroundings):
    run = subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ, **surroundings))
    return run.stdout.decode()


def program(surroundings):
    """What the program prints and writes, without what is another every time."""
    tour, job, out, prices = (os.path.join(FOLDER, name) for name in ("tour.csv", "a.job", "a.h5", "prices.h5"))
    for path in (out, prices):  # of another locale
        if os.path.exists(path):
            os.remove(path)
    with open(job, "w", encoding="utf-8") as file:
        file.write(JOB)
    texts = [said("price", *"--S 50.5 --T .25 --sigma 0.4 --r 0.1 --json --quiet".split(), **surroundings),
             said("solve", TOUR, "--scale", "2.5", "--seed", "1", "--threads", "1", "--out", tour, "--quiet", **surroundings),
             said("solve", TOUR, "--time", "1,5", **surroundings), said("price", "instances/options-12.csv", "--out", prices, "--csv", "-", "--quiet", **surroundings).rsplit("\n", 2)[0]]
    said("sweep", job, "--out", out, "--quiet", **surroundings)
    rows = said("report", out, "--csv", "-", **surroundings)
    with open(tour, encoding="utf-8") as file:
        return texts + [file.read(), [line.split(",")[:6] for line in rows.splitlines()]]


class Locales(unittest.TestCase):
    def setUp(self):
        folder = os.path.join(FOLDER, "locales")
        if not os.path.isdir(folder):
            os.mkdir(folder)
            made = shutil.which("localedef") and subprocess.run(
                ["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(folder, COMMAS)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertFalse(made is None, "no localedef")
        os.environ["LOCPATH"] = folder
        try:
            locale.setlocale(locale.LC_ALL, COMMAS)
        except locale.Error:
            self.skipTest("no sources of locales")
        self.assertEqual(locale.localeconv()["decimal_point"], ",")
        locale.setlocale(locale.LC_ALL, "C")

    def test_package_with_commas(self):
        points = numbers()
        locale.setlocale(locale.LC_ALL, COMMAS)
        self.addCleanup(locale.setlocale, locale.LC_ALL, "C")
        for at, (comma, point) in enumerate(zip(numbers(), points)):
            self.assertEqual(comma, point, "number %d" % at)

    def test_program_with_commas(self):
        points = program({"LC_ALL": "C"})
        self.assertIn("--time: expected", points[2])
        self.assertEqual(len(points[3].splitlines()), 13)  # a line of names, and the options
        self.assertTrue(points[5][0][0] == "row" and len(points[5]) > 2, points[5])
        for at, (comma, point) in enumerate(zip(program({"LC_ALL": COMMAS, "LANG": COMMAS}), points)):
            self.assertEqual(comma, point, "text %d" % at)


if __name__ == "__main__":
    outcome = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    failed, skipped = len(outcome.failures) + len(outcome.errors), len(outcome.skipped)
    print("%d passed, %d failed, %d skipped" % (outcome.testsRun - failed - skipped, failed, skipped))
    sys.exit(failed > 0)
