#!/usr/bin/env bash
# Ruin and recreate through the program: the default for routes, one answer on any ranks and from any cuts and kills, time limits, sweeps.
# Golden answers are in golden.tsv, altered checkpoints in tests/solver/sisr.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh
vrp=instances/cvrp-200-1.vrp small=instances/routes-80-2.vrp
RANDOM=${KILL_SEED:-$$}

# ---- the default, one answer ----

expect default 0 "method sisr" $cordee solve $small --islands 1 --chains 1 --epochs 2
plan=(--islands 3 --chains 2 --epochs 8 --epoch 20 --tournament 3 --part 60)
check one-rank $cordee solve $vrp "${plan[@]}" --threads 1 --out "$work/one.sol"
for n in 2 3 4; do solved "ranks-$n" one ranks $n $cordee solve $vrp "${plan[@]}" --threads 2; done
expect verified 0 "verified" $cordee verify $vrp "$work/one.sol"

# ---- refusals ----

expect cold-above-hot 64 "--cold: expected at most 0.1, as --hot, found 0.2" $cordee solve $small --hot 0.1 --cold 0.2
expect too-wide 64 "--proposals" $cordee solve $small --proposals 33
expect of-another-method 64 "--selection" $cordee solve $small --selection best
expect start-is-a-file 66 "cannot open star" $cordee solve $small --start star

expect reheat-below-cold 64 "--reheat: expected at least 0.2, as --cold, found 0.1" $cordee solve $small --generations 3 --cold 0.2 --reheat 0.1
expect nobody-to-recombine 64 "--generations: expected --chains of at least 2 to recombine, found 1" $cordee solve $small --generations 3 --chains 1

# ---- generations: one answer, from any cuts and kills, on other ranks ----

bred=($vrp --islands 3 --chains 3 --epochs 90 --epoch 8 --generations 6 --first-share 0.4)
check bred $cordee solve "${bred[@]}" --threads 1 --quiet --out "$work/bred.sol"
for n in 2 3; do solved "bred-ranks-$n" bred ranks $n $cordee solve "${bred[@]}" --threads 2; done
expect bred-verified 0 "verified" $cordee verify $vrp "$work/bred.sol"
killed_and_resumed bred "${bred[@]}"
expect bred-cut 0 "verified" $cordee solve "${bred[@]}" --time 0.3 --checkpoint "$work/run.h5" --backend cpu --quiet
solved bred-cut-and-resumed bred ranks 2 $cordee resume "$work/run.h5"
rm -f "$work"/run.h5*
expect bred-by-default 0 "generations 21, first-share 0.5, reheat 0.05" $cordee solve instances/routes-12-1.vrp --time 2 --target 400
expect bred-windows 0 "verified" $cordee solve instances/windows-100-1.vrp --objective vehicles --islands 2 --chains 3 --epochs 60 --epoch 8 --generations 4 --quiet

# ---- a time limit ----

begin=$(date +%s%N)
expect timed 0 "verified" ranks 2 $cordee solve $vrp --time 2 --islands 2 --checkpoint "$work/timed.h5" --quiet
lasted=$((($(date +%s%N) - begin) / 1000000))
check lasted-its-time [ $lasted -ge 1900 ]
expect timed-shown 0 "sisr" $cordee show "$work/timed.h5"
expect timed-resumed 0 "verified" $cordee resume "$work/timed.h5" --time 0.5 --quiet

# ---- killed, resumed on other ranks ----

long=($vrp --islands 3 --chains 2 --epochs 60 --epoch 25 --tournament 4 --part 70)
check whole $cordee solve "${long[@]}" --quiet --out "$work/whole.sol"
killed_and_resumed whole "${long[@]}"
expect cut 0 "verified" $cordee solve "${long[@]}" --time 0.3 --checkpoint "$work/run.h5" --backend cpu --quiet
solved cut-and-resumed whole ranks 3 $cordee resume "$work/run.h5"

# ---- fewest vehicles: a stage of its own before, cut and killed in it, on one to three ranks ----

fewer=(instances/windows-100-1.vrp --objective vehicles --vehicles-share 0.9 --islands 3 --chains 1 --epochs 20 --epoch 90 --seed 2)
check fewer $cordee solve "${fewer[@]}" --quiet --out "$work/fewer.sol"
expect fewer-vehicles 0 ": 12 vehicles," $cordee verify instances/windows-100-1.vrp "$work/fewer.sol" --objective vehicles
killed_and_resumed fewer "${fewer[@]}"
expect cut-in-the-stage 0 "verified" $cordee solve "${fewer[@]}" --time 0.3 --checkpoint "$work/run.h5" --backend cpu --quiet
solved cut-in-the-stage-and-resumed fewer ranks 3 $cordee resume "$work/run.h5"
rm -f "$work"/run.h5*
expect fewer-timed 0 ": 12 vehicles," ranks 2 $cordee solve instances/windows-100-1.vrp --objective vehicles --time 1.5 --checkpoint "$work/fewer.h5" --quiet
expect fewer-timed-resumed 0 ": 12 vehicles," $cordee resume "$work/fewer.h5" --time 0.5 --quiet

# ---- sweeps ----

mkdir "$work/set"
cp $vrp $small instances/routes-12-1.vrp instances/windows-100-1.vrp instances/optima.tsv "$work/set"
printf '[all]\ninstance = set/*.vrp\nislands = 2\nchains = 1\nepochs = 4\nepoch = 10\nseed = 1..2\n' >"$work/set.job"
expect sweep 0 "8 tasks, 8 verified" ranks 2 $cordee sweep "$work/set.job"
$cordee report "$work/set.h5" --csv - >"$work/set.csv"
check sweep-has-gaps grep -q 'routes-12-1.*,362,' "$work/set.csv"
check sweep-has-the-method grep -q ',sisr,' "$work/set.csv"

# ---- batches: as alone, whoever else is in them, after kills, and on any ranks ----

printf 'NAME : packed\nTYPE : CVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1 0 0\n2 1 0\n3 2 0\n4 3 0\nDEMAND_SECTION\n1 0\n2 6\n3 6\n4 6\nDEPOT_SECTION\n1\n-1\nEOF\n' >"$work/packed.vrp"
cat >"$work/batch.job" <<JOB
[defaults]
islands = 2
epochs = 6
epoch = 40
[all]
instance = set/routes-12-1.vrp, $PWD/$small
chains = 1, 3
seed = 1..6
[no packing]
instance = packed.vrp
fleet = at-most:2
JOB
rows() { # seed, options, cost, message and size of the batch of each row
  $cordee report "$1" --csv - | /usr/bin/python3 -c "
import csv, sys
for r in csv.DictReader(sys.stdin): print(r['name'], r['seed'], *r['options'].split(), r['best'], r['message'], r['moves'], *([r['batch']] if len(sys.argv) > 1 else []))" "${@:2}"
}
expect batch 1 "25 tasks, 24 verified, 1 failed" $cordee sweep "$work/batch.job"
rows "$work/batch.h5" >"$work/batch.rows"
rows "$work/batch.h5" sizes >"$work/batch.sizes"
check batch-is-one awk '/verified|routes/ && $NF > 1 { many++ } END { exit many < 12 }' "$work/batch.sizes"
check batch-of-the-impossible grep -q 'found no solution with at most 2 routes by savings' "$work/batch.rows"
for seed in 2 5; do
  $cordee solve $small --islands 2 --epochs 6 --epoch 40 --chains 3 --seed $seed --quiet --out "$work/solo.sol" >/dev/null
  check "batch-as-alone-$seed" grep -Eq "^routes-80-2 $seed .*chains = 3 .* $(sed -n 's/^Cost //p' "$work/solo.sol") " "$work/batch.rows"
done
for round in 1 2; do
  for _ in 1 2 3; do
    setsid mpirun -n $((RANDOM % 3 + 1)) $cordee sweep "$work/batch.job" --out "$work/k$round.h5" --quiet >"$work/out" 2>&1 & pid=$!
    sleep "0.$((RANDOM % 4 + 1))"
    kill -9 -- -$pid $(pgrep -f "^$cordee sweep .*$work") 2>/dev/null
    wait $pid 2>/dev/null
  done
  expect "batch-killed-$round" 1 "25 tasks, 24 verified" ranks $round $cordee sweep "$work/batch.job" --out "$work/k$round.h5"
  rows "$work/k$round.h5" >"$work/k.rows"
  check "batch-killed-$round-same" cmp "$work/batch.rows" "$work/k.rows"
done
finish
