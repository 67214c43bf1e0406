#!/usr/bin/env bash
# The help as a user meets it: pages of all commands, methods and problems, their widths, suggestions, exit codes.
. "$(dirname "$0")/e2e.sh"

# ---- pages ----
$cordee --manual >"$work/topics"
[ "$(wc -l <"$work/topics")" -gt 25 ] && ok topics || not_ok topics "$(cat "$work/topics")"
wide=0
for topic in $(sed 's/ /_/' "$work/topics" | tail -n +2); do # bench_batch
  $cordee help ${topic/_/ } >"$work/page" || not_ok "help-$topic" "exit $?"
  [ -s "$work/page" ] || not_ok "help-$topic" "nothing printed"
  awk -v topic="$topic" 'length($0) > 100 { print "# " topic ": " $0; wide = 1 } END { exit wide }' "$work/page" || wide=1
  grep -q '^  *cordee \|mpirun .*cordee' "$work/page" || not_ok "help-$topic" "no example"
done
$cordee --help | awk 'length($0) > 100 { exit 1 }' || wide=1
[ $wide = 0 ] && ok at-most-100-columns || not_ok at-most-100-columns "lines above"

# Every method of the table has a page, and so has every problem; the list has them all.
$cordee --options | awk -F'\t' '$1 == "solve" && $5 == "" { print $2 }' >"$work/methods"
[ "$(wc -l <"$work/methods")" -ge 15 ] && ok methods-of-the-table || not_ok methods-of-the-table "$(cat "$work/methods")"
$cordee methods >"$work/list"
while read -r method; do
  $cordee help "$method" >"$work/page" 2>&1 && grep -q -- "--method $method" "$work/page" && grep -q "^  $method  " "$work/list" ||
    not_ok "page-of-$method" "no page or not in the list"
  # The page has the options of that method, each once, and no other method's.
  $cordee --options | awk -F'\t' -v m="$method" '$2 == m && $5 != "" { print "--" $5 }' | sort >"$work/rows"
  sed -n 's/^  \(--[a-z0-9-]*\) .*/\1/p' "$work/page" | grep -vx -e --islands -e --epoch -e --initial | sort >"$work/shown"
  cmp -s "$work/rows" "$work/shown" || not_ok "options-of-$method" "$(diff "$work/rows" "$work/shown")"
done <"$work/methods"
ok every-method-has-a-page
expect help-of-a-command 0 "usage: cordee solve" $cordee help solve
$cordee solve --help >"$work/one"; $cordee help solve >"$work/two"
cmp -s "$work/one" "$work/two" && ok help-two-ways || not_ok help-two-ways "they differ"
grep -q -- '--climbers' "$work/one" && not_ok solve-common-only "it has a method's option" || ok solve-common-only
grep -q 'cordee help METHOD' "$work/one" && ok solve-points-to-methods || not_ok solve-points-to-methods "$(cat "$work/one")"
expect help-of-a-bench 0 "usage: cordee bench price" $cordee help bench price
for words in "bench --help" "help bench price" "verify --help" "price --help"; do
  twice=$($cordee $words | sed -n 's/^  \(--[A-Za-z0-9-]*\).*/\1/p' | sort | uniq -d)
  [ -z "$twice" ] && ok "once-${words// /-}" || not_ok "once-${words// /-}" "twice: $twice"
done
expect help-without-a-topic 0 "cordee methods" $cordee help
expect alone-of-no-ranks 0 "usage: cordee solve" env -u PATH $cordee solve x --help

# ---- suggestions ----
expect near-command 64 "unknown command 'slove', did you mean solve? (cordee --help)" $cordee slove x.tsp
expect near-option 64 "unknown option --epohcs, did you mean --epochs?" $cordee solve --epohcs 3 x.tsp
expect near-option-of-resume 64 "unknown option --thread-count" $cordee resume x.h5 --thread-count 3
grep -q 'did you mean' "$work/out" && not_ok far-option "$(cat "$work/out")" || ok far-option
expect near-method 64 "found 'isl', did you mean ils?" $cordee solve instances/uniform-12-1.tsp --method isl
expect near-topic 64 "found 'tabbu', did you mean tabu?" $cordee help tabbu
expect near-kind 64 "found 'unifrm', did you mean uniform?" $cordee generate unifrm
expect near-bench 64 "unknown word 'laddr', did you mean ladder?" $cordee bench laddr
printf '[a]\ninstance = %s\nkciks = 9\n' "$PWD/instances/uniform-12-1.tsp" >"$work/x.job"
expect near-option-of-a-job 65 "x.job:3: expected instance or an option of a task (docs/guide-sweeps.md), found 'kciks', did you mean kicks?" $cordee sweep "$work/x.job"
printf '[a]\ninstance = %s\nmethod = clmb\n' "$PWD/instances/uniform-12-1.tsp" >"$work/x.job"
expect near-method-of-a-job 65 "found 'clmb', did you mean climb?" $cordee sweep "$work/x.job"
printf '[a]\ninstance = %s\n' "$PWD/instances/uniform-12-1.tsp" >"$work/x.job"
expect results-made 0 "1 verified" $cordee sweep "$work/x.job" --quiet
expect show-points-to-report 65 "x.h5: expected a checkpoint, found results of a sweep: cordee report $work/x.h5" $cordee show "$work/x.h5"
expect prices-made 0 "" $cordee price instances/options-12.csv --out "$work/p.h5" --quiet
expect show-of-records 65 "p.h5: expected a checkpoint, found records: cordee report $work/p.h5" ranks 2 $cordee show "$work/p.h5"

# ---- exit codes ----
# The page has each code of src/status.c, by its name in sysexits.h, and 1, 3, 75 and 128 + N; nothing else. So has the user guide.
{
  echo 1; echo 3; echo 4; echo 75; echo 128
  grep -o '{EX_[A-Z]*' src/status.c | tr -d '{' | sort -u | while read -r name; do
    printf '#include <sysexits.h>\n%s\n' "$name" | cpp -P - | tail -1
  done
} | sort -n >"$work/codes"
$cordee help exit-codes | sed -n 's/^  \([0-9][0-9]*\)  *.*/\1/p; s/^  \(128\) + N.*/\1/p' | sort -nu >"$work/told"
cmp -s "$work/codes" "$work/told" && ok exit-codes || not_ok exit-codes "$(diff "$work/codes" "$work/told")"
sed -n '/^## Exit codes/,/^## /s/^| \([0-9]*\).*/\1/p' docs/reference.md | grep . | sort -n >"$work/guide"
cmp -s "$work/told" "$work/guide" && ok exit-codes-of-the-guide || not_ok exit-codes-of-the-guide "$(diff "$work/told" "$work/guide")"
# ---- words of the field lead somewhere, in either case; what is not supported says so ----
for word in path Hamiltonian matrix "distance matrix" ATSP coordinates csv GPS scale TSPTW vrp VRPTW routing depot depots fleet vehicles trucks capacity \
  demand windows "time windows" makespan scheduling lookback graph maxflow cut checkpoint restart slurm mpi gpu cuda threads seed gap bound proof \
  "time limit" batch json python genetic; do
  $cordee help $word >"$work/out" 2>&1 && grep -q "^More: cordee help .\|docs/" "$work/out" && ok "word-$word" || not_ok "word-$word" "$(head -2 "$work/out")"
  topic=$(sed -n 's/^More: cordee help //p' "$work/out")
  [ -z "$topic" ] || $cordee help "$topic" >/dev/null 2>&1 && ok "word-$word-leads-on" || not_ok "word-$word-leads-on" "$topic"
done
expect word-pickup 0 "Goods from one customer to another" $cordee help pickup
expect word-capitals 0 "tsp: TSP" $cordee help TSP
expect word-method-capitals 0 "iterated local search" $cordee help ILS
expect word-option 0 "option of method ils" $cordee help --kicks
expect word-near 64 "found 'matirx', did you mean matrix?" $cordee help matirx
expect word-none 64 "found 'zebra'" $cordee help zebra

finish
