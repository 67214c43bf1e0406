#!/usr/bin/python3
"""Checks that a checkpoint is laid out as docs/file-formats-hdf5.md says, with h5py alone: what others will read it with.

usage: checkpoint_layout.py CHECKPOINT
"""
import re
import sys

try:
    import h5py
    import numpy
except ImportError as missing:
    print("skip layout: %s" % missing)
    print("0 passed, 0 failed, 1 skipped")
    sys.exit(0)

TEXTS = "instance_path instance_name instance_size solver options version host backend device created".split()
NUMBERS = {"n": "<i4", "decimals": "<i4", "instance_digest": "<u8", "islands": "<u4", "epoch": "<u4", "epochs": "<u4", "finished": "<i4",
           "searches": "<u8", "moves": "<u8", "elapsed_s": "<f8", "best": "<i8", "best_island": "<u4", "ranks": "<i4",
           "best_known": "<i8", "best_known_given": "<i4", "time_s": "<f8", "stop_before_s": "<f8", "inputs": "<u8"}
CHAMPIONS = {"champion": "<i8", "champion_origin": "<u4"}
LEGS = {"leg": "<u4", "rank": "<u4", "started_s": "<f8", "host": "|S64", "backend": "|S16", "device": "|S96",
        "version": "|S64", "started": "|S32"}
THROUGHPUT = {"elapsed_s": "<f8", "leg": "<u4", "rank": "<u4", "seconds": "<f8", "moves": "<u8"}
TRACE = {"elapsed_s": "<f8", "searches": "<u8", "moves": "<u8", "best": "<i8"}
HISTORY = {"epoch": "<u4", "island": "<u4", "searches": "<u8", "moves": "<u8", "elapsed_s": "<f8", "best": "<i8"}
FIELD_TYPES = ("<i4", "<u4", "<i8", "<u8", "<f4", "<f8")


def expect(holds, sentence):
    if not holds:
        raise AssertionError(sentence)


def check_block(path):
    data = open(path, "rb").read()
    line = re.fullmatch(rb"cordee checkpoint 3 bytes (\d+) digest [0-9a-f]{16}\n(\0*)", data[:4096])
    expect(line, "the user block is one line of text and zeros")
    expect(int(line[1]) == len(data), "the line says the file's size")
    expect(data[4096:4104] == b"\x89HDF\r\n\x1a\n", "HDF5 begins at byte 4096")


def check_run(run):
    expect(set(run.attrs) == set(TEXTS) | set(NUMBERS), "/run has the documented attributes: %s" % sorted(run.attrs))
    for name in TEXTS:
        expect(isinstance(run.attrs[name], str), "/run %s is a str" % name)
    for name, dtype in NUMBERS.items():
        expect(run.attrs.get_id(name).dtype == dtype and run.attrs.get_id(name).shape == (),
               "/run %s is one %s" % (name, dtype))
    expect(set(run) <= {"best_solution"}, "/run holds best_solution at most")
    if "best_solution" in run:
        check_dataset(run["best_solution"], "<i4", run.attrs["n"])
        genes, n = run["best_solution"][()].tolist(), int(run.attrs["n"])
        if " cities" in run.attrs["instance_size"]:
            expect(sorted(genes) == list(range(n)), "best_solution is a permutation")
        if " customers" in run.attrs["instance_size"]:
            expect(sorted(map(abs, genes)) == list(range(1, n + 1)) and genes[0] < 0, "best_solution has each customer once, in routes")


def check_dataset(dataset, dtype, rows):
    expect(dataset.dtype == dtype, "%s is %s" % (dataset.name, dtype))
    expect(dataset.shape[0] == rows, "%s has %d rows, found %d" % (dataset.name, rows, dataset.shape[0]))
    expect(dataset.ndim == 1 or dataset.ndim == 2 and dataset.shape[1] > 1, "%s is 1-D, or 2-D and wide" % dataset.name)
    expect(dataset.chunks is None and dataset.compression is None, "%s is contiguous" % dataset.name)
    expect(rows == 0 or dataset.id.get_offset() >= 4096, "%s lies behind the user block" % dataset.name)


def check_history(history, islands):
    expect(set(history) == set(HISTORY) | set(CHAMPIONS), "/history has the documented columns")
    rows = len(history["epoch"])
    for name, dtype in HISTORY.items():
        check_dataset(history[name], dtype, rows)
    for name, dtype in CHAMPIONS.items():
        check_dataset(history[name], dtype, rows)
        columns = min(islands, 256)
        expect(history[name].shape == ((rows, columns) if columns > 1 else (rows,)), "%s has a column an island" % name)
    expect((history["champion_origin"][()] < islands).all(), "champion_origin is below the number of islands")
    champion = history["champion"][()].reshape(rows, columns)
    expect((numpy.diff(champion, axis=0) <= 0).all(), "no champion ever gets worse")
    if columns == islands:
        expect((champion.min(axis=1) >= history["best"][()]).all(), "none is better than the best")


def check_table(group, columns):
    expect(set(group) == set(columns), "%s has the documented columns" % group.name)
    for name, dtype in columns.items():
        check_dataset(group[name], dtype, len(group[next(iter(columns))]))


def check_legs(legs, throughput, run):
    check_table(legs, LEGS)
    check_table(throughput, THROUGHPUT)
    numbers, ranks = legs["leg"][()], legs["rank"][()]
    expect(numbers[0] == 0 and (numpy.diff(numbers.astype("i8")) >= 0).all(), "legs are numbered from 0")
    last = numbers == numbers[-1]
    expect(ranks[last].tolist() == list(range(run.attrs["ranks"])), "the last leg has all ranks")
    expect(legs["host"][-1] and legs["version"][-1].decode() == run.attrs["version"], "the last leg wrote the file")
    expect(len(throughput["leg"]) == 0 or throughput["moves"][()].sum() <= run.attrs["moves"], "no more moves than in /run")
    expect((numpy.diff(throughput["elapsed_s"][()]) >= 0).all(), "intervals ascend")
    if run.attrs["finished"]:
        expect(throughput["moves"][()].sum() == run.attrs["moves"], "the intervals hold all moves of a finished run")


def check_trace(trace, run):
    check_table(trace, TRACE)
    expect((numpy.diff(trace["best"][()]) < 0).all(), "the costs of the trace descend")
    expect((numpy.diff(trace["elapsed_s"][()]) >= 0).all(), "its times ascend")
    if len(trace["best"]) and run.attrs["finished"]:
        expect(trace["best"][-1] == run.attrs["best"], "it ends with the best")


def check_fields(group, rows):
    for name in group:
        expect(group[name].dtype.str in FIELD_TYPES, "%s is of a known type" % group[name].name)
        check_dataset(group[name], group[name].dtype.str, rows)


def check_searches(searches, islands):
    if len(searches) == 0:
        return
    expect("island" in searches, "/searches has a column island")
    island = searches["island"]
    check_dataset(island, "<u4", len(island))
    ids = island[()].astype("i8")
    expect((numpy.diff(ids) >= 0).all(), "/searches/island ascends")
    expect((ids < islands).all(), "/searches/island is below the number of islands")
    check_fields(searches, len(island))


def check(path):
    check_block(path)
    with h5py.File(path, "r") as file:
        groups = "run history legs throughput trace islands searches".split()
        expect(set(file) == set(groups), "the groups are " + ", ".join(groups))
        islands = int(file["run"].attrs["islands"])
        check_run(file["run"])
        check_history(file["history"], islands)
        check_legs(file["legs"], file["throughput"], file["run"])
        check_trace(file["trace"], file["run"])
        check_fields(file["islands"], islands)
        check_searches(file["searches"], islands)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip().splitlines()[-1])
    try:
        check(sys.argv[1])
    except Exception as failure:  # whatever h5py says about a file it cannot read is a failure too
        print("not ok layout: %s" % failure)
        print("0 passed, 1 failed, 0 skipped")
        sys.exit(1)
    print("ok layout")
    print("1 passed, 0 failed, 0 skipped")


main()
