# Sourced by the end-to-end scripts: a temporary folder, mpirun, and the closing count.
#   check NAME COMMAND...   runs the command (its output goes to $work/out and $work/err); ok if it succeeds
#   ok NAME / not_ok NAME WHY / skip NAME WHY
#   aside N COMMAND...      runs the command, a function with checks, beside others, N at a time, each with a $work of its own;
#   aside_end               waits for all. What they say comes in their order, and counts
set -uo pipefail
# Scripts send SIGHUP, which is ignored below nohup; a shell cannot take that back.
(( 0x$(awk '/^SigIgn/ { print $2 }' /proc/$$/status) & 1 )) && exec env --default-signal=HUP bash "$0" "$@"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if [ "$(id -u)" = 0 ]; then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_pml=${OMPI_MCA_pml:-^cm} # Omni-Path's library measures its clock for 0.15 s, in each process, with or without a network
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}
cordee=build/cordee
ladder=build/cordee-ladder
data=${CORDEE_INSTANCES:-../shared/instances}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work # two of Open MPI's mpirun that make a host's one folder of sessions at the same moment fail: each script has its own
passed=0 failed=0 skipped=0

ok() { echo "ok $1"; passed=$((passed + 1)); }
not_ok() { echo "not ok $1: ${*:2}"; failed=$((failed + 1)); }
skip() { echo "skip $1: ${*:2}"; skipped=$((skipped + 1)); }

# Lines of standard input that say ok, not ok or skip, counted; those that begin with # are shown.
count_lines() {
  local line
  while read -r line; do
    echo "$line"
    case $line in
    "ok "*) passed=$((passed + 1)) ;;
    "skip "*) skipped=$((skipped + 1)) ;;
    "#"*) ;;
    *) failed=$((failed + 1)) ;;
    esac
  done
}
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

# await_file FILE: until the file, which a run under way makes, is there and not empty; on a loaded machine that takes a while.
await_file() { for _ in $(seq 600); do [ -s "$1" ] && return; sleep 0.05; done; }

# The process to signal for a run by `mpirun ... &` or `cordee ... &`: of mpirun a rank, since not every mpirun passes SIGUSR1 on, and a
# signal to one rank stops all.
rank_of() {
  local rank=$1
  case $(cat "/proc/$1/comm" 2>/dev/null) in mpirun* | orterun | mpiexec*) rank=$(pgrep -P "$1" | tail -1);; esac
  echo "${rank:-$1}"
}

aside_begun=0 aside_shown=0
aside() {
  local width=$1 place=$work/aside-$aside_begun; shift
  while [ "$(jobs -rp | wc -l)" -ge "$width" ]; do wait -n; aside_show; done
  mkdir "$place"
  (
    work=$place TMPDIR=$place
    "$@" >"$place.said" 2>&1
    touch "$place.over"
  ) &
  aside_begun=$((aside_begun + 1))
}

aside_show() {
  local said
  for (( ; aside_shown < aside_begun; aside_shown++)); do
    said=$work/aside-$aside_shown.said
    [ -e "${said%.said}.over" ] || return
    cat "$said"
    passed=$((passed + $(grep -c '^ok ' "$said"))) failed=$((failed + $(grep -c '^not ok ' "$said")))
    skipped=$((skipped + $(grep -c '^skip ' "$said")))
  done
}

# One that did not come to its end, killed or by a mistake in its script, has failed.
aside_end() {
  local place
  wait
  for place in "$work"/aside-*.said; do
    [ -e "${place%.said}.over" ] || echo "not ok ${place##*/}: it did not come to its end" >>"$place"
    touch "${place%.said}.over"
  done
  aside_show
}

finish() {
  echo "$passed passed, $failed failed, $skipped skipped"
  [ $failed = 0 ] && [ $((passed + skipped)) -gt 0 ]
  exit
}
