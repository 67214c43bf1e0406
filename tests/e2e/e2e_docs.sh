#!/usr/bin/env bash
# The commands of README.md, docs/, instances/README.md, jobs/ and the help are commands that cordee takes, and the results that
# pages show come out: docs_examples.py. Links of the pages lead to files and headings that exist: docs_links.py. The tables of options in
# docs/reference.md, and the help, are what the rows of options say. README.md and docs/tutorial.md work when pasted: docs_run.py. What these leave of the
# code blocks is tried, or has a row that says what runs it or why nothing does: docs_blocks.py.
. "$(dirname "$0")/e2e.sh"

count_lines < <(/usr/bin/python3 tests/e2e/docs_links.py)
printf '# A page\n\n[one](#a-page) [two](#no-such) [three](none.md)\n' >"$work/page.md"
/usr/bin/python3 tests/e2e/docs_links.py "$work/page.md" >"$work/links"
check links-that-lead-nowhere-are-found grep -q '#no-such / .*none.md' "$work/links"
printf '    $ echo "1: 2, verified"\n    1: 3, verified\n    $ false\n' >"$work/page.md"
/usr/bin/python3 tests/e2e/docs_run.py "$work/wrong" "$work/page.md" >"$work/wrong.said"
check wrong-examples-are-found test "$(grep -c '^not ok' "$work/wrong.said")" = 2
count_lines < <(/usr/bin/python3 tests/e2e/docs_run.py "$work/pages" README.md docs/tutorial.md 2>&1)
check lines-that-differ-are-found env PYTHONPATH=tests/e2e /usr/bin/python3 -c '
from docs_lines import missing
shown = ["a: 5, verified", "finished after 0.2s: 3 kicks (1k/s)", "price 7, error 0.2", "finished after 1s: 4 kicks (1k/s)", "rank 0 on node1: cpu 0", "b: 2 rows"]
assert missing(shown, "finished after 9.1s: 3 kicks (2.5M/s)\nprice 7, error 0.3\nb:  2 rows\na: 5, 1% above, verified") == [shown[0], shown[2], shown[3]]'
mkdir "$work/examples"
count_lines < <(/usr/bin/python3 tests/e2e/docs_examples.py $cordee "$work/examples" 2>&1)
mkdir "$work/blocks"
printf '# A page\n\nText:\n\n    tools/unheard of\n' >"$work/page.md"
/usr/bin/python3 tests/e2e/docs_blocks.py $cordee "$work/blocks" "$work/page.md" >"$work/blocks.said"
check commands-that-nothing-runs-are-found grep -q "^not ok commands of .*line 5: nothing runs 'tools/unheard of'" "$work/blocks.said"
count_lines < <(/usr/bin/python3 tests/e2e/docs_blocks.py $cordee "$work/blocks" 2>&1)
check option-tables env CORDEE="$cordee" tools/options-table --check
[ $passed -gt 60 ] && ok examples-were-found || not_ok examples-were-found "only $passed"
finish
