#!/usr/bin/env bash
# `cordee bfs --closeness`: exact closeness as NetworkX has it, pairs by distance, samples whose bounds hold; the same file on any ranks, threads
# and methods, also after a stop; what cannot be told is refused.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/items.sh
if ! /usr/bin/python3 -c 'import networkx, h5py' 2>/dev/null; then skip closeness "no NetworkX or h5py"; finish; fi
cat >"$work/closeness.py" <<'PYTHON'
"""make FOLDER; or exact FILE LIST directed|undirected; or sample FILE LIST CSV."""
import random, sys
import h5py, networkx
word, path = sys.argv[1:3]
if word == "make":
    for name, n, arcs in (("one", 80, 200), ("pieces", 90, 70)):
        draw = random.Random(n)
        with open("%s/%s.txt" % (path, name), "w") as file:
            for _ in range(arcs):
                print(draw.randrange(n), draw.randrange(n), file=file)
            print(n - 1, n - 1, file=file)
    sys.exit()
graph = networkx.DiGraph() if "directed" in sys.argv[4:] else networkx.Graph()
for line in open(sys.argv[3]):
    u, v = map(int, line.split())
    graph.add_nodes_from(range(max(u, v) + 1))
    if u != v:
        graph.add_edge(u, v)
n = len(graph)
distance = dict(networkx.all_pairs_shortest_path_length(graph))
file = h5py.File(path)
exact = networkx.closeness_centrality(graph)
if word == "exact":
    assert all(abs(file["closeness"][v] - exact[v]) < 1e-12 for v in range(n))
    sources, margin = range(n), 0
else:
    sources = [int(line.split(",")[0]) for line in list(open(sys.argv[4]))[1:]]
assert list(file["sources"]) == [len(sources)]
assert list(file["reached"]) == [sum(v != s and v in distance[s] for s in sources) for v in range(n)]
depth = max(max(distance[s].values()) for s in sources)
assert list(file["pairs"]) == [0] + [sum(list(distance[s].values()).count(d) for s in sources) for d in range(1, depth + 1)]
for v in range(n):
    to = [distance[s][v] for s in sources if s != v and v in distance[s]]
    whole = [distance[s][v] for s in range(n) if s != v and v in distance[s]]
    mean = file["mean"][v]
    assert (abs(mean - sum(to) / len(to)) < 1e-12) if to else mean != mean
    if word == "exact":
        assert file["error"][v] == 0 and file["pairs_error"][0] == 0
    elif to:
        assert 0 < file["error"][v] and abs(mean - sum(whole) / len(whole)) <= file["error"][v]
if word == "sample":
    degrees = [v for v in range(n) if graph.degree(v)]
    share = [sum(list(distance[s].values()).count(d) for s in range(n)) / len(degrees) / (n - 1) for d in range(depth + 1)]
    assert all(abs(file["pairs"][d] / len(sources) / (n - 1) - share[d]) <= file["pairs_error"][0] for d in range(1, depth + 1))
    for v in degrees:
        to = [distance[s][v] for s in sources if s != v and v in distance[s]]
        others = len(sources) - (v in sources)
        assert not to or abs(file["closeness"][v] - len(to) / others * (len(degrees) - 1) / (n - 1) / file["mean"][v]) < 1e-12
    off = [abs(file["closeness"][v] / exact[v] - 1) for v in degrees if exact[v]]
    assert sum(off) / len(off) < 0.2, sum(off) / len(off)
PYTHON
told() { /usr/bin/python3 "$work/closeness.py" "$@"; }
told make "$work"
for graph in one pieces; do
  expect "$graph" 0 "which are all: closeness is exact" $cordee bfs "$work/$graph.txt" --sources all --closeness "$work/$graph.c.h5" --check 1 --out "$work/$graph.h5"
  check "$graph-networkx" told exact "$work/$graph.c.h5" "$work/$graph.txt"
  expect "$graph-directed" 0 "closeness is exact" $cordee bfs "$work/$graph.txt" --directed --sources all --closeness "$work/$graph.d.h5" --out "$work/$graph.d.r.h5"
  check "$graph-directed-networkx" told exact "$work/$graph.d.h5" "$work/$graph.txt" directed
done
expect sample 0 "with a probability of 95%" $cordee bfs "$work/one.txt" --sources 50 --closeness "$work/s.h5" --csv "$work/s.csv" --out "$work/s.r.h5"
check sample_bounds told sample "$work/s.h5" "$work/one.txt" "$work/s.csv"
expect more_than_there_are 0 "closeness is exact" $cordee bfs "$work/one.txt" --sources 1000 --closeness "$work/m.h5" --out "$work/m.r.h5"

# ---- ranks, threads, methods; records that are there ----
graph=kron:scale=10,edgefactor=8,seed=3
expect one_rank 0 "closeness is exact" $cordee bfs $graph --sources all --closeness "$work/k1.h5" --out "$work/k1.r.h5"
for n in 2 3; do
  ranks $n $cordee bfs $graph --sources all --closeness "$work/k$n.h5" --out "$work/k$n.r.h5" --quiet >/dev/null 2>&1
  check "ranks-$n" cmp "$work/k1.h5" "$work/k$n.h5"
done
expect one_by_one 0 "closeness is exact" $cordee bfs $graph --sources all --method direction --threads 2 --closeness "$work/kd.h5" --out "$work/kd.r.h5"
check one_by_one_same cmp "$work/k1.h5" "$work/kd.h5"
expect records_first 0 "1024 searched" $cordee bfs $graph --sources all --out "$work/kr.r.h5"
expect records_there 0 "closeness is exact" $cordee bfs $graph --sources all --closeness "$work/kr.h5" --out "$work/kr.r.h5"
check records_there_same cmp "$work/k1.h5" "$work/kr.h5"
slow="urand:n=20000,degree=8,seed=2 --sources 12000"
expect stopped 75 "pending" $cordee bfs $slow --closeness "$work/t.h5" --out "$work/t.r.h5" --time 0.2
check stopped_has_none [ ! -e "$work/t.h5" ]

# ---- refused ----
printf '3\n' >"$work/1.list"
expect some_sources 64 "--closeness: expected --sources all, or a number of random ones, found id:1" $cordee bfs "$work/one.txt" --sources id:1 --closeness "$work/z.h5" --out "$work/z.r.h5"
expect file_of_sources 64 "1.list" $cordee bfs "$work/one.txt" --sources "$work/1.list" --closeness "$work/z.h5" --out "$work/z.r.h5"
expect directed_sample 64 "--closeness: expected --sources all for a graph with directions" $cordee bfs "$work/one.txt" --directed --sources 5 --closeness "$work/z.h5" --out "$work/z.r.h5"
expect beside_parents 64 "--closeness: expected no --parents beside it" $cordee bfs "$work/one.txt" --sources all --parents "$work/p" --closeness "$work/z.h5" --out "$work/z.r.h5"
finish
