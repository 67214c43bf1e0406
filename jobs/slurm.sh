# What the scripts of this folder share: sourced by each, from $CORDEE_JOBS or from `jobs` below the folder of `sbatch`.
#   go COMMAND...   runs it on all ranks of the job. Finished (exit code 0): the job ends. Stopped in good order (75): the
#                   job is put back into the queue, where the same script goes on. Anything else: the job fails.
#                   A job of `sbatch --no-kill` that loses a node, but not the first, goes on with those that are left.
# The environment may say: CORDEE, the program (cordee on PATH); LAUNCH=mpirun instead of srun; MAX_RESTARTS (100) before
# a job gives up. docs/slurm.md explains the choices.

# First of all, as a job can be preempted in the moment in which it starts. srun passes USR1 on to every rank; not every mpirun does
# (Open MPI 4.1.6 does not), so ranks on this node get it directly. One is enough: it tells the others, and all stop in good order.
stopped=0 child=
stop() {
  stopped=1
  [ -n "$child" ] || return
  if [ "${launch[0]}" = mpirun ]; then ranks_stop & else kill -USR1 "$child" 2>/dev/null; fi
}
trap stop USR1 TERM
[ -n "${SLURM_JOB_ID:-}" ] || { echo "${0##*/}: expected a job of SLURM: submit it with sbatch. Without SLURM: mpirun -n RANKS cordee ..." >&2; exit 64; }

. "$(dirname "${BASH_SOURCE[0]}")/ranks.sh" || exit

# Ranks may be about to start. If mpirun has none on this node, it is left to mpirun.
ranks_stop() {
  for _ in {1..20}; do
    ranks_signal "$child" && return
    kill -0 "$child" 2>/dev/null || return
    sleep 1
  done
  kill -USR1 "$child" 2>/dev/null
}

CORDEE=${CORDEE:-cordee} MAX_RESTARTS=${MAX_RESTARTS:-100}
if [ "${LAUNCH:-srun}" = mpirun ]; then
  export HWLOC_COMPONENTS=${HWLOC_COMPONENTS:--gl,-opencl,-cuda,-nvml} # or mpirun asks OpenCL and CUDA about every device for 0.3 s
  launch=(mpirun --bind-to none)
else
  launch=(srun --mpi="${SRUN_MPI:-pmix}" --kill-on-bad-exit=0 --wait=30)
  export SRUN_CPUS_PER_TASK=${SLURM_CPUS_PER_TASK:-1} # since 22.05 srun no longer takes it from sbatch
fi
export SLURM_PMIX_FENCE=${SLURM_PMIX_FENCE:-tree}

# By its place in the array: the number of the last element is also that of the whole array.
job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID}
job=${job:-$SLURM_JOB_ID}

# A job that SLURM is ending already (cancelled, preempted at once) is left to it.
again() {
  [ "$(squeue -h -o %T -j "$job")" = RUNNING ] || exit 75
  [ "${SLURM_RESTART_COUNT:-0}" -lt "$MAX_RESTARTS" ] || { echo "not queued again: MAX_RESTARTS=$MAX_RESTARTS"; exit 75; }
  scontrol requeue "$job" && sleep 120 # it ends this shell
  exit 75
}

# The nodes among those named on which a step can start, one a line. A node that does not answer takes 15 s.
nodes_answering() {
  local node
  for node; do
    timeout 15 srun --overlap --quiet --mpi=none --nodes=1 --ntasks=1 --nodelist="$node" true </dev/null >/dev/null 2>&1 && echo "$node" &
  done | sort -V
}

# A job of `sbatch --no-kill` outlives a node: from now on steps start on the nodes that are left, with as many ranks each as before. False:
# none is lost, or none is left.
nodes_leave() {
  local nodes left
  mapfile -t nodes < <(scontrol show hostnames "$SLURM_JOB_NODELIST")
  [ ${#nodes[@]} -gt 1 ] || return
  mapfile -t left < <(nodes_answering "${nodes[@]}")
  [ ${#left[@]} -gt 0 ] && [ ${#left[@]} -lt ${#nodes[@]} ] || return
  local each=$(((${SLURM_NTASKS:-${#nodes[@]}} + ${#nodes[@]} - 1) / ${#nodes[@]})) list
  list=$(IFS=,; echo "${left[*]}")
  export SLURM_JOB_NODELIST=$list SLURM_NODELIST=$list SLURM_NNODES=${#left[@]} SLURM_JOB_NUM_NODES=${#left[@]}
  export SLURM_NTASKS=$((each * ${#left[@]})) SLURM_NPROCS=$((each * ${#left[@]})) SLURM_TASKS_PER_NODE="$each(x${#left[@]})"
  unset SLURM_JOB_CPUS_PER_NODE
  echo "$(date +%FT%T) job $job: $((${#nodes[@]} - ${#left[@]})) of ${#nodes[@]} nodes lost, goes on with $list"
}

go() {
  echo "$(date +%FT%T) job $job, restart ${SLURM_RESTART_COUNT:-0}, on $SLURM_JOB_NODELIST"
  for try in 1 2 3; do
    [ $stopped = 0 ] || again # before anything was started
    run "${launch[@]}" "$@"
    echo "$(date +%FT%T) job $job: exit code $code"
    while [ "$code" != 0 ] && [ "$code" != 75 ] && [ $stopped = 0 ] && nodes_leave; do
      run "${launch[@]}" "$@"
      echo "$(date +%FT%T) job $job: exit code $code"
    done
    [ "$code" -gt 128 ] && [ "$code" != 205 ] && [ $stopped = 0 ] && [ $try -lt 3 ] || break
    echo "a rank has crashed or was killed: tried again" && sleep 5
  done
  case $code in
  0) exit 0 ;;
  75) again ;;  # there is a checkpoint
  205) again ;; # mpirun lost a node; if srun does, SLURM ends the job and queues it again
  esac
  # Told to stop, but killed before it could: mpirun says nothing better. The last checkpoint is there.
  [ $stopped = 0 ] || again
  exit "$code"
}
