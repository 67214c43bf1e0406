#!/usr/bin/env bash
# Checkpoints beside the search: what overlaps, what a failing disk does, who may write, and files of an older schema.
. "$(dirname "$0")/e2e.sh"
instance=instances/uniform-200-1.tsp
endless=($instance --method climb --climbers 1e9 --islands 5 --epoch 64 --restart kick --seed 3 --quiet --backend cpu)

# start DIR COMMAND...: in the background, until DIR/run.h5 is there; its output goes to DIR/out, its number to $pid.
start() {
  local dir=$1; shift
  mkdir -p "$dir"
  "$@" </dev/null >"$dir/out" 2>&1 & pid=$!
  for _ in $(seq 400); do [ -e "$dir/run.h5" ] && return; sleep 0.05; done
  not_ok start "no $dir/run.h5: $(tail -3 "$dir/out")"
}

# ended NAME CODE TEXT DIR: what was started ends so, soon.
ended() {
  local rc=0
  for _ in $(seq 400); do kill -0 $pid 2>/dev/null || break; sleep 0.05; done
  kill -9 $pid 2>/dev/null && { not_ok "$1" "still running"; wait $pid 2>/dev/null; return; }
  wait $pid || rc=$?
  if [ $rc = "$2" ] && grep -qF -- "$3" "$4/out"; then ok "$1"; else not_ok "$1" "exit $rc: $(tail -5 "$4/out")"; fi
}

# ---- a file of schema 1, as cordee wrote it before ----
plan=(--method climb --climbers 600 --islands 3 --epoch 20 --seed 5 --quiet)
check whole $cordee solve $instance "${plan[@]}" --out "$work/whole.tour"
for count in 1 3; do
  check "schema-1-resumed-$count" ranks $count $cordee resume tests/fixtures/data/schema-1.h5 --instance $instance --quiet \
    --checkpoint "$work/new-$count.h5" --out "$work/again.tour"
  cmp -s "$work/whole.tour" "$work/again.tour" && ok "schema-1-same-$count" || not_ok "schema-1-same-$count" "$(cat "$work/out")"
done
head -1 "$work/new-3.h5" | grep -qa '^cordee checkpoint 3 ' && ok schema-3-written || not_ok schema-3-written "$(head -c 80 "$work/new-3.h5")"
check schema-1-shown $cordee show tests/fixtures/data/schema-1.h5
[ -e tests/fixtures/data/schema-1.h5.lock ] && not_ok schema-1-untouched "a lock is left" || ok schema-1-untouched

# ---- chains, stopped within an epoch on 3 ranks: 2 ranks have islands of two of these, at the same step ----
chains=(instances/etc-i-hihi-60x10-1.etc --method anneal --islands 3 --chains 1 --epochs 9 --epoch 1e9 --quiet --backend cpu)
check chains-stopped ranks 3 $cordee solve "${chains[@]}" --checkpoint "$work/chains.h5" --time 1
expect chains-resumed 0 verified ranks 2 $cordee resume "$work/chains.h5" --time 0.5 --quiet
expect chains-resumed-again 0 verified $cordee resume "$work/chains.h5" --time 0.2 --quiet

# ---- who may write: one ----
dir=$work/lock
start "$dir" env SLURM_JOB_ID=77 $cordee solve "${endless[@]}" --checkpoint "$dir/run.h5" --checkpoint-every 0
await_file "$dir/run.h5.prev"
expect in-use 64 "run.h5: in use by cordee pid $pid on $(hostname) (SLURM job 77) since 20" ranks 2 $cordee resume "$dir/run.h5"
expect in-use-not-forced 64 "in use by" $cordee solve $instance --checkpoint "$dir/run.h5" --force
expect in-use-by-prev 64 "in use by" $cordee resume "$dir/run.h5.prev"
expect in-use-shown 0 "unfinished run" $cordee show "$dir/run.h5"
kill -9 $pid; wait $pid 2>/dev/null
[ -e "$dir/run.h5.lock" ] && ok lock-is-left || not_ok lock-is-left "no lock file after kill -9"
expect killed-frees 0 "uniform-200-1: " $cordee resume "$dir/run.h5" --time 0.5 --quiet
[ -e "$dir/run.h5.lock" ] && not_ok lock-removed "still there" || ok lock-removed

# ---- files that vanish ----
dir=$work/deleted
start "$dir" ranks 2 $cordee solve "${endless[@]}" --checkpoint "$dir/run.h5" --checkpoint-every 0 --time 6
rm -f "$dir"/run.h5 "$dir"/run.h5.prev "$dir"/run.h5.lock
await_file "$dir/run.h5"
[ -e "$dir/run.h5" ] && ok deleted-comes-back || not_ok deleted-comes-back "$(ls "$dir")"
ended deleted-goes-on 0 verified "$dir"
expect deleted-resumes 0 "uniform-200-1: " $cordee resume "$dir/run.h5" --time 0.5 --quiet
dir=$work/removed
start "$dir" $cordee solve "${endless[@]}" --checkpoint "$dir/run.h5" --checkpoint-every 0 --time 20 --out "$work/removed.tour"
exec 9<"$dir/out"; mv "$dir" "$dir.gone"; rc=0 # at once: rm -rf fails where a file comes while it is at work
wait $pid || rc=$?
out=$(cat <&9); exec 9<&-
[ $rc = 74 ] && [[ $out == *"run.h5: "*"No such file or directory"* && $out == *verified* ]] && ok folder-removed ||
  not_ok folder-removed "exit $rc: $out"

# ---- a slow disk, and one that fails ----
if ! ${CC:-cc} -shared -fPIC -o "$work/faulty.so" tests/e2e/faulty_disk.c -ldl 2>"$work/err"; then
  skip faulty-disk "$(head -1 "$work/err")"
  finish
fi
if nm -C $cordee 2>/dev/null | grep -q __asan_init; then
  skip faulty-disk "built with sanitizers"
  finish
fi
dir=$work/slow
mkdir "$dir"
check slow-disk ranks 2 env LD_PRELOAD="$work/faulty.so" FAULTY_FSYNC_MS=150 $cordee solve "${endless[@]}" --checkpoint "$dir/run.h5" \
  --checkpoint-every 0 --time 6 --log "$dir/log"
check search-goes-on /usr/bin/python3 - "$dir/log" <<'PYTHON'
import json, sys
events = [json.loads(line) for line in open(sys.argv[1])]
saves = [e for e in events if e["event"] == "checkpoint"]
beside = [e for e in saves[1:-2] if e["checkpoint_moves"] > 0]  # the last but one may be waited for, too: the limit falls into it
assert saves[0]["checkpoint_moves"] == 0 and beside, saves  # the first one is waited for
assert any(e["pause_s"] < e["checkpoint_s"] / 2 for e in beside), beside
assert abs(sum(e["pause_s"] for e in saves) - saves[-1]["pauses_s"]) < 0.01, saves
PYTHON
for only in 0 1; do
  dir=$work/broken-$only
  start "$dir" ranks 2 env LD_PRELOAD="$work/faulty.so" FAULTY_WRITES="$dir/broken" FAULTY_RANK=$only $cordee solve "${endless[@]}" \
    --checkpoint "$dir/run.h5" --checkpoint-every 0 --time 20
  await_file "$dir/run.h5.prev"
  touch "$dir/broken"
  ended "broken-disk-rank-$only" 74 "Input/output error" "$dir"
  grep -q "^cordee: $dir/run.h5: .*; the last complete checkpoint is $dir/run.h5 of epoch [0-9]*$" "$dir/out" &&
    ok "broken-disk-message-$only" || not_ok "broken-disk-message-$only" "$(cat "$dir/out")"
  grep -q verified "$dir/out" && ok "broken-disk-best-$only" || not_ok "broken-disk-best-$only" "$(cat "$dir/out")"
  compgen -G "$dir/run.h5.tmp*" >/dev/null && not_ok "broken-disk-tidy-$only" "$(ls "$dir")" || ok "broken-disk-tidy-$only"
  expect "broken-disk-resumes-$only" 0 "uniform-200-1: " $cordee resume "$dir/run.h5" --time 0.5 --quiet
done
# The first of a checkpoint's writes are HDF5's: a clear end, whichever fails.
mkdir "$work/from"
for from in 1 3 5 8 12 20; do
  expect "broken-from-write-$from" 74 "run.h5: " env LD_PRELOAD="$work/faulty.so" FAULTY_FROM=$from \
    $cordee solve instances/uniform-12-1.tsp --checkpoint "$work/from/run.h5" --force --quiet
done
finish
