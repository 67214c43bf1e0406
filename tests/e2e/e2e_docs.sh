#!/usr/bin/env bash
# The commands of README.md, docs/, instances/README.md, jobs/ and the help are commands that cordee takes, and the results that
# pages show come out: docs_examples.py. The guide's tables of options, and the help, are what the rows of options say.
. "$(dirname "$0")/e2e.sh"
while read -r line; do
  echo "$line"
  case $line in
  "ok "*) passed=$((passed + 1)) ;;
  *) failed=$((failed + 1)) ;;
  esac
done < <(/usr/bin/python3 tests/e2e/docs_examples.py $cordee "$work" 2>&1)
check option-tables env CORDEE="$cordee" tools/options-table --check
[ $passed -gt 60 ] && ok examples-were-found || not_ok examples-were-found "only $passed"
finish
