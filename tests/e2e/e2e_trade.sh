#!/usr/bin/env bash
# Task trading on the command line: no answer is worse than its start, and a run that is killed goes on to the same end.
. "$(dirname "$0")/e2e.sh"
etc=instances/etc-i-hihi-60x10-1.etc

# cost FILE: of the first line that tells one
cost() { sed -n 's/^.*: \([0-9.]*\),* .*/\1/p' "$1" | head -1; }
no_worse() { awk -v a="$(cost "$1")" -v b="$(cost "$2")" 'BEGIN { exit !(a > 0 && a <= b) }'; }

# ---- starts ----
for method in fcfs min-min "pso --iterations 20 --islands 2"; do
  name=${method%% *}
  $cordee solve $etc --method $method --quiet --out "$work/$name.txt" >"$work/start" || not_ok "$name" "exit $?"
  for network in machines chains both; do
    check "from-$name-$network" $cordee solve $etc --method trade --network $network --initial "$work/$name.txt" --islands 1 --rounds 3 --quiet
    no_worse "$work/out" "$work/start" && ok "from-$name-$network-no-worse" || not_ok "from-$name-$network-no-worse" "$(cat "$work/out" "$work/start")"
  done
done
expect finds-more 0 "909341.047913, 5.619% above the proven bound" $cordee solve $etc --method trade --islands 2 --quiet
expect depth-bounded 64 "--depth: expected 1 to 16" $cordee solve $etc --method trade --depth 17
expect of-tasks-only 64 "expected one of" $cordee solve instances/uniform-12-1.tsp --method trade

# ---- killed and resumed, on other numbers of ranks ----
plan=(--method trade --islands 3 --rounds 6000 --epoch 400 --seed 2 --quiet)
check whole $cordee solve $etc "${plan[@]}" --out "$work/whole.txt"
for count in 1 2 3; do
  rm -f "$work"/run.h5*
  $cordee solve $etc "${plan[@]}" --checkpoint "$work/run.h5" --checkpoint-every 0 >/dev/null 2>&1 & pid=$!
  await_file "$work/run.h5"
  kill -9 $pid; wait $pid 2>/dev/null
  check "resumed-$count" ranks $count $cordee resume "$work/run.h5" --quiet --out "$work/again.txt"
  cmp -s "$work/whole.txt" "$work/again.txt" && ok "same-$count" || not_ok "same-$count" "$(cat "$work/out")"
done
finish
