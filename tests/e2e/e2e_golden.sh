#!/usr/bin/env bash
# The same answer everywhere: every row of golden.tsv (instance, options, cost, checksum of the tour) on 1 to 4 ranks, at
# several thread counts, by every instruction set, on the GPU if there is one, and stopped and resumed on the way. Each count and each
# set is in one of three runs: 1 rank of 2 threads in plain C; 2 ranks with AVX2; 4 ranks of 5 threads. The table itself is of one rank and one
# thread; runs that are stopped go on with three ranks. Rows in even places have the runs of 2 and of 4 ranks, those in odd places the run
# in plain C and the one that is stopped: every method has rows of both. GOLDEN=all gives every row all of them (tools/campaign golden).
# Rows are checked two at a time: half of a row's time is waiting for processes to start and to stop.
#   tests/e2e/e2e_golden.sh --write   prints the table anew from one rank and one thread
. "$(dirname "$0")/e2e.sh"

# Of a tour, an assignment or a position: the lines that are a number, but for the -1 that ends a tour; of routes: each.
tour_sum() { grep -E '^(-?[0-9]+([.][0-9]+)?(e[-+][0-9]+)?|Route #.*)$' "$1" | grep -v '^-1$' | cksum | cut -d' ' -f1; }

# answer COMMAND...: "COST CHECKSUM" of a run that writes $work/golden.tour
answer() {
  rm -f "$work/golden.tour"
  "$@" --quiet --out "$work/golden.tour" </dev/null >"$work/out" 2>"$work/err" || { echo "failed: $(tail -3 "$work/err")"; return; }
  echo "$(sed -n 's/^.*: \([0-9.]*\),* .*/\1/p' "$work/out") $(tour_sum "$work/golden.tour")"
}

# stopped SECONDS COMMAND...: gets a SIGUSR1 so long after its first checkpoint, unless it is over before.
stopped() {
  local after=$1 pid log=$work/golden.log; shift
  rm -f "$log"
  "$@" --log "$log" </dev/null >/dev/null 2>&1 &
  pid=$!
  for _ in $(seq 400); do
    grep -qs '"event": "checkpoint"' "$log" && break
    kill -0 $pid 2>/dev/null || break
    sleep 0.05
  done
  sleep "$after"
  kill -USR1 "$(rank_of $pid)" 2>/dev/null
  wait $pid
}

# Stopped twice on the way, on 1, then 3, then 2 ranks.
interrupted() {
  rm -f "$work"/golden.h5*
  stopped 0.1 $cordee solve "$@" --quiet --checkpoint "$work/golden.h5"
  stopped 0.1 mpirun -n 3 $cordee resume "$work/golden.h5" --quiet
  answer mpirun -n 2 $cordee resume "$work/golden.h5"
}

same() {
  [ "$2" = "$want" ] && return
  not_ok "$1" "expected $want, found $2"
  bad=1
}

# row_run INSTANCE OPTIONS WANT...: solve with these, and the answer
row_run() {
  path=instances/$1 run=()
  [[ $1 == *:* ]] && path=$1 # rastrigin:10 is no file
  read -ra run <<<"$cordee solve $path $2"
}

row_write() {
  row_run "$@"
  printf '%s\t%s\t%s\n' "$1" "$2" "$(answer "${run[@]}" --backend cpu)"
}

# row_check PART INSTANCE OPTIONS WANT: part 0 has the ranks, 1 plain C and the interruptions, all both
row_check() {
  local part=$1 bad=0 count simd path run; shift
  local instance=$1 options=$2
  row_run "$@"
  want=$3
  if [ "$part" != 1 ]; then
    simd=${simds[0]:-$widest}
    same "$instance-2-ranks-$simd" "$(CORDEE_SIMD=$simd answer mpirun -n 2 "${run[@]}" --backend cpu)"
    same "$instance-4-ranks-5-threads" "$(answer mpirun -n 4 "${run[@]}" --backend cpu --threads 5)"
  fi
  if [ "$part" != 0 ]; then
    simd=${simds[1]:-$widest}
    same "$instance-2-threads-$simd" "$(CORDEE_SIMD=$simd answer "${run[@]}" --backend cpu --threads 2)"
    same "$instance-resumed" "$(interrupted "$path" $options --backend cpu)"
  fi
  if [ $gpu = 1 ]; then
    for count in 1 2; do same "$instance-cuda-$count" "$(answer mpirun -n $count "${run[@]}" --backend cuda)"; done
    same "$instance-cuda-resumed" "$(interrupted "$path" $options)"
  fi
  [ $bad = 0 ] && ok "golden $instance $options"
}

mapfile -t rows < <(grep -v '^#' tests/e2e/golden.tsv)
if [ "${1:-}" = --write ]; then
  grep '^#' tests/e2e/golden.tsv
  for row in "${rows[@]}"; do IFS=$'\t' read -r instance options want <<<"$row"; row_write "$instance" "$options"; done
  exit
fi
# Instruction sets that the program does take when asked for, instead of a smaller one. Where there is AVX-512, all other runs have it.
takes() { CORDEE_SIMD=$1 $cordee solve instances/uniform-12-1.tsp --method climb --climbers 1 --islands 1 --backend cpu 2>&1 | grep ", $2, " >/dev/null; }
simds=()
for simd in avx512:AVX-512 avx2:AVX2 plain:'plain C'; do
  if takes "${simd%:*}" "${simd#*:}"; then simds+=("${simd%:*}"); else skip "golden-${simd%:*}" "this processor has no ${simd%:*}"; fi
done
widest=${simds[0]:-plain}
[ "$widest" = avx512 ] && simds=("${simds[@]:1}")
gpu=0
$cordee bench --backend cuda --sizes 52 --time 0.1 >/dev/null 2>&1 && gpu=1
for place in "${!rows[@]}"; do
  IFS=$'\t' read -r instance options want <<<"${rows[place]}"
  part=$((place % 2))
  [ "${GOLDEN:-}" != all ] || part=all
  aside 2 row_check $part "$instance" "$options" "$want"
done
aside_end
[ $gpu = 1 ] || skip golden-cuda "no device"
finish
