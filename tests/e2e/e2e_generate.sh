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

expect unknown 64 "unknown KIND 'Uniform': expected uniform, clustered, dimacs-e, dimacs-c, etc, grid" $cordee generate Uniform
finish
