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
expect files_again 0 "1 solved, 0 failed, 0" $cordee flow random:n=100,degree=4,terminals=5 --out "$work/single.h5" --cut "$work/again.txt" --flow "$work/again.h5"
check files_written [ -s "$work/again.txt" -a -s "$work/again.h5" ]
stopped_goes_on "$work/one.csv" 0.05 $cordee flow $batch
killed_goes_on "$work/one.csv" 0 $cordee flow $batch
finish
