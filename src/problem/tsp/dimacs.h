/* The random instances of the 8th DIMACS implementation challenge (Johnson & McGeoch 2002), city for city.
 * Kinds dimacs-e and dimacs-c of generate.h. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_DIMACS_H
#define CORDEE_PROBLEM_TSP_DIMACS_H

#include "instance.h"

/* Uniform and clustered; n cities, *out owned by the caller. ERR_USAGE: a seed of 10^9 or more; clustered
 * with fewer than 100 cities (it has n / 100 centres). ERR_MEMORY. */
Status dimacs_uniform(int32_t n, uint64_t seed, Instance **out);
Status dimacs_clustered(int32_t n, uint64_t seed, Instance **out);

/* The challenge's label of (n, seed), such as "10k.2", into label; false if it has none. */
int dimacs_label(int32_t n, uint64_t seed, char label[16]);
/* The inverse. */
int dimacs_label_parse(const char *label, int32_t *n, uint64_t *seed);

#endif
