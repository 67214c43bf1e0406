/* See route_neighbours.h. */
#include "route_neighbours.h"

#include <omp.h>
#include <stdlib.h>
#include "halt.h"
#include "nearest.h"
#include "route_proximity.h"

enum { LEAF = 8, GRAIN = 64 };

/* A box has customers order[first..end); its halves are boxes 2 b + 1 and 2 b + 2, unless it is a leaf. Those of equal coordinates are
 * parted by their numbers, so that many on one place do not all have to be looked at. */
typedef struct Box {
  int32_t first, end;
  int32_t least;                  /* customer */
  int32_t left, right, low, high; /* of the coordinates */
} Box;

typedef struct Tree {
  const RouteData *data;
  int32_t *order; /* (customers) */
  Box *box;
} Tree;

/* What neighbours are ordered by. */
typedef enum Order { BY_DISTANCE, BY_PROXIMITY } Order;

static bool leaf(const Box *box) { return box->end - box->first <= LEAF; }

/* ---- building ---- */

static void box_fit(const Tree *tree, Box *box) {
  const int32_t *x = tree->data->x, *y = tree->data->y, *order = tree->order;
  box->least = order[box->first];
  box->left = box->right = x[order[box->first]];
  box->low = box->high = y[order[box->first]];
  for (int32_t p = box->first + 1; p < box->end; p++) {
    const int32_t here = x[order[p]], there = y[order[p]];
    if (order[p] < box->least) box->least = order[p];
    if (here < box->left) box->left = here;
    if (here > box->right) box->right = here;
    if (there < box->low) box->low = there;
    if (there > box->high) box->high = there;
  }
}

static bool before(const int32_t *coordinate, int32_t a, int32_t b) {
  return coordinate[a] != coordinate[b] ? coordinate[a] < coordinate[b] : a < b;
}

/* So that all before the middle come before those behind it (Hoare's select). */
static void halve(int32_t *order, int32_t count, const int32_t *coordinate) {
  int32_t low = 0, high = count - 1;
  while (low < high) {
    const int32_t pivot = order[low + (high - low) / 2];
    int32_t l = low, h = high;
    while (l <= h) {
      while (before(coordinate, order[l], pivot)) l++;
      while (before(coordinate, pivot, order[h])) h--;
      if (l > h) break;
      const int32_t kept = order[l];
      order[l++] = order[h];
      order[h--] = kept;
    }
    if (count / 2 <= h)
      high = h;
    else if (count / 2 >= l)
      low = l;
    else
      return;
  }
}

static void box_split(Tree *tree, size_t b) {
  Box *box = &tree->box[b];
  box_fit(tree, box);
  if (leaf(box)) return;
  const bool wide = (int64_t)box->right - box->left >= (int64_t)box->high - box->low;
  const int32_t middle = box->first + (box->end - box->first) / 2;
  halve(tree->order + box->first, box->end - box->first, wide ? tree->data->x : tree->data->y);
  tree->box[2 * b + 1] = (Box){.first = box->first, .end = middle};
  tree->box[2 * b + 2] = (Box){.first = middle, .end = box->end};
  box_split(tree, 2 * b + 1);
  box_split(tree, 2 * b + 2);
}

static void tree_free(Tree *tree) {
  free(tree->order);
  free(tree->box);
}

/* Halves of a box differ by one customer at most, so all leaves are on two levels. */
static Status tree_make(const RouteData *data, Tree *out) {
  size_t boxes = 1;
  for (int32_t most = data->customers; most > LEAF; most = most - most / 2) boxes = 2 * boxes + 1;
  Tree tree = {data, malloc((size_t)data->customers * sizeof(int32_t)), malloc(boxes * sizeof(Box))};
  if (!tree.order || !tree.box) {
    tree_free(&tree);
    FAIL(ERR_MEMORY, "out of memory");
  }
  for (int32_t c = 0; c < data->customers; c++) tree.order[c] = c + 1;
  tree.box[0] = (Box){.first = 0, .end = data->customers};
  box_split(&tree, 0);
  *out = tree;
  return OK;
}

/* ---- searching ---- */

static int64_t square_to(const RouteData *data, int32_t a, int32_t b) {
  const int64_t dx = (int64_t)data->x[a] - data->x[b], dy = (int64_t)data->y[a] - data->y[b];
  return dx * dx + dy * dy;
}

/* How near b is to a. */
static int64_t key_of(const RouteData *data, Order order, int32_t a, int32_t b) {
  if (order == BY_PROXIMITY) return route_proximity(data, a, b);
  return data->matrix ? route_distance(data, a, b) : square_to(data, a, b);
}

static int64_t outside(int32_t v, int32_t low, int32_t high) {
  if (v < low) return (int64_t)low - v;
  if (v > high) return (int64_t)v - high;
  return 0;
}

/* No customer of the box is nearer to c. */
static Near nearest_of_box(const RouteData *data, Order order, int32_t c, const Box *box) {
  const int64_t dx = outside(data->x[c], box->left, box->right);
  const int64_t dy = outside(data->y[c], box->low, box->high), square = dx * dx + dy * dy;
  return (Near){order == BY_PROXIMITY ? (int64_t)PROXIMITY_DISTANCE * cvrp_root(square, data->divisor)
                                      : square,
                box->least};
}

static void box_search(const Tree *tree, Order order, size_t b, int32_t c, Nearest *nearest) {
  const Box *box = &tree->box[b];
  if (leaf(box)) {
    for (int32_t p = box->first; p < box->end; p++)
      if (tree->order[p] != c)
        nearest_offer(nearest, (Near){key_of(tree->data, order, c, tree->order[p]), tree->order[p]});
    return;
  }
  const Near one = nearest_of_box(tree->data, order, c, &tree->box[2 * b + 1]);
  const Near two = nearest_of_box(tree->data, order, c, &tree->box[2 * b + 2]);
  const bool swap = nearer(two, one);
  if (nearer(swap ? two : one, nearest->far)) box_search(tree, order, 2 * b + 1 + swap, c, nearest);
  if (nearer(swap ? one : two, nearest->far)) box_search(tree, order, 2 * b + 2 - swap, c, nearest);
}

static void row_search(const RouteData *data, Order order, int32_t c, Nearest *nearest) {
  for (int32_t other = 1; other <= data->customers; other++)
    if (other != c) nearest_offer(nearest, (Near){key_of(data, order, c, other), other});
}

/* The nearest, in the order of their numbers: sorted by insertion with falling gaps (Shell 1959; Ciura's gaps). */
static void take(Nearest *nearest, int32_t *near) {
  static const int32_t gaps[] = {301, 132, 57, 23, 10, 4, 1};
  nearest_cut(nearest);
  for (int32_t k = 0; k < nearest->width; k++) near[k] = nearest->item[k].customer;
  for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
    for (int32_t k = gaps[g]; k < nearest->width; k++) {
      const int32_t customer = near[k];
      int32_t p = k;
      for (; p >= gaps[g] && near[p - gaps[g]] > customer; p -= gaps[g]) near[p] = near[p - gaps[g]];
      near[p] = customer;
    }
}

/* ---- all customers ---- */

/* Where all others are near there is nothing to search. */
static void others_take(int32_t customers, int32_t *near) {
  for (int32_t c = 1; c <= customers; c++)
    for (int32_t k = 0, other = 1; k < customers - 1; other++)
      if (other != c) near[(size_t)c * (size_t)(customers - 1) + (size_t)k++] = other;
}

/* tree NULL: by the matrix. items (threads, 2 width). */
static Status search_all(const RouteData *data, const Tree *tree, Order order, int threads, Near *items,
                         int32_t width, int32_t *near) {
#pragma omp parallel num_threads(threads)
  {
    Nearest nearest = {.item = items + (size_t)omp_get_thread_num() * 2 * (size_t)width, .width = width};
#pragma omp for schedule(dynamic, GRAIN)
    for (int32_t p = 0; p < data->customers; p++) {
      const int32_t c = tree ? tree->order[p] : p + 1;
      if (halt_poll()) continue;
      nearest_begin(&nearest);
      if (tree)
        box_search(tree, order, 0, c, &nearest);
      else
        row_search(data, order, c, &nearest);
      take(&nearest, near + (size_t)c * (size_t)width);
    }
  }
  return halt_after("the search for neighbours");
}

static Status neighbours(const RouteData *data, Order order, int32_t width, int threads, int32_t *near) {
  Near *items = malloc((size_t)threads * 2 * (size_t)width * sizeof *items);
  Tree tree = {data, NULL, NULL};
  Status status = OK;
  if (!items) FAIL_GOTO(cleanup, ERR_MEMORY, "out of memory");
  if (width == data->customers - 1) {
    others_take(data->customers, near);
    goto cleanup;
  }
  if (!data->matrix) TRY_GOTO(tree_make(data, &tree), cleanup);
  status = search_all(data, data->matrix ? NULL : &tree, order, threads, items, width, near);
cleanup:
  tree_free(&tree);
  free(items);
  return status;
}

Status route_neighbours(const RouteData *data, int32_t width, int threads, int32_t *near) {
  return neighbours(data, BY_DISTANCE, width, threads, near);
}

/* ---- nearest first ---- */

/* items (width): room. */
static void row_sort(const RouteData *data, Order order, int32_t c, int32_t width, Near *items,
                     int32_t *row) {
  for (int32_t k = 0; k < width; k++) {
    const Near one = {key_of(data, order, c, row[k]), row[k]};
    int32_t p = k;
    for (; p > 0 && nearer(one, items[p - 1]); p--) items[p] = items[p - 1];
    items[p] = one;
  }
  for (int32_t k = 0; k < width; k++) row[k] = items[k].customer;
}

static Status rows_sort(const RouteData *data, Order order, int32_t width, int32_t *near) {
  Near *items = malloc((size_t)width * sizeof *items + 1);
  if (!items) FAIL(ERR_MEMORY, "no memory for %d neighbours", width);
  for (int32_t c = 1; c <= data->customers; c++)
    row_sort(data, order, c, width, items, near + (size_t)c * (size_t)width);
  free(items);
  return OK;
}

static Status neighbours_sorted(const RouteData *data, Order order, int32_t width, int threads,
                                int32_t *near) {
  if (!width) return OK;
  TRY(neighbours(data, order, width, threads, near));
  return rows_sort(data, order, width, near);
}

Status route_neighbours_nearest(const RouteData *data, int32_t width, int threads, int32_t *near) {
  return neighbours_sorted(data, BY_DISTANCE, width, threads, near);
}

Status route_neighbours_following(const RouteData *data, int32_t width, int threads, int32_t *near) {
  return neighbours_sorted(data, data->ready ? BY_PROXIMITY : BY_DISTANCE, width, threads, near);
}
