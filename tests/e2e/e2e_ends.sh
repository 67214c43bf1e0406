#!/usr/bin/env bash
# What ends a run is kept in its checkpoint: the target by the best known value that it began with, whatever optima.tsv says meanwhile; and a line
# says what a resumed run does otherwise. From the command line, Python and sweeps.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/alter.sh

cp instances/uniform-200-1.tsp "$work/u.tsp"
table() { printf 'name\toptimum\nuniform-200-1\t%s\n' "$1" >"$work/optima.tsv"; }
plan="--method climb --climbers 100000 --islands 2 --epoch 50 --seed 3 --target-gap 12 --backend cpu"
said() { grep -qF -- "$2" "$work/out" && ok "$1" || not_ok "$1" "expected '$2': $(cat "$work/out")"; } # of the last `expect`

# ---- killed at any time, resumed on any ranks: as if nothing had happened ----
table 10300000
expect whole 0 "target reached" $cordee solve "$work/u.tsp" $plan --out "$work/whole.tour"
whole=$(grep -o '[0-9]* climbers' "$work/out" | tail -1)
for from in table option; do
  run=$work/$from.h5 given=
  table 10300000
  if [ $from = option ]; then given="--best-known 10300000"; rm "$work/optima.tsv"; fi
  for _ in $(seq 50); do # until the kill meets the run before its end
    rm -f "$run"*
    $cordee solve "$work/u.tsp" $plan $given --checkpoint "$run" --checkpoint-every 0 --quiet >/dev/null 2>&1 &
    await_file "$run"; kill -9 $! 2>/dev/null; wait $! 2>/dev/null
    [ $? = 137 ] && break
  done
  table 20000000 # whoever took this one would end at once
  expect "$from-resumed" 0 "target reached" ranks 2 $cordee resume "$run" --out "$work/$from.tour"
  grep -q "$whole" "$work/out" && ok "$from-same-end" || not_ok "$from-same-end" "expected $whole: $(cat "$work/out")"
  check "$from-same-tour" cmp "$work/whole.tour" "$work/$from.tour"
done

# ---- what is otherwise is said ----
table 10300000
begin() { rm -f "$work/c.h5"*; $cordee solve "$work/u.tsp" $plan --time 0.02 --checkpoint "$work/c.h5" --quiet "$@" >/dev/null 2>&1; }
begin && table 20000000
expect table_changed 0 "note: optima.tsv has changed: it says 20000000, the run goes on with 10300000 as it began" $cordee resume "$work/c.h5" --quiet
said limit_gone "note: the leg before had --time 0.02: this one has no limit in seconds"
table 10300000 && begin && table 9000000
expect given_again 0 "note: the best known value is 11000000 from now on, as --best-known says; the run began with 10300000" \
  $cordee resume "$work/c.h5" --quiet --best-known 11000000
table 10300000 && begin
expect other_limits 0 "note: this leg has --time 50, the one before had 0.02" $cordee resume "$work/c.h5" --quiet --time 50 --stop-before 7
said other_stop "note: this leg has --stop-before 7, the one before had 30"
begin --best-known 10300000 && table 20000000
check given_at_first eval '! $cordee resume "$work/c.h5" --quiet 2>&1 | grep "note: optima"'
rm "$work/optima.tsv" && begin && table 10300000
expect none_at_first 0 "optima.tsv has changed: it says 10300000, the run goes on with none as it began" $cordee resume "$work/c.h5" --quiet --time 0.1
check old_file_resumes bash -c "gunzip -c tests/fixtures/data/schema-2/climb.h5.gz >'$work/old.h5' && $cordee resume '$work/old.h5' --instance instances/uniform-60-1.tsp --quiet"

# ---- a file of an earlier version has the target, but not the value that it counts from ----
not_kept="note: the checkpoint is of a version that did not keep the best known value: --target-gap"
older() { # as such a version wrote it
  table 10300000
  begin
  alter "$work/c.h5" "for name in 'best_known', 'best_known_given', 'time_s', 'stop_before_s', 'inputs': del file['run'].attrs[name]"
}
if can_alter; then
  older && rm "$work/optima.tsv"
  expect older_without_value 0 "$not_kept does nothing without --best-known COST" $cordee resume "$work/c.h5" --time 0.05
  older
  expect older_with_table 0 "$not_kept counts from 10300000" ranks 2 $cordee resume "$work/c.h5"
  said older_ends_by_table "target reached"
  older
  expect older_with_option 0 "target reached" $cordee resume "$work/c.h5" --best-known 10300000
  check older_option_needs_no_note eval '! grep -F "$not_kept" "$work/out"'
else skip older "no h5py for $python, or no libxxhash.so.0"; fi

# ---- sweep: a checkpoint of other inputs is of no use ----
table 5000000
printf '[a]\ninstance = u.tsp\nmethod = climb\nclimbers = 1e8\nepoch = 50\ntarget-gap = 12\n' >"$work/s.job"
expect sweep_stopped 75 "time limit" $cordee sweep "$work/s.job" --time 3
check sweep_keeps_it ls "$work"/s.h5.d/*.h5
table 10300000
expect sweep_ends 0 "1 verified" $cordee sweep "$work/s.job" --time 100
$cordee report "$work/s.h5" --csv "$work/s.csv"
$cordee sweep "$work/s.job" --out "$work/fresh.h5" --quiet >/dev/null
$cordee report "$work/fresh.h5" --csv "$work/fresh.csv"
cells() { python3 -c 'import csv, sys; print([(row["end"], row["best"], row["searches"]) for row in csv.DictReader(open(sys.argv[1], newline=""))])' "$1"; }
[ "$(cells "$work/s.csv")" = "$(cells "$work/fresh.csv")" ] && ok sweep_anew || not_ok sweep_anew "$(cells "$work/s.csv") $(cells "$work/fresh.csv")"
check sweep_target grep -q "target reached" "$work/s.csv"

# ---- Python, and so the library ----
if /usr/bin/python3 -c "import numpy" 2>/dev/null; then
  cat >"$work/ends.py" <<'PYTHON'
import sys, warnings
import cordee
one = cordee.read(sys.argv[1])
plan = dict(method="climb", climbers=1000, # the target is met after 200
             islands=2, epoch=50, seed=3, target_gap=12, backend="cpu")
whole = cordee.solve(one, best_known=10300000, **plan)
assert whole.end == "target", whole.end
part = cordee.solve(one, best_known=10300000, time=0.02, keep=True, **plan)
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    rest = cordee.resume(part.checkpoint, one)
assert rest.end == "target" and (rest.solution == whole.solution).all(), rest.end
assert [str(w.message) for w in said] == ["the leg before had --time 0.02: this one has no limit in seconds (--time counts for one leg)"], said
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    cordee.resume(part.checkpoint, one, time=0.02, best_known=10400000)
assert [str(w.message)[:40] for w in said] == ["the best known value is 10400000 from no"], said
PYTHON
  check python env PYTHONPATH="$PWD/python" CORDEE_LIBRARY="$(dirname "$(readlink -f $cordee)")/libcordee.so.0" /usr/bin/python3 "$work/ends.py" "$work/u.tsp"
else skip python "no numpy"; fi
finish
