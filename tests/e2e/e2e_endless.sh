#!/usr/bin/env bash
# Files without end, and files that claim more than there is: every reader refuses them at once, names the file, and takes no memory for them.
. "$(dirname "$0")/e2e.sh"
cordee=$PWD/build/cordee instances=$PWD/instances
ulimit -v 4000000
cd "$work"

# ---- files that are larger than memory, that do not end, that are no files ----
truncate -s 3T sparse
ln -s /proc/self/pagemap endless
mkdir folder
for name in sparse endless folder; do
  ln -s "$name" "$name.list"
  printf '[a]\ninstance = %s\nmethod = climb\n' "$name" >"$name.job"
done
declare -A code=([sparse]=71 [endless]=65 [folder]=66)
declare -A text=([sparse]="needs 3.3 TB of memory" [endless]="from a file that does not say its size, found more" [folder]="Is a directory")
tour=$instances/uniform-60-1.tsp
for name in sparse endless folder; do
  refused() { # WHAT COMMAND...
    local what=$1; shift
    expect "$what-$name" ${code[$name]} "${text[$name]}" timeout 60 "$@"
  }
  refused solve $cordee solve $name
  [ $name = folder ] || refused initial $cordee solve "$tour" --initial $name --method climb --climbers 9
  refused solution $cordee verify "$tour" $name
  refused bfs $cordee bfs $name --out z.h5
  refused sources $cordee bfs urand:n=100 --sources $name --out z.h5
  refused flow $cordee flow $name
  refused list $cordee flow $name.list --out z.h5
  refused price $cordee price $name --out z.h5
  refused job $cordee sweep $name
  refused batch $cordee verify --batch $name --out z.h5
  expect "task-$name" 1 "${text[$name]}" timeout 60 $cordee sweep $name.job --out z-$name.h5
done
for name in sparse endless folder /dev/zero; do
  for command in resume show report; do
    expect "$command-$(basename $name)" 65 "$name: not a" timeout 60 $cordee $command $name
  done
done

# ---- small files that claim much ----
claims() { # NAME EXIT TEXT COMMAND...: the file NAME is standard input
  local name=$1 code=$2 text=$3; shift 3
  cat >"$name"
  expect "$name" "$code" "$text" timeout 60 "$@" "$name"
}
claims vertices.max 71 "vertices.max: a network of 500000000 vertices and 1 arcs needs 12 GB of memory" $cordee flow <<<$'p max 500000000 1\nn 1 s\nn 2 t\na 1 2 5'
claims arcs.max 65 "arcs.max:1: expected a number of arcs" $cordee flow <<<$'p max 5 500000000\nn 1 s\nn 2 t\na 1 2 5'
claims matrix.mtx 71 "a graph of 2000000000 vertices and 1 arcs needs" $cordee bfs --out z.h5 <<<$'%%MatrixMarket matrix coordinate pattern general\n2000000000 2000000000 1\n1 2'
claims roads.gr 71 "a graph of 2000000000 vertices and 1 arcs needs" $cordee bfs --out z.h5 <<<$'p sp 2000000000 1\na 1 2 3'
claims metis.graph 65 "expected a line for each vertex" $cordee bfs --out z.h5 <<<$'2000000000 0'
claims gaps.txt 71 "found vertex 2000000000 among 2 edges: number the vertices without gaps" $cordee bfs --ids dense --out z.h5 <<<$'10 2000000000\n10 20'
claims cities.tsp 65 "cities.tsp:" $cordee solve <<<$'TYPE : TSP\nDIMENSION : 2000000000\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0'
claims weights.tsp 65 "weights.tsp:" $cordee solve <<<$'TYPE : TSP\nDIMENSION : 2000000000\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0'
claims routes.vrp 65 "routes.vrp:" $cordee solve <<<$'TYPE : CVRP\nDIMENSION : 2000000000\nCAPACITY : 5\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0'
claims times.etc 65 "times.etc:" $cordee solve <<<$'1000000 2000\n5'
claims seeds.job 65 "seeds.job:" $cordee sweep <<<$'[a]\ninstance = x.tsp\nseed = 1..2000000000'
if command -v gzip >/dev/null; then
  head -c 1500M /dev/zero | gzip -1 >bomb.gz
  ulimit -v 1500000
  expect bomb 71 "bomb.gz: unpacking more than" $cordee bfs bomb.gz --out z.h5
fi
finish
