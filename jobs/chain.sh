#!/bin/bash
# Where jobs may not be queued again: a chain of jobs, each of which begins when the one before has ended and goes on from
# its checkpoint. Jobs left over when the work is done find a finished run, tell its result and end.
#   jobs/chain.sh COUNT SCRIPT ARGUMENTS...      e.g. jobs/chain.sh 10 jobs/long.sbatch NAME INSTANCE [OPTIONS]
# Options of sbatch stand in $SBATCH_OPTIONS. Prints the numbers of the jobs.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 64; }
count=$1 after=()
shift
for _ in $(seq "$count"); do
  job=$(MAX_RESTARTS=0 sbatch --parsable --no-requeue ${SBATCH_OPTIONS:-} "${after[@]}" "$@")
  echo "${job%;*}"
  after=(--dependency="afterany:${job%;*}")
done
