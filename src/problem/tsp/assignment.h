/* The assignment problem, and with it a lower bound on directed tours: every city has exactly one successor and is that of exactly
 * one, but the successors need not form one cycle. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_ASSIGNMENT_H
#define CORDEE_PROBLEM_TSP_ASSIGNMENT_H

#include "instance.h"

/* A cheapest assignment and its dual values: cost[i, j] - row[i] - column[j] >= 0, and 0 where i is assigned to j. All of it, with `total`,
 * which is the sum of the dual values and the assignment's cost, depends on the costs only. */
typedef struct Assignment {
  int64_t total;
  int64_t *row, *column; /* (n) each */
  int32_t *to;           /* (n) the column of each row */
} Assignment;

/* Shortest augmenting paths after column reduction, reduction transfer and augmenting row reduction (Jonker and Volgenant 1987), O(n^3).
 * cost (n, n), values of at most 2^29. *out is owned by the caller (assignment_free). ERR_MEMORY, ERR_STOPPED (halt.h). */
Status assignment_solve(int32_t n, const int32_t *cost, Assignment **out);
void assignment_free(Assignment *assignment); /* NULL allowed */

#endif
