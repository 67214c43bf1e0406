/* Graphs of arrays: see graph.h. */
#include <stdlib.h>
#include <string.h>
#include "graph.h"

typedef struct Rows {
  int32_t n;
  const int64_t *offset;
  const int32_t *to;
} Rows;

static Status rows_check(const Rows *r) {
  if (r->n < 1) FAIL(ERR_FORMAT, "vertices: expected 1 or more, found %d", r->n);
  if (!r->offset) FAIL(ERR_FORMAT, "offset: expected the places of %d rows, found NULL", r->n);
  if (r->offset[0] != 0) FAIL(ERR_FORMAT, "offset[0]: expected 0, found %lld", (long long)r->offset[0]);
  for (int32_t v = 0; v < r->n; v++)
    if (r->offset[v + 1] < r->offset[v])
      FAIL(ERR_FORMAT, "offset[%lld]: expected %lld or more, found %lld", v + 1LL, (long long)r->offset[v],
           (long long)r->offset[v + 1]);
  const int64_t arcs = r->offset[r->n];
  if ((uint64_t)arcs > GRAPH_ARCS_MAX)
    FAIL(ERR_FORMAT, "offset[%d]: expected at most %llu arcs, found %lld", r->n,
         (unsigned long long)GRAPH_ARCS_MAX, (long long)arcs);
  if (arcs && !r->to) FAIL(ERR_FORMAT, "to: expected %lld vertices, found NULL", (long long)arcs);
  for (int64_t k = 0; k < arcs; k++)
    if (r->to[k] < 0 || r->to[k] >= r->n)
      FAIL(ERR_FORMAT, "to[%lld]: expected a vertex from 0 to %d, found %d", (long long)k, r->n - 1,
           r->to[k]);
  return OK;
}

/* The vertex whose row place k is in. */
static uint32_t row_of(const Rows *r, int64_t k) {
  int32_t first = 0, last = r->n - 1;
  while (first < last) {
    const int32_t middle = first + (last - first + 1) / 2;
    if (r->offset[middle] <= k)
      first = middle;
    else
      last = middle - 1;
  }
  return (uint32_t)first;
}

static bool rows_edge(const void *self, uint64_t k, uint32_t ends[2]) {
  const Rows *const r = self;
  ends[0] = row_of(r, (int64_t)k);
  ends[1] = (uint32_t)r->to[k];
  return true;
}

static Status rows_copy(const Rows *r, int threads, Graph **out) {
  const size_t offsets = ((size_t)r->n + 1) * sizeof(uint64_t),
               heads = (size_t)r->offset[r->n] * sizeof(uint32_t);
  uint64_t *const offset = malloc(offsets);
  uint32_t *const to = malloc(heads + 1);
  if (!offset || !to) {
    free(offset);
    free(to);
    FAIL(ERR_MEMORY, "no memory for %lld arcs", (long long)r->offset[r->n]);
  }
  memcpy(offset, r->offset, offsets);
  if (heads) memcpy(to, r->to, heads);
  return graph_adopt((uint32_t)r->n, true, offset, to, threads, out);
}

Status graph_of_rows(int32_t n, bool directed, const int64_t *offset, const int32_t *to, int threads,
                     Graph **out) {
  const Rows rows = {n, offset, to};
  TRY(rows_check(&rows));
  if (directed) return rows_copy(&rows, threads, out);
  const EdgeSource edges = {rows_edge, &rows, (uint64_t)offset[n], (uint32_t)n, false};
  return graph_build(&edges, threads, out);
}
