#!/usr/bin/env bash
# Tours that are large enough to recombine at once (ILS_LARGE in src/solver/ils/ils_plan.h): the same tour on any number of ranks, after a stop, and
# after a kill; whether they do so by default.
. "$(dirname "$0")/e2e.sh"
large=$work/large.tsp
solve=($cordee solve "$large" --backend cpu --recombine eax --islands 3 --tours 6 --kicks 0.02 --populations 1 --generations 25 --best-known 1e8 --quiet)
same() { cmp -s "$work/whole.tour" "$work/$1.tour" && ok "$1-same" || not_ok "$1-same" "$(cat "$work/out")"; }

check generate $cordee generate uniform --cities 50100 --seed 5 --out "$large"
expect whole 0 "verified" "${solve[@]}" --threads 2 --out "$work/whole.tour"
check two-ranks ranks 2 "${solve[@]}" --out "$work/two-ranks.tour"
same two-ranks

# The proven bound takes seconds, the search a fraction of one.
short=(--backend cpu --recombine none --kicks 0.0001 --islands 1 --tours 1)
expect bound-awaited 0 "computing the proven bound" $cordee solve "$large" "${short[@]}" --log "$work/waits.log"
expect bound-awaited-logged 0 "\"waiting for the proven bound\"" cat "$work/waits.log"
expect bound-spared 0 "verified" $cordee solve "$large" "${short[@]}" --best-known 1e8
grep -q "computing the proven bound" "$work/out" && not_ok bound-not-awaited "$(cat "$work/out")" || ok bound-not-awaited

# The threads of all ranks decide whether there is time for crossover: 50,100 cities need 12.6 seconds of one.
timed=($cordee solve "$large" --backend cpu --threads 1 --time 7 --target 1e12 --best-known 1e8)
expect one-rank-has-no-time 0 "recombine none" "${timed[@]}"
expect two-ranks-have-time 0 "recombine eax" ranks 2 "${timed[@]}"

"${solve[@]}" --checkpoint "$work/run.h5" --checkpoint-every 0.2 >"$work/said" 2>&1 &
pid=$!
await_file "$work/run.h5"
sleep 0.6
kill -TERM $pid 2>/dev/null && ok stopped || not_ok stopped "it had ended: $(cat "$work/said")"
wait $pid 2>/dev/null
expect stopped-shown 0 "unfinished run" $cordee show "$work/run.h5"
check resumed ranks 3 $cordee resume "$work/run.h5" --quiet --out "$work/resumed.tour"
same resumed

"${solve[@]}" --checkpoint "$work/kill.h5" --checkpoint-every 0.2 >"$work/said" 2>&1 &
pid=$!
await_file "$work/kill.h5"
sleep 0.6
kill -9 $pid 2>/dev/null && ok killed || not_ok killed "it had ended: $(cat "$work/said")"
wait $pid 2>/dev/null
check killed-resumed ranks 2 $cordee resume "$work/kill.h5" --quiet --out "$work/killed-resumed.tour"
same killed-resumed
finish
