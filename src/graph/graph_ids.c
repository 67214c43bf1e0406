/* The names that vertices have in their file: see graph.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "graph.h"

void graph_ids_free(GraphIds *ids) {
  free(ids->id);
  free(ids->names);
  *ids = (GraphIds){.id = NULL};
}

const char *graph_vertex_name(const Graph *g, uint32_t v, size_t *bytes) {
  *bytes = (size_t)(g->ids.id[v + 1ull] - g->ids.id[v]);
  return g->ids.names + g->ids.id[v];
}

void graph_vertex_text(const Graph *g, uint32_t v, char text[GRAPH_VERTEX_TEXT_MAX]) {
  enum { SHOWN = 60 };
  size_t bytes;
  if (!g->ids.id) {
    snprintf(text, GRAPH_VERTEX_TEXT_MAX, "%u", v + g->first);
  } else if (!g->ids.names) {
    snprintf(text, GRAPH_VERTEX_TEXT_MAX, "%llu", (unsigned long long)g->ids.id[v]);
  } else {
    const char *const name = graph_vertex_name(g, v, &bytes);
    snprintf(text, GRAPH_VERTEX_TEXT_MAX, "'%.*s'", (int)(bytes < SHOWN ? bytes : SHOWN), name);
  }
}

bool graph_number_read(const char *text, size_t bytes, uint64_t *out) {
  uint64_t sum = 0;
  for (size_t k = 0; k < bytes; k++) {
    const unsigned digit = (unsigned)(text[k] - '0');
    if (digit > 9 || __builtin_mul_overflow(sum, 10, &sum) || __builtin_add_overflow(sum, digit, &sum))
      return false;
  }
  *out = sum;
  return bytes > 0;
}

/* Below, equal or above 0: where vertex v stands to that number, or to that name. */
static int vertex_order(const Graph *g, uint32_t v, uint64_t number, const char *text, size_t bytes) {
  size_t length;
  if (!g->ids.names) return (g->ids.id[v] > number) - (g->ids.id[v] < number);
  const char *const name = graph_vertex_name(g, v, &length);
  const int order = memcmp(name, text, length < bytes ? length : bytes);
  return order ? order : (length > bytes) - (length < bytes);
}

bool graph_vertex_find(const Graph *g, const char *text, size_t bytes, uint32_t *out) {
  uint32_t low = 0, high = g->n;
  uint64_t number = 0;
  if (!g->ids.names && !graph_number_read(text, bytes, &number)) return false;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const int order = vertex_order(g, middle, number, text, bytes);
    if (order == 0) {
      *out = middle;
      return true;
    }
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}
