/* See oracle_savings.h. */
#include "oracle_savings.h"

#include <stdlib.h>
#include <string.h>
#include "oracle_routes.h"
#include "problem/cvrp/cvrp.h"

typedef struct Pair {
  int64_t value;
  int32_t a, b;
} Pair;

static int rising(const void *left, const void *right) {
  const Pair *p = left, *q = right;
  if (p->value != q->value) return p->value < q->value ? -1 : 1;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  return (p->b > q->b) - (p->b < q->b);
}

bool *oracle_near(const Instance *inst, int32_t width) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  const size_t nodes = (size_t)inst->n + 1;
  bool *near = calloc(nodes * nodes, sizeof *near);
  Pair *all = malloc(nodes * sizeof *all);
  for (int32_t a = 1; a <= inst->n; a++) {
    int32_t count = 0;
    for (int32_t b = 1; b <= inst->n; b++) {
      const int64_t dx = cvrp->matrix ? 0 : (int64_t)cvrp->x[a] - cvrp->x[b],
                    dy = cvrp->matrix ? 0 : (int64_t)cvrp->y[a] - cvrp->y[b];
      const int64_t measure = cvrp->matrix ? cvrp->matrix[(size_t)a * nodes + (size_t)b] : dx * dx + dy * dy;
      if (b != a) all[count++] = (Pair){measure, b, 0};
    }
    qsort(all, (size_t)count, sizeof *all, rising);
    for (int32_t k = 0; k < width && k < count; k++) near[(size_t)a * nodes + (size_t)all[k].a] = true;
  }
  free(all);
  return near;
}

/* All savings that are not negative, the largest first. */
static Pair *naive_savings(const Instance *inst, int32_t width, size_t *count) {
  const size_t nodes = (size_t)inst->n + 1;
  bool *near = oracle_near(inst, width);
  Pair *all = malloc(nodes * nodes * sizeof *all);
  *count = 0;
  for (int32_t a = 1; a <= inst->n; a++)
    for (int32_t b = a + 1; b <= inst->n; b++) {
      const int64_t saved = oracle_route_distance(inst, 0, a) + oracle_route_distance(inst, 0, b) -
                            oracle_route_distance(inst, a, b);
      if (saved >= 0 && (near[(size_t)a * nodes + (size_t)b] || near[(size_t)b * nodes + (size_t)a]))
        all[(*count)++] = (Pair){-saved, a, b};
    }
  qsort(all, *count, sizeof *all, rising);
  free(near);
  return all;
}

/* Routes are arrays; joining copies them. */
typedef struct NaiveRoute {
  int32_t count, *customer;
} NaiveRoute;

static bool naive_keeps(const Instance *inst, const NaiveRoute *route) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  int64_t load = 0, duration = oracle_route_distance(inst, 0, route->customer[0]);
  for (int32_t k = 0; k < route->count; k++) {
    load += cvrp->demand[route->customer[k]];
    duration += cvrp->service + oracle_route_distance(inst, route->customer[k],
                                                      k + 1 < route->count ? route->customer[k + 1] : 0);
  }
  return load <= cvrp->capacity && (cvrp->max_duration == INT32_MAX || duration <= cvrp->max_duration);
}

static void turn_around(NaiveRoute *route) {
  for (int32_t k = 0, l = route->count - 1; k < l; k++, l--) {
    const int32_t kept = route->customer[k];
    route->customer[k] = route->customer[l];
    route->customer[l] = kept;
  }
}

/* left ends in a and right begins with b: one route in left, unless it breaks a limit. */
static void naive_join(const Instance *inst, NaiveRoute *left, NaiveRoute *right, int32_t a, int32_t b) {
  if (left->customer[left->count - 1] != a) turn_around(left);
  if (right->customer[0] != b) turn_around(right);
  if (left->customer[left->count - 1] != a || right->customer[0] != b) return;
  NaiveRoute both = {left->count + right->count, malloc((size_t)inst->n * sizeof(int32_t))};
  memcpy(both.customer, left->customer, (size_t)left->count * sizeof(int32_t));
  memcpy(both.customer + left->count, right->customer, (size_t)right->count * sizeof(int32_t));
  if (naive_keeps(inst, &both)) {
    memcpy(left->customer, both.customer, (size_t)both.count * sizeof(int32_t));
    left->count = both.count;
    right->count = 0;
  }
  free(both.customer);
}

static int32_t route_with(const Instance *inst, const NaiveRoute *route, int32_t c) {
  for (int32_t r = 0; r < inst->n; r++)
    for (int32_t k = 0; k < route[r].count; k++)
      if (route[r].customer[k] == c) return r;
  return -1;
}

void oracle_savings(const Instance *inst, int32_t width, int32_t *gene) {
  NaiveRoute *route = malloc((size_t)inst->n * sizeof *route);
  size_t count;
  Pair *saving = naive_savings(inst, width, &count);
  for (int32_t r = 0; r < inst->n; r++) {
    route[r] = (NaiveRoute){1, malloc((size_t)inst->n * sizeof(int32_t))};
    route[r].customer[0] = r + 1;
  }
  for (size_t k = 0; k < count; k++) {
    const int32_t r = route_with(inst, route, saving[k].a), s = route_with(inst, route, saving[k].b);
    if (r != s) naive_join(inst, &route[r], &route[s], saving[k].a, saving[k].b);
  }
  for (int32_t c = 1; c <= inst->n; c++) {
    NaiveRoute *one = &route[route_with(inst, route, c)];
    if (one->customer[0] > one->customer[one->count - 1]) turn_around(one);
    if (one->customer[0] != c) continue;
    for (int32_t k = 0; k < one->count; k++) *gene++ = k ? one->customer[k] : -one->customer[k];
  }
  for (int32_t r = 0; r < inst->n; r++) free(route[r].customer);
  free(route);
  free(saving);
}
