#!/usr/bin/python3
"""The Python package: its answers beside the command line's, arrays and their lifetimes, errors of every kind, interruptions.
  check_package.py CORDEE FOLDER           or with pytest, CORDEE and CORDEE_WORK being set"""
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import unittest

import numpy
import cordee

PROGRAM, WORK = sys.argv[1:3] if __name__ == "__main__" else (os.environ["CORDEE"], os.environ["CORDEE_WORK"])  # pytest
TOUR, ROUTES, TASKS = "instances/uniform-60-1.tsp", "instances/routes-12-1.vrp", "instances/etc-i-hihi-60x10-1.etc"
BUDGET = {TOUR: dict(kicks=5, tours=4, populations=1), ROUTES: dict(epochs=2, epoch=20), TASKS: dict(epochs=2, epoch=512)}


def command(path, options):
    words = ["--%s=%s" % item for item in options.items()]
    said = subprocess.run([PROGRAM, "solve", path, *words, "--json", "--quiet"], stdout=subprocess.PIPE, check=True)
    return json.loads(said.stdout)


class Answers(unittest.TestCase):
    def test_as_the_command_line(self):
        for path, budget in BUDGET.items():
            options = dict(budget, seed=5, threads=1, islands=2)
            result, expected = cordee.solve(path, **options), command(path, options)
            self.assertAlmostEqual(result.cost, float(expected["cost"]), places=9, msg=path)
            self.assertTrue(result.verified)
            self.assertEqual(result.end, "finished")

    def test_coordinates_and_matrix_agree(self):
        xy = numpy.random.default_rng(3).integers(0, 1000, (40, 2))
        matrix = numpy.floor(numpy.hypot(*(xy[:, None] - xy[None]).transpose(2, 0, 1)) + 0.5).astype(numpy.int32)
        one, other = (cordee.solve(seed=2, threads=1, **given) for given in (dict(coords=xy), dict(matrix=matrix)))
        tour = one.solution
        self.assertEqual(one.cost, matrix[tour, numpy.roll(tour, -1)].sum())
        self.assertEqual(cordee.tour(matrix=matrix).judge(tour), one.cost)
        self.assertEqual(sorted(tour.tolist()), list(range(40)))
        self.assertEqual(other.cost, matrix[other.solution, numpy.roll(other.solution, -1)].sum())

    def test_start_never_ends_worse(self):
        instance = cordee.read(TOUR)
        start = numpy.arange(60)
        result = cordee.solve(instance, start=start, threads=1, kicks=1, tours=1, recombine="none")
        self.assertLessEqual(result.cost, instance.judge(start))

    def test_windows(self):
        instance = cordee.routing([0, 1, 1], 2, coords=[(0, 0), (10, 0), (20, 0)], ready=[0, 50, 0], due=[100, 60, 20], service=[0, 5, 5])
        result = cordee.solve(instance, threads=1)
        self.assertEqual([route.tolist() for route in result.routes], [[2, 1]])
        self.assertEqual(result.cost, 40.0)

    def test_resume(self):
        options = dict(seed=4, threads=1, method="climb", climbers=400, islands=4, epoch=10)
        whole, file = cordee.solve(TOUR, **options), os.path.join(WORK, "run.h5")
        cut = cordee.solve(TOUR, checkpoint=file, callback=lambda progress: progress.epoch >= 2, **options)
        self.assertIn(cut.end, ("asked", "finished"))
        rest = cordee.resume(file, TOUR, threads=1)
        self.assertEqual((rest.cost, rest.solution.tolist()), (whole.cost, whole.solution.tolist()))

    def test_rounding_is_said(self):
        square = numpy.array([(0, 0), (1, 0), (1, 1), (0, 1)])
        options = dict(threads=1, kicks=1, tours=2, populations=1)
        with self.assertWarnsRegex(RuntimeWarning, "rounding of distances changes the cost of this solution by 3.85%.*--scale"):
            self.assertIn("3.85%", cordee.solve(coords=square * 10.4, **options).warning)
        self.assertEqual(cordee.solve(coords=square * 10, **options).warning, "")
        with self.assertRaisesRegex(cordee.FormatError, "expected a cost above 0 of places that differ"):
            cordee.solve(coords=square * 0.2, **options)

    def test_batch(self):
        results = cordee.solve_batch([TOUR, cordee.tour([(0, 0), (1, 1), (2, 5)])], kicks=1, tours=2, populations=1, threads=1)
        self.assertEqual([type(one) for one in results], [cordee.Result, cordee.Result])
        wrong = cordee.solve_batch([TASKS, TOUR], method="anneal", moves="none-such")
        self.assertTrue(all(isinstance(one, cordee.Error) for one in wrong))
        self.assertEqual(cordee.solve_batch([], threads=1), [])

    def test_batch_as_alone(self):
        xy = numpy.random.default_rng(5).integers(0, 1000, (6, 50, 2))
        options = dict(method="climb", climbers=30, seed=2, threads=1)
        for one, cities in zip(cordee.solve_batch([cordee.tour(cities) for cities in xy], **options), xy):
            alone = cordee.solve(coords=cities, **options)
            self.assertEqual((one.cost, one.solution.tolist(), one.end), (alone.cost, alone.solution.tolist(), alone.end))

    def test_batch_goes_on_after_failures(self):
        first, missing, tasks, last = cordee.solve_batch([TOUR, "no-such.tsp", TASKS, TOUR], method="climb", climbers=5, threads=1)
        self.assertTrue(first.cost == last.cost and first.verified)
        self.assertIsInstance(missing, cordee.InputError)
        self.assertIsInstance(tasks, cordee.UsageError)
        self.assertIn("found 'climb'", str(tasks))

    def test_batch_starts(self):
        best = cordee.solve(TOUR, threads=1, kicks=1, tours=4, populations=1)
        options = dict(method="climb", climbers=1, restart="kick", threads=1)
        started, plain = cordee.solve_batch([TOUR, TOUR], starts=[best.solution, None], **options)
        self.assertLessEqual(started.cost, best.cost)
        self.assertTrue(plain.verified)
        self.assertRaises(cordee.UsageError, cordee.solve_batch, [TOUR], starts=[None, None])

    def test_batch_callback(self):
        seen = []

        def enough(progress):
            seen.append((progress.instances, progress.instances_done))
            return progress.instances_done == 1 and progress.best is not None
        whole, part, none = cordee.solve_batch([TOUR] * 3, callback=enough, time=0.5, threads=1)
        self.assertEqual((whole.end, part.end, none), ("time", "asked", None))
        self.assertEqual((seen[0], seen[-1]), ((3, 0), (3, 1)))
        with self.assertRaises(ZeroDivisionError):
            cordee.solve_batch([TOUR], callback=lambda progress: 1 // 0, time=5, threads=1)

    def test_checkpoint_in_memory(self):
        options = dict(seed=4, threads=1, method="climb", climbers=2000, islands=4, epoch=100)
        whole, cut = cordee.solve(TOUR, **options), cordee.solve(TOUR, callback=lambda progress: progress.best is not None, keep=True, **options)
        self.assertIsInstance(cut.checkpoint, bytes)
        self.assertIsNone(whole.checkpoint)
        rest = cordee.resume(cut.checkpoint, TOUR, threads=1)
        self.assertEqual((rest.cost, rest.solution.tolist()), (whole.cost, whole.solution.tolist()))
        wrong = bytearray(cut.checkpoint)
        wrong[len(wrong) // 2] ^= 1
        self.assertRaises(cordee.FormatError, cordee.resume, bytes(wrong), TOUR)
        self.assertRaises(cordee.FormatError, cordee.resume, None, TOUR)


class Memory(unittest.TestCase):
    def test_solution_outlives_the_result(self):
        result = cordee.solve(TOUR, threads=1, kicks=1, tours=2, populations=1)
        kept, copy = result.solution, result.solution.copy()
        self.assertFalse(kept.flags.writeable)
        del result
        gc.collect()
        for _ in range(20):
            cordee.solve(TOUR, threads=1, kicks=1, tours=2, populations=1)
        self.assertTrue((kept == copy).all())

    def test_matrix_is_not_copied(self):
        from cordee.instance import whole
        matrix = numpy.zeros((5, 5), dtype=numpy.int32)
        self.assertIs(whole("matrix", matrix, numpy.int32), matrix)

    def test_matrix_stays_the_callers(self):
        matrix = numpy.array([[0, 2, 9], [1, 0, 6], [15, 7, 0]], dtype=numpy.int32)
        instance = cordee.tour(matrix=matrix)
        matrix[:] = 0
        self.assertEqual(instance.judge([0, 1, 2]), 2 + 6 + 15)


class Errors(unittest.TestCase):
    def test_version(self):
        said = subprocess.run([PROGRAM, "--version"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        self.assertEqual(cordee.version(), cordee.__version__)
        self.assertEqual(said.strip().split("+")[0], "cordee " + cordee.__version__.split("+")[0])  # builds of one version may differ
        with self.assertRaises(AttributeError):
            cordee.absent

    CASES = [
        (cordee.UsageError, "unknown option", lambda: cordee.solve(TOUR, bogus=1)),
        (cordee.UsageError, "unknown option --tim, did you mean --time", lambda: cordee.solve(TOUR, tim=1)),
        (cordee.UsageError, "--time: expected a number of seconds, found '1,5'", lambda: cordee.solve(TOUR, time="1,5")),
        (cordee.UsageError, "expected", lambda: cordee.solve(TOUR, threads=-1)),
        (cordee.UsageError, "expected one of instance, coords and matrix", lambda: cordee.solve()),
        (cordee.FormatError, "at most 6 decimals", lambda: cordee.solve(matrix=[[0, 5e-8], [1, 0]])),
        (cordee.FormatError, "from 0 to 536870911, found 1099511627776", lambda: cordee.solve(matrix=[[0, 2**40], [1, 0]])),
        (cordee.UsageError, "shape", lambda: cordee.solve(matrix=[[0, 1, 2], [1, 0, 2]])),
        (cordee.UsageError, "shape", lambda: cordee.solve(coords=[(0, 0, 0, 0)])),
        (cordee.UsageError, "shape", lambda: cordee.solve(TOUR, start=[0, 1])),
        (cordee.UsageError, "expected 3 rows", lambda: cordee.routing([0, 1, 1], 2, coords=[(0, 0), (1, 1)])),
        (cordee.NoSolution, "", lambda: cordee.routing([0, 9, 1], 2, coords=[(0, 0), (1, 1), (2, 2)])),
        (cordee.FormatError, "", lambda: cordee.solve(TOUR, start=[0] * 60)),
        (cordee.FormatError, "", lambda: cordee.read(TOUR).judge([0] * 60)),
        (cordee.FormatError, "", lambda: cordee.read("SConstruct")),
        (cordee.InputError, "No such file", lambda: cordee.read("/nowhere/x.tsp")),
        (cordee.UsageError, "", lambda: cordee.solve(coords=[(0, 0), (1, 1)], metric="NONE_SUCH")),
    ]

    def test_every_kind(self):
        for number, (kind, text, call) in enumerate(self.CASES):
            with self.subTest(number), self.assertRaises(kind) as caught:
                call()
            self.assertIn(text, str(caught.exception))
        self.assertTrue(issubclass(cordee.UsageError, ValueError) and issubclass(cordee.InputError, OSError))

    def test_the_callbacks_exception(self):
        def fails(_):
            raise RuntimeError("mine")
        with self.assertRaisesRegex(RuntimeError, "mine"):
            cordee.solve("instances/E1k.0.tsp", callback=fails, threads=1, time=100)

    def test_no_call_within_a_callback(self):
        def calls(_):
            cordee.read(TOUR)
        with self.assertRaisesRegex(cordee.UsageError, "callback"):
            cordee.solve("instances/E1k.0.tsp", callback=calls, threads=1, time=100)


class Stopping(unittest.TestCase):
    def setUp(self):  # a shell starts programs in the background with SIGINT ignored
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_ctrl_c_keeps_the_best(self):
        def once(_):
            if not sent:
                sent.append(os.kill(os.getpid(), signal.SIGINT))
        sent, before = [], signal.getsignal(signal.SIGINT)
        result = cordee.solve("instances/E1k.0.tsp", threads=1, time=100, callback=once)
        self.assertTrue(result.interrupted and result.verified and result.end == "asked")
        self.assertLess(result.progress.elapsed_s, 60)
        self.assertIs(signal.getsignal(signal.SIGINT), before)

    def test_ignored_stays_ignored(self):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        result = cordee.solve(TOUR, threads=1, kicks=1, tours=2, populations=1, callback=lambda _: os.kill(os.getpid(), signal.SIGINT))
        self.assertEqual((result.interrupted, result.end), (False, "finished"))
        self.assertIs(signal.getsignal(signal.SIGINT), signal.SIG_IGN)

    def test_in_another_thread(self):
        found = []
        thread = threading.Thread(target=lambda: found.append(cordee.solve(TOUR, threads=1, kicks=1, tours=2, populations=1)))
        thread.start(), thread.join()
        self.assertTrue(found[0].verified)


if __name__ == "__main__":
    outcome = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    failed = len(outcome.failures) + len(outcome.errors)
    print("%d passed, %d failed, 0 skipped" % (outcome.testsRun - failed, failed))
    sys.exit(failed > 0)
