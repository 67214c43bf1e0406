#!/usr/bin/env bash
# The live view: drawn in a terminal, plain lines elsewhere.
. "$(dirname "$0")/e2e.sh"

# Runs a command on a pseudo-terminal of 100 columns; what it writes there goes to standard output.
on_terminal() { /usr/bin/python3 - "$@" <<'PY'
import fcntl, os, pty, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
while True:
    try:
        data = os.read(fd, 65536)
    except OSError:
        break
    if not data:
        break
    sys.stdout.buffer.write(data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
PY
}

run=($cordee solve instances/uniform-200-1.tsp --backend cpu --method climb --climbers 1e8 --epoch 32 --time 4 --checkpoint "$work/run.h5" --checkpoint-every 1)
expect terminal 0 "time limit reached" env TERM=xterm LC_ALL=C bash -c "$(declare -f on_terminal); on_terminal ${run[*]}"
tr -d '\r' < "$work/out" > "$work/screen"
for text in "uniform-200-1: 200 cities, EUC_2D; climb on 1 rank, cpu" "of 100M climbers" "moves/s" "best        1" "islands     8: best 1" "checkpoint  $work/run.h5"; do
  grep -qF "$text" "$work/screen" && ok "shows '${text:0:20}...'" || not_ok "shows '$text'" "$(head -c 2000 "$work/screen")"
done
grep -q $'\033\[[0-9]*A\033\[J' "$work/screen" && ok draws-over-itself || not_ok draws-over-itself "no such sequence"
awk '/^  [a-z]/ && length > 99 { bad = 1 } /^  [a-z]/ { seen = 1 } END { exit bad || !seen }' "$work/screen" && ok fits-the-width || not_ok fits-the-width "a line is longer than the terminal"
# A first epoch that is longer than the run. Then one of some seconds and recombination, which counts no looks; checkpoints one after the other.
first=($cordee solve instances/E1k.0.tsp --backend cpu --kicks 50 --time 3)
expect first-epoch-terminal 0 "time limit reached" env TERM=xterm LC_ALL=C bash -c "$(declare -f on_terminal); on_terminal ${first[*]}"
tr -d '\r' < "$work/out" > "$work/screen"
shows() { grep -qE "$2" "$work/screen" && ok "$1" || not_ok "$1" "$(head -c 2000 "$work/screen")"; }
shows solution-under-way '^  under way   2[0-9]{7}, gap [0-9.]+%'
shows course-ascii '^  gap         .*[^ _].*_ [0-9.]+% to [0-9.]+%$'
ils=($cordee solve instances/E1k.0.tsp --backend cpu --time 4 --checkpoint "$work/ils.h5" --checkpoint-every 0)
expect ils-terminal 0 "time limit reached" env TERM=xterm LC_ALL=C.UTF-8 bash -c "$(declare -f on_terminal); on_terminal ${ils[*]}"
tr -d '\r' < "$work/out" > "$work/screen"
shows course '^  gap         .*(▂|▃|▄|▅|▆|▇|█).*▁ [0-9.]+% to [0-9.]+%$'
shows moment 'B in [0-9.]+(ms|s), paused [0-9.]+(us|ms|s)'
grep -qE 'rate        0 |next in 0.0s' "$work/screen" && not_ok no-empty-words "$(grep -E 'rate        0 |next in 0.0s' "$work/screen" | sort | uniq -c)" || ok no-empty-words
run=("${run[@]/#4/2}")
rm -f "$work"/run.h5*
expect no-terminal 0 "time limit reached" "${run[@]}"
grep -q $'\033' "$work/out" && not_ok plain-lines "control sequences without a terminal" || ok plain-lines
rm -f "$work"/run.h5*
expect dumb-terminal 0 "time limit reached" env TERM=dumb bash -c "$(declare -f on_terminal); on_terminal ${run[*]}"
grep -q $'\033' "$work/out" && not_ok plain-lines-dumb "control sequences on a dumb terminal" || ok plain-lines-dumb
printf '[some]\ninstance = %s\nmethod = climb\nrestart = kick\nclimbers = 2000\nseed = 1..200\n' "$PWD/instances/uniform-200-1.tsp" >"$work/some.job"
sweep=($cordee sweep "$work/some.job" --backend cpu --time 3)
expect sweep-terminal 75 "time limit reached" env TERM=xterm bash -c "$(declare -f on_terminal); on_terminal ${sweep[*]}"
tr -d '\r' < "$work/out" > "$work/screen"
for text in "$work/some.job: 1 group of 1 rank, cpu" " running; 0 failed" "tasks/s" "last        [some] uniform-200-1: 11"; do
  grep -qF "$text" "$work/screen" && ok "sweep-shows '${text##*/}'" || not_ok "shows '$text'" "$(head -c 2000 "$work/screen")"
done
# Under mpirun, whose standard error is the terminal: the same view, of all ranks; lines that mpirun marks stay lines.
under=(solve instances/uniform-200-1.tsp --backend cpu --threads 1 --method climb --climbers 1e8 --epoch 32 --time 4)
expect mpirun-terminal 0 "time limit reached" env TERM=xterm LC_ALL=C bash -c "$(declare -f on_terminal); on_terminal mpirun -n 2 $cordee ${under[*]}"
tr -d '\r' < "$work/out" > "$work/screen"
shows mpirun-shows-ranks '^uniform-200-1: 200 cities, EUC_2D; climb on 2 ranks, cpu'
grep -q $'\033\[[0-9]*A\033\[J' "$work/screen" && ok mpirun-draws-over-itself || not_ok mpirun-draws-over-itself "no such sequence"
if mpirun --version | grep -q 'Open MPI) 4'; then
  expect mpirun-tags 0 "time limit reached" env TERM=xterm bash -c "$(declare -f on_terminal); on_terminal mpirun --tag-output -n 2 $cordee ${under[*]/#4/2}"
  grep -q $'\033' "$work/out" && not_ok mpirun-tagged-lines "control sequences between marks" || ok mpirun-tagged-lines
fi
finish
