#!/usr/bin/env bash
# Alternatives and several time windows: from the file to the plan and back, one answer on any ranks and from any cut and kill, and what is refused.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh
. tests/e2e/fleet_lines.sh
RANDOM=${KILL_SEED:-$$}
mkdir "$work/lines"

# ---- on a line: what is best can be seen ----

# Of 10 and -30, and of 20 and -40, one each: the right ones.
grouped() { # NAME ROW...
  local name=$1; shift
  vrp "$name" CVRP 5 'CAPACITY : 9' "$(nodes 0 10 -30 20 -40)" "$(rows DEMAND_SECTION 0 1 1 1 1)" "MUTUALLY_EXCLUSIVE_GROUP_SECTION" "$@" $'DEPOT_SECTION\n1\n-1'
}
grouped near '1 2 3' '2 4 5'
expect near 0 "near: 40, verified" $cordee solve "$work/lines/near.vrp" --epochs 3 --quiet --out "$work/near.sol"
check near-two grep -qxE 'Route #1: (1 3|3 1)' "$work/near.sol"
check near-others grep -qx 'Unserved: 2 4' "$work/near.sol"
expect near-verified 0 "near: 40, verified" $cordee verify "$work/lines/near.vrp" "$work/near.sol"
grouped far '1 2 4'
expect far 0 "far: 100, verified" $cordee solve "$work/lines/far.vrp" --epochs 3 --quiet
printf '%s\n' 'Route #1: 1 2 3' 'Unserved: 4' >"$work/both.sol"
expect both 65 "customer 2" $cordee verify "$work/lines/near.vrp" "$work/both.sol"
printf '%s\n' 'Route #1: 1' 'Unserved: 2 3 4' >"$work/none.sol"
expect none 4 "incomplete: 1 customer" $cordee verify "$work/lines/near.vrp" "$work/none.sol"

# The window of 7 that fits is the second one, behind 8: there at 30, wait until 50.
printf '%s\n' id,x,y,demand,ready,due,ready2,due2 0,0,0,,0,200,, 7,10,0,1,0,5,50,60 8,20,0,1,15,30,, >"$work/hours.csv"
hours=("$work/hours.csv" --vehicles 1 --capacity 9)
expect hours 0 "hours: 40, verified" $cordee solve "${hours[@]}" --epochs 3 --quiet --out "$work/hours.out.csv"
check hours-second grep -qE '^1,1,2,7,[0-9]+,50,50' "$work/hours.out.csv"

# ---- one answer, whatever happens on the way ----

for name in sets hours; do
  plan=(instances/sets-24-1.vrp)
  [ $name = hours ] && plan=(instances/hours-8.csv --vehicles 2 --capacity 12)
  plan+=(--islands 3 --chains 2 --proposals 2 --epochs 12 --epoch 60 --tournament 3)
  check $name-one $cordee solve "${plan[@]}" --threads 1 --quiet --out "$work/$name.sol"
  for n in 2 3; do solved "$name-ranks-$n" $name ranks $n $cordee solve "${plan[@]}" --threads 2; done
  killed_and_resumed $name "${plan[@]}"
done

# ---- refused ----

printf '%s\n' id,x,y,group 0,0,0,A 7,10,0,A 8,20,0,A >"$work/depot.csv"
expect depot 65 "depot.csv:2: expected a depot, without group" $cordee solve "$work/depot.csv" --vehicles 1
printf '%s\n' id,x,y,group,prize 0,0,0,, 7,10,0,A,5 8,20,0,A,6 >"$work/prizes.csv"
expect prizes 65 "prizes.csv:4: expected the prize of line 3" $cordee solve "$work/prizes.csv" --vehicles 1
printf '%s\n' id,x,y,ready,due,ready2,due2 0,0,0,,,, 7,10,0,0,20,20,30 >"$work/touch.csv"
expect touch 65 "touch.csv:3: expected a window 2 that begins after" $cordee solve "$work/touch.csv" --vehicles 1
expect trips 65 "does not support several trips of a vehicle together with several time windows" \
  $cordee solve "${hours[@]}" --trips 2 --epochs 1
finish
