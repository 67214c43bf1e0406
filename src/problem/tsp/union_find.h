/* Disjoint sets of nodes (Tarjan 1975), paths halved. up (n) begins as 0..n-1. */
#ifndef CORDEE_PROBLEM_TSP_UNION_FIND_H
#define CORDEE_PROBLEM_TSP_UNION_FIND_H

#include <stdbool.h>
#include <stdint.h>

static inline int32_t group_of(int32_t *up, int32_t node) {
  while (up[node] != node) node = up[node] = up[up[node]];
  return node;
}

/* Joins the sets of two nodes; false: they are the same. The smaller number stands for both. */
static inline bool groups_join(int32_t *up, int32_t u, int32_t v) {
  const int32_t a = group_of(up, u), b = group_of(up, v);
  if (a == b) return false;
  if (a < b)
    up[b] = a;
  else
    up[a] = b;
  return true;
}

#endif
