#!/usr/bin/env bash
# Checkpoints under fire: disks that run full, break, turn read-only or go away while a run writes to them; files that are
# in the way; two runs at one file. Each time: a message that names the file and the reason, the documented exit code, no
# hang, and a last checkpoint that resumes to the uninterrupted run's answer, bit for bit.
#
# Small file systems (tmpfs, ext4 on a loop device) are mounted in the test's own folder, which wants root; what cannot be
# mounted here is skipped. docs/reliability.md tells what is tested.
. "$(dirname "$0")/e2e.sh"
. "$(dirname "$0")/faults.sh"

"${limit[@]}" mpirun -n 2 $cordee solve "${plan[@]}" "${how[@]}" --out "$work/whole.tour" >"$work/whole" || not_ok whole "exit $?"

# ---- no room ----

for kind in tmpfs ext4; do
  size=2m; [ $kind = ext4 ] && size=16m
  case=full-at-first-$kind
  if disk $kind $size; then
    head -c 100m /dev/zero >"$disk/filler" 2>/dev/null
    expect $case 74 "$disk/run.h5: No space left on device" "${limit[@]}" mpirun -n 2 $cordee solve "${plan[@]}" "${how[@]}" --checkpoint "$disk/run.h5"
    [ "$(ls "$disk" | grep -v lost+found)" = filler ] && ok $case-leaves-nothing || not_ok $case-leaves-nothing "$(ls "$disk")"
    umount "$disk"
  fi
  case=full-while-running-$kind
  if disk $kind $size; then
    begin "$disk/run.h5" 2; found "$disk/run.h5"; fill "$disk"
    ended $case 74 "$disk/run.h5: " "No space left on device" "the last complete checkpoint is $disk/run.h5" verified
    rm "$disk/filler"
    whole $case-resumes "$disk/run.h5"
    umount "$disk"
  fi
done

case=quota
chmod 755 "$work"
mkdir -m 777 "$work/home"
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$work/home" TMPDIR="$work/home" "$@"; }
if ! as_nobody $cordee --version >"$work/why" 2>&1; then
  nobody="another user may not start cordee here: $(head -1 "$work/why")"
  skip $case "$nobody"
elif disk tmpfs 2m usrquota,usrquota_block_hardlimit=100k,mode=777; then # of users; root has none
  as_nobody head -c 90k /dev/zero >"$disk/filler"; chown 65534 "$disk/filler"
  expect $case 74 "$disk/run.h5: Disk quota exceeded" as_nobody "${limit[@]}" mpirun -n 2 $cordee solve "${plan[@]}" "${how[@]}" --checkpoint "$disk/run.h5"
  umount "$disk"
fi

# What `ulimit -f` does, but to the ranks alone and while they run. It may meet HDF5, which says a word more.
case=file-size-limit
begin "$work/limit.h5" 2
size_limit() { for rank in $(ranks_of); do prlimit --fsize=9000 --pid "$rank"; done; }
held size_limit
ended $case 74 "$work/limit.h5: " "File too large" "the last complete checkpoint is $work/limit.h5"
whole $case-resumes "$work/limit.h5"

# ---- no permission ----

if [ -n "${nobody:-}" ]; then skip no-permission "$nobody"; else
  mkdir -m 755 "$work/closed"
  expect no-permission 74 "$work/closed/run.h5: Permission denied" as_nobody "${limit[@]}" mpirun -n 2 $cordee solve "${plan[@]}" "${how[@]}" --checkpoint "$work/closed/run.h5"
  mkdir -m 777 "$work/open"
  as=(as_nobody)
  begin "$work/open/run.h5" 2
  as=()
  held chmod 555 "$work/open"
  ended permission-withdrawn 74 "$work/open/run.h5" ": Permission denied" "the last complete checkpoint is $work/open/run.h5"
  whole permission-withdrawn-resumes "$work/open/run.h5"
fi

case=immutable-folder
if disk ext4 16m; then
  begin "$disk/run.h5" 2
  if held chattr +i "$disk" 2>"$work/why"; then
    ended $case 74 "$disk/run.h5" ": Operation not permitted" "the last complete checkpoint is $disk/run.h5"
    chattr -i "$disk"
    whole $case-resumes "$disk/run.h5"
  else
    skip $case "$(cat "$work/why")"; kill $pid; wait $pid
  fi
  umount "$disk"
fi

# ---- disks that break or go away ----

# What the kernel does to a file system on a failing disk.
case=turns-read-only
if disk ext4 16m; then
  begin "$disk/run.h5" 2
  trigger=/sys/fs/ext4/$(basename "$(findmnt -no SOURCE "$disk")")/trigger_fs_error
  if held bash -c "echo test >$trigger" 2>"$work/why"; then
    ended $case 74 "$disk/run.h5" "$turned_read_only" "the last complete checkpoint is $disk/run.h5"
    whole $case-resumes "$disk/run.h5" # still read-only: there is no lock either
  else
    skip $case "no $trigger"; kill $pid; wait $pid
  fi
  umount "$disk"
fi

# The disk takes writes, and fails when they are flushed: the loop device's own file has no room.
case=breaks
if disk tmpfs 4m; then
  below=$disk case=breaks-above
  mkdir "$work/disk.$case" && disk=$work/disk.$case
  if truncate -s 64m "$below/image" && mkfs.ext4 -q -F "$below/image" && mount -o loop,errors=remount-ro "$below/image" "$disk" 2>"$work/why"; then
    begin "$disk/run.h5" 2; fill "$below"
    ended breaks 74 "$disk/run.h5"
    umount "$disk"; rm "$below/filler"
    mount -o loop "$below/image" "$disk"
    whole breaks-resumes "$disk/run.h5"
    umount "$disk"
  else
    skip breaks "no ext4 here: $(head -1 "$work/why")"
  fi
  umount -l "$below" # the loop device lets go a moment later
fi

case=folder-renamed
mkdir "$work/here"
begin "$work/here/run.h5" 2
held mv "$work/here" "$work/there"
ended $case 74 "$work/here/run.h5" "No such file or directory"
whole $case-resumes "$work/there/run.h5"

case=folder-removed
mkdir "$work/gone"
begin "$work/gone/run.h5" 2
held rm -rf "$work/gone"
ended $case 74 "$work/gone/run.h5" # the reason depends on the step at which it goes

case=unmounted
if disk tmpfs 2m; then
  begin "$disk/run.h5" 2 --checkpoint-every 60 # the next one is that of the end
  umount -l "$disk" # the folder below is still there: that is where it goes
  ended $case 0 "$(cat "$work/whole")"
  whole $case-file "$disk/run.h5"
fi

begin "$work/deleted.h5" 3
while kill -0 $pid 2>/dev/null; do rm -f "$work"/deleted.h5 "$work"/deleted.h5.prev; sleep 0.3; done
ended deleted-while-running 0 "$(cat "$work/whole")"
rm -f "$work"/deleted.h5* # the last one may have been deleted after the end: once more
begin "$work/deleted.h5" 3
while [ ! -e "$work/deleted.h5.prev" ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
rm -f "$work"/deleted.h5 "$work"/deleted.h5.prev
ended deleted-once 0 "$(cat "$work/whole")"
whole deleted-once-written-again "$work/deleted.h5"

# ---- things in the way ----

small=("$PWD/instances/uniform-12-1.tsp" "${how[@]}" --method climb --climbers 30)
check small $cordee solve "${small[@]}"
answer=$(cat "$work/out")
echo precious >"$work/precious"
for suffix in tmp prev.new tmp.notes; do # names like those of our own temporaries: a user's files, which stay
  echo precious >"$work/left.h5.$suffix"
  ln -s "$work/precious" "$work/aside.h5.$suffix"
  mkdir "$work/folder.h5.$suffix"
  mkfifo "$work/pipe.h5.$suffix"
done
for thing in left aside folder pipe; do
  ls -lR "$work/$thing".h5.* >"$work/before"
  expect "names-in-the-way-$thing" 0 "$answer" "${limit[@]}" mpirun -n 2 $cordee solve "${small[@]}" --checkpoint "$work/$thing.h5"
  rm "$work/$thing".h5.prev
  ls -lR "$work/$thing".h5.* >"$work/after"
  cmp -s "$work/before" "$work/after" && ok "names-in-the-way-$thing-stay" || not_ok "names-in-the-way-$thing-stay" "$(diff "$work/before" "$work/after")"
done
grep -qvx precious "$work/precious" "$work"/left.h5.* && not_ok names-in-the-way-kept "a user's file was written to" || ok names-in-the-way-kept

mkdir "$work/a-folder.h5"
mkfifo "$work/a-pipe.h5"
for thing in folder pipe; do
  file=$work/a-$thing.h5
  expect path-is-a-$thing 64 "$file exists" "${limit[@]}" $cordee solve "${small[@]}" --checkpoint "$file"
  expect path-is-a-$thing-forced 74 "$file: is there, and is not a plain file" "${limit[@]}" mpirun -n 2 $cordee solve "${small[@]}" --checkpoint "$file" --force
  expect path-is-a-$thing-resumed 65 "$file: not a checkpoint (not a plain file)" "${limit[@]}" mpirun -n 2 $cordee resume "$file"
  expect path-is-a-$thing-shown 65 "$file: not a checkpoint (not a plain file)" "${limit[@]}" $cordee show "$file"
done

# A link leads to the file itself, on whatever disk: that is what is written, and the link stays.
case=path-is-a-link
if disk tmpfs 2m; then
  ln -s "disk.$case/run.h5" "$work/link.h5"
  begin "$work/link.h5" 2
  kill -STOP $(ranks_of) # so that it does not end meanwhile
  expect $case-same-lock 64 "$disk/run.h5: in use by cordee pid" "${limit[@]}" $cordee solve "${small[@]}" --checkpoint "$disk/run.h5" --force
  kill -9 $(ranks_of); wait $pid 2>/dev/null
  [ -L "$work/link.h5" ] && [ -f "$disk/run.h5" ] && ok $case-stays || not_ok $case-stays "$(ls -l "$work/link.h5")"
  whole $case-resumes "$work/link.h5"
  umount "$disk"
fi

# ---- two runs at one file ----

begin "$work/two.h5" 2
kill -STOP $(ranks_of) # so that it does not end meanwhile
holder=$(sed 's/^cordee //' "$work/two.h5.lock")
expect second-run-refused 64 "$work/two.h5: in use by cordee $holder" "${limit[@]}" mpirun -n 2 $cordee solve "${small[@]}" --checkpoint "$work/two.h5" --force
expect second-resume-refused 64 "in use by cordee $holder" "${limit[@]}" mpirun -n 2 $cordee resume "$work/two.h5"
expect show-is-not-refused 0 "run of uniform-200-1" "${limit[@]}" $cordee show "$work/two.h5"
kill -9 $(ranks_of); wait $pid 2>/dev/null
whole third-goes-on "$work/two.h5"
expect lock-left-by-the-killed 0 "$(cat "$work/whole")" "${limit[@]}" $cordee resume "$work/two.h5" "${how[@]}"
[ ! -e "$work/two.h5.lock" ] && ok lock-removed || not_ok lock-removed "$(cat "$work/two.h5.lock")"

# ---- results that nobody gets ----

rc=0; $cordee solve "${small[@]}" >/dev/full 2>"$work/out" || rc=$?
[ $rc = 74 ] && grep -q 'standard output' "$work/out" && ok output-full || not_ok output-full "exit $rc: $(cat "$work/out")"
expect log-full 74 "/dev/full: the log could not be written: No space left on device" $cordee solve "${small[@]}" --log /dev/full
case=tour-full
if disk tmpfs 64k; then
  head -c 100k /dev/zero >"$disk/filler" 2>/dev/null
  expect $case 74 "$disk/best.tour: No space left on device" $cordee solve "${small[@]}" --out "$disk/best.tour"
  umount "$disk"
fi
finish
