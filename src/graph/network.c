/* Networks in memory: see network.h. */
#include "network.h"

#include <stdlib.h>
#include <string.h>

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

bool terminals_share(uint32_t *sources, uint32_t source_count, uint32_t *sinks, uint32_t sink_count) {
  qsort(sources, source_count, sizeof *sources, vertex_compare);
  qsort(sinks, sink_count, sizeof *sinks, vertex_compare);
  for (uint32_t i = 0, k = 0; i < source_count && k < sink_count;)
    if (sources[i] == sinks[k])
      return true;
    else
      *(sources[i] < sinks[k] ? &i : &k) += 1;
  return false;
}

static Status arcs_grow(Network *network, uint32_t more) {
  const size_t arcs = (size_t)network->arcs + more + 1;
  if (arcs - 1 <= network->room) return OK;
  uint32_t *tail = realloc(network->tail, arcs * sizeof *tail);
  if (tail) network->tail = tail;
  uint32_t *head = realloc(network->head, arcs * sizeof *head);
  if (head) network->head = head;
  int64_t *capacity = realloc(network->capacity, arcs * sizeof *capacity);
  if (capacity) network->capacity = capacity;
  if (!tail || !head || !capacity) FAIL(ERR_MEMORY, "no memory for a network of %zu arcs", arcs);
  network->room = arcs - 1;
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
  TRY(arcs_grow(network, more));
  int64_t *sum = calloc(vertices + 1, sizeof *sum);
  if (!sum) FAIL(ERR_MEMORY, "no memory for %zu vertices", vertices);
  if (source_count > 1) vertices_join(network, sources, source_count, true, sum);
  memset(sum, 0, vertices * sizeof *sum);
  if (sink_count > 1) vertices_join(network, sinks, sink_count, false, sum);
  free(sum);
  return OK;
}
