#!/usr/bin/env bash
# Fleets that the greedy start does not keep: a solution is looked for, by every method, on any ranks, from any cut; where none is found, or there is
# none, that is said, with an exit code of its own.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh
RANDOM=${KILL_SEED:-$$}
hidden() { /usr/bin/python3 tests/e2e/hidden_routes.py "$@"; }

# ---- found ----

printf '%s\n' 'NAME : tight' 'TYPE : VRPTW' 'DIMENSION : 4' 'EDGE_WEIGHT_TYPE : EUC_2D' 'CAPACITY : 3' 'VEHICLES : 1' 'SERVICE_TIME : 0' \
  NODE_COORD_SECTION '1 0 0' '2 -11 -3' '3 -10 19' '4 -18 -19' DEMAND_SECTION '1 0' '2 1' '3 1' '4 1' \
  TIME_WINDOW_SECTION '1 0 300' '2 60 100' '3 78 83' '4 41 81' DEPOT_SECTION 1 -1 EOF >"$work/tight.vrp"
expect one-vehicle 0 "tight: 86.9" $cordee solve "$work/tight.vrp" --epochs 2 --quiet --out "$work/tight.sol"
check one-vehicle-route grep -qx "Route #1: 3 1 2" "$work/tight.sol"
for seed in 1 2; do
  hidden windows 10 10 20 $seed >"$work/w.vrp"
  expect "windows-$seed" 0 verified $cordee solve "$work/w.vrp" --epochs 20 --quiet --out "$work/w.sol"
  expect "windows-$seed-verified" 0 verified $cordee verify "$work/w.vrp" "$work/w.sol"
  for size in "10 10 100" "25 4 200" "33 3 1000" "5 20 10000"; do
    hidden packed $size $seed >"$work/p.vrp"
    expect "packed-$seed-${size// /-}" 0 verified $cordee solve "$work/p.vrp" --epochs 2 --epoch 5 --quiet
  done
  expect "packed-$seed-3opt" 0 verified $cordee solve "$work/p.vrp" --method 3opt --quiet
  expect "packed-$seed-exactly" 0 verified $cordee solve "$work/p.vrp" --fleet exactly:5 --epochs 2 --epoch 5 --quiet
done

# ---- one answer, whatever happens on the way ----

hidden windows 8 6 30 7 >"$work/h.vrp"
plan=("$work/h.vrp" --islands 3 --chains 2 --epochs 30 --epoch 4 --tournament 3)
check one-rank $cordee solve "${plan[@]}" --threads 1 --out "$work/one.sol" --quiet
expect looked-for 0 "verified" $cordee verify "$work/h.vrp" "$work/one.sol"
for n in 2 3 4; do solved "ranks-$n" one ranks $n $cordee solve "${plan[@]}" --threads 2; done
expect vehicles-first 0 verified $cordee solve "${plan[@]}" --objective vehicles --quiet
killed_and_resumed one "${plan[@]}"

# ---- not found, and what there is none of ----

hidden windows 8 6 30 7 | sed 's/VEHICLES : 8/VEHICLES : 6/; s/^CAPACITY.*/CAPACITY : 9999/' >"$work/none.vrp"
expect not-found 3 "found no solution with at most 6 routes by savings" $cordee solve "$work/none.vrp" --epochs 4 --epoch 5 --quiet
begin=$(date +%s%N)
expect not-in-time 3 "within the time limit" $cordee solve "$work/none.vrp" --time 1 --quiet --checkpoint "$work/none.h5"
check used-its-time [ $((($(date +%s%N) - begin) / 1000000)) -ge 950 ]
expect resumed-in-vain 3 "found no solution" $cordee resume "$work/none.h5" --time 0.3 --quiet
expect said-in-help 0 "the search found none" $cordee help exit-codes
sed 's/^2 60 100/2 60 5/; s/^2 60 5/2 0 5/' "$work/tight.vrp" >"$work/late.vrp"
expect out-of-reach 3 "late.vrp:20: expected a due time of node 2 from 11.4 on, found 5" $cordee solve "$work/late.vrp"
printf '%s\n' "[all]" "instance = $work/none.vrp, $work/tight.vrp, $work/late.vrp" "epochs = 4" "epoch = 5" >"$work/some.job"
expect sweep 1 "1 verified, 2 failed" $cordee sweep "$work/some.job" --out "$work/some.h5"
expect sweep-says-why 0 "found no solution with at most 6 routes" $cordee report "$work/some.h5" --csv -
finish
