#!/usr/bin/env bash
# `cordee bfs`: the same records of a graph in every format, by every method, on any ranks and threads, after any stop and kill; the
# judge agrees; what is malformed is refused by its line.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/items.sh
columns() { cut -d, -f"$2" "$1" | tail -n +2; }

# ---- formats ----
/usr/bin/python3 tests/e2e/bfs_graphs.py "$work" || exit 1
for graph in plain.txt market.mtx general.mtx road.gr colour.col metis.graph weights.graph rows.h5 narrow.h5 gap.sg; do
  for file in "$work/$graph" "$work/$graph.gz"; do
    [ -e "$file" ] || continue
    expect "$(basename "$file")" 0 "60 sources: 60 searched, 0 failed" $cordee bfs "$file" --sources all --check 1 --out "$work/o.h5" --csv "$work/o.csv"
    columns "$work/o.csv" 2-4 >"$work/found"
    columns "$work/o.csv" 2-5 | sort >"$work/rows"
    sort -u "$work/rows" >>"$work/all"
    check "$(basename "$file")-as-a-queue" cmp "$work/found" "$work/wanted"
    rm -f "$work/o.h5"
  done
done
check same_checksums [ "$(sort -u "$work/all" | wc -l)" = "$(sort -u "$work/rows" | wc -l)" ]

# ---- refused ----
bad() { # NAME TEXT FILE-CONTENT
  printf "$3" >"$work/$1"
  expect "$1" 65 "$1$2" $cordee bfs "$work/$1" --out "$work/z.h5"
}
bad short.mtx ":3: expected a vertex from 1 to 3, found '4 1'" '%%%%MatrixMarket matrix coordinate pattern general\n3 3 1\n4 1\n'
bad few.mtx ":2: expected 2 edges or arcs as this line says, found 1" '%%%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n'
bad many.mtx ":2: expected 1 edges or arcs as this line says, found 2" '%%%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n2 3\n'
bad array.mtx ":1: expected" '%%%%MatrixMarket matrix array real general\n3 3\n'
bad wide.mtx ":2: expected as many columns as rows" '%%%%MatrixMarket matrix coordinate real general\n3 4 1\n1 2 1\n'
bad letter.txt ":2: expected two vertices, numbered from 0 on (--ids names reads words), found 'x 1'" '0 1\nx 1\n'
bad one.txt ":1: expected two vertices, numbered from 0 on, found the end of the line" '7\n'
bad empty.txt ": expected a graph" '# nothing\n'
bad cut.gr ":1: expected 4 edges or arcs as this line says, found 2" 'p sp 5 4\na 1 2 5\na 2 3 7\n'
bad line.gr ":2: expected a line that begins with c, p, n, a or e" 'p sp 3 1\nb 1 2\n'
bad two.gr ":2: expected one line 'p'" 'p sp 3 1\np sp 3 1\n'
bad lines.graph ":3: expected a line for each vertex" '3 1\n2\n'
bad odd.graph ": expected 1 edges" '3 1\n2\n\n2\n'
gzip -c "$work/plain.txt" | head -c 200 >"$work/cut.txt.gz"
expect cut_gzip 65 "expected gzip data to their end" $cordee bfs "$work/cut.txt.gz" --out "$work/z.h5"
expect no_graph 66 "none.txt" $cordee bfs "$work/none.txt"
expect generator 65 "expected urand:n=COUNT,degree=COUNT,seed=SEED, found 'm=3'" $cordee bfs urand:m=3 --out "$work/z.h5"
expect generator_bound 65 "expected a whole number from 1 to" $cordee bfs kron:scale=99 --out "$work/z.h5"
expect too_large 71 "a graph of 2147483648 vertices and 1073741824000 arcs needs 4.3 TB of memory" $cordee bfs kron:scale=31,edgefactor=250 --backend cpu --out "$work/z.h5"
expect needs_out 64 "--out: expected a file" $cordee bfs urand:n=100
printf '3\n\n# x\n60\n' >"$work/sources"
expect source_bound 65 "sources:4: expected a vertex from 0 to 59, found '60'" $cordee bfs "$work/plain.txt" --sources "$work/sources" --out "$work/z.h5"
expect count_bound 64 "--sources: expected all" $cordee bfs "$work/plain.txt" --sources 0 --out "$work/z.h5"
expect levels_of_many 64 "--levels: expected one source" $cordee bfs "$work/plain.txt" --levels "$work/l.h5" --out "$work/z.h5"
expect other_sources 0 "3 sources" $cordee bfs "$work/plain.txt" --sources 3 --out "$work/y.h5"
expect other_graph 64 "made for another list" $cordee bfs "$work/plain.txt" --sources 3 --source-seed 2 --out "$work/y.h5"

# ---- directions: of a header, of an option, kept with the records ----
printf '# Directed graph: three arcs\n# Nodes: 4 Edges: 3\n0\t1\n1\t2\n2\t3\n' >"$work/snap.txt"
printf '0,1\n1,2\n2,3\n' >"$work/list.csv"
printf '%%%% asym unweighted\n%%%% 3 4 4\n1 2\n2 3\n3 4\n' >"$work/konect.tsv"
printf '2\n' >"$work/two"
visited() { # NAME WANTED TEXT ARGUMENT...: vertices that vertex 2 reaches; TEXT is in the first line
  local name=$1 wanted=$2 text=$3; shift 3
  for method in auto batch direction topdown basic active; do
    rm -f "$work/d.h5"
    expect "$name-$method" 0 "$text" $cordee bfs "$@" --sources "$work/two" --method $method --check 1 --csv "$work/d.csv" --out "$work/d.h5"
    check "$name-$method-visited" [ "$(columns "$work/d.csv" 3)" = $wanted ]
  done
}
visited snap 2 "directed (line 1)" "$work/snap.txt"
visited snap_undirected 4 "not directed (--undirected)" "$work/snap.txt" --undirected
visited list 4 "not directed (--directed reads arcs)" "$work/list.csv"
visited list_directed 2 "directed (--directed)" "$work/list.csv" --directed
expect directions_kept 0 "1 checked, 0 wrong" $cordee verify "$work/d.h5"
expect other_directions 64 "made for another list" $cordee bfs "$work/list.csv" --sources "$work/two" --out "$work/d.h5"
visited konect 3 "directed (line 1)" "$work/konect.tsv"
visited konect_undirected 4 "not directed (--undirected)" "$work/konect.tsv" --undirected
visited serialized 256 "directed (.sg)" "$work/ring.sg" # which begins like text in UTF-16
visited serialized_undirected 256 "not directed (--undirected)" "$work/ring.sg" --undirected
expect both_directions 64 "--undirected: expected no --directed" $cordee bfs "$work/list.csv" --directed --undirected --out "$work/z.h5"
expect no_directions 65 "expected a graph with directions beside --directed, found one without (symmetric)" $cordee bfs "$work/market.mtx" --directed --out "$work/z.h5"
expect rows_undirected 0 "60 searched" $cordee bfs "$work/rows.h5" --sources all --undirected --check 1 --out "$work/u.h5"
expect generated_directed 0 "directed (--directed)" $cordee bfs urand:n=1000,degree=6,seed=2 --directed --sources all --check 20 --out "$work/g.h5"

# ---- vertices that are called by large numbers or words: the same graph, with a map ----
expect ids_plain 0 "60 searched" $cordee bfs "$work/plain.txt" --sources all --out "$work/p.h5" --csv "$work/p.csv"
awk '/^[0-9]/ { printf "%.0f %.0f\n", 5e9 + 3 * $1, 5e9 + 3 * $2 }' "$work/plain.txt" >"$work/big.txt"
awk 'BEGIN { print "source,target" } /^[0-9]/ { printf "\"v, %02d\",\"v, %02d\"\n", $1, $2 }' "$work/plain.txt" >"$work/words.list.csv"
printf '5000000030\n' >"$work/big_source"
printf '# ten\nv, 10\n' >"$work/words_source"
printf '10\n' >"$work/less_source"
cat >"$work/ids.py" <<'EOF'
import sys, h5py
text = lambda x: x.decode() if isinstance(x, bytes) else "%02d" % x
levels, one, every = (h5py.File(name) for name in sys.argv[1:4])
ids = [text(x) for x in levels["id"]]
assert ids == sorted(ids) and [text(x) for x in every["items/id"]] == ids
assert ids[list(levels["level"]).index(0)] == sys.argv[4] and [text(x) for x in one["items/id"]] == [sys.argv[4]]
EOF
named() { # NAME GRAPH TEXT ID ARGUMENT...: TEXT is in the first line; ID: of vertex 10
  local name=$1 graph=$2 text=$3 id=$4 n; shift 4
  expect "$name" 0 "$text" $cordee bfs "$work/$graph" --sources all --check 1 --out "$work/$name.h5" --csv "$work/$name.csv" "$@"
  check "$name-id" [ "$(head -c 3 "$work/$name.csv")" = id, ]
  /usr/bin/python3 -c 'import csv, sys; [print(",".join(row[-6:-3])) for row in csv.reader(sys.stdin)]' <"$work/$name.csv" | tail -n +2 >"$work/found"
  check "$name-records" cmp "$work/found" <(columns "$work/p.csv" 2-4 | awk -F, '$2 > 1')
  for n in 1 2; do
    rm -f "$work/i.h5" "$work/l.h5"
    ranks $n $cordee bfs "$work/$graph" --sources "$work/${name}_source" --levels "$work/l.h5" --out "$work/i.h5" "$@" >/dev/null 2>&1
    check "$name-levels-$n" /usr/bin/python3 "$work/ids.py" "$work/l.h5" "$work/i.h5" "$work/$name.h5" "$id"
  done
  expect "$name-verified" 0 "0 wrong" $cordee verify "$work/$name.h5"
}
named big big.txt "sparse ids 5000000000 to 5000000177 (2^31 or more)" 5000000030
named words words.list.csv "names (columns source and target)" "v, 10"
named less plain.txt "sparse ids 0 to 59 (--ids sparse)" 10 --ids sparse
printf '7\n' >"$work/none"
expect no_id 65 "none:1: expected one of the graph's vertices, from 5000000000 to 5000000177, found '7'" $cordee bfs "$work/big.txt" --sources "$work/none" --out "$work/z.h5"
expect no_name 65 "none:1: expected one of the graph's vertices, from 'v, 00' to 'v, 59', found '7'" $cordee bfs "$work/words.list.csv" --sources "$work/none" --out "$work/z.h5"
expect ids_dense 65 "at most 2147483648 vertices: number them from 0 on without gaps, or use sparse ids (--ids sparse)" $cordee bfs "$work/big.txt" --ids dense --out "$work/z.h5"
expect ids_market 65 "expected a list of edges beside --ids sparse, found another format" $cordee bfs "$work/market.mtx" --ids sparse --out "$work/z.h5"
expect ids_rows 65 "expected a list of edges beside --ids names, found HDF5" $cordee bfs "$work/rows.h5" --ids names --out "$work/z.h5"
expect ids_generated 65 "expected a list of edges beside --ids sparse, found a generator's words" $cordee bfs urand:n=100 --ids sparse --out "$work/z.h5"
expect ids_choice 64 "--ids" $cordee bfs "$work/big.txt" --ids all --out "$work/z.h5"
sed -i 's/5000000000/4999999999/' "$work/big.txt"
expect other_ids 64 "made for another list" $cordee bfs "$work/big.txt" --sources all --out "$work/big.h5"

# ---- sources listed in the option: what the graph's file calls them ----
listed() { # NAME GRAPH LIST WANTED COLUMN ARGUMENT...: the column of the CSV, in the order of the list
  local name=$1 graph=$2 list=$3 wanted=$4 column=$5; shift 5
  expect "$name" 0 "searched" $cordee bfs "$work/$graph" --sources "id:$list" --check 1 --out "$work/$name.h5" --csv "$work/$name.csv" "$@"
  check "$name-ids" [ "$(columns "$work/$name.csv" "$column" | xargs)" = "$wanted" ]
}
printf 'Mainz Worms\nWorms Speyer\n' >"$work/words2.txt"
listed one_listed plain.txt 7 7 1
listed two_listed market.mtx 60,1 "60 1" 1
listed words_listed words2.txt Mainz,Worms "Mainz Worms" 1 --ids names
listed sparse_listed plain.txt 10,7 "10 7" 1 --ids sparse
expect listed_bound 65 "--sources: expected a vertex from 0 to 59, found '60'" $cordee bfs "$work/plain.txt" --sources id:3,60 --out "$work/z.h5"
expect listed_none 65 "--sources: expected a vertex from 0 to 59, found ''" $cordee bfs "$work/plain.txt" --sources id: --out "$work/z.h5"
expect listed_name 65 "--sources: expected one of the graph's vertices, from 'Mainz' to 'Worms', found 'Trier'" $cordee bfs "$work/words2.txt" --ids names --sources id:Trier --out "$work/z.h5"

# ---- random sources: all different; not more than there are ----
expect distinct 0 "64 sources" $cordee bfs kron:scale=10,edgefactor=8,seed=2 --sources 64 --out "$work/s.h5" --csv "$work/s.csv"
check distinct_sources [ "$(columns "$work/s.csv" 1 | sort -u | wc -l)" = 64 ]
expect most 0 "50 sources" $cordee bfs "$work/plain.txt" --sources 50 --out "$work/m.h5" --csv "$work/m.csv"
check most_distinct [ "$(columns "$work/m.csv" 1 | sort -u | wc -l)" = 50 ]
expect too_many 0 "sources: all vertices with arcs, fewer than 1000" $cordee bfs "$work/plain.txt" --sources 1000 --out "$work/a.h5" --csv "$work/a.csv"
printf '0 1\n1 2\n9 9\n' >"$work/tiny.txt"
expect default_of_few 0 "3 sources: 3 searched" $cordee bfs "$work/tiny.txt" --out "$work/t3.h5" --csv "$work/t3.csv"
check all_of_few [ "$(columns "$work/t3.csv" 1 | sort | xargs)" = "0 1 2" ]
printf '5 5\n' >"$work/loop.txt"
expect no_arcs 65 "expected a graph with arcs, found none" $cordee bfs "$work/loop.txt" --out "$work/z.h5"

# ---- levels, parents and the layered network of one source ----
printf '60\n' >"$work/sources"
expect levels 0 "1 sources: 1 searched" $cordee bfs "$work/market.mtx" --sources "$work/sources" --levels "$work/levels.h5" --check 1
cat >"$work/layers.py" <<'EOF'
import sys, h5py
with h5py.File(sys.argv[1]) as file, h5py.File(sys.argv[2]) as graph:
    level, parent, offset, to = (list(file[name]) for name in ("level", "parent", "offset", "to"))
    begin, heads = list(graph["offset"]), list(graph["to"])
none = 2**32 - 1
for v in range(len(level)):
    row = heads[begin[v]:begin[v + 1]]
    below = [u for u in row if level[v] not in (0, none) and level[u] == level[v] - 1]
    assert parent[v] == (v if level[v] == 0 else min(below) if below else none), v
    assert to[offset[v]:offset[v + 1]] == [u for u in row if level[v] != none and level[u] == level[v] + 1], v
assert level[59] == 0 and max(l for l in level if l != none) > 2
EOF
check layers /usr/bin/python3 "$work/layers.py" "$work/levels.h5" "$work/rows.h5"

# records that are there: the file is written again, for it may be another's
rm "$work/levels.h5"
expect levels_again 0 "1 sources: 1 searched, 0 failed" $cordee bfs "$work/market.mtx" --sources "$work/sources" --levels "$work/levels.h5"
check layers_again /usr/bin/python3 "$work/layers.py" "$work/levels.h5" "$work/rows.h5"

# ---- parents of each source, by the rules of the GAP benchmark suite ----
cat >"$work/parents.py" <<'EOF'
import sys, h5py
with h5py.File(sys.argv[1]) as graph:
    begin, heads = list(graph["offset"]), list(graph["to"])
none, first, n = 2**32 - 1, int(sys.argv[3]), len(begin) - 1
rows = [heads[begin[v]:begin[v + 1]] for v in range(n)]
into = [[u for u in range(n) if v in rows[u]] for v in range(n)]
for source in range(n):
    level, front = {source: 0}, [source]
    for u in front:
        fresh = [v for v in rows[u] if v not in level]
        level.update((v, level[u] + 1) for v in fresh)
        front += fresh
    with h5py.File("%s/%d.h5" % (sys.argv[2], source + first)) as file:
        assert list(file["source"]) == [source]
        parent = list(file["parent"])
    assert [v for v in range(n) if parent[v] != none] == sorted(level)
    for v in level:
        assert parent[v] == (v if v == source else min(u for u in into[v] if level.get(u) == level[v] - 1)), (source, v)
EOF
for n in 1 2; do
  ranks $n $cordee bfs "$work/market.mtx" --sources all --parents "$work/parents$n" --check 1 --out "$work/parents$n.h5" >/dev/null 2>&1
  check "parents_right-$n" /usr/bin/python3 "$work/parents.py" "$work/rows.h5" "$work/parents$n" 1
done
rm "$work/parents1/17.h5"
cp "$work/parents1/19.h5" "$work/parents1/18.h5"
expect parents_again 0 "60 searched, 0 failed" $cordee bfs "$work/market.mtx" --sources all --parents "$work/parents1" --out "$work/parents1.h5"
check parents_back /usr/bin/python3 "$work/parents.py" "$work/rows.h5" "$work/parents1" 1
expect parents_there 0 "60 by earlier runs" $cordee bfs "$work/market.mtx" --sources all --parents "$work/parents1" --out "$work/parents1.h5"
cp "$work/parents1/19.h5" "$work/parents1/18.h5"
expect parents_wrong 70 "parents1/18.h5: vertex " $cordee verify "$work/parents1.h5" --check-every 1
expect parents_no_folder 74 "cannot make the folder" $cordee bfs "$work/market.mtx" --sources id:1 --parents "$work/none/deeper" --out "$work/z.h5"

# ---- methods, ranks, threads; stops and kills ----
graph=kron:scale=12,edgefactor=8,seed=3
expect generated 0 "700 sources: 700 searched" $cordee bfs $graph --sources 700 --out "$work/one.h5" --check 50
csv "$work/one.h5" >"$work/one.csv"
for method in batch direction topdown basic active; do
  $cordee bfs $graph --sources 700 --method $method --threads 2 --out "$work/$method.h5" --quiet >/dev/null
  csv "$work/$method.h5" >"$work/$method.csv"
  check "method-$method" cmp "$work/one.csv" "$work/$method.csv"
done
for n in 2 3; do
  ranks $n $cordee bfs $graph --sources 700 --out "$work/$n.h5" --check 100 --quiet >"$work/out" 2>&1
  csv "$work/$n.h5" >"$work/$n.csv"
  check "ranks-$n" cmp "$work/one.csv" "$work/$n.csv"
done
expect rechecked 0 "0 wrong" $cordee verify "$work/one.h5"
expect goes_on 0 "700 by earlier runs" $cordee bfs $graph --sources 700 --out "$work/one.h5"
slow="urand:n=20000,degree=8,seed=2 --sources 12000"
$cordee bfs $slow --out "$work/slow.h5" --quiet >/dev/null
csv "$work/slow.h5" >"$work/slow.csv"
stopped_goes_on "$work/slow.csv" 0.05 $cordee bfs $slow
killed_goes_on "$work/slow.csv" 0 $cordee bfs $slow
finish
