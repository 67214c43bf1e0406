#!/usr/bin/env bash
# `resume --or-start`: one command that starts a run and goes on with it, whatever is left of its checkpoints; and runs
# that stop before the end of a batch job (tests/e2e/e2e_slurm.sh asks a real SLURM).
. "$(dirname "$0")/e2e.sh"
instance=instances/uniform-60-1.tsp
file=$work/run.h5
again=($cordee resume "$file" --or-start "$instance" --backend cpu)
damage() { printf '\377\000' | dd of="$1" bs=1 seek=9000 conv=notrunc 2>/dev/null; }

expect start 0 "solving uniform-60-1" ranks 2 "${again[@]}" --method climb --climbers 300 --seed 3
result=$($cordee resume "$file" --quiet)
expect finished 0 "$result" ranks 3 "${again[@]}" --climbers 300 --quiet
expect nothing-given 0 "$result" "${again[@]}"
expect choices-left-to-the-program 0 "$result" "${again[@]}" --islands 0 --epoch 0
expect other-methods-are-refused 64 "--particles belongs to methods flock or pso" "${again[@]}" --particles 7
expect another-plan 64 "run.h5: made with climbers 300, found --climbers 2000" ranks 2 "${again[@]}" --climbers 2000
expect another-target 64 "run.h5: made with target -inf, found --target 5" "${again[@]}" --target 5
expect another-instance 65 "digest" $cordee resume "$file" --or-start instances/uniform-12-1.tsp
expect another-checkpoint 64 "--checkpoint: expected none beside --or-start" "${again[@]}" --checkpoint "$work/x.h5"
expect plan-without-or-start 64 "unknown option --climbers" $cordee resume "$file" --climbers 300

cp "$file" "$file.kept"; cp "$file.prev" "$work/prev.kept"
damage "$file"
expect damaged 0 "$result" ranks 2 "${again[@]}" --quiet
expect damaged-is-told 0 "warning: $file: damaged: digest differs; going on from the one before it, $file.prev" \
  bash -c "cp '$work/prev.kept' '$file.prev'; rm '$file'; cp '$file.kept' '$file'; printf '\377\000' | dd of='$file' bs=1 seek=9000 conv=notrunc 2>/dev/null; ${again[*]}"
expect goes-on-as-itself 0 "$result" $cordee resume "$file" --quiet
rm "$file"; cp "$work/prev.kept" "$file.prev"
expect missing 0 "warning: $file is not there; going on from the one before it" ranks 2 "${again[@]}"
[ -e "$file" ] && ok missing-is-there-again || not_ok missing-is-there-again "no $file"

cp "$file.kept" "$file"; damage "$file"; cp "$work/prev.kept" "$file.prev"; damage "$file.prev"
sums=$(cksum "$file" "$file.prev")
expect both-damaged 65 "nothing is overwritten" ranks 2 "${again[@]}"
rm "$file.prev"; expect damaged-alone 65 "$file.prev is not there" "${again[@]}"
cp "$work/prev.kept" "$file.prev"; damage "$file.prev"
[ "$sums" = "$(cksum "$file" "$file.prev")" ] && ok both-as-they-were || not_ok both-as-they-were "$(cksum "$file" "$file.prev")"
rm "$file"; expect previous-damaged-alone 65 "$file is not there" "${again[@]}"

# A schedule that follows the clock: it needs one on resume, too, and goes on where it was.
instance=instances/uniform-200-1.tsp
expect by-the-clock 0 "time limit reached" ranks 2 $cordee solve "$instance" --backend cpu --tours 2 --time 1 --checkpoint "$work/clock.h5"
grep -q "kicks 0, .*; for [0-9.]*s$" "$work/out" && ok by-the-clock-is-told || not_ok by-the-clock-is-told "$(cat "$work/out")"
kicks() { $cordee show "$work/clock.h5" | sed -n 's/^  progress    epoch [0-9]*, \([0-9]*\) kicks.*/\1/p'; }
first=$(kicks)
[ -n "$first" ] && ok clock-shown || not_ok clock-shown "$($cordee show "$work/clock.h5")"
expect clock-needs-time 64 "clock.h5: its schedule follows the clock" ranks 2 $cordee resume "$work/clock.h5"
expect clock-goes-on 0 "time limit reached" $cordee resume "$work/clock.h5" --time 1
[ "$(kicks)" -gt "${first:-0}" ] && ok clock-went-on || not_ok clock-went-on "$first, then $(kicks) kicks"
expect kicks-before-time 0 "finished after" $cordee solve "$instance" --backend cpu --kicks 3 --time 60

# The job's end from the environment (SLURM 23.02 and later), then from a squeue that this script plays.
long=(solve instances/uniform-200-1.tsp --backend cpu --method climb --climbers 1e6)
soon() { SLURM_JOB_ID=7 SLURM_JOB_END_TIME=$(($(date +%s) + 4)) "$@"; }
expect job-ends 75 "stopped before the job's time limit" soon ranks 2 $cordee "${long[@]}" --stop-before 2 --checkpoint "$work/long.h5"
grep -q "^time limit in [0-9.]*s$" "$work/out" && ok job-end-is-told || not_ok job-end-is-told "$(cat "$work/out")"
expect job-ends-without-checkpoint 0 verified soon $cordee "${long[@]}" --stop-before 2
expect not-looked-at 0 "time limit reached" soon $cordee "${long[@]}" --stop-before 0 --time 5
mkdir "$work/bin"
# Says what the file `left` has, a line a question; notes who asked.
cat >"$work/bin/squeue" <<SQUEUE
#!/bin/sh
echo "\$*" >>"$work/asked"
head -1 "$work/left"; sed -i 1d "$work/left"
SQUEUE
chmod +x "$work/bin/squeue"
queue() { printf '%s\n' "${@:2}" >"$work/left"; rm -f "$work/asked"; env PATH="$work/bin:$PATH" $1 $cordee "${long[@]}" --stop-before 2; }
expect squeue 0 "stopped before the job's time limit" queue SLURM_JOB_ID=7 0:04
[ "$(sort -u "$work/asked")" = "-h -o %L -j 7" ] && ok squeue-asked || not_ok squeue-asked "$(cat "$work/asked")"
expect array 0 "stopped before the job's time limit" queue "SLURM_JOB_ID=9 SLURM_ARRAY_JOB_ID=9 SLURM_ARRAY_TASK_ID=3" 0:04
grep -q -- "-j 9_3$" "$work/asked" && ok array-asked || not_ok array-asked "$(cat "$work/asked")"
expect end-moves 0 "stopped before" queue SLURM_JOB_ID=7 0:04 0:05 0:02
[ "$(wc -l <"$work/asked")" = 3 ] && ok end-asked-again || not_ok end-asked-again "$(cat "$work/asked")"
long+=(--time 3)
expect no-limit 0 "time limit reached" queue SLURM_JOB_ID=7 UNLIMITED
expect no-answer 0 "time limit reached" queue SLURM_JOB_ID=7 ""
expect no-job 0 "time limit reached" queue SLURM_NNODES=1 0:01
finish
