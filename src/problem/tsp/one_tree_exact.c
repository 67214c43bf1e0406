/* See one_tree.h: the least 1-tree of all edges, by Boruvka's rounds. In each round every group takes a least edge that leaves it. Edges
 * of the sparse graph are looked at first, so that the search for shorter ones in the k-d tree ends early. Taking
 * them by rising weight, and only where they join two groups, is right also where weights are equal. */
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "one_tree.h"
#include "union_find.h"

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
