#!/usr/bin/env bash
# The Python package: its tests, the examples of docs/python.md, and all arguments of the library declared as the header has them.
. "$(dirname "$0")/e2e.sh"
python=/usr/bin/python3
if ! $python -c 'import numpy' 2>/dev/null; then skip python "no numpy for $python"; finish; fi
export CORDEE_LIBRARY="$(dirname "$(readlink -f $cordee)")/libcordee.so.0" PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1
case $(basename "$(dirname "$(dirname "$CORDEE_LIBRARY")")") in asan* | coverage*) skip python "the library is not a plain one"; finish;; esac

# tested FILE: the tests of tests/python/FILE.py, one a line. Small coordinates are said to be rounded, which a test of its own looks for.
tested() {
  local name result
  mkdir "$work/$1"
  $python -W ignore::RuntimeWarning "tests/python/$1.py" $cordee "$work/$1" >"$work/out" 2>"$work/err"
  while read -r name result; do
    case $result in ok) ok "$name";; skipped*) skip "$name" "$result";; *) not_ok "$name" "$result";; esac
  done < <(sed -n '/^test_/{/ \.\.\. /!{N};s/^\(test_[a-z0-9_]*\) .* \.\.\. \(.*\)$/\1 \2/p}' "$work/err")
  grep -q '^[0-9]* passed, 0 failed' "$work/out" || { not_ok "$1" "$(cat "$work/out" "$work/err" | tail -n 5)"; sed 's/^/# /' "$work/err" | tail -40; }
}
tested check_package
tested check_computing
tested check_copies
tested check_interface
tested check_model
tested check_places
tested check_options
tested check_locale
if $python -c 'import h5py' 2>/dev/null; then tested check_files; tested check_records; else skip check_files "no h5py for $python"; fi

# Every function of the header that the package uses takes as many arguments as it declares.
$python - include/cordee.h >"$work/differ" 2>&1 <<'PYTHON'
import re, sys
from cordee import _library
header = re.sub(r"/\*.*?\*/", "", open(sys.argv[1], encoding="utf-8").read(), flags=re.S)
found = {name: 0 if words.strip() == "void" else words.count(",") + 1
         for name, words in re.findall(r"CORDEE_API[^;(]*?\b(cordee_\w+)\(([^;]*)\);", header)}
for name, (_, arguments) in _library.DECLARED.items():
    if found.get(name) != len(arguments):
        print("%s: expected %s arguments, found %d" % (name, found.get(name), len(arguments)))
if "#define CORDEE_ABI %d\n" % _library.ABI not in header:
    print("expected the header's CORDEE_ABI, found", _library.ABI)
PYTHON
[ ! -s "$work/differ" ] && ok declared-as-the-header || not_ok declared-as-the-header "$(cat "$work/differ")"

# The examples of the page, what they say, and their pictures.
$python tests/python/page.py $cordee "$work/page" >"$work/said" 2>"$work/err" || sed 's/^/# /' "$work/err" | tail -20
cat "$work/said"
passed=$((passed + $(grep -c '^ok ' "$work/said"))) failed=$((failed + $(grep -c '^not ok ' "$work/said")))
skipped=$((skipped + $(grep -c '^skip ' "$work/said")))
[ "$(grep -c '^[a-z ]*example-[0-9]*' "$work/said")" -ge 7 ] && ok seven-examples || not_ok seven-examples "$(cat "$work/said" "$work/err")"

# A drawing, where Matplotlib is.
if $python -c 'import matplotlib' 2>/dev/null; then
  check plot env MPLBACKEND=agg $python -c "
import cordee
cordee.solve(coords=[(0, 0), (3, 0), (3, 4)], threads=1).plot().figure.savefig('$work/tour.png')
cordee.solve('instances/routes-12-1.vrp', threads=1, epochs=1, epoch=10).plot().figure.savefig('$work/trace.png')"
else
  skip plot "no Matplotlib for $python"
fi
if $python -c 'import mpi4py' 2>/dev/null; then
  ranks 2 $python -c "
from mpi4py import MPI
import cordee
cost = cordee.solve('instances/uniform-60-1.tsp', comm=MPI.COMM_WORLD, threads=1, kicks=5, tours=4, islands=2, populations=1, seed=5).cost
model = cordee.routing.Model()
model.add_depot(0, 0)
model.add_vehicle_type(3, 9)
for k in range(12):
    model.add_stop(k * 7 % 13, k * 5 % 11, delivery=2)
model = model.solve(comm=MPI.COMM_WORLD, threads=1, epochs=2, islands=2)
print(cost, model.cost, len(model.routes), file=open('$work/cost-%d' % MPI.COMM_WORLD.rank, 'w'))" >"$work/out" 2>"$work/err"
  [ -s "$work/cost-0" ] && cmp -s "$work/cost-0" "$work/cost-1" && ok mpi4py || not_ok mpi4py "$(cat "$work"/cost-* "$work/out" "$work/err")"
else
  skip mpi4py "no mpi4py for $python"
fi
finish
