#!/usr/bin/env bash
# `cordee flow`: flows, cuts and their files; records that are the same on any ranks and threads, after any stop and kill; networks that cannot be read fail
# alone.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/items.sh

# ---- matchings where not every machine can run every task: the bound is one of flows ----
printf '6 3\n1.5 inf 2\ninf 2.5 inf\n3.5 4.0 inf\n1 inf inf\n2 2 2\ninf 3 4\n' >"$work/inf.etc"
for options in "" "--method lists" "--method anneal --epochs 2 --epoch 100"; do
  # shellcheck disable=SC2086
  expect "inf${options// /_}" 0 "5.5, 14.583% above the proven bound 4.8, verified" $cordee solve "$work/inf.etc" $options --time 1
done
expect inf_pso 64 "expected an instance in which every machine may run every task" $cordee solve "$work/inf.etc" --method pso

# ---- one network ----
cat >"$work/small.max" <<'END'
c two ways, one of them narrow
p max 5 6
n 1 s
n 5 t
a 1 2 7
a 1 3 4
a 2 4 3
a 3 4 2
a 3 5 2
a 4 5 9
END
for method in auto pseudoflow push-relabel waves mpm mpm-active; do
  expect "one_$method" 0 "maximum flow 7; the minimum cut has 3 arcs and 3 vertices" $cordee flow "$work/small.max" --method $method --check 1
done
expect files 0 "proved" $cordee flow "$work/small.max" --flow "$work/flow.txt" --cut "$work/cut.txt"
printf 's 7\nf 1 2 3\nf 1 3 4\nf 2 4 3\nf 3 4 2\nf 3 5 2\nf 4 5 5\n' >"$work/want"
check flow_file cmp <(grep -v ^c "$work/flow.txt") "$work/want"
printf 's 7\nn 1 s\nn 2 s\nn 3 s\nn 4 t\nn 5 t\na 2 4 3\na 3 4 2\na 3 5 2\n' >"$work/want"
check cut_file cmp <(grep -v ^c "$work/cut.txt") "$work/want"
cat >"$work/arrays.py" <<'END'
import sys, h5py
lines = lambda path: [line.split() for line in open(path) if line[0] != "c"]
flow, cut = ({name: list(file[name]) for name in file} for file in map(h5py.File, sys.argv[1:3]))
told, sides = lines(sys.argv[3]), lines(sys.argv[4])
number = lambda rows: [[r[0]] + [int(x) for x in r[1:]] for r in rows]
arcs = zip(flow["tail"], flow["head"], flow["flow"])
assert [["s", flow["value"][0]]] + [["f", t + 1, h + 1, f] for t, h, f in arcs if f] == number(told)
assert len(flow["capacity"]) == int(sys.argv[5]) and all(f <= c for f, c in zip(flow["flow"], flow["capacity"]))
rows = [["s", str(cut["value"][0])]] + [["n", str(v + 1), "st"[s]] for v, s in enumerate(cut["side"])]
rows += [["a"] + [str(x) for x in (t + 1, h + 1, c)] for t, h, c in zip(cut["tail"], cut["head"], cut["capacity"])]
assert rows == sides
END
arrays() { # NAME ARCS NETWORK
  expect "$1_text" 0 "proved" $cordee flow $3 --flow "$work/a.txt" --cut "$work/c.txt"
  expect "$1_hdf5" 0 "proved" $cordee flow $3 --flow "$work/a.h5" --cut "$work/c.h5"
  check "$1_arrays" /usr/bin/python3 "$work/arrays.py" "$work/a.h5" "$work/c.h5" "$work/a.txt" "$work/c.txt" "$2"
}
arrays small 6 "$work/small.max"
arrays joined 600 random:n=100,degree=6,terminals=10
arrays empty 0 random:n=3,degree=0
expect auto_waves 0 "waves (depth 4)" $cordee flow random:n=1000,degree=6,terminals=50
expect auto_pseudoflow 0 "pseudoflow (depth 101)" $cordee flow rlg:rows=10,levels=100
value() { $cordee flow "$@" | sed -n 's/^maximum flow \([0-9]*\).*/\1/p'; }
for network in rlg:rows=30,levels=30 genrmf:a=7,b=9 random:n=500,degree=4,terminals=30; do
  want=$(value $network)
  for method in pseudoflow push-relabel waves mpm mpm-active; do check "$method-$network" [ "$(value $network --method $method)" = "$want" ]; done
done

# ---- capacities, edges and matrices as people have them: values against augmenting paths on fractions ----
cat >"$work/oracle.py" <<'END'
import random, subprocess, sys
from fractions import Fraction

INF = Fraction(10) ** 30
def value(n, arcs, sources, sinks):
    left = [dict() for _ in range(n + 3)]
    def put(a, b, c):
        left[a][b] = left[a].get(b, 0) + c
        left[b].setdefault(a, 0)
    for a, b, c in arcs: put(a, b, c)
    for s in sources: put(0, s, INF)
    for t in sinks: put(t, n + 1, INF)
    sent = Fraction(0)
    while True:
        before, queue = {0: None}, [0]
        for v in queue:
            for w, c in left[v].items():
                if c > 0 and w not in before: before[w] = v; queue.append(w)
        if n + 1 not in before: return sent
        way, w = [], n + 1
        while before[w] is not None: way.append((before[w], w)); w = before[w]
        least = min(left[a][b] for a, b in way)
        if least >= INF / 10: return None
        for a, b in way: left[a][b] -= least; left[b][a] += least
        sent += least

def flow_of(text, name, options):
    open(name, "w").write(text)
    run = subprocess.run([sys.argv[1], "flow", name, "--flow", name + ".flow"] + options, capture_output=True, text=True)
    return run

words = ["inf", "Infinity", "1e30", "9223372036854775807"]
random.seed(7)
solved = refused = 0
for k in range(int(sys.argv[3])):
    n, decimals = random.randint(3, 9), random.choice([0, 1, 3])
    market, symmetric, undirected = k % 3 == 2, k % 2 == 0, k % 5 == 0
    lines, arcs = [], []
    for _ in range(random.randint(2, 25)):
        a, b = random.randint(1, n), random.randint(1, n)
        word = random.choice(words) if random.random() < 0.25 else "%.*f" % (decimals, random.uniform(0, 9))
        c = INF if word in words else Fraction(word)
        edge = undirected or (symmetric if market else random.random() < 0.3)
        lines.append("%d %d %s" % (a, b, word) if market else "%s %d %d %s" % ("e" if edge and not undirected else "a", a, b, word))
        arcs += [(a, b, c)] + ([(b, a, c)] if edge and a != b else [])
    ends = random.sample(range(1, n + 1), 3)
    sources, sinks = ([ends[0]], [ends[1]]) if k % 4 else (ends[:2], ends[2:])
    options = ["--undirected"] if undirected else []
    if market:
        text = "%%%%MatrixMarket matrix coordinate real %s\n%d %d %d\n" % ("symmetric" if symmetric else "general", n, n, len(lines))
        options += ["--source", ",".join(map(str, sources)), "--sink", ",".join(map(str, sinks))]
    else:
        text = "p max %d %d\n" % (n, len(lines)) + "".join("n %d s\n" % v for v in sources) + "".join("n %d t\n" % v for v in sinks)
    name, want = sys.argv[2] + (".mtx" if market else ".max"), value(n, arcs, sources, sinks)
    run = flow_of(text + "\n".join(lines) + "\n", name, options + ["--method", random.choice(["pseudoflow", "push-relabel", "waves"])])
    if want is None:
        assert run.returncode == 65 and "found infinite arcs from a source to the sink" in run.stderr, (text, lines, run)
        refused += 1
        continue
    assert run.returncode == 0, (text, lines, run)
    found = [line.split() for line in open(name + ".flow") if line[0] != "c"]
    assert Fraction(found[0][1]) == want, (text, lines, found, want)
    balance, room = [Fraction(0)] * (n + 1), {}
    for a, b, c in arcs: room[a, b] = room.get((a, b), 0) + c
    for _, a, b, f in found[1:]:
        a, b, f = int(a), int(b), Fraction(f)
        room[a, b] -= f
        assert room[a, b] >= 0
        balance[a] -= f
        balance[b] += f
    assert all(balance[v] == 0 for v in range(1, n + 1) if v not in sources + sinks)
    assert sum(balance[v] for v in sinks) == want
    solved += 1
print(solved, "solved,", refused, "without a limit")
assert solved > 20 and refused > 5
END
expect oracle 0 "without a limit" /usr/bin/python3 "$work/oracle.py" "$cordee" "$work/o" 90
printf '%%%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 1.25\n3 2 0.5\n' >"$work/m.mtx"
expect market 0 "maximum flow 0.5;" $cordee flow "$work/m.mtx" --source 1 --sink 3 --check 1
expect market_ends 65 "m.mtx: expected --source VERTEX or a line" $cordee flow "$work/m.mtx"
expect market_far 65 "m.mtx: --sink: expected a vertex from 1 to 3, found 4" $cordee flow "$work/m.mtx" --source 1 --sink 4
expect ends_words 64 "--source: expected vertices from 1 on such as 1 or 1,4, found '1,a'" $cordee flow "$work/m.mtx" --source 1,a --sink 3
expect ends_generated 64 "--sink: expected a file of a network, found a generator's words" $cordee flow random:n=10 --sink 3
expect edges 0 "maximum flow 7;" $cordee flow "$work/small.max" --undirected --source 2,1 --sink 5
printf 'p min 2 1\nn 1 3\nn 2 -3\na 1 2 0 4 1\n' >"$work/min.max"
expect min 65 "min.max:1: expected max (minimum-cost flows are not supported), found 'min'" $cordee flow "$work/min.max"
printf 'm.mtx\n' >"$work/m.list"
expect list_ends 0 "1 networks: 1 solved" $cordee flow "$work/m.list" --source 1 --sink 3 --csv "$work/m.csv"
check list_decimals grep -q "m.mtx,3,4,50,1,.*,2,0,$" "$work/m.csv"
expect list_other 64 "made for another list" $cordee flow "$work/m.list" --source 2 --sink 3

# ---- images ----
cat >"$work/images.py" <<'END'
# The least energy of images of at most 12 pixels by a search of all labels, and of the network written out as DIMACS.
import itertools, math, random, subprocess, sys
cordee, name, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])

def pairs(w, h, eight, s):
    across = round(s * math.sqrt(0.5))
    for y in range(h):
        for x in range(w):
            for dx, dy, c in [(1, 0, s), (0, 1, s)] + ([(1, 1, across), (-1, 1, across)] if eight else []):
                if 0 <= x + dx < w and y + dy < h: yield y * w + x, (y + dy) * w + x + dx, c

def energy(levels, white, labels, edges):
    return sum(abs(i - white * b) for i, b in zip(levels, labels)) + sum(c for p, q, c in edges if labels[p] != labels[q])

def image_read(path):
    data = open(path, "rb").read()
    head = data.split(b"\n", 4)
    assert head[0] == b"P5" and head[1].startswith(b"# segmentation")
    w, h = map(int, head[2].split())
    white, rest = int(head[3]), data[len(b"\n".join(head[:4])) + 1:]
    values = list(rest) if white < 256 else [rest[2 * k] * 256 + rest[2 * k + 1] for k in range(w * h)]
    assert len(values) == w * h
    return w, h, white, values

def run(*options):
    r = subprocess.run([cordee, "flow", *options], capture_output=True, text=True)
    assert r.returncode == 0, r
    return int(r.stdout.split("maximum flow ")[1].split(";")[0])

random.seed(11)
for k in range(rounds):
    w, h = random.choice([(4, 3), (3, 4), (1, 9), (9, 1), (3, 3), (2, 5), (1, 1)])
    white, eight, s = random.choice([255, 1, 7, 40000]), k % 2 == 1, 0
    s = random.choice([0, 1, 20, white // 3, white])
    levels = [random.randint(0, white) for _ in range(w * h)]
    if k % 3:
        open(name, "w").write("P2 # a comment\n%d %d\n# another\n%d\n%s\n" % (w, h, white, " ".join(map(str, levels))))
    else:
        pixels = bytes(levels) if white < 256 else b"".join(bytes([v >> 8, v & 255]) for v in levels)
        open(name, "wb").write(b"P5 %d\n%d\n%d\n" % (w, h, white) + pixels)
    edges = list(pairs(w, h, eight, s))
    least = min(energy(levels, white, labels, edges) for labels in itertools.product((0, 1), repeat=w * h))
    options = ["--smoothness", str(s), "--neighbours", "8" if eight else "4"]
    for method in ("auto", "pseudoflow", "push-relabel", "waves"):
        assert run(name, *options, "--method", method, "--segmentation", name + ".cut") == least, (k, method, least)
        assert image_read(name + ".cut")[:3] == (w, h, white)
        values = image_read(name + ".cut")[3]
        assert set(values) <= {0, white}
        assert energy(levels, white, [v // white for v in values], edges) == least
    arcs = ["a %d %d %d" % (w * h + 1, p + 1, levels[p]) for p in range(w * h)] + ["a %d %d %d" % (p + 1, w * h + 2, white - levels[p]) for p in range(w * h)]
    arcs += ["e %d %d %d" % (p + 1, q + 1, c) for p, q, c in edges]
    open(name + ".max", "w").write("p max %d %d\nn %d s\nn %d t\n%s\n" % (w * h + 2, len(arcs), w * h + 1, w * h + 2, "\n".join(arcs)))
    assert run(name + ".max") == least
print(rounds, "images have the least energy")
END
expect images 0 "12 images have the least energy" /usr/bin/python3 "$work/images.py" "$cordee" "$work/x.pgm" 12
expect image_made 0 "maximum flow" $cordee flow grid:rows=60,columns=90,neighbours=8 --segmentation "$work/s.pgm" --check 1
check image_bytes [ "$(stat -c %s "$work/s.pgm")" = 5443 ]
cp "$work/x.pgm" "$work/kept.pgm"
expect image_kept 64 "kept.pgm: is there, and is not a segmentation" $cordee flow "$work/x.pgm" --segmentation "$work/kept.pgm"
expect image_ends 65 "x.pgm: expected no --source or --sink beside an image" $cordee flow "$work/x.pgm" --source 1 --sink 2
expect image_option 64 "--smoothness: expected an image (PGM), found a generator's words" $cordee flow grid:rows=4 --smoothness 3
expect image_bound 64 "--smoothness: expected 0 to 1000000, found 1000001" $cordee flow "$work/x.pgm" --smoothness 1000001
expect image_neighbours 64 "--neighbours: expected one of" $cordee flow "$work/x.pgm" --neighbours 6
expect image_of_many 64 "--segmentation: expected one network, found 3" $cordee flow random:n=10,count=3 --out "$work/n.h5" --segmentation "$work/y.pgm"
expect image_other 64 "--segmentation: expected an image (PGM) or grid:, found another network" $cordee flow "$work/small.max" --segmentation "$work/y.pgm"
printf 'P6 1 1 255\nabc' >"$work/c.ppm"
expect image_colours 65 "c.ppm:1: expected P2 or P5, an image of grey levels (PGM), found 'P6'" $cordee flow "$work/c.ppm"

# ---- refused ----
expect no_file 66 "none.max" $cordee flow "$work/none.max"
sed 's/a 3 5 2/a 3 6 2/' "$work/small.max" >"$work/bad.max"
expect bad_file 65 "bad.max:9: expected a vertex, 1 to 5, found '6'" $cordee flow "$work/bad.max"
expect bad_words 65 "expected a setting of random such as n=1000, found 'm=3'" $cordee flow random:m=3
expect bad_method 64 "--method: expected one of" $cordee flow "$work/small.max" --method fast
expect cut_of_many 64 "--cut: expected one network, found 5" $cordee flow random:n=10,count=5 --cut "$work/x" --out "$work/x.h5"
expect needs_out 64 "--out: expected a file" $cordee flow random:n=10,count=5
expect unwritable 74 "none/cut" $cordee flow "$work/small.max" --cut "$work/none/cut"
expect unwritable_h5 74 "none/cut.h5" $cordee flow "$work/small.max" --cut "$work/none/cut.h5"

# ---- lists: networks that cannot be read fail alone ----
mkdir "$work/below"
cp "$work/small.max" "$work/below/a.max"
printf '# networks\na.max\n\n../bad.max\nrlg:rows=5,levels=5\nnone.max\n' >"$work/below/all.list"
expect list 1 "4 networks: 2 solved, 2 failed" $cordee flow "$work/below/all.list" --csv "$work/all.csv" --check 1
check list_names_line grep -q "bad.max:9: expected a vertex" "$work/all.csv"
check list_values grep -q "^.*below/a.max,5,6,7,3,3,2,2," "$work/all.csv"
check list_records [ -f "$work/below/all.h5" ]
cp "$work/below/all.list" "$work/below/ALL.LIST"
expect list_capitals 1 "4 networks: 2 solved, 2 failed" $cordee flow "$work/below/ALL.LIST" --out "$work/capitals.h5" --check 1
expect flow_capitals 0 "proved" $cordee flow "$work/small.max" --flow "$work/F.H5" --cut "$work/C.H5"
for file in F C; do check "arrays_capitals_$file" grep -aq HDF "$work/$file.H5"; done
printf '# none\n' >"$work/empty.list"
expect empty_list 65 "empty.list: expected a network a line" $cordee flow "$work/empty.list"

# ---- any ranks and threads; stops and kills ----
batch=random:n=300,degree=5,terminals=20,count=3000,seed=4
expect generated 0 "3000 networks: 3000 solved" $cordee flow $batch --out "$work/one.h5" --threads 1 --check 100
csv "$work/one.h5" >"$work/one.csv"
for n in 2 3; do
  ranks $n $cordee flow $batch --out "$work/$n.h5" --quiet >"$work/out" 2>&1
  csv "$work/$n.h5" >"$work/$n.csv"
  check "ranks-$n" cmp "$work/one.csv" "$work/$n.csv"
done
$cordee flow $batch --out "$work/threads.h5" --threads 3 --quiet >/dev/null
csv "$work/threads.h5" >"$work/threads.csv"
check threads cmp "$work/one.csv" "$work/threads.csv"
expect goes_on 0 "3000 by earlier runs" $cordee flow $batch --out "$work/one.h5"
expect other_method 64 "made for another list" $cordee flow $batch --out "$work/one.h5" --method push-relabel
expect one_record 0 "1 solved" $cordee flow random:n=100,degree=4,terminals=5 --out "$work/single.h5"
expect files_again 0 "1 solved, 0 failed" $cordee flow random:n=100,degree=4,terminals=5 --out "$work/single.h5" --cut "$work/again.txt" --flow "$work/again.h5"
check files_written [ -s "$work/again.txt" -a -s "$work/again.h5" ]
stopped_goes_on "$work/one.csv" 0.05 $cordee flow $batch
killed_goes_on "$work/one.csv" 0 $cordee flow $batch
finish
