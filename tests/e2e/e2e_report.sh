#!/usr/bin/env bash
# Results as people and other programs look at them: the page, also in a browser, and CSV.
. "$(dirname "$0")/e2e.sh"
python=/usr/bin/python3
$python -c 'import h5py' 2>/dev/null || { skip report "no h5py here"; finish; }
results="$work/results.h5"

# Rows of every kind: several settings and methods, a matching with decimals, a name that looks like HTML, failures.
sed 's|^NAME.*|NAME: <script>alert(1)</script> \& "co"|' instances/uniform-12-1.tsp > "$work/odd.tsp"
printf 'NAME: x\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 <b>zero</b>\n' > "$work/bad.tsp"
cat > "$work/results.job" <<JOB
[accuracy]
instance = $PWD/instances/uniform-60-1.tsp, $PWD/instances/uniform-200-1.tsp
method = climb
climbers = 10, 100, 1000
seed = 1..3
[kicks]
instance = $PWD/instances/uniform-60-1.tsp, $PWD/instances/uniform-200-1.tsp
kicks = 1
tours = 10
islands = 1
[odd & "names"]
instance = odd.tsp, bad.tsp, nowhere.tsp
method = climb
climbers = 10
[matching]
instance = $PWD/instances/etc-i-hihi-60x10-1.etc
method = min-min, anneal
epochs = 2
JOB
expect sweep 1 "" $cordee sweep "$work/results.job" --out "$results" --quiet

expect page 0 "results.html" $cordee report "$results"
expect page-elsewhere 0 "$work/page.html" ranks 2 $cordee report "$results" --out "$work/page.html"
check page-is-whole $python tests/e2e/report_check.py page "$results" "$work/page.html"
check csv $cordee report "$results" --csv "$work/table.csv"
check csv-is-whole $python tests/e2e/report_check.py csv "$results" "$work/table.csv"
$cordee report "$results" --csv - > "$work/piped.csv"
cmp -s "$work/table.csv" "$work/piped.csv" && ok csv-to-standard-output || not_ok csv-to-standard-output "differs"
# A file that was cut short has the rows that are left, and says so; the sweep runs the others again, and says so, too.
size=$(stat -c %s "$results")
head -c $((size / 2)) "$results" > "$work/cut.h5"
expect cut-is-told 0 "cut.h5: cut short: expected $size bytes, found $((size / 2))" $cordee report "$work/cut.h5" --csv "$work/cut.csv"
grep -q ',pending,' "$work/cut.csv" && ok cut-is-pending || not_ok cut-is-pending "$(cut -c1-200 "$work/cut.csv")"
expect cut-runs-again 1 "cut.h5: cut short" $cordee sweep "$work/results.job" --out "$work/cut.h5"
expect whole-is-not-told 0 "rows" $cordee report "$work/cut.h5" --out "$work/cut.html"
grep -q "cut short" "$work/out" && not_ok cut-is-mended "$(cat "$work/out")" || ok cut-is-mended
expect no-results 66 "nowhere.h5" $cordee report "$work/nowhere.h5"
echo "no results" > "$work/text.h5"
expect not-results 65 "text.h5" $cordee report "$work/text.h5"
expect not-over-results 64 "--out" $cordee report "$results" --out "$results"
expect unwritable-page 74 "/nowhere/page.html" $cordee report "$results" --out /nowhere/page.html
expect unwritable-csv 74 "/nowhere/t.csv" $cordee report "$results" --csv /nowhere/t.csv
[ -e /dev/full ] && expect full-standard-output 74 "standard output" bash -c "$cordee report '$results' --csv - >/dev/full"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  { skip browser "no chromium here"; finish; }
# browse URL OPTIONS...: the page after its script ran; what it complains about goes to $work/complaints.
browse() {
  local url=$1; shift
  timeout 90 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --enable-logging=stderr \
    --virtual-time-budget=3000 "$@" "$url" 2>"$work/log"
  local rc=$?
  grep 'CONSOLE' "$work/log" >> "$work/complaints"
  return $rc
}
: > "$work/complaints"
if ! browse "about:blank" --dump-dom >/dev/null; then skip browser "chromium does not start here"; finish; fi

browse "file://$work/page.html#sort=-gap" --dump-dom > "$work/sorted.html"
check sorted-by-the-address $python tests/e2e/report_check.py sorted "$work/sorted.html" gap
$python tests/e2e/report_check.py probe "$work/page.html" "$work/probe.html"
for width in 500 1280; do # a phone held upright, a small desk
  browse "file://$work/probe.html" --dump-dom --window-size=$width,900 > "$work/seen.html"
  check "clicks-and-words-$width" $python tests/e2e/report_check.py seen "$work/seen.html"
done
browse "file://$work/probe.html" --dump-dom --window-size=1280,900 --blink-settings=preferredColorScheme=0 > "$work/dark.html"
check dark-where-the-system-is $python tests/e2e/report_check.py dark "$work/dark.html"
$python tests/e2e/report_check.py many "$work/page.html" "$work/many.html" 100000
browse "file://$work/many.html" --dump-dom --window-size=1280,900 > "$work/scrolled.html"
check many-rows $python tests/e2e/report_check.py few "$work/scrolled.html" 100000
browse "file://$work/page.html" --screenshot="$work/page.png" --hide-scrollbars --window-size=1200,1200 >/dev/null
[ "$(stat -c %s "$work/page.png" 2>/dev/null || echo 0)" -gt 20000 ] && ok screenshot || not_ok screenshot "blank or absent"
browse "file://$work/page.html" --print-to-pdf="$work/page.pdf" >/dev/null
[ "$(head -c 4 "$work/page.pdf" 2>/dev/null)" = %PDF ] && ok prints || not_ok prints "no PDF"
[ ! -s "$work/complaints" ] && ok no-complaints || not_ok no-complaints "$(cat "$work/complaints")"
finish
