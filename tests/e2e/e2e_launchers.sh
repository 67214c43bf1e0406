#!/usr/bin/env bash
# Starts under a real SLURM (slurm_cluster.sh) by launchers that speak to this MPI and by others: one run of all ranks, or a refusal
# that says what to do, and never several runs of one rank. What one launcher leaves in the environment of another refuses nobody.
. "$(dirname "$0")/slurm_cluster.sh"
cluster_enter "$@"
entered=$?
. "$(dirname "$0")/e2e.sh"
[ $entered = 0 ] || { skip launchers "$cluster_missing"; finish; }
mount -t tmpfs tmpfs "$work"
trap 'cd /; umount -l "$work"; rmdir "$work"' EXIT
trap 'exit 130' INT TERM
cluster_start "$work" 2 || { not_ok cluster "does not start"; finish; }

mpich=$PWD/build/release-mpich/src/cordee
cordee=$PWD/$cordee
solve=(solve "$PWD/instances/uniform-12-1.tsp" --backend cpu --threads 1)
refused="expected one run of several processes, found separate ones"

# batch NAME COMMAND...: what a batch job of two tasks prints that runs the command. Its exit code is the last line.
batch() {
  local log=$work/$1.log; shift
  printf '#!/bin/bash\n%s\necho "exit $?"\n' "$(printf '%q ' "$@")" >"$log.sbatch"
  sbatch --quiet --wait -N 1 -n 2 --time=2 --output="$log" "$log.sbatch" >/dev/null
  cat "$log"
}

# runs NAME RANKS RUNS COMMAND...: so many runs of so many ranks each.
runs() {
  local name=$1 ranks=$2 count=$3; shift 3
  "$@" >"$work/out" 2>&1
  if [ "$(grep -c '^rank [0-9]* on' "$work/out")" = $((ranks * count)) ] && [ "$(grep -c ' verified$' "$work/out")" = "$count" ] &&
    ! grep -q "$refused" "$work/out"; then ok "$name"; else not_ok "$name" "expected $count runs of $ranks ranks"; sed 's/^/# /' "$work/out" | tail -30; fi
}

# refuses NAME TEXT COMMAND...: exit code 69 and one message, of rank 0; nothing is solved.
refuses() {
  local name=$1 text=$2 rc=0; shift 2
  "$@" >"$work/out" 2>&1 || rc=$?
  if [ $rc = 69 ] && [ "$(grep -c "^cordee: $refused" "$work/out")" = 1 ] && grep "$refused" "$work/out" | grep -qF -- "$text" &&
    ! grep -q verified "$work/out"; then ok "$name"; else not_ok "$name" "exit $rc, expected 69 and '$text'"; sed 's/^/# /' "$work/out" | tail -30; fi
}

step() { local pmi=$1 tasks=$2; shift 2; srun --quiet --mpi="$pmi" -N 1 -n "$tasks" --overlap --kill-on-bad-exit=0 "$@"; }

runs srun-pmix 2 1 step pmix 2 $cordee "${solve[@]}"
runs srun-none-1-task 1 1 step none 1 $cordee "${solve[@]}"
refuses srun-none "--mpi=pmix" step none 2 $cordee "${solve[@]}"
refuses srun-pmi2 "--mpi=pmix" step pmi2 2 $cordee "${solve[@]}"
runs separate-runs 1 2 step none 2 env -u SLURM_STEP_NUM_TASKS $cordee "${solve[@]}"
# Each of the two has a folder for its session: Open MPI fails where both make one of a name at the same moment.
runs mpirun-in-steps 1 2 step none 2 bash -c 'mkdir "$TMPDIR/$SLURM_PROCID" && TMPDIR=$TMPDIR/$SLURM_PROCID mpirun "$@"' 0 -n 1 $cordee "${solve[@]}"
runs batch-script 1 1 batch plain $cordee "${solve[@]}"
runs batch-mpirun 2 1 batch mpirun mpirun -n 2 $cordee "${solve[@]}"
runs allocation 1 1 salloc --quiet -N 1 -n 2 $cordee "${solve[@]}"

# Jobs that are submitted by a task of a step: they have its variables, and are not in it.
export -f batch; export work
for pmi in none pmi2 pmix; do
  runs "batch-from-step-$pmi" 1 1 step $pmi 1 env SLURM_STEP_NUM_TASKS=2 bash -c 'batch from-"$0" "$@"' $pmi $cordee "${solve[@]}"
done
runs allocation-from-step 1 1 step none 1 env SLURM_STEP_NUM_TASKS=2 salloc --quiet -N 1 -n 2 $cordee "${solve[@]}"
runs mpirun-in-batch-from-step 2 1 step pmix 1 env SLURM_STEP_NUM_TASKS=2 bash -c 'batch mpirun-from "$@"' 0 mpirun -n 2 $cordee "${solve[@]}"

if [ -x "$mpich" ]; then
  runs mpich-srun-pmi2 2 1 step pmi2 2 "$mpich" "${solve[@]}"
  refuses mpich-srun-none "--mpi=pmi2" step none 2 "$mpich" "${solve[@]}"
  refuses mpich-srun-pmix "--mpi=pmi2" step pmix 2 "$mpich" "${solve[@]}"
  runs mpich-batch-script 1 1 batch mpich "$mpich" "${solve[@]}"
  runs mpich-batch-from-step 1 1 step pmi2 1 env SLURM_STEP_NUM_TASKS=2 bash -c 'batch mpich-from "$@"' 0 "$mpich" "${solve[@]}"
else
  skip launchers-mpich "no build with MPICH (tests/e2e/e2e_mpich.sh makes one)"
fi
finish
