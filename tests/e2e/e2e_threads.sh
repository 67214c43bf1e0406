#!/usr/bin/env bash
# Threads that wait for each other sleep soon, unless the user has said how they wait: so cores can be shared with others.
. "$(dirname "$0")/e2e.sh"
unset OMP_WAIT_POLICY GOMP_SPINCOUNT
instance=instances/E1k.0.tsp
long=(solve $instance --method climb --climbers 1e7 --quiet --threads 1 --backend cpu)

# environment NAME EXPECTED [VARIABLE=VALUE...]: what a run that is under way has of the two variables, in this order.
environment() {
  local name=$1 expected=$2 found="" pid; shift 2
  rm -f "$work/log"
  env "$@" $cordee "${long[@]}" --log "$work/log" >/dev/null 2>&1 & pid=$!
  await_file "$work/log"
  found=$(tr '\0' '\n' <"/proc/$pid/environ" | grep -E '^(OMP_WAIT_POLICY|GOMP_SPINCOUNT)=' | sort | tr '\n' ' ')
  local shown; shown=$(ps -o comm= -p $pid)
  kill -TERM $pid; wait $pid
  [ "$found" = "$expected" ] && [ "$shown" = cordee ] && ok "$name" || not_ok "$name" "expected '$expected' of cordee, found '$found' of '$shown'"
}
environment spin-is-short "GOMP_SPINCOUNT=1000 "
environment users-spin-stays "GOMP_SPINCOUNT=77 " GOMP_SPINCOUNT=77
environment users-policy-stays "OMP_WAIT_POLICY=active " OMP_WAIT_POLICY=active

# What a start hands on: arguments as they are, a pipe on either side, the exit code; and under mpirun.
expect arguments-kept 66 "no such  file*.tsp" $cordee solve "no such  file*.tsp"
lines=$($cordee generate uniform --cities 300 --seed 4 | cat | wc -l)
[ "$lines" -gt 300 ] && ok through-a-pipe || not_ok through-a-pipe "$lines lines"
expect under-mpirun 0 verified ranks 2 $cordee solve $instance --method climb --climbers 20 --threads 2 --backend cpu
loader=$(sed -n 's/.*interpreter: \(.*\)\]/\1/p' <(readelf -l $cordee 2>/dev/null))
if [ -x "$loader" ]; then expect through-the-loader 0 cordee "$loader" $cordee --version; else skip through-the-loader "no readelf"; fi

# More threads than the host has cores: said once, however they were asked for.
many=$(($(nproc --all) + 3)) small=instances/uniform-12-1.tsp
expect threads-above 0 "warning: $many threads of 1 rank on $(uname -n), which has $(nproc --all) core" env -u OMP_NUM_THREADS $cordee solve $small --threads $many
expect threads-above-variable 0 "warning: $many threads of 1 rank" env OMP_NUM_THREADS=$many $cordee solve $small
expect threads-above-price 0 "warning: $many threads of 1 rank" $cordee price --S 50 --T 1 --sigma .2 --r .1 --threads $many
expect threads-above-ranks 0 "warning: $((2 * many)) threads of 2 ranks" ranks 2 $cordee solve $small --threads $many
env OMP_NUM_THREADS=1 $cordee solve $small >"$work/out" 2>&1
grep -q warning "$work/out" && not_ok threads-within "$(cat "$work/out")" || ok threads-within

finish
