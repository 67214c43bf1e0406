#!/usr/bin/env bash
# The scripts of jobs/ under a real SLURM, on nodes that are emulated on this host (slurm_cluster.sh): jobs that are
# stopped, preempted or lose a node are queued again, go on, and end in the very bits of an uninterrupted run.
. "$(dirname "$0")/slurm_cluster.sh"
cluster_enter "$@"
entered=$?
. "$(dirname "$0")/e2e.sh"
[ $entered = 0 ] || { skip slurm "$cluster_missing"; finish; }
mount -t tmpfs tmpfs "$work"
trap 'cd /; umount -l "$work"; rmdir "$work"' EXIT
trap 'exit 130' INT TERM
cluster_start "$work" 7 || { not_ok cluster "does not start"; finish; }
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

# What several cases ask for is computed side by side: all are submitted, then disturbed, then looked at.
whole=$(submit one-gpu.sbatch -w n1 -- "$instance" "${plan[@]}" "${run[@]}")
usr1=$(submit one-gpu.sbatch -w n1 -- "$instance" "${plan[@]}" "${run[@]}")
before=$(submit one-gpu.sbatch -w n1 --time=1 -- "$instance" "${plan[@]}" "${run[@]}" --stop-before 53)
crash=$(submit multi-node.sbatch -w n3,n4 --ntasks-per-node=1 -- "$instance" "${plan[@]}" "${run[@]}")
# Slower on purpose, so that it is not done before it was disturbed three times.
low=$(CORDEE_SIMD=avx2 submit long.sbatch -p low --time-min=10 --signal=B:USR1@60 -w n2 --ntasks-per-node=1 -- "$work/low" "$instance" "${plan[@]}" "${run[@]}")

# An array of 8: a short task a line, but the last one is the run above. It is stopped too: SLURM knows it by the number
# of the whole array, and none of the others may be put back into the queue with it.
for seed in 1 2 3 4 5 6 7; do echo "$instance --method climb --climbers 100 --seed $seed ${run[*]}"; done >"$work/tasks"
printf '\n# the long one\n%s\n' "$instance ${plan[*]} ${run[*]}" >>"$work/tasks"
array=$(submit array.sbatch --array=1-8 --output="$work/%A_%a.log" -w n5 -- "$work/tasks")

# One run over two nodes with two ranks each, by both launchers. This mpirun does not pass SIGUSR1 on, as Open MPI 4.1.6's.
mkdir "$work/deaf"
cat >"$work/deaf/mpirun" <<SCRIPT
#!/bin/bash
trap 'echo "mpirun: SIGUSR1"' USR1
$(command -v mpirun) "\$@" & pid=\$!
while :; do wait \$pid; code=\$?; kill -0 \$pid 2>/dev/null || exit \$code; done
SCRIPT
chmod +x "$work/deaf/mpirun"
srun=$(submit multi-node.sbatch -w n5,n6 --ntasks-per-node=2 --gpus-per-node=2 -- "$instance" "${plan[@]}" "${run[@]}")
mpirun=$(PATH=$work/deaf:$PATH LAUNCH=mpirun submit multi-node.sbatch -w n5,n6 --ntasks-per-node=2 --gpus-per-node=2 -- "$instance" "${plan[@]}" "${run[@]}")

# A sweep over two nodes, stopped in the middle: the next leg runs the tasks that are left.
printf '[some]\ninstance = %s\nmethod = climb\nrestart = kick\nclimbers = 1500\nislands = 4\nseed = 1..24\n' "$instance" >"$work/sweep.job"
sweep=$(submit sweep.sbatch -w n5,n6 --ntasks-per-node=2 --gpus-per-node=2 -- "$work/sweep.job" --backend cpu --threads 1)

# A chain of two: the second goes on where the first was stopped.
chain=($(cd "$work" && SBATCH_OPTIONS="-w n7 --ntasks-per-node=1 --gpus-per-node=1 --cpus-per-task=1 --time=10 --time-min=10 --output=$work/%j.log" \
  "$CORDEE_JOBS/chain.sh" 2 "$CORDEE_JOBS/long.sbatch" chain "$instance" "${plan[@]}" "${run[@]}"))
# Cancelled: it must not come back.
cancelled=$(submit one-gpu.sbatch -w n7 -- "$instance" "${plan[@]}" "${run[@]}")

# Each waits for its own job.
disturb() { await 150 running "$1" "$2" && "${@:3}"; }
lose_node() {
  node_crash n4
  await 60 restarts_are "$crash" 1
  node_start n4
}
preempt() {
  for n in 1 2 3; do
    await 90 begun "$low" $n
    submit one-gpu.sbatch -w n2 --exclusive -- "$(dirname "$instance")/uniform-12-1.tsp" --backend cpu >/dev/null
    await 60 restarts_are "$low" $n
  done
}
disturb "$usr1" "run-$usr1.h5" scancel --signal=USR1 "$usr1" &
disturb "${array}_8" "run-$array-8.h5" scancel --signal=USR1 "${array}_8" &
disturb "$mpirun" "run-$mpirun.h5" scancel --batch --signal=USR1 "$mpirun" &
disturb "${chain[0]}" chain.h5 scancel --batch --signal=USR1 "${chain[0]}" &
disturb "$sweep" sweep.h5 scancel --batch --signal=USR1 "$sweep" &
disturb "$cancelled" "run-$cancelled.h5" scancel "$cancelled" &
disturb "$crash" "run-$crash.h5" lose_node &
disturb "$low" low.h5 preempt &

# SLURM looks for jobs near their end every 30 s: this one begins shortly before it does.
while [ $((SECONDS - began)) -lt 24 ]; do sleep 0.3; done
limit=$(CORDEE_SIMD=avx2 submit one-gpu.sbatch -w n1 --time=1 --signal=B:USR1@30 -- "$instance" "${plan[@]}" "${run[@]}" --stop-before 0)

await 100 over "$whole"
$cordee solve "$instance" "${plan[@]}" --backend cpu --threads 1 --quiet --checkpoint "$work/whole.h5" >/dev/null
$cordee show --json "$work/whole.h5" >"$work/whole.json"
same submit-and-finish "$whole" "run-$whole.h5" 0
same scancel-usr1 "$usr1" "run-$usr1.h5" 1
same stop-before "$before" "run-$before.h5" 1
grep -q "stopped before the job's time limit" "$work/$before.log" && ok stop-before-says-so || not_ok stop-before-says-so ""
same array-element "${array}_8" "run-$array-8.h5" 1
alone=0
for seed in 1 2 3 4 5 6 7; do
  result=$($cordee solve "$instance" --method climb --climbers 100 --seed $seed --backend cpu --threads 1 --quiet)
  grep -qxF "$result" "$work/${array}_$seed.log" && ! grep -q "restart 1" "$work/${array}_$seed.log" && alone=$((alone + 1))
done
[ $alone = 7 ] && ok array-others || not_ok array-others "$(cat "$work/${array}"_[1-7].log)"
same chain "${chain[1]}" chain.h5 0
[ "$(fact "${chain[0]}" ExitCode)" = 75:0 ] && ok chain-first || not_ok chain-first "$(tail -5 "$work/${chain[0]}.log")"
await 60 over "$cancelled"
if state_is "$cancelled" CANCELLED && ! grep -q "restart 1" "$work/$cancelled.log"; then ok cancelled; else
  not_ok cancelled "$(fact "$cancelled" JobState): $(tail -5 "$work/$cancelled.log")"
fi
same srun-2-nodes "$srun" "run-$srun.h5" 0
same mpirun-2-nodes "$mpirun" "run-$mpirun.h5" 1
await 100 over "$sweep"
rows() { /usr/bin/python3 tests/e2e/results_rows.py "$@"; }
$cordee sweep "$work/sweep.job" --backend cpu --threads 1 --quiet --out "$work/sweep-whole.h5" >/dev/null
if state_is "$sweep" COMPLETED && restarts_are "$sweep" 1 && [ "$(rows "$work/sweep.h5")" = "$(rows "$work/sweep-whole.h5")" ]; then
  ok sweep-2-nodes
else
  not_ok sweep-2-nodes "$(fact "$sweep" JobState), restarts $(fact "$sweep" Restarts): $(tail -8 "$work/$sweep.log")"
fi
same node-crash "$crash" "run-$crash.h5" 1
same time-limit-signal "$limit" "run-$limit.h5" 1
same preempted-3-times "$low" low.h5 3
echo "# $((SECONDS - began)) s"
finish
