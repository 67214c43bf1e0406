# Sourced by the end-to-end scripts of vehicle routing, behind e2e.sh.

# solved NAME WANT COMMAND...: its solution is, byte for byte, $work/WANT.sol.
solved() {
  local name=$1 want=$2; shift 2
  rm -f "$work/found.sol"
  "$@" --quiet --out "$work/found.sol" >"$work/out" 2>&1
  if cmp -s "$work/$want.sol" "$work/found.sol"; then ok "$name"; else not_ok "$name" "$(tail -3 "$work/out")"; fi
}

# killed_and_resumed WANT SOLVE...: twice up to four kills at any moment, on one to three ranks; then it ends as $work/WANT.sol.
killed_and_resumed() {
  local want=$1 round kills pid; shift
  for round in 1 2; do
    rm -f "$work"/run.h5*
    kills=0
    for _ in 1 2 3 4; do
      setsid mpirun -n $((RANDOM % 3 + 1)) $cordee resume "$work/run.h5" --or-start "$@" --backend cpu --checkpoint-every 0 --quiet >"$work/out" 2>&1 & pid=$!
      sleep "0.$((RANDOM % 8 + 1))"
      kill -0 $pid 2>/dev/null || break
      kill -9 -- -$pid $(pgrep -f "^$cordee resume .*$work") 2>/dev/null
      wait $pid 2>/dev/null
      while pgrep -f "^$cordee resume .*$work" >/dev/null; do sleep 0.02; done
      kills=$((kills + 1))
    done
    solved "killed-$round-$kills-times" "$want" ranks 2 $cordee resume "$work/run.h5" --or-start "$@" --backend cpu
  done
  rm -f "$work"/run.h5*
}
