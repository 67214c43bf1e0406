#!/usr/bin/env bash
# Fleets as people drive them: pickup and delivery pairs, in every format, from the file to the plan and back; what is left out, and what is refused.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh

# ---- pairs on a line: what is best can be seen ----

# From 10 to 30 and from 20 to 40: there and back is 80, if the vehicle holds both goods from 20 to 30.
pairs() { # CAPACITY
  printf '%s\n' "2 $1 1" '0 0 0 0 0 500 0 0 0' '1 10 0 1 0 400 0 0 3' '2 20 0 1 0 400 0 0 4' '3 30 0 -1 0 400 0 1 0' '4 40 0 -1 0 400 0 2 0'
}
pairs 2 >"$work/line.txt"
expect told 0 "2 pickup and delivery pairs" $cordee solve "$work/line.txt" --epochs 3
expect line 0 "line: 80" $cordee solve "$work/line.txt" --epochs 3 --quiet --out "$work/line.sol"
pairs 1 | sed 's/^2 1 /1 1 /' >"$work/narrow.txt"
expect one-at-a-time 0 "narrow: 100" $cordee solve "$work/narrow.txt" --epochs 3 --quiet
expect vehicles-first 0 "1 vehicle, 80" $cordee solve "$work/line.txt" --epochs 3 --quiet --objective vehicles
# Sixty pairs and as many vehicles: their costs would be too large with all decimals of the distances.
awk 'BEGIN { print "60 9 1"; print "0 0 0 0 0 9999 0 0 0"
  for (k = 1; k <= 120; k++) print k, k % 11, k % 13, (k > 60 ? -1 : 1), 0, 9999, 0, (k > 60 ? k - 60 : 0), (k > 60 ? 0 : k + 60) }' >"$work/many.txt"
expect fewer-decimals 0 "many: 1 vehicle, " $cordee solve "$work/many.txt" --epochs 4 --epoch 20 --quiet --objective vehicles
tr ' ' '\t' <"$work/line.txt" | sed 's/$/\r/' >"$work/tabs.txt"
expect tabulators 0 "tabs: 80" $cordee verify "$work/tabs.txt" "$work/line.sol"
printf '%s\n' 'Instance name : line' 'Authors : N' Solution 'Route 7: 1 2 3 4' >"$work/sintef.sol"
expect sintef 0 "line: 80" $cordee verify "$work/line.txt" "$work/sintef.sol"
printf '%s\n' 'Route #1: 3 1 2 4' >"$work/before.sol"
expect delivery-first 65 "route 1, customer 3: " $cordee verify "$work/line.txt" "$work/before.sol"
printf '%s\n' 'Route #1: 1 2 4' 'Route #2: 3' >"$work/apart.sol"
expect apart 65 "customer " $cordee verify "$work/line.txt" "$work/apart.sol"

# The same in VRPLIB, in a table and in JSON.
printf '%s\n' 'NAME : lkh' 'TYPE : PDVRP' 'DIMENSION : 5' 'VEHICLES : 2' 'CAPACITY : 2' 'EDGE_WEIGHT_TYPE : EXACT_2D' NODE_COORD_SECTION '1 0 0' '2 10 0' \
  '3 20 0' '4 30 0' '5 40 0' PICKUP_AND_DELIVERY_SECTION '1 0 0 0 0 0 0' '2 1 0 0 0 0 4' '3 1 0 0 0 0 5' '4 -1 0 0 0 2 0' '5 -1 0 0 0 3 0' EOF >"$work/lkh.vrp"
expect vrplib 0 "lkh: 80" $cordee solve "$work/lkh.vrp" --epochs 3 --quiet
printf '%s\n' id,x,y,demand,pickup_at depot,0,0,, a,10,0,, b,20,0,, c,30,0,1,a d,40,0,1,b >"$work/table.csv"
table=(solve "$work/table.csv" --vehicles 2 --capacity 2 --epochs 3 --quiet)
expect table 0 "table: 80" $cordee "${table[@]}"
printf '%s' '{"vehicles": [{"id": 9, "start_index": 0, "end_index": 0, "capacity": [2]}], "shipments": [
  {"amount": [1], "pickup": {"id": 1, "location_index": 1}, "delivery": {"id": 1, "location_index": 3}},
  {"amount": [1], "pickup": {"id": 2, "location_index": 2}, "delivery": {"id": 2, "location_index": 4}, "prize": 30}],
  "matrices": {"car": {"durations": [[0, 10, 20, 30, 40], [10, 0, 10, 20, 30], [20, 10, 0, 10, 20], [30, 20, 10, 0, 10], [40, 30, 20, 10, 0]]}}}' >"$work/json.json"
expect json 0 "json: 80" $cordee solve "$work/json.json" --epochs 3 --quiet --out "$work/plan.json"
check steps grep -q '"type": "pickup", "id": 1, .*"type": "pickup", "id": 2, .*"type": "delivery", .*"type": "delivery", ' "$work/plan.json"
check loads grep -q '"load": \[2\]' "$work/plan.json"
expect answer-read 0 "json: 80" $cordee verify "$work/json.json" "$work/plan.json"
expect json-text 0 "json: 80" $cordee solve "$work/json.json" --epochs 3 --quiet --out "$work/plan.sol"
check twice-the-number grep -q "^Route #1: 1 2 [12] [12]$" "$work/plan.sol"
expect text-read 0 "json: 80" $cordee verify "$work/json.json" "$work/plan.sol"

# ---- every form ----

for form in sol csv json geojson; do
  check "form-$form" $cordee solve instances/courier-8.json --epochs 5 --quiet --out "$work/courier.$form"
done
check csv-tells grep -q ',pickup' "$work/courier.csv"
check map-tells grep -q '"stops": \["pickup", ' "$work/courier.geojson"
for form in sol json; do expect "courier-$form" 0 "courier-8: 9064, verified" $cordee verify instances/courier-8.json "$work/courier.$form"; done
expect initial 0 "courier-8: 9064, verified" $cordee solve instances/courier-8.json --epochs 1 --quiet --initial "$work/courier.sol"
check shown $cordee solve instances/pairs-20-1.txt --epochs 2 --quiet --checkpoint "$work/pairs.h5"
expect show 0 "pairs-20-1" $cordee show "$work/pairs.h5"

# ---- one answer, whatever happens on the way ----

plan=(instances/pairs-20-1.txt --islands 3 --chains 2 --epochs 20 --epoch 40 --tournament 3)
check one-rank $cordee solve "${plan[@]}" --threads 1 --out "$work/one.sol" --quiet
for n in 2 3; do solved "ranks-$n" one ranks $n $cordee solve "${plan[@]}" --threads 2; done
killed_and_resumed one "${plan[@]}"

# ---- left out ----

sed 's/"prize": 30/"prize": 1/' "$work/json.json" >"$work/cheap.json"
expect left-out 0 "cheap: 61" $cordee solve "$work/cheap.json" --epochs 3 --quiet --out "$work/cheap.out.json"
check left-out-ends grep -q '"unassigned": \[{"id": 2, "type": "pickup", .*{"id": 2, "type": "delivery", ' "$work/cheap.out.json"
sed 's/"vehicles": \[{"id": 9,/"vehicles": [{"id": 9, "max_tasks": 2,/; s/, "prize": 30//' "$work/json.json" >"$work/few.json"
expect incomplete 4 "incomplete: 1 customer left out, 2" $cordee solve "$work/few.json" --epochs 3 --quiet --out "$work/few.out.json"
check incomplete-ends grep -q '"type": "pickup", .*"type": "delivery"' "$work/few.out.json"
expect incomplete-read 4 "incomplete" $cordee verify "$work/few.json" "$work/few.out.json"

# ---- refused ----

bad() { # NAME SED WORDS
  sed "$2" "$work/line.txt" >"$work/bad.txt"
  expect "$1" 65 "bad.txt:$3" $cordee solve "$work/bad.txt"
}
bad no-delivery '2s/.*/0 0 0 0 0 500 0 0 0/; s/^1 10 0 1 0 400 0 0 3/1 10 0 1 0 400 0 0 0/' "3: expected 0 and the delivery of node 1"
bad not-mutual 's/^3 30 0 -1 0 400 0 1 0/3 30 0 -1 0 400 0 2 0/' "3: expected the delivery of node 1 to have it as its pickup, found 2"
bad unequal 's/^3 30 0 -1/3 30 0 -2/' "5: expected demand -1 of node 3, as its pickup, node 1, has the opposite, found -2"
bad gone '6d' "4: expected another customer as the delivery of node 2, found 4"
bad cut 's/^2 20 0 1 0 400 0 0 4/2 20 0 1 0 400 0 0/' "4: expected the delivery of node 2, a node, or 0 for none, found the end of the line"
expect never 3 "no vehicle can serve customer 1" $cordee solve <(sed 's/^1 10 0 1 /1 10 0 3 /; s/^3 30 0 -1 /3 30 0 -3 /' "$work/line.txt")
expect no-3opt 64 "3opt" $cordee solve "$work/line.txt" --method 3opt
finish
