#!/usr/bin/env bash
# One rank killed at a random moment, again and again, below jobs/restart.sh: the run goes on by itself, ends in the very bits of an undisturbed
# one, and gives up where it makes no progress. $LOSSES of them in all (5); $LOSS_SEED draws the same moments again.
. "$(dirname "$0")/e2e.sh"
export CORDEE=$PWD/$cordee
instance=instances/uniform-200-1.tsp
plan=(--method climb --climbers 15000 --islands 7 --epoch 50 --restart kick --seed 4)
losses=${LOSSES:-5} done_losses=0 oldest=0
RANDOM=${LOSS_SEED:-$$}
echo "# LOSS_SEED=${LOSS_SEED:-$$}"
$cordee solve $instance "${plan[@]}" --quiet --out "$work/whole.tour" >"$work/whole" || not_ok whole "exit $?"

ranks_there() { pgrep -f "^$cordee resume $work/run.h5"; }
age_ms() { echo $((($(date +%s%N) - $(date -r "$work/run.h5" +%s%N 2>/dev/null || echo 0)) / 1000000)); }

# Kills one rank of those that run. The age of the last complete checkpoint bounds what is lost.
lose() {
  local pids age
  mapfile -t pids < <(ranks_there)
  [ ${#pids[@]} -gt 0 ] && [ -e "$work/run.h5" ] || return
  age=$(age_ms)
  kill -9 "${pids[RANDOM % ${#pids[@]}]}" 2>/dev/null || return
  done_losses=$((done_losses + 1))
  [ "$age" -le $oldest ] || oldest=$age
}

# A run that is disturbed some times, then left alone.
round() {
  local before=$done_losses most=$((RANDOM % 6 + 1)) rc=0 name
  rm -f "$work"/run.h5* "$work/again.tour"
  MAX_IN_VAIN=100 jobs/restart.sh mpirun -n $((RANDOM % 3 + 2)) $cordee resume "$work/run.h5" --or-start $instance "${plan[@]}" --quiet \
    --checkpoint-every 0 --out "$work/again.tour" >"$work/out" 2>"$work/err" & pid=$!
  while [ $((done_losses - before)) -lt $most ] && [ $done_losses -lt "$losses" ] && kill -0 $pid 2>/dev/null; do
    sleep "$(printf '%d.%03d' $((RANDOM % 8 / 6)) $((RANDOM % 950 + 50)))"
    lose
  done
  wait $pid || rc=$?
  name=after-$((done_losses - before))-losses
  if [ $rc = 0 ] && cmp -s "$work/whole.tour" "$work/again.tour" && grep -qF "$(cat "$work/whole")" "$work/out"; then ok "$name"; else
    not_ok "$name" "exit $rc: $(tail -5 "$work/err")"
    return 1
  fi
}
while [ $done_losses -lt "$losses" ]; do round || break; done 2>/dev/null # bash's own words about the killed
echo "# $done_losses losses; the checkpoint was at most $oldest ms old"

# ---- bounds and refusals ----

expect no-checkpoint 64 "expected mpirun ... cordee resume FILE" jobs/restart.sh mpirun -n 2 $cordee solve $instance
expect others-end-it 66 "" jobs/restart.sh $cordee resume "$work/none.h5" --quiet
# A rank that dies at once, each time: three times, not for ever.
printf '#!/bin/bash\necho started >>"%s/starts"\nkill -9 $$\n' "$work" >"$work/dies"; chmod +x "$work/dies"
expect in-vain 137 "given up: 3 losses in a row without progress" jobs/restart.sh "$work/dies" resume "$work/none.h5"
[ "$(wc -l <"$work/starts")" = 3 ] && ok in-vain-three-starts || not_ok in-vain-three-starts "$(wc -l <"$work/starts")"
MAX_IN_VAIN=9 MAX_LOSSES=2 expect most 137 "given up: MAX_LOSSES=2" jobs/restart.sh "$work/dies" resume "$work/none.h5"

# ---- stopped in good order: not started again ----

jobs/restart.sh mpirun -n 2 $cordee resume "$work/stop.h5" --or-start $instance "${plan[@]}" --climbers 1e7 --quiet >"$work/out" 2>&1 & pid=$!
await_file "$work/stop.h5"
kill -USR1 $pid
wait $pid; rc=$?
[ $rc = 75 ] && ! grep -q "a rank was lost" "$work/out" && ok stopped || not_ok stopped "exit $rc: $(cat "$work/out")"
finish
