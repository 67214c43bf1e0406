#!/usr/bin/env bash
# Several trips of a vehicle, and goods that come during the day: from the file to the plan and back, one answer on any ranks and from any cut and
# kill, and what is refused.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh
. tests/e2e/fleet_lines.sh
RANDOM=${KILL_SEED:-$$}
mkdir "$work/lines"

# reloading NAME TYPE RELEASES SECTION...: one vehicle of capacity 2 for customers of 1 at 10, 20, -10 and -20
reloading() {
  local name=$1 type=$2 releases=$3; shift 3
  vrp "$name" "$type" 5 'VEHICLES : 1' 'CAPACITY : 2' 'SERVICE_TIME : 1' "$(nodes 0 10 20 -10 -20)" "$(rows DEMAND_SECTION 0 1 1 1 1)" \
    $'TIME_WINDOW_SECTION\n1 0 200\n2 0 190\n3 0 180\n4 0 190\n5 0 180' "$(rows RELEASE_TIME_SECTION 0 $releases)" "$@" $'DEPOT_SECTION\n1\n-1'
}

# ---- trips on a line: what is best can be seen ----

reloading once MTVRPTWR '0 0 0 0' $'VEHICLES_RELOAD_DEPOT_SECTION\n1 1'
expect told 0 "several trips" $cordee solve "$work/lines/once.vrp" --epochs 3
expect once 0 "once: 80, verified" $cordee solve "$work/lines/once.vrp" --epochs 3 --quiet --out "$work/once.sol"
check once-reloads grep -qxE 'Route #1: (1 2|2 1|3 4|4 3) 0 (1 2|2 1|3 4|4 3)' "$work/once.sol"
expect once-verified 0 "once: 80, verified" $cordee verify "$work/lines/once.vrp" "$work/once.sol"
printf '%s\n' 'Route #1: 1 2 @1 3 4' 'Optimal: True' >"$work/named.sol"
expect named 0 "once: 80, verified" $cordee verify "$work/lines/once.vrp" "$work/named.sol"
# Goods for the left are there at 100, and the right is due before: there first, back at 42.
reloading later MTVRPTWR '0 0 100 0' $'VEHICLES_RELOAD_DEPOT_SECTION\n1 1'
sed -i 's/^2 0 190$/2 0 90/; s/^3 0 180$/3 0 90/' "$work/lines/later.vrp"
expect later 0 "later: 80, verified" $cordee solve "$work/lines/later.vrp" --epochs 3 --quiet --out "$work/later.sol"
check later-last grep -qxE 'Route #1: (1 2|2 1) 0 (3 4|4 3)' "$work/later.sol"
check table $cordee solve "$work/lines/later.vrp" --epochs 3 --quiet --out "$work/later.csv"
check table-waits grep -q '^1,1,3,,100,100,100,2' "$work/later.csv"
check map $cordee solve "$work/lines/later.vrp" --epochs 3 --quiet --out "$work/later.geojson"
# Without a reload two customers stay; with none at all the releases alone remain.
reloading never MTVRPTWR '0 0 0 0' 'VEHICLES_MAX_RELOADS : 0' $'VEHICLES_RELOAD_DEPOT_SECTION\n1 1'
expect never 4 "incomplete: 2 customers" $cordee solve "$work/lines/never.vrp" --epochs 3 --quiet
vrp alone OVRPTW 3 'CAPACITY : 9' 'SERVICE_TIME : 0' "$(nodes 0 10 20)" "$(rows DEMAND_SECTION 0 1 1)" $'TIME_WINDOW_SECTION\n1 0 200\n2 0 30\n3 0 80' \
  "$(rows RELEASE_TIME_SECTION 0 0 40)" $'DEPOT_SECTION\n1\n-1'
expect alone 0 "alone: 30, verified" $cordee solve "$work/lines/alone.vrp" --epochs 3 --quiet --out "$work/alone.sol"
check alone-two grep -q '^Route #2: ' "$work/alone.sol"
# From the near depot the vehicle reloads at the far one, which is on its way: 0, 10, reload at 20, 30, back.
vrp far MTVRPTW 4 'VEHICLES : 1' 'CAPACITY : 1' 'SERVICE_TIME : 0' "$(nodes 0 20 10 30)" "$(rows DEMAND_SECTION 0 0 1 1)" \
  $'TIME_WINDOW_SECTION\n1 0 200\n2 0 200\n3 0 200\n4 0 200' $'VEHICLES_RELOAD_DEPOT_SECTION\n1 1 2' $'VEHICLES_DEPOT_SECTION\n1 1' $'DEPOT_SECTION\n1\n2\n-1'
expect far 0 "far: 60, verified" $cordee solve "$work/lines/far.vrp" --epochs 3 --quiet --out "$work/far.sol"
check far-named grep -qxE 'Route #1: (2 @2 3|3 @2 2)' "$work/far.sol"
expect far-verified 0 "far: 60, verified" $cordee verify "$work/lines/far.vrp" "$work/far.sol"

# ---- a table ----

printf '%s\n' id,x,y,demand,release 0,0,0,, 7,10,0,2,5 8,-20,0,2, >"$work/day.csv"
table=("$work/day.csv" --vehicles 1 --capacity 2 --trips 2)
expect table-trips 0 "day: 60, verified" $cordee solve "${table[@]}" --epochs 3 --quiet --out "$work/day.sol"
check table-reloads grep -qxE 'Route #1: (7 0 8|8 0 7)' "$work/day.sol"
expect table-verified 0 "day: 60, verified" $cordee verify "${table[@]}" "$work/day.sol"
expect one-trip 4 "incomplete: 1 customer" $cordee solve "${table[@]:0:5}" --epochs 3 --quiet

# ---- one answer, whatever happens on the way ----

plan=(instances/trips-30-1.vrp --islands 3 --chains 2 --proposals 2 --epochs 12 --epoch 60 --tournament 3)
check one-rank $cordee solve "${plan[@]}" --backend cpu --threads 1 --quiet --out "$work/one.sol"
expect one-verified 0 "verified" $cordee verify instances/trips-30-1.vrp "$work/one.sol"
for n in 2 3; do solved "ranks-$n" one ranks $n $cordee solve "${plan[@]}" --backend cpu --threads 2; done
killed_and_resumed one "${plan[@]}"
expect initial 0 "verified" $cordee solve instances/trips-30-1.vrp --initial "$work/one.sol" --epochs 1 --quiet --backend cpu

# ---- refused ----

wrong() { # NAME MESSAGE LINE...: a solution
  local name=$1 message=$2; shift 2
  printf '%s\n' "$@" >"$work/wrong.sol"
  expect "$name" 65 "$message" $cordee verify "$work/lines/later.vrp" "$work/wrong.sol"
}
wrong reload-first "wrong.sol:1: expected a customer before a reload" 'Route #1: 0 1 2 0 3 4'
wrong reload-last "wrong.sol:1: expected a customer after a reload" 'Route #1: 1 2 0 3 4 0'
wrong reload-twice "wrong.sol:1: expected a customer before a reload" 'Route #1: 1 2 0 0 3 4'
wrong reload-unknown "wrong.sol:1: expected a customer from 1 to 4" 'Route #1: 1 2 @2 3 4'
wrong too-early "route 1" 'Route #1: 3 4 0 1 2'
sed 's/^1 1$/1 2/' "$work/lines/once.vrp" >"$work/lines/customer.vrp"
expect at-customer 65 "expected a depot, of 32 reload depots at most, found node 2" $cordee solve "$work/lines/customer.vrp"
sed '/^VEHICLES_RELOAD/,+1d' "$work/lines/never.vrp" >"$work/lines/nowhere.vrp"
expect nowhere 65 "expected VEHICLES_RELOAD_DEPOT_SECTION" $cordee solve "$work/lines/nowhere.vrp"
sed 's/^5 0$/5 -3/' "$work/lines/once.vrp" >"$work/lines/negative.vrp"
expect negative 65 "negative.vrp:" $cordee solve "$work/lines/negative.vrp"
expect answer 64 "expected .sol, .csv or .geojson" $cordee solve "$work/lines/once.vrp" --epochs 1 --quiet --out "$work/once.json"
printf '%s\n' id,x,y,demand,pickup 0,0,0,, 7,10,0,2,1 8,-20,0,2,2 >"$work/both.csv"
expect together 65 "does not support several trips of a vehicle together with deliveries and pickups" \
  $cordee solve "$work/both.csv" --vehicles 1 --capacity 9 --trips 2
check together-page grep -qF 'does not support several trips of a vehicle together with' docs/not-solved.md
printf '%s\n' id,type,x,y,demand 0,depot,0,0, 1,depot,5,5, 7,,10,0,2 >"$work/two.csv"
expect one-depot 64 "--trips: expected one depot" $cordee solve "$work/two.csv" --capacity 9 --trips 2
expect no-table 64 "expected no --trips" $cordee solve instances/fleet-40-1.vrp --trips 2
finish
