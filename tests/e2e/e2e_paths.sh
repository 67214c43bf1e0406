#!/usr/bin/env bash
# Directed tours, paths, fixed edges and graphs that lack edges, through the program: what is written is judged again, and a checkpoint
# keeps what was asked for.
. "$(dirname "$0")/e2e.sh"
directed=instances/coin-60-1.atsp plane=instances/uniform-60-1.tsp

expect directed 0 "coin-60-1: 604000, 19.368% above the proven bound 506000, verified" \
  $cordee solve $directed --backend cpu --seed 1 --out "$work/d.tour"
expect directed-judged 0 "coin-60-1: 604000" $cordee verify $directed "$work/d.tour"
{ sed '/^[0-9]/,$d' "$work/d.tour"; grep '^[0-9]' "$work/d.tour" | tac; echo -1; } >"$work/back.tour"
expect backwards-is-another 0 "verified" $cordee verify $directed "$work/back.tour"
$cordee verify $directed "$work/back.tour" | grep -q "coin-60-1: 604000," && not_ok direction "the same cost both ways" || ok direction
expect other-methods 64 "expected one for directed instances, paths and fixed edges" $cordee solve $directed --method climb --backend cpu

expect path 0 "from 3, to 7" $cordee solve $plane --backend cpu --seed 1 --from 3 --to 7 --checkpoint "$work/p.h5" --out "$work/p.tour"
cities=$(grep -E '^[0-9]+$' "$work/p.tour")
[ "$(head -1 <<<"$cities") $(tail -1 <<<"$cities")" = "3 7" ] && ok ends-written || not_ok ends-written "$cities"
expect path-judged 0 verified $cordee verify $plane "$work/p.tour" --from 3 --to 7
expect path-of-other-ends 65 "the path begins at city 3, expected 7" $cordee verify $plane "$work/p.tour" --from 7
expect path-kept 0 verified ranks 2 $cordee resume "$work/p.h5" --backend cpu
expect path-shown 0 "from 3, to 7" $cordee show "$work/p.h5"
expect no-such-city 64 "expected --to 1 to 60, found 61" $cordee solve $plane --to 61
expect tour-without-ends 64 "expected --from and --to with a path" $cordee solve $plane --path closed --from 2

# The plane with 3 edges that a tour would hardly have.
sed 's/^NODE_COORD_SECTION/FIXED_EDGES_SECTION\n1 30\n30 2\n5 60\n-1\n&/' $plane >"$work/f.tsp"
expect fixed 0 "60 cities, EUC_2D, 3 fixed edges" $cordee solve "$work/f.tsp" --backend cpu --seed 1 --out "$work/f.tour"
expect fixed-judged 0 "f+fixed" $cordee verify "$work/f.tsp" "$work/f.tour"
{ printf 'TOUR_SECTION\n'; seq 60; echo -1; } >"$work/n.tour"
expect fixed-cut 65 "n.tour: the tour lacks the fixed edge 1 30" $cordee verify "$work/f.tsp" "$work/n.tour"

# A ladder of two rails and six rungs, and the same cut in two.
{ printf 'NAME: ladder\nTYPE: TSP\nDIMENSION: 12\nEDGE_WEIGHT_TYPE: EUC_2D\nEDGE_DATA_FORMAT: EDGE_LIST\nNODE_COORD_SECTION\n'
  for c in $(seq 6); do echo "$c $((10 * c)) 0"; echo "$((c + 6)) $((10 * c)) 15"; done
  echo EDGE_DATA_SECTION
  for c in $(seq 5); do echo "$c $((c + 1)) $((c + 6)) $((c + 7))"; done
  for c in $(seq 6); do echo "$c $((c + 6))"; done
  echo -1; } >"$work/whole.tsp"
grep -vx '3 4 9 10' "$work/whole.tsp" >"$work/cut.tsp"
expect graph 0 "ladder: 0 missing edges, 130, 0.000% above the proven bound 0 missing edges, 130, verified" $cordee solve "$work/whole.tsp" --backend cpu --seed 1 --out "$work/w.tour"
expect graph-by-climbers 0 "ladder: 0 missing edges, 130, 0.000% above the proven bound 0 missing edges, 130, verified" $cordee solve "$work/whole.tsp" --method climb --backend cpu --climbers 500
rm -f "$work/c.tour"
expect no-tour 65 "expected a tour of edges that the graph has, found none: 2 of the best are missing" \
  $cordee solve "$work/cut.tsp" --backend cpu --seed 1 --out "$work/c.tour"
[ -e "$work/c.tour" ] && not_ok no-tour-written "$(cat "$work/c.tour")" || ok no-tour-written
expect missing-entries 0 "missing edges" $cordee solve $directed --backend cpu --seed 1 --missing 30000 --checkpoint "$work/m.h5"
expect missing-kept 0 "missing edges" ranks 3 $cordee resume "$work/m.h5" --backend cpu

# Random arcs: the first tour is an assignment whose cycles are joined, so a single one without kicks is within a tenth of the bound.
$cordee generate amat --cities 300 --seed 1 --out "$work/a.atsp"
line=$($cordee solve "$work/a.atsp" --backend cpu --seed 1 --tours 1 --islands 1 --kicks 0.01 2>&1 | tail -1)
[[ $line =~ \ ([0-9]+)\.[0-9]+%\ above.*verified ]] && [ "${BASH_REMATCH[1]}" -lt 10 ] && ok assigned || not_ok assigned "$line"

# In a sweep the tasks of one kind share a batch: their costs are those of runs alone.
if ! /usr/bin/python3 -c 'import h5py' 2>/dev/null; then skip batches "no h5py"; finish; fi
alone=
for options in "" "path = open" "from = 3"; do
  printf '[t%d]\ninstance = %s\nkicks = 1\nislands = 2\nseed = 1..3\n%s\n' ${#options} "$PWD/$directed" "$options" >>"$work/batch.job"
  alone="$alone $($cordee solve $directed --backend cpu --kicks 1 --islands 2 --seed 2 ${options:+--${options/ =/}} --quiet | sed 's/^[^:]*: \([0-9]*\).*/\1/')"
done
expect sweep 0 "9 tasks, 9 verified" $cordee sweep "$work/batch.job" --backend cpu
check batches /usr/bin/python3 -c "
import h5py
t = h5py.File('$work/batch.h5', 'r')['task'][:]
assert (t['batch'] == 3).all(), t['batch']
assert list(t['best'][1::3]) == [int(cost) for cost in '$alone'.split()], (t['best'], '$alone')"
finish
