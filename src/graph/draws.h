/* Random numbers of several vertices at once, for generators: the same as rng.h gives one by one. Local, any thread. */
#ifndef CORDEE_GRAPH_DRAWS_H
#define CORDEE_GRAPH_DRAWS_H

#include "rng.h"

enum { DRAWS = 8 };

/* rng_below_pair of block k of DRAWS streams: those of s.individual, s.individual + 1, ... x0, x1: (DRAWS) */
typedef void (*DrawPairs)(RngStream s, uint32_t k, uint32_t m0, uint32_t *x0, uint32_t m1, uint32_t *x1);

/* By the widest instructions that this processor has. */
DrawPairs draw_pairs(void);
/* All that it has, ended by NULL; the first is plain C. */
const DrawPairs *draw_pairs_all(void);

#endif
