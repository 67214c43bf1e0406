/* Graphs that lack edges: EDGE_DATA_SECTION, and matrices with entries that are none (--missing). Local, host only.
 *
 * A missing edge has the distance MISSING_COST, more than all edges of a tour together. So a tour's cost is MISSING_COST times the
 * number of missing edges in it, plus the length of the others, and any tour without one costs less than any with one. */
#ifndef CORDEE_PROBLEM_TSP_TSP_EDGES_H
#define CORDEE_PROBLEM_TSP_TSP_EDGES_H

#include "io/lexer.h"
#include "tsp.h"

#define MISSING_COST 33554432

/* Pairs of cities, which grow by powers of two. */
typedef struct CityPairs {
  int32_t *city; /* (count, 2) 0-based; free() */
  int32_t count;
} CityPairs;

/* Pairs "a b" of cities to a -1. `what`: "a fixed edge". ERR_FORMAT (place), ERR_MEMORY. */
Status tsplib_read_pairs(Lexer *lx, int32_t n, const char *what, CityPairs *pairs);
/* Lists "a b c ... -1": the neighbours of a; ended by another -1. */
Status tsplib_read_lists(Lexer *lx, int32_t n, CityPairs *pairs);

/* All edges but these are missing: the instance becomes one of a matrix. ERR_MEMORY. */
Status tsp_edges_keep(TspInstance *tsp, const CityPairs *edges);
/* Entries of `least` and more, and negative ones, are missing. Then checks that all others together are less than MISSING_COST. Neither is
 * done of an instance that lacks no edge. ERR_FORMAT: place. */
Status tsp_edges_check(const char *place, TspInstance *tsp);

#endif
