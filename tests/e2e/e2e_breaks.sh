#!/usr/bin/env bash
# Breaks of drivers: from the file to the plan and back, one answer on any ranks and from any cut and kill, and what is refused.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh
RANDOM=${KILL_SEED:-$$}
day=instances/lunch-10.json

# line NAME BREAKS [JOB_MEMBERS]: one vehicle on a line of jobs at 10, 20 and 30, of 5 each, and its breaks
line() {
  printf '%s' '{"matrices": {"car": {"durations": [[0, 10, 20, 30], [10, 0, 10, 20], [20, 10, 0, 10], [30, 20, 10, 0]]}}, ' \
    '"vehicles": [{"id": 4, "start_index": 0, "end_index": 0, "time_window": [0, 100], "breaks": [' "$2" ']}], ' \
    '"jobs": [{"id": 11, "location_index": 1, "service": 5}, {"id": 12, "location_index": 2, "service": 5' "${3:-}" '}, {"id": 13, "location_index": 3, "service": 5}]}' >"$work/$1.json"
}

# ---- breaks on a line: what is best can be seen ----

line way '{"id": 8, "time_windows": [[12, 18]], "service": 20}'
expect told 0 ", breaks;" $cordee solve "$work/way.json" --epochs 3
expect way 0 "way: 60, verified" $cordee solve "$work/way.json" --epochs 3 --quiet --out "$work/way.answer.json"
check way-taken grep -q '"type": "break", "id": 8, "setup": 0, "service": 20, ' "$work/way.answer.json"
expect way-verified 0 "way: 60, verified" $cordee verify "$work/way.json" "$work/way.answer.json"
check table $cordee solve "$work/way.json" --epochs 3 --quiet --out "$work/way.csv"
check table-head grep -qx $'route,vehicle,visit,customer,arrival,begin,departure,break\r' "$work/way.csv"
check table-break grep -qE $'^1,4,,,[0-9]+,1[2-8],3[2-8],8\r$' "$work/way.csv"
# Without its break the vehicle is back at 75; a break of 25 is all that fits, and one of 26 leaves a job out.
line full '{"id": 1, "service": 25}'
expect full 0 "full: 60, verified" $cordee solve "$work/full.json" --epochs 3 --quiet
line over '{"id": 1, "service": 26}'
expect over 4 "incomplete: 1 customer" $cordee solve "$work/over.json" --epochs 3 --quiet
# Job 12 by 20 comes first, and the break only behind it.
line order '{"id": 1, "time_windows": [[26, 29]], "service": 10}, {"id": 2, "time_windows": [[0, 5]], "service": 1}' ', "time_windows": [[0, 21]]'
expect order 0 "order: 60, verified" $cordee solve "$work/order.json" --epochs 3 --quiet --out "$work/order.answer.json"
check order-taken grep -q '"type": "break", "id": 2, .*"type": "job", "id": 12, .*"type": "break", "id": 1, ' "$work/order.answer.json"

# ---- two shifts of a day ----

for form in sol json csv geojson; do check "form-$form" $cordee solve $day --epochs 20 --quiet --out "$work/lunch.$form"; done
for form in sol json; do expect "lunch-$form" 0 "lunch-10: 7568, verified" $cordee verify $day "$work/lunch.$form"; done
check map-tells grep -qE '"breaks": \[\{"id": 1, "begin": [0-9]+, "end": [0-9]+\}, \{"id": 2, ' "$work/lunch.geojson"
check answer-all test "$(grep -o '"type": "break"' "$work/lunch.json" | wc -l)" = 3
expect initial 0 "lunch-10: 7568, verified" $cordee solve $day --initial "$work/lunch.json" --epochs 1 --quiet
check checkpoint $cordee solve $day --epochs 2 --quiet --checkpoint "$work/show.h5"
expect show 0 "lunch-10" $cordee show "$work/show.h5"

# ---- one answer, whatever happens on the way ----

plan=($day --islands 3 --chains 2 --proposals 2 --epochs 20 --epoch 60 --tournament 3)
check one-rank $cordee solve "${plan[@]}" --threads 1 --quiet --out "$work/one.sol"
for n in 2 3; do solved "ranks-$n" one ranks $n $cordee solve "${plan[@]}" --threads 2; done
killed_and_resumed one "${plan[@]}"

# ---- refused ----

refused() { # NAME BREAKS WORDS
  line "$1" "$2"
  expect "$1" 65 "$1.json:1: vehicles[0].breaks$3" $cordee solve "$work/$1.json"
  check "$1-page" grep -qF "${4:-breaks}" docs/not-solved.md
}
refused no-shift '{"id": 1, "time_windows": [[95, 99]], "service": 6}' "[0]: expected a break that fits the vehicle's time_window"
refused several '{"id": 1, "time_windows": [[5, 9], [15, 19]]}' '[0].time_windows: expected no several time windows of a break' 'several time windows of a break'
refused max-load '{"id": 1, "max_load": [2]}' '[0].max_load: expected no load limits of breaks' 'load limits of breaks'
refused five '{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}, {"id": 5}' ': expected at most 4 breaks of a vehicle' 'at most 4 breaks of a vehicle'
# Alone the break fits, but with no job.
line alone '{"id": 1, "time_windows": [[0, 4]], "service": 96}'
expect alone 4 "incomplete: 3 customers" $cordee solve "$work/alone.json" --epochs 1 --quiet
finish
