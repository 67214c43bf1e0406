#!/usr/bin/env bash
# Ranks killed at random moments of a run whose MPI tells the others (Open MPI 5, `mpirun --with-ft ulfm`): those that are left go on, and end
# in the very bits of an undisturbed run. $LOSSES of them in all (6); $LOSS_SEED draws the same moments again.
. "$(dirname "$0")/e2e.sh"
mpirun=${MPIRUN:-mpirun}
if ! grep -q MPIX_Comm_shrink $cordee; then
  skip survive "this program's MPI does not tell of lost ranks"
  finish
fi
timeout 30 $mpirun --with-ft ulfm -n 2 --oversubscribe true 2>"$work/err" || { skip survive "mpirun: $(head -1 "$work/err")"; finish; }
instance=instances/uniform-200-1.tsp
plan=(--method climb --climbers 15000 --islands 7 --epoch 50 --restart kick --seed 4)
losses=${LOSSES:-6} done_losses=0
RANDOM=${LOSS_SEED:-$$}
echo "# LOSS_SEED=${LOSS_SEED:-$$}"
$cordee solve $instance "${plan[@]}" --quiet --out "$work/whole.tour" >"$work/whole" || not_ok whole "exit $?"

ranks_there() { pgrep -f "^$cordee (solve|resume) .*$work/run.h5"; }

# Kills one rank of those that run, but never the last.
lose() {
  local pids
  mapfile -t pids < <(ranks_there)
  [ ${#pids[@]} -gt 1 ] || return
  kill -9 "${pids[RANDOM % ${#pids[@]}]}" 2>/dev/null || return
  done_losses=$((done_losses + 1))
}

# same NAME RC: whether the run ended as the undisturbed one, and said so once.
same() {
  [ "$2" = 0 ] && cmp -s "$work/whole.tour" "$work/again.tour" && cmp -s "$work/whole" "$work/out" && ok "$1" ||
    { not_ok "$1" "exit $2: $(tail -5 "$work/err")"; return 1; }
}

# A run that loses some ranks: from the moment at which its log is opened, or its checkpoint is there.
round() {
  local before=$done_losses ranks=$((RANDOM % 3 + 2)) rc=0 most
  most=$((RANDOM % (ranks - 1) + 1))
  rm -f "$work"/run.h5* "$work/again.tour" "$work/log"
  timeout 300 $mpirun --with-ft ulfm -n $ranks --oversubscribe $cordee solve $instance "${plan[@]}" --quiet --checkpoint "$work/run.h5" \
    --checkpoint-every ${EVERY:-0} --log "$work/log" --out "$work/again.tour" >"$work/out" 2>"$work/err" & pid=$!
  local begun=$work/run.h5
  [ $((RANDOM % 3)) != 0 ] || begun=$work/log
  while [ ! -e "$begun" ] && kill -0 $pid 2>/dev/null; do sleep 0.02; done
  while [ $((done_losses - before)) -lt $most ] && kill -0 $pid 2>/dev/null; do
    [ $((RANDOM % 4)) = 0 ] || sleep "$(printf '0.%03d' $((RANDOM % 700)))" # else right after the one before
    lose || break
  done
  wait $pid || rc=$?
  same "$((done_losses - before))-of-$ranks-lost" $rc
}
while [ $done_losses -lt "$losses" ]; do round || break; done 2>/dev/null # bash's own words about the killed
echo "# $done_losses losses"
finish
