#!/usr/bin/python3
"""Writes a results file with rows of every kind, for the test of reports: tests/e2e/report_rows.py OUT.h5.

The rows are made up (a report must cope with anything a row may hold); the layout is that of docs/file-formats.md.
"""
import sys

import h5py
import numpy as np

NONE, TRACE = 2**63 - 1, 32
TEXTS = {"section": 64, "instance": 512, "options": 1024, "message": 1024, "end": 32, "name": 128, "size_text": 96, "problem": 16,
         "method": 32, "host": 64, "backend": 16, "device": 96, "version": 64}
ORDER = """key:u8 section instance options state:i4 exit_code:i4 message end name size_text problem n:i4 decimals:i4 method seed:u8
islands:u8 searches:u8 moves:u8 best:i8 best_known:i8 bound:i8 best_island:u4 batch:u4 elapsed_s:f8 finished_unix_s:f8 ranks:i4 host
backend device version trace_rows:i4 trace_s:f8* trace_searches:u8* trace_best:i8* solution_first:u8 digest:u8 done:u4""".split()


def member(word):
    name, _, kind = word.partition(":")
    if not kind:
        return (name, "S%d" % TEXTS[name])
    return (name, kind[:2], (TRACE,)) if kind.endswith("*") else (name, kind)


ROW = np.dtype([member(word) for word in ORDER], align=True)
RANDOM = np.random.default_rng(7)


def new_row(rows, **members):
    row = rows[len(rows) - 1 - new_row.left]
    new_row.left -= 1
    row["key"], row["best"], row["done"], row["batch"], row["ranks"] = RANDOM.integers(2**63), NONE, 1, 1, 1
    row["host"], row["backend"], row["version"] = "node1", "cpu", "0.1.0"
    row["device"] = "Intel(R) Xeon(R) Processor @ 2.50GHz, AVX-512, 2 threads"
    row["finished_unix_s"] = 1.79e9 + 3 * (len(rows) - new_row.left)
    for name, value in members.items():
        row[name] = value.encode() if isinstance(value, str) else value
    return row


def solved(rows, name, size, n, known, options, method, climbers, seed, gap, **more):
    """A verified row whose best came down in steps to known * (1 + gap)."""
    members = dict(name=name, size_text=size, n=n, instance="instances/%s.tsp" % name, section=name, problem="tsp", state=1,
                   end="finished", options=options, method=method, searches=climbers, seed=seed, islands=8,
                   moves=int(climbers * n**2.2), best=round(known * (1 + gap)), best_known=known)
    row = new_row(rows, **{**members, **more})
    steps = int(RANDOM.integers(1, TRACE))
    row["elapsed_s"] = max(row["moves"] / 2e9, 2e-3)
    row["trace_rows"] = steps
    row["trace_s"][:steps] = np.sort(RANDOM.random(steps) ** 3) * row["elapsed_s"]
    row["trace_best"][:steps] = row["best"] + np.sort((RANDOM.random(steps) * 0.1 * known).astype(int))[::-1]
    row["trace_best"][steps - 1] = row["best"]
    row["trace_searches"][:steps] = np.sort(RANDOM.integers(1, climbers + 1, steps))
    return row


def fill(rows):
    for name, n, known, hard in (("berlin52", 52, 7542, 0.06), ("kroA100", 100, 21282, 0.08), ("pr439", 439, 107217, 0.14)):
        for restart in ("random", "kick"):
            for power in range(1, 7):
                for seed in (1, 2, 3):
                    gap = max(0, hard * (0.9 + 0.2 * RANDOM.random()) * 10 ** (-0.18 * power) - (0.05 if restart == "kick" else 0.01))
                    solved(rows, name, "%d cities, EUC_2D" % n, n, known, "climbers = %d\nrestart = %s\nseed = %d\n" % (10**power, restart, seed),
                           "climb", 10**power, seed, gap)
    for k in range(12):
        solved(rows, "512x16/u_c_hihi.%d" % k, "512 tasks on 16 machines", 512, 73589428000000 + k, "", "anneal", 400, 1,
               0.0002 * (k + 1), problem="matching", decimals=7, bound=73465241836000 + k)
        solved(rows, "512x16/u_c_hihi.%d" % k, "512 tasks on 16 machines", 512, 73589428000000 + k, "method = min-min\n", "min-min", 1, 1,
               0.12 + 0.01 * k, problem="matching", decimals=7, bound=73465241836000 + k)
    solved(rows, "<script>alert(1)</script>", "10 cities, EUC_2D", 10, 500, "climbers = 10\n", "climb", 10, 1, 0.5, section='a "b" & <c>')
    new_row(rows, instance="jobs/broken.tsp", section="bad, \"quoted\"\nname", options="climbers = 10\n", state=2, exit_code=65,
            message="jobs/broken.tsp:7: expected the y coordinate of city 2, found '<b>zero</b>'")
    new_row(rows, instance="jobs/nowhere.tsp", section="bad", state=2, exit_code=66, message="jobs/nowhere.tsp: no such file")
    new_row(rows, instance="instances/late.tsp", section="late", state=0)
    new_row(rows, instance="instances/torn.tsp", section="late", state=1, best=5, done=0)


def main():
    rows = np.zeros(3 * 2 * 6 * 3 + 24 + 5, dtype=ROW)
    new_row.left = len(rows) - 1
    fill(rows)
    with h5py.File(sys.argv[1], "w", userblock_size=4096, libver="latest") as file:
        for name, value in (("job", "/home/ann/jobs/accuracy.job"), ("version", "0.1.0"), ("host", "node1"),
                            ("created", "2026-11-21T08:00:00Z"), ("schema", "1")):
            file.attrs[name] = value
        file["task"] = rows
        file["solution"] = np.zeros(1, dtype=np.int32)


if __name__ == "__main__":
    main()
