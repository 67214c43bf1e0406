/* The judge: see cvrp.h. Distances by integer square roots, one pair at a time and without a line in common with cvrp_distance.h,
 * whose mistakes it has to find. */
#include <stdlib.h>
#include "cost.h"
#include "cvrp.h"

typedef unsigned __int128 Wide;

/* The largest r with r * r <= s, bit by bit. */
static Wide root_floor(Wide s) {
  Wide root = 0, bit = 1;
  while (bit <= s / 4) bit *= 4;
  for (; bit > 0; bit /= 4) {
    const bool in = s >= root + bit;
    if (in) s -= root + bit;
    root = root / 2 + (in ? bit : 0);
  }
  return root;
}

/* sqrt(s) / q to the nearest integer, halves up: the floor of (sqrt(4 s) / q + 1) / 2. The floors of 4 s / q^2 and of its root
 * change nothing, because no integer lies between them and what they stand for. */
static int64_t root_nearest(Wide s, int64_t q) {
  const Wide square = (Wide)q * (Wide)q;
  return (int64_t)((root_floor(4 * s / square) + 1) / 2);
}

/* The largest integer not above sqrt(s) / q. */
static int64_t root_truncated(Wide s, int64_t q) { return (int64_t)root_floor(s / ((Wide)q * (Wide)q)); }

static int64_t edge(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  if (cvrp->matrix) return cvrp->matrix[(size_t)a * ((size_t)cvrp->head.n + 1) + (size_t)b];
  const __int128 dx = (__int128)cvrp->x[a] - cvrp->x[b], dy = (__int128)cvrp->y[a] - cvrp->y[b];
  const Wide square = (Wide)(dx * dx + dy * dy);
  return cvrp->divisor < 0 ? root_truncated(square, -(int64_t)cvrp->divisor)
                           : root_nearest(square, cvrp->divisor);
}

static int64_t customer_of(int32_t gene) { return gene < 0 ? -(int64_t)gene : gene; }

/* A bit a customer in visits[]: n visits in range, none twice, so none is missing. */
static Status check_visits(int32_t n, const int32_t *gene, uint8_t *visits) {
  if (gene[0] >= 0) FAIL(ERR_FORMAT, "expected a route that begins with the first customer, found none");
  for (int32_t k = 0; k < n; k++) {
    const int64_t customer = customer_of(gene[k]);
    if (customer < 1 || customer > n)
      FAIL(ERR_FORMAT, "expected customers from 1 to %d, found %lld", n, (long long)customer);
    if (visits[customer / 8] >> customer % 8 & 1)
      FAIL(ERR_FORMAT, "customer %lld is visited twice", (long long)customer);
    visits[customer / 8] |= (uint8_t)(1 << customer % 8);
  }
  return OK;
}

/* What a route carries, and how long it takes. */
static Status check_route(const CvrpInstance *cvrp, int32_t route, int64_t load, int64_t duration) {
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX];
  if (load > cvrp->capacity)
    FAIL(ERR_FORMAT, "route %d: load %s over capacity %s", route, cost_text(load, cvrp->load_decimals, found),
         cost_text(cvrp->capacity, cvrp->load_decimals, limit));
  if (cvrp->max_duration == INT32_MAX || duration <= cvrp->max_duration) return OK;
  FAIL(ERR_FORMAT, "route %d: duration %s over %s", route, cost_text(duration, cvrp->head.decimals, found),
       cost_text(cvrp->max_duration, cvrp->head.decimals, limit));
}

/* Follows the clock through the customers gene[0..count) of a route that leaves as early as it may; *back: when it returns. */
static Status check_windows(const CvrpInstance *cvrp, const int32_t *gene, int32_t count, int32_t route,
                            int64_t *back) {
  const int32_t decimals = cvrp->head.decimals;
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX];
  int64_t clock = cvrp->ready[0];
  int32_t before = 0;
  for (int32_t k = 0; k < count; k++) {
    const int32_t customer = (int32_t)customer_of(gene[k]);
    clock += edge(cvrp, before, customer);
    if (clock < cvrp->ready[customer]) clock = cvrp->ready[customer];
    if (clock > cvrp->due[customer])
      FAIL(ERR_FORMAT, "route %d: customer %d served from %s, due %s", route, customer,
           cost_text(clock, decimals, found), cost_text(cvrp->due[customer], decimals, limit));
    clock += cvrp->service_at[customer];
    before = customer;
  }
  *back = clock + edge(cvrp, before, 0);
  if (*back <= cvrp->due[0]) return OK;
  FAIL(ERR_FORMAT, "route %d: back at the depot at %s, due %s", route, cost_text(*back, decimals, found),
       cost_text(cvrp->due[0], decimals, limit));
}

/* When a route that is back at `back` may leave at the latest: what it waits for at its first customers it need not wait for. */
static int64_t latest_departure(const CvrpInstance *cvrp, const int32_t *gene, int32_t count, int64_t back) {
  int64_t clock = back;
  int32_t after = 0;
  for (int32_t k = count - 1; k >= 0; k--) {
    const int32_t customer = (int32_t)customer_of(gene[k]);
    clock -= edge(cvrp, customer, after) + cvrp->service_at[customer];
    if (clock > cvrp->due[customer]) clock = cvrp->due[customer];
    after = customer;
  }
  return clock - edge(cvrp, 0, after);
}

/* One route, from gene[*at] on, which moves behind it. */
static Status judge_route(const CvrpInstance *cvrp, const int32_t *gene, int32_t *at, int32_t route,
                          int64_t *cost) {
  const int32_t *first = gene + *at;
  int64_t length = 0, load = 0, back = 0;
  int32_t before = 0, customers = 0;
  do {
    const int32_t customer = (int32_t)customer_of(gene[*at]);
    length += edge(cvrp, before, customer);
    load += cvrp->demand[customer];
    customers++;
    before = customer;
    ++*at;
  } while (*at < cvrp->head.n && gene[*at] > 0);
  length += edge(cvrp, before, 0);
  *cost += length;
  if (!cvrp->with_windows) return check_route(cvrp, route, load, length + (int64_t)customers * cvrp->service);
  TRY(check_windows(cvrp, first, customers, route, &back));
  return check_route(cvrp, route, load, back - latest_departure(cvrp, first, customers, back));
}

static Status check_fleet(const CvrpInstance *cvrp, int32_t routes) {
  if (cvrp->fleet == FLEET_EXACTLY && routes != cvrp->vehicles)
    FAIL(ERR_FORMAT, "%d route%s, exactly %d allowed", routes, routes == 1 ? "" : "s", cvrp->vehicles);
  if (cvrp->fleet == FLEET_AT_MOST && routes > cvrp->vehicles)
    FAIL(ERR_FORMAT, "%d routes, at most %d allowed", routes, cvrp->vehicles);
  return OK;
}

Status judge_routes(const Instance *inst, const int32_t *gene, int64_t *cost) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  uint8_t *visits = calloc((size_t)inst->n / 8 + 1, 1);
  if (!visits) FAIL(ERR_MEMORY, "no memory to judge routes of %d customers", inst->n);
  const Status status = check_visits(inst->n, gene, visits);
  free(visits);
  TRY(status);
  int64_t sum = 0;
  int32_t routes = 0;
  for (int32_t at = 0; at < inst->n;) TRY(judge_route(cvrp, gene, &at, ++routes, &sum));
  TRY(check_fleet(cvrp, routes));
  *cost = sum + routes * cvrp->route_cost;
  return OK;
}
