/* See one_tree.h: the sparse graph, and its least 1-tree. */
#include "one_tree.h"

#include <stdlib.h>
#include "halt.h"
#include "union_find.h"

enum { NODES_CHECKED = 4096 }; /* nodes between two looks at the clock */
/* A key of the sort: a weight above, the number of an edge below. */
enum { NUMBER_BITS = 26, KEY_BITS = 64 - NUMBER_BITS, DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

Status edge_graph_add(EdgeGraph *graph, int32_t u, int32_t v) {
  if (graph->edges == graph->room) {
    const size_t room = 2 * graph->room + 1024;
    int32_t(*end)[2] = realloc(graph->end, room * sizeof *end);
    if (end) graph->end = end;
    int64_t *length = end ? realloc(graph->length, room * sizeof *length) : NULL;
    if (!length) FAIL(ERR_MEMORY, "no memory for the lower bound of %d cities", graph->tree->n);
    graph->length = length;
    graph->room = room;
  }
  graph->end[graph->edges][0] = u;
  graph->end[graph->edges][1] = v;
  graph->length[graph->edges++] = graph->scale * node_distance(graph->tree, u, v);
  return OK;
}

/* Every node's nearest, (n, width); -1 where there are fewer. */
static Status near_find(const CityTree *tree, int32_t width, int32_t *near) {
  for (int32_t k = 0; k < tree->n; k++) {
    int32_t *row = near + (size_t)k * (size_t)width;
    if (k % NODES_CHECKED == 0) TRY(halt_check("the lower bound"));
    for (int32_t w = city_nearest(tree, k, width, row); w < width; w++) row[w] = -1;
  }
  return OK;
}

static bool is_near(const int32_t *near, int32_t width, int32_t node, int32_t other) {
  for (int32_t w = 0; w < width; w++)
    if (near[(size_t)node * (size_t)width + (size_t)w] == other) return true;
  return false;
}

/* An edge that both of its ends have is added once, by the smaller one. */
static Status near_add(EdgeGraph *graph, int32_t width, const int32_t *near) {
  for (int32_t k = 0; k < graph->tree->n; k++)
    for (int32_t w = 0; w < width; w++) {
      const int32_t other = near[(size_t)k * (size_t)width + (size_t)w];
      if (other >= 0 && (k < other || !is_near(near, width, other, k))) TRY(edge_graph_add(graph, k, other));
    }
  return OK;
}

Status edge_graph_make(CityTree *tree, int64_t scale, int32_t width, EdgeGraph *out) {
  *out = (EdgeGraph){.tree = tree, .scale = scale};
  int32_t *near = malloc((size_t)tree->n * (size_t)width * sizeof *near);
  if (!near) FAIL(ERR_MEMORY, "no memory for the lower bound of %d cities", tree->n);
  Status status = near_find(tree, width, near);
  if (status == OK) status = near_add(out, width, near);
  free(near);
  return status;
}

void edge_graph_scale(EdgeGraph *graph, int64_t scale) {
  for (size_t e = 0; e < graph->edges; e++) graph->length[e] *= scale / graph->scale;
  graph->scale = scale;
}

void edge_graph_free(EdgeGraph *graph) {
  free(graph->end);
  free(graph->length);
  *graph = (EdgeGraph){.edges = 0};
}

Status one_tree_make(int32_t n, OneTree *out) {
  const size_t nodes = (size_t)n;
  *out = (OneTree){.degree = malloc(nodes * sizeof *out->degree),
                   .up = malloc(nodes * sizeof *out->up),
                   .second = malloc(nodes * sizeof *out->second),
                   .least = malloc(nodes * sizeof *out->least)};
  if (!out->degree || !out->up || !out->second || !out->least)
    FAIL(ERR_MEMORY, "no memory for the lower bound of %d cities", n);
  return OK;
}

void one_tree_free(OneTree *tree) {
  free(tree->degree);
  free(tree->up);
  free(tree->second);
  free(tree->least);
  free(tree->key);
  free(tree->other);
  *tree = (OneTree){.weight = 0};
}

/* ---- sorting ---- */

static Status keys_room(const EdgeGraph *graph, OneTree *tree) {
  if (tree->room >= graph->edges) return OK;
  free(tree->key);
  free(tree->other);
  tree->room = graph->room;
  tree->key = malloc(tree->room * sizeof *tree->key);
  tree->other = malloc(tree->room * sizeof *tree->other);
  if (tree->key && tree->other) return OK;
  tree->room = 0;
  FAIL(ERR_MEMORY, "no memory for the lower bound of %d cities", graph->tree->n);
}

static int64_t weight_of(const EdgeGraph *graph, const int64_t *price, size_t e) {
  return graph->length[e] + price[graph->end[e][0]] + price[graph->end[e][1]];
}

/* The keys, in the order of the edges; returns the bits of the largest weight. Weights beyond KEY_BITS are taken coarser: the tree is then
 * not quite the least, which ascent can bear. */
static int keys_fill(const EdgeGraph *graph, const int64_t *price, OneTree *tree) {
  int64_t least = INT64_MAX, most = INT64_MIN;
  int bits = 1;
  for (size_t e = 0; e < graph->edges; e++) {
    const int64_t weight = weight_of(graph, price, e);
    least = weight < least ? weight : least;
    most = weight > most ? weight : most;
    tree->other[e] = (uint64_t)weight;
  }
  while (bits < 63 && (most - least) >> bits) bits++;
  const int coarser = bits > KEY_BITS ? bits - KEY_BITS : 0;
  for (size_t e = 0; e < graph->edges; e++)
    tree->key[e] = (tree->other[e] - (uint64_t)least) >> coarser << NUMBER_BITS | e;
  return bits - coarser;
}

static void digit_sort(const uint64_t *from, uint64_t *to, size_t count, int shift) {
  size_t start[DIGITS] = {0}, sum = 0;
  for (size_t k = 0; k < count; k++) start[from[k] >> shift & (DIGITS - 1)]++;
  for (int d = 0; d < DIGITS; d++) {
    const size_t here = start[d];
    start[d] = sum;
    sum += here;
  }
  for (size_t k = 0; k < count; k++) to[start[from[k] >> shift & (DIGITS - 1)]++] = from[k];
}

/* Radix sort by weights, into tree->key. */
static void keys_sort(OneTree *tree, size_t count, int bits) {
  for (int done = 0; done < bits; done += DIGIT_BITS) {
    digit_sort(tree->key, tree->other, count, NUMBER_BITS + done);
    uint64_t *sorted = tree->other;
    tree->other = tree->key;
    tree->key = sorted;
  }
}

/* ---- the 1-tree ---- */

/* Kruskal over the sorted edges; edges of the tree lose their keys (UINT64_MAX). */
static void tree_span(const EdgeGraph *graph, const int64_t *price, OneTree *tree) {
  int32_t left = graph->tree->n - 1;
  tree->weight = 0;
  for (int32_t k = 0; k < graph->tree->n; k++) {
    tree->up[k] = k;
    tree->degree[k] = 0;
  }
  for (size_t k = 0; k < graph->edges && left > 0; k++) {
    const size_t e = tree->key[k] & ((1u << NUMBER_BITS) - 1);
    const int32_t u = graph->end[e][0], v = graph->end[e][1];
    if (!groups_join(tree->up, u, v)) continue;
    tree->weight += weight_of(graph, price, e);
    tree->degree[u]++;
    tree->degree[v]++;
    left--;
    tree->key[k] = UINT64_MAX;
  }
}

/* Of each leaf the least edge that is not in the tree; the one of most weight joins. */
static void leaf_join(const EdgeGraph *graph, const int64_t *price, OneTree *tree) {
  int32_t best = -1;
  for (int32_t k = 0; k < graph->tree->n; k++) tree->second[k] = -1;
  for (size_t k = 0; k < graph->edges; k++) {
    if (tree->key[k] == UINT64_MAX) continue;
    const size_t e = tree->key[k] & ((1u << NUMBER_BITS) - 1);
    for (int side = 0; side < 2; side++) {
      const int32_t node = graph->end[e][side];
      if (tree->degree[node] == 1 && tree->second[node] < 0) tree->second[node] = (int64_t)e;
    }
  }
  for (int32_t k = 0; k < graph->tree->n; k++)
    if (tree->second[k] >= 0 && (best < 0 || weight_of(graph, price, (size_t)tree->second[k]) >
                                                 weight_of(graph, price, (size_t)tree->second[best])))
      best = k;
  if (best < 0) return;
  const size_t e = (size_t)tree->second[best];
  tree->weight += weight_of(graph, price, e);
  tree->degree[graph->end[e][0]]++;
  tree->degree[graph->end[e][1]]++;
}

Status one_tree_find(const EdgeGraph *graph, const int64_t *price, OneTree *tree) {
  if ((graph->edges + 1) >> NUMBER_BITS)
    FAIL(ERR_MEMORY, "no lower bound of %d cities: too many", graph->tree->n);
  TRY(keys_room(graph, tree));
  keys_sort(tree, graph->edges, keys_fill(graph, price, tree));
  tree_span(graph, price, tree);
  leaf_join(graph, price, tree);
  return OK;
}
