#!/usr/bin/env bash
# Details of what commands do and print that no other script looks at.
. "$(dirname "$0")/e2e.sh"

# A long history is shown by its first and last six rows.
check history-made $cordee solve instances/uniform-12-1.tsp --method climb --climbers 200 --islands 1 --epoch 10 --quiet --checkpoint "$work/run.h5"
$cordee show "$work/run.h5" >"$work/shown"
sed -n '/^ *epoch .*best/,$p' "$work/shown" | awk 'NR > 1 && NF { print $1 }' | paste -sd ' ' >"$work/epochs"
[ "$(cat "$work/epochs")" = "1 2 3 4 5 6 ... 15 16 17 18 19 20" ] && ok history-shown || not_ok history-shown "$(cat "$work/epochs")"

# The best solution of a checkpoint, as the run would write it; a checkpoint whose instance is another one by now, or that has no solution, is refused.
cp instances/stops-10.csv "$work/stops.csv"
check fleet $cordee solve "$work/stops.csv" --vehicles 3 --capacity 30 --speed 30 --epochs 5 --checkpoint "$work/fleet.h5" --out "$work/run.csv" --quiet
for form in sol csv geojson; do
  check show-$form $cordee show "$work/fleet.h5" --out "$work/shown.$form" --quiet
done
cmp -s "$work/run.csv" "$work/shown.csv" && ok show-writes-what-solve-does || not_ok show-writes-what-solve-does "$(diff "$work/run.csv" "$work/shown.csv")"
check show-verifies $cordee verify "$work/stops.csv" "$work/shown.sol" --vehicles 3 --capacity 30 --speed 30
expect show-foreign-form 64 "shown.geojson" $cordee show "$work/run.h5" --out "$work/shown.geojson"
mv "$work/stops.csv" "$work/moved.csv"
expect show-no-instance 66 "stops.csv" $cordee show "$work/fleet.h5" --out "$work/none.sol"
check show-moved $cordee show "$work/fleet.h5" --out "$work/moved.sol" --instance "$work/moved.csv" --quiet
sed 's/^4,market,52.5434/4,market,52.5435/' "$work/moved.csv" >"$work/stops.csv"
expect show-changed-instance 65 "expected the instance of the run, of digest" $cordee show "$work/fleet.h5" --out "$work/none.sol"
[ -e "$work/none.sol" ] && not_ok show-writes-nothing "a file" || ok show-writes-nothing

# Each kind of instance is made as the kind that was asked for.
for kind in etc grid; do
  $cordee generate $kind --tasks 6 --machines 3 --seed 4 --out "$work/$kind.etc"
  expect "generate-$kind" 0 "$kind: " $cordee solve "$work/$kind.etc" --method lists --quiet
done
# Machines that differ in speed alone: each row is the same multiple of the first.
awk 'NR == 2 { for (i = 1; i <= NF; i++) first[i] = $i } NR > 2 { for (i = 2; i <= NF; i++) { r = $i / $1 * first[1] / first[i]; if (r < .999 || r > 1.001) bad++ } } END { exit NR < 7 || bad > 0 }' "$work/grid.etc" &&
  ok grid-is-consistent || not_ok grid-is-consistent "$(cat "$work/grid.etc")"
awk 'NR == 2 { for (i = 1; i <= NF; i++) first[i] = $i } NR > 2 { for (i = 2; i <= NF; i++) { r = $i / $1 * first[1] / first[i]; if (r < .999 || r > 1.001) bad++ } } END { exit NR < 7 || bad > 0 }' "$work/etc.etc" &&
  not_ok etc-is-none "times of range-based instances are the same multiples" || ok etc-is-none

# A small task with a time limit is no part of a batch: batches have no clock.
if /usr/bin/python3 -c 'import h5py' 2>/dev/null; then
  cp instances/uniform-12-1.tsp "$work/u.tsp"
  printf '[free]\ninstance = u.tsp\nmethod = climb\nclimbers = 30\nseed = 1..3\n[limited]\ninstance = u.tsp\nmethod = climb\nclimbers = 30\nseed = 1..3\ntime = 100\n' >"$work/limit.job"
  expect limited-tasks 0 "6 verified" $cordee sweep "$work/limit.job"
  check limited-tasks-alone /usr/bin/python3 -c "
import h5py
t = h5py.File('$work/limit.h5', 'r')['task'][:]
assert set(t['batch'][t['section'] == b'limited']) == {1} and set(t['batch'][t['section'] == b'free']) == {3}, t['batch']"
else
  skip limited-tasks "no h5py"
fi
finish
