# Ranks below a script of this folder: slurm.sh and restart.sh source it. `child` is the process that was started last.

# USR1 to the ranks below a process: those that have a rank's number and catch the signal (bit 9 of SigCgt). False: there is none.
ranks_signal() {
  local pid found=1
  for pid in $(pgrep -P "$1"); do
    if grep -qzE '^(OMPI_COMM_WORLD|PMI|PMIX)_RANK=' "/proc/$pid/environ" &&
      (( 16#$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$pid/status") & 0x200 )) && kill -USR1 "$pid"; then found=0; fi
    ranks_signal "$pid" && found=0
  done 2>/dev/null
  return $found
}

# Runs a command, whose exit code is then `code`. A signal ends `wait` early: it waits again until the child is gone.
run() {
  "$@" &
  child=$!
  while :; do
    wait "$child"
    code=$?
    kill -0 "$child" 2>/dev/null || break
  done
}
