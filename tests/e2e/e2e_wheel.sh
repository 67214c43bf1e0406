#!/usr/bin/env bash
# The wheel: `scons wheel`, installed by pip into a fresh virtual environment, where the package's tests pass away from the source tree. NumPy, h5py and
# pytest come from the package registry; without it the system's packages and unittest serve.
. "$(dirname "$0")/e2e.sh"
python=/usr/bin/python3
variant=$(dirname "$(dirname "$(readlink -f build/cordee)")")
mode=$(basename "$variant"); mode=${mode%%-*}
[ "$mode" = release ] || { skip wheel "a library with sanitizers or counters"; finish; }
$python -c 'import setuptools, wheel, pip, ensurepip' 2>/dev/null || { skip wheel "no setuptools, wheel, pip or venv for $python (tools/setup python)"; finish; }
options=(cuda=no)
case $(basename "$variant") in *-mpich) options+=(mpicc=mpicc.mpich);; esac
unset PYTHONPATH CORDEE_LIBRARY
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

# A copy of the tree with what is built, as in e2e_install.sh: beside other tests nothing is built into the shared folder.
mkdir -p "$work/tree/build/$(basename "$variant")"
cp -a SConstruct VERSION LICENSE CHANGELOG.md CONTRIBUTING.md SECURITY.md CODE_OF_CONDUCT.md README.md include python src tools tests docs jobs instances "$work/tree/"
cp -a "$variant/src" "$work/tree/build/$(basename "$variant")/"
cp -a build/sconsign* build/.sconf "$work/tree/build/" 2>/dev/null
[ -e .git ] && cp -a .git "$work/tree/.git"
wheels() { (cd "$work/tree" && scons -Q "${options[@]}" ${SCONS_OPTIONS:-} "$@"); }
check builds wheels wheel
wheel=$(ls "$work"/tree/dist/*.whl)
[[ "$(basename "$wheel")" == "cordee-$(cat VERSION)-py3-none-linux_$(uname -m).whl" ]] && ok name || not_ok name "$wheel"
$python -m zipfile -l "$wheel" | awk 'NR > 1 { print $1 }' | sort >"$work/found"
(cd python && printf '%s\n' cordee/*.py cordee/serve/*.py cordee/serve/page.html cordee/py.typed cordee/libcordee.so.0) | sort >"$work/expected"
[ -z "$(comm -13 "$work/found" "$work/expected")" ] && ok whole || not_ok whole "without $(comm -13 "$work/found" "$work/expected" | xargs)"
[ -z "$(comm -23 "$work/found" "$work/expected" | grep -v '^cordee-[0-9.]*dist-info/')" ] && ok nothing-else || not_ok nothing-else "$(cat "$work/found")"

# By pip, from the file alone; then what it needs from the registry.
registry=yes
check venv $python -m venv "$work/venv"
check installs "$work/venv/bin/pip" install --quiet --no-index --no-deps "$wheel"
if ! timeout 60 "$work/venv/bin/pip" install --quiet --retries 0 --timeout 15 numpy h5py pytest >"$work/out" 2>&1; then
  registry=; skip registry "no NumPy, h5py or pytest to be had: $(tail -1 "$work/out")"
  sed -i 's/^include-system-site-packages = false/include-system-site-packages = true/' "$work/venv/pyvenv.cfg"
fi
"$work/venv/bin/python" -c 'import numpy, h5py' 2>/dev/null || { skip tests "no NumPy or h5py"; finish; }

# Away from the tree: instances, and the tests.
away=$work/away program=$PWD/$cordee
mkdir -p "$away/tests/fixtures/data" "$away/work-package" "$away/work-computing" "$away/work-files" "$away/work-records" "$away/work-interface"
cp -a instances SConstruct "$away/"
cp -a tests/python "$away/tests/"
cp -a tests/fixtures/data/schema-2 "$away/tests/fixtures/data/"
cd "$away" || exit 1
export PYTHONDONTWRITEBYTECODE=1 CORDEE=$program
"$work/venv/bin/python" -c 'import cordee; from cordee._library import library; print(library()._name, cordee.version())' >"$work/out" 2>&1
grep -q "^$work/venv/lib/.*/cordee/libcordee.so.0 $(cat "$work/tree/VERSION")" "$work/out" && ok library-of-the-wheel || not_ok library-of-the-wheel "$(cat "$work/out")"
expect library-of-the-variable 1 "/nowhere/libcordee.so" env CORDEE_LIBRARY=/nowhere/libcordee.so "$work/venv/bin/python" -c 'import cordee; cordee.version()'
for name in package computing files records interface; do
  export CORDEE_WORK=$away/work-$name
  if [ -n "$registry" ]; then
    check "tests-$name" "$work/venv/bin/python" -m pytest -q -p no:cacheprovider "tests/python/check_$name.py"
    grep -q '^[0-9]* passed' "$work/out" || not_ok "tests-$name-ran" "$(tail -1 "$work/out")"
  else
    check "tests-$name" "$work/venv/bin/python" "tests/python/check_$name.py" "$program" "$CORDEE_WORK"
  fi
done
if [ -n "$registry" ]; then # two HDF5 in one process: that of the registry's h5py, and the library's
  check two-hdf5 "$work/venv/bin/python" -c "
import cordee
whole = cordee.solve('instances/uniform-60-1.tsp', threads=1, method='climb', climbers=50, checkpoint='$away/two.h5')
assert cordee.results('$away/two.h5').table()['cost'][0] == whole.cost
assert cordee.resume('$away/two.h5', 'instances/uniform-60-1.tsp', threads=1).cost == whole.cost"
fi
finish
