#!/usr/bin/python3
"""The rows of a results file as text, one a line, sorted: what must not depend on how a sweep was run.

results_rows.py FILE          key, state, exit code, best, and a digest of the genes
results_rows.py FILE MEMBER   how many rows have each value of that member
results_rows.py FILE NAME OUT the first verified row of the instance NAME, as a TSPLIB tour in the file OUT
"""
import collections
import hashlib
import sys
import h5py


def rows_lines(rows, genes):
    for row in rows:
        first, n = int(row["solution_first"]), int(row["n"])
        gene = genes[first : first + n].tobytes() if row["state"] == 1 else b""
        yield "%016x %d %d %d %s" % (row["key"], row["state"], row["exit_code"], row["best"], hashlib.md5(gene).hexdigest())


def tour_write(rows, genes, name, out):
    row = next(r for r in rows if r["name"] == name.encode() and r["state"] == 1)
    first, n = int(row["solution_first"]), int(row["n"])
    with open(out, "w") as f:
        f.write("NAME : x\nTYPE : TOUR\nDIMENSION : %d\nTOUR_SECTION\n" % n)
        f.writelines("%d\n" % (c + 1) for c in genes[first : first + n])
        f.write("-1\nEOF\n")
    print(row["best"], row["instance"].decode())


with h5py.File(sys.argv[1], "r") as f:
    rows, genes = f["task"][:], f["solution"][:]
if len(sys.argv) == 2:
    print("\n".join(sorted(rows_lines(rows, genes))))
elif len(sys.argv) == 3:
    for value, count in sorted(collections.Counter(rows[sys.argv[2]].tolist()).items()):
        print(value.decode() if isinstance(value, bytes) else value, count)
else:
    tour_write(rows, genes, sys.argv[2], sys.argv[3])
