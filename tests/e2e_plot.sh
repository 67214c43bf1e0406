#!/usr/bin/env bash
# Figures of runs and of results: tools/plot.
. "$(dirname "$0")/e2e.sh"
python=/usr/bin/python3
$python -c 'import h5py, matplotlib' 2>/dev/null || { skip plot "no h5py or no matplotlib here"; finish; }
export CORDEE="$PWD/$cordee"

# drawn NAME BASE FIGURE TEXT...: both files are there, the PNG has a picture, the SVG those texts.
drawn() {
  local name=$1 base=$2; shift 2
  check "$name-png" $python tests/plot_check.py "$base.$1.png"
  check "$name-svg" $python tests/plot_check.py "$base.$1.svg" "${@:2}"
}
has() { $python -c "import sys, h5py; sys.exit('$2' not in h5py.File('$1', 'r'))"; }

expect help 0 "convergence" tools/plot --help
expect no-file 66 "nowhere.h5" tools/plot "$work/nowhere.h5"
echo "no checkpoint" > "$work/text.h5"
expect not-a-checkpoint 65 "expected an HDF5 file" tools/plot "$work/text.h5"
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
if has "$run" throughput; then drawn throughput "$work/figures/run" throughput "(moves/s)" "running time (s)" "rank 1"
else skip throughput "this cordee's checkpoints have none"; fi
if has "$run" history/champion; then drawn migration "$work/figures/run" migration "island where the champion was found" "epoch"
else skip migration "this cordee's checkpoints have none"; fi
check one-figure tools/plot "$run" --out "$work/one" --figures solution --format svg --best-known 5000000
[ "$(ls "$work/one")" = run.solution.svg ] && ok only-that-figure || not_ok only-that-figure "$(ls "$work/one")"
tools/plot "$run" --out "$work/again" >/dev/null 2>&1
cmp -s "$work/figures/run.convergence.svg" "$work/again/run.convergence.svg" && ok same-file-again || not_ok same-file-again "differs"
mkdir "$work/moved" && cp instances/uniform-60-1.tsp "$work/moved/m.tsp" && sed -i 's/^5 .*/5 1/' "$work/moved/m.tsp"
expect malformed-instance 65 "m.tsp:" tools/plot "$run" --out "$work/x" --figures solution --instance "$work/moved/m.tsp"

# Nothing to draw is said; the rest is drawn.
printf 'NAME: m\nTYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3\n4 5\n6\n' > "$work/m.tsp"
check solve-matrix $cordee solve "$work/m.tsp" --method climb --climbers 20 --epoch 2 --checkpoint "$work/m.h5" --quiet
expect no-coordinates 0 "no coordinates (EXPLICIT)" tools/plot "$work/m.h5" --out "$work/m"

# A matching: loads, and the bound that cordee proves.
check solve-matching $cordee solve instances/etc-i-hihi-60x10-1.etc --epochs 5 --checkpoint "$work/match.h5" --quiet
check plot-matching tools/plot "$work/match.h5"
drawn loads "$work/match" solution "60 tasks on 10 machines: anneal" "proven bound" "machine" "above the proven bound"
drawn matching "$work/match" convergence "best, above the proven bound"

# Results of a sweep.
if $cordee sweep --help >/dev/null 2>&1; then
  printf '[a]\ninstance = %s\nmethod = climb\nclimbers = 10, 100, 1000\nseed = 1..3\n' "$PWD/instances/uniform-60-1.tsp" > "$work/s.job"
  check sweep $cordee sweep "$work/s.job" --out "$work/s.h5" --quiet
  check plot-row tools/plot "$work/s.h5" --row 4 --figures solution
  drawn row "$work/s" solution "uniform-60-1, 60 cities, EUC_2D: climb"
else
  check rows $python tests/report_rows.py "$work/s.h5"
fi
check plot-results tools/plot "$work/s.h5"
drawn results-convergence "$work/s" convergence "running time (s)" "gap (%)"
drawn results-gap-time "$work/s" gap_time "Gap against time" "uniform-60-1" "seconds of search" "gap (%)" "climb"
check gap-time-median $python -c "
import sys; sys.path.insert(0, 'tools'); sys.dont_write_bytecode = True
import numpy as np
from plots import gap_time
rows = [([1, 2, 4], [9, 5, 5]), ([1, 4], [3, 3]), ([2, 8], [1, 1])]
times, gap = gap_time.median_of([(np.array(s, dtype=float), np.array(g, dtype=float)) for s, g in rows])
at = lambda t: gap[np.searchsorted(times, t, side='right') - 1]
assert times[0] == 1 and times[-1] == 8 and [at(1.5), at(3), at(8)] == [6, 3, 3], (times, gap)"
drawn results-accuracy "$work/s" accuracy "Gap against work" "climbers, kicks, anneals or iterations finished"
drawn results-gaps "$work/s" gaps "rows with at most"
expect row-out-of-range 64 "--row: expected 0 to" tools/plot "$work/s.h5" --row 5000 --figures solution
finish
