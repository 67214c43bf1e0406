#!/usr/bin/env bash
# What takes long is given up when a signal comes or the time is over: set-up, and steps that are no slice. Plans that need more
# memory than there is are refused before they take it. Times are bounds far above what is expected and far below what it was.
. "$(dirname "$0")/e2e.sh"
etc=instances/etc-i-hihi-60x10-1.etc
$cordee generate uniform --cities 1500000 --out "$work/large.tsp" || not_ok large "exit $?"
$cordee generate etc --tasks 8192 --machines 128 --out "$work/large.etc" || not_ok large.etc "exit $?"

# stopped NAME CODE TEXT WAIT COMMAND...: a signal after so long ends it within 8 s, with that code and text (an extended regular expression).
stopped() {
  local name=$1 code=$2 text=$3 wait=$4 rc=0 began took; shift 4
  "$@" >"$work/out" 2>&1 & local pid=$!
  sleep "$wait"
  began=$(date +%s%N)
  kill -TERM $pid 2>/dev/null
  wait $pid || rc=$?
  took=$((($(date +%s%N) - began) / 1000000))
  if [ $took -lt 8000 ] && [ $rc = "$code" ] && { [ -z "$text" ] || grep -qE -- "$text" "$work/out"; }; then ok "$name"; else
    not_ok "$name" "expected exit $code within 8 s and '$text', found exit $rc after $took ms: $(tail -3 "$work/out")"
  fi
}
cpu=(--backend cpu --threads 1)

# Steps: 17 to 23 s before.
stopped islands-many 143 uniform-200-1: 2 $cordee solve instances/uniform-200-1.tsp --islands 1e5 "${cpu[@]}"
stopped chains-many 143 verified 2 $cordee solve $etc --method anneal --chains 1e5 "${cpu[@]}"
stopped climbers-large 143 "" 4 $cordee solve "$work/large.tsp" --method climb "${cpu[@]}"

# Set-up. It has nothing to save; a run that is resumed has what it had.
stopped set-up-cities 143 "stopped by a signal during" 0.3 $cordee solve "$work/large.tsp" --candidates 8 "${cpu[@]}" --checkpoint "$work/new.h5"
[ ! -e "$work/new.h5" ] && ok set-up-saves-nothing || not_ok set-up-saves-nothing "there is a checkpoint"
stopped set-up-matching 143 "" 0.2 $cordee solve "$work/large.etc" "${cpu[@]}"
stopped lists 143 "no solution yet|stopped by a signal during" 0.3 $cordee solve "$work/large.etc" --method lists "${cpu[@]}"
$cordee generate etc --tasks 32768 --machines 128 --out "$work/huge.etc" || not_ok huge.etc "exit $?"
$cordee solve "$work/huge.etc" --method anneal --epochs 1 --epoch 512 --chains 1 --islands 1 --quiet --backend cpu --checkpoint "$work/run.h5" >/dev/null 2>&1 || not_ok run "exit $?"
cp "$work/run.h5" "$work/before.h5"
stopped set-up-of-resume 75 "" 0.3 $cordee resume "$work/run.h5" "${cpu[@]}"
cmp -s "$work/run.h5" "$work/before.h5" && ok resume-saves-nothing || not_ok resume-saves-nothing "the checkpoint is another"

# Text that takes seconds to read.
yes "7 8" | head -c 400000000 >"$work/long.txt"
stopped read-graph 75 "stopped by a signal during the reading of $work/long.txt" 1.5 $cordee bfs "$work/long.txt" --sources 1
[ "$(ls "$work"/long.txt*)" = "$work/long.txt" ] && ok read-graph-leaves-nothing || not_ok read-graph-leaves-nothing "$(ls "$work"/long.txt*)"
rm "$work/long.txt"

# Ranks agree: the signal of one ends all.
( sleep 2; pid=$(pgrep -f "^$cordee solve $work/large.tsp --seed 77 " | tail -1); [ "$pid" ] && kill -TERM "$pid" ) &
rc=0
timeout 60 mpirun -n 2 $cordee solve "$work/large.tsp" --seed 77 "${cpu[@]}" --islands 2 >"$work/out" 2>&1 || rc=$?
[ $rc = 143 ] && grep -q "stopped by a signal" "$work/out" && ok ranks-agree || not_ok ranks-agree "exit $rc: $(tail -3 "$work/out")"

# The time: twice the limit and a second, where there is nothing to show.
began=$(date +%s%N)
expect time-in-set-up 0 "the time was over during" timeout 60 $cordee solve "$work/large.tsp" --candidates 8 --time 0.2 "${cpu[@]}"
took=$((($(date +%s%N) - began) / 1000000))
echo "# time-in-set-up: $took ms"

# A sweep is stopped while it is planned, and goes on with the same command.
printf '[large]\ninstance = %s\nmethod = ils, climb\nkicks = 1\nclimbers = 10\n' "$work/large.tsp" >"$work/a.job"
stopped sweep-planned 75 "" 1.5 $cordee sweep "$work/a.job" --out "$work/a.h5" "${cpu[@]}"

# ---- memory ----

refused() { local name=$1; shift; expect "$name" 71 "are free on" timeout 60 "$@"; }
refused memory-ils $cordee solve "$work/large.tsp" --islands 1e6 --tours 1e6 "${cpu[@]}"
refused memory-climb $cordee solve "$work/large.tsp" --method climb --islands 1e6 --climbers 1e6 "${cpu[@]}"
refused memory-anneal $cordee solve "$work/large.etc" --method anneal --islands 1000 --chains 1e6 "${cpu[@]}"
refused memory-pso $cordee solve rastrigin:100000 --method pso --islands 1e6 --particles 1e6 "${cpu[@]}"
refused memory-2-ranks mpirun -n 2 $cordee solve rastrigin:100000 --method pso --islands 1e6 --particles 1e6 "${cpu[@]}"
limited() { ( ulimit -v 4000000; exec "$@" ); }
expect memory-by-ulimit 71 "are free on this rank (ulimit -v)" limited $cordee solve rastrigin:1000 --method pso --islands 8 --particles 1e5 "${cpu[@]}"
expect memory-that-fits 0 verified limited $cordee solve rastrigin:100 --method pso --islands 8 --particles 1e4 --iterations 2 "${cpu[@]}"
printf '[batch]\ninstance = %s\nmethod = climb\nislands = 1e6, 4\nclimbers = 100\nepoch = 1000000\n' "$PWD/instances/E1k.0.tsp" >"$work/b.job"
expect memory-in-a-sweep 1 "are free on" limited $cordee sweep "$work/b.job" --out "$work/b.h5" "${cpu[@]}"
finish
