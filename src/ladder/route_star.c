/* See route_star.h. */
#include "route_star.h"

#include <stdio.h>
#include <stdlib.h>
#include "problem/cvrp/cvrp.h"
#include "problem/cvrp/files/vrp_files.h"
#include "rng.h"
#include "search/routes/giant_tour.h"
#include "search/routes/route_data.h"
#include "search/routes/route_start.h"

static Status customers_make(int32_t customers, uint64_t seed, Instance **out) {
  const RngStream place = {seed, 0, 0, RNG_CITY}, weight = {seed, 0, 1, RNG_CITY};
  Instance *inst = NULL;
  TRY(cvrp_alloc(customers, true, false, &inst));
  CvrpInstance *cvrp = (CvrpInstance *)inst;
  for (int32_t c = 0; c <= customers; c++) {
    cvrp->x[c] = (int32_t)rng_below(place, 2 * (uint32_t)c, 1000);
    cvrp->y[c] = (int32_t)rng_below(place, 2 * (uint32_t)c + 1, 1000);
    cvrp->demand[c] = c ? 1 + (int32_t)rng_below(weight, (uint32_t)c, 100) : 0;
  }
  cvrp->capacity = 600;
  snprintf(inst->name, sizeof inst->name, "%d uniform customers, seed %llu", customers,
           (unsigned long long)seed);
  inst->digest = instance_digest(inst);
  *out = inst;
  return OK;
}

static Status durations_check(const Instance *inst) {
  const RouteData data = route_data_of(inst);
  if (data.ready) FAIL(ERR_USAGE, "%s: expected an instance without time windows", inst->name);
  for (int32_t c = 1; c <= inst->n; c++)
    if (2 * (int64_t)route_distance(&data, 0, c) + data.service > data.max_duration)
      FAIL(ERR_USAGE, "%s: expected every customer's own route within the limit, found customer %d over it",
           inst->name, c);
  return OK;
}

static Status star_make(RouteStar *star) {
  const size_t customers = (size_t)star->inst->n;
  TRY(durations_check(star->inst));
  int32_t *gene = malloc(customers * sizeof *gene);
  star->tour = malloc((size_t)giant_tour_most(star->inst->n) * sizeof *star->tour);
  if (gene && star->tour) {
    start_star(star->inst, gene);
    star->nodes = giant_tour_of(star->inst, gene, star->tour);
  }
  free(gene);
  if (!star->nodes) FAIL(ERR_MEMORY, "no memory for a star of %d customers", star->inst->n);
  return OK;
}

Status route_star_make(const char *path, int32_t customers, uint64_t seed, RouteStar *out) {
  *out = (RouteStar){0};
  if (*path)
    TRY(vrp_read(path, NULL, &out->inst));
  else
    TRY(customers_make(customers, seed, &out->inst));
  const Status status = star_make(out);
  if (status != OK) route_star_free(out);
  return status;
}

void route_star_free(RouteStar *star) {
  instance_free(star->inst);
  free(star->tour);
  *star = (RouteStar){0};
}
