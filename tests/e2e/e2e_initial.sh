#!/usr/bin/env bash
# Runs that go on from a given solution: never worse than that, one answer on any ranks and from any kills, the file gone by then, in sweeps; what
# is no solution of the instance is refused.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/routes.sh
vrp=instances/cvrp-200-1.vrp small=instances/routes-80-2.vrp late=instances/windows-100-1.vrp
RANDOM=${KILL_SEED:-$$}
cost() { sed -n 's/^Cost *//p' "$1"; }
# no_worse NAME FILE THAN: of two files of routes
no_worse() { check "$1" awk -v a="$(cost "$2")" -v b="$(cost "$3")" 'BEGIN { exit !(a != "" && a <= b) }'; }

# ---- never worse, whatever the limits ----

# from_and_to NAME INSTANCE OPTIONS...: a few epochs, then more of them from there by every method that can
from_and_to() {
  local name=$1 file=$2; shift 2
  check "$name-start" $cordee solve $file "$@" --islands 1 --epochs 6 --epoch 10 --out "$work/$name.sol" --quiet
  for epochs in 1 12; do
    check "$name-$epochs" $cordee solve $file "$@" --initial "$work/$name.sol" --islands 2 --epochs $epochs --epoch 10 --out "$work/to.sol" --quiet
    no_worse "$name-$epochs-no-worse" "$work/to.sol" "$work/$name.sol"
  done
}
from_and_to free $vrp
from_and_to exactly $vrp --fleet exactly:40
from_and_to at-most $vrp --fleet at-most:26
from_and_to windows $late
from_and_to vehicles $late --objective vehicles
check descent $cordee solve $vrp --method 3opt --initial "$work/free.sol" --out "$work/descent.sol" --quiet
no_worse descent-no-worse "$work/descent.sol" "$work/free.sol"
expect descent-is-optimal 0 "no improving 3-opt move" $cordee verify $vrp "$work/descent.sol" --3opt
mkdir "$work/solutions"
cp "$work/free.sol" "$work/solutions/cvrp-200-1.sol"
check from-a-file $cordee solve $vrp --initial "$work/free.sol" --epochs 1 --epoch 1 --out "$work/file.sol" --quiet
solved by-its-other-name file $cordee solve $vrp --start "$work/free.sol" --epochs 1 --epoch 1
solved descent-by-its-other-name descent $cordee solve $vrp --method 3opt --start "$work/free.sol"
grep '^Route' "$work/free.sol" >"$work/no-cost.sol"
solved without-its-cost file $cordee solve $vrp --initial "$work/no-cost.sol" --epochs 1 --epoch 1
solved from-a-folder file $cordee solve $vrp --initial "$work/solutions" --epochs 1 --epoch 1

# ---- one answer; killed and resumed, in the end without the file ----

plan=($vrp --initial "$work/free.sol" --islands 3 --chains 2 --epochs 30 --epoch 25 --tournament 3 --part 70)
check whole $cordee solve "${plan[@]}" --threads 1 --out "$work/whole.sol" --quiet
for n in 2 4; do solved "ranks-$n" whole ranks $n $cordee solve "${plan[@]}" --threads 2; done
killed_and_resumed whole "${plan[@]}"
expect cut 0 "verified" $cordee solve "${plan[@]}" --time 0.3 --checkpoint "$work/run.h5" --backend cpu --quiet
mv "$work/free.sol" "$work/away.sol"
solved resumed-without-the-file whole ranks 2 $cordee resume "$work/run.h5"
mv "$work/away.sol" "$work/free.sol"

# ---- refusals ----

run=($cordee solve $vrp --epochs 1 --quiet)
expect of-another-instance 65 "free.sol:" $cordee solve $small --initial "$work/free.sol" --epochs 1
expect of-more-vehicles 65 "free.sol: 2" "${run[@]}" --fleet at-most:25 --initial "$work/free.sol"
{ sed -n 1p "$work/free.sol"; grep '^Route' "$work/free.sol" | tail -n +2 | cut -d: -f2 | tr -s '\n ' ' ' | sed 's/^/Route #2:/'; echo; echo Cost 1; } >"$work/heavy.sol"
expect too-heavy 65 "heavy.sol: route 2: load" "${run[@]}" --initial "$work/heavy.sol"
grep '^Route' "$work/free.sol" | sed '$d' >"$work/cut.sol"
expect cut-short 65 "cut.sol:$(($(wc -l <"$work/cut.sol") + 1)): expected Route #" "${run[@]}" --initial "$work/cut.sol"
tac "$work/windows.sol" | awk '/^Route/ { printf "Route #%d:", ++n; for (k = NF; k > 2; k--) printf " %s", $k; print "" } END { print "Cost 1" }' >"$work/late.sol"
expect late 65 "late.sol: route" $cordee solve $late --epochs 1 --initial "$work/late.sol"
expect absent 66 "nowhere.sol" "${run[@]}" --initial "$work/nowhere.sol"
expect absent-on-ranks 66 "nowhere.sol" ranks 2 "${run[@]}" --initial "$work/nowhere.sol"
expect not-in-the-folder 66 "solutions/routes-80-2.sol" $cordee solve $small --initial "$work/solutions" --epochs 1
expect of-another-method 64 "--initial belongs to methods ils, climb, aco, anneal-tours, tabu, flock, trade, sisr, ruin or 3opt" $cordee solve instances/etc-i-hihi-60x10-1.etc --start x
expect beside-a-star 64 "--start star: expected no --initial" $cordee solve $vrp --method 3opt --start star --initial x
expect resume-alone 64 "--initial belongs to a new run" $cordee resume "$work/run.h5" --initial x
expect written-too 64 "--out: expected a file of its own" "${run[@]}" --initial "$work/free.sol" --out "$work/free.sol"

# ---- sweeps ----

mkdir "$work/jobs"
printf '[all]\ninstance = ../%s, ../%s\ninitial = ../solutions\nislands = 1\nepochs = 2\nepoch = 5\n' cvrp-200-1.vrp routes-80-2.vrp >"$work/jobs/set.job"
cp $vrp $small "$work"
expect sweep 1 "2 tasks, 1 verified, 1 failed" ranks 2 $cordee sweep "$work/jobs/set.job"
expect sweep-says-why 1 "solutions/routes-80-2.sol" $cordee sweep "$work/jobs/set.job" --retry-failed
$cordee report "$work/jobs/set.h5" --csv - >"$work/set.csv"
check as-solve $cordee solve $vrp --initial "$work/free.sol" --islands 1 --epochs 2 --epoch 5 --quiet --out "$work/solo.sol"
check sweep-as-solve grep -q ",$(cost "$work/solo.sol")," "$work/set.csv"
finish
