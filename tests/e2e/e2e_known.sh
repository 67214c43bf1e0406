#!/usr/bin/env bash
# Best known values of the tasks that share a batch: each from the table of its own file, though names and sizes are the same.
. "$(dirname "$0")/e2e.sh"
command -v python3 >/dev/null || { skip known "no python3 here"; finish; }
for k in 1 2 3; do
  mkdir "$work/$k"
  cp instances/uniform-60-1.tsp "$work/$k/a.tsp"
  sed 's/^NAME.*/NAME: other/' instances/uniform-60-1.tsp >"$work/$k/b.tsp"
  printf 'name\toptimum\nuniform-60-1\t%d\nother\t%d\n' $((1000 * k)) $((1000 * k + 1)) >"$work/$k/optima.tsv"
done
rm "$work/3/optima.tsv" # and one without
printf '[a]\ninstance = ?/*.tsp\ntours = 12\nkicks = 0.2\nislands = 1\npopulations = 1\nseed = 1..3\n' >"$work/known.job"

# known RANKS: every row has its own file's value, and tasks did share batches.
known() {
  ranks "$1" $cordee sweep "$work/known.job" --out "$work/$1.h5" --quiet </dev/null || return
  $cordee report "$work/$1.h5" --csv "$work/$1.csv" || return
  python3 - "$work/$1.csv" <<'END'
import csv, os, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
assert len(rows) == 18 and all(int(row["batch"]) > 1 for row in rows), [row["batch"] for row in rows]
for row in rows:
    folder, name = row["instance"].split("/")[-2:]
    wanted = "" if folder == "3" else str(1000 * int(folder) + (name == "b.tsp"))
    assert row["best_known"] == wanted, (row["instance"], row["best_known"], wanted)
END
}
check known-of-a-batch known 1
check known-of-a-batch-2-ranks known 2
finish
