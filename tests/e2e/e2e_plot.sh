#!/usr/bin/env bash
# Figures of runs and of results: tools/plot.
. "$(dirname "$0")/e2e.sh"
python=/usr/bin/python3

# A Python that lacks a module: which one, and the package that has it.
for module in numpy h5py matplotlib; do
  mkdir "$work/no-$module"
  echo "raise ModuleNotFoundError('none here', name='$module')" > "$work/no-$module/$module.py"
  expect no-$module 69 "apt-get install python3-$module" env PYTHONPATH="$work/no-$module" tools/plot "$work/x.h5"
  $python -c "import $module" 2>/dev/null || break # what comes later is not asked for
done
mkdir -p "$work/no-matplotlib"
echo "raise ModuleNotFoundError('none here', name='matplotlib')" > "$work/no-matplotlib/matplotlib.py"
expect ladder-no-matplotlib 69 "apt-get install python3-matplotlib" env PYTHONPATH="$work/no-matplotlib" tools/plot-ladder "$work/x.csv"

$python -c 'import h5py, matplotlib' 2>/dev/null || { skip plot "no h5py or no matplotlib here"; finish; }
export CORDEE="$PWD/$cordee"

# drawn NAME BASE FIGURE TEXT...: both files are there, the PNG has a picture, the SVG those texts.
drawn() {
  local name=$1 base=$2; shift 2
  check "$name" $python tests/e2e/plot_check.py "$base.$1" "${@:2}"
}

expect help 0 "convergence" tools/plot --help
expect no-file 66 "nowhere.h5" tools/plot "$work/nowhere.h5"
echo "no checkpoint" > "$work/text.h5"
expect not-a-checkpoint 65 "expected a checkpoint, a sweep's results or records" tools/plot "$work/text.h5"
check records $cordee price book:n=3,N=50 --out "$work/records.h5" --quiet
expect no-figure-of-records 65 "found records of price: there is no figure of these" tools/plot "$work/records.h5"
expect unknown-option 64 "--figure" tools/plot "$work/text.h5" --figure-of x

# A tour; two legs on different numbers of ranks.
run="$work/run.h5"
check solve ranks 2 $cordee solve instances/uniform-60-1.tsp --method climb --restart kick --climbers 4000 --islands 6 --epoch 32 --time 0.5 \
  --checkpoint "$run" --quiet
check resume $cordee resume "$run" --quiet
expect unknown-figure 64 "--figures: expected convergence" tools/plot "$run" --figures portrait
check plot tools/plot "$run" --out "$work/figures"
drawn convergence "$work/figures/run" convergence "uniform-60-1, 60 cities, EUC_2D: climb" "running time (s)" "moves evaluated" "gap (%)" \
  "best, above the best known"
drawn tour "$work/figures/run" solution "uniform-60-1, 60 cities, EUC_2D: climb" "best "
drawn throughput "$work/figures/run" throughput "(moves/s)" "running time (s)" "rank 1"
drawn migration "$work/figures/run" migration "island where the champion was found" "epoch"
check run-legible $python tests/e2e/plot_check.py --drawn "$run"
check one-figure tools/plot "$run" --out "$work/one" --figures solution --format svg --best-known 5000000
[ "$(ls "$work/one")" = run.solution.svg ] && ok only-that-figure || not_ok only-that-figure "$(ls "$work/one")"
tools/plot "$run" --out "$work/again" >/dev/null 2>&1
cmp -s "$work/figures/run.convergence.svg" "$work/again/run.convergence.svg" && ok same-file-again || not_ok same-file-again "differs"
mkdir "$work/moved" && cp instances/uniform-60-1.tsp "$work/moved/m.tsp" && sed -i 's/^5 .*/5 1/' "$work/moved/m.tsp"
expect malformed-instance 65 "m.tsp:" tools/plot "$run" --out "$work/x" --figures solution --instance "$work/moved/m.tsp"

# The first phase of a search is in the picture: an epoch may be as long as the run. Its share is counted in work, which load does not change.
check solve-ils $cordee solve instances/E1k.0.tsp --time 1.5 --checkpoint "$work/ils.h5" --quiet
check course-from-the-start $python -c "
import sys; sys.path.insert(0, 'tools'); sys.dont_write_bytecode = True
from plots import read
run = read.open_file('$work/ils.h5')
seconds, moves, best = run.course
assert moves[0] < 0.5 * moves[-1] and len(set(moves)) > 2, (seconds, moves)
assert (best[1:] <= best[:-1]).all() and best[-1] == run.cost, best"

# Several runs in one picture.
check solve-beside $cordee solve instances/E1k.0.tsp --method anneal --time 1 --checkpoint "$work/beside.h5" --quiet
check plot-compare tools/plot --compare "$work/ils.h5" "$work/beside.h5" --out "$work/compared"
drawn compare "$work/compared/ils" compare "E1k.0, 1000 cities, EUC_2D" "ils.h5: ils" "beside.h5: anneal-tours" "running time (s)" "gap (%)" "to the best known"
check compare-legible $python tests/e2e/plot_check.py --drawn --compare "$work/ils.h5" "$work/beside.h5"
expect compare-other-instance 65 "expected runs of one instance" tools/plot --compare "$work/ils.h5" "$run"
expect two-files 64 "--compare draws several runs" tools/plot "$work/ils.h5" "$run"

# Nothing to draw is said; the rest is drawn.
printf 'NAME: m\nTYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3\n4 5\n6\n' > "$work/m.tsp"
check solve-matrix $cordee solve "$work/m.tsp" --method climb --climbers 20 --epoch 2 --checkpoint "$work/m.h5" --quiet
expect no-coordinates 0 "no coordinates (EXPLICIT)" tools/plot "$work/m.h5" --out "$work/m"

# A matching: loads, and the bound that cordee proves.
check solve-matching $cordee solve instances/etc-i-hihi-60x10-1.etc --epochs 5 --checkpoint "$work/match.h5" --quiet
check plot-matching tools/plot "$work/match.h5"
drawn loads "$work/match" solution "60 tasks on 10 machines: anneal" "proven bound" "machine" "above the proven bound"
drawn matching "$work/match" convergence "best, above the proven bound"

# Files of a solution beside their instance: what cordee says of it is the title.
check tour-written $cordee solve instances/uniform-60-1.tsp --method climb --climbers 50 --quiet --out "$work/u.tour"
check plot-tour tools/plot instances/uniform-60-1.tsp --solution "$work/u.tour" --out "$work/u"
drawn tour-file "$work/u/uniform-60-1" solution "uniform-60-1, 60 cities" "cost " "gap "
check assignment-written $cordee solve instances/etc-i-hihi-60x10-1.etc --method lists --quiet --out "$work/m.txt"
check plot-assignment tools/plot instances/etc-i-hihi-60x10-1.etc --solution "$work/m.txt" --out "$work/u"
drawn assignment-file "$work/u/etc-i-hihi-60x10-1" solution "etc-i-hihi-60x10-1, 60 tasks" "the makespan" "proven bound"

# Routes: nodes in any order; two routes of two customers, 20 and 28 long, and one of one customer, 24 long.
vrp() { printf 'NAME : %s\nTYPE : CVRP\nDIMENSION : 6\nCAPACITY : 9\n%b' "$1" "$2"; }
printf 'name\tbest_known\nfive\t60\n' > "$work/optima.tsv"
ends='DEMAND_SECTION\n1 0\n2 4\n3 5\n4 3\n6 9\n5 3\nDEPOT_SECTION\n1\n-1\nEOF\n'
vrp five "EDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n2 8 0\n1 0 0\n3 8 3\n4 -6 0\n5 -6 -8\n6 0 12\n$ends" > "$work/five.vrp"
printf 'Route #1: 1 2\nRoute #2: 3 4\nRoute #3: 5\nCost 68\n' > "$work/five.sol"
check plot-routes tools/plot "$work/five.vrp" --solution "$work/five.sol" --out "$work/r"
drawn routes "$work/r/five" solution "five, 5 customers" "cost 68, gap 13.333%" "3 routes" "by length per customer" \
  "best: route 1, load 9 of 9, length 20 for 2 customers (10 each)" "worst: route 3, load 9 of 9, length 24 for 1 customer"
printf 'Route #1: 1 2 3\nRoute #2: 4\nRoute #3: 5\nCost 1\n' > "$work/over.sol"
expect solution-refused 65 "over capacity" tools/plot "$work/five.vrp" --solution "$work/over.sol"
expect no-solution-file 66 "none.sol" tools/plot "$work/five.vrp" --solution "$work/none.sol"
expect no-instance 65 "expected an instance with a DIMENSION" tools/plot "$work/five.sol" --solution "$work/five.sol"
matrix='EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : LOWER_ROW\nEDGE_WEIGHT_SECTION\n1\n2 3\n4 5 6\n7 8 9 10\n11 12 13 14 15\n'
vrp matrix "$matrix$ends" > "$work/matrix.vrp"
expect routes-no-coordinates 65 "matrix.vrp has no coordinates (EXPLICIT): there are no routes to draw" tools/plot "$work/matrix.vrp" --solution "$work/five.sol"
# A run and a sweep. Whose genes name a customer twice, is no solution.
check solve-routes $cordee solve "$work/five.vrp" --method 3opt --quiet --checkpoint "$work/routes.h5"
check plot-routes-run tools/plot "$work/routes.h5" --out "$work/r" --figures solution,convergence
drawn routes-run "$work/r/routes" solution "five, 5 customers, capacity 9, EUC_2D: 3opt" "gap " " routes" "best: route "
drawn routes-convergence "$work/r/routes" convergence "above the best known" "moves evaluated"
printf '[a]\ninstance = %s/five.vrp\nmethod = 3opt\n' "$work" > "$work/routes.job"
check sweep-routes $cordee sweep "$work/routes.job" --quiet --out "$work/rows.h5"
check plot-routes-row tools/plot "$work/rows.h5" --row 0 --figures solution --out "$work/r"
drawn routes-row "$work/r/rows" solution "five, 5 customers, capacity 9, EUC_2D: 3opt" "gap " "best: route "
check routes-genes-wrong $python -c "
import h5py
with h5py.File('$work/routes.h5', 'r+') as file:
    file['run/best_solution'][1] = file['run/best_solution'][0]"
expect routes-once-each 65 "the solution visits no 5 customers once each" tools/plot "$work/routes.h5" --figures solution --out "$work/r"
rm "$work/optima.tsv"

# One island: its champion is a column of its own. A name in Latin-1, with what is mathematics to Matplotlib and what turns text round.
latin=$(printf '%s/Z\xfcrich.tsp' "$work")
sed 's/^NAME.*/NAME: Z\xfcrich $x_1$ \xe2\x80\xae\x9b/' instances/uniform-60-1.tsp > "$latin"
printf 'name\toptimum\nZ\xfcrich $x_1$ \xe2\x80\xae\x9b\t5000000\n' > "$work/optima.tsv"
check solve-one $cordee solve "$latin" --method climb --restart kick --climbers 400 --islands 1 --epoch 40 --checkpoint "$work/one.h5" --quiet
check plot-one tools/plot "$work/one.h5" --out "$work/island" --best-known 0
drawn one-convergence "$work/island/one" convergence 'Zürich $x_1$ \u202e\x9b, 60 cities' "champion of the only island" "best, above the best known"
drawn one-solution "$work/island/one" solution 'Zürich $x_1$ \u202e\x9b, 60 cities' "gap "
check one-throughput-svg $python tests/e2e/plot_check.py "$work/island/one.throughput.svg" 'Zürich $x_1$ \u202e\x9b, 60 cities'
expect best-known-malformed 64 "expected a number above 0, found 'x'" tools/plot "$work/one.h5" --best-known x
expect best-known-negative 64 "expected a number above 0, found '-1'" tools/plot "$work/one.h5" --best-known -1
printf '[\xfc]\ninstance = %s\nmethod = climb\nclimbers = 10, 100\nseed = 1..2\n' "$latin" > "$work/latin.job"
check sweep-latin $cordee sweep "$work/latin.job" --out "$work/latin.h5" --quiet
check plot-latin tools/plot "$work/latin.h5" --row 1
drawn latin-gap-time "$work/latin" gap_time 'Zürich $x_1$ \u202e\x9b'
drawn latin-accuracy "$work/latin" accuracy 'Zürich $x_1$ \u202e\x9b'
drawn latin-solution "$work/latin" solution 'Zürich $x_1$ \u202e\x9b, 60 cities'

# Results of a sweep.
printf '[a]\ninstance = %s\nmethod = climb\nclimbers = 10, 100, 1000\nseed = 1..3\n' "$PWD/instances/uniform-60-1.tsp" > "$work/s.job"
check sweep $cordee sweep "$work/s.job" --out "$work/s.h5" --quiet
check plot-row tools/plot "$work/s.h5" --row 4 --figures solution
drawn row "$work/s" solution "uniform-60-1, 60 cities, EUC_2D: climb"
check plot-results tools/plot "$work/s.h5"
check results-legible $python tests/e2e/plot_check.py --drawn "$work/s.h5" --row 4
drawn results-convergence "$work/s" convergence "running time (s)" "gap (%)"
drawn results-gap-time "$work/s" gap_time "Gap against time" "uniform-60-1" "time of the search (s)" "gap (%)" "climb"
check gap-time-median $python -c "
import sys; sys.path.insert(0, 'tools'); sys.dont_write_bytecode = True
import numpy as np
from plots import gap_time
rows = [([1, 2, 4], [9, 5, 5]), ([1, 4], [3, 3]), ([2, 8], [1, 1])]
times, gap = gap_time.median_of([(np.array(s, dtype=float), np.array(g, dtype=float)) for s, g in rows])
at = lambda t: gap[np.searchsorted(times, t, side='right') - 1]
assert times[0] == 1 and times[-1] == 8 and [at(1.5), at(3), at(8)] == [9, 3, 3], (times, gap)
assert np.all(np.diff(gap) <= 0), gap"
check gap-sizes-targets $python -c "
import sys; sys.path.insert(0, 'tools'); sys.dont_write_bytecode = True
from plots import sweep
row = lambda options: {'method': b'ils', 'options': options, 'section': b'a'}
assert sweep.series_of(row(b'tours = 3\ntarget-gap = 1\ntarget = 5')) == sweep.series_of(row(b'tours = 3\ntarget = 6')) != sweep.series_of(row(b'tours = 4'))
amount = lambda options: sweep.amount_of(row(options))
assert amount(b'seed = 1\ntime = 2') == amount(b'seed = 2\ntime = 2') != amount(b'seed = 1\ntime = 3')"
check colours-of-routes $python -c "
import sys; sys.path.insert(0, 'tools'); sys.dont_write_bytecode = True
from plots import style
for count in (1, 7, 8, 26, 200):
    assert len(style.distinct(count)) == len(set(style.distinct(count))) == count, count"
drawn results-gap-sizes "$work/s" gap_sizes "Gap against time by size" "size 60: 1 instance" "mean gap (%)"
check gap-sizes-means $python -c "
import sys; sys.path.insert(0, 'tools'); sys.dont_write_bytecode = True
import numpy as np
from plots import gap_sizes
assert gap_sizes.classes([12]) == [(12, 12)] and gap_sizes.classes([5] * 9) == [(5, 5)]
assert gap_sizes.classes([1, 2, 3, 4, 5, 6, 7]) == [(1, 2), (3, 4), (5, 7)] and gap_sizes.classes([1, 2, 2, 2, 3, 4]) == [(1, 2), (3, 4)]
line = lambda s, g: (np.array(s, dtype=float), np.array(g, dtype=float))
tasks = [('a', 9, 'ils', line([1, 4, 8], [8, 4, 4])), ('b', 9, 'ils', line([2, 8], [2, 2])), ('b', 9, 'ils', line([2, 6, 8], [6, 0, 0]))]
(label, k, which, times, gap), = gap_sizes.curves(tasks)
at = lambda t: gap[np.searchsorted(times, t, side='right') - 1]
assert label == 'size 9: 2 instances' and times[0] == 2 and [at(2), at(5), at(7)] == [6, 4, 2.5], (label, times, gap)"
drawn results-accuracy "$work/s" accuracy "Gap against work" "searches finished"
drawn results-gaps "$work/s" gaps "rows with at most"
expect row-out-of-range 64 "--row: expected 0 to" tools/plot "$work/s.h5" --row 5000 --figures solution
finish
