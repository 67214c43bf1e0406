#!/usr/bin/env bash
# Checkpoints as others read them: the line of text in front, the layout by h5py, and `cordee show --json` beside it.
. "$(dirname "$0")/e2e.sh"
python=/usr/bin/python3
instance=instances/uniform-60-1.tsp

# agree FILE: every number that show prints is the one in the file, and the tour is as long as it says.
agree() {
  $cordee show --json "$1" >"$work/show.json" && $python - "$work/show.json" "$1" $instance <<'PYTHON'
import json, sys, h5py, numpy
shown = json.load(open(sys.argv[1]))
with h5py.File(sys.argv[2], "r") as file:
    run, history = file["run"], {name: column[()] for name, column in file["history"].items()}
    for name in "n islands epoch epochs searches moves best best_island ranks instance_size solver host created".split():
        assert shown[name] == run.attrs[name], (name, shown[name], run.attrs[name])
    assert shown["finished"] is bool(run.attrs["finished"])
    assert int(shown["instance_digest"], 16) == run.attrs["instance_digest"]
    tour = run["best_solution"][()]
    assert shown["best_solution"] == (tour + 1).tolist()
    best = run.attrs["best"]
assert len(history["best"]) > 0 and history["best"][-1] == best
for name in "epoch island searches moves best".split():
    assert [row[name] for row in shown["history"]] == history[name].tolist(), name
lines = open(sys.argv[3]).read().split("NODE_COORD_SECTION")[1].split("EOF")[0].split()
city = numpy.array(lines, dtype=float).reshape(-1, 3)[:, 1:][tour]
length = numpy.floor(numpy.hypot(*(city - numpy.roll(city, -1, axis=0)).T) + 0.5).astype(int).sum()
assert length == best, (length, best)
PYTHON
}

# layout NAME FILE FINISHED: the looks at one checkpoint; FINISHED is 0 or 1.
layout() {
  local line="^cordee checkpoint 3 bytes $(stat -c %s "$2") digest [0-9a-f]{16}$"
  if head -c 4096 "$2" | head -n 1 | grep -qaE "$line"; then ok "$1-text"; else not_ok "$1-text" "$(head -n 1 "$2")"; fi
  check "$1-end" $python -c "import h5py; assert h5py.File('$2')['run'].attrs['finished'] == $3"
  check "$1-layout" $python tests/e2e/checkpoint_layout.py "$2"
  check "$1-show" agree "$2"
}

if ! $python -c 'import h5py' 2>/dev/null; then
  skip layout "no h5py for $python"
  finish
fi
ranks 2 $cordee solve $instance --method climb --climbers 500 --islands 5 --epoch 64 --quiet --checkpoint "$work/whole.h5" >"$work/out" 2>&1 ||
  not_ok whole-solve "exit $?: $(tail -3 "$work/out")"
layout whole "$work/whole.h5" 1
ranks 2 $cordee solve $instance --method climb --climbers 1e9 --islands 5 --epoch 64 --time 1 --quiet --checkpoint "$work/half.h5" >"$work/out" 2>&1 ||
  not_ok half-solve "exit $?: $(tail -3 "$work/out")"
# On a loaded machine a second may be over before the first epoch is.
for _ in $(seq 30); do
  $cordee show --json "$work/half.h5" | grep -q '"history": \[\]' || break
  ranks 2 $cordee resume "$work/half.h5" --time 1 --quiet >"$work/out" 2>&1
done
layout half "$work/half.h5" 0
ranks 3 $cordee resume "$work/half.h5" --time 1 --quiet >"$work/out" 2>&1 || not_ok resumed "exit $?: $(tail -3 "$work/out")"
layout resumed "$work/half.h5" 0

# counted NAME FIRST INSTANCE: genes as people count them, from FIRST on.
counted() {
  $cordee solve "$3" --quiet --checkpoint "$work/$1.h5" >"$work/out" 2>&1 || not_ok "$1-solve" "exit $?: $(tail -3 "$work/out")"
  check "$1-layout" $python tests/e2e/checkpoint_layout.py "$work/$1.h5"
  check "$1-solution-shown" $python -c "
import json, subprocess, h5py
shown = json.loads(subprocess.check_output(['$cordee', 'show', '--json', '$work/$1.h5']))
assert shown['best_solution'] == (h5py.File('$work/$1.h5')['run/best_solution'][()].astype(int) + $2).tolist()"
}
$cordee generate cvrp-x --customers 40 --out "$work/c.vrp"
counted machines 1 instances/etc-i-hihi-60x10-1.etc
counted positions 0 sphere:3
counted customers 0 "$work/c.vrp"
finish
