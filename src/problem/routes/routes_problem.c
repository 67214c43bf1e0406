/* The line of fleets in the registry: see routes.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "routes.h"

/* ---- memory ---- */

static void routes_release(Instance *inst) {
  RoutesInstance *routes = (RoutesInstance *)inst;
  free(routes->stop);
  free(routes->type);
  free(routes->allowed);
  free(routes->distance);
  free(routes->duration);
  free(routes->coordinate);
  free(routes->vehicle);
  free(routes->id);
}

enum { ARRAYS = 8 };
_Static_assert((int)ARRAYS == (int)INSTANCE_ARRAYS, "every array of an instance has its place in the list");

typedef struct RoutesArray {
  void **at;
  size_t bytes; /* 0: it is not there */
} RoutesArray;

static void arrays_of(RoutesInstance *routes, RoutesArray all[ARRAYS]) {
  const size_t nodes = (size_t)routes->head.n + 1, places = (size_t)routes->places,
               matrix = (size_t)routes->profiles * places * places * sizeof(int32_t);
  const RoutesArray list[] = {
      {(void **)&routes->stop, nodes * sizeof *routes->stop},
      {(void **)&routes->type, (size_t)routes->types * sizeof *routes->type},
      {(void **)&routes->allowed,
       routes->with_allowed ? nodes * routes_words(routes->types) * sizeof *routes->allowed : 0},
      {(void **)&routes->distance, matrix},
      {(void **)&routes->duration, routes->with_durations ? matrix : 0},
      {(void **)&routes->coordinate, routes->with_coordinates ? places * 2 * sizeof *routes->coordinate : 0},
      {(void **)&routes->vehicle, (size_t)routes->vehicles * sizeof *routes->vehicle},
      {(void **)&routes->id, routes->with_ids ? (nodes + (size_t)routes->vehicles) * sizeof *routes->id : 0}};
  memcpy(all, list, sizeof list);
}

static Status routes_arrays_alloc(Instance *inst) {
  RoutesInstance *const routes = (RoutesInstance *)inst;
  RoutesArray all[ARRAYS];
  bool whole = true;
  arrays_of(routes, all);
  for (int k = 0; k < ARRAYS; k++) {
    *all[k].at = all[k].bytes ? instance_array_alloc(all[k].bytes) : NULL;
    whole &= !all[k].bytes || *all[k].at;
  }
  if (whole) return OK;
  routes_release(inst);
  FAIL(ERR_MEMORY, "no memory for %d customers at %d places", inst->n, routes->places);
}

static void routes_arrays(const Instance *inst, InstanceArray arrays[INSTANCE_ARRAYS]) {
  RoutesInstance view = *routes_of(inst);
  RoutesArray all[ARRAYS];
  arrays_of(&view, all);
  for (int k = 0; k < ARRAYS; k++) arrays[k] = (InstanceArray){*all[k].at, *all[k].at ? all[k].bytes : 0};
}

static int routes_head(const Instance *inst, int32_t head[INSTANCE_HEAD_MAX]) {
  const RoutesInstance *routes = routes_of(inst);
  const int32_t words[] = {5,
                           routes->with_allowed | routes->with_durations << 1 |
                               routes->with_coordinates << 2 | (routes->route_cost > 0) << 3,
                           inst->n,
                           inst->decimals,
                           routes->places,
                           routes->profiles,
                           routes->types,
                           routes->loads,
                           routes->vehicles,
                           routes->distance_decimals,
                           routes->time_decimals | routes->load_decimals << 8,
                           routes->backhauls};
  _Static_assert(sizeof words == INSTANCE_HEAD_MAX * sizeof *words, "INSTANCE_HEAD_MAX is another number");
  memcpy(head, words, sizeof words);
  return INSTANCE_HEAD_MAX;
}

static size_t routes_genes(const Instance *inst) { return 2 * (size_t)inst->n; }

static Status routes_judge(const Instance *inst, const int32_t *gene, int64_t *cost) {
  return judge_fleet(inst, gene, cost, NULL);
}

static int64_t routes_cost_unit(const Instance *inst) { return routes_of(inst)->route_cost; }

/* ---- words ---- */

static void routes_size_text(const Instance *inst, char *text, size_t size) {
  const RoutesInstance *routes = routes_of(inst);
  snprintf(text, size, "%d customers, %d places, %d type%s of vehicles", inst->n, routes->places,
           routes->types, routes->types == 1 ? "" : "s");
}

const Problem problem_routes = {
    .name = "routes",
    .bytes = sizeof(RoutesInstance),
    .words = {"fleet", "a file of a fleet", "customers", "routes", NULL, 0, "vehicles", "cost", ".sol"},
    .alloc = routes_arrays_alloc,
    .release = routes_release,
    .arrays = routes_arrays,
    .head = routes_head,
    .size_text = routes_size_text,
    .genes = routes_genes,
    .judge = routes_judge,
    .cost_unit = routes_cost_unit};
