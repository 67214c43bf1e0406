#!/usr/bin/env bash
# `cordee verify --batch`: the records are the same on any ranks, after any stop and kill; `cordee report` shows them.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/items.sh

cp instances/uniform-12-1.tsp instances/uniform-60-1.tsp instances/etc-i-hihi-60x10-1.etc "$work"
( cd "$work" && for name in uniform-12-1.tsp uniform-60-1.tsp; do
    "$OLDPWD/$cordee" solve $name --quiet --kicks 1 --out "$name.tour" >/dev/null; done
  "$OLDPWD/$cordee" solve etc-i-hihi-60x10-1.etc --quiet --method lists --out match.sol >/dev/null
  "$OLDPWD/$cordee" solve sphere:3 --quiet --iterations 5 --out sphere.sol >/dev/null
  sed 's/^7$/8/' uniform-12-1.tsp.tour >bad.tour )
line() { printf '%s\n' "uniform-12-1.tsp uniform-12-1.tsp.tour" "uniform-60-1.tsp uniform-60-1.tsp.tour" \
  "etc-i-hihi-60x10-1.etc	match.sol" "sphere:3 sphere.sol" "# a comment" "uniform-12-1.tsp bad.tour" "none.tsp x.tour"; }
for _ in $(seq 300); do line; done >"$work/l.list"

expect batch 1 "1800 solutions: 1200 verified, 600 failed" $cordee verify --batch "$work/l.list"
csv "$work/l.h5" >"$work/one.csv"
check rows [ "$(wc -l <"$work/one.csv")" = 1801 ]
check costs_are_verify_s grep -q "^1,0,1,12,0,$($cordee verify "$work/uniform-12-1.tsp" "$work/uniform-12-1.tsp.tour" | sed 's/.*: \([0-9]*\).*/\1/')," "$work/one.csv"
check failures_have_messages grep -q '^5,65,6,0,0,0,0,.*bad.tour: the tour visits city 8 again' "$work/one.csv"
expect goes_on 1 "1800 by earlier runs" $cordee verify --batch "$work/l.list"
expect checked_again 0 "1800 solutions: 1800 checked, 0 wrong" ranks 2 $cordee verify "$work/l.h5" --check-every 1
for n in 2 3; do
  ranks $n $cordee verify --batch "$work/l.list" --out "$work/$n.h5" --check --quiet >"$work/out" 2>&1
  csv "$work/$n.h5" >"$work/$n.csv"
  check "ranks-$n" cmp "$work/one.csv" "$work/$n.csv"
done
line | grep -v -e bad -e none >"$work/good.list"
expect all_verified 0 "4 verified, 0 failed" $cordee verify --batch "$work/good.list"
cp "$work/uniform-60-1.tsp.tour" "$work/kept.tour" && cp "$work/uniform-12-1.tsp.tour" "$work/uniform-60-1.tsp.tour"
expect other_solution 70 "uniform-60-1.tsp.tour: the record says something else than its files do now" $cordee verify "$work/good.h5" --check-every 1
mv "$work/kept.tour" "$work/uniform-60-1.tsp.tour"
expect page 0 "1800 solutions: 1200 verified, 600 failed, 0 pending" $cordee report "$work/l.h5"
check page_says grep -q 'the tour visits city 8 again' "$work/l.html"

# ---- refused ----
echo "a" >"$work/bad.list"
expect no_pair 65 "bad.list:1: expected an instance and a solution, found 'a'" $cordee verify --batch "$work/bad.list"
expect no_such_records 66 "none.h5: No such file" $cordee verify "$work/none.h5" --check-every 1
$cordee solve "$work/uniform-12-1.tsp" --quiet --kicks 1 --checkpoint "$work/run.h5" >/dev/null
expect no_checkpoint 65 "run.h5: not a file of records" $cordee verify "$work/run.h5"
expect no_list 66 "none.list" $cordee verify --batch "$work/none.list"
expect other_list 64 "made for another list" $cordee verify --batch "$work/good.list" --out "$work/l.h5"
expect no_records 65 "not a file of records" $cordee verify --batch "$work/good.list" --out "$work/uniform-12-1.tsp"
expect same_file 64 "--out" $cordee verify --batch "$work/good.list" --out "$work/good.list"
expect options_alone 64 "expected options beside --batch only" $cordee verify --check "$work/uniform-12-1.tsp" "$work/bad.tour"
expect stdin_needs_out 64 "--out: expected a file for the records" $cordee verify --batch -
check stdin_list bash -c "cd '$work' && '$PWD/$cordee' verify --batch - --out stdin.h5 <good.list"

# ---- stopped and killed ----
stopped_goes_on "$work/one.csv" 0.001 $cordee verify --batch "$work/l.list"
killed_goes_on "$work/one.csv" 1 $cordee verify --batch "$work/l.list"
finish
