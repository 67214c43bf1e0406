/* Generators of directed instances: the classes of Cirasella, Johnson, McGeoch and Zhang, The asymmetric traveling salesman problem:
 * algorithms, instance generators, and tests (ALENEX 2001), which the DIMACS challenge has, too. The rules are the paper's where
 * it gives them; random numbers are our own (rng.h), so these are other instances of the same classes. docs/file-formats.md has each
 * rule. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_GENERATE_DIRECTED_H
#define CORDEE_PROBLEM_TSP_GENERATE_DIRECTED_H

#include "generate.h"

/* All: n cities, *out owned by the caller. ERR_USAGE (n < 1), ERR_MEMORY, ERR_STOPPED. */
GeneratorMake generate_amat, generate_tmat, generate_shop, generate_super, generate_crane, generate_disk,
    generate_coin, generate_stilt, generate_rtilt, generate_rect;

/* For these: an instance of that kind whose matrix is undefined; and its end: the diagonal, symmetry, the digest. */
Status directed_alloc(const char *kind, int32_t n, uint64_t seed, Instance **out);
Status directed_end(Instance *inst, Instance **out);

#endif
