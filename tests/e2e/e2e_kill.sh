#!/usr/bin/env bash
# kill -9 of every rank at random moments, from the start of the program to its end: of solve, resumed on another number of
# ranks; of `resume --or-start`, the same command again and again; of sweep. The end must be the uninterrupted one, bit for
# bit. $KILLS of them in all (20); $KILL_SEED draws the same moments again.
. "$(dirname "$0")/e2e.sh"
instance=instances/uniform-200-1.tsp
plan=(--method climb --climbers 15000 --islands 7 --epoch 50 --restart kick --seed 4)
often=(--quiet --checkpoint-every 0 --out "$work/again.tour")
kills=${KILLS:-20} done_kills=0 torn=0
RANDOM=${KILL_SEED:-$$}
echo "# KILL_SEED=${KILL_SEED:-$$}"

cat >"$work/tasks.job" <<JOB
[kicks]
instance = $PWD/$instance
method = climb
restart = kick
climbers = 1500
epoch = 16
seed = 1..12
[batches]
instance = $PWD/instances/uniform-60-1.tsp, $PWD/instances/uniform-12-1.tsp
method = climb
climbers = 40
seed = 1..20
JOB
rows() { /usr/bin/python3 tests/e2e/results_rows.py "$@"; }
$cordee solve $instance "${plan[@]}" --quiet --out "$work/whole.tour" >"$work/whole" || not_ok whole "exit $?"
ways=(solve or_start sweep)
if /usr/bin/python3 -c 'import h5py' 2>/dev/null; then
  $cordee sweep "$work/tasks.job" --quiet --out "$work/whole.h5" >/dev/null || not_ok whole-sweep "exit $?"
  rows "$work/whole.h5" >"$work/whole.rows"
else
  skip sweep "no h5py"; ways=(solve or_start)
fi

# ---- the ways to go on after a kill; each is also the way to begin ----

# A process group of its own, killed as a whole: mpirun, its daemons and the ranks in the same instant.
launch() {
  touch "$work/launched"
  setsid mpirun -n "$1" $cordee "${@:2}" >"$work/out" 2>&1 & pid=$!
}

go_solve() {
  if [ -e "$work/run.h5" ]; then launch $((RANDOM % 4 + 1)) resume "$work/run.h5" "${often[@]}"; else
    launch $((RANDOM % 3 + 1)) solve $instance "${plan[@]}" "${often[@]}" --checkpoint "$work/run.h5"
  fi
}
go_or_start() { launch $((RANDOM % 3 + 1)) resume "$work/run.h5" --or-start $instance "${plan[@]}" "${often[@]}"; }
go_sweep() { launch $((RANDOM % 3 + 1)) sweep "$work/tasks.job" --out "$work/run.h5" --quiet; }

tour_same() { cmp -s "$work/whole.tour" "$work/again.tour" && grep -qF "$(cat "$work/whole")" "$work/out"; }
same_solve() { tour_same; }
same_or_start() { tour_same; }
same_sweep() { rows "$work/run.h5" >"$work/rows" && cmp -s "$work/whole.rows" "$work/rows"; }

kill_all() {
  kill -9 -- -$pid $(pgrep -f "^$cordee (solve|resume|sweep) .*$work")
  wait $pid
  while pgrep -f "^$cordee (solve|resume|sweep) .*$work" >/dev/null; do sleep 0.02; done
  done_kills=$((done_kills + 1))
  if [ -n "$(find "$work" -name 'run.h5.tmp.*' -newer "$work/launched")" ]; then torn=$((torn + 1)); fi # in the middle of a save
}

# round WAY: begins anew, is killed some times, ends; returns 1 if that is not the end it should be.
round() {
  local before=$done_kills most=$((RANDOM % 6 + 1)) rc=0
  rm -f "$work"/run.h5* "$work/again.tour"
  "go_$1"
  while [ $((done_kills - before)) -lt $most ] && [ $done_kills -lt "$kills" ]; do
    sleep "$(printf '%d.%03d' $((RANDOM % 8 / 6)) $((RANDOM % 950 + 50)))"
    kill -0 $pid || break
    kill_all
    "go_$1"
  done
  timeout 120 tail --pid=$pid -f /dev/null || kill_all
  wait $pid || rc=$?
  if [ $rc = 0 ] && "same_$1"; then ok "$1-after-$((done_kills - before))-kills"; else
    not_ok "$1-after-$((done_kills - before))-kills" "exit $rc: $(tail -5 "$work/out")"
    return 1
  fi
}

for ((k = 0; done_kills < kills || k < ${#ways[@]}; k++)); do
  round "${ways[k % ${#ways[@]}]}" || break
done 2>/dev/null # bash's own words about the killed
echo "# $done_kills kills, $torn of them in the middle of a save"
finish
