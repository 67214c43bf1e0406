#!/usr/bin/env bash
# What users bring and take: compressed files and standard input of every kind, coordinates as CSV, tours of other programs as a start, solutions
# by suffix, the result as JSON.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh
tsp=instances/uniform-60-1.tsp
RANDOM=${KILL_SEED:-$$}
cost() { sed -n 's/^COMMENT : cost //p' "$1"; }

# ---- gzip and standard input ----

gzip -c $tsp >"$work/uniform-60-1.tsp.gz"
run=(--method climb --climbers 20 --islands 2 --epoch 5 --backend cpu --quiet)
check plain $cordee solve $tsp "${run[@]}" --out "$work/plain.tour"
solve_same() { check "$1" $cordee solve "${@:2}" "${run[@]}" --out "$work/same.tour"; check "$1-same" cmp <(sed 1d "$work/plain.tour") <(sed 1d "$work/same.tour"); } # less the names
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
expect packed-job 0 "1 task, 1 verified" $cordee sweep "$work/a.job"
head -c 700 "$work/uniform-60-1.tsp.gz" >"$work/cut.tsp.gz"
lines=$(gunzip -c "$work/cut.tsp.gz" 2>/dev/null | wc -l)
expect cut 65 "cut.tsp.gz:$((lines + 1)): expected gzip data to their end, found the end of the file" $cordee solve "$work/cut.tsp.gz"

# ---- cities as CSV ----

awk 'BEGIN { print "x,y" } /^[0-9]+ / { print $2 "," $3 }' $tsp >"$work/uniform-60-1.csv"
awk 'BEGIN { print "name,x,y" } /^[0-9]+ / { print "c" $1 ", " $2 ", " $3 }' $tsp | gzip -c >"$work/named.csv.gz"
solve_same csv "$work/uniform-60-1.csv"
solve_same csv-packed "$work/named.csv.gz"
solve_same csv-input - <"$work/uniform-60-1.csv"
awk -F, 'NR == 1 { print } NR > 1 { printf "%.9f,%.9f\n", $1 / 1e6, $2 / 1e6 }' "$work/uniform-60-1.csv" >"$work/small.csv"
expect rounding 65 "warning: 100% of the distances of small round to 0 or 1: --scale 10000 keeps three digits of them" $cordee solve "$work/small.csv" --time 1
check scaled $cordee solve "$work/small.csv" --scale 1e6 --quiet --seed 3 --checkpoint "$work/scaled.h5" --out "$work/scaled.tour"
expect scale-told 0 "scale 1e+06" $cordee show "$work/scaled.h5"
expect scale-resumed 0 "small: $(cost "$work/scaled.tour")," $cordee resume "$work/scaled.h5" --quiet
expect scale-verified 0 "small: $(cost "$work/scaled.tour"), 1.199% above the proven bound 5568851, verified" $cordee verify "$work/small.csv" "$work/scaled.tour" --scale 1e6
expect metric-of-the-file 64 "expected EDGE_WEIGHT_TYPE ATT as --metric says, found EUC_2D" $cordee solve $tsp --metric ATT
expect scale-beyond 64 "--scale: expected 0 to 1e9, found 1e10" $cordee solve "$work/small.csv" --scale 1e10
printf '[a]\ninstance = small.csv\nscale = 20, 1e6\nmethod = climb\nclimbers = 40\n' >"$work/scales.job"
expect rounding-in-a-sweep 0 "2 verified" $cordee sweep "$work/scales.job" --quiet --log "$work/scales.json"
$cordee report "$work/scales.h5" --csv "$work/scales.csv" >"$work/out" 2>&1
check rounding-in-rows /usr/bin/python3 - "$work" <<'PYTHON'
import csv, json, sys
work = sys.argv[1] + "/"
said = {row["scale"]: row["message"] for row in (
    dict(line.split(" = ") for line in row["options"].splitlines()) | row for row in csv.DictReader(open(work + "scales.csv", newline="")))}
assert said["20"].startswith("small: rounding of distances changes the cost of this solution by ") and said["1e+06"] == "", said
events = {event["options"]: event for event in map(json.loads, open(work + "scales.json")) if event["event"] == "row"}
warned = {options.split("scale = ")[1].strip(): event.get("warning", "") for options, event in events.items()}
assert warned == said and not any("message" in event for event in events.values()), events
PYTHON
printf 'x,y\n1,2\n5;6\n' >"$work/bad.csv"
expect csv-line 65 "bad.csv:3: expected 2 fields as in the first line, found 1" $cordee solve "$work/bad.csv"
printf '0,3,9\n3,0,4\n9,4,0\n' >"$work/m.csv"
expect csv-square 0 "m: 16, 0.000% above the proven bound 16, verified" $cordee solve "$work/m.csv" --quiet
expect csv-square-told 0 "m: 3 cities, EXPLICIT" $cordee solve "$work/m.csv"
printf 'name,x,y,z\nA,0,0,0\nB,0,0,100\nC,3,4,0\nD,3,4,100\n' >"$work/xyz.csv"
expect csv-depth 0 "xyz: 210, 0.000% above the proven bound 210, verified" $cordee solve "$work/xyz.csv" --quiet
expect csv-unused 0 "warning: xyz: columns that are not used: z" $cordee solve "$work/xyz.csv" --metric EUC_2D
printf '2\n1\n3\n4\n' | sed '1i TOUR_SECTION' >"$work/xyz.tour"
expect csv-unused-verify 0 "warning: xyz: columns that are not used: z" $cordee verify "$work/xyz.csv" "$work/xyz.tour" --metric EUC_2D
expect csv-sphere 0 "note: latitudes and longitudes are degrees, distances metres on the sphere (GEOM)" $cordee solve instances/capitals-10.csv
expect csv-sphere-cost 0 "capitals-10: 7749489, " $cordee solve instances/capitals-10.csv --quiet
printf 'TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2\n1 0 3\n9 3 0\n' >"$work/asymmetric.tsp"
expect asymmetric 65 "asymmetric.tsp:8: expected 2 at (3, 1) as at (1, 3), or TYPE ATSP for an asymmetric matrix, found '9'" $cordee solve "$work/asymmetric.tsp"

# ---- results by suffix, and as JSON ----

sed 1d "$work/uniform-60-1.csv" | awk -F, '{ printf "%.4f,%.4f\n", $1 % 90, $2 % 180 }' | sed '1i lat,lon' >"$work/globe.csv"
run=(--method climb --climbers 50 --islands 2 --epoch 5 --backend cpu --quiet)
for suffix in tour csv geojson json; do
  check "out-$suffix" $cordee solve "$work/globe.csv" --metric GEOM "${run[@]}" --best-known 1 --out "$work/o.$suffix"
done
$cordee solve "$work/globe.csv" --metric GEOM "${run[@]}" --best-known 1 --json --checkpoint "$work/o.h5" >"$work/printed.json"
ranks 2 $cordee resume "$work/o.h5" --backend cpu --quiet --best-known 1 --json >"$work/resumed.json"
check same-everywhere /usr/bin/python3 - "$work" <<'PYTHON'
import csv, json, sys
work = sys.argv[1] + "/"
rows = list(csv.DictReader(open(work + "o.csv", newline="")))
order = [int(row["city"]) for row in rows]
lines = open(work + "o.tour").read().split("TOUR_SECTION")[1].split()
assert [int(word) for word in lines[:60]] == order and [int(row["position"]) for row in rows] == list(range(1, 61))
given = [tuple(map(float, line.split(","))) for line in open(work + "globe.csv").read().split()[1:]]
assert [(float(row["x"]), float(row["y"])) for row in rows] == [given[city - 1] for city in order]
features = json.load(open(work + "o.geojson"))["features"]
line = features[0]["geometry"]["coordinates"]
assert features[0]["geometry"]["type"] == "LineString" and line == [[given[c - 1][1], given[c - 1][0]] for c in order + order[:1]]
assert [f["properties"]["city"] for f in features[1:]] == order
file, printed, resumed = (json.load(open(work + name)) for name in ("o.json", "printed.json", "resumed.json"))
cost = features[0]["properties"]["cost"]
for one in file, printed, resumed:
    assert one["cost"] == cost and one["solution"] == order and one["verified"] is True and one["end"] == "finished", one
    assert one["instance"]["n"] == 60 and one["options"]["climbers"] == "50" and one["options"]["metric"] == "GEOM", one
    assert one["trace"][-1]["best"] == cost and len(one["trace"]) == one["epochs"] == one["epoch"], one
    assert abs(one["gap_percent"] - 100.0 * (cost - 1)) < 1 and one["best_known"] == 1, one
PYTHON
expect geojson-of-a-plane 64 "x.geojson: expected degrees for GeoJSON, EDGE_WEIGHT_TYPE GEO or GEOM, found EUC_2D" $cordee solve $tsp --out "$work/x.geojson"
expect other-suffix 64 "x.geojson: expected a suffix of solutions of CVRP, found .geojson" ranks 2 $cordee solve instances/cvrp-200-1.vrp --out "$work/x.geojson"
[ ! -e "$work/x.geojson" ] && ok nothing-is-left || not_ok nothing-is-left "$(ls "$work"/x*)"
$cordee solve instances/etc-i-hihi-60x10-1.etc --method min-min --quiet --json --out "$work/machines.csv" >"$work/m.json"
check decimals /usr/bin/python3 -c "
import json
r = json.load(open('$work/m.json'))
assert r['cost'] == 1413766.573081 and r['cost_units'] == 1413766573081 and r['decimals'] == 6 and r['bound'] <= r['cost'], r
assert [line.split(',')[1] for line in open('$work/machines.csv').read().split()[1:]] == [str(m) for m in r['solution']]"
rc=0; timeout -s TERM 1 $cordee solve $tsp --method tabu --steps 1e9 --quiet --json >"$work/stopped.json" 2>"$work/err" || rc=$?
check stopped-as-json /usr/bin/python3 -c "
import json
r = json.load(open('$work/stopped.json'))
assert r['end'] == 'stopped by a signal' and r['cost'] > 0 and $rc in (124, 143), (r['end'], $rc)"

# ---- from a given tour ----

awk '/^[0-9]/ { print $1 - 1 }' "$work/plain.tour" | { echo 60; cat; } >"$work/concorde.sol"
awk '/^[0-9]/ { print $1 - 1 }' "$work/plain.tour" >"$work/zero.txt"
awk '/^[0-9]/' "$work/plain.tour" >"$work/one.txt"
awk '{ print (NR > 1 ? last : ""), $1; last = $1 } NR == 1 { first = $1 } END { print last, first }' "$work/zero.txt" |
  awk 'NF == 2 { print $1, $2, 7 }' | { echo 60 60; cat; } >"$work/linkern.txt"
sed 's/TOUR_SECTION/TOUR_SECTION:/; s/^-1$/-1\n-1/; s/$/\r/; 1s/^/\xef\xbb\xbf/' "$work/plain.tour" >"$work/colon.tour"
read -r _ plain _ <<<"$($cordee verify $tsp "$work/plain.tour")"
for form in concorde.sol colon.tour; do
  expect "verify-$form" 0 "uniform-60-1: $plain" $cordee verify $tsp "$work/$form"
  check "verify-$form-no-note" [ "$(grep -c note: "$work/out")" = 0 ]
done
while IFS='|' read -r form said; do
  expect "verify-$form" 0 "note: $work/$form: $said" $cordee verify $tsp "$work/$form"
  check "verify-$form-cost" [ "$(grep -c "^uniform-60-1: $plain" "$work/out")" = 1 ]
done <<'FORMS'
zero.txt|a list of cities, counted from 0
one.txt|a list of cities, counted from 1
linkern.txt|edges of a tour, cities counted from 0
FORMS
same_start() { check "$1" $cordee solve $tsp --method tabu --steps 30 --epoch 10 --quiet "${@:2}" --out "$work/$1.tour"; }
same_start tsplib --start "$work/plain.tour"
same_start concorde --start "$work/concorde.sol"
same_start input --start - <"$work/plain.tour.gz"
same_start zero --start "$work/zero.txt"
same_start linkern --start "$work/linkern.txt"
check start-told [ "$(grep -c "note: $work/linkern.txt: edges of a tour" "$work/err")" = 1 ]
mkdir "$work/tours"; cp "$work/plain.tour" "$work/tours/uniform-60-1.tour"
same_start folder --initial "$work/tours"
for start in concorde input zero linkern folder; do check "$start-same" cmp "$work/tsplib.tour" "$work/$start.tour"; done

$cordee solve $tsp --quiet --out "$work/good.tour" >"$work/out"
for method in "ils --kicks 1" "ils --recombine none --kicks 1" "climb --climbers 4" "aco --iterations 2" "anneal --sweeps 2" "tabu --steps 5" "pso --iterations 2"; do
  name=${method// /}; name=${name//-/}
  begin=($tsp --method $method --islands 3 --start "$work/good.tour" --backend cpu --quiet)
  check "$name" $cordee solve "${begin[@]}" --out "$work/one.tour"
  check "$name-no-worse" test "$(cost "$work/one.tour")" -le "$(cost "$work/good.tour")"
  check "$name-ranks" ranks 2 $cordee solve "${begin[@]}" --out "$work/two.tour"
  check "$name-ranks-same" cmp "$work/one.tour" "$work/two.tour"
done
expect no-tour 65 "the tour visits city 1 again at position 2" $cordee solve $tsp --start <(yes 1 | head -60 | sed '1i TOUR_SECTION')
expect other-size 65 "concorde.sol:1: expected 12, the number of cities, before the tour, or 12 cities alone (here are 61 numbers), found '60'" $cordee solve instances/uniform-12-1.tsp --start "$work/concorde.sol"
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
