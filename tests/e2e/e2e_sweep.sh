#!/usr/bin/env bash
# Sweeps: every task has its row, a bad one takes no other with it, kills and signals lose nothing, and the rows are the same
# on any number of ranks.
. "$(dirname "$0")/e2e.sh"
if ! /usr/bin/python3 -c 'import h5py' 2>/dev/null; then skip sweep "no h5py"; finish; fi
rows() { /usr/bin/python3 tests/e2e/results_rows.py "$@"; }

# same NAME FILE: its rows are those of $work/whole.rows.
same() {
  if rows "$2" >"$work/rows" 2>&1 && cmp -s "$work/whole.rows" "$work/rows"; then ok "$1"; else
    not_ok "$1" "$(diff "$work/whole.rows" "$work/rows" | head -5)"
  fi
}

# ---- tasks of every kind ----

for k in 1 2 3; do $cordee generate uniform --cities 40 --seed $k --out "$work/u$k.tsp"; done
$cordee generate uniform --cities 150 --seed 9 --out "$work/v.tsp"
$cordee generate etc --tasks 40 --machines 5 --out "$work/m.etc"
cat >"$work/all.job" <<'JOB'
[defaults]
seed = 1..4
[small]
instance = u*.tsp
method = climb
climbers = 40, 80
[kicks]
instance = v.tsp
method = climb
restart = kick
climbers = 300..600 step 100
epoch = 16
[matching]
instance = m.etc
method = lists, anneal
islands = 3
epochs = 2
epoch = 4096
[function]
instance = sphere:3
iterations = 50
[absent]
instance = nowhere.tsp
JOB
expect no-such-job 66 "nowhere.job" $cordee sweep "$work/nowhere.job"
printf '[x]\ninstance = u1.tsp\nclimbers = many\n' >"$work/bad.job"
expect malformed-job 65 "bad.job:3: climbers: expected" ranks 2 $cordee sweep "$work/bad.job"
expect bad-ranks-per-task 64 "--ranks-per-task: expected 1 to 1e6, found 0" $cordee sweep "$work/all.job" --ranks-per-task 0
expect dry-run 0 "52 to run, 4 cannot be run" $cordee sweep "$work/all.job" --dry-run
cp instances/E1k.0.tsp "$work/far.tsp"
printf '[sizes]\ninstance = u1.tsp, far.tsp\nmethod = climb\nclimbers = 40\n' >"$work/sizes.job"
expect dry-run-sizes 0 "climb on E1k.0" $cordee sweep "$work/sizes.job" --dry-run
grep -qE 'by a moment of .*climb on .*, climb on ' "$work/out" && ok a-rate-for-each-size || not_ok a-rate-for-each-size "$(tail -1 "$work/out")"
[ ! -e "$work/all.h5" ] && ok dry-run-writes-nothing || not_ok dry-run-writes-nothing "all.h5 is there"
expect whole 1 "56 tasks, 52 verified, 4 failed" $cordee sweep "$work/all.job" --log "$work/log.json"
grep -qF 'failed: [absent]' "$work/out" && ok failures-told || not_ok failures-told "$(cat "$work/out")"
rows "$work/all.h5" >"$work/whole.rows"
check log-is-json /usr/bin/python3 -c "
import json
events = [json.loads(line) for line in open('$work/log.json')]
assert sum(e['event'] == 'row' for e in events) == 52 and sum(e['event'] == 'failed row' for e in events) == 4, events
assert events[0]['event'] == 'start' and events[-1]['event'] == 'finished' and events[-1]['verified'] == 52, events"
check h5py /usr/bin/python3 -c "
import h5py
f = h5py.File('$work/all.h5', 'r')
assert f.attrs['job'].endswith('all.job') and f.attrs['schema'] == 1 and f.userblock_size == 4096
t = f['task'][:]
assert len(t) == 56 and (t['done'] == 1).all()
assert set(t['section']) == {b'small', b'kicks', b'matching', b'function', b'absent'}, set(t['section'])
assert set(t['batch'][t['section'] == b'small']) != {1}, 'no batch was made'
good = t['state'] == 1
assert (t['trace_rows'][good] >= 1).all() and (t['trace_rows'] <= 32).all()
assert all(r['trace_best'][r['trace_rows'] - 1] == r['best'] for r in t[good])
assert all(b'nowhere.tsp' in m for m in t['message'][~good]) and set(t['exit_code'][~good]) == {66}"
read -r best instance <<<"$(rows "$work/all.h5" uniform-150-9 "$work/v.tour")"
expect verified-elsewhere 0 "uniform-150-9: $best, " $cordee verify "$instance" "$work/v.tour"
# A task of a batch, and one that ran alone, against solve.
for seed in 1 4; do
  $cordee solve "$work/u2.tsp" --method climb --climbers 80 --seed $seed --quiet >"$work/solo"
  cost=$(sed -n 's/.*: \([0-9]*\),.*/\1/p' "$work/solo")
  check "as-solve-$seed" /usr/bin/python3 -c "
import h5py
t = h5py.File('$work/all.h5', 'r')['task'][:]
row = [r for r in t if r['instance'].endswith(b'u2.tsp') and r['seed'] == $seed and b'climbers = 80' in r['options']]
assert len(row) == 1 and row[0]['best'] == $cost, (row, $cost)"
done
expect rerun-skips 1 " 0 tasks run" $cordee sweep "$work/all.job"
same rerun-keeps "$work/all.h5"
for ranks in 2 4; do
  expect "ranks-$ranks" 1 "52 verified" ranks $ranks $cordee sweep "$work/all.job" --out "$work/r$ranks.h5"
  same "ranks-$ranks-same" "$work/r$ranks.h5"
done
expect groups-of-2 1 "52 verified" ranks 4 $cordee sweep "$work/all.job" --out "$work/g.h5" --ranks-per-task 2
same groups-of-2-same "$work/g.h5"
expect groups-of-2-and-1 1 "52 verified" ranks 3 $cordee sweep "$work/all.job" --out "$work/h.h5" --ranks-per-task 2
same groups-of-2-and-1-same "$work/h.h5"

# ---- what failed, repaired ----

expect failed-not-retried 1 " 0 tasks run" $cordee sweep "$work/all.job"
expect retry-failed 1 " 4 tasks run" $cordee sweep "$work/all.job" --retry-failed
cp "$work/u1.tsp" "$work/nowhere.tsp"
expect failed-repaired 0 "56 verified, 0 failed" ranks 2 $cordee sweep "$work/all.job"
expect all-verified-now 0 " 0 tasks run" $cordee sweep "$work/all.job"
rm "$work/nowhere.tsp"

# ---- kill -9 ----

launch() { mpirun -n "$1" "${@:2}" >"$work/out" 2>&1 & pid=$!; }
kill_all() { # mpirun and its ranks, by their numbers, and until they are gone
  local all; all=$(pgrep -P "$pid" | paste -sd ' ')
  kill -9 "$pid" $all
  wait "$pid"
  for _ in $(seq 100); do ps -p "${all:-$pid}" >/dev/null || return; sleep 0.02; done
}
kills=0
RANDOM=${KILL_SEED:-$$}
echo "# KILL_SEED=${KILL_SEED:-$$}"
inode() { stat -c %i "$work/k.h5" || echo none; }
while [ $kills -lt "${KILLS:-5}" ]; do
  before=$(inode)
  launch $((kills % 3 + 1)) $cordee sweep "$work/all.job" --out "$work/k.h5" --quiet
  for _ in $(seq 200); do # every third is killed while it begins, the others at work
    [ $((kills % 3)) = 2 ] || [ "$(inode)" != "$before" ] && break
    sleep 0.05
  done
  sleep "0.$((RANDOM % 400 + 100))"
  kill_all; kills=$((kills + 1))
  [ -e "$work/k.h5" ] && echo "# after $kills kills, rows that are done: $(rows "$work/k.h5" done | tr '\n' ';')"
done 2>/dev/null
expect after-kills 1 "52 verified" ranks 2 $cordee sweep "$work/all.job" --out "$work/k.h5"
same after-kills-same "$work/k.h5"

# ---- signals and limits ----

printf '[long]\ninstance = v.tsp\nmethod = climb\nclimbers = 20000\nseed = 1..6\n' >"$work/long.job"
expect time-limit 75 "6 pending" $cordee sweep "$work/long.job" --time 1
printf '[some]\ninstance = v.tsp\nmethod = climb\nrestart = kick\nclimbers = 3000\nseed = 1..8\n' >"$work/some.job"
# One more task, that no machine finishes: the sweep is at work when the signal comes, however late.
{ cat "$work/some.job"; printf '[endless]\ninstance = v.tsp\nmethod = climb\nclimbers = 1e9\n'; } >"$work/endless.job"
launch 2 $cordee sweep "$work/endless.job" --out "$work/some.h5"
until [ -e "$work/some.h5" ] || ! kill -0 $pid; do sleep 0.05; done # a rank that has no results yet may not listen yet
sleep 0.5
kill -USR1 "$(pgrep -P $pid | tail -1)"; rc=0; wait $pid || rc=$?
if [ $rc = 75 ] && grep -q "stopped by a signal" "$work/out" && grep -q pending "$work/out"; then ok signal-to-one-rank; else
  not_ok signal-to-one-rank "exit $rc: $(tail -3 "$work/out")"
fi
expect signal-resumed 0 "8 verified" $cordee sweep "$work/some.job"
expect some-whole 0 "8 verified" $cordee sweep "$work/some.job" --out "$work/some2.h5"
rows "$work/some2.h5" >"$work/whole.rows"
same signal-resumed-same "$work/some.h5"

# A long task keeps a checkpoint, from which the next sweep goes on; it is removed when the row is there.
cp instances/uniform-200-1.tsp "$work/w.tsp"
printf '[lasting]\ninstance = w.tsp\nmethod = climb\nrestart = kick\nislands = 2\nclimbers = 40e6\nepoch = 64\nseed = 3\ntarget = 11100597\n' \
  >"$work/lasting.job"
cpu=(--backend cpu --threads 1)
expect lasting-stopped 75 "1 pending" env CORDEE_SIMD=plain $cordee sweep "$work/lasting.job" --time 1 "${cpu[@]}"
[ "$(ls "$work"/lasting.h5.d/*.h5 | wc -l)" = 1 ] && ok lasting-checkpoint || not_ok lasting-checkpoint "$(ls "$work")"
cp "$work"/lasting.h5.d/*.h5 "$work/lasting-checkpoint.h5"
expect lasting-resumed 0 "1 verified" ranks 2 $cordee sweep "$work/lasting.job" "${cpu[@]}" --ranks-per-task 2
[ ! -e "$work/lasting.h5.d" ] && ok lasting-removed || not_ok lasting-removed "$(ls "$work/lasting.h5.d")"
check lasting-row /usr/bin/python3 -c "
import h5py
row = h5py.File('$work/lasting.h5', 'r')['task'][0]
assert row['best'] == 11100597 and row['end'] == b'target reached' and row['searches'] == 23680, row
first = h5py.File('$work/lasting-checkpoint.h5', 'r')['trace/elapsed_s'][0]
assert row['trace_s'][0] == first, 'the second sweep began anew'"

# ---- one writer; a full disk ----

rm -f "$work/long.h5"
$cordee sweep "$work/long.job" --quiet --time 60 >/dev/null 2>&1 & pid=$!
await_file "$work/long.h5"
expect one-writer 64 "long.h5: in use by cordee pid" $cordee sweep "$work/long.job" --time 1
kill -TERM $pid; rc=0; wait $pid || rc=$?
[ $rc = 75 ] && ok sigterm || not_ok sigterm "exit $rc"
mkdir "$work/full"
if mount -t tmpfs -o size=600k tmpfs "$work/full" 2>/dev/null; then
  expect disk-with-room 1 "52 verified" $cordee sweep "$work/all.job" --out "$work/full/r.h5"
  head -c 600000 /dev/zero >"$work/full/filler" 2>/dev/null
  rows "$work/full/r.h5" >"$work/whole.rows"
  expect disk-full 74 "No space left" ranks 2 $cordee sweep "$work/all.job" --out "$work/full/r.h5"
  same disk-full-rows-stand "$work/full/r.h5"
  umount "$work/full"
else
  skip disk-full "no tmpfs here"
fi
expect unwritable 74 "/nowhere/r.h5" ranks 2 $cordee sweep "$work/all.job" --out /nowhere/r.h5

# ---- a thousand tasks, one in twenty malformed ----

mkdir "$work/many"
for k in $(seq 5); do $cordee generate uniform --cities $((12 + k)) --seed "$k" --out "$work/many/a$k.tsp"; done
for k in $(seq 6 95); do cp "$work/many/a$((k % 5 + 1)).tsp" "$work/many/a$k.tsp"; done
head -9 "$work/many/a1.tsp" >"$work/many/bad1.tsp"
sed 's/^3 .*/3 x y/' "$work/many/a1.tsp" >"$work/many/bad2.tsp"
: >"$work/many/bad3.tsp"
sed 's/TYPE *: *TSP/TYPE: HCP/' "$work/many/a1.tsp" >"$work/many/bad4.tsp"
printf '2 2\n1.5 -2\n3 4\n' >"$work/many/bad5.etc"
printf '[many]\ninstance = many/*\nmethod = climb\nclimbers = 20\nseed = 1..10\n' >"$work/many.job"
expect thousand 1 "1000 tasks, 950 verified, 50 failed" ranks 4 $cordee sweep "$work/many.job"
[ "$(grep -c '^failed: ' "$work/out")" = 5 ] && grep -qE '^failed: \[many\] .*/bad3.tsp \(10 tasks\): ' "$work/out" && ok each-failure-once || not_ok each-failure-once "$(cat "$work/out")"
rows "$work/many.h5" state >"$work/states"
printf '1 950\n2 50\n' | cmp -s - "$work/states" && ok thousand-rows || not_ok thousand-rows "$(cat "$work/states")"
check failures-explained /usr/bin/python3 -c "
import h5py, re
t = h5py.File('$work/many.h5', 'r')['task'][:]
bad = t[t['state'] == 2]
assert all(re.search(rb'bad[1-5].(tsp|etc):\d+: expected .*found', m) for m in bad['message']), set(bad['message'])
assert set(bad['exit_code']) == {65} and (t['batch'][t['state'] == 1] > 1).all()"
# A limit of the task is a schedule to follow, one of the sweep is not: there the budget counts.
printf '[budget]\ninstance = v.tsp\nkicks = 5\n[default]\ninstance = u1.tsp\n[clock]\ninstance = v.tsp\ntime = 0.6\n' >"$work/ils.job"
expect clocks 0 "3 verified" ranks 2 $cordee sweep "$work/ils.job" --time 300
check clocks-rows /usr/bin/python3 -c "
import h5py
rows = [(r['method'], r['end'], r['searches']) for r in h5py.File('$work/ils.h5', 'r')['task'][:]]
assert rows[:2] == [(b'ils', b'finished', 36000), (b'ils', b'finished', 1600)], rows
assert rows[2][:2] == (b'ils', b'time limit reached') and rows[2][2] > 0, rows"
# Iterated local search in batches, and each task alone: a sweep of one seed has no two tasks alike.
ils_job() { printf '[ils]\ninstance = u1.tsp, v.tsp\nislands = 1, 2\ntours = 12\nkicks = 0.5\npopulations = 2\nseed = %s\n' "$1"; }
ils_job 1..4 >"$work/shared.job"
expect ils-batches 0 "16 verified" ranks 2 $cordee sweep "$work/shared.job"
for seed in 1 2 3 4; do
  ils_job $seed >"$work/alone$seed.job"
  expect "ils-alone-$seed" 0 "4 verified" $cordee sweep "$work/alone$seed.job"
done
check ils-as-alone /usr/bin/python3 -c "
import h5py
def rows(path):
    with h5py.File(path, 'r') as f:
        genes = f['solution'][:]
        for r in f['task'][:]:
            first = int(r['solution_first'])
            yield int(r['key']), int(r['batch']), (int(r['best']), int(r['best_island']), int(r['searches']), int(r['moves']),
                                                   r['method'], r['end'], genes[first:first + int(r['n'])].tobytes())
shared, alone = list(rows('$work/shared.h5')), [r for k in range(1, 5) for r in rows('$work/alone%d.h5' % k)]
assert all(batch > 1 for _, batch, _ in shared) and all(batch == 1 for _, batch, _ in alone), [r[1] for r in shared + alone]
assert {r[0]: r[2] for r in shared} == {r[0]: r[2] for r in alone} and len(alone) == 16"
# A task that may end at its target runs alone, and one that may end at a gap.
printf '[target]\ninstance = u1.tsp\ntarget = 1e9\nseed = 1..3\n[gap]\ninstance = u1.tsp\nbest-known = 1e9\ntarget-gap = 0\nseed = 4..6\n' >"$work/target.job"
expect ils-targets 0 "6 verified" $cordee sweep "$work/target.job"
check ils-target-alone /usr/bin/python3 -c "
import h5py
t = h5py.File('$work/target.h5', 'r')['task'][:]
assert set(t['batch']) == {1} and set(t['end']) == {b'target reached'}, (t['batch'], t['end'])"
finish
