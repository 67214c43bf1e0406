#!/usr/bin/env bash
# Signals end a run in good order: documented exit codes, a checkpoint that resumes to the uninterrupted answer.
. "$(dirname "$0")/e2e.sh"
instance=instances/uniform-200-1.tsp
plan=(--method climb --climbers 60000 --islands 5 --epoch 64 --restart kick --seed 9)

$cordee solve $instance "${plan[@]}" --quiet --out "$work/whole.tour" >"$work/whole" || not_ok whole "exit $?"

# stop NAME SIGNAL RANKS CODE: starts on that many ranks of one thread (a fast host would be done too soon), signals after a
# moment, expects that exit code, resumes on one
# rank more.
stop() {
  local name=$1 signal=$2 count=$3 code=$4 rc=0
  rm -f "$work"/run.h5*
  if [ "$count" = 1 ]; then
    $cordee solve $instance "${plan[@]}" --quiet --backend cpu --threads 1 --checkpoint "$work/run.h5" >/dev/null 2>"$work/err" & local pid=$!
  else
    mpirun -n "$count" $cordee solve $instance "${plan[@]}" --quiet --backend cpu --threads 1 --checkpoint "$work/run.h5" >/dev/null 2>"$work/err" & local pid=$!
  fi
  await_file "$work/run.h5"
  sleep 0.2
  kill -"$signal" $pid
  wait $pid || rc=$?
  [ $rc = "$code" ] || { not_ok "$name" "expected exit $code, found $rc: $(tail -3 "$work/err")"; return; }
  ranks $((count + 1)) $cordee resume "$work/run.h5" --quiet --out "$work/again.tour" >"$work/again" 2>&1
  if cmp -s "$work/whole" "$work/again" && cmp -s "$work/whole.tour" "$work/again.tour"; then ok "$name"; else
    not_ok "$name" "$(cat "$work/whole") became $(cat "$work/again")"
  fi
}
stop sigterm TERM 1 75
stop sigint INT 1 75
stop sigusr1 USR1 1 75
stop sigusr2 USR2 1 75
stop sigxcpu XCPU 1 75
stop sighup HUP 1 75
# Whether this mpirun passes USR1 on: not all do.
mpirun -n 1 bash -c 'trap "exit 7" USR1; sleep 20 & wait' </dev/null >/dev/null 2>&1 & pid=$!
sleep 1; kill -USR1 $pid; rc=0
( sleep 3; kill -TERM $pid ) 2>/dev/null & wait $pid || rc=$?
if [ $rc = 7 ]; then stop sigusr1-2-ranks USR1 2 75; else skip sigusr1-2-ranks "mpirun does not pass USR1 on"; fi
# mpirun passes USR1 on and the ranks' exit code back; for TERM it exits 1 itself, having passed it on after a second.
stop sigterm-2-ranks TERM 2 1

# A second SIGINT does not wait for anything. A run that has begun its log listens to signals.
$cordee solve instances/E1k.0.tsp --method climb --climbers 1e6 --quiet --log "$work/log-1" >/dev/null 2>&1 & pid=$!
await_file "$work/log-1"; kill -STOP $pid; kill -INT $pid; kill -CONT $pid; kill -INT $pid 2>/dev/null
rc=0; wait $pid || rc=$?
[ $rc = 130 ] && ok second-sigint || not_ok second-sigint "expected exit 130, found $rc"

# Without a checkpoint there is nothing to resume: 128 + N, and still the best so far.
$cordee solve instances/E1k.0.tsp --method climb --climbers 1e6 --quiet --log "$work/log-2" >"$work/out" 2>&1 & pid=$!
await_file "$work/log-2"; sleep 0.3; kill -TERM $pid
rc=0; wait $pid || rc=$?
[ $rc = 143 ] && grep -q verified "$work/out" && ok sigterm-without-checkpoint || not_ok sigterm-without-checkpoint "exit $rc: $(cat "$work/out")"

# Under nohup the end of a terminal stops nothing; other signals do.
nohup $cordee solve instances/E1k.0.tsp --method climb --climbers 1e6 --quiet --log "$work/log-3" --checkpoint "$work/nohup.h5" >/dev/null 2>&1 & pid=$!
await_file "$work/log-3"; kill -HUP $pid; sleep 1
if kill -0 $pid 2>/dev/null; then ok nohup-goes-on; else not_ok nohup-goes-on "it has ended"; fi
kill -TERM $pid; rc=0; wait $pid || rc=$?
[ $rc = 75 ] && ok nohup-stops || not_ok nohup-stops "expected exit 75, found $rc"

# A limit of CPU time whose hard limit is later: the run ends with its checkpoint.
( ulimit -S -t 2; exec $cordee solve instances/E1k.0.tsp --method climb --climbers 1e6 --quiet --checkpoint "$work/cpu.h5" ) >"$work/out" 2>&1
rc=$?
[ $rc = 75 ] && $cordee show "$work/cpu.h5" >/dev/null && ok cpu-limit || not_ok cpu-limit "exit $rc: $(tail -3 "$work/out")"

# What computes items, and sweeps: code 75, nothing beside the file, and the same command comes to the end of the uninterrupted one.
for _ in $(seq 3000); do echo "$PWD/$instance $work/whole.tour"; done >"$work/u.list"
printf '[a]\ninstance = %s\nmethod = climb\nclimbers = 300\nseed = 1..100\n' "$PWD/$instance" >"$work/a.job"
stop_items() { # NAME SIGNAL FILE COMMAND...
  local name=$1 signal=$2 file=$3 rc=0 left; shift 3
  rm -f "$file"*
  "$@" >"$work/out" 2>&1 & local pid=$!
  await_file "$file"
  kill -"$signal" $pid
  wait $pid || rc=$?
  left=$(compgen -G "$file.*")
  [ $rc = 75 ] && [ -z "$left" ] || { not_ok "$name" "expected exit 75, found $rc, and $left: $(tail -3 "$work/out")"; return; }
  rc=0; "$@" >"$work/out" 2>&1 || rc=$?
  [ $rc = 0 ] && ! grep -q pending "$work/out" && ok "$name" || not_ok "$name" "exit $rc: $(tail -3 "$work/out")"
}
stop_items sweep-usr2 USR2 "$work/a.h5" $cordee sweep "$work/a.job" --out "$work/a.h5" --backend cpu --threads 1
stop_items bfs-hup HUP "$work/b.h5" $cordee bfs kron:scale=16,edgefactor=16,seed=1 --sources 300 --method topdown --out "$work/b.h5" --backend cpu --threads 1
stop_items verify-xcpu XCPU "$work/v.h5" $cordee verify --batch "$work/u.list" --out "$work/v.h5"
finish
