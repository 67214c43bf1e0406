/* What lower bounds know of distances: usable arcs, and of each customer the nearest ones. */
#include <stdlib.h>
#include "cvrp_bounds.h"
#include "problem/cvrp/cvrp.h"
#include "problem/cvrp/cvrp_distance.h"

/* ---- arcs ---- */

int32_t bound_distance(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  if (cvrp->matrix) return cvrp->matrix[(size_t)a * ((size_t)cvrp->head.n + 1) + (size_t)b];
  return cvrp_plane_distance(cvrp->x[a], cvrp->y[a], cvrp->x[b], cvrp->y[b], cvrp->divisor);
}

/* Service at a begins when its window does, or later. */
static bool follows(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  return (int64_t)cvrp->ready[a] + cvrp->service_at[a] + bound_distance(cvrp, a, b) <= cvrp->due[b];
}

/* An arc between two customers is usable if a vehicle has room for both and, with time windows, one can be served
 * after the other. */
static bool bound_usable(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  if ((int64_t)cvrp->demand[a] + cvrp->demand[b] > cvrp->capacity) return false;
  return !cvrp_has_windows(cvrp) || follows(cvrp, a, b) || follows(cvrp, b, a);
}

/* ---- nearest customers ---- */

/* The tree halves its points by x and y in turn; a part at place p of the heap has its halves at 2p and 2p + 1. */

enum { LEAF = 8 };

/* The nearest so far, a sorted list. */
typedef struct Search {
  const BoundTree *tree;
  int32_t customer, width, count;
  BoundNear *near;
} Search;

static int32_t coordinate(const CvrpInstance *cvrp, int32_t c, bool upright) {
  return upright ? cvrp->y[c] : cvrp->x[c];
}

static bool before(const CvrpInstance *cvrp, bool upright, int32_t a, int32_t b) {
  const int32_t at = coordinate(cvrp, a, upright), bt = coordinate(cvrp, b, upright);
  return at != bt ? at < bt : a < b;
}

/* Hoare's select: point[middle] is as if all were sorted. */
static void halve(const CvrpInstance *cvrp, bool upright, int32_t *point, int32_t count, int32_t middle) {
  int32_t low = 0, high = count - 1;
  while (low < high) {
    const int32_t pivot = point[low + (high - low) / 2];
    int32_t l = low, h = high;
    while (l <= h) {
      while (before(cvrp, upright, point[l], pivot)) l++;
      while (before(cvrp, upright, pivot, point[h])) h--;
      if (l > h) break;
      const int32_t kept = point[l];
      point[l++] = point[h];
      point[h--] = kept;
    }
    if (middle > h && middle < l) return;
    if (middle <= h)
      high = h;
    else
      low = l;
  }
}

static int32_t part_make(BoundTree *tree, int32_t place, bool upright, int32_t first, int32_t count) {
  int32_t lightest = INT32_MAX;
  if (count <= LEAF) {
    for (int32_t k = first; k < first + count; k++)
      if (tree->cvrp->demand[tree->point[k]] < lightest) lightest = tree->cvrp->demand[tree->point[k]];
  } else {
    halve(tree->cvrp, upright, tree->point + first, count, count / 2);
    tree->split[place] = coordinate(tree->cvrp, tree->point[first + count / 2], upright);
    const int32_t a = part_make(tree, 2 * place, !upright, first, count / 2);
    const int32_t b = part_make(tree, 2 * place + 1, !upright, first + count / 2, count - count / 2);
    lightest = a < b ? a : b;
  }
  tree->lightest[place] = lightest;
  return lightest;
}

Status bound_tree_make(const CvrpInstance *cvrp, BoundTree *out) {
  *out = (BoundTree){.cvrp = cvrp};
  if (cvrp->matrix) return OK;
  const int32_t n = cvrp->head.n;
  size_t parts = 2;
  while (parts < (size_t)n) parts *= 2;
  out->point = malloc((size_t)n * sizeof *out->point);
  out->lightest = malloc(parts * sizeof *out->lightest);
  out->split = malloc(parts * sizeof *out->split);
  if (!out->point || !out->lightest || !out->split)
    FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", n);
  for (int32_t k = 0; k < n; k++) out->point[k] = k + 1;
  part_make(out, 1, false, 0, n);
  return OK;
}

void bound_tree_free(BoundTree *tree) {
  free(tree->point);
  free(tree->lightest);
  free(tree->split);
}

static void offer(Search *s, int32_t c, int64_t distance) {
  if (c == s->customer || !bound_usable(s->tree->cvrp, c, s->customer)) return;
  int32_t at = s->count < s->width ? s->count++ : s->width;
  for (; at > 0; at--) {
    const BoundNear other = s->near[at - 1];
    if (other.distance < distance || (other.distance == distance && other.customer < c)) break;
    if (at < s->width) s->near[at] = other;
  }
  if (at < s->width) s->near[at] = (BoundNear){distance, c};
}

static int64_t squared(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  const int64_t dx = (int64_t)cvrp->x[a] - cvrp->x[b], dy = (int64_t)cvrp->y[a] - cvrp->y[b];
  return dx * dx + dy * dy;
}

static void part_search(Search *s, int32_t place, bool upright, int32_t first, int32_t count) {
  const CvrpInstance *cvrp = s->tree->cvrp;
  if ((int64_t)s->tree->lightest[place] + cvrp->demand[s->customer] > cvrp->capacity) return;
  if (count <= LEAF) {
    for (int32_t k = first; k < first + count; k++)
      offer(s, s->tree->point[k], squared(cvrp, s->customer, s->tree->point[k]));
    return;
  }
  const int32_t half = count / 2;
  const int64_t off = (int64_t)coordinate(cvrp, s->customer, upright) - s->tree->split[place];
  for (int turn = 0; turn < 2; turn++) {
    if (turn == 1 && s->count == s->width && s->near[s->width - 1].distance < off * off) return;
    if ((off < 0) == (turn == 0))
      part_search(s, 2 * place, !upright, first, half);
    else
      part_search(s, 2 * place + 1, !upright, first + half, count - half);
  }
}

int32_t bound_nearest(const BoundTree *tree, int32_t c, int32_t width, BoundNear *near) {
  const CvrpInstance *cvrp = tree->cvrp;
  Search s = {tree, c, width, 0, near};
  if (!cvrp->matrix) {
    part_search(&s, 1, false, 0, cvrp->head.n);
    return s.count;
  }
  const int32_t *row = cvrp->matrix + (size_t)c * ((size_t)cvrp->head.n + 1);
  for (int32_t k = 1; k <= cvrp->head.n; k++)
    if (s.count < width || row[k] < near[width - 1].distance) offer(&s, k, row[k]);
  return s.count;
}

/* ---- graph of nearest customers ---- */

/* In the plane real distances keep the triangle inequality, and each of the three is rounded by a half at most: 3/2 in all. Of truncated
 * ones the arc and one of the others lose less than 1: less than 2. What is left is a whole number. */
static int64_t slack_find(const BoundGraph *graph) {
  const CvrpInstance *cvrp = graph->cvrp;
  int64_t slack = cvrp->matrix ? 0 : 1;
  for (int32_t a = 1; cvrp->matrix && a <= graph->n; a++)
    for (int32_t b = 1; b < a; b++) {
      const int64_t lack = llabs((int64_t)graph->home[a] - graph->home[b]) - bound_distance(cvrp, a, b);
      if (lack > slack) slack = lack;
    }
  return slack;
}

/* One more than fits shows whether there is more, and how near. */
static void row_make(BoundGraph *graph, const BoundTree *tree, int32_t c, BoundNear *near) {
  const int32_t found = bound_nearest(tree, c, graph->width + 1, near);
  const size_t row = (size_t)c * (size_t)graph->width;
  const bool all = found <= graph->width;
  graph->count[c] = all ? found : graph->width;
  graph->beyond[c] = all ? INT32_MAX : bound_distance(graph->cvrp, c, near[graph->width].customer);
  for (int32_t k = 0; k < graph->count[c]; k++) {
    graph->near[row + (size_t)k] = near[k].customer;
    graph->arc[row + (size_t)k] = bound_distance(graph->cvrp, c, near[k].customer);
  }
}

static Status rows_make(BoundGraph *graph) {
  BoundTree tree;
  Status status = OK;
  BoundNear *near = malloc(((size_t)graph->width + 1) * sizeof *near);
  TRY_GOTO(bound_tree_make(graph->cvrp, &tree), end);
  if (!near) FAIL_GOTO(end, ERR_MEMORY, "no memory for the lower bound of %d customers", graph->n);
  for (int32_t c = 1; c <= graph->n; c++) row_make(graph, &tree, c, near);
end:
  bound_tree_free(&tree);
  free(near);
  return status;
}

Status bound_graph_make(const CvrpInstance *cvrp, int32_t width, BoundGraph *out) {
  const size_t nodes = (size_t)cvrp->head.n + 1;
  *out = (BoundGraph){.cvrp = cvrp, .n = cvrp->head.n, .width = width};
  out->near = malloc(nodes * (size_t)width * sizeof *out->near);
  out->arc = malloc(nodes * (size_t)width * sizeof *out->arc);
  out->count = calloc(nodes, sizeof *out->count);
  out->beyond = calloc(nodes, sizeof *out->beyond);
  out->home = calloc(nodes, sizeof *out->home);
  if (!out->near || !out->arc || !out->count || !out->beyond || !out->home)
    FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", cvrp->head.n);
  for (int32_t c = 0; c <= out->n; c++) out->home[c] = bound_distance(cvrp, 0, c);
  out->slack = slack_find(out);
  return rows_make(out);
}

void bound_graph_free(BoundGraph *graph) {
  free(graph->near);
  free(graph->arc);
  free(graph->count);
  free(graph->beyond);
  free(graph->home);
}

int64_t bound_two_shortest(const BoundGraph *graph, int32_t c) {
  int64_t first = graph->home[c], second = graph->home[c];
  for (int32_t k = 0; k < graph->count[c] && k < 2; k++) {
    const int32_t arc = graph->arc[(size_t)c * (size_t)graph->width + (size_t)k];
    if (arc < first) {
      second = first;
      first = arc;
    } else if (arc < second)
      second = arc;
  }
  return first + second;
}
