# Sourced by the end-to-end scripts of items that are computed, after e2e.sh: their records as text, and runs that are stopped and killed.
#   csv RECORDS                               the records, as text on standard output
#   stopped_goes_on CSV TIME COMMAND...       a run that its time limit stops, and one that ends it, have the records of CSV
#   killed_goes_on CSV EXIT_CODE COMMAND...   runs on 1 to 3 ranks, $KILLS of them killed (5), until one ends with that exit code, have them
# $KILL_SEED draws the same moments again. COMMAND has no --out.

csv() { $cordee report "$1" --csv -; }

stopped_goes_on() {
  local want=$1 time=$2 rc=0; shift 2
  "$@" --out "$work/t.h5" --time "$time" >"$work/out" 2>&1 || rc=$?
  # On a loaded machine the time ends before the first item.
  if [ $rc = 75 ] && grep -q -e "time limit reached" -e "the time was over during" "$work/out"; then ok time_limit; else
    not_ok time_limit "expected exit 75 at the time limit, found exit $rc: $(tail -3 "$work/out")"
  fi
  "$@" --out "$work/t.h5" --quiet >/dev/null 2>&1
  csv "$work/t.h5" >"$work/t.csv"
  check stopped_goes_on cmp "$want" "$work/t.csv"
}

killed_goes_on() {
  local want=$1 end=$2 kills=0 rc=99 run pid all; shift 2
  RANDOM=${KILL_SEED:-$$}
  echo "# KILL_SEED=${KILL_SEED:-$$}"
  for run in $(seq 200); do
    ranks $((1 + run % 3)) "$@" --out "$work/k.h5" --quiet >"$work/out" 2>&1 &
    pid=$!
    sleep "0.$((RANDOM % 5))$((RANDOM % 10))"
    all=$(pgrep -P $pid)
    [ $kills -lt "${KILLS:-5}" ] && kill -9 $pid $all 2>/dev/null && kills=$((kills + 1))
    wait $pid; rc=$?
    [ $rc = "$end" ] && break
  done 2>/dev/null
  csv "$work/k.h5" >"$work/k.csv"
  check "killed-$kills-times" cmp "$want" "$work/k.csv"
}
