/* Chains into parts: sets of routes whose centres lie side by side, cut in two by a line of random direction, and again.
 *
 * Directions differ from epoch to epoch, so that borders move and every pair of neighbouring routes meets in a part. A part is never
 * more than the backend has room for: halves that are larger are cut again, beyond the number that the plan asks for. */
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "rng.h"
#include "search/routes/route_centre.h"
#include "sisr_archipelago.h"

enum { SPARE_ROUTES = 4 };

typedef struct Cutter {
  Archipelago *a;
  uint32_t chain;
  const int32_t *gene; /* of the chain, as it was */
  int32_t *out;        /* as it becomes */
  RouteCentre *route;
  int32_t at;    /* genes written */
  uint32_t part; /* numbers given */
  uint32_t cuts; /* made: each has a direction of its own */
  int32_t spare; /* vehicles of a limited fleet that are not used: the first part's */
} Cutter;

int32_t sisr_part_room(const Instance *inst, const Plan *plan) {
  const int32_t parts = (int32_t)sisr_plan(plan)->parts, mean = (inst->n + parts - 1) / parts;
  const int64_t room = parts > 1 ? 2 * (int64_t)mean + 64 : mean;
  const int32_t most = room < inst->n ? (int32_t)room : inst->n;
  return most < SISR_PART_MAX ? most : SISR_PART_MAX;
}

uint32_t sisr_parts_most(const Plan *plan, uint32_t chains) {
  return chains * (2 * sisr_plan(plan)->parts + 2);
}

int32_t sisr_part_routes(const int32_t *gene, int32_t customers) {
  int32_t routes = 0;
  for (int32_t i = 0; i < customers; i++) routes += gene[i] < 0;
  return routes;
}

int64_t sisr_part_cost(const Instance *inst, const int32_t *gene, int32_t customers) {
  const RouteData view = route_data_of(inst), *const data = &view;
  int64_t cost = cvrp_of(inst)->route_cost * sisr_part_routes(gene, customers);
  for (int32_t i = 0, last = 0; i < customers; i++) {
    if (gene[i] < 0) {
      cost += i ? route_distance(data, last, 0) : 0;
      last = 0;
    }
    cost += route_distance(data, last, cvrp_customer(gene[i]));
    last = cvrp_customer(gene[i]);
    if (i + 1 == customers) cost += route_distance(data, last, 0);
  }
  return cost;
}

static void centres_sort(Cutter *k, int32_t first, int32_t count) {
  const RngStream stream = {k->a->plan->seed, k->a->span.first * sisr_plan(k->a->plan)->chains + k->chain,
                            k->a->epoch, RNG_SISR_CUT};
  route_centres_sort(k->route + first, count, rng_draw(stream, k->cuts++));
}

static int32_t customers_of(const Cutter *k, int32_t first, int32_t count) {
  int32_t sum = 0;
  for (int32_t r = first; r < first + count; r++) sum += k->route[r].size;
  return sum;
}

static int32_t spare_some(int32_t routes) { return routes / 8 > SPARE_ROUTES ? routes / 8 : SPARE_ROUTES; }

/* Vehicles of a limited fleet that its routes leave: some, if there are more than a part has room for, and never more than customers. */
static int32_t spare_of(const Archipelago *a, int32_t routes) {
  const int32_t most = cvrp_routes_most(cvrp_of(a->inst));
  if (cvrp_of(a->inst)->fleet != FLEET_AT_MOST) return 0;
  if (most <= SISR_SLOTS_MAX) return most - routes;
  const int32_t some = spare_some(routes), customers = a->inst->n < most ? a->inst->n : most;
  return some < customers - routes ? some : customers - routes;
}

/* Unless the fleet is limited, a part may have some more routes than it has. */
static int32_t routes_most(const Archipelago *a, int32_t routes, int32_t customers) {
  const int32_t more = routes + spare_some(routes);
  const int32_t most = more < SISR_SLOTS_MAX ? more : SISR_SLOTS_MAX;
  if (cvrp_of(a->inst)->fleet != FLEET_FREE) return routes;
  return most < customers ? most : customers;
}

static void part_write(Cutter *k, int32_t first, int32_t count) {
  Archipelago *const a = k->a;
  SisrPart *const part = &a->part[a->count];
  *part = (SisrPart){.chain = k->chain, .number = k->part++, .first = k->at};
  for (int32_t r = first; r < first + count; r++) {
    memcpy(k->out + k->at, k->gene + k->route[r].first, (size_t)k->route[r].size * sizeof *k->out);
    k->at += k->route[r].size;
  }
  part->customers = k->at - part->first;
  part->routes_most = routes_most(a, count, part->customers) + (part->number ? 0 : k->spare);
  part->routes_least = cvrp_of(a->inst)->fleet == FLEET_EXACTLY ? count : 0;
  a->now.cost[a->count++] = sisr_part_cost(a->inst, k->out + part->first, part->customers);
}

static bool part_fits(const Archipelago *a, int32_t customers, int32_t routes, int32_t spare) {
  const int32_t slots = routes_most(a, routes, customers) + spare;
  return customers <= sisr_part_room(a->inst, a->plan) && slots <= SISR_SLOTS_MAX && routes <= slots &&
         customers <=
             a->be->ops->sisr->part_most(a->be, &a->task.data, (int32_t)sisr_plan(a->plan)->width, slots);
}

static Status routes_cut(Cutter *k, int32_t first, int32_t count, uint32_t parts) {
  const int32_t all = customers_of(k, first, count);
  if ((parts <= 1 || count == 1) && part_fits(k->a, all, count, k->part ? 0 : k->spare)) {
    part_write(k, first, count);
    return OK;
  }
  if (count == 1 || k->part + 1 >= sisr_parts_most(k->a->plan, 1))
    FAIL(ERR_FORMAT, "sisr: expected parts of at most %d customers in %d routes, found %d in %d",
         sisr_part_room(k->a->inst, k->a->plan), SISR_SLOTS_MAX, all, count);
  const uint32_t half = parts > 1 ? parts / 2 : 1, whole = parts > 1 ? parts : 2;
  int32_t left = 0, sum = 0;
  centres_sort(k, first, count);
  while (left < count - 1 && (left == 0 || (int64_t)sum * whole < (int64_t)all * half))
    sum += k->route[first + left++].size;
  TRY(routes_cut(k, first, left, half));
  return routes_cut(k, first + left, count - left, whole - half);
}

static Status chain_cut(Cutter *k) {
  const int32_t routes = route_centres(&k->a->task.host, k->gene, k->route);
  k->at = 0;
  k->part = 0;
  k->cuts = 0;
  k->spare = spare_of(k->a, routes);
  return routes_cut(k, 0, routes, sisr_plan(k->a->plan)->parts);
}

Status sisr_parts_cut(Archipelago *a) {
  const size_t n = (size_t)a->inst->n;
  Status status = OK;
  Cutter k = {.a = a, .out = malloc((n + 1) * sizeof *k.out), .route = malloc((n + 1) * sizeof *k.route)};
  if (!k.out || !k.route) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for the parts of %zu customers", n);
  a->count = 0;
  for (uint32_t c = 0; c < a->chains; c++) {
    k.chain = c;
    k.gene = a->now.gene + c * n;
    TRY_GOTO(chain_cut(&k), cleanup);
    memcpy(a->now.gene + c * n, k.out, n * sizeof *k.out);
  }
cleanup : {
  free(k.out);
  free(k.route);
}
  return status;
}
