#!/usr/bin/env bash
# Files that somebody has altered, digest and all, as the command line meets them (tests/run/test_altered.c alters every part of every
# state); positions that no function has; the clock that ends a start of tours.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/alter.sh
instance=instances/uniform-60-1.tsp

# refused NAME TEXT WHAT: resume and show say so, whole, with exit code 65. TEXT for show is the third word's, or it shows.
refused() {
  cp "$work/run.h5" "$work/bad.h5"
  alter "$work/bad.h5" "$3" >"$work/out" 2>&1 || { not_ok "$1" "cannot alter: $(tail -1 "$work/out")"; return; }
  expect "$1" 65 "bad.h5: $2" ranks 2 timeout 60 $cordee resume "$work/bad.h5" --backend cpu --time 5
}

if ! can_alter; then
  skip altered "no h5py for $python, or no libxxhash.so.0"
else
  $cordee solve $instance --backend cpu --method climb --climbers 6e9 --islands 3 --epoch 64 --time 0.5 --quiet --checkpoint "$work/run.h5" >"$work/out" 2>&1 ||
    not_ok run "exit $?: $(tail -3 "$work/out")"
  cp "$work/run.h5" "$work/same.h5"
  alter "$work/same.h5" "pass" && expect unaltered 0 verified $cordee resume "$work/same.h5" --backend cpu --time 1
  refused best "run/best: expected the cost of the best solution" "file['run'].attrs.modify('best', numpy.int64(1))"
  refused cities "expected 60 genes and 0 decimals, found 61 and 0" "file['run'].attrs.modify('n', numpy.int32(61)); s = list(file['run/best_solution']) + [60]; del file['run/best_solution']; file['run/best_solution'] = numpy.array(s, '<i4')"
  refused decimals "run/decimals: expected 0 to 18, found 40" "file['run'].attrs.modify('decimals', numpy.int32(40))"
  refused elapsed "run/elapsed_s: expected 0 to" "file['run'].attrs.modify('elapsed_s', numpy.nan)"
  refused trace "trace/best: expected costs that descend" "g = file['trace']
for k in list(g):
    d = g[k][()]; del g[k]; g[k] = numpy.concatenate([d, d[-1:]])"
  refused islands "expected 3 islands, found 4" "file['run'].attrs.modify('islands', numpy.uint32(4)); g = file['history']
for k in ('champion', 'champion_origin'):
    d = g[k][()]; del g[k]; g[k] = numpy.hstack([d, d[:, :1]])"
  refused plan "islands/champion_cost: expected i64, 100000 x 1, found i64, 3 x 1" "file['run'].attrs['islands'] = numpy.uint32(100000); file['run'].attrs['epochs'] = numpy.uint32(938); t = file['run'].attrs['options']; file['run'].attrs['options'] = t.replace('islands = 3', 'islands = 100000'); g = file['history']
for k in ('champion', 'champion_origin'):
    d = g[k][()]; del g[k]; g[k] = numpy.repeat(d[:, :1], 256, axis=1)"
  refused plan-value "islands: expected 0 to 1e6, found 3000000000" "t = file['run'].attrs['options']; file['run'].attrs['options'] = t.replace('islands = 3', 'islands = 3000000000')"
  refused link "champion_tour: expected data in the file itself, found a link to elsewhere" "del file['islands/champion_tour']; file['islands/champion_tour'] = h5py.ExternalLink('run.h5', '/islands/champion_tour')"
  refused loop "champion_tour: expected data in the file itself, found a link to elsewhere" "del file['islands/champion_tour']; file['islands/champion_tour'] = h5py.SoftLink('/islands/champion_tour')"
  refused group-link "run: expected data in the file itself, found a link to elsewhere" "file.move('run', 'other'); file['run'] = h5py.SoftLink('/other')"
  refused filter "champion_tour: expected values in the file itself, found them filtered" "t = file['islands/champion_tour'][()]; del file['islands/champion_tour']; file.create_dataset('islands/champion_tour', data=t, compression='gzip')"
  refused absent "expected 7 fields of islands, found 6" "del file['islands/drawn']"
  refused twice "field champion_tour, row" "d = file['islands/champion_tour']; t = d[()]; t[1, 5] = t[1, 4]; d[()] = t"
  refused origin "field champion_origin: expected 0 to 2, found 3" "file['islands/champion_origin'][1] = 3"
  expect shown-is-refused 65 "bad.h5: run/decimals: expected 0 to 18, found -1" bash -c "$(declare -f alter); python=$python; cp '$work/run.h5' '$work/bad.h5'; alter '$work/bad.h5' \"file['run'].attrs.modify('decimals', numpy.int32(-1))\"; $cordee show '$work/bad.h5'"
fi

# Positions: what is out of range is told, and nothing else.
printf '1e30\n0\n0\n' >"$work/far.position"
expect far 65 "far.position:1: expected coordinate 1 of 3, from -100 to 100, found '1e30'" $cordee verify sphere:3 "$work/far.position"
printf '100\n-100\n100\n' >"$work/edge.position"
expect edge 0 "sphere:3: 30000" $cordee verify sphere:3 "$work/edge.position"
yes 30 | head -n 2000 >"$work/steep.position"
expect steep 65 "steep.position: rosenbrock: expected a value of at most 9e+09, found" $cordee verify rosenbrock:2000 "$work/steep.position"

# The clock ends the start before all tours are there: under mode=asan the units of temperature of the others overflowed.
expect clock-ends-start 0 verified $cordee solve instances/E1k.0.tsp --backend cpu --threads 1 --time 0.2
finish
