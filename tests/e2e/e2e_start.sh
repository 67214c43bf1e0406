#!/usr/bin/env bash
# How a process starts: many at a time on one host, signals that come while it does, an MPI that does not start, a reader of its
# output that goes away. STARTS=10000 for a long look at starts side by side (200 unless told otherwise).
. "$(dirname "$0")/e2e.sh"
instance=instances/uniform-200-1.tsp
run=(solve "$instance" --backend cpu --threads 1)
plan=(--method climb --climbers 4000 --islands 4 --epoch 64 --seed 9)
mkdir "$work/tmp"

# Starts side by side: none fails, and none leaves anything in the folder for temporary files. The error is `verify`'s own.
export cordee work
one_start() {
  local said rc=0
  said=$(TMPDIR=$work/tmp $cordee verify instances/uniform-12-1.tsp "$work/nothing" 2>&1) || rc=$?
  [ $rc = 66 ] || { echo "start $1: exit $rc"; grep -v '^-*$' <<<"$said" | head -4; }
}
export -f one_start
starts=${STARTS:-200}
seq "$starts" | xargs -P 4 -I{} bash -c 'one_start {}' >"$work/starts"
[ ! -s "$work/starts" ] && ok "starts-side-by-side" || not_ok starts-side-by-side "$(grep -c ^start "$work/starts") of $starts failed: $(head -5 "$work/starts")"

# A process that is at work has no folder there either, so a kill leaves none behind.
TMPDIR=$work/tmp $cordee "${run[@]}" --method climb --climbers 1e6 --quiet --log "$work/log" >/dev/null 2>&1 & pid=$!
await_file "$work/log"
found=$(ls -A "$work/tmp")
kill -9 $pid; wait $pid 2>/dev/null
[ -z "$found$(ls -A "$work/tmp")" ] && ok no-folder || not_ok no-folder "$found"

# MPI that does not start: its reasons, and a line of cordee's own with an exit code of its own. Two ways in which Open MPI ends.
if $cordee verify instances/uniform-12-1.tsp "$work/nothing" 2>/dev/null; [ $? = 66 ]; then ok starts; else not_ok starts "exit $?"; fi
expect mpi-fails-late 76 "cordee: MPI does not start on" env OMPI_MCA_pml=nosuch $cordee "${run[@]}"
expect mpi-fails-early 76 "cordee: MPI does not start on" env OMPI_MCA_shmem=nosuch $cordee "${run[@]}"
# mpirun returns what Open MPI has told it, 1.
expect mpi-fails-on-2-ranks 1 "cordee: MPI does not start on" env OMPI_MCA_pml=nosuch mpirun -n 2 $cordee "${run[@]}"

# Ranks of one host load no library of a network, unless the user names a way to others.
networks() { # NAME=VALUE: how many of the ranks looked at the component that holds Omni-Path's
  rm -f "$work"/ld.*
  env -u OMPI_MCA_pml "$1" LD_DEBUG=files LD_DEBUG_OUTPUT="$work/ld" mpirun -n 2 $cordee verify instances/uniform-12-1.tsp "$work/nothing" >/dev/null 2>&1
  grep -lE 'file=[^ ]*mca_(pml_cm|pml_ucx|mtl_)' "$work"/ld.* 2>/dev/null | wc -l
}
if ! mpirun --version | grep -q 'Open MPI) 4'; then skip one-host "no Open MPI 4"; else
  found=$(networks OMPI_MCA_btl=self,vader) asked=$(networks OMPI_MCA_pml=^ucx)
  [ "$found" = 0 ] && [ "$asked" = 2 ] && ok one-host || not_ok one-host "$found ranks looked at networks, $asked where the user wants it"
fi

# Signals from the first instant on. The run stops in its first epoch, with a checkpoint that resumes to the whole answer.
$cordee "${run[@]}" "${plan[@]}" --quiet --out "$work/whole.tour" >"$work/whole" || not_ok whole "exit $?"
if ${MPICC:-mpicc} -shared -fPIC -o "$work/early.so" tests/e2e/early_signal.c 2>"$work/err"; then
  early() { # NAME SIGNAL FUNCTION LAUNCH...
    local name=$1 number=$2 function=$3 rc=0; shift 3
    rm -f "$work"/run.h5*
    "$@" env LD_PRELOAD="$work/early.so" ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 EARLY_SIGNAL="$number" EARLY_FUNCTION="$function" \
      $cordee "${run[@]}" "${plan[@]}" --quiet --checkpoint "$work/run.h5" >"$work/out" 2>&1 || rc=$?
    [ $rc = 75 ] || { not_ok "$name" "expected exit 75, found $rc: $(tail -3 "$work/out")"; return; }
    $cordee resume "$work/run.h5" --quiet --out "$work/again.tour" >"$work/again" 2>&1
    if cmp -s "$work/whole" "$work/again" && cmp -s "$work/whole.tour" "$work/again.tour"; then ok "$name"; else
      not_ok "$name" "$(cat "$work/whole") became $(cat "$work/again")"
    fi
  }
  early sigterm-in-mpi-init 15 MPI_Init_thread
  early sigusr1-in-mpi-init 10 MPI_Init_thread
  early sigterm-in-mpi-init-2-ranks 15 MPI_Init_thread mpirun -n 2
  early sigusr2-in-mpi-init 12 MPI_Init_thread
  early sigxcpu-in-mpi-init 24 MPI_Init_thread
  early sighup-in-mpi-init 1 MPI_Init_thread
  early sigint-after-mpi-init 2 MPI_Bcast
  # Before main(): libraries set themselves up for longer than the program takes to start.
  for number in 15 2 10 12 24 1; do early "signal-$number-before-main" $number constructor; done
  early sigterm-before-main-2-ranks 15 constructor mpirun -n 2
else
  skip early-signals "the shim does not compile: $(head -1 "$work/err")"
fi

# SIGINT after SIGTERM is not a second SIGINT.
$cordee "${run[@]}" --method climb --climbers 1e6 --quiet --log "$work/log-2" --checkpoint "$work/two.h5" >/dev/null 2>&1 & pid=$!
await_file "$work/log-2"
kill -TERM $pid; kill -INT $pid
rc=0; wait $pid || rc=$?
[ $rc = 75 ] && ok sigint-after-sigterm || not_ok sigint-after-sigterm "expected exit 75, found $rc"

# Whoever read standard error or standard output is gone: a pipe without a reader. The run comes to its end all the same, and its
# checkpoint is finished; only a lost result is an error.
mkfifo "$work/pipe"
exec 9<>"$work/pipe" 8>"$work/pipe" 9>&-
finished() { $cordee show --json "$1" | grep '"finished": *true' >/dev/null; }
gone() { # NAME CODE COMMAND...
  local name=$1 code=$2 rc=0; shift 2
  rm -f "$work"/run.h5*
  "$@" || rc=$?
  if [ $rc = "$code" ] && finished "$work/run.h5"; then ok "$name"; else not_ok "$name" "expected exit $code, found $rc: $($cordee show "$work/run.h5" 2>&1 | head -1)"; fi
}
whole=("${run[@]}" "${plan[@]}" --checkpoint "$work/run.h5")
to_err() { "$@" 2>&8 >/dev/null; }
to_out() { "$@" >&8 2>/dev/null; }
gone nobody-reads-stderr 0 to_err $cordee "${whole[@]}"
gone nobody-reads-stdout 74 to_out $cordee "${whole[@]}"
exec 8>&-

# Text that was asked for and cannot be written.
full() { "$@" >/dev/full; }
closed() { "$@" >&-; }
for words in --help --version "solve --help" "sweep --help" "verify --help"; do
  expect "full-device-${words// /-}" 74 "cordee: standard output could not be written" full $cordee $words
done
expect closed-output 74 "cordee: standard output could not be written: it is closed" closed $cordee --version
expect full-device-no-command 74 "cordee: standard output could not be written" full $cordee
finish
