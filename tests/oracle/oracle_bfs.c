/* See oracle_bfs.h. */
#include "oracle_bfs.h"

#include <stdlib.h>

/* Two rounds of multiply and shift (C. Wellons' lowbias32), made odd. */
static uint64_t weight_of(uint64_t v) {
  v = (v ^ (v >> 16)) * 0x7feb352dull % 4294967296ull;
  v = (v ^ (v >> 15)) * 0x846ca68bull % 4294967296ull;
  v = v ^ (v >> 16);
  return v % 2 ? v : v + 1;
}

OracleSearch oracle_bfs(uint32_t n, const uint64_t *offset, const uint32_t *to, uint32_t source,
                        uint32_t *level) {
  uint32_t *queue = malloc(n * sizeof *queue), head = 0, tail = 0;
  OracleSearch s = {0, 0, 0, 0};
  for (uint32_t v = 0; v < n; v++) level[v] = UINT32_MAX;
  level[source] = 0;
  queue[tail++] = source;
  while (head < tail) {
    const uint32_t u = queue[head++];
    s.depth = level[u];
    s.visited++;
    s.checksum += (level[u] + 1) * weight_of(u);
    for (uint64_t a = offset[u]; a < offset[u + 1]; a++) {
      s.arcs++;
      if (level[to[a]] == UINT32_MAX) {
        level[to[a]] = level[u] + 1;
        queue[tail++] = to[a];
      }
    }
  }
  free(queue);
  return s;
}

void oracle_parents(uint32_t n, const uint64_t *offset, const uint32_t *to, const uint32_t *level,
                    uint32_t *parent) {
  for (uint32_t v = 0; v < n; v++) parent[v] = level[v] == 0 ? v : UINT32_MAX;
  for (uint32_t u = 0; u < n; u++)
    for (uint64_t a = offset[u]; level[u] != UINT32_MAX && a < offset[u + 1]; a++)
      if (level[to[a]] == level[u] + 1 && parent[to[a]] == UINT32_MAX) parent[to[a]] = u;
}
