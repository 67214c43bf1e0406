#!/usr/bin/env bash
# cordee-ladder: its help, what it refuses, tables as files; and what cordee bench says of ladders.
. "$(dirname "$0")/e2e.sh"
tsp=instances/uniform-12-1.tsp

# ---- help ----
expect overview 0 "usage: cordee-ladder NAME [OPTIONS]" $ladder --help
names=$(sed -n 's/^  \([a-z0-9]*\)  .*/\1/p' "$work/out")
[ "$(wc -w <<<"$names")" -ge 11 ] && ok names || not_ok names "$names"
expect alone 64 "usage: cordee-ladder NAME" $ladder
expect version 0 "cordee-ladder $(cat VERSION)" $ladder --version
wide=0
for name in $names; do
  expect "help-$name" 0 "usage: cordee-ladder $name [OPTIONS]" $ladder "$name" --help
  grep -q "^  cordee-ladder $name" "$work/out" || not_ok "example-$name" "$(cat "$work/out")"
  awk 'length($0) > 100 { wide = 1 } END { exit wide }' "$work/out" || wide=1
done
[ $wide = 0 ] && ok at-most-100-columns || not_ok at-most-100-columns "a page has longer lines"

closed() { "$@" >&-; }
expect closed-output 74 "cordee-ladder: standard output could not be written: it is closed" closed $ladder --help

# ---- refusals ----
expect near 64 "cordee-ladder: unknown ladder 'rotues', did you mean routes? (cordee-ladder --help)" $ladder rotues
expect no-name 64 "expected the name of a ladder, found '--sizes'" $ladder --sizes 9
expect option 64 "2opt: unknown option --threads (cordee-ladder 2opt --help)" $ladder 2opt --threads 2
expect bounds 64 "--sizes: expected 4 to 46340, found 3" $ladder routes --sizes 3
for name in 2opt tours routes colonies annealing; do
  expect "$name-on-the-host" 69 "$name: the designs are for GPUs, and this is the backend cpu" $ladder $name --backend cpu
done
expect two-ranks 64 "lookback: expected one rank, found 2" ranks 2 $ladder lookback
cp $tsp "$work/x.tsp"
expect one-file 64 "--csv" $ladder 2opt --backend cpu --instance "$work/x.tsp" --csv "$work/x.tsp"
cmp -s $tsp "$work/x.tsp" && ok instance-kept || not_ok instance-kept "it has changed"
echo "what a user made" >"$work/notes"
expect other-file 64 "a table of this command" $ladder heuristics --backend cpu --instance $tsp --csv "$work/notes"
expect no-folder 74 "$work/nowhere" $ladder heuristics --backend cpu --instance $tsp --csv "$work/nowhere/x.csv"

# ---- counters ----
expect hint 0 "gpu__time_duration.avg,smsp__" $ladder routes --profile-hint --sizes 20 --designs first-try --instance "a b's.vrp"
[ "$(wc -l <"$work/out")" = 1 ] && ok hint-is-a-line || not_ok hint-is-a-line "$(cat "$work/out")"
grep -q "^ncu .* $ladder routes --sizes 20 --designs first-try --instance 'a b'.''s.vrp'$" "$work/out" && ok hint-quotes || not_ok hint-quotes "$(cat "$work/out")"
expect hint-option 64 "routes: unknown option --size" $ladder routes --size 20 --profile-hint
expect hint-of-files 64 "report: --profile-hint: expected a ladder that runs kernels" $ladder report --profile-hint x.csv

# ---- the published table, designs, a page ----
expect lookback 0 "n: steps of a tree; lookback options one at a time" $ladder lookback --time 0.01 --threads 1 --backend cpu --sizes 60,300 --csv "$work/lookback.csv"
grep -q '^single  *1000 .* price  *6.676482  *6.676391  GTX 260, 2012  *1.000014$' "$work/out" && ok lookback-prices || not_ok lookback-prices "$(cat "$work/out")"
grep -q '^vanilla  *2048 .* options ' "$work/out" && ok lookback-vanilla || not_ok lookback-vanilla "$(cat "$work/out")"
grep -q 'price,6.67720[0-9]*,,6.676507,CPU,2012,1.0001' "$work/lookback.csv" && ok lookback-csv || not_ok lookback-csv "$(cat "$work/lookback.csv")"
grep -q '^trimmed-core  *300 .* time, double ' "$work/out" && [ "$(grep -c '^core[s]*  *[36]0*  .* speed-up, ' "$work/out")" = 8 ] && ok lookback-times || not_ok lookback-times "$(cat "$work/out")"
expect lookback-gpu 69 "lookback: the design staged is for GPUs, and this is the backend cpu" $ladder lookback --designs core,staged --backend cpu
expect lookback-design 0 "double" $ladder lookback --time 0.01 --threads 1 --backend cpu --designs double
[ "$(grep -c '^[a-z].* price ' "$work/out")" = 6 ] && ok one-design || not_ok one-design "$(cat "$work/out")"
expect no-design 64 "found 'dubble', did you mean double?" $ladder lookback --designs dubble --backend cpu
check page $ladder report "$work/lookback.csv" --out "$work/page.html"
[ "$(grep -o '<figure><figcaption>' "$work/page.html" | wc -l)" = 9 ] && ok page-pictures || not_ok page-pictures "expected a picture for each of nine measures"
expect page-files 64 "report: expected files, found none" $ladder report
expect page-other 65 "$work/notes:1: expected columns design, n" $ladder report "$work/notes" --out "$work/other.html"
expect page-over 64 "--out" $ladder report "$work/lookback.csv" --out "$work/lookback.csv"
expect page-nowhere 66 "nowhere.csv" $ladder report "$work/nowhere.csv" --out "$work/other.html"

# ---- swaps: the CPU versions, and cordee solve from the same start ----
awk '/^[0-9]/ { $2 = int($2 / 100); $3 = int($3 / 100) } { print }' instances/uniform-60-1.tsp >"$work/swap.tsp"
check swap-climb $cordee solve "$work/swap.tsp" --method climb --move swap --climbers 1 --islands 1 --seed 3 --backend cpu
length=$(grep -o 'cost [0-9]*\|: [0-9]*' "$work/out" | grep -o '[0-9]*' | head -1)
check swap $ladder swap --instance "$work/swap.tsp" --sizes 60 --iterations 0 --seed 3 --time 20 --backend cpu --csv "$work/swap.csv"
grep -q "^after [0-9]* iterations a tour of length $length$" "$work/out" && ok swap-length || not_ok swap-length "expected $length, found $(cat "$work/out")"
[ "$(grep -c '^cpu-[a-z]* .* yes .* moves \|^ours .* yes .* moves ' "$work/out")" = 3 ] && ok swap-rows || not_ok swap-rows "$(cat "$work/out")"
[ "$(cut -d, -f1 "$work/swap.csv" | sort -u | tr '\n' ' ')" = "cpu-loops cpu-numbers design ours " ] && ok swap-csv || not_ok swap-csv "$(cat "$work/swap.csv")"
expect swap-gpu 69 "swap: the design folded is for GPUs, and this is the backend cpu" $ladder swap --designs cpu-loops,folded --backend cpu
expect swap-bound 69 "swap --bound: the kernels are for GPUs, and this is the backend cpu" $ladder swap --bound --backend cpu
expect swap-both 64 "expected one of --mapping and --bound, found both" $ladder swap --bound --mapping --backend cpu
expect swap-mapping 0 "wrong numbers" $ladder swap --sizes 4098,4099 --mapping --backend cpu
[ "$(grep -c '^base *409[89] .* wrong numbers  *[01] host' "$work/out")" = 2 ] && ok swap-mapping-rows || not_ok swap-mapping-rows "$(cat "$work/out")"
expect swap-forbid 0 "left out: it has no side constraints" $ladder swap --sizes 30 --iterations 5 --forbid --backend cpu
expect swap-far 64 "swap: expected whole coordinates at most 32767 apart" $ladder swap --instance instances/uniform-60-1.tsp --sizes 60 --backend cpu

# ---- swarms ----
check swarms $ladder swarms --sizes 4,10 --time 0.01 --threads 2 --backend cpu --csv "$work/swarms.csv"
[ "$(grep -c '^cores* .* swarms: time ' "$work/out")" = 4 ] && ok swarms-rows || not_ok swarms-rows "$(cat "$work/out")"
grep -q '^cores,10,.*,swarms: over 1 core,' "$work/swarms.csv" && ok swarms-csv || not_ok swarms-csv "$(cat "$work/swarms.csv")"
expect swarms-gpu 69 "swarms: the design by-particle is for GPUs, and this is the backend cpu" $ladder swarms --designs by-particle --backend cpu

# ---- trades ----
check trades $ladder trades --time 0.1 --threads 1 --backend cpu --csv "$work/trades.csv"
[ "$(grep -c '^both .* makespan ' "$work/out")" = 12 ] && ok trades-rows || not_ok trades-rows "$(cat "$work/out")"
grep -q '^start  *600 .* pso / fcfs .* \.906  GTX 260, 2012 ' "$work/out" && ok trades-published || not_ok trades-published "$(cat "$work/out")"
[ "$(grep -c '^random, chains .* waves ' "$work/out")" = 2 ] && ok trades-flows || not_ok trades-flows "$(cat "$work/out")"
awk -F, '$1 == "start" { cost[$3 $4] = $12 } $1 ~ /machines|chains|both/ && $12 > cost[$3 $4] { bad = 1 } END { exit bad }' "$work/trades.csv" && ok trades-no-worse || not_ok trades-no-worse "$(cat "$work/trades.csv")"
expect trades-designs 0 "swarm-trades" $ladder trades --designs swarm-trades --time 0.1 --threads 1 --backend cpu

# ---- graphs: what needs no GPU ----
check bfs $ladder bfs --sizes 300,500 --time 0.001 --backend cpu --csv "$work/bfs.csv"
[ "$(grep -c '^cores* .* search ' "$work/out")" = 6 ] && ok bfs-rows || not_ok bfs-rows "$(cat "$work/out")"
awk -F, '$1 == "core" && $2 == 529 { core = $NF == "" && /grid:rows=23/ } $1 == "cores" && /speed-up/ { up++ } END { exit !(core && up == 3) }' "$work/bfs.csv" && ok bfs-csv || not_ok bfs-csv "$(cat "$work/bfs.csv")"
printf '0 1\n1 2\n7 8\n' >"$work/edges.el"
expect bfs-graphs 0 "edges.el: 9 vertices" $ladder bfs --instance "$work/edges.el,grid:rows=3,cols=3" --time 0.001 --backend cpu --designs core
[ "$(grep -c '^core .* search ' "$work/out")" = 2 ] && ok bfs-instances || not_ok bfs-instances "$(cat "$work/out")"
expect bfs-gpu 69 "bfs: the design active is for GPUs, and this is the backend cpu" $ladder bfs --designs active --backend cpu
expect bfs-bounds 64 "--sizes: expected 24 to 100000000, found 23" $ladder bfs --sizes 23
expect bfs-no-file 66 "nowhere.el" $ladder bfs --instance "$work/nowhere.el" --backend cpu
check flow $ladder flow --sizes 60 --time 0.001 --backend cpu --csv "$work/flow.csv"
[ "$(grep -c '^mpm-active .* \(flow\|at 60 vertices\)  ' "$work/out")" = 7 ] && ok flow-rows || not_ok flow-rows "$(cat "$work/out")"
awk -F, '$1 == "mpm" && /prune/ { prune++ } $1 == "cores" && /speed-up/ { up++ } $2 == 50 && /at 60 vertices/ { degree++ } END { exit !(prune == 7 && up == 7 && degree == 4) }' "$work/flow.csv" && ok flow-csv || not_ok flow-csv "$(cat "$work/flow.csv")"
printf 'p max 3 2\nn 1 s\nn 3 t\na 1 2 5\na 2 3 4\n' >"$work/line.max"
expect flow-networks 0 "line.max: 3 vertices, 2 arcs" $ladder flow --instance "$work/line.max,rlg:rows=3,levels=3" --time 0.001 --backend cpu --designs push-relabel
expect flow-gpu 69 "flow: the design mpm-host is for GPUs, and this is the backend cpu" $ladder flow --designs mpm-host --backend cpu

# ---- cordee bench ----
expect was-tours 64 "cordee: bench ladder is now \`cordee-ladder 2opt\` (scons ladder makes it)" $cordee bench ladder --sizes 9
expect was-routes 64 "bench ladder --routes is now \`cordee-ladder routes\`" $cordee bench ladder --csv x --routes
expect was-matching 64 "bench matching is now \`cordee-ladder matching\`" $cordee bench matching
expect was-heuristics 64 "bench heuristics is now \`cordee-ladder heuristics\`" $cordee bench heuristics --time 1
for command in cordee libcordee.so.0; do
  strings "$(dirname "$(readlink -f $cordee)")/$command" | grep -q 'Solomon 2012\|Cecilia' && not_ok "none-in-$command" "published tables are in it" || ok "none-in-$command"
done
finish
