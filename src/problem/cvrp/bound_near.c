/* See bound_near.h. The tree halves its points by x and y in turn; a part at place p of the heap has its halves at 2p and 2p + 1. */
#include "bound_near.h"

#include <stdlib.h>
#include "bound_arc.h"

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
