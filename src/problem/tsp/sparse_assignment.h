/* A cheapest assignment of the columns to the rows of a matrix that has few entries. Local, host only; see assignment.h for all of them. */
#ifndef CORDEE_PROBLEM_TSP_SPARSE_ASSIGNMENT_H
#define CORDEE_PROBLEM_TSP_SPARSE_ASSIGNMENT_H

#include <stdint.h>
#include "status.h"

/* The entries row by row: those of row i are first[i] .. first[i + 1] - 1. */
typedef struct SparseEntries {
  int32_t n;
  const int32_t *first;  /* (n + 1) */
  const int32_t *column; /* (first[n]) each at most once in a row */
} SparseEntries;

/* column (n) of each row: the sum of cost (first[n]), each 0 to 2^40, is least. Column and row reduction, then shortest augmenting paths
 * by a heap (Jonker and Volgenant 1987), in O(n m log n) for m entries. The result depends on the arguments only.
 * ERR_FORMAT: there is no assignment. ERR_MEMORY, ERR_STOPPED (halt.h). */
Status sparse_assignment(const SparseEntries *entries, const int64_t *cost, int32_t *column);

#endif
