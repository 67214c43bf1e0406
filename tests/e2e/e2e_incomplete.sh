#!/usr/bin/env bash
# Fleets that cannot serve everybody: the best solution is written and says whom it leaves out, with an exit code of its own, on any ranks, from
# checkpoints and in sweeps; and the forms of solutions of fleets.
. "$(dirname "$0")/e2e.sh"

# Nine customers of demand 4 are too many for two vehicles of 9 and 13: five are served.
vrp=$work/tight.vrp
{
  printf 'NAME : tight\nTYPE : HFVRP\nDIMENSION : 10\nEDGE_WEIGHT_TYPE : EUC_2D\nVEHICLES : 2\nNODE_COORD_SECTION\n'
  for k in $(seq 10); do echo "$k $(((k - 1) * 7 % 13)) $(((k - 1) * 5 % 11))"; done
  printf 'DEMAND_SECTION\n1 0\n'
  for k in $(seq 2 10); do echo "$k 4"; done
  printf 'CAPACITY_SECTION\n1 9\n2 13\nDEPOT_SECTION\n1\n-1\nEOF\n'
} >"$vrp"
sol=$work/t.sol
expect solve 4 "tight: 4038.937, verified, incomplete: 4 customers left out, first 2" $cordee solve "$vrp" --epochs 3 --out "$sol"
check solution-names-them [ "$(sed -n '3,$p' "$sol" | paste -sd'|')" = "Cost 38.937|Unserved: 2 4 7 9" ]
check solution-serves-the-others [ "$(grep '^Route' "$sol" | wc -w)" = 9 ]
expect verify 4 "tight: 4038.937, verified, incomplete: 4 customers left out, first 2" $cordee verify "$vrp" "$sol"
expect json 4 '"missing": 4' $cordee solve "$vrp" --epochs 3 --json --quiet
expect ranks 4 "tight: 4038.937, verified, incomplete: 4 customers left out, first 2" \
  ranks 2 $cordee solve "$vrp" --epochs 3 --quiet --checkpoint "$work/r.h5"
expect resume 4 "incomplete: 4 customers left out" $cordee resume "$work/r.h5" --quiet
expect goes-on 4 "tight: 4038.937, verified" $cordee solve "$vrp" --epochs 1 --initial "$sol" --quiet
sed 's/^Unserved.*/Unserved: 2 4 7/' "$sol" >"$work/b.sol"
expect nobody-is-forgotten 65 "b.sol:5: expected customer 9 in a route, or behind Unserved" $cordee verify "$vrp" "$work/b.sol"
sed '1s/$/ 9/; s/: 2 4 7 9/: 2 4 7/' "$sol" >"$work/b.sol"
expect loads 65 "b.sol: route 1: load 12 over capacity 9 of vehicle type 1" $cordee verify "$vrp" "$work/b.sol"

# A signal counts more: the run can go on.
$cordee solve "$vrp" --time 60 --quiet --checkpoint "$work/s.h5" >"$work/s.out" 2>&1 &
await_file "$work/s.h5"
kill -USR1 $!
wait $!
check signalled [ $? = 75 ]
check signalled-says-so grep -q "incomplete: 4 customers left out" "$work/s.out"

# A row of a sweep keeps the solution, and says what it lacks.
printf '[a]\ninstance = tight.vrp\nepochs = 3\n' >"$work/i.job"
expect sweep 4 "1 task, 1 verified (1 incomplete), 0 failed" $cordee sweep "$work/i.job" --log "$work/i.log"
check sweep-log grep -q '"exit_code": 4,.*"warning": "incomplete: 4 customers left out, first 2"' "$work/i.log"
expect sweep-again 4 "1 task, 1 verified (1 incomplete), 0 failed" $cordee sweep "$work/i.job"
expect report 0 ",incomplete,4,\"incomplete: 4 customers left out, first 2\"," $cordee report "$work/i.h5" --csv -
expect page 0 "1 row: 1 verified (1 incomplete), 0 failed, 0 pending" $cordee report "$work/i.h5" --out "$work/i.html"
printf '[a]\ninstance = tight.vrp, none.vrp\nepochs = 3\n' >"$work/f.job"
expect sweep-failed 1 "2 tasks, 1 verified (1 incomplete), 1 failed" $cordee sweep "$work/f.job"

# A checkpoint keeps it, too.
expect show 0 "incomplete: 4 customers left out" $cordee show "$work/r.h5"
expect show-json 0 '"missing": 4' $cordee show "$work/r.h5" --json

# Tables and maps.
expect table 4 verified $cordee solve "$vrp" --epochs 3 --quiet --out "$work/t.csv"
check table-head [ "$(sed -n '1s/\r//p' "$work/t.csv")" = "route,vehicle,visit,customer,arrival,begin,departure,load" ]
check table-rows [ "$(grep -c '^[12],' "$work/t.csv")$(grep -c '^,,,[2479],' "$work/t.csv")" = 94 ]
expect map 4 verified $cordee solve "$vrp" --epochs 3 --quiet --out "$work/t.geojson"
check map-lines [ "$(grep -o LineString "$work/t.geojson" | wc -l)$(grep -o '"unserved": true' "$work/t.geojson" | wc -l)" = 24 ]

# Vehicles first: their number, then the cost.
sed 's/ 4$/ 2/' "$vrp" >"$work/loose.vrp"
expect vehicles-first 0 "2 vehicles" $cordee solve "$work/loose.vrp" --epochs 3 --quiet --objective vehicles --out "$work/v.sol"
expect vehicles-first-again 0 "verified" $cordee verify "$work/loose.vrp" "$work/v.sol" --objective vehicles --quiet
finish
