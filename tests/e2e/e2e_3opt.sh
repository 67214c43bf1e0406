#!/usr/bin/env bash
# Exhaustive 3-opt through the program: one answer from every evaluator and any ranks, killed and cut runs, certificates, sweeps of
# folders, reports and figures. Golden answers are in golden.tsv, altered checkpoints in tests/run/test_altered.c.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh
vrp=instances/cvrp-200-1.vrp small=instances/routes-80-2.vrp
RANDOM=${KILL_SEED:-$$}

# ---- one answer ----

for start in star savings; do
  of=$small; [ $start = savings ] && of=$vrp
  plan=(--method 3opt --start $start --selection best --moves 4)
  check "$start" $cordee solve $of "${plan[@]}" --evaluator tables --out "$work/$start.sol"
  for evaluator in packed hierarchy; do
    solved "$start-$evaluator" $start ranks $((RANDOM % 4 + 1)) $cordee solve $of "${plan[@]}" --evaluator $evaluator
  done
  solved "$start-levels" $start $cordee solve $of "${plan[@]}" --evaluator hierarchy --levels $((RANDOM % 4 + 1))
  expect "$start-moves" 0 "4 improving moves" $cordee solve $of "${plan[@]}"
done

# ---- certificates ----

# certified NAME CODE SOLUTION: the line is the same on any ranks, from any evaluator; it is left in $work/line.
certified() {
  local name=$1 code=$2 solution=$3 n evaluator bad= rc
  rm -f "$work/line"
  for n in 1 2 3 4; do for evaluator in tables packed hierarchy; do
    [ $n != 1 ] && [ $n != 4 ] && [ $evaluator = hierarchy ] && continue
    rc=0; ranks $n $cordee verify $small "$solution" --3opt --evaluator $evaluator >"$work/out" 2>/dev/null || rc=$?
    sed -n '2{s/, [^,]* s$//;p}' "$work/out" >"$work/now"
    [ -e "$work/line" ] || cp "$work/now" "$work/line"
    [ $rc = "$code" ] && cmp -s "$work/line" "$work/now" || bad="$bad; $n ranks, $evaluator: exit $rc, $(cat "$work/now")"
  done; done
  if [ -z "$bad" ]; then ok "$name"; else not_ok "$name" "$(cat "$work/line")$bad"; fi
}
cost_of() { sed -n 's/^Cost //p' "$1"; }
$cordee solve $small --method 3opt --start star --selection best --quiet --out "$work/end.sol" >"$work/out"
certified end-is-optimal 0 "$work/end.sol"
check end-says grep -qx "no improving 3-opt move: [0-9]* moves as published, [0-9]* distinct ones" "$work/line"
certified better-after-4 1 "$work/star.sol"
$cordee solve $small --method 3opt --start star --selection best --moves 5 --quiet --out "$work/five.sol" >"$work/out"
delta=$(($(cost_of "$work/five.sol") - $(cost_of "$work/star.sol")))
check next-move-is-it grep -q "^best 3-opt move: $delta, without [-0-9 ]*, with [-0-9 ]*, in routes [0-9new ]*$" "$work/line"
for selection in best disjoint; do for start in star savings; do
  $cordee solve $vrp --method 3opt --start $start --selection $selection --quiet --out "$work/o.sol" >"$work/out"
  expect "optimal-$start-$selection" 0 "no improving 3-opt move" ranks 2 $cordee verify $vrp "$work/o.sol" --3opt
done; done
expect certificate-of-tours 64 "--3opt is for solutions of CVRP, and this instance is one of TSP: drop it" \
  $cordee verify instances/uniform-12-1.tsp x --3opt
expect certificate-of-a-list 64 "expected no options of --batch beside --3opt" $cordee verify --batch "$work/l" --3opt
expect backend-alone 64 "beside a certificate only" $cordee verify $small "$work/end.sol" --backend cpu
expect levels-of-tables 64 "--levels: expected --evaluator hierarchy" $cordee verify $small "$work/end.sol" --3opt --levels 2
printf 'NAME : one\nTYPE : CVRP\nDIMENSION : 2\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nNODE_COORD_SECTION\n1 0 0\n2 3 4\nDEMAND_SECTION\n1 0\n2 5\nDEPOT_SECTION\n1\n-1\nEOF\n' >"$work/one.vrp"
printf 'Route #1: 1\nCost 10\n' >"$work/one.sol"
expect one-customer 0 "no improving 3-opt move: " $cordee verify "$work/one.vrp" "$work/one.sol" --3opt
expect one-customer-solved 0 "one: 10, 0.000% above the proven bound 10, verified" $cordee solve "$work/one.vrp" --method 3opt --start star
if [ -d "$data/cvrp/X" ]; then
  for name in X-n101-k25 X-n157-k13; do
    expect "published-$name" 0 "no improving 3-opt move" $cordee verify "$data/cvrp/X/$name.vrp" "$data/cvrp/X/$name.sol" --3opt
  done
else skip published "no instances in $data/cvrp/X"; fi

# ---- time windows ----

windows=instances/windows-100-1.vrp
check windows $cordee solve $windows --method 3opt --quiet --out "$work/windows.sol"
for n in 1 2 3; do
  solved "windows-$n-ranks" windows ranks $n $cordee solve $windows --method 3opt --threads $n --levels $n
  expect "windows-certified-$n" 0 "no improving 3-opt move" ranks $n $cordee verify $windows "$work/windows.sol" --3opt
done
$cordee solve $windows --method 3opt --moves 26 --quiet --out "$work/last.sol" >"$work/out"
expect windows-one-left 1 "best 3-opt move: -" ranks 2 $cordee verify $windows "$work/last.sol" --3opt
expect windows-by-tables 64 "--evaluator tables: expected hierarchy or auto, as the instance has time windows" \
  $cordee verify $windows "$work/windows.sol" --3opt --evaluator tables
expect windows-disjoint 64 "--selection disjoint: expected best" $cordee solve $windows --method 3opt --selection disjoint
$cordee solve $windows --epochs 1 --quiet --out "$work/sisr.sol" >"$work/out"
check windows-from-sisr $cordee solve $windows --method 3opt --initial "$work/sisr.sol" --quiet --out "$work/after.sol"
expect windows-after-sisr 0 "no improving 3-opt move" $cordee verify $windows "$work/after.sol" --3opt
check windows-no-worse awk '/^Cost/ { c[++n] = $2 } END { exit !(n == 2 && c[2] <= c[1]) }' "$work/sisr.sol" "$work/after.sol"
if [ -d "$data/vrptw/solomon" ]; then
  for name in R201 C101; do
    check "solomon-$name" $cordee solve "$data/vrptw/solomon/$name.txt" --method 3opt --quiet --out "$work/$name.sol"
    expect "solomon-$name-certified" 0 "no improving 3-opt move" $cordee verify "$data/vrptw/solomon/$name.txt" "$work/$name.sol" --3opt
  done
else skip solomon "no instances in $data/vrptw"; fi
check windows-star $cordee solve $windows --method 3opt --start star --quiet --out "$work/timed.sol"
killed_and_resumed timed $windows --method 3opt --start star

# ---- killed, cut, resumed ----

$cordee generate cvrp-x --customers 280 --seed 4 --out "$work/run.vrp"
long=("$work/run.vrp" --method 3opt --start star --selection best --evaluator tables)
check whole $cordee solve "${long[@]}" --quiet --out "$work/whole.sol"
killed_and_resumed whole "${long[@]}"
expect cut 0 "verified" $cordee solve "${long[@]}" --time 0.3 --checkpoint "$work/run.h5" --backend cpu
expect cut-again 0 "verified" ranks 2 $cordee resume "$work/run.h5" --time 0.3 --quiet
expect shown 0 "3opt" $cordee show "$work/run.h5"
solved cut-and-resumed whole ranks 3 $cordee resume "$work/run.h5"

# ---- sweeps, reports, figures ----

mkdir "$work/set"
cp instances/cvrp-200-1.vrp instances/routes-12-1.vrp instances/optima.tsv "$work/set"
sed '/^CAPACITY/d' instances/routes-80-2.vrp >"$work/set/broken.vrp"
printf '[all]\ninstance = set/*.vrp\nmethod = 3opt\nselection = best, disjoint\n' >"$work/set.job"
expect sweep 1 "6 tasks, 4 verified, 2 failed" ranks 2 $cordee sweep "$work/set.job"
$cordee report "$work/set.h5" --csv - >"$work/set.csv"
check sweep-has-gaps grep -q 'routes-12-1.*,362,' "$work/set.csv"
check sweep-names-the-broken [ "$(grep -c 'broken.vrp.*CAPACITY' "$work/set.csv")" = 2 ]
check report $cordee report "$work/set.h5" --out "$work/set.html"
check report-page grep -q 'routes-12-1' "$work/set.html"
for k in $(seq 12); do $cordee generate cvrp-uniform --customers $((k + 4)) --seed $k --out "$work/tiny-$k.vrp"; done
printf '[tiny]\ninstance = tiny-*.vrp\nmethod = 3opt\nstart = savings, star\nevaluator = tables, packed, hierarchy\nselection = best\n' >"$work/tiny.job"
expect many-small 0 "72 tasks, 72 verified" ranks 3 $cordee sweep "$work/tiny.job"
$cordee report "$work/tiny.h5" --csv "$work/tiny.csv"
if /usr/bin/python3 -c 'import h5py, matplotlib' 2>/dev/null; then
  export CORDEE="$PWD/$cordee"
  check plot-run tools/plot "$work/run.h5" --out "$work/figures"
  check plot-sweep tools/plot "$work/set.h5" --out "$work/figures"
  check figures [ -n "$(ls "$work/figures"/run.solution.svg)" ]
else skip plot "no h5py or no matplotlib here"; fi
finish
