#!/usr/bin/env bash
# `cordee generate`: the same command makes the same file, byte for byte, as releases before it.
. "$(dirname "$0")/e2e.sh"

# same HASH ARGUMENTS...: the first 16 digits of the file's SHA-256.
same() {
  local hash=$1 found; shift
  found=$($cordee generate "$@" | sha256sum | cut -c1-16)
  [ "$found" = "$hash" ] && ok "same-$*" || not_ok "same-$*" "expected $hash, found $found"
}
same bf2f6c2b81eb8c8e uniform --cities 57 --seed 3
same 16ca6c7ee5c0da4f clustered --cities 300 --seed 5
same d1b3314e679489ae clustered --cities 300 --seed 5 --generator-version 1
same 264b9fbaa1e310aa dimacs-e --cities 40 --seed 9
same c9e0a97251609ddb dimacs-c --cities 150 --seed 9
same eb77735dff6036c9 E1k.1
same 8e205c55d80d8578 C1k.3
same 3d5cd1352a4a79df etc --tasks 9 --machines 4 --consistency s --task-heterogeneity lo --seed 2
same 01c05a42cf5d69b7 etc --tasks 9 --machines 4 --consistency i --machine-heterogeneity lo --seed 2
same ca52589345f7a543 etc
same 228a454aa19d3fd2 grid --tasks 12 --machines 5 --seed 8
same f5081ca770332f31 uniform
same 0391e2ee8d8eee87 cvrp-uniform --customers 30 --seed 5
same f438fb89d7958628 cvrp-clustered --customers 2000 --seed 5 --depot random --demand quadrant
same b5a823b7a9925e37 cvrp-x --seed 1
same 41394a1ada62c121 cvrp-x --seed 12 --customers 400 --placement random-clustered --demand many-small --route-length 4.5 --depot eccentric
same a51284d7c9d43abe cvrp-windows --seed 5 --customers 60 --placement clustered --window-share 75 --window-width 90 --horizon 4000 --service 10

# The same recipe is the same instance, whatever kind makes it.
$cordee generate cvrp-clustered --customers 50 --seed 4 >"$work/a.vrp"
$cordee generate cvrp-x --customers 50 --seed 4 --depot central --placement clustered --demand 1-100 --route-length 10 >"$work/b.vrp"
check one-recipe cmp "$work/a.vrp" "$work/b.vrp"
# A route for each customer is a solution of whatever is made.
for kind in cvrp-uniform cvrp-clustered cvrp-x cvrp-windows; do
  $cordee generate $kind --customers 300 --seed 9 --out "$work/c.vrp"
  awk 'BEGIN { for (c = 1; c <= 300; c++) printf "Route #%d: %d\n", c, c; print "Cost 0" }' >"$work/c.sol"
  expect "$kind-is-an-instance" 0 ", verified" $cordee verify "$work/c.vrp" "$work/c.sol"
done
expect most-customers 64 "--customers: expected 1 to 100000, found 100001" $cordee generate cvrp-x --customers 100001
expect another-kind 64 "--placement belongs to generate cvrp-x or cvrp-windows, and this is generate cvrp-uniform: drop it" $cordee generate cvrp-uniform --placement random
expect another-problem 64 "--customers belongs to generate cvrp-uniform, cvrp-clustered, cvrp-x or cvrp-windows, and this is generate uniform" $cordee generate uniform --customers 5
expect no-class 64 "--demand: expected one of auto unitary 1-10" $cordee generate cvrp-x --demand 1-11

# The first tour is one of a directed instance; all have a matrix that is read back.
for kind in amat tmat shop super crane disk coin stilt rtilt; do
  $cordee generate $kind --cities 12 --seed 2 --out "$work/d.atsp"
  { printf 'TOUR_SECTION\n'; seq 12; echo -1; } >"$work/d.tour"
  expect "$kind-is-an-instance" 0 ", verified" $cordee verify "$work/d.atsp" "$work/d.tour"
done

expect unknown 64 "KIND: expected uniform, clustered, dimacs-e, dimacs-c, amat, tmat, shop, super, crane, disk, coin, stilt, rtilt, rect, etc, grid" $cordee generate Uniform
finish
