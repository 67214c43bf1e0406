# Sourced by the end-to-end scripts: a temporary folder, mpirun, and the closing count.
#   check NAME COMMAND...   runs the command (its output goes to $work/out and $work/err); ok if it succeeds
#   ok NAME / not_ok NAME WHY / skip NAME WHY
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ "$(id -u)" = 0 ]; then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}
cordee=build/cordee
data=${CORDEE_INSTANCES:-../shared/instances}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

ok() { echo "ok $1"; passed=$((passed + 1)); }
not_ok() { echo "not ok $1: ${*:2}"; failed=$((failed + 1)); }
skip() { echo "skip $1: ${*:2}"; skipped=$((skipped + 1)); }
ranks() { local n=$1; shift; mpirun -n "$n" "$@"; }

check() {
  local name=$1; shift
  if "$@" >"$work/out" 2>"$work/err"; then ok "$name"; else
    not_ok "$name" "exit $?: $*"; sed 's/^/# /' "$work/out" "$work/err" | tail -20
  fi
}

# expect NAME EXIT_CODE TEXT COMMAND...: that exit code, and the text somewhere in its output.
expect() {
  local name=$1 code=$2 text=$3 rc=0; shift 3
  "$@" >"$work/out" 2>&1 || rc=$?
  if [ $rc = "$code" ] && grep -qF -- "$text" "$work/out"; then ok "$name"; else
    not_ok "$name" "expected exit $code and '$text', found exit $rc"; sed 's/^/# /' "$work/out" | tail -20
  fi
}

finish() {
  echo "$passed passed, $failed failed, $skipped skipped"
  [ $failed = 0 ] && [ $((passed + skipped)) -gt 0 ]
  exit
}
