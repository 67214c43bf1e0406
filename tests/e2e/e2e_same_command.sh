#!/usr/bin/env bash
# Ranks that are started with different commands (mpirun's ':'): refused with both of them, exit code 64, and no hang; what may differ does.
. "$(dirname "$0")/e2e.sh"
if ! mpirun --version | grep -q 'Open MPI'; then skip mpmd "no mpirun of Open MPI"; finish; fi

# differ NAME TEXT -- WORDS OF RANK 0 -- WORDS OF RANK 1: refused, with the text, nothing written, in both orders
differ() {
  local name=$1 text=$2 first=() second=(); shift 3
  while [ "$1" != -- ]; do first+=("$1"); shift; done; shift
  second=("$@")
  expect "$name" 64 "$text" timeout 60 mpirun -n 1 $cordee "${first[@]}" : -n 1 $cordee "${second[@]}"
  grep -q "expected the same command on every rank, found on rank 0: cordee.*; on rank 1: cordee" "$work/out" && ok "$name-both" || not_ok "$name-both" "$(cat "$work/out")"
  expect "$name-reversed" 64 "expected the same command on every rank" timeout 60 mpirun -n 2 $cordee "${second[@]}" : -n 1 $cordee "${first[@]}"
  [ ! -e "$work/A.tour" ] && [ ! -e "$work/B.tour" ] && ok "$name-nothing-written" || not_ok "$name-nothing-written" "$(ls "$work")"
}
one=instances/uniform-12-1.tsp two=instances/uniform-60-1.tsp
search="--method climb --climbers 9 --quiet"
differ instances "solve $two --method climb --climbers 9 --quiet --out $work/B.tour" -- solve $one $search --out "$work/A.tour" -- solve $two $search --out "$work/B.tour"
differ options "--seed 2" -- solve $one $search --seed 1 -- solve $one $search --seed 2
differ commands "price --S 50" -- solve $one $search --out "$work/A.tour" -- price --S 50 --T 1 --sigma .2 --r .1
differ usage "--qiet" -- solve $one $search -- solve $one --qiet
differ unknown "cordee slove" -- solve $one $search -- slove $one
differ help "cordee --help" -- solve $one $search -- --help
differ version "cordee --version" -- solve $one $search -- --version
differ nothing "rank 1: cordee (version" -- solve $one $search --
differ resumed "resume $work/x.h5" -- solve $one $search -- resume "$work/x.h5"
differ last_word "--quiet" -- verify $one a.tour -- verify $one a.tour --quiet

# ---- what may differ ----
expect own_threads 0 "2743364" mpirun -n 1 $cordee solve $one --quiet --threads 1 --seed=3 : -n 1 $cordee solve $one --quiet --threads=2 --backend cpu --seed 3
expect environment 0 "2743364" mpirun -n 1 $cordee solve $one --quiet : -n 1 env OMP_NUM_THREADS=2 CORDEE_SIMD=plain $cordee solve $one --quiet
expect help_once 0 "usage: cordee solve" mpirun -n 3 $cordee solve --help
[ "$(grep -c '^usage: cordee solve' "$work/out")" = 1 ] && ok help_by_rank_0 || not_ok help_by_rank_0 "$(cat "$work/out")"

# ---- other working folders: files of rank 0 ----
mkdir "$work/a" "$work/b"
cp $one "$work/a/u.tsp" && cp $two "$work/b/u.tsp"
here=$PWD/$cordee
expect folders_instance 0 "uniform-12-1: 2743364" mpirun -n 1 -wdir "$work/a" "$here" solve u.tsp --quiet : -n 1 -wdir "$work/b" "$here" solve u.tsp --quiet
for folder in a b; do printf 'p max 2 1\nn 1 s\nn 2 t\na 1 2 %d\n' $(($(printf %d "'$folder") - 92)) >"$work/$folder/n.max"; done
for _ in $(seq 300); do echo n.max; done | tee "$work/a/n.list" >"$work/b/n.list"
mpirun -n 1 -wdir "$work/a" "$here" flow n.list --quiet : -n 1 -wdir "$work/b" "$here" flow n.list --quiet >"$work/out" 2>&1
$cordee report "$work/a/n.h5" --csv - | awk -F, 'NR > 1 && $2 == 0 && $5 != 5 { bad++ } NR > 1 && $2 != 0 && !/expected the file that was there when the run began/ { bad++ } END { exit bad > 0 || NR != 301 }' &&
  ok folders_networks || not_ok folders_networks "$($cordee report "$work/a/n.h5" --csv - | sort | uniq -c | head)"
finish
