#!/usr/bin/env bash
# The tools for machines with a GPU, with stand-ins for the profiler and the build: where they write.
. "$(dirname "$0")/e2e.sh"
mkdir "$work/bin" "$work/temporary" "$work/own" "$work/tsp"
printf '#!/bin/sh\necho table\n' >"$work/bin/ncu"
printf '#!/bin/sh\nexit 0\n' >"$work/bin/scons"
chmod +x "$work"/bin/*
cp instances/uniform-12-1.tsp "$work/tsp/swiss42.tsp"
touch "$work/begun"

# untouched NAME FILE...: nobody has written these since the beginning: names that anybody can guess, in a folder that all share.
untouched() {
  local name=$1 file; shift
  for file; do
    [ "$file" -nt "$work/begun" ] && { not_ok "$name" "$file was written"; return; }
  done
  ok "$name"
}

export PATH=$work/bin:$PATH TMPDIR=$work/temporary
expect profile 0 "tables in $work/temporary/" env SOURCE=1 tools/gpu-profile 60
check profile-table test -s "$work"/temporary/*/source-60.csv
check profile-own env SOURCE=1 OUT="$work/own" tools/gpu-profile 60
check profile-own-table test -s "$work/own/source-60.csv"
untouched profile-fixed-name /tmp/source-60.csv
rm -rf "$work"/temporary/*
CORDEE_INSTANCES=$work tools/gpu-check solve >"$work/out" 2>&1
grep -q 'swiss42 with 1e3 climbers' "$work/out" && ok check-ran || not_ok check-ran "$(tail -3 "$work/out")"
untouched check-fixed-name /tmp/solve.out
[ -z "$(ls "$work/temporary")" ] && ok check-leaves-nothing || not_ok check-leaves-nothing "$(ls "$work/temporary")"
# None writes to a name in /tmp that is always the same.
grep -nE '(>|tee|-o|--out) *"?(\$\{[A-Z]*:-)?/tmp/' tools/* tools/*/* jobs/* tests/*/*.sh 2>/dev/null | grep -v '^tests/e2e/e2e_tools' >"$work/out"
[ ! -s "$work/out" ] && ok no-fixed-names || not_ok no-fixed-names "$(cat "$work/out")"
finish
