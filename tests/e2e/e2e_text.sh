#!/usr/bin/env bash
# Names with every byte from 1 to 255 through every command: nothing raw on the terminal, JSON, HTML, CSV and solutions that strict
# parsers take.
. "$(dirname "$0")/e2e.sh"
command -v python3 >/dev/null || { skip text "no python3 here"; finish; }
for case in solve show lock sweep live; do
  mkdir "$work/$case"
  check "foreign-$case" python3 tests/e2e/foreign_text.py "$cordee" "$work/$case" "$case"
done
finish
