#!/usr/bin/env bash
# Vehicle routing through the program: solutions are re-measured, fleets and distances are read as the options say, every malformed
# file is refused with its line.
. "$(dirname "$0")/e2e.sh"

vrp=instances/routes-12-1.vrp sol=$work/r.sol
printf 'Route #1: 7 3 11 1 6 12\nRoute #2: 2 8\nRoute #3: 4 5 10 9\nCost 362\n' >"$sol"
expect verify 0 "routes-12-1: 362, gap 0.000% to the best known, 0.836% above the proven bound 359, verified" $cordee verify $vrp "$sol"
for fleet in file free exactly:3 "exactly 3" at-most:3 "at most 9"; do
  expect "fleet-${fleet// /-}" 0 "362" $cordee verify $vrp "$sol" --fleet "$fleet"
done
expect fleet-exactly-4 65 "r.sol: 3 routes, exactly 4 allowed" $cordee verify $vrp "$sol" --fleet exactly:4
expect fleet-at-most-2 3 "routes-12-1.vrp: expected at least 3 routes for load 46 and capacity 20, found at most 2" \
  $cordee verify $vrp "$sol" --fleet "at most 2"
expect fleet-of-tours 64 "--fleet belongs to CVRP, and this instance is one of TSP: drop it" \
  $cordee solve instances/uniform-12-1.tsp --fleet free
expect fleet-of-a-list 64 "expected options of an instance without --batch only" $cordee verify --batch "$work/l" --fleet free
expect distances-real 0 "routes-12-1: 361" $cordee verify $vrp "$sol" --distances real
check no-published-value-then bash -c "! grep -q gap '$work/out'"

# The options are kept: in checkpoints, and in the tasks of a sweep, which reads one file in several ways.
expect solve-exactly 0 "routes-12-1: 375, gap 3.591%" $cordee solve $vrp --fleet "exactly 4" --out "$work/4.sol" --checkpoint "$work/4.h5"
check solved-exactly [ "$(grep -c Route "$work/4.sol")" = 4 ]
expect resumed-exactly 0 "capacity 20, exactly 4 routes, EUC_2D" $cordee resume "$work/4.h5"
expect shown-exactly 0 "fleet exactly:4, distances auto" $cordee show "$work/4.h5"
expect shown-as-they-are 0 "\"best_solution\": [-2, 8, -4, 5, 10, 9, -7," $cordee show --json "$work/4.h5"
expect no-other-fleet 64 "made with fleet exactly:4, found --fleet exactly:5" \
  $cordee resume "$work/4.h5" --or-start $vrp --fleet exactly:5
expect ranks-real 0 "routes-12-1: 361.437687, 1.204% above the proven bound 357.138103, verified" ranks 2 $cordee solve $vrp --distances real --quiet --checkpoint "$work/r.h5"
expect resumed-real 0 "routes-12-1: 361.437687, 1.204% above the proven bound 357.138103, verified" ranks 3 $cordee resume "$work/r.h5" --quiet
cp $vrp instances/optima.tsv "$work"
printf '[a]\ninstance = routes-12-1.vrp\nfleet = free, exactly 4, at most 9, exactly:2\ndistances = auto, real\n' >"$work/f.job"
$cordee sweep "$work/f.job" --dry-run >"$work/dry"
check planned-each-way [ "$(grep -c 'exactly 4 routes, EUC_2D' "$work/dry")$(grep -c 'EUC_2D, 6 decimals' "$work/dry")$(grep -c 'cannot be run (2 tasks):' "$work/dry")" = 231 ]
expect sweep 1 "8 tasks, 6 verified, 2 failed" $cordee sweep "$work/f.job"
$cordee report "$work/f.h5" --csv - >"$work/f.csv"
check sweep-reads-each-way [ "$(grep -c 'exactly 4 routes, EUC_2D"' "$work/f.csv")$(grep -c 'exactly 4 routes, EUC_2D, 6 dec' "$work/f.csv")$(
  grep -c 'at most 9 routes' "$work/f.csv")" = 112 ]
check sweep-names-the-impossible grep -q 'expected at least 3 routes for load 46 and capacity 20, found exactly 2' "$work/f.csv"

# The bound is computed beside the search; rows of a sweep have it where no best known value is given.
cp instances/routes-80-2.vrp "$work"
expect bound-in-time 0 "above the proven bound" $cordee solve instances/routes-80-2.vrp --time 0.4 --quiet
printf '[a]\ninstance = routes-12-1.vrp, routes-80-2.vrp\nmethod = 3opt\n' >"$work/g.job"
expect sweep-of-bounds 0 "2 tasks, 2 verified" $cordee sweep "$work/g.job"
$cordee report "$work/g.h5" --csv - | grep -E '^[01],' >"$work/g.csv"
check bound-or-best-known [ "$(cut -d, -f2,3 "$work/g.csv" | sed 's/[0-9.]\{1,\}/x/' | paste -sd' ')" = "x, ,x" ]

# broken NAME TEXT SCRIPT: the solution as sed changes it is refused.
broken() { sed "$3" "$sol" >"$work/b.sol"; expect "broken-$1" 65 "$2" $cordee verify $vrp "$work/b.sol"; }
broken twice "b.sol: customer 2 is visited twice" 's/4 5/2 5/'
broken missing "b.sol:4: expected 12 customers, found 11" 's/: 2 8/: 2/'
broken load "b.sol: route 2: load 21 over capacity 20" 's/: 7 3 11/: 3 11/; s/: 2 8/: 2 8 7/'
broken number "b.sol:2: expected a customer from 1 to 12, found '13'" 's/2 8/2 13/'
broken route "b.sol:2: expected #2: after Route, found '#3:'" 's/#2/#3/'
sed '/Cost/d' "$sol" >"$work/b.sol"
expect without-cost 0 362 $cordee verify $vrp "$work/b.sol"
broken end "b.sol:3: expected Route #3, as 4 of 12 customers have none yet, found the end of the file" '/#3/d;/Cost/d'
broken depot "b.sol:1: expected a customer from 1 to 12, found '0'" 's/: 7/: 0 7/'

# Time windows: a route a customer keeps them; the objective tells vehicles and distance apart, and so does the gap.
cp instances/windows-100-1.vrp "$work/w.vrp"
name=$(sed -n 's/^NAME : //p' "$work/w.vrp")
awk 'BEGIN { for (c = 1; c <= 100; c++) printf "Route #%d: %d\n", c, c; print "Cost 0" }' >"$work/w.sol"
expect windows-kept 0 "verified" $cordee verify "$work/w.vrp" "$work/w.sol"
distance=$(sed -n 's/^[^:]*: \([0-9.]*\), .*verified$/\1/p' "$work/out")
expect vehicles-and-distance 0 "$name: 100 vehicles, $distance, +90 vehicles above the proven bound 10 vehicles, " \
  $cordee verify "$work/w.vrp" "$work/w.sol" --objective vehicles --distances truncated
printf 'name\tdistance_dimacs\tvehicles_hierarchical\tdistance_hierarchical\n%s\t%d\t98\t5.5\n' "$name" "$(awk "BEGIN { printf \"%.0f\", 10 * $distance }")" >"$work/optima.tsv"
expect gap-of-distances 0 "$distance, gap 0.000% to the best known" $cordee verify "$work/w.vrp" "$work/w.sol"
expect gap-of-truncated 0 "$distance, gap 0.000% to the best known" $cordee verify "$work/w.vrp" "$work/w.sol" --distances truncated
expect gap-of-vehicles 0 ", gap +2 vehicles to the best known" $cordee verify "$work/w.vrp" "$work/w.sol" --objective vehicles
sed -i 's/\t98\t5.5/\t100\t25000/' "$work/optima.tsv"
expect gap-of-the-rest 0 "% to the best known, +90 vehicles" $cordee verify "$work/w.vrp" "$work/w.sol" --objective vehicles
check gap-is-not-of-the-whole bash -c "! grep -qF 'gap 0.0' '$work/out'"
sed 's/^Route #1: 1$/Route #1: 1 2 3 4/; /^Route #[234]:/d' "$work/w.sol" | awk '/Route/ { $2 = "#" ++r ":" } { print }' >"$work/late.sol"
expect windows-broken 65 "late.sol: route 1: customer 2 served from 3055.6, due 1679" $cordee verify "$work/w.vrp" "$work/late.sol"
expect windows-by-packed 64 "--evaluator packed: expected hierarchy or auto, as the instance has time windows" \
  $cordee solve "$work/w.vrp" --method 3opt --evaluator packed
expect vehicles-by-3opt 64 "3opt: expected --objective distance" $cordee solve $vrp --method 3opt --objective vehicles

# malformed NAME TEXT SCRIPT: the same of the instance.
malformed() { sed "$3" $vrp >"$work/m.vrp"; expect "malformed-$1" 65 "$2" $cordee verify "$work/m.vrp" "$sol"; }
malformed type "m.vrp:3: expected TYPE CVRP, VRPTW, ACVRP, MDVRP, MDVRPTW, HFVRP" 's/TYPE : CVRP/TYPE : PVRP/'
malformed windows "expected TIME_WINDOW_SECTION, found the end of the line" 's/TYPE : CVRP/TYPE : VRPTW/'
malformed depot "m.vrp:23: expected demand 0 of the depot, node 2, found 3" '/DEPOT/{n;s/1/2/}'
malformed key "m.vrp:3: expected a keyword of a CVRP, found 'PICKUP_SECTION'" '3iPICKUP_SECTION'
# unsolvable NAME TEXT SCRIPT: the same of an instance that has no solution, which is proven.
unsolvable() { sed "$3" $vrp >"$work/m.vrp"; expect "unsolvable-$1" 3 "$2" $cordee solve "$work/m.vrp"; }
unsolvable demand "m.vrp:23: expected the demand of node 2, from 0 to the capacity 20, found 21" 's/^2 3$/2 21/'
unsolvable limit "m.vrp:7: expected a DISTANCE of at least" '7iDISTANCE : 50'
unsolvable vehicles "m.vrp:7: expected at least 3 routes for load 46 and capacity 20, found at most 2" '7iVEHICLES : 2'
sed '7iVEHICLES : 2' $vrp >"$work/m.vrp"
expect fleet-free-overrides-vehicles 0 362 $cordee verify "$work/m.vrp" "$sol" --fleet free
sed '7iDISTANCE : 130.0' $vrp >"$work/m.vrp"
expect duration 65 "r.sol: route 3: duration 147.584318 over 130" $cordee verify "$work/m.vrp" "$sol"
sed 's/$/\r/; s/ : /\t:\t/; /EOF/d' $vrp >"$work/m.vrp"
expect other-line-ends 0 362 $cordee verify "$work/m.vrp" "$sol"

[ -d "$data/cvrp" ] || { skip cvrplib "no CVRPLIB"; finish; }
check all-solutions-re-measured python3 tests/e2e/routes_check.py $cordee "$data/cvrp"
grep -q '^235 solutions$' "$work/out" || echo "# $(tail -1 "$work/out")"
# Every instance is read: with one it is the solution that is refused.
for file in "$(realpath "$data")"/cvrp/*/*.vrp; do echo "$file $sol"; done >"$work/all.list"
files=$(wc -l <"$work/all.list")
expect "$files-instances" 1 "$files solutions: 0 verified, $files failed" $cordee verify --batch "$work/all.list" --quiet
check "$files-instances-read" [ "$($cordee report "$work/all.h5" --csv - | grep -c '/r[.]sol')" = "$files" ]

# Instances that a fleet of another size is cheaper for.
while read -r set name cost k free; do
  [ -e "$data/cvrp/$set/$name.sol" ] || { skip "trap-$name" "not here"; continue; }
  base=$data/cvrp/$set/$name
  expect "trap-$name-exactly" 0 "$name: $cost, gap 0.000%" $cordee verify "$base.vrp" "$base.sol" --fleet "exactly $k"
  gap=$(awk "BEGIN { printf \"%.3f\", 100 * ($cost - $free) / $free }")
  expect "trap-$name-free" 0 "$name: $cost, gap $gap%" $cordee verify "$base.vrp" "$base.sol"
  expect "trap-$name-more" 65 "$k routes, exactly $((k + 1)) allowed" $cordee verify "$base.vrp" "$base.sol" --fleet "exactly $((k + 1))"
done <<END
B B-n51-k7 1032 7 1016
B B-n57-k7 1153 7 1140
E E-n30-k3 534 3 503
P P-n22-k8 603 8 590
P P-n50-k8 631 8 629
P P-n55-k15 989 15 941
P P-n55-k8 588 8 576
END

# Coordinates that rounding makes meaningless: the cost of 0 is refused by the instance's name, and the options that it names help.
sed '/^COMMENT/d; s/^NAME.*/NAME : unit/' $vrp | awk '/SECTION/ { at = /COORD/ } at && NF == 3 && !/SECTION/ { printf "%d %.7f %.7f\n", $1, $2 / 1e4, $3 / 1e4; next } 1' >"$work/unit.vrp"
expect unit-refused 65 "unit: expected a cost above 0 of places that differ, found 0: their distances round to 0 (--distances real keeps decimals, --scale F multiplies" \
  $cordee verify "$work/unit.vrp" "$sol"
expect unit-advice 65 "warning: 100% of the distances of unit round to 0 or 1: --scale 1" $cordee solve "$work/unit.vrp" --time 0.1
expect unit-scaled 0 "unit: 362," $cordee verify "$work/unit.vrp" "$sol" --scale 1e4
expect unit-vehicles 65 "unit: expected a cost above 0" $cordee verify "$work/unit.vrp" "$sol" --objective vehicles
expect unit-vehicles-scaled 0 "unit: 3 vehicles, 362," $cordee verify "$work/unit.vrp" "$sol" --objective vehicles --scale 1e4
expect unit-solved 0 "unit: 362," $cordee solve "$work/unit.vrp" --scale 1e4 --quiet --seed 1 --checkpoint "$work/unit.h5"
expect unit-kept 0 "scale 10000" $cordee show "$work/unit.h5"
expect unit-resumed 0 "unit: 362," $cordee resume "$work/unit.h5" --quiet
expect scale-of-another 64 "--scale: expected 0 to 1e9, found 1e10" $cordee solve "$work/unit.vrp" --scale 1e10
expect fleet-warns 0 "warning: unit: rounding of distances changes the cost of this solution by" \
  $cordee verify "$work/unit.vrp" "$sol" --objective vehicles --scale 200
expect metric 0 "note: first coordinates, latitudes, and second, longitudes, are degrees, distances metres on the sphere (GEOM)" \
  $cordee verify "$work/unit.vrp" "$sol" --metric GEOM
printf '[a]\ninstance = unit.vrp\nscale = 10000\n[b]\ninstance = unit-60.tsp\nscale = 2\n' >"$work/s.job"
cp instances/uniform-60-1.tsp "$work/unit-60.tsp"
expect sweep-scaled 0 "2 tasks, 2 verified" $cordee sweep "$work/s.job"
$cordee report "$work/s.h5" --csv - >"$work/s.csv"
check sweep-scaled-cost grep -q '^[^,]*,\(.*,\)*362' "$work/s.csv"
finish
