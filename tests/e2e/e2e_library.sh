#!/usr/bin/env bash
# libcordee: the names that it exports, its header in C and C++, the programs of docs/library.md and docs/examples with both libraries and over ranks, what they
# say, checkpoints of instances in memory, which the command line resumes.
. "$(dirname "$0")/e2e.sh"
built=$(dirname "$(readlink -f $cordee)")
name=$(basename "$(ls "$built"/libcordee.so.*)")
mkdir "$work/lib" && cp include/cordee.h "$work/" && ln -s "$built/$name" "$work/lib/$name" && ln -s "$name" "$work/lib/libcordee.so"
flags=(-I"$work" -Wall -Wextra -Werror -pedantic)
link=(-L"$work/lib" -Wl,-rpath,"$work/lib" -lcordee)
mode=$(basename "$(dirname "$built")"); mode=${mode%%-*}
case $mode in asan) flags+=(-fsanitize=address,undefined); export ASAN_OPTIONS=detect_leaks=0;; coverage) flags+=(--coverage);; esac

# ---- names ----
nm -D --defined-only "$built/$name" | awk '{print $3}' | sort >"$work/exported"
grep -v -e '^__gcov' -e '^mangle_path$' "$work/exported" | diff tests/library/symbols.txt - >"$work/differ" && ok exported-names || not_ok exported-names "$(cat "$work/differ")"
nm -g --defined-only "$built/libcordee.a" | awk 'NF == 3 {print $3}' | sort | diff tests/library/symbols.txt - >"$work/differ" && ok names-of-the-static-library || not_ok names-of-the-static-library "$(cat "$work/differ")"
grep -o '\bcordee_[a-z_]*(' include/cordee.h | tr -d '(' | sort -u | grep -vx 'cordee_callback' | diff tests/library/symbols.txt - >"$work/differ" && ok names-of-the-header || not_ok names-of-the-header "$(cat "$work/differ")"
[ "$(objdump -p "$built/$name" | awk '/SONAME/ {print $2}')" = "libcordee.so.$(awk '/define CORDEE_ABI/ {print $3}' include/cordee.h)" ] && ok soname || not_ok soname "$name"
nm -D --undefined-only "$built/$name" | awk '{print $2}' | sed 's/@.*//' | grep -xE 'printf|__printf_chk|vprintf|puts|putchar|perror|abort_handler|signal|system' >"$work/calls"
[ ! -s "$work/calls" ] && ok prints-nothing-by-name || not_ok prints-nothing-by-name "$(xargs <"$work/calls")"

# ---- the header alone ----
echo '#include <cordee.h>' >"$work/empty.c"; cp "$work/empty.c" "$work/empty.cc"
check header-c99 gcc -std=c99 "${flags[@]}" -c "$work/empty.c" -o "$work/empty.o"
check header-cpp g++ -std=c++11 "${flags[@]}" -c "$work/empty.cc" -o "$work/empty.o"
if command -v clang >/dev/null; then
  check header-clang clang -std=c11 -I"$work" -Weverything -Werror -c "$work/empty.c" -o "$work/empty.o"
else
  skip header-clang "no clang"
fi

# ---- the programs of the pages ----
/usr/bin/python3 - "$work" docs/library.md docs/library-computing.md <<'PY'
import re, sys
folder, page = sys.argv[1], "".join(open(name, encoding="utf-8").read() for name in sys.argv[2:])
found = re.findall(r"```(?:c|cpp)\n((?:/\*|//) (\S+\.c(?:pp)?): .*?)```\n(?:\n```text\n(.*?)```)?", page, re.S)
for text, name, said in found:
    open("%s/%s" % (folder, name), "w", encoding="utf-8").write(text)
    if said:
        open("%s/%s.said" % (folder, name), "w", encoding="utf-8").write(said)
PY
cp docs/examples/*.c docs/examples/*.cpp "$work"
for said in docs/examples/*.txt; do cp "$said" "$work/$(basename "$said" .txt).c.said"; done
# prints NAME FILE COMMAND...: exit code 0, what the page shows (FILE), and nothing on standard error
prints() {
  local name=$1 said=$2; shift 2
  "$@" >"$work/out" 2>"$work/err" && cmp -s "$work/out" "$said" && [ ! -s "$work/err" ] && ok "$name" ||
    not_ok "$name" "expected $(head -3 "$said"), found $(head -3 "$work/out" "$work/err")"
}
for program in tour routes tasks buffer many prices searches flows; do check "compiles-$program" gcc -std=c11 "${flags[@]}" "$work/$program.c" -o "$work/$program" "${link[@]}"; done
check compiles-ranks mpicc -std=c11 "${flags[@]}" -Wno-long-long "$work/ranks.c" -o "$work/ranks" "${link[@]}"
check compiles-resume g++ -std=c++14 "${flags[@]}" "$work/resume.cpp" -o "$work/resume" "${link[@]}"
for program in tour routes tasks buffer many prices searches flows; do prints $program "$work/$program.c.said" "$work/$program"; done
prints resume "$work/resume.c.said" "$work/resume" "$work/memory.h5"
ranks 1 "$work/ranks" >"$work/one" 2>&1; ranks 3 "$work/ranks" >"$work/three" 2>"$work/err"
[ "$(wc -l <"$work/three")" = 3 ] && [ "$(sed 's/^rank .: //' "$work/one" "$work/three" | sort -u)" = "length 240" ] && ok ranks || not_ok ranks "$(cat "$work/one" "$work/three" "$work/err")"

# ---- an instance that was never in a file: the command line needs one ----
expect resume-asks-for-the-instance 64 "its instance was read from memory: expected --instance FILE" $cordee resume "$work/memory.h5" --quiet
{
  printf 'NAME: grid\nTYPE: TSP\nDIMENSION: 100\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n'
  for ((k = 0; k < 100; k++)); do echo "$((k + 1)) $((k * 37 % 101)) $((k * 61 % 103))"; done
} >"$work/grid.tsp"
expect resume-by-the-command-line 0 "verified" $cordee resume "$work/memory.h5" --instance "$work/grid.tsp" --quiet
finish
