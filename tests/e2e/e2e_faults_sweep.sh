#!/usr/bin/env bash
# Sweeps under fire: as e2e_faults.sh, for a results file. Rows that are there stay, and the same command does the others.
. "$(dirname "$0")/e2e.sh"
. "$(dirname "$0")/faults.sh"
if ! /usr/bin/python3 -c 'import h5py' 2>/dev/null; then skip sweeps "no h5py"; finish; fi

printf '[some]\ninstance = %s\nmethod = climb\nrestart = kick\nclimbers = 1500\nepoch = 16\nseed = 1..24\n' "$instance" >"$work/some.job"
swept=("$work/some.job" --backend cpu --threads 1)
check sweep-whole "${limit[@]}" mpirun -n 2 $cordee sweep "${swept[@]}" --out "$work/sweep.h5"

# sweep_begin FILE: a sweep in the background; returns when rows arrive and the first of them is on the disk. (The sweep itself
# sees to that within a second.)
sweep_begin() {
  "${limit[@]}" mpirun -n 2 $cordee sweep "${swept[@]}" --out "$1" --log "$work/log" >"$work/out" 2>&1 & pid=$!
  for _ in $(seq 400); do grep -qs '"row"' "$work/log" && break; sleep 0.05; done
  sync "$1"
  rm "$work/log"
}

# sweep_same NAME FILE: what it has of the tasks is what the uninterrupted sweep has.
sweep_same() {
  /usr/bin/python3 tests/e2e/results_rows.py "$work/sweep.h5" >"$work/whole.rows"
  /usr/bin/python3 tests/e2e/results_rows.py "$2" >"$work/rows" 2>&1
  if cmp -s "$work/whole.rows" "$work/rows"; then ok "$1"; else not_ok "$1" "$(diff "$work/whole.rows" "$work/rows" | head -5)"; fi
}

# sweep_rerun NAME FILE: some rows are there, and the same command does the others.
sweep_rerun() {
  expect "$1-rerun" 0 "24 verified" "${limit[@]}" mpirun -n 3 $cordee sweep "${swept[@]}" --out "$2"
  grep -q ' 24 tasks run' "$work/out" && not_ok "$1-kept-rows" "$(cat "$work/out")"
  sweep_same "$1-same" "$2"
}

case=sweep-disk-fills # rows have their room from the start
if disk tmpfs 2m; then
  sweep_begin "$disk/r.h5"; fill "$disk"
  ended $case 0 "24 verified"
  sweep_same $case-same "$disk/r.h5"
  umount "$disk"
fi

case=sweep-turns-read-only
if disk ext4 16m; then
  sweep_begin "$disk/r.h5"
  trigger=/sys/fs/ext4/$(basename "$(findmnt -no SOURCE "$disk")")/trigger_fs_error
  if held bash -c "echo test >$trigger" 2>"$work/why"; then
    ended $case 74 "$disk/r.h5: " "$turned_read_only"
    umount "$disk"; e2fsck -fy "$disk.image" >/dev/null 2>&1; mount -o loop "$disk.image" "$disk"
    sweep_rerun $case "$disk/r.h5"
  else
    skip $case "no $trigger"; kill $pid; wait $pid
  fi
  umount "$disk"
fi

# ---- files deleted, moved, in the way ----

sweep_begin "$work/lost.h5"; held rm "$work/lost.h5"
ended sweep-deleted 74 "$work/lost.h5: deleted while it was written to"

mkdir "$work/s1"
sweep_begin "$work/s1/r.h5"; held mv "$work/s1" "$work/s2" # the open file goes along
ended sweep-folder-renamed 0 "24 verified"
sweep_same sweep-folder-renamed-same "$work/s2/r.h5"

echo precious >"$work/precious"
check checkpoint $cordee solve "$PWD/instances/uniform-12-1.tsp" --method climb --climbers 30 --checkpoint "$work/run.h5"
mkdir "$work/b.h5" "$work/c.h5.tmp"
mkfifo "$work/d.h5" "$work/e.h5.tmp"
ln -s "$work/precious" "$work/f.h5.tmp"
expect sweep-path-is-a-folder 65 "$work/b.h5: not a results file" "${limit[@]}" $cordee sweep "${swept[@]}" --out "$work/b.h5"
expect sweep-tmp-is-a-folder 0 "24 verified" "${limit[@]}" $cordee sweep "${swept[@]}" --out "$work/c.h5"
expect sweep-path-is-a-pipe 65 "$work/d.h5: not a results file" "${limit[@]}" $cordee sweep "${swept[@]}" --out "$work/d.h5"
cp "$work/sweep.h5" "$work/e.h5"; cp "$work/sweep.h5" "$work/f.h5"
expect sweep-tmp-is-a-pipe 0 " 0 tasks run" "${limit[@]}" $cordee sweep "${swept[@]}" --out "$work/e.h5"
expect sweep-tmp-is-a-link 0 " 0 tasks run" "${limit[@]}" $cordee sweep "${swept[@]}" --out "$work/f.h5"
[ "$(cat "$work/precious")" = precious ] && ok sweep-tmp-is-a-link-not-followed || not_ok sweep-tmp-is-a-link-not-followed "the link's target was written"
expect sweep-another-kind 65 "not a results file" "${limit[@]}" $cordee sweep "${swept[@]}" --out "$work/run.h5"
ln -s "s2/r.h5" "$work/link2.h5"
expect sweep-path-is-a-link 0 " 0 tasks run" "${limit[@]}" $cordee sweep "${swept[@]}" --out "$work/link2.h5"
[ -L "$work/link2.h5" ] && ok sweep-path-is-a-link-stays || not_ok sweep-path-is-a-link-stays "$(ls -l "$work/link2.h5")"
finish
