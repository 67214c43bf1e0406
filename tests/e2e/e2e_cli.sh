#!/usr/bin/env bash
# The command line as a user meets it: help, errors, exit codes, files written.
. "$(dirname "$0")/e2e.sh"

expect overview 0 "cordee solve" $cordee --help
expect version 0 "cordee 0." $cordee --version
for command in solve resume sweep show verify generate report bench; do
  expect "help-$command" 0 "usage: cordee $command" $cordee $command --help
done
expect no-arguments 64 "cordee solve" $cordee
expect unknown-command 64 "unknown command 'slove'" $cordee slove
expect unknown-option 64 "unknown option --climber" $cordee solve --climberz 3 instances/uniform-12-1.tsp
expect bad-count 64 "--climbers: expected a count such as 1000 or 1e6, found 'many'" $cordee solve --climbers many x.tsp
expect fractional-count 64 "found '1.5'" $cordee solve --climbers 1.5 x.tsp
expect negative-count 64 "--climbers: expected 1 to 3e15, found -4" $cordee solve --climbers -4 x.tsp
expect zero-climbers 64 "--climbers: expected 1 to 3e15, found 0" $cordee solve --method climb --climbers 0 instances/uniform-12-1.tsp
expect bad-choice 64 "--restart: expected one of random kick auto, found 'jump'" $cordee solve --restart jump x.tsp
expect bad-move 64 "--move: expected one of 2opt swap, found '3opt'" $cordee solve --move 3opt x.tsp
expect missing-value 64 "expected a value" $cordee solve x.tsp --seed
expect missing-file-word 64 "expected 1 file" $cordee solve
expect no-such-instance 66 "nowhere.tsp" $cordee solve nowhere.tsp
expect no-such-checkpoint 66 "nowhere.h5" $cordee resume nowhere.h5
printf 'NAME: x\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 zero\n3 1 1\n' > "$work/bad.tsp"
expect malformed-instance 65 "$work/bad.tsp:7: expected" $cordee solve "$work/bad.tsp"
expect malformed-on-4-ranks 65 "$work/bad.tsp:7: expected" ranks 4 $cordee solve "$work/bad.tsp"
[ "$(grep -c 'bad.tsp:7' "$work/out")" = 1 ] && ok one-message-from-4-ranks || not_ok one-message-from-4-ranks "$(cat "$work/out")"

expect solve 0 "uniform-60-1: " $cordee solve instances/uniform-60-1.tsp --method climb --climbers 200 --out "$work/best.tour" --log "$work/log.json"
cost=$(sed -n 's/^uniform-60-1: \([0-9]*\), .*/\1/p' "$work/out")
expect verify 0 "uniform-60-1: $cost" $cordee verify instances/uniform-60-1.tsp "$work/best.tour"
sed 's/^7$/8/' "$work/best.tour" > "$work/broken.tour"
expect verify-no-tour 65 "" $cordee verify instances/uniform-60-1.tsp "$work/broken.tour"
expect verify-wrong-instance 65 "expected" $cordee verify instances/uniform-12-1.tsp "$work/best.tour"
check log-is-json /usr/bin/python3 -c "
import json, sys
rows = [json.loads(line) for line in open('$work/log.json')]
assert rows[0]['event'] == 'start' and rows[-1]['event'] == 'finished', rows
assert rows[-1]['best'] == $cost and rows[-1]['searches'] == 200 and rows[-1]['gap_percent'] >= 0"
$cordee solve instances/uniform-60-1.tsp --method climb --climbers 200 --quiet >"$work/out" 2>"$work/err"
[ "$(wc -l < "$work/out")" = 1 ] && [ ! -s "$work/err" ] && ok quiet || not_ok quiet "$(cat "$work/out" "$work/err")"
expect target 0 "target reached" $cordee solve instances/uniform-60-1.tsp --method climb --climbers 1e9 --epoch 32 --target 6000000
expect target-gap 0 "target reached" $cordee solve instances/uniform-60-1.tsp --method climb --climbers 1e9 --epoch 32 --target-gap 1
expect target-gap-kept 0 "gap 0.0" $cordee solve instances/uniform-60-1.tsp --method climb --climbers 1e9 --epoch 32 --target-gap 1
expect target-gap-of-given 0 "gap 2.4" $cordee solve instances/uniform-60-1.tsp --method ils --best-known 5500000 --target-gap 10
expect target-gap-below 64 "target-gap: expected 0 to 1e6, found -1" $cordee solve instances/uniform-60-1.tsp --target-gap -1
expect time-limit 0 "time limit reached" $cordee solve instances/E1k.0.tsp --method climb --climbers 1e6 --time 1
expect no-finished-climber-in-time 0 "verified" $cordee solve instances/E1k.0.tsp --method climb --climbers 10 --time 0.2
mkdir "$work/unknown" && cp instances/uniform-60-1.tsp "$work/unknown/u.tsp" # away from optima.tsv
expect bound-of-a-tour 0 "uniform-60-1: 5635633, 1.199% above the proven bound 5568851, verified" $cordee solve "$work/unknown/u.tsp" --quiet --out "$work/u.tour"
expect bound-beside-the-best 0 "gap 0.000% to the best known, 1.199% above the proven bound 5568851, verified" $cordee verify instances/uniform-60-1.tsp "$work/u.tour"
expect best-without-a-bound 0 "uniform-60-1: 5635633, gap 0.000% to the best known, verified" $cordee solve instances/uniform-60-1.tsp --quiet
expect path-without-a-bound 0 "uniform-60-1: 5473429, verified" $cordee solve "$work/unknown/u.tsp" --path open --from 1 --to 2 --quiet
expect checkpoint 0 verified $cordee solve instances/uniform-60-1.tsp --checkpoint "$work/run.h5"
expect checkpoint-not-overwritten 64 "run.h5 exists" ranks 2 $cordee solve instances/uniform-60-1.tsp --checkpoint "$work/run.h5"
expect checkpoint-forced 0 verified $cordee solve instances/uniform-60-1.tsp --checkpoint "$work/run.h5" --force
expect show 0 "finished run of uniform-60-1" $cordee show "$work/run.h5"
expect swaps 0 verified $cordee solve instances/uniform-60-1.tsp --method climb --move swap --climbers 50 --checkpoint "$work/swap.h5"
swaps=$(sed -n 's/^uniform-60-1: \([0-9]*\), .*/\1/p' "$work/out")
expect swaps-shown 0 "move swap" $cordee show "$work/swap.h5"
expect swaps-resumed 0 "uniform-60-1: $swaps" $cordee resume "$work/swap.h5"
expect move-is-of-the-plan 64 "unknown option --move" $cordee resume "$work/swap.h5" --move 2opt
expect resume-finished 0 "uniform-60-1: $cost" $cordee resume "$work/run.h5"
printf 'x' | dd of="$work/run.h5" bs=1 seek=9000 conv=notrunc 2>/dev/null
expect damaged-names-previous 65 "cordee resume $work/run.h5.prev" ranks 2 $cordee resume "$work/run.h5"
expect previous-resumes 0 "uniform-60-1: $cost" $cordee resume "$work/run.h5.prev"
sed 's/^5 .*/5 1 1/' instances/uniform-60-1.tsp > "$work/other.tsp"
expect another-instance-refused 65 "digest" $cordee resume "$work/run.h5.prev" --instance "$work/other.tsp"
cp instances/uniform-60-1.tsp "$work/moved.tsp"
expect instance-moved 0 "uniform-60-1: $cost" $cordee resume "$work/run.h5.prev" --instance "$work/moved.tsp"
mkdir "$work/full"
if mount -t tmpfs -o size=64k tmpfs "$work/full" 2>/dev/null; then
  head -c 60000 /dev/zero > "$work/full/filler"
  expect disk-full 74 "No space left" ranks 2 $cordee solve instances/uniform-200-1.tsp --checkpoint "$work/full/run.h5"
  umount "$work/full"
else
  skip disk-full "no tmpfs here"
fi
expect unwritable-tour 74 "/nowhere/best.tour" $cordee solve instances/uniform-12-1.tsp --out /nowhere/best.tour
expect unwritable-checkpoint 74 "/nowhere/run.h5" ranks 2 $cordee solve instances/uniform-12-1.tsp --checkpoint /nowhere/run.h5
expect unwritable-log 74 "/nowhere/log" $cordee solve instances/uniform-12-1.tsp --log /nowhere/log
expect bench 0 "moves/s" $cordee bench --backend cpu --sizes 52 --time 0.2
expect bench-instance 0 "moves/s" $cordee bench --backend cpu --instance instances/uniform-12-1.tsp --time 0.1
expect bench-routes 0 "savings packed" $cordee bench routes --backend cpu --sizes 20 --time 0.1
expect bench-batch 0 "tasks/s" $cordee bench batch --backend cpu --sizes 12 --time 0.1
expect bench-batch-ils 0 "tasks/s" $cordee bench batch --backend cpu --method ils --islands 2 --tours 8 --kicks 0.1 --sizes 20 --time 0.1
expect bench-batch-refused 64 "expected tasks that can share launches" $cordee bench batch --backend cpu --method ils --recombine none --sizes 20
check generate-same $cordee generate uniform --cities 200 --seed 1 --out "$work/u.tsp"
cmp -s "$work/u.tsp" instances/uniform-200-1.tsp && ok generate-as-shipped || not_ok generate-as-shipped "differs"
check generate-clustered $cordee generate clustered --cities 200 --seed 1 --generator-version 1 --out "$work/c.tsp"
cmp -s "$work/c.tsp" instances/clustered-200-1.tsp && ok generate-clustered-as-shipped || not_ok generate-clustered-as-shipped "differs"
expect generate-newest 0 "seed 1, version 2 (cordee generate)" $cordee generate clustered --cities 20
expect generate-no-version 64 "--generator-version belongs to generate" $cordee generate etc --generator-version 2
expect generate-unknown 64 "E1q.0" $cordee generate E1q.0
check generate-etc $cordee generate etc --tasks 60 --machines 10 --consistency i --out "$work/m.etc"
cmp -s "$work/m.etc" instances/etc-i-hihi-60x10-1.etc && ok generate-etc-as-shipped || not_ok generate-etc-as-shipped "differs"
expect matching 0 "above the proven bound 860959.963552, verified" $cordee solve "$work/m.etc" --quiet --out "$work/m.txt"
expect matching-verified 0 "above the proven bound 860959.963552, verified" $cordee verify "$work/m.etc" "$work/m.txt"
expect matching-unknown-method 64 "expected one of anneal lists" $cordee solve "$work/m.etc" --method climb
expect matching-swarms-checkpoint 0 "verified" ranks 3 $cordee solve "$work/m.etc" --method pso --iterations 200 --checkpoint "$work/m.h5"
expect matching-shown 0 "60 tasks on 10 machines" $cordee show "$work/m.h5"
printf '2 2\n1.5 2\n3 -4\n' > "$work/bad.etc"
expect matching-malformed 65 "bad.etc:3: expected" $cordee solve "$work/bad.etc"
printf '2 2\n1.5 2\n3\n' > "$work/short.etc"
expect matching-short 65 "short.etc:" $cordee solve "$work/short.etc"
expect function 0 "sphere:3: 0, verified" $cordee solve sphere:3 --quiet --inertia linear
expect function-unknown 66 "spheres:3" $cordee solve spheres:3
if $cordee bench --backend cuda --sizes 52 --time 0.1 >/dev/null 2>&1; then
  expect cuda 0 "cuda 0" $cordee solve instances/uniform-60-1.tsp --backend cuda
else
  expect cuda-refused 69 "cordee_cuda.so" $cordee solve instances/uniform-60-1.tsp --backend cuda
fi
# --quiet stands beside everything that is verified: one result, nothing else.
$cordee solve instances/uniform-12-1.tsp --out "$work/quiet.tour" --quiet >/dev/null 2>&1
$cordee verify instances/uniform-12-1.tsp "$work/quiet.tour" --quiet >"$work/out" 2>&1
[ "$(wc -l <"$work/out")" = 1 ] && grep -q '^uniform-12-1: 2743364, .*verified$' "$work/out" && ok verify-quiet || not_ok verify-quiet "$(cat "$work/out")"
expect generate-quiet 0 "EOF" $cordee generate uniform --cities 5 --quiet

finish
