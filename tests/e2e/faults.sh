# Sourced by the end-to-end scripts that break things, after e2e.sh: small file systems, runs in the background, and how they
# must end.
instance=$PWD/instances/uniform-200-1.tsp
plan=("$instance" --method climb --climbers 60000 --islands 5 --epoch 64 --restart kick --seed 9)
limit=(timeout -k 5 180) # longer is a hang
as=()                   # runs are begun as this user
how=(--quiet --backend cpu --threads 1)

leave() {
  for place in "$work"/disk.*; do mountpoint -q "$place" && umount -l "$place"; done
  rm -rf "$work"
}
trap leave EXIT

# ---- what a case is made of ----

# begin FILE RANKS [SOLVE'S OPTIONS]: a run in the background that saves as often as it can; returns when FILE is there, which
# may be before any tour is. What is done to it then meets the next save at any of its steps, so the message may name FILE
# or FILE.prev.
begin() {
  local file=$1 count=$2; shift 2
  "${as[@]}" "${limit[@]}" mpirun -n "$count" $cordee solve "${plan[@]}" "${how[@]}" --checkpoint "$file" --checkpoint-every 0 "$@" >"$work/out" 2>&1 & pid=$!
  await_file "$file"
}

said() { grep -e '^cordee:' -e verified "$work/out" || tail -5 "$work/out"; }

# found FILE: waits until it has a tour, so that there is one to show at the end.
found() { for _ in $(seq 100); do $cordee show "$1" 2>/dev/null | grep '^  best .*found on' >/dev/null && return; done; }

# What the kernel says of a file system that it has just made read-only: the second while it still gives up the journal.
turned_read_only=$': Read-only file system\n: Input/output error'

# ended NAME CODE [TEXT...]: the run that was begun ends with that code, and each text, or a line of it, is in its output.
ended() {
  local name=$1 code=$2 rc=0 text; shift 2
  wait $pid || rc=$?
  [ $rc = 124 ] || [ $rc = 137 ] && { not_ok "$name" "hangs: $(said)"; return; }
  [ $rc = "$code" ] || { not_ok "$name" "expected exit $code, found $rc: $(said)"; return; }
  for text in "$@"; do
    grep -qF -- "$text" "$work/out" || { not_ok "$name" "expected '$text' in: $(said)"; return; }
  done
  ok "$name"
}

# whole NAME FILE: it passes `cordee show`, and resumed on two ranks it ends as the uninterrupted run did.
whole() {
  "${limit[@]}" $cordee show "$2" >"$work/out" 2>&1 || { not_ok "$1" "show: $(cat "$work/out")"; return; }
  "${limit[@]}" mpirun -n 2 $cordee resume "$2" "${how[@]}" --checkpoint "$work/again.h5" --out "$work/again.tour" >"$work/again" 2>"$work/out"
  local rc=$?
  if cmp -s "$work/whole" "$work/again" && cmp -s "$work/whole.tour" "$work/again.tour"; then ok "$1"; else
    not_ok "$1" "exit $rc: $(cat "$work/whole") became $(cat "$work/again" "$work/out")"
  fi
  rm -f "$work"/again.*
}

# disk KIND SIZE [OPTIONS]: a fresh small file system at $disk, of that kind; fails, with a skip of $case, where there is none.
disk() {
  disk=$work/disk.$case
  mkdir "$disk"
  if [ "$1" = tmpfs ]; then
    mount -t tmpfs -o "size=$2${3:+,$3}" tmpfs "$disk" 2>"$work/why"
  else
    truncate -s "$2" "$disk.image" && mkfs.ext4 -q -F "$disk.image" 2>"$work/why" && mount -o "loop,errors=remount-ro${3:+,$3}" "$disk.image" "$disk" 2>"$work/why"
  fi && return
  skip "$case" "no $1 here: $(head -1 "$work/why")"
  return 1
}

# Fills $1 up, again and again as a run frees room, until the run has ended.
fill() { while kill -0 $pid 2>/dev/null; do head -c 100m /dev/zero >>"$1/filler" 2>/dev/null; sleep 0.1; done; }

ranks_of() { pgrep -f "^$cordee (solve|sweep) .*$work"; } # the ranks alone, not their mpirun

# held COMMAND...: runs it while the ranks stand still, so that a run cannot end before what is done to it, however busy the
# machine is.
held() {
  local ranks rc=0; ranks=$(ranks_of)
  kill -STOP $ranks
  "$@" || rc=$?
  kill -CONT $ranks
  return $rc
}
