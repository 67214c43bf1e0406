#!/usr/bin/env bash
# kill -9 of every rank at random moments, resumed each time on another number of ranks; the end must be the
# uninterrupted run's, bit for bit. $KILLS of them in all (20).
. "$(dirname "$0")/e2e.sh"
instance=instances/uniform-200-1.tsp
plan=(--climbers 15000 --islands 7 --epoch 50 --restart kick --seed 4)
kills=${KILLS:-20} round=0 done_kills=0
RANDOM=${KILL_SEED:-$$}
echo "# KILL_SEED=${KILL_SEED:-$$}"

$cordee solve $instance "${plan[@]}" --quiet --out "$work/whole.tour" >"$work/whole" || not_ok whole "exit $?"

# A process group of its own, killed as a whole: mpirun, its daemons and the ranks in the same instant.
launch() { setsid mpirun -n "$1" "${@:2}" >"$work/out" 2>&1 & pid=$!; }

while [ $done_kills -lt "$kills" ]; do
  round=$((round + 1))
  rm -f "$work"/run.h5*
  launch 2 $cordee solve $instance "${plan[@]}" --quiet --checkpoint "$work/run.h5" --checkpoint-every 0 --out "$work/again.tour"
  while :; do
    sleep "$(printf '0.%03d' $((RANDOM % 900 + 50)))"
    kill -0 $pid 2>/dev/null || break
    pkill -9 -f "$cordee (solve|resume).*$work" ; kill -9 -- -$pid 2>/dev/null
    wait $pid 2>/dev/null
    done_kills=$((done_kills + 1))
    file=$work/run.h5
    if [ ! -e "$file" ]; then # killed before the first one was complete
      launch 2 $cordee solve $instance "${plan[@]}" --quiet --checkpoint "$work/run.h5" --checkpoint-every 0 --out "$work/again.tour"
    else
      launch $((RANDOM % 4 + 1)) $cordee resume "$file" --quiet --checkpoint-every 0 --out "$work/again.tour"
    fi
    [ $done_kills -ge $((kills + 15)) ] && break
  done
  rc=0; wait $pid || rc=$?
  if [ $rc = 0 ] && cmp -s "$work/whole.tour" "$work/again.tour" && grep -qF "$(cat "$work/whole")" "$work/out"; then
    ok "round-$round-after-$done_kills-kills"
  else
    not_ok "round-$round-after-$done_kills-kills" "exit $rc: $(tail -5 "$work/out")"
    break
  fi
done 2>/dev/null # bash's own words about the killed
finish
