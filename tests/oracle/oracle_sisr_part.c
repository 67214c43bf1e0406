/* See oracle_sisr_part.h. */
#include "oracle_sisr_part.h"

#include <stdlib.h>
#include <string.h>
#include "oracle_routes.h"

static void *made(size_t count, size_t bytes) {
  void *memory = calloc(count + 1, bytes);
  if (!memory) abort();
  return memory;
}

/* ---- the part ---- */

typedef struct Other {
  int64_t apart; /* the square of the distance, if there are coordinates to tell it; with windows as below */
  int32_t customer;
} Other;

static int other_order(const void *a, const void *b) {
  const Other *x = a, *y = b;
  if (x->apart != y->apart) return x->apart < y->apart ? -1 : 1;
  return (x->customer > y->customer) - (x->customer < y->customer);
}

static int64_t apart(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  if (cvrp->matrix) return oracle_route_distance(&cvrp->head, a, b);
  const int64_t dx = (int64_t)cvrp->x[a] - cvrp->x[b], dy = (int64_t)cvrp->y[a] - cvrp->y[b];
  return dx * dx + dy * dy;
}

static double most(double a, double b) { return a > b ? a : b; }

/* In units of a twentieth: the distance, a twentieth of the time to wait, a tenth of the lateness, of a vehicle that goes from a to b at the time
 * of day that suits both best. */
static double follow(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  const double d = (double)oracle_route_distance(&cvrp->head, a, b), there = d + cvrp->service_at[a];
  const double latest = cvrp->due[a] + there, earliest = cvrp->ready[a] + there;
  return 20 * d + most(0, cvrp->ready[b] - latest) + 2 * most(0, earliest - cvrp->due[b]);
}

static int64_t between(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  if (!cvrp_has_windows(cvrp)) return apart(cvrp, a, b);
  return (int64_t)-most(-follow(cvrp, a, b), -follow(cvrp, b, a));
}

/* Of the neighbours in the instance those that are in the part. */
static void near_make(OraclePart *part, int32_t local, const int32_t *local_of, Other *other) {
  const int32_t n = part->cvrp->head.n, c = part->id[local];
  int32_t others = 0, count = 0;
  for (int32_t v = 1; v <= n; v++)
    if (v != c) other[others++] = (Other){between(part->cvrp, c, v), v};
  qsort(other, (size_t)others, sizeof *other, other_order);
  for (int32_t k = 0; k < others && k < part->head->near_width && count < ORACLE_NEAR; k++)
    if (local_of[other[k].customer]) part->near[local * ORACLE_NEAR + count++] = local_of[other[k].customer];
}

static void numbers_make(OraclePart *part, const int32_t *gene, int32_t *local_of) {
  for (int32_t i = 0; i < part->m; i++) local_of[abs(gene[i])] = 1;
  for (int32_t v = 1, local = 0; v <= part->cvrp->head.n; v++)
    if (local_of[v]) {
      local_of[v] = ++local;
      part->id[local] = v;
    }
}

void oracle_part_make(const OracleSisr *head, const int32_t *gene, OraclePart *out) {
  const size_t m = (size_t)head->customers + 1, nodes = (size_t)head->inst->n + 1;
  *out = (OraclePart){head, cvrp_of(head->inst), head->customers, head->routes_most, NULL, NULL, NULL};
  out->id = made(m, sizeof *out->id);
  out->distance = made(m * m, sizeof *out->distance);
  out->near = made(m * ORACLE_NEAR, sizeof *out->near);
  int32_t *local_of = made(nodes, sizeof *local_of);
  Other *other = made(nodes, sizeof *other);
  numbers_make(out, gene, local_of);
  for (size_t a = 0; a < m; a++)
    for (size_t b = 0; b < m; b++)
      out->distance[a * m + b] = oracle_route_distance(head->inst, out->id[a], out->id[b]);
  for (int32_t c = 1; c <= out->m; c++) near_make(out, c, local_of, other);
  free(local_of);
  free(other);
}

void oracle_part_free(OraclePart *part) {
  free(part->id);
  free(part->distance);
  free(part->near);
}

/* ---- solutions ---- */

void oracle_routes_make(const OraclePart *part, OracleRoutes *out) {
  out->size = made((size_t)part->slots, sizeof *out->size);
  out->stop = made((size_t)part->slots * (size_t)part->m, sizeof *out->stop);
}

void oracle_routes_free(OracleRoutes *routes) {
  free(routes->size);
  free(routes->stop);
}

void oracle_routes_copy(const OraclePart *part, const OracleRoutes *from, OracleRoutes *to) {
  for (int32_t slot = 0; slot < part->slots; slot++) {
    to->size[slot] = from->size[slot];
    memcpy(oracle_route(part, to, slot), oracle_route(part, from, slot),
           sizeof *to->stop * (size_t)from->size[slot]);
  }
}

static int32_t local_number(const OraclePart *part, int32_t customer) {
  int32_t local = 1;
  while (part->id[local] != customer) local++;
  return local;
}

void oracle_routes_read(const OraclePart *part, const int32_t *gene, OracleRoutes *out) {
  int32_t slot = -1;
  memset(out->size, 0, sizeof *out->size * (size_t)part->slots);
  for (int32_t i = 0; i < part->m; i++) {
    slot += gene[i] < 0;
    if (slot >= part->slots) abort();
    oracle_route(part, out, slot)[out->size[slot]++] = local_number(part, abs(gene[i]));
  }
}

static int32_t slot_of(const OraclePart *part, const OracleRoutes *routes, int32_t c) {
  for (int32_t slot = 0; slot < part->slots; slot++)
    for (int32_t k = 0; k < routes->size[slot]; k++)
      if (oracle_route(part, routes, slot)[k] == c) return slot;
  abort();
}

void oracle_routes_write(const OraclePart *part, const OracleRoutes *routes, int32_t *gene) {
  uint8_t *written = made((size_t)part->slots, 1);
  int32_t at = 0;
  for (int32_t c = 1; c <= part->m; c++) {
    const int32_t slot = slot_of(part, routes, c);
    for (int32_t k = 0; k < routes->size[slot] && !written[slot]; k++) {
      const int32_t id = part->id[oracle_route(part, routes, slot)[k]];
      gene[at++] = k ? id : -id;
    }
    written[slot] = 1;
  }
  free(written);
}

int32_t oracle_routes_count(const OraclePart *part, const OracleRoutes *routes) {
  int32_t count = 0;
  for (int32_t slot = 0; slot < part->slots; slot++) count += routes->size[slot] > 0;
  return count;
}

static int64_t length_of(const OraclePart *part, const int32_t *stop, int32_t size) {
  int64_t length = 0;
  for (int32_t k = 0; k <= size; k++)
    length += oracle_part_distance(part, k ? stop[k - 1] : 0, k < size ? stop[k] : 0);
  return size ? length : 0;
}

int64_t oracle_routes_cost(const OraclePart *part, const OracleRoutes *routes) {
  int64_t cost = part->cvrp->route_cost * oracle_routes_count(part, routes);
  for (int32_t slot = 0; slot < part->slots; slot++)
    cost += length_of(part, oracle_route(part, routes, slot), routes->size[slot]);
  return cost;
}

static void neighbours_write(const OraclePart *part, const OracleRoutes *routes, int32_t *links) {
  for (int32_t slot = 0; slot < part->slots; slot++) {
    const int32_t *stop = oracle_route(part, routes, slot), size = routes->size[slot];
    for (int32_t k = 0; k < size; k++) {
      links[2 * stop[k]] = k ? stop[k - 1] : 0;
      links[2 * stop[k] + 1] = k + 1 < size ? stop[k + 1] : 0;
    }
  }
}

bool oracle_routes_differ(const OraclePart *part, const OracleRoutes *a, const OracleRoutes *b) {
  const size_t numbers = 2 * (size_t)part->m + 2;
  int32_t *of_a = made(numbers, sizeof *of_a), *of_b = made(numbers, sizeof *of_b);
  neighbours_write(part, a, of_a);
  neighbours_write(part, b, of_b);
  const bool differ = memcmp(of_a, of_b, numbers * sizeof *of_a) != 0;
  free(of_a);
  free(of_b);
  return differ;
}

/* The vehicle leaves as soon as it may, and waits at customers. */
static bool in_time(const OraclePart *part, const int32_t *stop, int32_t size) {
  const CvrpInstance *cvrp = part->cvrp;
  int64_t clock = cvrp->ready[0];
  for (int32_t k = 0; k <= size; k++) {
    const int32_t from = k ? stop[k - 1] : 0, to = k < size ? stop[k] : 0, node = part->id[to];
    clock += cvrp->service_at[part->id[from]] + oracle_part_distance(part, from, to);
    if (clock < cvrp->ready[node]) clock = cvrp->ready[node];
    if (clock > cvrp->due[node]) return false;
  }
  return true;
}

bool oracle_route_keeps(const OraclePart *part, const int32_t *stop, int32_t size) {
  const CvrpInstance *cvrp = part->cvrp;
  int64_t load = 0;
  for (int32_t k = 0; k < size; k++) load += cvrp->demand[part->id[stop[k]]];
  if (load > cvrp->capacity) return false;
  if (cvrp_has_windows(cvrp)) return in_time(part, stop, size);
  const int64_t duration = length_of(part, stop, size) + (int64_t)size * cvrp->service;
  return !size || cvrp->max_duration == INT32_MAX || duration <= cvrp->max_duration;
}
