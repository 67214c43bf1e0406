#!/usr/bin/env bash
# Files of an earlier version (tests/fixtures/data/README.md): checkpoints are shown and resumed, results and records reported.
. "$(dirname "$0")/e2e.sh"
old=tests/fixtures/data/schema-2
for file in "$old"/*.h5.gz; do gunzip -c "$file" >"$work/$(basename "$file" .gz)"; done

# whole NAME INSTANCE OPTIONS...: writes what the resumed run must end with: the solution that this version finds from the start. The rule of
# crossover has changed: of such a run, what one rank makes of the file, which is the optimum.
whole() {
  local name=$1 from=$2; shift 2
  case $name in
  ils-isolated | ils-ring)
    cp "$work/$name.h5" "$work/one.h5"
    check "$name-whole" $cordee resume "$work/one.h5" --instance "$from" --backend cpu --quiet --out "$work/$name.whole"
    expect "$name-verified" 0 "11048129, gap 0.000% to the best known, 0.537% above the proven bound 10989065, verified" $cordee verify "$from" "$work/$name.whole" ;;
  *) check "$name-whole" $cordee solve "$from" "$@" --backend cpu --quiet --out "$work/$name.whole" ;;
  esac
}

# resumed NAME RANKS INSTANCE OPTIONS...: the run goes on to that solution
resumed() {
  local name=$1 count=$2 from=$3; shift 3
  [ -e "instances/$from" ] && from=instances/$from
  whole "$name" "$from" "$@"
  expect "$name-shown" 0 "by cordee 0.1.0+" $cordee show "$work/$name.h5"
  check "$name-resumed" ranks "$count" $cordee resume "$work/$name.h5" --instance "$from" --backend cpu --quiet \
    --checkpoint "$work/$name-on.h5" --out "$work/$name.again"
  cmp -s "$work/$name.whole" "$work/$name.again" && ok "$name-same" || not_ok "$name-same" "$(cat "$work/out")"
  [ "$name" = sufferage ] || expect "$name-shown-on" 0 "finished run" $cordee show "$work/$name-on.h5"
}
resumed climb 2 uniform-60-1.tsp --method climb --climbers 40000 --islands 3 --epoch 100 --restart kick --seed 5
resumed ils-isolated 2 uniform-200-1.tsp --tours 12 --islands 2 --kicks 0.02 --populations 9 --seed 5 --recombine apart
resumed ils-ring 2 uniform-200-1.tsp --tours 12 --islands 2 --kicks 0.02 --populations 9 --seed 6
resumed ils-kicks 3 uniform-200-1.tsp --tours 3 --islands 3 --kicks 40 --epoch 3 --seed 7 --recombine none --quadrant 0
resumed anneal 1 etc-i-hihi-60x10-1.etc --method anneal --islands 3 --chains 2 --epochs 40 --epoch 20000 --seed 3
resumed pso 3 etc-i-hihi-60x10-1.etc --method pso --islands 3 --particles 4 --iterations 40000 --epoch 500 --seed 4
resumed pso-function 2 rastrigin:5 --method pso --islands 3 --particles 8 --iterations 100000 --epoch 5000 --seed 4
resumed sufferage 1 etc-i-hihi-60x10-1.etc --method sufferage
resumed 3opt 1 cvrp-200-1.vrp --method 3opt

# shown_as NAME TEXT: the count of what is finished, by the solver's word.
shown_as() { expect "$1-count" 0 "$2" $cordee show "$work/$1.h5"; }
shown_as climb "1200 climbers,"
shown_as ils-ring "144 kicks,"
shown_as anneal "13 anneals,"
shown_as pso "12000 particle iterations,"
shown_as 3opt "1 improving move,"

check results-page $cordee report "$work/results.h5" --out "$work/results.html"
check results-table $cordee report "$work/results.h5" --csv "$work/results.csv"
# rows FILE: what a sweep's table says of its tasks, a line each.
rows() {
  python3 - "$1" <<'END'
import csv, sys
names = "section state name method seed best moves finished_unix_s version".split()
for row in sorted(csv.DictReader(open(sys.argv[1], newline="")), key=str):
    print(*(row[name] for name in names))
END
}
[ "$(rows "$work/results.csv" | wc -l)" = 8 ] && ok results-rows || not_ok results-rows "$(rows "$work/results.csv")"
for text in ",2743364," ",5635633," ",1127921.42685," "expected one of ils climb for this instance"; do
  grep -qF -- "$text" "$work/results.csv" && ok "results: $text" || not_ok "results: $text" "$(head -c 2000 "$work/results.csv")"
done

# A sweep goes on with the file: rows of other tasks are kept. Tasks of functions have the same key everywhere, but the row does not know what it was made from.
printf '[swarm]\ninstance = rastrigin:5\nmethod = pso\niterations = 100\n' >"$work/on.job"
expect results-go-on 0 "1 task runs again" $cordee sweep "$work/on.job" --out "$work/results.h5" --quiet
$cordee report "$work/results.h5" --csv "$work/on.csv" >"$work/out" 2>&1
same=$(comm -12 <(rows "$work/results.csv" | sort) <(rows "$work/on.csv" | sort) | grep -c verified)
[ "$same" = 6 ] && ok results-kept || not_ok results-kept "expected 6 rows as they were, found $same: $(rows "$work/on.csv")"

check records-table $cordee report "$work/records.h5" --csv "$work/records.csv"
[ "$(grep -c 2743364 "$work/records.csv")" = 2 ] && grep -q 'absent.tour' "$work/records.csv" && ok records-rows ||
  not_ok records-rows "$(cat "$work/records.csv")"
finish
