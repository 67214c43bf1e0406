#!/usr/bin/env bash
# A job of `sbatch --no-kill` that loses a node under a real SLURM, on nodes that are emulated on this host (slurm_cluster.sh): it goes on with
# those that are left, without being queued again, and ends in the very bits of an undisturbed run.
. "$(dirname "$0")/slurm_cluster.sh"
cluster_enter "$@"
entered=$?
. "$(dirname "$0")/e2e.sh"
[ $entered = 0 ] || { skip slurm "$cluster_missing"; finish; }
mount -t tmpfs tmpfs "$work"
trap 'cd /; umount -l "$work"; rmdir "$work"' EXIT
trap 'exit 130' INT TERM
cluster_start "$work" 4 || { not_ok cluster "does not start"; finish; }
began=$SECONDS

instance=$PWD/instances/uniform-200-1.tsp
export CORDEE=$PWD/$cordee CORDEE_JOBS=$PWD/jobs
plan=(--method climb --climbers 7000 --islands 6 --epoch 100 --seed 5)
run=(--backend cpu --threads 1 --checkpoint-every 1)

# submit SCRIPT SBATCH_OPTIONS... -- ARGUMENTS...: its number. One core a task; a log named after the job; jobs that are
# short enough for SLURM to think of their end at once are signalled by those cases only that ask for it.
submit() {
  local script=$1 options=(); shift
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  shift
  sbatch --parsable --chdir="$work" --cpus-per-task=1 --time=10 --signal=B:CONT@1 --output="$work/%j.log" "${options[@]}" \
    "jobs/$script" "$@"
}
await() { # SECONDS COMMAND...: until it succeeds
  local end=$((SECONDS + $1)); shift
  until "$@"; do [ $SECONDS -lt $end ] || return; sleep 0.5; done
}
fact() { scontrol show job "$1" -o | tr ' ' '\n' | sed -n "s/^$2=//p" | head -1; }
state_is() { [ "$(fact "$1" JobState)" = "$2" ]; }
running() { state_is "$1" RUNNING && [ -e "$work/$2" ]; } # and has a checkpoint
# The leg of that number is at work: it is preempted then, not before it can hear of it.
begun() { sed -n "/, restart $(($2 - 1)),/,\$p" "$work/$1.log" 2>/dev/null | grep -q -e '^solving' -e '^resuming'; }
over() { [ -z "$(squeue -h -j "$1" -o %i 2>/dev/null)" ]; }
restarts_are() { [ "$(fact "$1" Restarts)" -ge "$2" ]; }

# same NAME JOB FILE RESTARTS: the job has ended well after so many restarts, and FILE holds what the whole run found.
same() {
  local name=$1 job=$2 file=$work/$3
  await 150 over "$job"
  if ! state_is "$job" COMPLETED || ! restarts_are "$job" "$4"; then
    not_ok "$name" "$(fact "$job" JobState), restarts $(fact "$job" Restarts), expected COMPLETED after $4"
    tail -n 30 "$work/$job.log" | sed 's/^/# /'
    return
  fi
  $cordee show --json "$file" >"$work/found.json"
  check "$name" /usr/bin/python3 -c "
import json
whole, found = (json.load(open('$work/' + name)) for name in ('whole.json', 'found.json'))
for key in ('finished', 'best_solution', 'best', 'searches', 'moves'):
    assert whole[key] == found[key], (key, whole[key], found[key])"
}

lost=$(submit multi-node.sbatch --no-kill -w n1,n2,n3 --nodes=3 --ntasks-per-node=1 --gpus-per-node=1 -- "$instance" "${plan[@]}" "${run[@]}")
await 150 running "$lost" "run-$lost.h5"
node_crash n2
crashed=$(date +%s%N)
await 100 grep -q "goes on with n1,n3" "$work/$lost.log"
echo "# goes on $((($(date +%s%N) - crashed) / 1000000)) ms after the loss"
$cordee solve "$instance" "${plan[@]}" --backend cpu --threads 1 --quiet --checkpoint "$work/whole.h5" >/dev/null
$cordee show --json "$work/whole.h5" >"$work/whole.json"
same node-lost "$lost" "run-$lost.h5" 0
grep -q "1 of 3 nodes lost" "$work/$lost.log" && [ "$(fact "$lost" Restarts)" = 0 ] && ok not-queued-again ||
  not_ok not-queued-again "restarts $(fact "$lost" Restarts): $(tail -5 "$work/$lost.log")"
echo "# $((SECONDS - began)) s"
finish
