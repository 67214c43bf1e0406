#!/usr/bin/env bash
# cordee built with MPICH (mpicc.mpich): the same answers, sweeps, checkpoints and exit codes as with Open MPI, and each refuses the
# other's mpirun. Skipped where MPICH or Open MPI is not installed.
. "$(dirname "$0")/e2e.sh"
for program in mpicc.mpich mpirun.mpich mpirun.openmpi; do
  command -v $program >/dev/null || { skip mpich "no $program here (tools/setup mpich)"; finish; }
done
build=build/release-mpich mpich=build/release-mpich/src/cordee
mapfile -t tests < <(find tests/mpi tests/tasks -name "mpi_*.c" -exec basename -s .c {} +)
scons -Q -j2 cuda=no mpicc=mpicc.mpich $mpich "${tests[@]/#/$build/tests/}" >"$work/build" 2>&1 || { not_ok build "$(tail -5 "$work/build")"; finish; }
ompi_ranks() { local n=$1; shift; mpirun.openmpi -n "$n" "$@"; }
mpich_ranks() { local n=$1; shift; mpirun.mpich -n "$n" "$@"; }
limit=(timeout -k 5 120)

libraries=$(ldd $mpich)
if grep -q libmpich <<<"$libraries" && ! grep -qE 'libmpi\.so|openmpi' <<<"$libraries"; then ok links-mpich-alone; else not_ok links-mpich-alone "$libraries"; fi

# A build whose HDF5 belongs to the other MPI ends with a sentence. Scons's memory is the build's own: a folder beside it.
parallel=/usr/lib/x86_64-linux-gnu/hdf5/openmpi
if [ -e $parallel/include/hdf5.h ]; then
  mkdir "$work/tree" && cp -r SConstruct VERSION include src tests tools "$work/tree"
  expect foreign-hdf5 2 "belong to different MPIs" bash -c "cd '$work/tree' && scons -Q cuda=no mpicc=mpicc.mpich hdf5=$parallel"
  expect own-parallel-hdf5 0 "" bash -c "cd '$work/tree' && scons -Q cuda=no mpicc=mpicc.openmpi hdf5=$parallel build/release/src/status.o"
else
  skip foreign-hdf5 "no parallel HDF5 of Open MPI in $parallel"
fi

# The tests of what calls MPI, on two ranks: MPICH's keep a core busy each while they wait.
for test in "${tests[@]}"; do
  if "${limit[@]}" mpirun.mpich -n 2 "$build/tests/$test" >"$work/out" 2>&1; then ok "$test"; else not_ok "$test" "exit $?"; grep -v '^ok' "$work/out" | tail -5 | sed 's/^/# /'; fi
done

# The rows of a sweep, whatever the number of ranks; NOLOCAL takes ranks for ones on different hosts, so the queue is not in shared
# memory.
rows() { /usr/bin/python3 tests/e2e/results_rows.py "$@"; }
$cordee sweep jobs/smoke.job --quiet --backend cpu --out "$work/smoke.h5" >/dev/null || not_ok smoke "exit $?"
rows "$work/smoke.h5" >"$work/rows"
for n in 1 2 3 4; do
  "${limit[@]}" mpirun.mpich -n $n $mpich sweep jobs/smoke.job --quiet --backend cpu --out "$work/smoke-$n.h5" >"$work/out" 2>&1
  rc=$?
  [ $rc = 0 ] && rows "$work/smoke-$n.h5" | cmp -s - "$work/rows" && ok "sweep.$n" || not_ok "sweep.$n" "exit $rc: $(tail -3 "$work/out")"
done
MPIR_CVAR_NOLOCAL=1 "${limit[@]}" mpirun.mpich -n 3 $mpich sweep jobs/smoke.job --quiet --backend cpu --out "$work/smoke-far.h5" >"$work/out" 2>&1
rc=$?
[ $rc = 0 ] && rows "$work/smoke-far.h5" | cmp -s - "$work/rows" && ok sweep-over-network || not_ok sweep-over-network "exit $rc: $(tail -3 "$work/out")"

# A run that is stopped under one MPI goes on under the other, to the answer of neither having been stopped.
instance=instances/uniform-200-1.tsp
run=(--quiet --backend cpu --threads 1)
plan=(--method climb --climbers 60000 --islands 5 --epoch 64 --restart kick --seed 9)
$cordee solve $instance "${plan[@]}" "${run[@]}" --out "$work/whole.tour" >"$work/whole" || not_ok whole "exit $?"
moved() { # NAME FROM_RANKS FROM TO_RANKS TO
  local name=$1 rc=0
  rm -f "$work"/run.h5*
  "$2" 2 "$3" solve $instance "${plan[@]}" "${run[@]}" --time 0.3 --checkpoint "$work/run.h5" >"$work/out" 2>&1 || rc=$?
  $cordee show --json "$work/run.h5" | grep '"finished": *false' >/dev/null || { not_ok "$name" "exit $rc, and finished before it could be stopped: $(tail -3 "$work/out")"; return; }
  # A resume without a limit in seconds says so; the rest of what it says is the answer.
  "$4" 3 "$5" resume "$work/run.h5" "${run[@]}" --out "$work/again.tour" 2>&1 | grep -v "^note: the leg before had --time" >"$work/again"
  if cmp -s "$work/whole" "$work/again" && cmp -s "$work/whole.tour" "$work/again.tour"; then ok "$name"; else not_ok "$name" "$(cat "$work/whole") became $(tail -3 "$work/again")"; fi
}
moved from-open-mpi-to-mpich ompi_ranks $cordee mpich_ranks $mpich
moved from-mpich-to-open-mpi mpich_ranks $mpich ompi_ranks $cordee

# SIGUSR1 to one rank stops all, with a checkpoint; a run by hand needs no mpirun.
"${limit[@]}" mpirun.mpich -n 2 $mpich solve $instance --method climb --climbers 1e6 "${run[@]}" --log "$work/log" --checkpoint "$work/signal.h5" >/dev/null 2>"$work/err" & pid=$!
await_file "$work/log"
kill -USR1 "$(pgrep -f "^$mpich solve .*$work/signal.h5" | tail -1)"
wait $pid; rc=$?
[ $rc = 75 ] && $cordee show "$work/signal.h5" >/dev/null && ok sigusr1 || not_ok sigusr1 "expected exit 75, found $rc: $(tail -3 "$work/err")"
expect by-hand 0 verified $mpich solve instances/uniform-12-1.tsp "${run[@]}"

# Each by the other's mpirun: one message, exit code 69, and nothing is solved.
refused="cordee: expected one run of several processes, found separate ones"
foreign() { # NAME COMMAND...
  local name=$1; shift
  expect "$name" 69 "$refused" "$@"
  [ "$(grep -c "^$refused" "$work/out")" = 1 ] && ! grep -q verified "$work/out" && ok "$name-once" || not_ok "$name-once" "$(cat "$work/out")"
}
foreign open-mpi-by-mpich mpich_ranks 2 $cordee solve instances/uniform-12-1.tsp
foreign mpich-by-open-mpi ompi_ranks 2 $mpich solve instances/uniform-12-1.tsp
expect one-by-mpich 0 verified mpich_ranks 1 $cordee solve instances/uniform-12-1.tsp "${run[@]}"
expect one-by-open-mpi 0 verified ompi_ranks 1 $mpich solve instances/uniform-12-1.tsp "${run[@]}"
# One launcher inside another. Open MPI's within MPICH's is legal; what is started with PMIx's variables belongs to the outer run.
expect mpirun-in-the-other 0 verified mpich_ranks 2 mpirun.openmpi -n 2 $cordee solve instances/uniform-12-1.tsp "${run[@]}"
expect the-other-in-mpirun 0 verified ompi_ranks 2 mpirun.mpich -n 2 $mpich solve instances/uniform-12-1.tsp "${run[@]}"
expect does-not-start 76 "cordee: MPI does not start on $(hostname): MPICH" env PMI_FD=99 PMI_RANK=0 PMI_SIZE=2 $mpich solve instances/uniform-12-1.tsp
finish
