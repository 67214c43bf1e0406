#!/usr/bin/env bash
# `scons install` into a folder, used from another one; manual pages, completion, the module file, the plot tool; the version; what tools/packaging
# says; requirements that tools/setup finds or misses.
. "$(dirname "$0")/e2e.sh"
root=$PWD stage=$work/stage
options=(cuda=no prefix=/opt/cordee "destdir=$stage")
variant=$(dirname "$(dirname "$(readlink -f build/cordee)")")
# The same configuration as the program's: nothing is compiled.
case $(basename "$variant") in *-mpich) options+=(mpicc=mpicc.mpich);; esac
mode=$(basename "$variant"); mode=${mode%%-*}
# What follows does not build into the shared folder beside other tests: it installs from a copy of the tree with its build folder.
mkdir "$work/tree"
cp -a SConstruct VERSION LICENSE CHANGELOG.md CONTRIBUTING.md SECURITY.md CODE_OF_CONDUCT.md README.md include python src tools tests docs jobs instances "$work/tree/"
mkdir -p "$work/tree/build/$(basename "$variant")"
cp -a "$variant/src" "$work/tree/build/$(basename "$variant")/"
cp -a build/sconsign* build/.sconf "$work/tree/build/" 2>/dev/null
[ -e .git ] && cp -a .git "$work/tree/.git"
export LOADEDMODULES=gcc/12:openmpi/4.1:cordee/0.1 # of a cluster, in the module file
install() { (cd "$work/tree" && scons -Q "mode=$mode" "${options[@]}" ${SCONS_OPTIONS:-} "$@"); }

check installs install install
prefix=$stage/opt/cordee
grep -qxF "manual pages: $prefix/share/man/man1" "$work/out" && grep -qxF "completion: $prefix/share/bash-completion/completions/cordee" "$work/out" &&
  ok installs-says-where || not_ok installs-says-where "$(tail -3 "$work/out")"
for file in bin/cordee bin/cordee-plot share/man/man1/cordee.1 share/man/man1/cordee-solve.1 share/man/man1/cordee-ils.1 \
  share/bash-completion/completions/cordee share/cordee/jobs/smoke.job share/cordee/jobs/slurm.sh share/cordee/instances/optima.tsv "share/modulefiles/cordee/$(cat VERSION)" \
  include/cordee.h lib/libcordee.so lib/libcordee.so.0 lib/libcordee.a lib/pkgconfig/cordee.pc share/cordee/tools/plots/command.py share/doc/cordee/README.md share/doc/cordee/docs/installing.md share/licenses/cordee/LICENSE; do
  [ -s "$prefix/$file" ] || not_ok "installed-$file" "not there"
done
[ -x "$prefix/bin/cordee" ] && ok installed-files || not_ok installed-files "no program"
[ -z "$(find "$stage" -path "$prefix" -prune -o -type f -print)" ] && ok nothing-elsewhere || not_ok nothing-elsewhere "$(find "$stage" -type f | head -3)"
[ "$(find "$prefix/share/cordee/jobs" -name '*.h5')" ] && not_ok no-leftovers "results were installed" || ok no-leftovers
[ -e "$prefix/share/doc/cordee/docs/notebook" ] && not_ok no-notebook "the notebook was installed" || ok no-notebook

# ---- the library: the first program of its page, with what is installed alone ----
sed -n '/^```c$/,/^```$/p' docs/library.md | sed '1d;/^```$/,$d' >"$work/tour.c"
sed -n '/^```text$/,/^```$/p' docs/library.md | sed '1d;/^```$/,$d' >"$work/tour.said"
sanitized=(); case $mode in asan) sanitized=(-fsanitize=address,undefined);; coverage) sanitized=(--coverage);; esac
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
if command -v pkg-config >/dev/null; then
  # pkg-config: paths below the folder that it was installed into
  flags=$(pkg-config --define-variable=prefix="$prefix" --cflags --libs cordee)
  check library-compiles gcc -std=c11 -Wall -Wextra -Werror "${sanitized[@]}" "$work/tour.c" $flags -o "$work/tour"
  LD_LIBRARY_PATH=$prefix/lib ASAN_OPTIONS=detect_leaks=0 "$work/tour" >"$work/out" 2>&1
  cmp -s "$work/out" "$work/tour.said" && ok library-runs || not_ok library-runs "$(head -3 "$work/out")"
  [ "$(pkg-config --modversion cordee)" = "$(cat VERSION)" ] && ok library-version || not_ok library-version "$(pkg-config --modversion cordee)"
else
  skip library-compiles "no pkg-config"
fi
private=$(sed -n 's/^Libs.private: //p' "$prefix/lib/pkgconfig/cordee.pc")
check static-library-compiles mpicc "${sanitized[@]}" "$work/tour.c" -I "$prefix/include" "$prefix/lib/libcordee.a" $private -o "$work/alone"
ASAN_OPTIONS=detect_leaks=0 "$work/alone" >"$work/out" 2>&1
cmp -s "$work/out" "$work/tour.said" && ok static-library-runs || not_ok static-library-runs "$(head -3 "$work/out")"
unset PKG_CONFIG_PATH
if /usr/bin/python3 -c 'import numpy' 2>/dev/null && [ "$mode" = release ]; then
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$prefix/share/cordee/python /usr/bin/python3 -c 'import cordee
print(cordee.solve(coords=[(0, 0), (0, 3), (4, 3), (4, 0)], threads=1).cost)' >"$work/out" 2>&1
  [ "$(cat "$work/out")" = 14 ] && ok python-package || not_ok python-package "$(tail -3 "$work/out")"
else
  skip python-package "no numpy, or a library with sanitizers"
fi

# ---- the program, from another folder ----
cd "$work" || exit 1
expect runs 0 "uniform-60-1: " "$prefix/bin/cordee" solve "$prefix/share/cordee/instances/uniform-60-1.tsp" --backend cpu --quiet --checkpoint "$work/run.h5"
expect smoke-job 0 "21 verified, 0 failed" "$prefix/bin/cordee" sweep "$prefix/share/cordee/jobs/smoke.job" --backend cpu --out "$work/smoke.h5" --quiet
expect job-without-slurm 64 "one-gpu.sbatch: expected a job of SLURM: submit it with sbatch" \
  env -u SLURM_JOB_ID CORDEE_JOBS="$prefix/share/cordee/jobs" bash "$prefix/share/cordee/jobs/one-gpu.sbatch" "$prefix/share/cordee/instances/uniform-12-1.tsp"
expect plot-tool 0 "convergence" "$prefix/bin/cordee-plot" --help
if /usr/bin/python3 -c 'import matplotlib, h5py' 2>/dev/null; then
  check plots env PATH=/usr/bin:/bin "$prefix/bin/cordee-plot" "$work/run.h5" --figures convergence --format svg --out "$work/figures"
  ls "$work"/figures/*.svg >/dev/null 2>&1 && ok plots-a-figure || not_ok plots-a-figure "no figure"
else
  skip plots "no Matplotlib here (tools/setup plots)"
fi
cd "$root" || exit 1

# ---- manual pages ----
$cordee --manual | sed 's/ /-/g; s/^/cordee-/; s/^cordee-cordee$/cordee/' | sort >"$work/pages"
(cd "$prefix/share/man/man1" && printf '%s\n' *.1) | sed 's/\.1$//' | sort >"$work/there"
cmp -s "$work/pages" "$work/there" && ok manual-pages || not_ok manual-pages "$(diff "$work/pages" "$work/there")"
if command -v mandoc >/dev/null; then render=(mandoc -Tutf8); elif man --version >/dev/null 2>&1 && command -v groff >/dev/null; then render=(man -l); else render=(); fi
if [ ${#render[@]} -gt 0 ]; then
  MANWIDTH=100 "${render[@]}" "$prefix/share/man/man1/cordee-ils.1" 2>"$work/err" | sed 's/.\x08//g' >"$work/rendered"
  grep -q 'SYNOPSIS' "$work/rendered" && grep -q -- '--recombine HOW' "$work/rendered" && grep -q 'cordee solve .*--method ils' "$work/rendered" &&
    [ ! -s "$work/err" ] && ok manual-renders || not_ok manual-renders "$(cat "$work/err" "$work/rendered" | head -5)"
else
  skip manual-renders "no mandoc, and no man with groff"
fi
if command -v groff >/dev/null; then
  groff -man -ww -z "$prefix"/share/man/man1/*.1 >"$work/warned" 2>&1
  [ ! -s "$work/warned" ] && ok manual-without-warnings || not_ok manual-without-warnings "$(head -3 "$work/warned")"
fi

# ---- completion ----
# completes WORDS...: what bash would offer for the last of them
completes() {
  bash --norc -c 'source "$1"; shift; COMP_WORDS=(cordee "$@"); COMP_CWORD=$#; _cordee; printf "%s\n" "${COMPREPLY[@]}"' - \
    "$prefix/share/bash-completion/completions/cordee" "$@"
}
# offers NAME "EXPECTED ..." WORDS...: just these
offers() {
  local name=$1 want=$2 found; shift 2
  found=$(completes "$@" | sort -u | xargs)
  [ "$found" = "$want" ] && ok "completes-$name" || not_ok "completes-$name" "expected '$want', found '$found'"
}
offers command "solve" so
offers option "--epoch --epochs" solve x.tsp --epo
offers option-of-a-method "--tenure" solve x.tsp --method tabu --te
offers none-of-another-method "" solve x.tsp --method ils --tenu
offers option-of-a-problem "--fleet" solve x.vrp --fle
offers method "aco anneal anneal-tours" solve x.tsp --method a
offers value "eax" solve x.tsp --recombine e
offers value-of-all "auto cpu cuda" solve x.tsp --backend ""
offers bench "batch bfs" bench b
offers option-of-a-bench "--threads" bench price --th
offers kind "clustered coin crane cvrp-clustered cvrp-uniform cvrp-windows cvrp-x" generate c
offers topic "exit-codes" help exi
offers files-are-the-shells "" show run

# ---- the module file ----
modulefile=$prefix/share/modulefiles/cordee/$(cat VERSION)
[ "$(sed -n 's/^module load //p' "$modulefile" | xargs)" = "gcc/12 openmpi/4.1" ] && ok module-loads || not_ok module-loads "$(cat "$modulefile")"
grep -qxF "set prefix /opt/cordee" "$modulefile" && ok module-prefix || not_ok module-prefix "$(cat "$modulefile")"
modulecmd=$(ls /usr/lib/*/modulecmd.tcl /usr/share/modules/libexec/modulecmd.tcl /usr/share/lmod/lmod/libexec/lmod 2>/dev/null | head -1)
if [ -n "$modulecmd" ]; then
  mkdir -p "$work/modules/gcc" "$work/modules/openmpi" "$work/modules/cordee"
  printf '#%%Module1.0\n' | tee "$work/modules/gcc/12" >"$work/modules/openmpi/4.1"
  cp "$modulefile" "$work/modules/cordee/"
  (unset LOADEDMODULES _LMFILES_; export MODULEPATH=$work/modules; eval "$("$modulecmd" bash load cordee 2>"$work/err")"; echo "$PATH $CORDEE_JOBS $LOADEDMODULES") >"$work/out" 2>&1
  grep -q "^/opt/cordee/bin:.* /opt/cordee/share/cordee/jobs .*openmpi/4.1.*cordee/" "$work/out" && ok module-is-loaded || not_ok module-is-loaded "$(cat "$work/out" "$work/err")"
else
  skip module-is-loaded "no modules here (environment-modules, lmod)"
fi

# ---- the version, the licence, the changes ----
version=$(cat VERSION)
$prefix/bin/cordee --version | grep -q "^cordee $version\(+\|$\)" && ok version || not_ok version "$($prefix/bin/cordee --version)"
[ "$(git grep -lF "$version" -- SConstruct src tools 2>/dev/null | xargs)" = "" ] && ok version-in-one-place || not_ok version-in-one-place "$(git grep -nF "$version" -- SConstruct src tools)"
grep -m1 '^## ' CHANGELOG.md | grep -qF "## $version" && ok changes-of-the-version || not_ok changes-of-the-version "$(grep -m1 '^## ' CHANGELOG.md)"
grep -q 'Copyright (c) .* the cordee authors' LICENSE && ok licence || not_ok licence "$(head -3 LICENSE)"

# ---- packaging ----
package=tools/packaging/spack_repo/cordee/packages/cordee/package.py
known=$(sed -n 's/^ *\(EnumVariable\|BoolVariable\|\)("\([a-z0-9]*\)", .*/\2/p' SConstruct | xargs)
# What the package passes, scons takes: `-h` reads the options.
if /usr/bin/python3 tests/e2e/spack_arguments.py $package >"$work/spack"; then
  while read -r line; do
    name=$(grep -o 'cuda=[a-z]*' <<<"$line")
    check "spack-$name" bash -c "cd '$work/tree' && scons -Q -h $line"
    for word in hdf5=/opt/hdf5 random123=/opt/ xxhash=/opt/ inih=/opt/libinih jansson=/opt/ zlib=/opt/ lzma=/opt/ bzip2=/opt/ zstd=/opt/ mpicc=/opt/mpi/bin/mpicc prefix=/opt/cordee; do
      grep -qF -- "$word" <<<"$line" || not_ok "spack-says-${word%%=*}" "$line"
    done
  done <"$work/spack"
  grep -qF "cuda=yes nvcc=/opt/cuda/bin/nvcc arch=80,90" "$work/spack" && ok spack-gpus || not_ok spack-gpus "$(cat "$work/spack")"
else
  not_ok spack "the package does not load"
fi
definition=tools/packaging/cordee.def
sed -n '/^%post/,/^%environment/p' $definition >"$work/post"
check definition-is-a-script bash -n <(sed '/^%/d' "$work/post")
for word in $(grep -o '[a-z0-9]*=[^ "]*' <(grep '^ *scons' "$work/post") | sed 's/=.*//'); do
  [[ " $known " == *" $word "* ]] && ok "definition-option-$word" || not_ok "definition-option-$word" "SConstruct has no such option"
done
expect scons-help 0 "random123: prefix of Random123" bash -c "cd '$work/tree' && scons -Q -h"
expect scons-knows-its-options 2 "unknown option prefx" bash -c "cd '$work/tree' && scons -Q cuda=no prefx=/x install"
expect no-module-without-nvcc 2 "the module of CUDA needs an nvcc" bash -c "cd '$work/tree' && scons -Q cuda=no cuda"
expect relative-prefix 2 "prefix=here: expected an absolute path" bash -c "cd '$work/tree' && scons -Q cuda=no prefix=here install"
# The image's packages are those of tools/setup; its commands are the program's.
tools/setup --list plots >"$work/list" 2>&1
for name in $(sed -n '/apt-get install/,/[^\\]$/p' "$work/post" | tr -d '\\' | tr ' ' '\n' | grep -v -e '^apt-get$' -e '^install$' -e '^-'); do
  grep -qw -- "$name" "$work/list" || not_ok "definition-package-$name" "tools/setup has no such package"
done
sed -n '/^%test/,/^%help/s/^ *cordee/cordee/p' $definition | sed "s#/usr/local#$prefix#" | while read -r line; do
  "$prefix/bin/${line%% *}" ${line#* } >/dev/null 2>&1 </dev/null || echo "$line"
done >"$work/failed"
[ ! -s "$work/failed" ] && ok definition-test || not_ok definition-test "$(cat "$work/failed")"

# ---- requirements ----
# By program and header, wherever they are: a compiler that is not there is missed, and nothing else.
mkdir -p "$work/bin"
expect setup-finds-all 0 "ok       MPI compiler" tools/setup --list
expect setup-misses-a-program 1 "missing  MPI compiler" env SCONS_OPTIONS=mpicc=no-such-mpicc tools/setup --list
grep -q '^ok  *HDF5' "$work/out" && ok setup-misses-that-alone || not_ok setup-misses-that-alone "$(cat "$work/out")"
for name in bash sed tail tr id cat; do ln -s "$(command -v $name)" "$work/bin/$name"; done
expect setup-without-apt 1 "There is no apt-get here; docs/installing.md tells" env PATH="$work/bin" "$work/bin/bash" tools/setup
expect setup-unknown-group 64 "expected plots, browser" tools/setup pots

check uninstalls install -c install
[ -z "$(find "$prefix" -type f -o -type l)" ] && ok uninstalled || not_ok uninstalled "$(find "$prefix" -type f | head -3)"
finish
