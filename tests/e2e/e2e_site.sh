#!/usr/bin/env bash
# The site is built without a warning, and has the pages, the search and both references.
. "$(dirname "$0")/e2e.sh"
/usr/bin/python3 -c 'import sphinx, myst_parser, furo, numpy' 2>/dev/null || { skip site "no Sphinx, MyST, furo or NumPy here (tools/setup site python)"; finish; }
check built tools/site "$work/site"
[ -s "$work/err" ] && not_ok no-warning "$(head -3 "$work/err")" || ok no-warning
for page in index tutorial guide-routes reference performance-routes not-solved search; do
  [ -s "$work/site/$page.html" ] && ok page-$page || not_ok page-$page "none"
done
grep -q 'id="cordee.solve"' "$work/site/api-python.html" && ok python-reference || not_ok python-reference "no cordee.solve"
grep -q 'id="cordee.routing.Model' "$work/site/api-python.html" && ok models || not_ok models "no cordee.routing.Model"
grep -q 'cordee_solve_many' "$work/site/api-c.html" && ok c-reference || not_ok c-reference "no cordee_solve_many"
expect usage 0 "into FOLDER" tools/site --help
finish
