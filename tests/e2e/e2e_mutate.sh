#!/usr/bin/env bash
# tools/mutate: every planted fault still applies, and it tells faults that are found from those that survive.
. "$(dirname "$0")/e2e.sh"
if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then skip mutate "no git working tree"; finish; fi

check patches-apply tools/mutate --check

# A list with one of each kind: the program is built for each of the first three, only a small file anew.
mkdir "$work/list"
fault() { # NAME HEAD SED-SCRIPT: a patch of src/run/tables.c
  mkdir -p "$work/a/src/run" "$work/b/src/run"
  cp src/run/tables.c "$work/a/src/run"
  sed "$3" src/run/tables.c >"$work/b/src/run/tables.c"
  { printf '%b\n\n' "$2"; (cd "$work" && diff -u a/src/run/tables.c b/src/run/tables.c); } >"$work/list/$1.patch"
}
fault a-found 'Fault: intervals never get longer\nTests: test_throughput' 's/t->every_s \*= 2;$/t->every_s *= 1;/'
fault b-survives 'Fault: none\nTests: test_throughput' 's/^#include "tables.h"/&\n/'
fault c-explained 'Fault: none\nTests: test_throughput\nSurvives: it is an empty line' 's/^#include "tables.h"/&\n/'
fault d-stale 'Fault: of a line that is gone\nTests: test_throughput' 's/intervals_count/intervals_counted/'
sed -i 's/intervals_count/intervals_numbered/' "$work/list/d-stale.patch"
fault e-broken 'Fault: no C\nTests: test_throughput' 's/^#include "tables.h"/&\nno C/'
fault f-unknown 'Fault: of a test that is gone\nTests: test_no_more' 's/t->every_s \*= 2;$/t->every_s *= 1;/'
expect list 1 "2 passed, 4 failed, 0 skipped" tools/mutate --jobs 1 --mutants "$work/list"
said() { grep -q "$2" "$work/out" && ok "$1" || not_ok "$1" "$(grep "$3" "$work/out")"; }
said found '^ok a-found: found by test_throughput' a-found
said survives '^not ok b-survives: survived test_throughput' b-survives
said explained '^ok c-explained: survives: it is an empty line' c-explained
said stale '^not ok d-stale: does not apply' d-stale
said broken '^not ok e-broken: does not build' e-broken
said unknown '^not ok f-unknown: no such test: test_no_more' f-unknown
said share '^less than 90% are found' share

# One from the real list, end to end, and a list whose share is all right.
expect one 0 "1 passed, 0 failed, 0 skipped" tools/mutate --jobs 1 --only throughput-seconds
expect no-such-mutant 1 "no such mutant: nobody" tools/mutate --only nobody
finish
