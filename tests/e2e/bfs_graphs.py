"""Writes one small graph to a folder in every format that `cordee bfs` reads, and queue searches of it as a table: bfs_graphs.py FOLDER."""
import collections
import gzip
import os
import random
import struct
import sys

import h5py
import numpy

random.seed(1)
n, folder = 60, sys.argv[1]
edges = sorted({tuple(sorted(random.sample(range(n), 2))) for _ in range(80)} | {(0, n - 1)})
rows = [[] for _ in range(n)]
for u, v in edges:
    rows[u].append(v)
    rows[v].append(u)
text = {
    "plain.txt": "# c\n\n" + "".join("%d\t%d 7\r\n" % e for e in edges),
    "market.mtx": "%%%%MatrixMarket matrix coordinate real symmetric\n%% c\n%d %d %d\n" % (n, n, len(edges))
                  + "".join("%d %d -1.5e3\n" % (v + 1, u + 1) for u, v in edges),
    "general.mtx": "%%%%MatrixMarket matrix coordinate pattern general\n%d %d %d\n" % (n, n, 2 * len(edges))
                   + "".join("%d %d\n%d %d\n" % (u + 1, v + 1, v + 1, u + 1) for u, v in edges),
    "road.gr": "c hi\np sp %d %d\n" % (n, 2 * len(edges)) + "".join("a %d %d 3\na %d %d 3\n" % (u + 1, v + 1, v + 1, u + 1) for u, v in edges),
    "colour.col": "p edge %d %d\n" % (n, len(edges)) + "".join("e %d %d\n" % (u + 1, v + 1) for u, v in edges),
    "metis.graph": "%% c\n%d %d\n" % (n, len(edges)) + "".join(" ".join(str(v + 1) for v in row) + "\n" for row in rows),
    "weights.graph": "%d %d 111 2\n" % (n, len(edges)) + "".join("5 6 7 " + " ".join("%d 9" % (v + 1) for v in row) + "\n" for row in rows),
}
for name, content in text.items():
    open(os.path.join(folder, name), "w", newline="").write(content)
    half = len(content) // 2  # two members, as `cat a.gz b.gz` makes them
    with open(os.path.join(folder, name + ".gz"), "wb") as out:
        out.write(gzip.compress(content[:half].encode()) + gzip.compress(content[half:].encode()))
for name, types in (("rows.h5", ("i8", "i8")), ("narrow.h5", ("u4", "i4"))):
    with h5py.File(os.path.join(folder, name), "w") as out:
        out["offset"] = numpy.cumsum([0] + [len(row) for row in rows]).astype(types[0])
        out["to"] = numpy.array(sum(rows, [])).astype(types[1])



def serialized(name, directed, *sides):
    """Rows as GAP writes them, and the reversed ones behind them."""
    with open(os.path.join(folder, name), "wb") as out:
        out.write(struct.pack("<?qq", directed, sum(map(len, sides[0])), len(sides[0])))
        for side in sides:
            numpy.cumsum([0] + [len(row) for row in side]).astype("<i8").tofile(out)
            numpy.array(sum(side, [])).astype("<i4").tofile(out)


serialized("gap.sg", False, rows)
serialized("ring.sg", True, [[(v + 1) % 256] for v in range(256)], [[(v - 1) % 256] for v in range(256)])
with open(os.path.join(folder, "wanted"), "w") as out:
    for source in range(n):
        level, queue = {source: 0}, collections.deque([source])
        while queue:
            u = queue.popleft()
            for v in rows[u]:
                if v not in level:
                    level[v] = level[u] + 1
                    queue.append(v)
        out.write("%d,%d,%d\n" % (max(level.values()), len(level), sum(len(rows[v]) for v in level) // 2))
