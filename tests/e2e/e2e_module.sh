#!/usr/bin/env bash
# The module of a backend: where it is looked for, and what is said of one that is absent, foreign or broken. A module with the kernels of the
# CPU under the name "cuda" stands for that of CUDA; its entrance is the real one (src/gpu/module.cu).
. "$(dirname "$0")/e2e.sh"
unset CORDEE_MODULES
folder=$(dirname "$(readlink -f $cordee)")
one=instances/uniform-60-1.tsp
search=(--quiet --method climb --climbers 50 --islands 2 --threads 1)

# make FILE DEVICES KEY: a module with so many devices; KEY: an expression of C++ for its key.
make() {
  { echo '#include "backend.h"'
    echo '#include <stdlib.h>'
    echo "static int devices(void) { return $2; }"
    echo 'static Status open(Backend *be, int device, int threads) {'
    echo '  if (getenv("PRETENDED_FAILURE")) FAIL(ERR_DEVICE, "a pretended failure of device %d", device);'
    echo '  return backend_cpu.open(be, device, threads);'
    echo '}'
    echo '__attribute__((section(".data.module"))) const BackendOps backend_cuda = {"cuda"};'
    echo '__attribute__((constructor)) static void enter(void) {'
    echo '  BackendOps *ops = (BackendOps *)&backend_cuda;'
    echo '  __asm__("" : "+r"(ops)); /* the compiler shall not see that it is constant */'
    echo '  *ops = backend_cpu; ops->name = "cuda"; ops->devices = devices; ops->open = open;'
    echo '}'; } | gcc -std=gnu11 -w -O1 -fPIC -fopenmp -Isrc -c -o "$work/ops.o" -x c - &&
    g++ -std=c++17 -O1 -fPIC -Isrc -fvisibility=hidden "-DMODULE_KEY=$3" -x c++ -c -o "$work/entrance.o" src/gpu/module.cu &&
    gcc -shared -o "$1" "$work/entrance.o" "$work/ops.o" "$folder/libcordee_core.a" -fopenmp -lm -lpthread -Wl,--gc-sections \
      -Wl,--allow-multiple-definition -Wl,--version-script=src/gpu/module.map
}
key=$(strings "$folder/backend_module.o" | grep -xE '[0-9a-f]{16}')
mkdir "$work/here" "$work/foreign" "$work/broken" "$work/none" "$work/empty" "$work/other"
make "$work/here/cordee_cuda.so" 1 "\"$key\"" && make "$work/none/cordee_cuda.so" 0 "\"$key\"" && make "$work/foreign/cordee_cuda.so" 1 '"another"' &&
  ok modules_link || { not_ok modules_link "key '$key'"; finish; }
echo "no shared object" >"$work/broken/cordee_cuda.so"
echo "int other;" | gcc -shared -o "$work/other/cordee_cuda.so" -x c -

# Copies of the program alone: beside them is what this test puts there.
mkdir -p "$work/app/bin" "$work/app/lib/cordee"
cp "$folder/cordee" "$work/app/bin/cordee"
program=$work/app/bin/cordee
answer=$($cordee solve $one "${search[@]}" --backend cpu)

# ---- places ----
expect absent 69 "--backend cuda: no cordee_cuda.so is beside the program (scons cuda makes it)" "$program" solve $one "${search[@]}" --backend cuda
expect absent_auto 0 "$answer" "$program" solve $one "${search[@]}"
expect absent_price 69 "no cordee_cuda.so is beside the program" "$program" price --S 50 --T 1 --sigma .2 --r .1 --backend cuda
uses() { # NAME COMMAND...: runs on the pretended device, with the same answer
  local name=$1; shift
  "$@" >"$work/out" 2>&1
  if grep -qF -- "$answer" "$work/out" && grep -q 'on [^ ]*: cuda 0' "$work/out"; then ok "$name"; else not_ok "$name" "$(cat "$work/out")"; fi
}
search=(--method climb --climbers 50 --islands 2 --threads 1)
uses by_variable env CORDEE_MODULES="$work/here" "$program" solve $one "${search[@]}"
uses by_variable_named env CORDEE_MODULES="$work/here" "$program" solve $one "${search[@]}" --backend cuda
cp "$work/here/cordee_cuda.so" "$work/app/lib/cordee/"
uses installed "$program" solve $one "${search[@]}"
ln -s "$program" "$work/link"
uses by_link "$work/link" solve $one "${search[@]}"
uses by_path env PATH="$work/app/bin:$PATH" cordee solve $one "${search[@]}"
expect variable_alone 69 "no cordee_cuda.so is in $work/empty" env CORDEE_MODULES="$work/empty" "$program" solve $one "${search[@]}" --backend cuda
expect cpu_asked 0 ": cpu 0" "$program" solve $one "${search[@]}" --backend cpu
mv "$work/app/lib/cordee/cordee_cuda.so" "$work/app/bin/"
uses beside "$program" solve $one "${search[@]}"
uses two_ranks ranks 2 "$program" solve $one "${search[@]}"

# ---- what does not fit ----
for kind in foreign broken other; do
  export CORDEE_MODULES=$work/$kind
  case $kind in broken) text="cordee_cuda.so cannot be loaded: ";; *) text="cordee_cuda.so belongs to another build of cordee";; esac
  expect "$kind" 69 "--backend cuda: $work/$kind/$text" $cordee solve $one "${search[@]}" --backend cuda
  expect "$kind-auto" 0 "$answer" $cordee solve $one "${search[@]}"
  expect "$kind-auto-warns" 0 "warning: no GPU is used: $work/$kind/$text" $cordee solve $one "${search[@]}"
done
export CORDEE_MODULES=$work/none
expect no_device 69 "sees no CUDA device" $cordee solve $one "${search[@]}" --backend cuda
expect no_device_auto 0 "$answer" $cordee solve $one "${search[@]}"
export CORDEE_MODULES=$work/here
expect other_program 69 "but other ranks have it: expected the same program" mpirun -n 1 $cordee solve $one "${search[@]}" --hybrid : \
  -n 1 env CORDEE_MODULES="$work/empty" $cordee solve $one "${search[@]}" --hybrid

# ---- a second module: the published designs of cordee-ladder, beside the backend ----
designs=(env CORDEE_MODULES="$work/here" $ladder 2opt --sizes 9)
expect designs_absent 69 "the published designs: no cordee_ladder.so is in $work/here (scons cuda ladder makes it)" "${designs[@]}"
cp "$work/foreign/cordee_cuda.so" "$work/here/cordee_ladder.so"
expect designs_foreign 69 "$work/here/cordee_ladder.so belongs to another build of cordee (scons cuda ladder makes it)" "${designs[@]}"
expect designs_not_asked 0 "anneal" env CORDEE_MODULES="$work/here" $ladder heuristics --instance $one --time 0.01 --evaluations 1 --threads 1

# ---- errors ----
expect message 69 "a pretended failure of device 0" env PRETENDED_FAILURE=1 $cordee solve $one "${search[@]}"
if [ -e /dev/nvidiactl ]; then expect driver_without_module 0 "warning: no GPU is used: no cordee_cuda.so is in" env CORDEE_MODULES="$work/empty" $cordee solve $one "${search[@]}"; fi
finish
