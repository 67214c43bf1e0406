#!/usr/bin/env bash
# What people have of their fleets: JSON of VROOM's form, tables of stops, matrices of table services. Which option makes a table a fleet's, answers
# there and back, the files that a run needs when it is resumed elsewhere.
. "$(dirname "$0")/e2e.sh"

# ---- VROOM's form ----

cat >"$work/day.json" <<'JSON'
{"vehicles": [{"id": 1, "start": [8.1, 50.1], "end": [8.1, 50.1], "capacity": [4], "time_window": [28800, 60000]},
              {"id": 2, "start": [8.1, 50.1], "end": [8.1, 50.1], "capacity": [4]}],
 "jobs": [{"id": 11, "location": [8.19, 50.14], "delivery": [2], "service": 60, "time_windows": [[32000, 36000]]},
          {"id": 12, "location": [8.2, 50.13], "delivery": [2], "service": 60},
          {"id": 13, "location": [8.05, 50.21], "delivery": [2], "service": 60}],
 "speed": 36}
JSON
expect day 0 "day: 4252, verified" $cordee solve "$work/day.json" --epochs 5 --quiet --out "$work/plan.json"
check answer grep -q '"summary": {"cost": 4252, ' "$work/plan.json"
expect answer-verified 0 "day: 4252, verified" $cordee verify "$work/day.json" "$work/plan.json"
cp "$work/day.json" "$work/other.json"
expect instance-kept 64 "is there, and is not a file of a solution" $cordee solve "$work/day.json" --epochs 1 --quiet --out "$work/other.json"
sed 's/"jobs"/"shipments": [{}], "jobs"/' "$work/day.json" >"$work/pairs.json"
expect shipments 65 "pairs.json:3: shipments[0].pickup: expected an object, found none" $cordee solve "$work/pairs.json"
expect vehicles-said 64 "expected no --fleet" $cordee solve "$work/day.json" --vehicles 2

# ---- tables ----

printf 'id,lat,lon,demand\n0,50.10,8.10,0\n1,50.14,8.19,4\n2,50.02,8.22,5\n3,50.21,8.05,6\n4,50.08,8.31,3\n' >"$work/stops.csv"
expect table 0 "stops: 70038, verified" $cordee solve "$work/stops.csv" --vehicles 3 --capacity 10 --epochs 5 --quiet --out "$work/s.json"
expect table-verified 0 "stops: 70038, verified" $cordee verify "$work/stops.csv" "$work/s.json" --vehicles 3 --capacity 10
expect no-capacity 64 "--capacity: expected the capacity of vehicles" $cordee solve "$work/stops.csv" --vehicles 3
printf 'x,y\n0,0\n3,4\n0,8\n' >"$work/xy.csv"
expect tour 0 "xy: 18, " $cordee solve "$work/xy.csv" --quiet
expect fleet 0 "xy: 18, verified" $cordee solve "$work/xy.csv" --vehicles 2 --epochs 5 --quiet

# ---- matrices ----

printf '0,3,9\n3,0,4\n9,4,0\n' >"$work/m.csv"
expect matrix 0 "m: 16, verified" $cordee solve "$work/m.csv" --vehicles 2 --epochs 5 --quiet
printf '{"code": "Ok", "durations": [[0, 3.5, 9], [3, 0, 4], [9, 4, 0]]}' >"$work/table.json"
printf 'id,demand\n0,0\n1,1\n2,1\n' >"$work/few.csv"
expect beside-a-table 0 "few: 16, verified" $cordee solve "$work/few.csv" --matrix "$work/table.json" --capacity 2 --epochs 5 --quiet
(cd "$work" && "$OLDPWD/$cordee" solve few.csv --matrix table.json --capacity 2 --epochs 5 --quiet --checkpoint run.h5 >/dev/null)
expect resumed-elsewhere 0 "few: 16, verified" $cordee resume "$work/run.h5" --quiet
finish
