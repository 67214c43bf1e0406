/* See network.h. */
#include "network.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "network_read.h"
#include "status.h"

/* ---- networks ---- */

void network_free(Network *network) {
  free(network->tail);
  free(network->head);
  free(network->capacity);
  *network = (Network){.vertices = 0};
}

Status network_alloc(uint32_t vertices, uint64_t arcs, Network *out) {
  *out = (Network){.vertices = vertices, .arcs = (uint32_t)arcs, .room = arcs};
  out->tail = malloc((arcs + 1) * sizeof *out->tail);
  out->head = malloc((arcs + 1) * sizeof *out->head);
  out->capacity = malloc((arcs + 1) * sizeof *out->capacity);
  if (out->tail && out->head && out->capacity) return OK;
  network_free(out);
  FAIL(ERR_MEMORY, "no memory for a network of %llu arcs", (unsigned long long)arcs);
}

/* ---- several sources, several sinks ---- */

static int vertex_compare(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

bool network_terminals_share(uint32_t *sources, uint32_t source_count, uint32_t *sinks, uint32_t sink_count) {
  qsort(sources, source_count, sizeof *sources, vertex_compare);
  qsort(sinks, sink_count, sizeof *sinks, vertex_compare);
  for (uint32_t i = 0, k = 0; i < source_count && k < sink_count;)
    if (sources[i] == sinks[k])
      return true;
    else
      *(sources[i] < sinks[k] ? &i : &k) += 1;
  return false;
}

Status network_grow(Network *network, uint64_t room) {
  const size_t arcs = (size_t)room + 1;
  if (room <= network->room) return OK;
  uint32_t *tail = realloc(network->tail, arcs * sizeof *tail);
  if (tail) network->tail = tail;
  uint32_t *head = realloc(network->head, arcs * sizeof *head);
  if (head) network->head = head;
  int64_t *capacity = realloc(network->capacity, arcs * sizeof *capacity);
  if (capacity) network->capacity = capacity;
  if (!tail || !head || !capacity) FAIL(ERR_MEMORY, "no memory for a network of %zu arcs", arcs);
  network->room = room;
  return OK;
}

/* Joins `count` vertices to a new one, `from` it or to it. Their arcs in that direction are summed up in `sum` (vertices, zeroed). */
static void vertices_join(Network *network, const uint32_t *vertex, uint32_t count, bool from, int64_t *sum) {
  const uint32_t *const end = from ? network->tail : network->head;
  for (uint32_t a = 0; a < network->arcs - network->own_arcs; a++) sum[end[a]] += network->capacity[a];
  for (uint32_t k = 0; k < count; k++, network->arcs++, network->own_arcs++) {
    network->tail[network->arcs] = from ? network->vertices : vertex[k];
    network->head[network->arcs] = from ? vertex[k] : network->vertices;
    network->capacity[network->arcs] = sum[vertex[k]];
  }
  *(from ? &network->source : &network->sink) = network->vertices++;
  network->own_vertices++;
}

Status network_join(Network *network, const uint32_t *sources, uint32_t source_count, const uint32_t *sinks,
                    uint32_t sink_count) {
  const size_t vertices = network->vertices;
  const uint32_t more = (source_count > 1 ? source_count : 0) + (sink_count > 1 ? sink_count : 0);
  network->source = sources[0];
  network->sink = sinks[0];
  if (!more) return OK;
  TRY(network_grow(network, (uint64_t)network->arcs + more));
  int64_t *sum = calloc(vertices + 1, sizeof *sum);
  if (!sum) FAIL(ERR_MEMORY, "no memory for %zu vertices", vertices);
  if (source_count > 1) vertices_join(network, sources, source_count, true, sum);
  memset(sum, 0, vertices * sizeof *sum);
  if (sink_count > 1) vertices_join(network, sinks, sink_count, false, sum);
  free(sum);
  return OK;
}

/* ---- arrays ---- */

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
  const bool shared = network_terminals_share(vertex, (uint32_t)sources, vertex + sources, (uint32_t)sinks);
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
