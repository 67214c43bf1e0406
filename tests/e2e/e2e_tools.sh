#!/usr/bin/env bash
# The tools for machines with a GPU, with stand-ins for the profiler and the build: where they write. The quickstart. tools/lint on trees with a planted
# violation each, and the fuzz targets.
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
cat >"$work/bin/ncu" <<'END'
#!/bin/sh
printf '"ID","Kernel Name","gpu__time_duration.avg","launch__registers_per_thread","%s","%s"\n"","","ns","register","",""\n' \
  l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum >"$2"
printf '"0","move(int)","1,000","32","30","40"\n"1","move(int)","3,000","32","30","40"\n' >>"$2"
echo "$@" >&2
END
expect profile-ladder 0 "--sizes 20" tools/gpu-profile routes --sizes 20
grep -q '^move  *2  *2  *nan  *32  .* 75  *nan  *nan$' "$work/out" && ok profile-counters || not_ok profile-counters "$(cat "$work/out")"
expect profile-option 64 "unknown option --size" tools/gpu-profile routes --size 20
rm -rf "$work"/temporary/*
CORDEE_INSTANCES=$work tools/gpu-check solve >"$work/out" 2>&1
grep -q 'swiss42 with 1e3 climbers' "$work/out" && ok check-ran || not_ok check-ran "$(tail -3 "$work/out")"
untouched check-fixed-name /tmp/solve.out
[ -z "$(ls "$work/temporary")" ] && ok check-leaves-nothing || not_ok check-leaves-nothing "$(ls "$work/temporary")"
# The quickstart, with a search of two seconds: it ends with what it says is there.
if /usr/bin/python3 -c 'import h5py, matplotlib' 2>/dev/null; then
  expect quickstart 0 "stopped by a signal" env QUICKSTART_S=2 tools/quickstart "$work/quick" cuda=no
  for file in run.solution.png run.convergence.png sweep.gap_time.png sweep.html; do
    grep -qF "$work/quick/$file" "$work/out" && [ -s "$work/quick/$file" ] && ok "quickstart-$file" || not_ok "quickstart-$file" "$(tail -5 "$work/out")"
  done
  [ "$(grep -c 'E3k.0: 4[01][0-9]*, \([0-9]*\.[0-9]*% above the proven bound 4[0-9]*, \)\?verified' "$work/out")" = 3 ] && ok quickstart-verified || not_ok quickstart-verified "$(cat "$work/out")"
else
  skip quickstart "no h5py or no matplotlib here"
fi
# None writes to a name in /tmp that is always the same.
grep -nE '(>|tee|-o|--out) *"?(\$\{[A-Z]*:-)?/tmp/' tools/* tools/*/* jobs/* tests/*/*.sh 2>/dev/null | grep -v '^tests/e2e/e2e_tools' >"$work/out"
[ ! -s "$work/out" ] && ok no-fixed-names || not_ok no-fixed-names "$(cat "$work/out")"

# ---- tools/lint: a copy of the sources, a violation planted in it, what lint says of that, and of the tree without it ----
house="rows includes files rooms names libraries locale lines table"
mkdir "$work/tree"
cp -r include python src tests docs "$work/tree"
check lint-clean tools/lint --root "$work/tree" $house
# planted NAME FILE TEXT CHECK MESSAGE: the text at the end of the file makes that check fail with that message, and none of the quick ones
planted() {
  local name=$1 file=$work/tree/$2 kept=$work/kept
  rm -f "$kept"; [ -e "$file" ] && cp "$file" "$kept"
  mkdir -p "$(dirname "$file")"
  printf '%b' "$3" >>"$file"
  expect "lint-$name" 1 "$5" tools/lint --root "$work/tree" "$4" rows includes lines table
  grep -q "^not ok $4:" "$work/out" && [ "$(grep -c '^not ok' "$work/out")" = "${6:-1}" ] && ok "lint-$name-alone" || not_ok "lint-$name-alone" "$(grep '^not ok' "$work/out")"
  if [ -e "$kept" ]; then mv "$kept" "$file"; else rm -r "$file"; rmdir -p "$(dirname "$file")" 2>/dev/null; fi
}
planted includes src/cmd/report/report.c '#include "sweep/sweep.h"\n' includes \
  "src/cmd/report/report.c:$(($(wc -l <src/cmd/report/report.c) + 1)): cmd/report may not include sweep (sweep/sweep.h)"
planted twins src/cpu/eax/new.c '#include "solver/pso/pso_kernels.h"\n' includes "cpu/eax may not include solver/pso"
planted tests src/io/lexer.c '#include "tests/oracle/oracle.h"\n#include "oracle/oracle.h"\n' includes "src may not include tests"
planted oracle tests/oracle/oracle.c '#include "cpu/climb/scan.h"\n' includes "tests/oracle may not include cpu/climb"
planted row src/fresh/new.c 'int fresh_thing;\n' rows "the table of rooms has no row for it"
planted name-identifier src/io/lexer.c 'static int anneal_count;\n' names "io names anneal (solver/anneal_tasks): anneal_count"
planted name-string src/mpi/collect.c 'static const char *a = "the TSP";\n' names "mpi names tsp (problem/tsp)"
planted mpi src/io/lexer.c 'void io_barrier(void) { MPI_Barrier(0); }\n' libraries "MPI belongs to src/mpi: uses MPI_Barrier"
planted mpi-header src/solver/loaded.c '#include <mpi.h>\n' libraries "MPI belongs to src/mpi: includes mpi.h"
planted cuda src/solver/loaded.c '#include <cuda_runtime.h>\n' libraries "CUDA belongs to src/gpu, src/ladder/gpu: includes cuda_runtime.h"
planted hdf5 src/run/new.c 'static hid_t file;\n' libraries "HDF5 belongs to src/io/hdf, src/io/checkpoint, src/io/results, src/io/columns, src/io/arrays: uses hid_t"
planted long src/io/new.c "$(printf '\\n%.0s' {1..501})" lines "src/io/new.c: 501 lines, more than 500"
# Statements: the first nine are found, the others are not.
cat >"$work/tree/src/io/new.c" <<'END'
void a(void) {
  b = 1, c = 2;
  f(x), g(y);
  if (x) b = 1, c++;
  for (;;) b[i] = c, d--;
  x = a ? b : c ? d : e;
  x = a ? (b ? c : d) : e;
  x = (a ? b : c) ? d : e;
  switch (x) {
  case 3: b = 1, c = 2;
  }
  return b = 3, c;
}
void b(void) {
  int b = 1, c = 2;
  uint32_t *d, e;
  const T t = {.b = f(1), .c = 2};
  enum { A = 1, B };
  for (i = 0, j = 1; i < 3; i++, j++) f(x, g(y));
  g(a ? b : c, d ? e : f);
  x = (a ? b : c) + (d ? e : f);
  b[c ? 1 : 2] = d ? 3 : 4;
  return (T){1, f(2)};
}
END
expect lint-statements 1 "statements: 9 found" tools/lint --root "$work/tree" statements
rm "$work/tree/src/io/new.c"
# What the host's locale changes: numbers read and printed, also with a format that is made of pieces or comes from elsewhere; letters.
for text in 'double a(char *t) { return strtod(t, NULL); }' 'double a(char *t) { return atof(t); }' 'int a(char *t, float *x) { return sscanf(t, "%f", x); }' \
  'void a(double x) { printf("%d %-*.*lf", 1, 2, 3, x); }' 'void a(FILE *f, double x) { fprintf(f, "x" PRIu32 "%5.3" "g", x); }' \
  'void a(const char *f, double x) { printf(f, x); }' 'bool a(char c) { return isspace(c); }' 'char a(char c) { return toupper(c); }' \
  'int a(char *t, va_list v) { return vsnprintf(t, 9, t, v); }' 'void a(void) { setlocale(0, "C"); }'; do
  printf '%s\n' "$text" >>"$work/tree/src/io/new.c"
done
expect lint-locale 1 "locale: 10 found" tools/lint --root "$work/tree" locale
for number in 1 2 3 4 5 6 7 8 9 10; do
  [ "$(grep -c "src/io/new.c:$number: " "$work/out")" = 1 ] && ok "lint-locale-$number" || not_ok "lint-locale-$number" "$(cat "$work/out")"
done
printf '%s\n' 'void a(FILE *f, int x, double y) { fprintf(f, "%d 100%% of %s" PRIu64, x, "%f"); c_fprintf(f, "%f", y); } /* strtod(t) */' >"$work/tree/src/io/new.c"
check lint-locale-clean tools/lint --root "$work/tree" locale
rm "$work/tree/src/io/new.c"
# Two files that call each other, by a third one's header.
printf 'void new_a(void);\nvoid new_b(void);\n' >"$work/tree/src/io/new.h"
printf '#include "new.h"\nvoid new_b(void) {\n  new_a();\n}\n' >"$work/tree/src/io/new_b.c"
planted circle src/io/new_a.c '#include "new.h"\nvoid new_a(void) {\n  new_b();\n}\n' files "circle: src/io/new_a.c needs src/io/new_b.c (new_b)"
rm "$work"/tree/src/io/new*
# A comment may say what code may not; a table that the page shows otherwise; an entry of KNOWN without a case.
printf '/* anneal, as MPI_Barrier of the tsp */\n' >>"$work/tree/src/io/lexer.c"
check lint-comments tools/lint --root "$work/tree" $house
sed -i 's/^io  *nouns$/io                 nouns mpi/' "$work/tree/docs/developing.md"
printf '/* see io/gone.h */\n' >>"$work/tree/src/io/lexer.c"
printf 'More in `src/io/gone/`, and [there](../src/io/lost.c).\n' >>"$work/tree/docs/algorithms.md"
cp -r *.md jobs tools instances "$work/tree"
expect lint-paths-comment 1 "there is no io/gone.h" tools/lint --root "$work/tree" paths
grep -q "docs/algorithms.md:.*there is no src/io/gone/" "$work/out" && grep -q "there is no ../src/io/lost.c" "$work/out" &&
  [ "$(grep -c 'there is no' "$work/out")" = 3 ] && ok lint-paths-page || not_ok lint-paths-page "$(cat "$work/out")"
expect lint-table 1 "the table of rooms lacks the row" tools/lint --root "$work/tree" table
sed -i 's/^io  *nouns mpi$/io                 nouns/' "$work/tree/docs/developing.md"
mkdir "$work/tools"
cp -r tools/lint tools/lints "$work/tools"
sed -i 's/^KNOWN = """$/&\nincludes: io -> nowhere/' "$work/tools/lint"
expect lint-stale 1 "not found any more: delete it from KNOWN in tools/lint: includes: io -> nowhere" "$work/tools/lint" --root "$work/tree" includes
# Not as clang-format has it; what the two checkers find, with its reason and without.
if command -v clang-format >/dev/null; then
  printf 'static  int  spaced ;\n' >>"$work/tree/src/io/lexer.c"
  cp .clang-format "$work/tree"
  expect lint-format 1 "not as clang-format -i has it" tools/lint --root "$work/tree" format
else
  skip lint-format "no clang-format"
fi
small=$work/small
export CORDEE_LINT_CACHE=$work/lint-cache
sed -i '/^KNOWN = """$/,/^"""$/{/^[a-z]/d}' "$work/tools/lint"
mkdir -p "$small/src/mpi"
cp src/*.h "$small/src"
cp src/mpi/comm.h "$small/src/mpi"
printf '#include <stdlib.h>\nint leak(int n);\nint leak(int n) {\n  int *p = malloc(sizeof *p);\n  *p = n;\n  n = rand() / *p;\n  free(p);\n  return n;\n}\n' >"$small/src/leak.c"
printf '[{"file": "src/leak.c", "command": "mpicc -o leak.o -c -O3 -std=gnu11 -Isrc src/leak.c"}]\n' >"$small/compile_commands.json"
expect lint-analyzer 1 "src/leak.c:5: possible-null-dereference: dereference of possibly-NULL 'p'" "$work/tools/lint" --root "$small" analyzer
expect lint-analyzer-again 1 "src/leak.c:5: possible-null-dereference: dereference of possibly-NULL 'p'" "$work/tools/lint" --root "$small" analyzer
sed -i 's,^  [*]p = n;,  /* lint: possible-null-dereference: a test */\n&,' "$small/src/leak.c"
check lint-analyzer-suppressed "$work/tools/lint" --root "$small" analyzer
sed -i 's,[*]p = n;,if (!p) exit(1);\n&,' "$small/src/leak.c"
expect lint-analyzer-unused 1 "nothing to suppress here any more (lint: possible-null-dereference)" "$work/tools/lint" --root "$small" analyzer
if command -v cppcheck >/dev/null; then
  mkdir "$small/tests"
  printf 'int past(void);\nint past(void) {\n  int a[2] = {0};\n  return a[2];\n}\n' >"$small/src/leak.c"
  expect lint-cppcheck 1 "src/leak.c:4: arrayIndexOutOfBounds" "$work/tools/lint" --root "$small" cppcheck
  sed -i 's,^  return,  /* cppcheck-suppress arrayIndexOutOfBounds ; a test */\n&,' "$small/src/leak.c"
  check lint-cppcheck-suppressed "$work/tools/lint" --root "$small" cppcheck
  sed -i 's, ; a test,,' "$small/src/leak.c"
  expect lint-cppcheck-reason 1 "a suppression without a reason" "$work/tools/lint" --root "$small" cppcheck
else
  skip lint-cppcheck "no cppcheck"
fi
expect lint-unknown 2 "no such check: spelling" tools/lint spelling

# ---- the fuzz targets: every source there, every target builds and takes its seeds ----
check fuzz-targets tools/fuzz --check
for reader in tests/fuzz/fuzz_*.c; do
  reader=$(basename "$reader" .c) reader=${reader#fuzz_}
  grep -qE "^$reader: [0-9]+ seeds, [0-9]{1,3} words" "$work/out" && ok "fuzz-$reader" || not_ok "fuzz-$reader" "$(cat "$work/out")"
done
grep -q '"DIMENSION"' build/fuzz/tsplib/words && grep -q '"climbers"' build/fuzz/job/words && ok fuzz-words || not_ok fuzz-words "keywords or options are not in the dictionary"
# ---- campaigns: each has a row, every fuzz target has one, and the page shows what was recorded ----
tools/campaign >"$work/campaigns"
for reader in tests/fuzz/fuzz_*.c; do
  reader=$(basename "$reader" .c)
  grep -q "^fuzz-${reader#fuzz_} " "$work/campaigns" || echo "$reader"
done >"$work/lacking"
[ -s "$work/campaigns" ] && [ ! -s "$work/lacking" ] && ok campaign-fuzzers || not_ok campaign-fuzzers "no campaign: $(cat "$work/lacking")"
tools/campaign --table >"$work/table"
sed -n '/^<!-- tools.campaign --table -->$/,/^<!-- end of table -->$/p' docs/reliability.md | sed '1,2d; $d' | sed '$d' | cmp -s - "$work/table" && ok campaign-table || not_ok campaign-table "docs/reliability.md differs from docs/campaigns.tsv: tools/campaign --table --write"
expect campaign-unknown 2 "no such campaign: nothing" tools/campaign nothing
expect campaign-fails 1 "flips: failed, exit 1" env CORDEE_TESTS=none tools/campaign --no-record flips
expect fuzz-usage 64 "usage: tools/fuzz" tools/fuzz 5 nobody
finish
