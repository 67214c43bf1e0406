/* See oracle_flow.h. */
#include "oracle_flow.h"

#include <stdlib.h>
#include <string.h>

/* Breadth-first against the arcs, from the sink: next[v] is the vertex behind v on a shortest way. Returns how many were reached. */
static uint32_t search(uint32_t n, const int64_t *left, uint32_t sink, uint32_t *next) {
  uint32_t *const queue = malloc(n * sizeof *queue), count = 0;
  memset(next, 0xff, n * sizeof *next);
  next[sink] = sink;
  queue[count++] = sink;
  for (uint32_t q = 0; q < count; q++)
    for (uint32_t u = 0; u < n; u++)
      if (next[u] == UINT32_MAX && left[(size_t)u * n + queue[q]] > 0) {
        next[u] = queue[q];
        queue[count++] = u;
      }
  free(queue);
  return count;
}

static int64_t augment(uint32_t n, int64_t *left, uint32_t source, uint32_t sink, const uint32_t *next) {
  int64_t least = INT64_MAX;
  for (uint32_t v = source; v != sink; v = next[v])
    if (left[(size_t)v * n + next[v]] < least) least = left[(size_t)v * n + next[v]];
  for (uint32_t v = source; v != sink; v = next[v]) {
    left[(size_t)v * n + next[v]] -= least;
    left[(size_t)next[v] * n + v] += least;
  }
  return least;
}

int64_t oracle_flow(uint32_t n, uint32_t arcs, const uint32_t *tail, const uint32_t *head,
                    const int64_t *capacity, uint32_t source, uint32_t sink, uint32_t *sink_side) {
  int64_t value = 0, *const left = calloc((size_t)n * n, sizeof *left);
  uint32_t *const next = malloc(n * sizeof *next);
  for (uint32_t a = 0; a < arcs; a++) left[(size_t)tail[a] * n + head[a]] += capacity[a];
  for (;;) {
    *sink_side = search(n, left, sink, next);
    if (next[source] == UINT32_MAX) break;
    value += augment(n, left, source, sink, next);
  }
  free(left);
  free(next);
  return value;
}
