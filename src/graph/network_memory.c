/* Networks of arrays: see network.h. */
#include <stdlib.h>
#include <string.h>
#include "network.h"

static Status sizes_check(const NetworkArrays *a) {
  if (a->vertices < 2 || a->vertices > NETWORK_VERTICES_MAX)
    FAIL(ERR_FORMAT, "vertices: expected 2 to %d, found %d", NETWORK_VERTICES_MAX, a->vertices);
  if (a->arcs < 0 || a->arcs > NETWORK_ARCS_MAX)
    FAIL(ERR_FORMAT, "arcs: expected 0 to %d, found %lld", NETWORK_ARCS_MAX, (long long)a->arcs);
  if (a->arcs && (!a->tail || !a->head || !a->capacity))
    FAIL(ERR_FORMAT, "expected tail, head and capacity of %lld arcs, found NULL", (long long)a->arcs);
  if (a->sources < 1 || a->sinks < 1 || !a->source || !a->sink)
    FAIL(ERR_FORMAT, "expected a source and a sink, found %s",
         a->sources < 1 || !a->source ? "no source" : "no sink");
  return OK;
}

static Status vertex_check(const NetworkArrays *a, const char *name, int64_t k, int32_t vertex) {
  if (vertex >= 0 && vertex < a->vertices) return OK;
  FAIL(ERR_FORMAT, "%s[%lld]: expected a vertex from 0 to %d, found %d", name, (long long)k, a->vertices - 1,
       vertex);
}

static Status arcs_check(const NetworkArrays *a) {
  int64_t sum = 0;
  for (int64_t k = 0; k < a->arcs; k++) {
    TRY(vertex_check(a, "tail", k, a->tail[k]));
    TRY(vertex_check(a, "head", k, a->head[k]));
    if (a->capacity[k] < 0 || a->capacity[k] > NETWORK_CAPACITY_MAX - sum)
      FAIL(ERR_FORMAT, "capacity[%lld]: expected 0 or more, of all arcs at most %lld together, found %lld",
           (long long)k, (long long)NETWORK_CAPACITY_MAX, (long long)a->capacity[k]);
    sum += a->capacity[k];
  }
  return OK;
}

static Status terminals_join(const NetworkArrays *a, Network *network) {
  const size_t sources = (size_t)a->sources, sinks = (size_t)a->sinks;
  uint32_t *const vertex = malloc((sources + sinks) * sizeof *vertex);
  if (!vertex) FAIL(ERR_MEMORY, "no memory for %zu terminals", sources + sinks);
  memcpy(vertex, a->source, sources * sizeof *vertex);
  memcpy(vertex + sources, a->sink, sinks * sizeof *vertex);
  const bool shared = terminals_share(vertex, (uint32_t)sources, vertex + sources, (uint32_t)sinks);
  const Status status =
      shared ? status_fail(ERR_FORMAT, "expected a sink that is no source, found one vertex")
             : network_join(network, vertex, (uint32_t)sources, vertex + sources, (uint32_t)sinks);
  free(vertex);
  return status;
}

Status network_of_arrays(const NetworkArrays *a, Network *out) {
  *out = (Network){.vertices = 0};
  TRY(sizes_check(a));
  TRY(arcs_check(a));
  for (int32_t k = 0; k < a->sources; k++) TRY(vertex_check(a, "source", k, a->source[k]));
  for (int32_t k = 0; k < a->sinks; k++) TRY(vertex_check(a, "sink", k, a->sink[k]));
  TRY(network_alloc((uint32_t)a->vertices, (uint64_t)a->arcs, out));
  if (a->arcs) {
    memcpy(out->tail, a->tail, out->arcs * sizeof *out->tail);
    memcpy(out->head, a->head, out->arcs * sizeof *out->head);
    memcpy(out->capacity, a->capacity, out->arcs * sizeof *out->capacity);
  }
  const Status status = terminals_join(a, out);
  if (status != OK) network_free(out);
  return status;
}
