#!/bin/bash
# Tests tools/get-tsplib against a mirror on disk: no network.
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check() { # check NAME COMMAND ...: passes if the command succeeds
  local name=$1
  shift
  if "$@"; then echo "ok $name"; passed=$((passed + 1)); else echo "not ok $name"; failed=$((failed + 1)); fi
}
get() { tools/get-tsplib --from "file://$work/mirror" --to "$work/to" "$@" > "$work/out" 2> "$work/err"; }
fails_with() { # fails_with CODE TEXT ARGUMENT ...
  local code=$1 text=$2 rc=0
  shift 2
  get "$@" || rc=$?
  [ $rc -eq "$code" ] && grep -qF -- "$text" "$work/err"
}
absent() { [ ! -e "$1" ]; }

if ! command -v curl > /dev/null || ! command -v gzip > /dev/null; then
  echo "skip get_tsplib: no curl or gzip"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi

mkdir "$work/mirror"
instance() { printf 'NAME : %s\nTYPE: TSP\nDIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\nEOF\n' "$1"; }
instance plain > "$work/mirror/plain.tsp"
instance packed > "$work/packed.tsp"
gzip -c "$work/packed.tsp" > "$work/mirror/packed.tsp.gz"
echo "<html>moved</html>" > "$work/mirror/page.tsp"
head -c 30 "$work/mirror/packed.tsp.gz" > "$work/mirror/torn.tsp.gz"

check fetches_plain_file get plain
check plain_is_the_same cmp -s "$work/mirror/plain.tsp" "$work/to/plain.tsp"
check fetches_packed_file get packed.tsp
check packed_is_unpacked cmp -s "$work/packed.tsp" "$work/to/packed.tsp"
echo "mine" > "$work/to/plain.tsp"
check keeps_what_is_there get plain packed
check kept_is_untouched grep -qx mine "$work/to/plain.tsp"
check names_the_missing fails_with 66 "absent: not at file://$work/mirror" absent
rm "$work/to/packed.tsp"
check goes_on_after_a_missing_one fails_with 66 "1 of 2 instances could not be had" absent packed
check the_other_one_came cmp -s "$work/packed.tsp" "$work/to/packed.tsp"
check refuses_a_web_page fails_with 66 "page: what came has no NAME and DIMENSION" page
check leaves_no_web_page absent "$work/to/page.tsp"
check refuses_a_torn_file fails_with 66 "torn.tsp.gz is damaged" torn
check leaves_no_torn_file absent "$work/to/torn.tsp"
check refuses_unknown_options fails_with 64 "unknown option --fron" --fron x
check refuses_paths_as_names fails_with 64 "'../x' is no instance name" ../x
check refuses_missing_values fails_with 64 "--to needs a value" --to
check default_list_is_tried fails_with 66 "berlin52: not at"

echo "$passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
