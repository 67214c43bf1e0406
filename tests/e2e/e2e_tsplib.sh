#!/usr/bin/env bash
# TSPLIB: every optimal tour is re-measured to the digit through the program, what cannot be done is refused by name, random
# restarts reach what they must, and every kind of distance is solved.
. "$(dirname "$0")/e2e.sh"
[ -d "$data/tsp" ] && [ -d "$data/tours" ] && [ -e "$data/optima.tsv" ] || { skip tsplib "no TSPLIB"; finish; }

bad=0 tours=0
for tour in "$data"/tours/*.opt.tour; do
  name=$(basename "$tour" .opt.tour)
  want=$(awk -F'\t' -v n="$name" '$1 == n { print $5 }' "$data/optima.tsv")
  got=$($cordee verify "$data/tsp/$name.tsp" "$tour" 2>&1)
  tours=$((tours + 1))
  [[ $got == "$name: $want, gap 0.000%"* ]] || { not_ok "verify-$name" "expected $want, found $got"; bad=1; }
done
[ $bad = 0 ] && [ $tours -gt 30 ] && ok "$tours-optimal-tours-re-measured" || not_ok optimal-tours "$tours tours"

# The published value of linhp318 is of the path between the ends of its edge: with it, 3869 more.
expect fixed-edges 0 "linhp318+fixed: 45214, 7.938% above the proven bound 41889, verified" $cordee solve "$data/tsp/linhp318.tsp" --backend cpu --seed 1
expect path 0 "lin318: 41345, verified" $cordee solve "$data/tsp/lin318.tsp" --backend cpu --seed 1 --from 1 --to 214
for name in "br17: 39" "ftv33: 1286" "p43: 5620" "ry48p: 14422" "ft53: 6905" "kro124p: 36230"; do
  [ -e "$data/atsp/${name%:*}.atsp" ] || { skip "atsp-${name%:*}" "no ${name%:*}.atsp"; continue; }
  expect "atsp-${name%:*}" 0 "$name, gap 0.000%" $cordee solve "$data/atsp/${name%:*}.atsp" --backend cpu --seed 1
done

# at_most NAME CLIMBERS COST: random restarts with the default seed get there.
at_most() {
  local cost
  cost=$(ranks 2 $cordee solve "$data/tsp/$1.tsp" --method climb --climbers "$2" --quiet | sed -n 's/^[^:]*: \([0-9]*\),.*/\1/p')
  [ -n "$cost" ] && [ "$cost" -le "$3" ] && ok "$1-$2-climbers: $cost" || not_ok "$1-$2-climbers" "expected at most $3, found $cost"
}
at_most swiss42 1e3 1273
at_most berlin52 1e3 7542
at_most kroA100 1e4 21450
at_most kroA200 1e4 30346
for name in ulysses16 gr96 att48 brg180 si175 a280 dsj1000; do
  expect "solve-$name" 0 verified $cordee solve "$data/tsp/$name.tsp" --method climb --climbers 8 --time 2
done
for name in ulysses16 gr96 att48 brg180 si175 pa561 dsj1000 fl1577; do
  expect "ils-$name" 0 verified ranks 2 $cordee solve "$data/tsp/$name.tsp" --kicks 3 --tours 2
done
finish
