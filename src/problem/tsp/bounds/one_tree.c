/* Minimum 1-trees of a symmetric instance whose cities have prices (Held and Karp 1970): in a sparse graph, and
 * exactly. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "tsp_bounds.h"

/* ---- disjoint sets of nodes ---- */

/* Disjoint sets of nodes (Tarjan 1975), paths halved. up (n) begins as 0..n-1. */

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

/* ---- 1-trees of a sparse graph ---- */

/* The sparse graph, and its least 1-tree. */

enum { NODES_CHECKED = 4096 }; /* nodes between two looks at the clock */
/* A key of the sort: a weight above, the number of an edge below. */
enum { NUMBER_BITS = 26, KEY_BITS = 64 - NUMBER_BITS, DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* One more edge. ERR_MEMORY. */
static Status edge_graph_add(EdgeGraph *graph, int32_t u, int32_t v) {
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

/* ---- 1-trees of all edges ---- */

/* The least 1-tree of all edges, by Boruvka's rounds. In each round every group takes a least edge that leaves it.
 * Edges of the sparse graph are looked at first, so that the search for shorter ones in the k-d tree ends early.
 * Taking them by rising weight, and only where they join two groups, is right also where weights are equal. */

enum { WAYS_CHECKED = 4096 }; /* nodes between two looks at the clock */

typedef struct Exact {
  EdgeGraph *graph;
  const int64_t *price;
  OneTree *tree;
  int32_t groups;
} Exact;

static int64_t edge_weight(const Exact *x, size_t e) {
  return x->graph->length[e] + x->price[x->graph->end[e][0]] + x->price[x->graph->end[e][1]];
}

/* The least edges of the graph that leave each group. */
static void known_look(const Exact *x, size_t known) {
  CityEdge *least = x->tree->least;
  for (int32_t k = 0; k < x->graph->tree->n; k++) least[k] = (CityEdge){INT64_MAX, -1, -1};
  for (size_t e = 0; e < known; e++) {
    const int32_t u = x->graph->end[e][0], v = x->graph->end[e][1];
    const int32_t a = x->tree->up[u], b = x->tree->up[v];
    const int64_t weight = a == b ? INT64_MAX : edge_weight(x, e);
    if (weight < least[a].weight) least[a] = (CityEdge){weight, u, v};
    if (weight < least[b].weight) least[b] = (CityEdge){weight, u, v};
  }
}

/* Shorter ones that the graph lacks; seconds[group] = 1 marks them. */
static Status all_look(const Exact *x) {
  for (int32_t k = 0; k < x->graph->tree->n; k++) {
    const int32_t group = x->tree->up[k];
    if (k % WAYS_CHECKED == 0) TRY(halt_check("the lower bound"));
    if (city_leave(x->graph->tree, x->price, x->tree->up, x->graph->scale, k, &x->tree->least[group]))
      x->tree->second[group] = 1;
  }
  return OK;
}

static int by_weight(const void *a, const void *b) {
  const CityEdge *x = a, *y = b;
  if (x->weight != y->weight) return x->weight < y->weight ? -1 : 1;
  if (x->u != y->u) return x->u < y->u ? -1 : 1;
  return (x->v > y->v) - (x->v < y->v);
}

/* Edges found by groups, to the front of tree->least; those that the graph lacked are put into it. Returns their number, -1: no memory. */
static int32_t edges_collect(Exact *x) {
  CityEdge *least = x->tree->least;
  int32_t count = 0;
  for (int32_t k = 0; k < x->graph->tree->n; k++) {
    if (x->tree->up[k] != k || least[k].u < 0) continue;
    if (x->tree->second[k] && edge_graph_add(x->graph, least[k].u, least[k].v) != OK) return -1;
    least[count++] = least[k];
  }
  qsort(least, (size_t)count, sizeof *least, by_weight);
  return count;
}

static void edges_join(Exact *x, int32_t count) {
  OneTree *tree = x->tree;
  for (int32_t k = 0; k < count; k++) {
    const CityEdge edge = tree->least[k];
    if (!groups_join(tree->up, edge.u, edge.v)) continue;
    tree->weight += edge.weight;
    tree->degree[edge.u]++;
    tree->degree[edge.v]++;
    x->groups--;
  }
  for (int32_t k = 0; k < x->graph->tree->n; k++) tree->up[k] = group_of(tree->up, k);
}

static Status round_do(Exact *x, size_t known) {
  memset(x->tree->second, 0, (size_t)x->graph->tree->n * sizeof *x->tree->second);
  city_groups_set(x->graph->tree, x->price, x->tree->up);
  known_look(x, known);
  TRY(all_look(x));
  const int32_t count = edges_collect(x);
  if (count < 0) return ERR_MEMORY;
  edges_join(x, count);
  return OK;
}

/* ---- the second edge of a leaf ---- */

/* A leaf: any gives a valid bound, and the graph finds one whose second edge weighs much. */
static int32_t leaf_choose(const Exact *x) {
  int64_t *second = x->tree->second;
  int32_t best = -1;
  for (int32_t k = 0; k < x->graph->tree->n; k++) second[k] = x->tree->least[k].weight = INT64_MAX;
  for (size_t e = 0; e < x->graph->edges; e++) {
    const int64_t weight = edge_weight(x, e);
    for (int side = 0; side < 2; side++) {
      const int32_t node = x->graph->end[e][side], far = x->graph->end[e][1 - side];
      CityEdge *first = &x->tree->least[node];
      if (weight < first->weight) {
        if (first->weight < INT64_MAX && first->v != far) second[node] = first->weight;
        *first = (CityEdge){weight, node, far};
      } else if (far != first->v && weight < second[node])
        second[node] = weight;
    }
  }
  for (int32_t k = 0; k < x->graph->tree->n; k++)
    if (x->tree->degree[k] == 1 && (best < 0 || (second[k] < INT64_MAX && second[k] > second[best])))
      best = k;
  return best;
}

/* The second least edge at a node, of all edges. */
static int64_t second_least(const Exact *x, int32_t node) {
  int64_t first = INT64_MAX, second = INT64_MAX;
  for (int32_t k = 0; k < x->graph->tree->n; k++) {
    if (k == node) continue;
    const int64_t weight =
        x->graph->scale * node_distance(x->graph->tree, node, k) + x->price[node] + x->price[k];
    if (weight < first) {
      second = first;
      first = weight;
    } else if (weight < second)
      second = weight;
  }
  return second;
}

Status one_tree_exact(EdgeGraph *graph, const int64_t *price, OneTree *tree) {
  Exact x = {graph, price, tree, graph->tree->n};
  tree->weight = 0;
  for (int32_t k = 0; k < x.groups; k++) {
    tree->up[k] = k;
    tree->degree[k] = 0;
  }
  while (x.groups > 1) TRY(round_do(&x, graph->edges));
  tree->weight += second_least(&x, leaf_choose(&x));
  return OK;
}
