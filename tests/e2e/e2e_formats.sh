#!/usr/bin/env bash
# What users bring and take: compressed files and standard input of every kind, coordinates as CSV, tours of other programs as a start, solutions
# by suffix, the result as JSON.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh
tsp=instances/uniform-60-1.tsp
RANDOM=${KILL_SEED:-$$}

# ---- gzip and standard input ----

gzip -c $tsp >"$work/uniform-60-1.tsp.gz"
run=(--method climb --climbers 20 --islands 2 --epoch 5 --backend cpu --quiet)
check plain $cordee solve $tsp "${run[@]}" --out "$work/plain.tour"
solve_same() { check "$1" $cordee solve "${@:2}" "${run[@]}" --out "$work/same.tour"; check "$1-same" cmp "$work/plain.tour" "$work/same.tour"; }
solve_same packed "$work/uniform-60-1.tsp.gz"
solve_same packed-input - <"$work/uniform-60-1.tsp.gz"
gzip -c "$work/plain.tour" >"$work/plain.tour.gz"
expect packed-solution 0 ", verified" $cordee verify "$work/uniform-60-1.tsp.gz" "$work/plain.tour.gz"
expect packed-solution-input 0 ", verified" $cordee verify $tsp - <"$work/plain.tour.gz"
gzip -c instances/cvrp-200-1.vrp >"$work/c.vrp.gz"
expect packed-routes 0 "cvrp-200-E-R-50to100-r8-1: " $cordee solve "$work/c.vrp.gz" --epochs 1 --epoch 5 --islands 1 --quiet
gzip -c instances/etc-i-hihi-60x10-1.etc >"$work/e.etc.gz"
expect packed-tasks 0 "e: " $cordee solve "$work/e.etc.gz" --method min-min --quiet
printf '[a]\ninstance = uniform-60-1.tsp.gz\nmethod = climb\nclimbers = 5\n' | gzip -c >"$work/a.job"
expect packed-job 0 "1 tasks, 1 verified" $cordee sweep "$work/a.job"
head -c 700 "$work/uniform-60-1.tsp.gz" >"$work/cut.tsp.gz"
lines=$(gunzip -c "$work/cut.tsp.gz" 2>/dev/null | wc -l)
expect cut 65 "cut.tsp.gz:$((lines + 1)): expected gzip data to their end, found the end of the file" $cordee solve "$work/cut.tsp.gz"

# ---- from a given tour ----

awk '/^[0-9]/ { print $1 - 1 }' "$work/plain.tour" | { echo 60; cat; } >"$work/concorde.sol"
same_start() { check "$1" $cordee solve $tsp --method tabu --steps 30 --epoch 10 --quiet "${@:2}" --out "$work/$1.tour"; }
same_start tsplib --start "$work/plain.tour"
same_start concorde --start "$work/concorde.sol"
same_start input --start - <"$work/plain.tour.gz"
mkdir "$work/tours"; cp "$work/plain.tour" "$work/tours/uniform-60-1.tour"
same_start folder --initial "$work/tours"
for start in concorde input folder; do check "$start-same" cmp "$work/tsplib.tour" "$work/$start.tour"; done

cost() { sed -n 's/^COMMENT : cost //p' "$1"; }
$cordee solve $tsp --quiet --out "$work/good.tour" >"$work/out"
for method in "ils --kicks 1" "ils --recombine none --kicks 1" "climb --climbers 4" "aco --iterations 2" "anneal --sweeps 2" "tabu --steps 5" "pso --iterations 2"; do
  name=${method// /}; name=${name//-/}
  for start in plain good; do
    begin=($tsp --method $method --islands 3 --start "$work/$start.tour" --backend cpu --quiet)
    check "$name-$start" $cordee solve "${begin[@]}" --out "$work/one.tour"
    check "$name-$start-no-worse" test "$(cost "$work/one.tour")" -le "$(cost "$work/$start.tour")"
  done
  check "$name-ranks" ranks 2 $cordee solve "${begin[@]}" --out "$work/two.tour"
  check "$name-ranks-same" cmp "$work/one.tour" "$work/two.tour"
done
expect no-tour 65 "the tour visits city 1 again at position 2" $cordee solve $tsp --start <(yes 1 | head -60 | sed '1i TOUR_SECTION')
expect other-size 65 "concorde.sol:1: expected 12, the number of cities, before the tour, found '60'" $cordee solve instances/uniform-12-1.tsp --start "$work/concorde.sol"
expect random-restarts 64 "--restart random: expected no --initial" $cordee solve $tsp --method climb --restart random --start "$work/plain.tour"

# Killed while the file is there, resumed without it, on other ranks.
long=($tsp --method tabu --steps 60000 --islands 3 --epoch 2000 --backend cpu --quiet)
check whole $cordee solve "${long[@]}" --start "$work/plain.tour" --out "$work/whole.tour"
cp "$work/plain.tour" "$work/gone.tour"
setsid mpirun -n 2 $cordee solve "${long[@]}" --start "$work/gone.tour" --checkpoint "$work/run.h5" --checkpoint-every 0 >"$work/out" 2>&1 & pid=$!
while [ ! -e "$work/run.h5" ] && kill -0 $pid 2>/dev/null; do sleep 0.02; done
sleep 0.$((RANDOM % 5 + 1))
kill -9 -- -$pid $(pgrep -f "^$cordee solve .*$work") 2>/dev/null
wait $pid 2>/dev/null
while pgrep -f "^$cordee solve .*$work" >/dev/null; do sleep 0.02; done
rm "$work/gone.tour"
check resumed ranks 3 $cordee resume "$work/run.h5" --backend cpu --quiet --out "$work/resumed.tour"
check resumed-same cmp "$work/whole.tour" "$work/resumed.tour"
finish
