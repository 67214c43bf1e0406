#!/usr/bin/env bash
# One vehicle and orienteering: tours with time windows, prizes within a limit; from the file to the plan and back, one answer on any ranks and
# from any cut and kill, and what is refused.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh
. tests/e2e/alter.sh
RANDOM=${KILL_SEED:-$$}

# ---- tours with windows: what is best can be seen ----

# On a line: 10 is open until 12, -5 from 30 on. Out, back and on: 10 + 15 + 5; nothing else is in time.
printf '%s\n' 3 '0 10 5' '10 0 15' '5 15 0' '0 100' '0 12' '30 60' >"$work/line.txt"
expect told 0 "1 vehicle, EXPLICIT, time windows" $cordee solve "$work/line.txt" --epochs 2
expect tour 0 "line: 30, verified" $cordee solve "$work/line.txt" --epochs 2 --quiet --out "$work/line.sol"
check in-order grep -qx 'Route #1: 1 2' "$work/line.sol"
expect tour-verified 0 "line: 30, verified" $cordee verify "$work/line.txt" "$work/line.sol"
# The vehicle waits until 30 and is back at 35.
expect completion 0 "line: 35, verified" $cordee solve "$work/line.txt" --epochs 2 --quiet --objective completion
printf '%s\n' 'Tour: 2 1' >"$work/late.sol"
expect late 65 "route 1" $cordee verify "$work/line.txt" "$work/late.sol"
printf '%s\n' 'Cost: 1' 'Objective: travel' 'Tour: 1 2' >"$work/published.sol"
expect published 0 "line: 30, verified" $cordee verify "$work/line.txt" "$work/published.sol"
sed 's/^30 60$/30 34/; s/^0 100$/0 34/' "$work/line.txt" >"$work/never.txt"
expect never 3 "customer" $cordee solve "$work/never.txt" --epochs 2 --quiet
expect table 0 "tour-20-1: 268, verified" $cordee solve instances/tour-20-1.txt --epochs 20 --quiet --out "$work/table.sol"
expect table-verified 0 "tour-20-1: 268, verified" $cordee verify instances/tour-20-1.txt "$work/table.sol"

# ---- teams: the shorter one of equal prizes, and no more than the limit ----

# From 0 to 10, 14 at most: 5 on the way is 7, beside it at (5, 3) is 7, too, and (5, 9) is too far.
printf '%s\n' 'n 5' 'm 1' 'tmax 14' '0 0 0' '5 0 7' '5 3 7' '5 9 50' '10 0 0' >"$work/team.txt"
expect team 0 "team: 50, collected 14 of 64, verified" $cordee solve "$work/team.txt" --epochs 3 --quiet --out "$work/team.sol"
check team-left grep -qx 'Unserved: 3' "$work/team.sol"
sed 's/^tmax 14$/tmax 12/' "$work/team.txt" >"$work/short.txt"
expect shorter 0 "short: 57, collected 7 of 64, verified" $cordee solve "$work/short.txt" --epochs 3 --quiet --out "$work/short.sol"
check shorter-goes-straight grep -qx 'Route #1: 1' "$work/short.sol"
printf '%s\n' 'Route #1: 1 2' >"$work/long.sol"
expect too-long 65 "route 1" $cordee verify "$work/short.txt" "$work/long.sol"
expect two-teams 0 "collected 495 of 550, verified" $cordee solve instances/team-30-1.txt --epochs 20 --quiet
expect target 0 "verified" $cordee solve instances/team-30-1.txt --epochs 2000 --target 60 --quiet

# ---- prizes alone, of any fleet that has some ----

printf '%s\n' id,x,y,ready,due,prize 0,0,0,0,60, 7,10,0,,,5 8,20,0,,,6 9,-40,0,,,30 5,-15,0,,,9 >"$work/stops.csv"
expect of-a-table 0 "stops: 36, collected 14 of 50, verified" $cordee solve "$work/stops.csv" --vehicles 1 --objective prizes --epochs 3 --quiet
expect of-nobody 64 "--objective prizes: expected customers with prizes, found none" \
  $cordee solve instances/sets-24-1.vrp --objective prizes
expect of-no-fleet 64 "--objective prizes: expected a file of a fleet" $cordee solve instances/routes-12-1.vrp --objective prizes
visits=(instances/visits-25-1.txt --vehicles 2 --objective prizes)
expect visits 0 "visits-25-1: 97, collected 313 of 410, verified" $cordee solve "${visits[@]}" --epochs 20 --quiet --out "$work/visits.sol"
expect visits-verified 0 "collected 313 of 410, verified" $cordee verify "${visits[@]:0:1}" "$work/visits.sol" "${visits[@]:1}"
expect one-day 64 "visits-25-1.txt: expected --objective prizes" $cordee solve "${visits[0]}" --vehicles 2
for what in vehicles makespan completion; do
  expect "no-$what" 64 "--objective $what" $cordee solve instances/team-30-1.txt --objective $what
done

# ---- what is collected is shown beside what others collected ----

mkdir "$work/known"
cp instances/team-30-1.txt "$work/known/"
printf 'name\tbest_known\nteam-30-1\t500\n' >"$work/known/optima.tsv"
check known $cordee solve "$work/known/team-30-1.txt" --epochs 20 --quiet --checkpoint "$work/team.h5"
expect shown 0 "best        55, collected 495 of 550, gap 1.000%, found on island 0" $cordee show "$work/team.h5"
expect shown-json 0 '"collected": 495, "best_known": 50, "gap_percent": 1.0' $cordee show "$work/team.h5" --json
known=("$work/known/team-30-1.txt" --epochs 20 --quiet)
expect solved-gap 0 "team-30-1: 55, gap 1.000% to the best known, collected 495 of 550, verified" $cordee solve "${known[@]}" --out "$work/known.sol"
expect solved-json 0 '"best_known": 50, ' $cordee solve "${known[@]}" --json
cp "$work/out" "$work/known.json"
check solved-json-gap grep -q '"gap_percent": 1.0, ' "$work/known.json"
expect verified-gap 0 "team-30-1: 55, gap 1.000% to the best known, collected 495 of 550, verified" $cordee verify "$work/known/team-30-1.txt" "$work/known.sol"
expect gap-reached 0 "verified" $cordee solve "$work/known/team-30-1.txt" --epochs 2000 --target-gap 15 --quiet
printf '%s\n' "[all]" "instance = $work/known/team-30-1.txt" "epochs = 20" >"$work/known.job"
expect swept 0 "" $cordee sweep "$work/known.job" --out "$work/swept.h5" --log "$work/swept.log"
check swept-gap grep -q '"gap_percent": 1.0' "$work/swept.log"
expect reported 0 "0,1.000000,," $cordee report "$work/swept.h5" --csv -
if [ -n "$(command -v strace)" ]; then
  check shown-and-written strace -f -e trace=openat -o "$work/opened" $cordee show "$work/team.h5" --out "$work/again.sol"
  check read-once [ "$(grep -c 'known/team-30-1.txt"' "$work/opened")" = 1 ]
else
  skip read-once "no strace here"
fi
mv "$work/known/team-30-1.txt" "$work/away.txt"
expect shown-alone 0 "best        55, found on island 0" $cordee show "$work/team.h5" # is the published value a cost, or a sum of prizes?
expect shown-alone-json 0 '"best_known": null' $cordee show "$work/team.h5" --json

# ---- one answer, whatever happens on the way ----

plan=(instances/team-30-1.txt --islands 3 --chains 2 --proposals 4 --epochs 24 --epoch 60 --tournament 3)
check one-rank $cordee solve "${plan[@]}" --backend cpu --threads 1 --quiet --out "$work/one.sol"
expect one-verified 0 "verified" $cordee verify instances/team-30-1.txt "$work/one.sol"
for n in 2 3; do solved "ranks-$n" one ranks $n $cordee solve "${plan[@]}" --backend cpu --threads 2; done
killed_and_resumed one "${plan[@]}"
expect initial 0 "verified" $cordee solve instances/team-30-1.txt --initial "$work/one.sol" --epochs 1 --quiet --backend cpu
if can_alter; then
  check cut $cordee solve instances/team-30-1.txt --islands 3 --chains 2 --time 0.3 --backend cpu --quiet --checkpoint "$work/cut.h5"
  for field in cost best_cost; do
    cp "$work/cut.h5" "$work/bad.h5"
    alter "$work/bad.h5" "file['islands/$field'][0, 0] += 1"
    expect "distance-of-$field" 65 "field $field, row 0: expected" $cordee resume "$work/bad.h5" --backend cpu --time 0.3 --quiet
  done
else
  skip altered "no h5py for $python, or no libxxhash.so.0"
fi

# ---- refused ----

wrong() { # NAME MESSAGE SED FILE OPTION...
  local name=$1 message=$2 change=$3 file=$4; shift 4
  sed "$change" "$file" >"$work/wrong.txt"
  expect "$name" 65 "wrong.txt:$message" $cordee solve "$work/wrong.txt" --epochs 1 "$@"
}
wrong due-first "6: expected a due time of node 1" 's/^0 12$/12 0/' "$work/line.txt"
wrong way "3: expected the way from node 1 to node 0" 's/^10 0 15$/-10 0 15/' "$work/line.txt"
wrong teams "2: expected a number of routes from 1" 's/^m 1$/m 0/' "$work/team.txt"
wrong prize "5: expected the prize of node 1, not negative" 's/^5 0 7$/5 0 -7/' "$work/team.txt"
wrong node "4: expected node 1" 's/^1 /7 /' instances/visits-25-1.txt --objective prizes
printf '%s\n' 'NAME : order' 'TYPE : SOP' 'DIMENSION : 3' 'EDGE_WEIGHT_TYPE : EXPLICIT' 'EDGE_WEIGHT_FORMAT : FULL_MATRIX' EDGE_WEIGHT_SECTION \
  3 '0 1 9' '-1 0 2' '-1 -1 0' EOF >"$work/order.sop"
refused() { # NAME CODE WORDS COMMAND...: which the page has, too
  local name=$1 words=$3
  expect "$name" "$2" "$words" "${@:4}"
  check "$name-page" grep -qF -- "$words" docs/not-solved.md
}
refused sequential-ordering 65 "sequential ordering, whose cities have an order, is not supported" $cordee solve "$work/order.sop"
refused one-day-page 64 "expected --objective prizes, if demands are prizes" $cordee solve instances/visits-25-1.txt
finish
