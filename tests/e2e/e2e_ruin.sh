#!/usr/bin/env bash
# Fleets through the program, from files of every form: depots, types of vehicles, open routes, prizes, allowed customers, backhauls, directed
# distances; plans that can be seen, one answer on any ranks and from any cut and kill, what stays incomplete, sweeps, published instances.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh
. tests/e2e/fleet_lines.sh
RANDOM=${KILL_SEED:-$$}
plan=(--islands 2 --chains 2 --proposals 1 --epochs 3 --epoch 60)
fleet=instances/fleet-40-1.vrp

# has NAME LINE...: these lines are in $work/NAME.sol
has() {
  local name=$1 line; shift
  for line; do check "$name: $line" grep -qxF -- "$line" "$work/$name.sol"; done
}

# feature NAME COST FILE OPTION...: on one rank this cost, verified, and the same on two and three ranks
feature() {
  local name=$1 cost=$2 file=$work/lines/$3 n; shift 3
  expect "$name" 0 ": $cost, verified" $cordee solve "$file" "${plan[@]}" "$@" --quiet --out "$work/$name.sol"
  expect "$name-verified" 0 ": $cost, verified" $cordee verify "$file" "$work/$name.sol" "$@"
  for n in 2 3; do solved "$name-$n-ranks" "$name" ranks $n $cordee solve "$file" "${plan[@]}" "$@"; done
}

# ---- each feature, on a line ----

lines_make
feature depots 40 depots.vrp
has depots "Route #1: 2" "Route #2: 3"
feature mixed 67 mixed.vrp
check mixed-large grep -qxE "Route #2: (1 2|2 1)" "$work/mixed.sol"
feature open 30 open.vrp
feature prizes 29 prizes.vrp
has prizes "Unserved: 2"
feature allowed 60 allowed.vrp
has allowed "Route #1: 2" "Route #2: 1"
feature backhauls 60 backhauls.vrp
check backhauls-last grep -qxE 'Route #1: (2 3|3 2) 1' "$work/backhauls.sol"
feature directed 4 directed.vrp
has directed "Route #1: 1 2 3"
feature late 40 late.vrp
feature stops 60 stops.csv --vehicles 2 --capacity 4
check stops-by-id grep -qE "^Route #[12]: 9$" "$work/stops.sol"
feature square 4 square.csv --vehicles 2
feature table 4 table.json --vehicles 2
feature stops-by-table 4 stops.csv --vehicles 2 --capacity 9 --matrix "$work/lines/table.json"
feature vroom 40 vroom.json

# ---- the longest route ----

# One vehicle drives 60 for the customers at 10, 20 and -10; two drive 40 and 20 for them, together as far.
feature longest-first "longest route 40, cost 60" stops.csv --vehicles 2 --capacity 6 --objective makespan
has longest-first "Cost 60"
feature longest-priced "180, longest route 40" stops.csv --vehicles 2 --capacity 6 --objective balance:3
has longest-priced "Cost 180"
printf '%s\n' 'NAME : men' 'TYPE : TSP' 'DIMENSION : 4' "$(nodes 0 10 20 -10)" EOF >"$work/lines/men.tsp"
feature salesmen "longest route 40, cost 60" men.tsp --vehicles 2 --objective makespan
feature few-salesmen "longest route 60, cost 60" men.tsp --vehicles 1 --objective makespan
expect longest-json 0 "" $cordee solve "$work/lines/stops.csv" "${plan[@]}" --vehicles 2 --capacity 6 --objective makespan --quiet --json
cp "$work/out" "$work/longest.json"
check longest-in-json grep -q '"longest_route": 40' "$work/longest.json"
expect longest-answer 0 "" $cordee solve "$work/lines/stops.csv" "${plan[@]}" --vehicles 2 --capacity 6 --objective balance:3 --quiet --out "$work/longest-answer.json"
check longest-in-answer grep -q '"longest_route": 40' "$work/longest-answer.json"
check no-costs-left-out [ "$(grep -c left_out "$work/longest-answer.json")" = 0 ]
printf '%s\n' R1 '' VEHICLE 'NUMBER CAPACITY' '2 9' '' CUSTOMER 'CUST NO. XCOORD. YCOORD. DEMAND READY TIME DUE DATE SERVICE TIME' '' '0 0 0 0 0 99 0' '1 3 4 1 0 50 1' >"$work/lines/solomon.txt"
expect longest-solomon 64 "expected VRPLIB, JSON or a table, found Solomon" $cordee solve "$work/lines/solomon.txt" --objective balance:2 --quiet

# ---- what is left out ----

expect tight 4 "incomplete: 1 customer" $cordee solve "$work/lines/tight.vrp" "${plan[@]}" --quiet --out "$work/tight.sol"
expect tight-verified 4 "incomplete: 1 customer" $cordee verify "$work/lines/tight.vrp" "$work/tight.sol"
has tight "Unserved: 3"
expect tight-in-time 4 "incomplete" $cordee solve "$work/lines/tight.vrp" --time 0.3 --quiet
expect too-few 3 "" $cordee solve "$work/lines/stops.csv" --vehicles 1 --capacity 1 --quiet
expect first-json 0 '"cost": 1000000060, ' $cordee solve "$work/lines/stops.csv" "${plan[@]}" --vehicles 3 --capacity 6 --objective vehicles --quiet --json
cp "$work/out" "$work/first.json"
check parts-in-json grep -q '"vehicles": 1, "rest": 60' "$work/first.json"
expect vehicles-first 0 ": 1 vehicle, 60, verified" $cordee solve "$work/lines/stops.csv" "${plan[@]}" --vehicles 3 --capacity 6 --objective vehicles --quiet

# ---- one answer, cut and killed ----

plan=($fleet --islands 3 --chains 2 --proposals 2 --epochs 12 --epoch 60 --tournament 3)
check one-rank $cordee solve "${plan[@]}" --threads 1 --quiet --out "$work/one.sol"
for n in 2 3 4; do solved "ranks-$n" one ranks $n $cordee solve "${plan[@]}" --threads 2; done
expect verified 0 ", verified" $cordee verify $fleet "$work/one.sol"
killed_and_resumed one "${plan[@]}"
expect cut 0 "verified" $cordee solve "${plan[@]}" --time 0.2 --checkpoint "$work/run.h5" --backend cpu --quiet
solved cut-and-resumed one ranks 3 $cordee resume "$work/run.h5"
expect shown 0 "ruin" $cordee show "$work/run.h5"
check csv $cordee solve "${plan[@]}" --quiet --out "$work/one.csv"
check csv-names grep -q '^route,vehicle,visit,customer,arrival' "$work/one.csv"
expect other-method 64 "" $cordee solve $fleet --method 3opt

# ---- from a solution ----

cost_of() { sed -n 's/^Cost //p' "$work/$1.sol"; }
check initial $cordee solve $fleet --initial "$work/one.sol" --islands 1 --chains 1 --epochs 2 --epoch 1 --seed 3 --quiet --out "$work/better.sol"
check initial-no-worse awk "BEGIN { exit !($(cost_of better) <= $(cost_of one)) }"
sed '/^Route #4/s/: .*/: 41 41/' "$work/one.sol" >"$work/wrong.sol"
expect initial-wrong 65 "wrong.sol" $cordee solve $fleet --initial "$work/wrong.sol" --epochs 1 --quiet

# ---- sweeps: a fleet among others ----

printf '%s\n' '[all]' "instance = $PWD/$fleet, $PWD/instances/routes-12-1.vrp, $work/lines/tight.vrp" 'epochs = 2' 'epoch = 10' >"$work/set.job"
expect sweep 4 "3 tasks, 3 verified (1 incomplete), 0 failed" ranks 2 $cordee sweep "$work/set.job" --out "$work/set.h5"
$cordee report "$work/set.h5" --csv - >"$work/set.csv"
check sweep-states [ "$(grep -c ',verified,0,' "$work/set.csv") $(grep -c ',incomplete,4,' "$work/set.csv")" = "2 1" ]
check sweep-says-who grep -q "incomplete: 1 customer left out" "$work/set.csv"
check sweep-others grep -q ',sisr,' "$work/set.csv"

# ---- what is refused, by the messages of docs/not-solved.md ----

# refused WORDS FILE OPTION...: 65 or 64 with these words, which the page has
refused() {
  local words=$1 code=65; shift
  [[ $words = *--* ]] && code=64
  expect "refused: $words" $code "$words" $cordee solve "$@" --quiet
  check "page: $words" grep -qF -- "$words" docs/not-solved.md
}
json() { # WORDS VEHICLE JOB MORE
  printf '%s' '{"matrices": {"car": {"durations": [[0, 1], [1, 0]]}}, "vehicles": [{"id": 1, "start_index": 0, "end_index": 0' \
    "$2" '}], "jobs": [{"id": 2, "location_index": 1' "$3" '}]' "$4" '}' >"$work/lines/refused.json"
  refused "$1" "$work/lines/refused.json"
}
section() { # WORDS TYPE SECTION
  vrp refused "$2" 2 'CAPACITY : 9' 'VEHICLES : 1' "$(nodes 0 5)" "$(rows DEMAND_SECTION 0 1)" "$3"
  refused "$1" "$work/lines/refused.vrp"
}
json 'several time windows of a break' ', "breaks": [{"id": 1, "time_windows": [[0, 1], [2, 3]]}]' '' ''
json 'no load limits of breaks' ', "breaks": [{"id": 1, "max_load": [1]}]' '' ''
json 'service times by types of vehicles' '' ', "service_per_type": {"a": 1}' ''
json 'setup times by types of vehicles' '' ', "setup_per_type": {"a": 1}' ''
json 'steps of a given route' ', "steps": [{}]' '' ''
json 'costs of service times' ', "costs": {"per_task_hour": 5}' '' ''
section 'a matrix of times beside that of distances' HFVRP EDGE_TIME_SECTION
section 'fixed edges are not supported' HFVRP FIXED_EDGES_SECTION
section 'draft limits are not supported' HFVRP DRAFT_LIMIT_SECTION
section 'an order of stops is not supported' HFVRP PRECEDENCE_SECTION
section 'stops of one vehicle are not supported' HFVRP SAME_VEHICLE_SECTION
printf '%s\n' 'NAME : a.sop' 'TYPE : SOP' 'DIMENSION : 3' >"$work/lines/order.sop"
refused 'sequential ordering, whose cities have an order, is not supported' "$work/lines/order.sop"
refused 'expected customers who must be served' "$work/lines/prizes.vrp" --objective makespan
printf '%s\n' '1 1 2 1' '0 9' '1 0 1 0 1 1 1 1' '2 0 2 0 1 1 1 1' '3 0 0 0 0 0 0' >"$work/lines/periodic.txt"
refused 'PVRP, which is not supported' "$work/lines/periodic.txt"
printf 'id,x,y,demand,skills\n0,0,0,0,\n1,3,4,1,2\n' >"$work/lines/skills.csv"
refused 'vehicles of a table have none' "$work/lines/skills.csv" --vehicles 1 --capacity 3
refused 'expected --fleet free, file or at most so many' $fleet --fleet exactly:3
refused 'expected one type of vehicles with --vehicles' $fleet --vehicles 3

# ---- published instances ----

published() {
  local file=$data/fleet/$1
  [ -e "$file" ] || { skip "$1" "no such file"; return; }
  expect "$1" 0 ", verified" $cordee solve "$file" --epochs 1 --epoch 30 --quiet --out "$work/set.sol"
  expect "$1-verified" 0 ", verified" $cordee verify "$file" "$work/set.sol"
}
for name in HFVRP/X101-FSMFD.vrp MDVRPTW/PR11A.vrp PCVRPTW/C1_10_9.vrp; do published $name; done
finish
