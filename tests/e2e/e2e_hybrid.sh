#!/bin/bash
# Ranks of different speed: the answer of one rank, blocks by speed, stopped and resumed. A rank is made slow by slow_rank.c.
source "$(dirname "$0")/e2e.sh"
export CUDA_VISIBLE_DEVICES= # ranks are CPUs whose speeds are set here, also where there is a GPU
slow=$work/slow.so
${MPICC:-mpicc} -shared -fPIC -o "$slow" tests/e2e/slow_rank.c -ldl 2>"$work/err" || { skip hybrid "the shim does not compile: $(head -1 "$work/err")"; finish; }

# hybrid FACTOR ARGUMENTS...: two ranks, the second so many times slower.
hybrid() {
  local factor=$1; shift
  mpirun -n 1 $cordee "$@" --hybrid : -n 1 env LD_PRELOAD="$slow" ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 SLOW="$factor" $cordee "$@" --hybrid
}
# by_cpu FACTOR ARGUMENTS...: the same, on clocks that other programs do not lengthen.
by_cpu() {
  local factor=$1 shim="env LD_PRELOAD=$slow ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 CPU_CLOCK=1"; shift
  mpirun -n 1 $shim SLOW=1 $cordee "$@" --hybrid : -n 1 $shim SLOW="$factor" $cordee "$@" --hybrid
}
# last_shares LOG: islands and seconds of an epoch of both ranks, as the log's last line has them.
last_shares() { tail -1 "$1" | grep -oE '"islands": [0-9]+|"epoch_s": [0-9.]+' | awk '{ printf "%s ", $2 } END { print "" }'; }

tasks=instances/etc-i-hihi-60x10-1.etc tour=instances/uniform-200-1.tsp
climb=(--method climb --climbers 2000 --islands 100 --epoch 10)
anneal=(--method anneal --chains 2 --islands 120 --epochs 16 --epoch 8192)
pso=(--method pso --particles 64 --islands 60 --iterations 600 --epoch 20)
$cordee solve $tour "${climb[@]}" --quiet --out "$work/climb.one" >"$work/climb" || not_ok climb "exit $?"
$cordee solve $tasks "${anneal[@]}" --quiet --out "$work/anneal.one" >"$work/anneal" || not_ok anneal "exit $?"
$cordee solve $tasks "${pso[@]}" --quiet --out "$work/pso.one" >"$work/pso" || not_ok pso "exit $?"

# same_answer NAME METHOD OUTPUT SOLUTION
same_answer() {
  if cmp -s "$work/$2" "$3" && cmp -s "$work/$2.one" "$4"; then ok "$1"; else not_ok "$1" "$(cat "$work/$2") became $(cat "$3")"; fi
}

# The answer is that of one rank; the slower rank has fewer islands, and both end an epoch at about the same time (equal shares would
# take it twice as long).
balanced() { # METHOD FACTOR INSTANCE OPTIONS...
  local method=$1 factor=$2 told; shift 2
  by_cpu "$factor" solve "$@" --quiet --log "$work/log" --out "$work/found" >"$work/out" 2>"$work/err" || { not_ok "$method-balanced" "exit $?: $(cat "$work/err")"; return; }
  told=$(last_shares "$work/log")
  same_answer "$method-same" "$method" "$work/out" "$work/found"
  echo "# $method: islands and seconds an epoch of both ranks: $told"
  echo "$told" | awk '{ exit !($1 > 1.4 * $3 && $3 > 0 && $2 > 0 && $4 > 0 && $2 < 1.5 * $4 && $4 < 1.5 * $2) }' && ok "$method-balanced" || not_ok "$method-balanced" "$told"
}
balanced anneal 2 $tasks "${anneal[@]}"
hybrid 3 solve $tasks "${pso[@]}" --quiet --out "$work/found" >"$work/out" 2>&1
same_answer pso-same pso "$work/out" "$work/found"

# Stopped after the islands were dealt, resumed on one rank, on ranks of other speeds, and on ranks that share equally.
hybrid 5 solve $tour "${climb[@]}" --quiet --time 1.8 --checkpoint "$work/run.h5" >"$work/out" 2>&1 || not_ok stopped "exit $?: $(tail -2 "$work/out")"
hybrid 1 resume "$work/run.h5" --quiet --time 0.8 >"$work/out" 2>&1 || not_ok resumed "exit $?: $(tail -2 "$work/out")"
cp "$work/run.h5" "$work/other.h5"
rm -f "$work/found" # an assignment, which no tour replaces
$cordee resume "$work/run.h5" --quiet --out "$work/found" >"$work/out" 2>"$work/err"
same_answer resumed-on-one climb "$work/out" "$work/found"
hybrid 2 resume "$work/other.h5" --quiet --out "$work/found" >"$work/out" 2>"$work/err"
same_answer resumed-hybrid climb "$work/out" "$work/found"

# Killed in the middle.
(hybrid 4 solve $tour "${climb[@]}" --quiet --checkpoint-every 0.5 --checkpoint "$work/killed.h5" >"$work/out" 2>&1) & pid=$!
await_file "$work/killed.h5"; sleep 1; pkill -KILL -P "$(pgrep -P $pid -x mpirun)" 2>/dev/null; wait $pid
expect killed-and-resumed 0 "$(cat "$work/climb")" hybrid 4 resume "$work/killed.h5" --quiet

# What is told.
hybrid 2 solve $tour --method climb --climbers 400 --islands 1 >"$work/out" 2>"$work/err"
grep -q 'rank [01], cpu: 0 of 1 islands' "$work/err" && grep -q 'too few for 1 of 2 ranks' "$work/err" && ok too-few || not_ok too-few "$(tail -3 "$work/err")"
$cordee solve $tour "${climb[@]}" --quiet --hybrid >"$work/out" 2>&1
same_answer alone climb "$work/out" "$work/climb.one"
finish
