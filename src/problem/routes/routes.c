/* Instances of fleets in memory: see routes.h. */
#include "routes.h"

#include <stdlib.h>
#include <string.h>

static void types_open(RoutesInstance *routes) {
  for (int32_t t = 0; t < routes->types; t++)
    routes->type[t] = (VehicleType){.per_distance = 1,
                                    .count = ROUTES_NO_LIMIT,
                                    .due = {ROUTES_LIMIT_MAX, ROUTES_LIMIT_MAX},
                                    .max_distance = ROUTES_NO_LIMIT,
                                    .max_duration = ROUTES_NO_LIMIT,
                                    .max_stops = ROUTES_NO_LIMIT};
  for (int32_t t = 0; t < routes->types && routes->trips; t++) routes->trips[t].most = 1;
}

static void stops_open(RoutesInstance *routes) {
  for (int32_t c = 1; c <= routes->head.n; c++)
    routes->stop[c] = (RouteStop){.prize = ROUTES_REQUIRED, .due = ROUTES_LIMIT_MAX};
}

Status routes_alloc(const RoutesSizes *sizes, Instance **out) {
  const RoutesInstance like = {.head = {.problem = &problem_routes, .n = sizes->customers},
                               .places = sizes->places,
                               .profiles = sizes->profiles,
                               .types = sizes->types,
                               .vehicles = sizes->vehicles,
                               .first_customer = 1,
                               .with_allowed = sizes->allowed,
                               .with_durations = sizes->durations,
                               .with_coordinates = sizes->coordinates,
                               .with_ids = sizes->ids,
                               .with_partners = sizes->partners,
                               .with_clusters = sizes->clusters,
                               .with_releases = sizes->releases,
                               .windows = sizes->windows,
                               .reloads = sizes->reloads,
                               .pauses = sizes->pauses};
  Instance *inst;
  TRY(instance_alloc_like(&like.head, &inst));
  RoutesInstance *const routes = (RoutesInstance *)inst;
  InstanceArray arrays[INSTANCE_ARRAYS];
  instance_arrays(inst, arrays);
  for (int k = 0; k < INSTANCE_ARRAYS; k++)
    if (arrays[k].data) memset(arrays[k].data, 0, arrays[k].bytes);
  stops_open(routes);
  types_open(routes);
  if (routes->allowed)
    memset(routes->allowed, 0xff,
           ((size_t)sizes->customers + 1) * routes_words(sizes->types) * sizeof *routes->allowed);
  *out = inst;
  return OK;
}

int32_t routes_count(const Instance *inst, const int32_t *gene) {
  int32_t count = 0;
  for (int32_t k = 0; k < inst->n; k++) count += gene[inst->n + k] >= 0;
  return count;
}

/* ---- who is missing ---- */

typedef struct Missing {
  int32_t count, first;
} Missing;

static void missing_add(Missing *missing, int32_t c) {
  if (!missing->count || c < missing->first) missing->first = c;
  missing->count++;
}

enum { CLUSTERS = 2048 }; /* are looked at together */

/* Clusters first..first + CLUSTERS - 1: a required one misses its first customer if none of its customers is served. */
static void clusters_missing(const RoutesInstance *routes, const int32_t *gene, int32_t first,
                             Missing *missing) {
  const int32_t n = routes->head.n;
  int32_t least[CLUSTERS] = {0}, group = -1; /* -1: served */
  for (int32_t k = 0; k < n; k++) {
    const int32_t c = routes_customer(gene[k]), cluster = routes->cluster[c] - first;
    group += gene[k] < 0;
    if (cluster < 0 || cluster >= CLUSTERS || routes->stop[c].prize != ROUTES_REQUIRED) continue;
    if (gene[n + group] != ROUTES_LEFT_OUT)
      least[cluster] = -1;
    else if (!least[cluster] || (least[cluster] > 0 && c < least[cluster]))
      least[cluster] = c;
  }
  for (int32_t k = 0; k < CLUSTERS; k++)
    if (least[k] > 0) missing_add(missing, least[k]);
}

int32_t routes_missing(const Instance *inst, const int32_t *gene, int32_t *first) {
  const RoutesInstance *routes = routes_of(inst);
  Missing missing = {0, 0};
  int32_t group = -1;
  for (int32_t k = 0; k < inst->n; k++) {
    const int32_t c = routes_customer(gene[k]);
    group += gene[k] < 0;
    if (gene[inst->n + group] != ROUTES_LEFT_OUT || routes->stop[c].prize != ROUTES_REQUIRED) continue;
    if (!routes->cluster || !routes->cluster[c]) missing_add(&missing, c);
  }
  for (int32_t cluster = 1; routes->cluster && cluster <= inst->n; cluster += CLUSTERS)
    clusters_missing(routes, gene, cluster, &missing);
  *first = missing.first;
  return missing.count;
}
