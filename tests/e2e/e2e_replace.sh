#!/usr/bin/env bash
# A file of another kind is never replaced, appended to or removed: inputs of other problems, results, what a user has written. An own file of the same
# kind, and an empty one, are.
. "$(dirname "$0")/e2e.sh"
tsp=$PWD/instances/uniform-12-1.tsp etc=$PWD/instances/etc-i-hihi-60x10-1.etc cordee=$PWD/build/cordee
small=(--method climb --climbers 5 --quiet)
others=$work/others
mkdir "$others" "$work/here" && cd "$others" || exit 1

# ---- one of every kind ----

for file in uniform-60-1.tsp cvrp-200-1.vrp; do sed 's/ (cordee generate)//' "$(dirname "$tsp")/$file" >$file; done
check run $cordee solve "$tsp" "${small[@]}" --checkpoint run.h5 --out a.tour --log a.log
check table $cordee solve "$tsp" "${small[@]}" --out tour.csv
check assignment $cordee solve "$etc" --method min-min --quiet --out a.txt
printf '[s]\ninstance = %s\nmethod = climb\nclimbers = 5\n' "$tsp" >one.job
check rows $cordee sweep one.job --out rows.h5 --quiet
printf 'S,T,sigma,r\n100,1,.2,.05\n' >book.csv
printf 'p max 2 1\nn 1 s\nn 2 t\na 1 2 5\n' >n.max
check records $cordee price book.csv --out records.h5 --csv prices.csv --quiet
check cut $cordee flow n.max --out flow.h5 --cut cut.txt --flow arcs.h5 --quiet
check page $cordee report rows.h5 --out page.html
/usr/bin/python3 -c "import h5py; h5py.File('user.h5', 'w')['x'] = [1, 2, 3]"
printf 'Chapter 1\n' >thesis.txt
sha256sum ./* >"$work/sums"

# ---- nothing of another kind ----

# kept OWN WORDS...: the command, with each file but those that OWN names as the last word, is refused and changes nothing.
kept() {
  local own=$1 file rc bad=; shift
  for file in *; do
    case " $own " in *" $file "*) continue;; esac
    rc=0; "$@" "$file" >"$work/out" 2>&1 </dev/null || rc=$?
    case $rc in 64 | 65) grep -qF "$file" "$work/out" || bad+=" $file: no name in the message";; *) bad+=" $file: exit $rc";; esac
  done
  sha256sum -c --quiet "$work/sums" >"$work/said" 2>&1 || bad+=" changed: $(grep -v WARNING "$work/said" | tr '\n' ' ')"
  if [ -z "$bad" ]; then ok "kept ${*:2:1} ${*: -1}"; else not_ok "kept ${*:2:1} ${*: -1}" "$bad"; fi
}
kept "a.tour tour.csv" $cordee solve "$tsp" "${small[@]}" --out
kept "a.log" $cordee solve "$tsp" "${small[@]}" --log
kept "" $cordee solve "$tsp" "${small[@]}" --checkpoint
kept "run.h5 run.h5.prev" $cordee solve "$tsp" "${small[@]}" --force --checkpoint
kept "a.txt" $cordee solve "$etc" --method min-min --quiet --out
kept "" $cordee solve rastrigin:2 --time 0.1 --quiet --out
kept "rows.h5" $cordee sweep one.job --quiet --out
kept "a.log" $cordee sweep one.job --quiet --out "$work/r.h5" --log
kept "page.html" $cordee report rows.h5 --out
kept "prices.csv" $cordee report rows.h5 --csv
kept "records.h5" $cordee price book.csv --quiet --out
kept "prices.csv" $cordee price book.csv --quiet --out "$work/p.h5" --csv
kept "flow.h5" $cordee flow n.max --quiet --out
kept "cut.txt" $cordee flow n.max --quiet --out "$work/f.h5" --cut
kept "cut.txt arcs.h5" $cordee flow n.max --quiet --out "$work/f.h5" --flow
kept "" $cordee bfs urand:n=5,degree=2,seed=1 --sources 1 --quiet --out "$work/b.h5" --levels
kept "" $cordee generate uniform --cities 5 --out
kept "" $cordee generate cvrp-uniform --customers 5 --out
expect names-what-to-do 64 "thesis.txt: is there, and is not a file of a solution (tour): move it away, or name another file" $cordee solve "$tsp" "${small[@]}" --out thesis.txt

# ---- the same kind ----

for word in "--out a.tour" "--out tour.csv" "--log a.log" "--out $work/here/empty"; do
  : >"$work/here/empty"
  check "again $word" $cordee solve "$tsp" "${small[@]}" $word
done
check again-cut $cordee flow n.max --out flow.h5 --cut cut.txt --quiet
check again-arcs $cordee flow n.max --out flow.h5 --flow arcs.h5 --quiet
check again-page $cordee report rows.h5 --out page.html
check again-prices $cordee price book.csv --out records.h5 --csv prices.csv --quiet
check generated $cordee generate uniform --cities 5 --out "$work/g.tsp"
check again-generated $cordee generate uniform --cities 6 --out "$work/g.tsp"
check generated-times $cordee generate etc --tasks 3 --machines 2 --out "$work/g.etc"
check again-generated-times $cordee generate etc --tasks 4 --machines 2 --out "$work/g.etc"
finish
