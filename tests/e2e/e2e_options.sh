#!/usr/bin/env bash
# Options that a run does not read, cut names, bounds: refused before any work, with a message that helps. And the task lists of
# jobs/array.sbatch, by stand-ins for SLURM's commands.
. "$(dirname "$0")/e2e.sh"
tsp=instances/uniform-60-1.tsp etc=instances/etc-i-hihi-60x10-1.etc

# ---- options of another method, of another problem, of another command ----
expect of-another-method 64 "--climbers belongs to method climb, and this run uses ils: add --method climb, or drop it" \
  $cordee solve $tsp --climbers 1e9 --restart kick
expect restart-without-climb 64 "--restart belongs to method climb" ranks 2 $cordee solve $tsp --restart kick
[ "$(grep -c belongs "$work/out")" = 1 ] && ok one-message-from-2-ranks || not_ok one-message-from-2-ranks "$(cat "$work/out")"
expect of-another-problem 64 "--inertia belongs to method pso, which this instance is not for" $cordee solve $tsp --inertia linear
expect of-no-list 64 "--islands belongs to methods ils, climb, aco, anneal-tours, tabu, flock, anneal, trade, pso, sisr or ruin, and this run uses lists" $cordee solve $etc --method lists --islands 4
expect of-the-other-annealing 64 "--aim belongs to method anneal, which this instance is not for" $cordee solve $tsp --method anneal --aim 0.1
expect bound-of-matchings 64 "--bound-time belongs to task matching, and this instance is one of TSP" $cordee solve $tsp --bound-time 5
expect bound-time-negative 64 "--bound-time: expected" $cordee solve $etc --bound-time -1
expect bound-raised 0 "above the proven bound 907" $cordee solve $etc --method lists --quiet --bound-time 60
expect of-this-annealing 64 "--sweeps belongs to method anneal-tours, which this instance is not for" $cordee solve $etc --method anneal --sweeps 9
expect annealing-directed 64 "expected one for directed instances, paths and fixed edges" $cordee solve $tsp --method anneal --path open
expect of-a-function 64 "--chains belongs to methods anneal-tours, anneal, sisr or ruin" $cordee solve sphere:3 --chains 2
expect trails-of-as 64 "--trails: expected all with --variant as, found candidates" $cordee solve $tsp --method aco --variant as --trails candidates
expect trails-of-focused 64 "--trails: expected candidates with --variant focused, found all" $cordee solve $tsp --method aco --variant focused --trails all
expect trails-of-another-method 64 "--trails belongs to method aco" $cordee solve $tsp --trails all
expect trail0-most 64 "--trail0: expected 0 to 1e12, found -1" $cordee solve $tsp --method aco --variant as --trail0=-1
expect q-least 64 "--q: expected 1e-6 to 1e12, found 0" $cordee solve $tsp --method aco --variant as --q 0
expect all-ants 0 verified $cordee solve $tsp --method aco --variant as --q 50 --trail0 0.01 --ants 20 --iterations 30 --islands 1 --quiet
expect cooling-with-a-logarithm 0 "note: --cooling logarithmic hardly cools: after the 2.56e+04 steps" $cordee solve $tsp --method anneal --cooling logarithmic --t0 1e6 --sweeps 100 --islands 1
expect cooling-by-the-clock 64 "--cooling logarithmic: expected --sweeps" $cordee solve $tsp --method anneal --cooling logarithmic --time 1
expect cooling-two-starts 64 "--hot: expected none beside --t0, found 0.1" $cordee solve $tsp --method anneal --t0 5 --hot 0.1
expect cooling-upwards 64 "--t-end: expected at most --t0, 5, found 6" $cordee solve $tsp --method anneal --t0 5 --t-end 6
expect cooling-unknown 64 "--cooling: expected one of exponential linear logarithmic, found 'slow'" $cordee solve $tsp --method anneal --cooling slow
expect cooling-of-tasks 64 "--cooling belongs to method anneal-tours, which this instance is not for" $cordee solve $etc --method anneal --cooling linear
expect own-options 0 verified $cordee solve $tsp --method climb --climbers 50 --restart kick --move swap --islands 2 --epoch 8 --seed 2 --quiet
start=($cordee resume "$work/stray.h5" --or-start $tsp --quiet)
expect or-start-starts-none 64 "--climbers belongs to method climb" "${start[@]}" --climbers 9
[ -e "$work/stray.h5" ] && not_ok or-start-left-nothing "a checkpoint is there" || ok or-start-left-nothing
expect or-start 0 verified "${start[@]}" --tours 9
expect or-start-again 0 verified "${start[@]}" --tours 9
expect or-start-goes-on-with-none 64 "--climbers belongs to method climb" "${start[@]}" --climbers 9
expect resume-alone 64 "unknown option --climbers" $cordee resume "$work/stray.h5" --climbers 9
expect no-checkpoint-to-force 64 "--force belongs to a run with a checkpoint" $cordee solve $tsp --force
expect no-checkpoint-to-time 64 "--checkpoint-every belongs to a run with a checkpoint" $cordee solve $tsp --checkpoint-every 5
expect stop-before-what 0 "no time limit of a SLURM job is known: --stop-before does nothing here" \
  env -u SLURM_JOB_ID -u SLURM_ARRAY_JOB_ID -u SLURM_JOB_END_TIME $cordee solve $tsp --stop-before 5
expect generate-another-kind 64 "--tasks belongs to generate etc or grid, and this is generate uniform: drop it" $cordee generate uniform --tasks 5
expect generate-grid 64 "--consistency belongs to generate etc" $cordee generate grid --consistency i
expect generate-named 64 "--cities belongs to generate uniform, clustered, dimacs-e, dimacs-c, amat, tmat, shop, super, crane, disk, coin, stilt, rtilt or rect" $cordee generate E1k.0 --cities 9
expect generate-named-seed 64 "the name E1k.0 tells the seed" $cordee generate E1k.0 --seed 9
expect bench-another 64 "bench price: unknown option --sizes (cordee bench price --help)" $cordee bench price --sizes 2
expect bench-batch-target 64 "bench batch: unknown option --target" $cordee bench batch --target 3
expect bench-batch-stray 64 "--tours belongs to method ils, and this run uses climb" $cordee bench batch --sizes 12 --tours 8
expect bench-two-sizes 64 "--sizes: expected none beside --instance" $cordee bench --sizes 12 --instance $tsp
expect bench-batch-two-sizes 64 "--sizes: expected none beside --instance" $cordee bench batch --sizes 12 --instance $tsp
expect dry-run-log 64 "--log: expected none beside --dry-run" $cordee sweep jobs/smoke.job --dry-run --log "$work/dry.log"
[ -e "$work/dry.log" ] && not_ok dry-run-wrote-nothing "a log is there" || ok dry-run-wrote-nothing

# ---- job files ----
job() { printf "$@" >"$work/x.job"; }
job '[a]\ninstance = %s\nseed = 1..2\nclimbers = 9\n' "$PWD/$tsp"
expect job-stray 65 "x.job:4: climbers belongs to method climb, and no task with what [a] says uses that" $cordee sweep "$work/x.job"
[ -e "$work/x.h5" ] && not_ok job-stray-ran-nothing "results are there" || ok job-stray-ran-nothing
job '[a]\ninstance = %s, %s\nkicks = 0.1\niterations = 20\n' "$PWD/$tsp" sphere:2
expect job-two-problems 0 "2 verified" $cordee sweep "$work/x.job" --quiet
job '[a]\ninstance = %s\nclimber = 9\n' "$PWD/$tsp"
expect job-names-are-whole 65 "x.job:3: expected instance or an option of a task (docs/guide-sweeps.md), found 'climber'" $cordee sweep "$work/x.job"
job '[a]\ninstance = %s\nislands = 1..1000001\n' "$PWD/$tsp"
expect job-bounds 65 "x.job:3: islands: expected 0 to 1e6, found 1000001" $cordee sweep "$work/x.job"

# ---- names and numbers ----
expect cut-name 64 "solve: unknown option --generation, did you mean --generations? (cordee solve --help)" $cordee solve $tsp --quiet --generation 9
expect cut-name-value 64 "solve: unknown option --generation, did you mean --generations?" $cordee solve $tsp --generation=9
expect cut-name-without-value 64 "solve: unknown option --generation, did you mean" $cordee solve $tsp --generation
expect cut-flag 64 "solve: unknown option --quie, did you mean --quiet?" $cordee solve $tsp --quie
expect value-like-an-option 0 verified $cordee solve --out --qui $tsp --kicks 1; rm -f ./--qui
expect balance-least 64 "--objective: expected 1 to 1000000000, found 0" $cordee solve instances/stops-10.csv --objective balance:0
expect balance-most 64 "--objective: expected 1 to 1000000000, found 1000000001" $cordee solve instances/stops-10.csv --objective balance:1000000001
expect balance-no-price 64 "--objective: expected one of distance vehicles completion makespan balance:K" $cordee solve instances/stops-10.csv --objective balance
expect balance-blank 0 "longest route" $cordee solve instances/stops-10.csv --vehicles 3 --capacity 30 --speed 30 --objective "balance 3" --epochs 1 --quiet
# At most so many vehicles, also by a number alone: customers of 16 units in vehicles of 10 need two.
cat >"$work/small.vrp" <<'VRP'
NAME: small
TYPE: CVRP
DIMENSION: 4
CAPACITY: 10
EDGE_WEIGHT_TYPE: EUC_2D
NODE_COORD_SECTION
1 0 0
2 30 0
3 30 40
4 0 40
DEMAND_SECTION
1 0
2 5
3 5
4 6
DEPOT_SECTION
1
-1
EOF
VRP
expect vehicles-at-most 0 "small: 200," $cordee solve "$work/small.vrp" --vehicles 2 --quiet --time 1
expect vehicles-exactly 0 "small: 240," $cordee solve "$work/small.vrp" --vehicles exactly:3 --quiet --time 1
expect vehicles-too-few 3 "expected at least 2 routes for load 16 and capacity 10, found at most 1" $cordee solve "$work/small.vrp" --vehicles 1
expect fleet-number 3 "found at most 1" $cordee solve "$work/small.vrp" --fleet=1
printf '[a]\ninstance = small.vrp\nvehicles = 1\n' >"$work/fleet.job"
expect vehicles-in-a-job 0 "found at most 1" $cordee sweep "$work/fleet.job" --dry-run
printf '[a]\ninstance = small.vrp\nvehicle = 1\n' >"$work/fleet.job"
expect cut-name-in-a-job 65 "fleet.job:3: expected instance or an option of a task (docs/guide-sweeps.md), found 'vehicle', did you mean vehicles" $cordee sweep "$work/fleet.job" --dry-run
expect cut-name-of-several 64 "solve: unknown option --t, did you mean --tours, --temperature, --tournament, --trails, --trail0, --t0, --t-end, --tenure, --to, --trips, --target, --target-gap, --time or --threads?" $cordee solve $tsp --t 5
expect million-threads 64 "--threads: expected 0 to 1024, found 1000000" ranks 2 $cordee solve $tsp --threads 1000000
expect million-threads-by-environment 64 "OMP_NUM_THREADS: expected 1 to 1024, found 1000000" env OMP_NUM_THREADS=1000000 $cordee verify $tsp x
expect isolated-is-apart 0 verified $cordee solve $tsp --recombine isolated --tours 9 --islands 3 --out "$work/isolated.tour"
grep -q 'recombine isolated' "$work/out" && ok isolated-is-shown || not_ok isolated-is-shown "$(cat "$work/out")"
expect apart-is-isolated 0 verified $cordee solve $tsp --recombine apart --tours 9 --islands 3 --out "$work/apart.tour"
cmp -s "$work/isolated.tour" "$work/apart.tour" && ok isolated-same-tour || not_ok isolated-same-tour "the tours differ"
for name in OMP_STACKSIZE GOMP_STACKSIZE; do # of threads, such as no search can do with: the program takes its own
  for size in 16k 128K 999999G; do
    expect "stack-$size-by-$name" 0 verified env $name=$size bash -c \
      "ulimit -s 256; exec $cordee solve instances/cvrp-200-1.vrp --backend cpu --epochs 2 --epoch 50 --threads 2 --quiet"
  done
done
expect stack-unread 0 "Invalid value for environment variable OMP_STACKSIZE" env OMP_STACKSIZE=16kB $cordee verify $tsp "$work/isolated.tour"
expect reference-is-aim 0 "aim 0.02" $cordee solve $etc --epochs 1 --reference 0.02
expect help-tells-bounds 0 "(0 to 1024; default 0)" $cordee solve --help
expect best-known-of-many-digits 64 "--best-known: expected 0 to 9223372036854 for costs with 6 decimals" $cordee solve $etc --best-known 1e13
# As many threads as may be: more than most machines let a process have in vain.
for method in ils climb; do
  if [ "$(ulimit -u)" = unlimited ] || [ "$(ulimit -u)" -gt 4096 ]; then
    expect threads-most-$method 0 verified $cordee solve $tsp --backend cpu --method $method --threads 1024 --quiet
  else
    skip threads-most-$method "a user may have $(ulimit -u) processes"
  fi
done

# ---- counts at their bounds: an answer, or a clear refusal; never a crash. 4 GiB of addresses, and 2 seconds ----
# bounded NAME COMMAND...
bounded() {
  local name=$1 rc=0; shift
  # timeout kills itself, too, and bash would tell
  { (ulimit -v 4194304 && exec timeout -s KILL 2 "$@" --backend cpu --threads 1 --time 0.2) >"$work/out" 2>&1 || rc=$?; } 2>/dev/null
  case $rc in
  0 | 71 | 137) ok "bound-$name" ;;
  *) not_ok "bound-$name" "exit $rc: $*"; sed 's/^/# /' "$work/out" | tail -5 ;;
  esac
}
bounded islands $cordee solve $tsp --islands 1e6
bounded islands-climb $cordee solve $tsp --method climb --islands 1e6
bounded islands-anneal $cordee solve $etc --islands 1e6
bounded islands-anneal-tours $cordee solve $tsp --method anneal --islands 1e6
bounded sweeps $cordee solve $tsp --method anneal --sweeps 4e9 --islands 1 --chains 64
bounded islands-trade $cordee solve $etc --method trade --islands 1e6
bounded kick-trade $cordee solve $etc --method trade --kick 1e6 --depth 16
bounded islands-pso $cordee solve $etc --method pso --islands 1e6
bounded tours $cordee solve $tsp --tours 1e6
bounded tours-apart $cordee solve $tsp --tours 1e6 --recombine none
bounded candidates $cordee solve $tsp --candidates 8 --quadrant 16
bounded populations $cordee solve $tsp --populations 10000 --generations 100000 --kicks 5e7
bounded kicks $cordee solve $tsp --recombine none --tours 2 --kicks 1e9
bounded climbers $cordee solve $tsp --method climb --climbers 2.9e15 --islands 1e6
bounded chains $cordee solve $etc --chains 1e6
bounded epochs $cordee solve $etc --epochs 1e9 --islands 1
bounded particles $cordee solve $etc --method pso --particles 1e6 --islands 1 --migrants 1e6
bounded iterations $cordee solve sphere:2 --iterations 1e9 --islands 1
expect generate-of-any-size 71 "memory" bash -c "ulimit -v 4194304; $cordee generate uniform --cities 2147483647 --out $work/none.tsp"
expect generate-too-many-times 64 "expected at least 1 of each and at most 2147483647 times" $cordee generate etc --tasks 2147483647 --machines 2147483647

# ---- task lists ----
mkdir "$work/bin"
for name in srun mpirun; do # says what it would run
  printf '#!/bin/bash\nwhile [ "${1#-}" != "$1" ]; do shift; done\nprintf "<%%s>" "${@:2}" >"$TOLD"\n' >"$work/bin/$name"
done
chmod +x "$work/bin/srun" "$work/bin/mpirun"
printf '# all of them\n\ta.tsp --seed 1\n\n\t# tab\n \nb.tsp --seed 2 # a comment --seed 3\nc#d.tsp\t--seed 4\t#x\ne.tsp #\r\nf.tsp --kicks 5\r\n#g.tsp\nh.tsp' >"$work/tasks.txt"
# task NUMBER WORDS: that task runs with those words
task() {
  local number=$1 want; shift
  want=$(printf '<%s>' resume "run-7-$number.h5" --or-start "$@" --out "best-7-$number.txt")
  TOLD=$work/told PATH=$work/bin:$PATH CORDEE=cordee SLURM_JOB_ID=8 SLURM_JOB_NODELIST=n SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$number \
    bash jobs/array.sbatch "$work/tasks.txt" >"$work/out" 2>&1
  [ "$(cat "$work/told")" = "$want" ] && ok "array-task-$number" || not_ok "array-task-$number" "expected $want, found $(cat "$work/told")"
  rm -f "$work/told"
}
task 1 a.tsp --seed 1
task 2 b.tsp --seed 2
task 3 c#d.tsp --seed 4
task 4 e.tsp
task 5 f.tsp --kicks 5
task 6 h.tsp
counting=$(sed -n "s/^#   sbatch --array=1-\$(\(.*\) tasks.txt).*/\1/p" jobs/array.sbatch)
[ "$(cd "$work" && eval "$counting tasks.txt")" = 6 ] && ok array-count || not_ok array-count "'$counting' found $(cd "$work" && eval "$counting tasks.txt")"
grep -qF "$counting tasks.txt" docs/slurm.md && ok array-count-in-docs || not_ok array-count-in-docs "docs/slurm.md counts otherwise than jobs/array.sbatch"
expect array-beyond 64 "no task 7" env PATH="$work/bin:$PATH" TOLD="$work/told" SLURM_JOB_ID=8 SLURM_JOB_NODELIST=n SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=7 \
  bash jobs/array.sbatch "$work/tasks.txt"
finish
