/* Edges that every tour has: FIXED_EDGES_SECTION, and the ends of a path. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_TSP_FIXED_H
#define CORDEE_PROBLEM_TSP_TSP_FIXED_H

#include "io/lexer.h"
#include "tsp.h"

/* Pairs "a b" of cities, to the line -1. *fixed (2 *count), 0-based, is the caller's to free(). "file:line: ...": ERR_FORMAT. */
Status tsplib_read_fixed(Lexer *lx, int32_t n, int32_t **fixed, int32_t *count);

/* Writes such a section. */
void tsplib_write_fixed(FILE *out, const TspInstance *tsp);

#endif
