#!/usr/bin/env bash
# No answer of an earlier run is given for inputs, options or a version that it was not made with: records of `flow`, `verify --batch`, `bfs` and
# `price` are refused, tasks of `sweep` run again. A file that was moved or touched is the same.
. "$(dirname "$0")/e2e.sh"
. tests/e2e/items.sh

network() { printf 'p max 2 1\nn 1 s\nn 2 t\na 1 2 %s\n' "$2" >"$1"; }
# values RECORDS COLUMN: what it says of each item
values() { $cordee report "$1" --csv - | awk -F, -v name="$2" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) at = k; next } { printf "%s ", $at }'; }

# ---- flow: a list of files ----
mkdir "$work/nets"
network "$work/nets/a.max" 5
network "$work/nets/b.max" 7
printf 'a.max\nb.max\nrandom:n=20,degree=3,terminals=4,seed=1\n' >"$work/nets/n.list"
$cordee flow "$work/nets/n.list" --quiet >/dev/null
cp "$work/nets/n.h5" "$work/first.h5"
touch -d 2001-01-01 "$work/nets/a.max"
expect flow_touched 0 "3 by earlier runs" $cordee flow "$work/nets/n.list"
network "$work/nets/b.max" 9
expect flow_changed 64 "nets/b.max (of network 2) has changed since: name another file, or remove it" $cordee flow "$work/nets/n.list"
check flow_left_alone cmp "$work/nets/n.h5" "$work/first.h5"
expect flow_check_finds 70 "b.max: expected the value 9, found 7" ranks 2 $cordee verify "$work/nets/n.h5" --check-every 1
expect flow_check_of_a_sample 65 "nets/b.max (of network 2) has changed since" $cordee verify "$work/nets/n.h5" --check-every 3
rm "$work/nets/b.max"
expect flow_gone 64 "nets/b.max (of network 2) is gone" $cordee flow "$work/nets/n.list"
network "$work/nets/b.max" 7
expect flow_back 0 "3 by earlier runs" ranks 2 $cordee flow "$work/nets/n.list"
mv "$work/nets" "$work/moved" && mv "$work/moved/a.max" "$work/moved/c.max" && sed -i s/a.max/c.max/ "$work/moved/n.list"
expect flow_moved 0 "3 by earlier runs" $cordee flow "$work/moved/n.list"
sed -i s/seed=1/seed=2/ "$work/moved/n.list"
expect flow_words 64 "(of network 3) has changed since" $cordee flow "$work/moved/n.list"
network "$work/one.max" 3
$cordee flow "$work/one.max" --out "$work/one.h5" --quiet >/dev/null
network "$work/one.max" 4
expect flow_one 64 "one.max (of network 1) has changed since" $cordee flow "$work/one.max" --out "$work/one.h5"
rm "$work/one.h5"
expect flow_anew 0 "1 networks: 1 solved" $cordee flow "$work/one.max" --out "$work/one.h5"
check flow_new_value [ "$(values "$work/one.h5" value)" = "4 " ]

# ---- verify: instances, solutions, best known values ----
mkdir "$work/tours"
cp instances/uniform-12-1.tsp "$work/tours/u.tsp"
(cd "$work/tours" && "$OLDPWD/$cordee" solve u.tsp --quiet --kicks 1 --out good.tour >/dev/null
  printf 'TOUR_SECTION\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n-1\n' >plain.tour
  printf 'name\toptimum\nuniform-12-1\t2743364\n' >optima.tsv
  printf 'u.tsp good.tour\nu.tsp plain.tour\n' >l.list)
batch() { $cordee verify --batch "$work/tours/l.list" "$@"; }
expect verify_first 0 "2 verified" batch
check verify_best_known [ "$(values "$work/tours/l.h5" best_known)" = "2743364 2743364 " ]
touch "$work/tours"/*
expect verify_touched 0 "2 by earlier runs" batch
cp "$work/tours/plain.tour" "$work/kept" && cp "$work/tours/good.tour" "$work/tours/plain.tour"
expect verify_solution 64 "tours/plain.tour (of solution 2) has changed since" batch
cp "$work/kept" "$work/tours/plain.tour"
expect verify_solution_back 0 "2 by earlier runs" batch
sed -i s/2743364/2743365/ "$work/tours/optima.tsv"
expect verify_optima 64 "optima.tsv (of solution 1) has changed since, and 1 more differ" batch
sed -i s/2743365/2743364/ "$work/tours/optima.tsv"
cp "$work/tours/u.tsp" "$work/kept" && sed -i '0,/^3 /s/^3 .*/3 1 1/' "$work/tours/u.tsp"
expect verify_instance 64 "tours/u.tsp (of solution 1) has changed since" batch
cp "$work/kept" "$work/tours/u.tsp"
printf '# one line more\n' | cat - "$work/tours/l.list" >"$work/kept" && cp "$work/kept" "$work/tours/l.list"
expect verify_lines 64 "made for another list" batch

# ---- bfs, price: the content of the graph, the sources, the book ----
printf '0 1\n1 2\n' >"$work/g.txt" && printf '0\n' >"$work/sources"
search() { $cordee bfs "$work/g.txt" --sources "$work/sources" --quiet "$@"; }
search >/dev/null
touch "$work/g.txt"
check bfs_touched search
printf '0 1\n1 2\n2 3\n' >"$work/g.txt"
expect bfs_graph 64 "made for another list" search
printf '1 2\n2 3\n' >"$work/g.txt" && printf '1\n' >"$work/sources"
expect bfs_numbers 64 "made for another list" search
printf 'S,T,sigma,r\n100,1,.2,.1\n' >"$work/b.csv"
$cordee price "$work/b.csv" --quiet >/dev/null
mv "$work/b.csv" "$work/c.csv" && mv "$work/b.h5" "$work/c.h5"
expect price_moved 0 "1 by earlier runs" $cordee price "$work/c.csv"
sed -i s/100/101/ "$work/c.csv"
expect price_book 64 "made for another list" $cordee price "$work/c.csv"

# ---- versions ----
gunzip -c tests/fixtures/data/schema-2/records.h5.gz >"$work/old.h5"
expect old_records 64 "which did not keep what records were made from: name another file, or remove it" \
  $cordee verify --batch "$work/tours/l.list" --out "$work/old.h5"
if python3 -c 'import h5py' 2>/dev/null; then
  python3 -c 'import h5py, sys; h5py.File(sys.argv[1], "r+").attrs["answers"] = "0.0.9/1"' "$work/c.h5"
  sed -i s/101/100/ "$work/c.csv"
  expect other_version 64 "made by a version with other answers" $cordee price "$work/c.csv"
else skip other_version "no h5py"; fi

# ---- sweep: instances, starts, best known values ----
mkdir "$work/s"
cp instances/uniform-12-1.tsp "$work/s/u.tsp"
cp instances/uniform-60-1.tsp "$work/s/v.tsp"
printf '[a]\ninstance = u.tsp, v.tsp\nmethod = climb\nclimbers = 10\nseed = 1..2\n' >"$work/s/s.job"
# cells FILE COLUMN: what a sweep's rows say, in their order
cells() { $cordee report "$1" --csv - | python3 -c 'import csv, sys; print(*(row[sys.argv[1]] for row in csv.DictReader(sys.stdin)))' "$2"; }
sweep() { $cordee sweep "$work/s/s.job" --quiet "$@"; }
fresh() { rm -f "$work/fresh.h5" && $cordee sweep "$work/s/s.job" --out "$work/fresh.h5" --quiet >/dev/null && cells "$work/fresh.h5" best; }
expect sweep_first 0 "4 verified" sweep
ended=$(cells "$work/s/s.h5" finished_unix_s)
touch -d 2001-01-01 "$work/s/u.tsp"
check sweep_touched sweep
check sweep_touched_kept [ "$(cells "$work/s/s.h5" finished_unix_s)" = "$ended" ]
sed -i '0,/^3 /s/^3 .*/3 1 1/' "$work/s/u.tsp"
expect sweep_dry_run 0 "2 tasks run again: what they were made from has changed (" sweep --dry-run
expect sweep_changed 0 "2 tasks run again: what they were made from has changed (" ranks 2 $cordee sweep "$work/s/s.job" --quiet
check sweep_new_costs [ "$(cells "$work/s/s.h5" best)" = "$(fresh)" ]
check sweep_others_kept [ "$(cells "$work/s/s.h5" finished_unix_s | cut -d' ' -f3-)" = "$(echo $ended | cut -d' ' -f3-)" ]
check sweep_no_more eval '! sweep 2>&1 | grep "run again"'
sed -i 's/^COMMENT.*/COMMENT: another/' "$work/s/v.tsp"
check sweep_comment eval '! sweep 2>&1 | grep "run again"'
printf 'name\toptimum\nuniform-60-1\t5700000\n' >"$work/s/optima.tsv"
check sweep_best_known eval '! sweep 2>&1 | grep "run again"'
check sweep_gap_follows [ "$(cells "$work/s/s.h5" best_known | cut -d' ' -f3-)" = "5700000 5700000" ]
mv "$work/s" "$work/t" && mv "$work/t" "$work/u" && mkdir "$work/s" && mv "$work/u"/* "$work/s" && mv "$work/s/v.tsp" "$work/s/w.tsp" && sed -i s/v.tsp/w.tsp/ "$work/s/s.job"
expect sweep_moved 0 "2 rows are taken over: the same instance at another place" sweep
check sweep_moved_kept [ "$(cells "$work/s/s.h5" finished_unix_s | cut -d' ' -f3-)" = "$(echo $ended | cut -d' ' -f3-)" ]
check sweep_moved_names eval 'cells "$work/s/s.h5" instance | grep -q "w.tsp .*w.tsp$"'
mv "$work/s/w.tsp" "$work/kept.tsp"
expect sweep_unread 0 "2 rows are kept without a look at the instance, which cannot be read" sweep
echo garbage >"$work/s/w.tsp"
expect sweep_malformed 1 "2 tasks run again" sweep
check sweep_failed [ "$(cells "$work/s/s.h5" state)" = "verified verified failed failed" ]
expect sweep_still_failed 1 "2 verified, 2 failed" sweep
mv "$work/kept.tsp" "$work/s/w.tsp"
expect sweep_mended 0 "4 verified, 0 failed" sweep

# ---- sweep: what a task depends on besides its instance ----
cd "$work/s" && "$OLDPWD/$cordee" solve u.tsp --kicks 1 --quiet --out u.tour >/dev/null; cd "$OLDPWD" || exit
printf '[i]\ninstance = u.tsp\ninitial = u.tour\nmethod = climb\nclimbers = 10\n[t]\ninstance = w.tsp\nmethod = climb\nclimbers = 1000\ntarget-gap = 5\n' >"$work/s/s.job"
expect sweep_given 0 "2 verified" sweep
sed -i 's/5700000/5710000/' "$work/s/optima.tsv"
expect sweep_target 0 "1 task runs again: what they were made from has changed ($work/s/w.tsp)" sweep
printf 'TOUR_SECTION\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n-1\n' >"$work/s/u.tour"
expect sweep_start 0 "1 task runs again: what they were made from has changed ($work/s/u.tsp)" sweep

# ---- sweep: results of a version that kept no digests ----
gunzip -c tests/fixtures/data/schema-2/results.h5.gz >"$work/old-results.h5"
printf '[swarm]\ninstance = rastrigin:5\nmethod = pso\niterations = 100\n' >"$work/old.job"
expect old_results 0 "1 task runs again: the rows are of a version that did not keep what they were made from" \
  $cordee sweep "$work/old.job" --out "$work/old-results.h5" --quiet
check old_results_once eval '! $cordee sweep "$work/old.job" --out "$work/old-results.h5" --quiet 2>&1 | grep "runs again"'
finish
