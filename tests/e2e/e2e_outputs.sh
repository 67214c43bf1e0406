#!/usr/bin/env bash
# What the program writes to and reads from: devices, pipes, links, standard input and output; names that collide; outputs
# that cannot be written; files of a user that are in the way. Whatever was there stays.
. "$(dirname "$0")/e2e.sh"
small=(--method climb --climbers 30 --quiet --backend cpu --threads 1)
limit=(timeout -k 5 180)
cp instances/uniform-12-1.tsp instances/uniform-60-1.tsp instances/optima.tsv "$work"
a=$work/uniform-12-1.tsp b=$work/uniform-60-1.tsp
check small $cordee solve "$a" "${small[@]}" --out "$work/a.tour"
answer=$(cat "$work/out")

# state: every file of $work by name, kind and content, but for what tests write of themselves.
state() { (cd "$work" && find . -name out -o -name err -o -name before -o -printf '%p %y\n' -type f -exec sha256sum {} + | sort); }
# untouched NAME: nothing has changed since `state >$work/before`.
untouched() { state | cmp -s "$work/before" - && ok "$1-untouched" || not_ok "$1-untouched" "$(state | diff "$work/before" - | head -5)"; }

# ---- devices and pipes are written to as they are ----

mknod "$work/null" c 1 3 2>/dev/null && ln -s null "$work/link-to-null" || cp -P /dev/null "$work/null" 2>/dev/null
if [ -c "$work/null" ]; then
  for name in null link-to-null; do
    check "out-$name" $cordee solve "$a" "${small[@]}" --out "$work/$name" --log "$work/$name"
    check "generate-$name" $cordee generate uniform --cities 9 --out "$work/$name"
    [ -c "$work/null" ] && ok "$name-stays" || not_ok "$name-stays" "$(ls -l "$work")"
  done
  rm "$work/null" "$work/link-to-null"
else skip out-null "no device can be made here"; fi

ln -s /proc/self/fd/1 "$work/stdout" # as /dev/stdout is: root's faulty program is not to meet the real one
$cordee solve "$a" "${small[@]}" --out - >"$work/said" 2>&1
{ echo "$answer"; cat "$work/a.tour"; } | cmp -s - "$work/said" && [ ! -e ./- ] && ok out-dash || not_ok out-dash "$(cat "$work/said")"
$cordee solve "$a" "${small[@]}" --out "$work/stdout" >"$work/said" 2>&1
{ echo "$answer"; cat "$work/a.tour"; } | cmp -s - "$work/said" && ok out-stdout-to-file || not_ok out-stdout-to-file "$(cat "$work/said")"
$cordee solve "$a" "${small[@]}" --out "$work/stdout" | cat >"$work/said"
tail -n +2 "$work/said" | cmp -s - "$work/a.tour" && ok out-stdout-to-pipe || not_ok out-stdout-to-pipe "$(cat "$work/said")"
$cordee solve "$a" "${small[@]}" --log - >"$work/said"
grep -q '^{"event": "start"' "$work/said" && grep -qF "$answer" "$work/said" && [ ! -e ./- ] && ok log-dash || not_ok log-dash "$(cat "$work/said")"
$cordee generate uniform --cities 9 >"$work/g1"; $cordee generate uniform --cities 9 --out - >"$work/g2"; $cordee generate uniform --cities 9 --out "$work/g3"
cmp -s "$work/g1" "$work/g2" && cmp -s "$work/g1" "$work/g3" && ok generate-dash || not_ok generate-dash "they differ"
expect checkpoint-dash 64 "--checkpoint: expected a file, found standard output" $cordee solve "$a" "${small[@]}" --checkpoint -
mkfifo "$work/to"
"${limit[@]}" cat "$work/to" >"$work/said" & reader=$!
for _ in $(seq 100); do pgrep -P $reader cat >/dev/null && break; sleep 0.05; done; sleep 0.2 # it waits for a writer
check out-pipe "${limit[@]}" $cordee solve "$a" "${small[@]}" --out "$work/to"
wait $reader
cmp -s "$work/said" "$work/a.tour" && [ -p "$work/to" ] && ok out-pipe-whole || not_ok out-pipe-whole "$(cat "$work/said")"
expect out-pipe-unread 74 "cannot write $work/to: no process reads this pipe" "${limit[@]}" $cordee solve "$a" "${small[@]}" --out "$work/to"
rm "$work/to"

# ---- tested at the start, and whole at the end ----

endless=("$b" --method climb --climbers 1e9 --time 8 --quiet --backend cpu --threads 1)
mkdir "$work/folder"
for out in "$work/nowhere/x.tour" "$work/folder" "$work/$(printf 'n%.0s' {1..250})"; do
  rc=0; "${limit[@]}" $cordee solve "${endless[@]}" --out "$out" >"$work/said" 2>&1 || rc=$?
  { [ $rc = 74 ] || [ $rc = 64 ]; } && ! grep -q verified "$work/said" && ok "told-at-once-$(basename "$out" | head -c 9)" || not_ok "told-at-once $out" "exit $rc: $(cat "$work/said")"
done
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$work/folder" TMPDIR="$work/folder" "$@"; }
chmod 755 "$work"; chmod 777 "$work/folder"
if as_nobody $cordee --version >"$work/said" 2>&1; then
  install -m 444 -o 65534 "$work/a.tour" "$work/folder/kept.tour"
  expect told-at-once-closed 74 "Permission denied" as_nobody "${limit[@]}" $cordee solve "${endless[@]}" --out "$work/x.tour"
  expect told-at-once-read-only 74 "kept.tour: Permission denied" as_nobody "${limit[@]}" $cordee solve "${endless[@]}" --out "$work/folder/kept.tour"
else skip told-at-once-closed "another user may not start cordee here"; fi
rm -rf "$work/folder"
"${limit[@]}" $cordee solve "${endless[@]}" --out "$work/killed.tour" --checkpoint "$work/killed.h5" --checkpoint-every 0 >"$work/said" 2>&1 & pid=$!
await_file "$work/killed.h5.prev"
kill -9 "$(pgrep -P $pid)" 2>/dev/null; wait $pid 2>/dev/null
check killed-resumed $cordee resume "$work/killed.h5" --time 0.2 --quiet
left=$(cd "$work" && ls | grep -e 'tmp' -e killed.tour -e lock)
[ -z "$left" ] && ok kill-leaves-nothing || not_ok kill-leaves-nothing "$left"

# ---- a user's own files beside a checkpoint ----

own() { rm -f "$work"/own*; }
for kind in text empty link pipe; do
  for suffix in lock prev; do
    [ $suffix = prev ] && { [ $kind = empty ] || [ $kind = link ]; } && continue
    own; echo precious >"$work/own-target"
    case $kind in
      text) echo precious >"$work/own.h5.$suffix" ;;
      empty) : >"$work/own.h5.$suffix" ;;
      link) ln -s own-target "$work/own.h5.$suffix" ;;
      pipe) mkfifo "$work/own.h5.$suffix" ;;
    esac
    state >"$work/before"
    expect "own-$suffix-$kind" 64 "own.h5.$suffix: is there, and is no" "${limit[@]}" $cordee solve "$a" "${small[@]}" --checkpoint "$work/own.h5"
    untouched "own-$suffix-$kind"
  done
done
# Files that begin like those of this program, but are no checkpoints; and a new run by force over such a file.
for kind in notes zeros; do
  own
  case $kind in notes) echo "cordee notes" ;; zeros) printf '\0\0precious' ;; esac >"$work/own.h5.prev"
  state >"$work/before"
  expect "own-prev-$kind" 64 "own.h5.prev: is there, and is no checkpoint" $cordee solve "$a" "${small[@]}" --checkpoint "$work/own.h5"
  untouched "own-prev-$kind"
  mv "$work/own.h5.prev" "$work/own.h5"
  state >"$work/before"
  expect "own-force-$kind" 64 "own.h5: is there, and is no checkpoint: --force overwrites none but those" $cordee solve "$a" "${small[@]}" --checkpoint "$work/own.h5" --force
  untouched "own-force-$kind"
done
own
printf '[s]\ninstance = %s\nmethod = climb\nclimbers = 20\n' "$a" >"$work/one.job"
echo precious >"$work/own.h5.lock"
state >"$work/before"
expect own-lock-of-results 64 "own.h5.lock: is there, and is no lock" $cordee sweep "$work/one.job" --out "$work/own.h5" --quiet
untouched own-lock-of-results
own

# ---- names of checkpoints: as long as all that lies beside them can have one ----

long() { printf 'c%.0s' $(seq "$1"); }
state >"$work/before"
expect name-of-243 64 "expected a name of at most 242 bytes" $cordee solve "$a" "${small[@]}" --checkpoint "$work/$(long 243)"
expect name-of-251 64 "expected a name of at most 242 bytes" $cordee solve "$a" "${small[@]}" --checkpoint "$work/$(long 251)"
expect name-of-results 64 "--out: expected a name of at most 242 bytes" $cordee sweep "$work/one.job" --out "$work/$(long 243)"
untouched names-too-long
expect name-of-242 0 "$answer" $cordee solve "$a" "${small[@]}" --checkpoint "$work/$(long 242)" --checkpoint-every 0
[ -e "$work/$(long 242).prev" ] && ok name-of-242-saved-twice || not_ok name-of-242-saved-twice "$(ls "$work")"
rm "$work"/ccc*

# ---- one file in two roles ----

check run $cordee solve "$a" "${small[@]}" --checkpoint "$work/y.h5"
check other-run $cordee solve "$b" "${small[@]}" --checkpoint "$work/other.h5"
check results $cordee sweep "$work/one.job" --out "$work/q.h5" --quiet
ln -s y.h5 "$work/soft.h5"; ln "$work/y.h5" "$work/hard.h5"
state >"$work/before"
collide() { # NAME ROLE OTHER COMMAND...: refused, both roles named, nothing written
  local name=$1 role=$2 other=$3; shift 3
  expect "collide-$name" 64 "$role: expected a file of its own, found that of $other" "${limit[@]}" $cordee "$@"
  untouched "collide-$name"
}
collide report-csv --csv "the results" report "$work/q.h5" --csv "$work/q.h5"
collide report-out --out "the results" report "$work/q.h5" --out "$work/q.h5"
collide report-both --out --csv report "$work/q.h5" --csv "$work/n" --out "$work/n"
collide checkpoint-out --out --checkpoint solve "$a" "${small[@]}" --checkpoint "$work/r.h5" --out "$work/r.h5"
collide checkpoint-prev-out --out --checkpoint solve "$a" "${small[@]}" --checkpoint "$work/r.h5" --out "$work/r.h5.prev"
collide checkpoint-lock-out --out --checkpoint solve "$a" "${small[@]}" --checkpoint "$work/r.h5" --out "$work/r.h5.lock"
collide checkpoint-log --log --checkpoint solve "$a" "${small[@]}" --checkpoint "$work/r.h5" --log "$work/r.h5"
collide log-out --log --out solve "$a" "${small[@]}" --log "$work/n" --out "$work/n"
collide instance-out --out "the instance" solve "$a" "${small[@]}" --out "$a"
collide instance-log --log "the instance" solve "$a" "${small[@]}" --log "$work/../$(basename "$work")/uniform-12-1.tsp"
collide instance-checkpoint --checkpoint "the instance" solve "$a" "${small[@]}" --checkpoint "$a" --force
collide optima-out --out "the table of best known values" solve "$a" "${small[@]}" --out "$work/optima.tsv"
collide resume-log --log "the checkpoint to resume" resume "$work/y.h5" --log "$work/y.h5"
collide resume-soft --log "the checkpoint to resume" resume "$work/y.h5" --log "$work/soft.h5"
collide resume-hard --out "the checkpoint to resume" resume "$work/y.h5" --out "$work/hard.h5"
collide resume-instance --out "the instance" resume "$work/y.h5" --out "$a" # the file knows its instance
collide or-start --out "the instance" resume "$work/new.h5" --or-start "$a" "${small[@]}" --out "$a"
collide sweep-out --out "the job file" sweep "$work/one.job" --out "$work/one.job"
collide sweep-log --log --out sweep "$work/one.job" --out "$work/n.h5" --log "$work/n.h5"
collide sweep-instance --out "the instance" sweep "$work/one.job" --out "$a"
expect sweep-instance-log 64 "$a: is there, and is not a log" $cordee sweep "$work/one.job" --out "$work/q.h5" --log "$a"
untouched sweep-instance-log
expect resume-over-another 64 "other.h5 exists, and is not $work/y.h5" $cordee resume "$work/y.h5" --checkpoint "$work/other.h5"
untouched resume-over-another
for form in "$work/y.h5" "$work/soft.h5" "$work/hard.h5"; do
  expect "resume-as-$(basename "$form")" 0 "$answer" $cordee resume "$work/y.h5" --checkpoint "$form" --quiet
done
check resume-elsewhere $cordee resume "$work/y.h5" --checkpoint "$work/new.h5" --quiet
check resume-previous $cordee resume "$work/y.h5.prev" --quiet
rm -f "$work"/*.h5* "$work/one.job"

# ---- texts: standard input, pipes, devices ----

alone=${answer%%,*} # no table of best known values lies beside a pipe

expect stdin 0 "$alone" "${limit[@]}" $cordee solve - "${small[@]}" <"$a"
expect stdin-piped 0 "$alone" "${limit[@]}" bash -c "cat '$a' | mpirun -n 2 $cordee solve - ${small[*]}"
expect stdin-solution 0 "${answer%, verified}, 5.150% above the proven bound 2609002, verified" "${limit[@]}" $cordee verify "$a" - <"$work/a.tour"
expect substituted 0 "$alone" "${limit[@]}" $cordee solve <(sleep 0.3; cat "$a") "${small[@]}"
mkfifo "$work/from"
{ sleep 0.5; cat "$a" >"$work/from"; } & expect pipe-read 0 "$answer" "${limit[@]}" $cordee solve "$work/from" "${small[@]}"; wait
expect stdin-resume 0 "$alone" $cordee solve - "${small[@]}" --checkpoint "$work/s.h5" <"$a"
expect stdin-resumed-finished 64 "its instance was read from standard input: expected --instance FILE" $cordee resume "$work/s.h5" --quiet
expect stdin-resumed 0 "$answer" $cordee resume "$work/s.h5" --quiet --instance "$a"
printf '[s]\ninstance = %s\nmethod = climb\nclimbers = 20\n' "$a" | expect stdin-job 0 "1 verified" "${limit[@]}" $cordee sweep - --out "$work/j.h5" --quiet
expect stdin-job-nameless 64 "--out: expected a file for the results" $cordee sweep - <"$a"
for device in /dev/zero /dev/null /dev/random; do
  expect "device-$(basename $device)" 65 "$device: expected a file or a pipe, found a device" "${limit[@]}" $cordee solve $device
done
expect device-job 65 "/dev/zero: expected a file or a pipe, found a device" "${limit[@]}" $cordee sweep /dev/zero --out "$work/z.h5"
expect device-solution 65 "/dev/zero: expected" "${limit[@]}" $cordee verify "$a" /dev/zero
expect device-stdin 65 "standard input: expected a file or a pipe, found a device" "${limit[@]}" $cordee solve - </dev/zero
expect too-much 65 "standard input: expected at most 1073741824 bytes from a pipe, found more" "${limit[@]}" bash -c "head -c 1100m /dev/zero | $cordee solve -"
expect nobody-writes 66 "$work/from: no process writes to this pipe" "${limit[@]}" $cordee solve "$work/from"

# A silent writer, or none: SIGTERM ends the wait.
for writer in none silent; do
  holder=
  [ $writer = silent ] && { bash -c 'exec 3>"$1"; sleep 30 & wait' - "$work/from" & holder=$!; }
  for command in "solve $work/from" "sweep $work/from --out $work/w.h5"; do
    $cordee $command >"$work/said" 2>&1 & pid=$!
    sleep 1; kill -TERM $pid
    for _ in $(seq 60); do kill -0 $pid 2>/dev/null || break; sleep 0.05; done
    kill -9 $pid 2>/dev/null
    rc=0; wait $pid 2>/dev/null || rc=$?
    case $rc in 143 | 75) ok "term-$writer-${command%% *}";; *) not_ok "term-$writer-${command%% *}" "exit $rc: $(tail -2 "$work/said")";; esac
  done
  [ -n "$holder" ] && { pkill -P $holder; kill $holder; wait $holder; } 2>/dev/null
done

# In a sweep a pipe or a device fails its own task; so does a table that is none.
printf '[s]\ninstance = %s, from, /dev/zero, %s\nmethod = climb\nclimbers = 20\n' "$a" "$b" >"$work/pipes.job"
expect sweep-with-pipe 1 "4 tasks, 2 verified, 2 failed" "${limit[@]}" $cordee sweep "$work/pipes.job" --out "$work/p.h5"
grep -qF "$work/from: expected a plain file: a sweep reads its instances more than once" "$work/out" && ok sweep-with-pipe-told || not_ok sweep-with-pipe-told "$(cat "$work/out")"
mkdir "$work/table" && cp "$a" "$work/table" && mkfifo "$work/table/optima.tsv"
expect optima-pipe 65 "optima.tsv: expected a plain file" "${limit[@]}" $cordee solve "$work/table/uniform-12-1.tsp" "${small[@]}"
finish
