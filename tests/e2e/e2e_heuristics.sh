#!/usr/bin/env bash
# Every method beside the others: cordee-ladder heuristics, its table, its CSV and the plots of it.
. "$(dirname "$0")/e2e.sh"
python=/usr/bin/python3
csv="$work/heuristics.csv"
two=instances/uniform-12-1.tsp,instances/uniform-60-1.tsp

check table $ladder heuristics --instance $two --time 0.15 --evaluations 3000 --threads 1 --backend cpu --csv "$csv"
cp "$work/out" "$work/table"
methods=$($cordee solve instances/uniform-12-1.tsp --method none 2>&1 | sed -n 's/.*expected one of \(.*\) for this instance.*/\1/p')
[ -n "$methods" ] && ok methods || not_ok methods "expected a list"
for method in $methods; do
  [ "$(grep -c "^uniform-[16][20]-1 .* $method " "$work/table")" = 2 ] && ok "table-$method" || not_ok "table-$method" "expected two lines"
done

# A run's costs fall, its times and evaluations rise; the last line is the table's cost or less; every method has both instances.
cat > "$work/course.py" <<'P'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
runs = {}
for row in rows:
    runs.setdefault((row["instance"], row["method"]), []).append((float(row["seconds"]), float(row["evaluations"]), int(row["cost"]), float(row["gap"])))
assert len(runs) == 2 * len(sys.argv[2:]), sorted(runs)
for run in runs.values():
    for a, b in zip(run, run[1:]):
        assert a[0] <= b[0] and a[1] <= b[1] and a[2] >= b[2] and a[3] >= b[3], (a, b)
    assert run[-1][3] >= 0 and run[-1][0] >= 0.15
assert {run[-1][2] for key, run in runs.items() if key[0] == "uniform-12-1"} == {2743364}
P
check course $python "$work/course.py" "$csv" $methods
# A run ends after --overtime times --time, with fewer evaluations; a method that had no tour at that work says when it had the first.
check late $ladder heuristics --instance instances/uniform-60-1.tsp --time 0.2 --evaluations 1e15 --overtime 1.5 --threads 1 --backend cpu --csv "$work/late.csv"
[ "$(grep -c "^uniform-60-1 .* fewer " "$work/out")" = "$(wc -w <<< "$methods")" ] && ok late-fewer || not_ok late-fewer "expected that every run made fewer evaluations"
cat > "$work/late.py" <<'P'
import csv, sys
ends = {row["method"]: float(row["seconds"]) for row in csv.DictReader(open(sys.argv[1]))}
assert len(ends) > 3 and all(end >= 0.3 for end in ends.values()) and min(ends.values()) < 2, ends
P
check late-ends $python "$work/late.py" "$work/late.csv"
check soon $ladder heuristics --instance instances/uniform-60-1.tsp --time 0.02 --evaluations 1 --threads 1 --backend cpu
grep -q "^uniform-60-1 .* climb .* -  *-  .*; first tour after .* moves$" "$work/out" && ok first-tour || not_ok first-tour "expected when climb had its first tour"
expect overtime 64 "overtime" $ladder heuristics --instance $two --time 0.1 --overtime 0.5
expect no-tsp 64 "expected an instance of the TSP" $ladder heuristics --instance instances/etc-i-hihi-60x10-1.etc --time 0.1
expect two-ranks 64 "expected one rank" ranks 2 $ladder heuristics --instance $two --time 0.1
expect no-file 66 "nowhere.tsp" $ladder heuristics --instance "$work/nowhere.tsp" --time 0.1

# A published comparison: each method's row, and courses of bests that never rise.
check published $ladder heuristics --as-published --instance instances/uniform-12-1.tsp --threads 1 --backend cpu --csv "$work/published.csv"
for design in 2opt as anneal-0.999 anneal-0.99; do
  [ "$(grep -c "^$design  *12 .* best tour " "$work/out")" = 1 ] && ok "published-$design" || not_ok "published-$design" "expected a row"
done
grep -q "^2opt .* best tour  *2743364 " "$work/out" && ok published-optimum || not_ok published-optimum "expected the optimum of 12 cities after 1,000 local optima"
cat > "$work/published.py" <<'P'
import csv, sys
runs = {}
for row in csv.DictReader(open(sys.argv[1])):
    runs.setdefault(row["method"], []).append((float(row["evaluations"]), int(row["cost"])))
assert sorted(runs) == ["2opt", "anneal-0.99", "anneal-0.999", "as"], sorted(runs)
assert len(runs["2opt"]) == 1000 and len(runs["anneal-0.99"]) == 246, {key: len(run) for key, run in runs.items()}
for run in runs.values():
    assert all(a[0] < b[0] and a[1] >= b[1] for a, b in zip(run, run[1:]))
P
check published-course $python "$work/published.py" "$work/published.csv"
expect published-large 64 "expected 8 to 200 cities, found 1000" $ladder heuristics --as-published --instance instances/E1k.0.tsp --backend cpu

if $python -c 'import h5py, matplotlib' 2>/dev/null; then
  check plot tools/plot "$csv" --out "$work"
  check plot-legends $python tests/e2e/plot_check.py --drawn "$csv"
  for figure in gap_time gap_evaluations; do check "plot-$figure" $python tests/e2e/plot_check.py "$work/heuristics.$figure"; done
  echo "a,b" > "$work/other.csv"
  expect plot-other 65 "expected the columns" tools/plot "$work/other.csv"
else
  skip plot "no h5py or no matplotlib here"
fi
finish
