#!/usr/bin/env bash
# The site is built without a warning, which runs the notebooks of the gallery, and has the pages, the search, pictures with text alternatives and both references.
. "$(dirname "$0")/e2e.sh"
/usr/bin/python3 -c 'import sphinx, myst_parser, furo, sphinx_gallery, numpy, pandas, matplotlib, h5py' 2>/dev/null || { skip site "no Sphinx with what tools/setup site installs"; finish; }
case $(basename "$(dirname "$(dirname "$(readlink -f $cordee)")")") in asan* | coverage*) skip site "the library is not a plain one"; finish;; esac
check built tools/site "$work/site"
[ -s "$work/err" ] && not_ok no-warning "$(head -3 "$work/err")" || ok no-warning
for page in index tutorial guide-routes reference performance-routes not-solved search gallery/index; do
  [ -s "$work/site/$page.html" ] && ok "page-$page" || not_ok "page-$page" "none"
done
grep -q 'id="cordee.solve"' "$work/site/api-python.html" && ok python-reference || not_ok python-reference "no cordee.solve"
grep -q 'id="cordee.routing.Model' "$work/site/api-python.html" && ok models || not_ok models "no cordee.routing.Model"
for notebook in docs/gallery/*.py; do
  name=$(basename "$notebook" .py)
  grep -o '<img[^>]*>' "$work/site/gallery/$name.html" | grep "${name}_001.svg" | grep -q 'alt="[^"]' && ok "gallery-$name" || not_ok "gallery-$name" "no picture with a text alternative"
done
grep -ho '<img[^>]*>' "$work/site"/*.html "$work/site"/gallery/*.html | grep -v 'alt="[^"]' >"$work/bare"
[ ! -s "$work/bare" ] && ok text-alternatives || not_ok text-alternatives "$(head -3 "$work/bare")"
grep -q '<iframe title="The report' "$work/site/gallery/slurm_sweep.html" && ok report || not_ok report "none"
grep -q 'prefers-color-scheme: *dark' "$work/site/_static/styles/furo.css" && ! grep -q '^import' "$work/site/_static/scripts/furo.js" && ok dark || not_ok dark "the theme lacks it"
grep -q 'cordee_solve_many' "$work/site/api-c.html" && grep -q '<h2>Instances' "$work/site/api-c.html" && ok c-reference || not_ok c-reference "no cordee_solve_many"
expect usage 0 "into FOLDER" tools/site --help
finish
