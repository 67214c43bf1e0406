/* The tree halves its cities along the longer side of their box. */
#include <math.h>
#include <stdlib.h>
#include "halt.h"
#include "problem/tsp/metric.h"
#include "problem/tsp/tsp.h"
#include "tsp_bounds.h"

enum { LEAF = 8 };

/* ---- the tree ---- */

static bool before(const TspInstance *tsp, int axis, int32_t a, int32_t b) {
  const double *at = axis ? tsp->y : tsp->x;
  return at[a] != at[b] ? at[a] < at[b] : a < b;
}

/* Hoare's select: city[middle] is as if all were sorted. */
static void halve(const TspInstance *tsp, int axis, int32_t *city, int32_t count, int32_t middle) {
  int32_t low = 0, high = count - 1;
  while (low < high) {
    const int32_t pivot = city[low + (high - low) / 2];
    int32_t l = low, h = high;
    while (l <= h) {
      while (before(tsp, axis, city[l], pivot)) l++;
      while (before(tsp, axis, pivot, city[h])) h--;
      if (l > h) break;
      const int32_t kept = city[l];
      city[l++] = city[h];
      city[h--] = kept;
    }
    if (middle > h && middle < l) return;
    if (middle <= h)
      high = h;
    else
      low = l;
  }
}

static CityPart box_of(const TspInstance *tsp, const int32_t *city, int32_t count) {
  CityPart part = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}, .group = -1};
  for (int32_t k = 0; k < count; k++) {
    const double at[2] = {tsp->x[city[k]], tsp->y[city[k]]};
    for (int axis = 0; axis < 2; axis++) {
      part.low[axis] = fmin(part.low[axis], at[axis]);
      part.high[axis] = fmax(part.high[axis], at[axis]);
    }
  }
  return part;
}

static void part_make(CityTree *tree, int32_t place, int32_t first, int32_t count) {
  CityPart *part = &tree->part[place];
  *part = box_of(tree->tsp, tree->city + first, count);
  if (count <= LEAF) return;
  const int axis = part->high[1] - part->low[1] > part->high[0] - part->low[0];
  halve(tree->tsp, axis, tree->city + first, count, count / 2);
  part_make(tree, 2 * place, first, count / 2);
  part_make(tree, 2 * place + 1, first + count / 2, count - count / 2);
}

static size_t parts_of(int32_t n) {
  size_t parts = 2;
  for (int32_t count = n; count > LEAF; count -= count / 2) parts *= 2;
  return parts;
}

static Status tree_fill(CityTree *tree) {
  const TspInstance *tsp = tree->tsp;
  tree->part = malloc(parts_of(tree->n) * sizeof *tree->part);
  for (int axis = 0; axis < 2; axis++) tree->at[axis] = malloc((size_t)tree->n * sizeof *tree->at[axis]);
  if (!tree->part || !tree->at[0] || !tree->at[1])
    FAIL(ERR_MEMORY, "no memory for the lower bound of %d cities", tree->n);
  part_make(tree, 1, 0, tree->n);
  for (int32_t k = 0; k < tree->n; k++) {
    tree->at[0][k] = tsp->x[tree->city[k]];
    tree->at[1][k] = tsp->y[tree->city[k]];
  }
  return OK;
}

static Status table_fill(CityTree *tree) {
  const size_t n = (size_t)tree->n;
  tree->table = tree->tsp->matrix;
  if (tree->table) return OK;
  tree->table = tree->made = malloc(n * n * sizeof *tree->made);
  if (!tree->made) FAIL(ERR_MEMORY, "no memory for the lower bound of %d cities", tree->n);
  metric_table(tree->tsp, tree->made);
  return halt_check("the lower bound");
}

Status city_tree_make(const TspInstance *tsp, CityTree *out) {
  *out = (CityTree){.tsp = tsp, .n = tsp->head.n};
  out->city = malloc((size_t)out->n * sizeof *out->city);
  if (!out->city) FAIL(ERR_MEMORY, "no memory for the lower bound of %d cities", out->n);
  for (int32_t k = 0; k < out->n; k++) out->city[k] = k;
  const bool table = metric_has_matrix(tsp->metric) || metric_is_table(tsp->metric);
  return table ? table_fill(out) : tree_fill(out);
}

void city_tree_free(CityTree *tree) {
  free(tree->city);
  free(tree->at[0]);
  free(tree->at[1]);
  free(tree->part);
  free(tree->made);
  *tree = (CityTree){.n = 0};
}

int32_t node_distance(const CityTree *tree, int32_t u, int32_t v) {
  if (tree->table) return tree->table[(size_t)u * (size_t)tree->n + (size_t)v];
  return metric_distance(tree->tsp->metric, tree->at[0][u], tree->at[1][u], tree->at[0][v], tree->at[1][v]);
}

/* ---- searching ---- */

/* The least distance of a node to any place in the box: distances grow with the differences, also after rounding. */
static int32_t box_distance(const CityTree *tree, const CityPart *part, int32_t node) {
  double near[2];
  for (int axis = 0; axis < 2; axis++)
    near[axis] = fmin(fmax(tree->at[axis][node], part->low[axis]), part->high[axis]);
  return metric_distance(tree->tsp->metric, tree->at[0][node], tree->at[1][node], near[0], near[1]);
}

/* What looks at nodes, and before them at parts with their distances: parts that are `beyond` are left out. */
typedef struct Search {
  const CityTree *tree;
  bool (*beyond)(const struct Search *search, const CityPart *part, int32_t distance);
  void (*look)(struct Search *search, int32_t other);
  int32_t node;
  int32_t width, count, *near; /* of the nearest */
  const int64_t *price;        /* of the cheapest way out, */
  const int32_t *group;        /* else NULL */
  int64_t scale;
  CityEdge *least;
  bool found;
} Search;

static void nodes_search(Search *s, int32_t first, int32_t count) {
  for (int32_t k = first; k < first + count; k++)
    if (k != s->node) s->look(s, k);
}

/* Of a part; -1: nothing in it can be looked for. */
static int32_t part_distance(const Search *s, const CityPart *part) {
  return s->group && part->group == s->group[s->node] ? -1 : box_distance(s->tree, part, s->node);
}

/* The nearer half comes first. */
static void part_search(Search *s, int32_t place, int32_t distance, int32_t first, int32_t count) {
  if (distance < 0 || s->beyond(s, &s->tree->part[place], distance)) return;
  if (count <= LEAF) {
    nodes_search(s, first, count);
    return;
  }
  const int32_t half = count / 2, left = part_distance(s, &s->tree->part[2 * place]),
                right = part_distance(s, &s->tree->part[2 * place + 1]);
  if (right < left) part_search(s, 2 * place + 1, right, first + half, count - half);
  part_search(s, 2 * place, left, first, half);
  if (right >= left) part_search(s, 2 * place + 1, right, first + half, count - half);
}

static void all_search(Search *s) {
  if (s->tree->part)
    part_search(s, 1, part_distance(s, &s->tree->part[1]), 0, s->tree->n);
  else
    nodes_search(s, 0, s->tree->n);
}

/* ---- the nearest ---- */

static bool nearer(const Search *s, int32_t a, int32_t b) {
  return node_distance(s->tree, s->node, a) < node_distance(s->tree, s->node, b);
}

static bool beyond_nearest(const Search *s, const CityPart *part, int32_t distance) {
  (void)part;
  return s->count == s->width && distance >= node_distance(s->tree, s->node, s->near[s->count - 1]);
}

static void look_nearest(Search *s, int32_t other) {
  if (s->count == s->width && !nearer(s, other, s->near[s->count - 1])) return;
  int32_t place = s->count < s->width ? s->count++ : s->count - 1;
  for (; place > 0 && nearer(s, other, s->near[place - 1]); place--) s->near[place] = s->near[place - 1];
  s->near[place] = other;
}

int32_t city_nearest(const CityTree *tree, int32_t node, int32_t width, int32_t *near) {
  Search s = {.tree = tree,
              .beyond = beyond_nearest,
              .look = look_nearest,
              .node = node,
              .width = width,
              .near = near};
  all_search(&s);
  return s.count;
}

/* ---- the cheapest way out ---- */

static void part_groups_set(CityTree *tree, const int64_t *price, const int32_t *group, int32_t place,
                            int32_t first, int32_t count) {
  CityPart *part = &tree->part[place];
  part->cheapest = INT64_MAX;
  part->group = group[first];
  for (int32_t k = first; count <= LEAF && k < first + count; k++) {
    if (price[k] < part->cheapest) part->cheapest = price[k];
    if (group[k] != part->group) part->group = -1;
  }
  if (count <= LEAF) return;
  part_groups_set(tree, price, group, 2 * place, first, count / 2);
  part_groups_set(tree, price, group, 2 * place + 1, first + count / 2, count - count / 2);
  const CityPart *a = &tree->part[2 * place], *b = a + 1;
  part->cheapest = a->cheapest < b->cheapest ? a->cheapest : b->cheapest;
  part->group = a->group == b->group ? a->group : -1;
}

void city_groups_set(CityTree *tree, const int64_t *price, const int32_t *group) {
  if (tree->part) part_groups_set(tree, price, group, 1, 0, tree->n);
}

static bool beyond_least(const Search *s, const CityPart *part, int32_t distance) {
  return s->price[s->node] + part->cheapest + s->scale * distance >= s->least->weight;
}

static void look_leave(Search *s, int32_t other) {
  if (s->group[other] == s->group[s->node]) return;
  const int64_t weight =
      s->scale * node_distance(s->tree, s->node, other) + s->price[s->node] + s->price[other];
  if (weight >= s->least->weight) return;
  *s->least = (CityEdge){weight, s->node, other};
  s->found = true;
}

bool city_leave(const CityTree *tree, const int64_t *price, const int32_t *group, int64_t scale, int32_t node,
                CityEdge *least) {
  Search s = {.tree = tree,
              .beyond = beyond_least,
              .look = look_leave,
              .node = node,
              .price = price,
              .group = group,
              .scale = scale,
              .least = least};
  all_search(&s);
  return s.found;
}
