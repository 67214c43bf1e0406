#!/usr/bin/env bash
# Standard streams that are closed, and output that cannot be written: every command, every combination. No file lands on a stream,
# nothing hangs, and what is lost is an error. Files that reach a limit of size are reported by name and leave nothing behind.
. "$(dirname "$0")/e2e.sh"
one=(--backend cpu --threads 1)
a=$PWD/instances/uniform-12-1.tsp
limit=(timeout -k 5 120)
printf '[a]\ninstance = %s\nmethod = climb\nclimbers = 20\nseed = 1..3\n' "$a" >"$work/a.job"
$cordee solve "$a" --quiet "${one[@]}" --out "$work/a.tour" >/dev/null || not_ok tour "exit $?"
echo "$a $work/a.tour" >"$work/a.list"
$cordee generate uniform --cities 20000 --seed 3 --out "$work/large.tsp" || not_ok large "exit $?"
mkdir "$work/in" && cp "$work/a.tour" "$work/in"

# What each command prints to standard output, and the files that it makes, in a folder of its own.
commands=(
  "solve $a --method climb --climbers 50 --checkpoint run.h5 --out best.tour --log log ${one[*]}"
  "resume run.h5 --quiet ${one[*]}"
  "show run.h5"
  "sweep ../a.job --out s.h5 ${one[*]}"
  "report s.h5 --csv -"
  "report s.h5 --out page.html"
  "verify $a ../a.tour"
  "verify --batch ../a.list --out v.h5"
  "verify v.h5"
  "bfs urand:n=1000,degree=4,seed=1 --sources 8 --out b.h5 ${one[*]}"
  "price $PWD/instances/options-12.csv --out p.h5 ${one[*]}"
  "price --S 50 --T 0.25 --sigma 0.4 --r 0.1 --steps 10 ${one[*]}"
  "generate uniform --cities 5"
  "help climb"
  "--version")
program=$PWD/$cordee

# Files, and one that does not have the time in it.
keeps() { (cd "$1" && ls -A | tr '\n' ' '; sha256sum best.tour); }
run_all() { # FOLDER CLOSED: every command; its exit code and output
  local words
  mkdir "$1" && cd "$1" || return
  for words in "${commands[@]}"; do
    eval "${limit[*]} $program $words $2" >../said 2>../err
    echo "${words%% *} exit $?"
    sed -E 's/,? [0-9.]+ s\b.*//; s/ in [0-9.]+(s|ms).*//; s/"12 cities.*//; s/,[^,]*seconds.*//; /written|leg 0|^ +[0-9]+ /d' ../said
  done
  cd "$OLDPWD" || return
}
run_all "$work/open" "" >"$work/open.said"
grep -v "exit 0" "$work/open.said" | grep -q " exit " && not_ok open "$(grep ' exit ' "$work/open.said" | grep -v 'exit 0')" || ok open
for closed in '<&-' '2>&-' '<&- 2>&-'; do
  run_all "$work/now" "$closed" >"$work/now.said"
  if cmp -s "$work/open.said" "$work/now.said" && [ "$(keeps "$work/open")" = "$(keeps "$work/now")" ]; then ok "closed $closed"; else
    not_ok "closed $closed" "$(diff "$work/open.said" "$work/now.said" | head -20) $(keeps "$work/now")"
  fi
  rm -r "$work/now"
done
for closed in '>&-' '<&- >&-' '>&- 2>&-' '<&- >&- 2>&-' '>/dev/full'; do
  run_all "$work/now" "$closed" >"$work/now.said"
  wrong=$(grep ' exit ' "$work/now.said" | grep -v 'exit 74')
  if [ -z "$wrong" ] && [ "$(keeps "$work/open")" = "$(keeps "$work/now")" ]; then ok "closed $closed"; else
    not_ok "closed $closed" "$wrong $(keeps "$work/now")"
  fi
  rm -r "$work/now"
done
says() { "$@" 2>&1 >&-; }
expect closed-says 74 "cordee: standard output could not be written: it is closed" says $cordee solve "$a" "${one[@]}" --quiet --method climb --climbers 5
expect closed-table 74 "cordee: cannot write standard output: it is closed" says $cordee generate uniform --cities 5
expect closed-input 66 "cannot read standard input: it is closed" bash -c "$program solve - <&-"
head_reads() { set -o pipefail; $cordee generate uniform --cities 200000 | head -1; }
head_reads >"$work/out" 2>"$work/err"
[ ! -s "$work/err" ] && ok head-is-silent || not_ok head-is-silent "$(cat "$work/err")"

# Under mpirun, which takes what the ranks print and says nothing of what it cannot pass on.
plan="solve $a --method climb --climbers 50 --quiet ${one[*]}"
under() { # NAME CODE REDIRECTIONS
  local rc=0
  rm -f "$work"/mpi.h5*
  eval "${limit[*]} mpirun -n 2 $program $plan --checkpoint $work/mpi.h5 $3" >"$work/out" 2>"$work/err" || rc=$?
  [ $rc = "$2" ] && $cordee show "$work/mpi.h5" >/dev/null 2>&1 && ok "$1" || not_ok "$1" "expected exit $2, found $rc: $(tail -3 "$work/err")"
}
if mpirun --version | grep -q 'Open MPI) 4'; then
  under mpirun-open 0 ""
  under mpirun-no-input 0 "<&-"
  under mpirun-no-messages 0 "2>&-"
  under mpirun-no-input-no-messages 0 "<&- 2>&-"
  under mpirun-null 0 ">/dev/null"
  for closed in '>&-' '<&- >&-' '<&- >&- 2>&-' '>/dev/full'; do under "mpirun $closed" 74 "$closed"; done
else skip mpirun-streams "no Open MPI 4"; fi

# ---- a small stack ----

shallow() { ( ulimit -s 256; "$@" ); }
run_small() { # as run_all, with a stack of 256 KiB
  ( ulimit -s 256; run_all "$1" "" )
}
run_small "$work/now" >"$work/now.said"
if cmp -s "$work/open.said" "$work/now.said"; then ok small-stack; else not_ok small-stack "$(diff "$work/open.said" "$work/now.said" | head -20)"; fi
rm -r "$work/now"
for method in ils climb aco anneal-tours tabu flock; do
  expect "small-stack-$method" 0 verified shallow $cordee solve "$a" --method $method --time 0.5 --backend cpu --threads 2
done
expect small-stack-2-ranks 0 verified shallow "${limit[@]}" mpirun -n 2 $cordee solve "$a" --time 1 "${one[@]}"

# ---- a limit of the size of files ----

cd "$work/in" || exit 1
small() { # NAME TEXT KIBIBYTES WORDS...: exit 74, the text, and no file that was not there
  local name=$1 text=$2 most=$3 rc=0; shift 3
  ( ulimit -f "$most"; exec "$program" "$@" "${one[@]}" ) >"$work/out" 2>&1 || rc=$?
  [ $rc = 74 ] && grep -qF -- "$text" "$work/out" && ! grep -q '[.]tmp[.]' "$work/out" && [ "$(ls -A)" = a.tour ] && ok "$name" ||
    not_ok "$name" "exit $rc: $(tail -3 "$work/out"); $(ls -A | tr '\n' ' ')"
  find . -type f ! -name a.tour -delete
}
small size-checkpoint "cordee: run.h5: File too large" 8 solve "$a" --method climb --climbers 5 --checkpoint run.h5
small size-solution "cannot write best.tour: File too large" 8 solve "$work/large.tsp" --time 1 --out best.tour
small size-sweep "cordee: s.h5: cannot create: File too large" 8 sweep "$work/a.job" --out s.h5
small size-bfs "cordee: b.h5: cannot create: File too large" 8 bfs urand:n=1000,degree=4,seed=1 --sources 64 --out b.h5
small size-levels "File too large" 200 bfs urand:n=100000,degree=4,seed=1 --sources 1 --levels l.h5 --out b.h5
small size-price "cordee: p.h5: cannot create: File too large" 8 price book:n=1000,N=10,seed=1 --out p.h5
one=()
small size-generate "cannot write g.tsp: File too large" 8 generate uniform --cities 20000 --out g.tsp
rc=0; ( ulimit -f 8; exec "$program" generate uniform --cities 20000 >"$work/g" ) 2>"$work/err" || rc=$?
[ $rc = 74 ] && grep -q "standard output: File too large" "$work/err" && ok size-output || not_ok size-output "exit $rc: $(cat "$work/err")"

# Later, when checkpoints grow: the last complete one stays, and the run says which.
one=(--backend cpu --threads 1)
rc=0; ( ulimit -f 88; exec "$program" solve "$work/large.tsp" --method climb --climbers 1 --islands 1 --checkpoint run.h5 "${one[@]}" ) >"$work/out" 2>&1 || rc=$?
[ $rc = 74 ] && grep -q 'cordee: run.h5: File too large ([0-9]* bytes needed)' "$work/out" && [ "$(ls -A)" = a.tour ] && ok size-large || not_ok size-large "exit $rc: $(tail -2 "$work/out") $(ls -A)"
cd "$OLDPWD" || exit 1
finish
