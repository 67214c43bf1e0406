#!/bin/bash
# A run by mpirun that goes on when a rank is lost: the same command again, within seconds, from the last complete checkpoint.
#   jobs/restart.sh mpirun -n 8 cordee resume run.h5 --or-start INSTANCE [OPTIONS of cordee solve]
# A rank is lost if the command ends with a code above 128: it was killed, or has crashed. Any other code ends the run, with that code.
# The environment may say: CORDEE, the program that reads the checkpoint (cordee on PATH); MAX_LOSSES (100), how many ranks may be lost
# in all; MAX_IN_VAIN (3), how many in a row while the checkpoint shows no more work than before. Then the last code is returned.
# SIGUSR1 and SIGTERM stop the ranks in good order (code 75), and nothing is started again.
stopped=0 child=
stop() {
  stopped=1
  [ -z "$child" ] || ranks_signal "$child" || kill -USR1 "$child" 2>/dev/null
}
trap stop USR1 TERM

. "$(dirname "${BASH_SOURCE[0]}")/ranks.sh" || exit

# The checkpoint is the word after `resume`: with --or-start the same command begins and goes on.
checkpoint='' before=''
for word; do
  [ "$before" = resume ] && checkpoint=$word
  before=$word
done
[ -n "$checkpoint" ] || { echo "restart.sh: expected mpirun ... cordee resume FILE --or-start ..., found ${*:-nothing}" >&2; exit 64; }

# Moves that the newest complete checkpoint holds; 0 where there is none.
work_done() {
  local file moves
  for file in "$checkpoint" "$checkpoint.prev"; do
    moves=$("${CORDEE:-cordee}" show --json "$file" 2>/dev/null | grep -o '"moves": [0-9]*' | head -1)
    [ -z "$moves" ] || { echo "${moves##* }"; return; }
  done
  echo 0
}

losses=0 in_vain=0 work=$(work_done)
while [ $stopped = 0 ]; do
  run "$@"
  [ "$code" -gt 128 ] && [ $stopped = 0 ] || exit "$code"
  losses=$((losses + 1)) was=$work work=$(work_done)
  if [ "$work" -gt "$was" ]; then in_vain=0; else in_vain=$((in_vain + 1)); fi
  echo "restart.sh: a rank was lost (exit code $code, loss $losses); $checkpoint has $work moves" >&2
  [ $losses -lt "${MAX_LOSSES:-100}" ] || { echo "restart.sh: given up: MAX_LOSSES=${MAX_LOSSES:-100}" >&2; exit "$code"; }
  [ $in_vain -lt "${MAX_IN_VAIN:-3}" ] || { echo "restart.sh: given up: $in_vain losses in a row without progress" >&2; exit "$code"; }
done
exit 75
