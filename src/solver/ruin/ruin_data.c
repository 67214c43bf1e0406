/* See ruin_data.h. */
#include "ruin_data.h"

#include <stdlib.h>
#include <string.h>
#include "ruin_ties.h"
#include "ruin_time.h"

/* ---- features ---- */

static bool type_timed(const VehicleType *type) {
  return type->per_duration > 0 || type->max_duration != ROUTES_NO_LIMIT || type->ready[0] > 0 ||
         type->ready[1] > 0 || type->due[0] < ROUTES_LIMIT_MAX || type->due[1] < ROUTES_LIMIT_MAX;
}

/* Are there so few vehicles that a move of one string a route changes little? */
static bool vehicles_few(const RoutesInstance *routes) {
  int64_t vehicles = 0;
  for (int32_t t = 0; t < routes->types; t++) vehicles += routes->type[t].count;
  return vehicles <= RUIN_FEW_MAX;
}

static bool reload_timed(const RoutesReload *reload) {
  return reload->ready > 0 || reload->due < ROUTES_LIMIT_MAX;
}

static uint32_t features_of(const RoutesInstance *routes) {
  uint32_t features = routes->backhauls != BACKHAULS_MIXED ? RUIN_BACKHAULS : 0;
  if (routes->backhauls == BACKHAULS_NOT_ALONE) features |= RUIN_OPENS;
  for (int32_t t = 0; t < routes->types; t++) {
    const VehicleType *type = &routes->type[t];
    if (type_timed(type)) features |= RUIN_TIMED;
    if (type->fixed > 0 || type->per_distance != routes->type->per_distance) features |= RUIN_OPENS;
  }
  for (int32_t c = 1; c <= routes->head.n; c++) {
    const RouteStop *stop = &routes->stop[c];
    if (stop->ready > 0 || stop->due < ROUTES_LIMIT_MAX) features |= RUIN_TIMED;
    if (stop->setup > 0) features |= RUIN_SETUPS;
    if (stop->prize != ROUTES_REQUIRED && routes_pair_end(routes, c) >= 0)
      features |= RUIN_OPTIONAL | RUIN_OPENS;
  }
  if (routes->partner) features |= RUIN_PAIRS;
  if (routes->cluster) features |= RUIN_CLUSTERS;
  if (routes->window) features |= RUIN_WINDOWS | RUIN_TIMED;
  if (routes->release) features |= RUIN_RELEASES | RUIN_TIMED;
  if (routes->trips) features |= RUIN_TRIPS;
  for (int32_t d = 0; d < routes->reloads; d++)
    if (reload_timed(&routes->reload[d])) features |= RUIN_TIMED;
  if (routes->pause) features |= RUIN_BREAKS | RUIN_WINDOWS | RUIN_TIMED;
  if (routes->balance) features |= RUIN_BALANCE | RUIN_TIMED;
  if (vehicles_few(routes)) features |= RUIN_FEW;
  if (routes->route_cost) features |= RUIN_VEHICLES;
  return features;
}

/* ---- loads as sums ---- */

/* A dimension's deliveries (0) or pickups (1). */
typedef struct Sum {
  int32_t load, pickup;
} Sum;

static int32_t amount_of(const RouteStop *stop, Sum sum) {
  return (sum.pickup ? stop->pickup : stop->delivery)[sum.load];
}

static bool summed(const RoutesInstance *routes, Sum sum) {
  for (int32_t c = 1; c <= routes->head.n; c++)
    if (amount_of(&routes->stop[c], sum) > 0) return true;
  return false;
}

/* Where backhauls come last and all others are deliveries, deliveries and pickups are never on board together. */
static bool apart(const RoutesInstance *routes) {
  if (routes->backhauls == BACKHAULS_MIXED) return false;
  for (int32_t c = 1; c <= routes->head.n; c++)
    for (int32_t d = 0; d < routes->loads; d++) {
      const RouteStop *stop = &routes->stop[c];
      const bool backhaul = stop->flags & ROUTES_BACKHAUL;
      if ((backhaul ? stop->delivery : stop->pickup)[d] > 0) return false;
    }
  return true;
}

/* The sums that limit routes; -1: loads rise and fall along a route. */
static int32_t sums_find(const RoutesInstance *routes, Sum sums[RUIN_SUMS_MAX]) {
  const bool together = !apart(routes);
  int32_t count = 0;
  if (routes->partner) return -1;
  for (int32_t d = 0; d < routes->loads; d++) {
    const bool deliveries = summed(routes, (Sum){d, 0}), pickups = summed(routes, (Sum){d, 1});
    if (together && deliveries && pickups) return -1;
    if (deliveries) sums[count++] = (Sum){d, 0};
    if (pickups) sums[count++] = (Sum){d, 1};
  }
  return count;
}

static Status sums_make(const RoutesInstance *routes, RuinData *data) {
  Sum sums[RUIN_SUMS_MAX];
  const int32_t count = sums_find(routes, sums);
  if (count < 0) data->features |= RUIN_MIXED;
  data->sums = count < 0 ? 0 : count;
  const size_t width = (size_t)data->sums;
  int32_t *amount = calloc(((size_t)data->customers + 1) * width + 1, sizeof *amount),
          *room = calloc((size_t)data->types * width + 1, sizeof *room);
  data->amount = amount;
  data->room = room;
  if (!amount || !room) FAIL(ERR_MEMORY, "no memory for the loads of %d customers", data->customers);
  for (size_t k = 0; k < width; k++) {
    for (int32_t c = 1; c <= data->customers; c++)
      amount[(size_t)c * width + k] = amount_of(&routes->stop[c], sums[k]);
    for (int32_t t = 0; t < data->types; t++)
      room[(size_t)t * width + k] = routes->type[t].capacity[sums[k].load];
  }
  return OK;
}

/* ---- several windows ---- */

/* A customer of whom none is listed has that of the stop; so have all where there are breaks alone. */
static void windows_fill(const RoutesInstance *routes, RoutesWindow *window, int32_t *range) {
  int32_t at = 0;
  for (int32_t c = 1; c <= routes->head.n; c++) {
    range[2 * c] = at;
    for (int32_t k = routes->window ? routes->window_first[c] : 0;
         routes->window && k < routes->window_first[c + 1]; k++)
      window[at++] = routes->window[k];
    if (at == range[2 * c]) window[at++] = (RoutesWindow){routes->stop[c].ready, routes->stop[c].due};
    range[2 * c + 1] = at;
  }
}

static Status windows_make(const RoutesInstance *routes, RuinData *data) {
  const size_t nodes = (size_t)data->customers + 1;
  if (!(data->features & RUIN_WINDOWS)) return OK;
  RoutesWindow *window = calloc((size_t)routes->windows + nodes, sizeof *window);
  int32_t *range = calloc(2 * nodes, sizeof *range);
  data->window = window;
  data->window_range = range;
  if (!window || !range) FAIL(ERR_MEMORY, "no memory for the windows of %d customers", data->customers);
  windows_fill(routes, window, range);
  data->windows = range[2 * data->customers + 1];
  for (int32_t t = 0; t < data->types; t++)
    data->durations |=
        data->type[t].per_duration > 0 || data->type[t].max_duration != ROUTES_NO_LIMIT || routes->balance;
  return OK;
}

/* ---- breaks ---- */

static Status breaks_make(const RoutesInstance *routes, RuinData *data) {
  if (!routes->pause) return OK;
  int32_t *first = calloc((size_t)data->types + 1, sizeof *first);
  data->pause_first = first;
  if (!first) FAIL(ERR_MEMORY, "no memory for the breaks of %d types of vehicles", data->types);
  for (int32_t k = 0; k < routes->pauses; k++) first[routes->pause[k].type + 1]++;
  for (int32_t t = 0; t < data->types; t++) first[t + 1] += first[t];
  return OK;
}

/* ---- clusters ---- */

static Status clusters_make(const RoutesInstance *routes, RuinData *data) {
  const size_t nodes = (size_t)data->customers + 1;
  if (!routes->cluster) return OK;
  int32_t *leader = calloc(nodes, sizeof *leader), *fellow = calloc(nodes, sizeof *fellow),
          *last = calloc(nodes, sizeof *last); /* (customers + 1) the last customer so far, by cluster */
  data->leader = leader;
  data->fellow = fellow;
  for (int32_t c = 1; leader && fellow && last && c <= data->customers; c++) {
    const int32_t k = routes->cluster[c];
    leader[c] = k && last[k] ? leader[last[k]] : c;
    if (k && last[k]) fellow[last[k]] = c;
    if (k) last[k] = c;
  }
  free(last);
  if (!leader || !fellow || !last)
    FAIL(ERR_MEMORY, "no memory for the clusters of %d customers", data->customers);
  return OK;
}

/* ---- groups of types ---- */

static bool grouped(const VehicleType *a, const VehicleType *b) {
  bool same = a->profile == b->profile && a->max_distance == b->max_distance &&
              a->max_duration == b->max_duration && a->max_stops == b->max_stops;
  for (int end = 0; end < 2; end++)
    same = same && a->place[end] == b->place[end] && a->ready[end] == b->ready[end] &&
           a->due[end] == b->due[end];
  return same;
}

static bool same_breaks(const RuinData *data, int32_t a, int32_t b) {
  if (!data->pause) return true;
  const int32_t *const first = data->pause_first, count = first[a + 1] - first[a];
  bool same = count == first[b + 1] - first[b];
  for (int32_t k = 0; same && k < count; k++) {
    const RoutesBreak *const one = &data->pause[first[a] + k], *const two = &data->pause[first[b] + k];
    same = one->ready == two->ready && one->due == two->due && one->length == two->length;
  }
  return same;
}

static Status groups_make(const RoutesInstance *routes, RuinData *data) {
  int32_t *group = malloc((size_t)data->types * sizeof *group);
  data->group = group;
  if (!group) FAIL(ERR_MEMORY, "no memory for %d types of vehicles", data->types);
  for (int32_t t = 0; t < data->types; t++) {
    int32_t k = 0;
    while (k < t && (k >= RUIN_GROUPED || (data->features & RUIN_TRIPPED) ||
                     !grouped(&routes->type[k], &routes->type[t]) || !same_breaks(data, k, t)))
      k++;
    group[t] = t < RUIN_GROUPED ? k : t;
  }
  return OK;
}

/* ---- neighbours ---- */

enum { NEAR_DISTANCE = 20, NEAR_WAIT = 1, NEAR_LATE = 2 };

/* When service at customer c begins at the earliest in a trip with `other`, whose goods it waits for. */
static int64_t ready_in_trip(const RuinData *data, int32_t c, int32_t other) {
  const RouteStop *stop = &data->stop[c];
  const int32_t start = data->type->place[0];
  if (!data->release) return stop->ready;
  const int32_t release = data->release[c] > data->release[other] ? data->release[c] : data->release[other];
  const int64_t way =
      start < 0 ? 0 : data->duration[(size_t)start * (size_t)data->places + (size_t)stop->place];
  return release + way > stop->ready ? release + way : stop->ready;
}

/* Customer b after a: the distance, or the time where times matter, plus shares of the least time that a vehicle waits between them and that it is late at b (Vidal,
 * Crainic, Gendreau, Prins 2013, section 4.4; weights as for instances of one depot, search/routes/route_proximity.h). */
static int64_t nearness_after(const RuinData *data, int32_t a, int32_t b) {
  const RouteStop *first = &data->stop[a], *then = &data->stop[b];
  const size_t at = (size_t)first->place * (size_t)data->places + (size_t)then->place;
  const int64_t travel = data->duration[at], d = data->features & RUIN_TIMED ? travel : data->distance[at];
  const int64_t after = first->service + (first->place == then->place ? 0 : then->setup) + travel;
  const int64_t ready = ready_in_trip(data, a, b), early = ready_in_trip(data, b, a);
  const int64_t wait = early - (first->due + after), late = ready + after - then->due;
  int64_t sum = NEAR_DISTANCE * d + (wait > 0 ? NEAR_WAIT * wait : 0) + (late > 0 ? NEAR_LATE * late : 0);
  if (ready > first->due) sum += NEAR_LATE * (ready - first->due);
  return sum;
}

typedef struct Near {
  int64_t key;
  int32_t customer;
} Near;

static bool nearer(Near a, Near b) { return a.key != b.key ? a.key < b.key : a.customer < b.customer; }

typedef struct NearList {
  Near best[RUIN_NEAR];
  int32_t count;
} NearList;

static Near near_of(const RuinData *data, int32_t a, int32_t b) {
  const int64_t there = nearness_after(data, a, b), back = nearness_after(data, b, a);
  return (Near){there < back ? there : back, b};
}

static void near_add(NearList *list, Near found) {
  if (list->count == RUIN_NEAR && !nearer(found, list->best[list->count - 1])) return;
  int32_t at = list->count < RUIN_NEAR ? list->count++ : list->count - 1;
  for (; at > 0 && nearer(found, list->best[at - 1]); at--) list->best[at] = list->best[at - 1];
  list->best[at] = found;
}

/* Of each other cluster the nearest customer counts, as one of it at most is served. */
static void near_clusters(const RuinData *data, int32_t a, NearList *list) {
  for (int32_t b = 1; b <= data->customers; b++) {
    if (data->leader[b] != b || data->leader[a] == b || (data->partner && abs(data->partner[a]) == b))
      continue;
    Near nearest = near_of(data, a, b);
    for (int32_t c = data->fellow[b]; c; c = data->fellow[c]) {
      const Near found = near_of(data, a, c);
      if (nearer(found, nearest)) nearest = found;
    }
    near_add(list, nearest);
  }
}

/* The RUIN_NEAR nearest of customer a, by insertion into a sorted list. */
static void near_row(const RuinData *data, int32_t a, int32_t *row) {
  NearList list = {.count = 0};
  if (data->leader)
    near_clusters(data, a, &list);
  else
    for (int32_t b = 1; b <= data->customers; b++)
      if (b != a && !(data->partner && abs(data->partner[a]) == b)) near_add(&list, near_of(data, a, b));
  for (int32_t k = 0; k < RUIN_NEAR; k++) row[k] = k < list.count ? list.best[k].customer : 0;
}

static Status near_make(RuinData *data, int threads) {
  const size_t nodes = (size_t)data->customers + 1;
  int32_t *near = calloc(nodes * RUIN_NEAR, sizeof *near);
  data->near = near;
  if (!near) FAIL(ERR_MEMORY, "no memory for the neighbours of %d customers", data->customers);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 16)
  for (int32_t a = 1; a <= data->customers; a++) near_row(data, a, near + (size_t)a * RUIN_NEAR);
  return OK;
}

/* ---- vehicles first ---- */

/* Routes that every complete solution has: one, if somebody must be served. */
static int32_t fewest_of(const RoutesInstance *routes) {
  for (int32_t c = 1; c <= routes->head.n; c++)
    if (routes->stop[c].prize == ROUTES_REQUIRED) return 1;
  return 0;
}

/* ---- on the backend ---- */

enum { ARRAYS = 19 };

typedef struct DataArray {
  const void **host, **dev;
  size_t bytes;
} DataArray;

static void arrays_of(RuinTask *task, DataArray all[ARRAYS]) {
  RuinData *const h = &task->host, *const d = &task->data;
  const size_t nodes = (size_t)h->customers + 1, types = (size_t)h->types, sums = (size_t)h->sums,
               matrix = (size_t)h->profiles * (size_t)h->places * (size_t)h->places * sizeof(int32_t);
  const DataArray list[ARRAYS] = {
      {(const void **)&h->stop, (const void **)&d->stop, nodes * sizeof *h->stop},
      {(const void **)&h->type, (const void **)&d->type, types * sizeof *h->type},
      {(const void **)&h->allowed, (const void **)&d->allowed, nodes * (size_t)h->words * sizeof *h->allowed},
      {(const void **)&h->distance, (const void **)&d->distance, matrix},
      {(const void **)&h->duration, (const void **)&d->duration, h->duration == h->distance ? 0 : matrix},
      {(const void **)&h->amount, (const void **)&d->amount, nodes * sums * sizeof *h->amount},
      {(const void **)&h->room, (const void **)&d->room, types * sums * sizeof *h->room},
      {(const void **)&h->group, (const void **)&d->group, types * sizeof *h->group},
      {(const void **)&h->partner, (const void **)&d->partner, h->partner ? nodes * sizeof *h->partner : 0},
      {(const void **)&h->window, (const void **)&d->window, (size_t)h->windows * sizeof *h->window},
      {(const void **)&h->window_range, (const void **)&d->window_range,
       h->window ? 2 * nodes * sizeof *h->window_range : 0},
      {(const void **)&h->leader, (const void **)&d->leader, h->leader ? nodes * sizeof *h->leader : 0},
      {(const void **)&h->fellow, (const void **)&d->fellow, h->fellow ? nodes * sizeof *h->fellow : 0},
      {(const void **)&h->release, (const void **)&d->release, h->release ? nodes * sizeof *h->release : 0},
      {(const void **)&h->reload, (const void **)&d->reload, (size_t)h->reloads * sizeof *h->reload},
      {(const void **)&h->trips, (const void **)&d->trips, h->trips ? types * sizeof *h->trips : 0},
      {(const void **)&h->pause, (const void **)&d->pause, (size_t)h->pauses * sizeof *h->pause},
      {(const void **)&h->pause_first, (const void **)&d->pause_first,
       h->pause ? (types + 1) * sizeof *h->pause_first : 0},
      {(const void **)&h->near, (const void **)&d->near, nodes * RUIN_NEAR * sizeof *h->near}};
  memcpy(all, list, sizeof list);
}

static Status data_upload(Backend *be, RuinTask *task) {
  DataArray all[ARRAYS];
  task->data = task->host;
  arrays_of(task, all);
  for (int k = 0; k < ARRAYS; k++) *all[k].dev = NULL;
  for (int k = 0; k < ARRAYS; k++) {
    if (!*all[k].host || !all[k].bytes) continue;
    TRY(be->ops->alloc(be, all[k].bytes, (void **)(uintptr_t)all[k].dev));
    TRY(be->ops->upload(be, (void *)(uintptr_t)*all[k].dev, *all[k].host, all[k].bytes));
  }
  if (task->host.duration == task->host.distance) task->data.duration = task->data.distance;
  return OK;
}

Status ruin_data_make(const Instance *inst, Backend *be, int threads, RuinTask *out) {
  const RoutesInstance *routes = routes_of(inst);
  out->host = (RuinData){.customers = inst->n,
                         .places = routes->places,
                         .profiles = routes->profiles,
                         .types = routes->types,
                         .loads = routes->loads,
                         .words = (int32_t)routes_words(routes->types),
                         .backhauls = routes->backhauls,
                         .features = features_of(routes),
                         .route_cost = routes->route_cost,
                         .absent_cost = routes->absent_cost,
                         .balance = routes->balance,
                         .stop = routes->stop,
                         .type = routes->type,
                         .allowed = routes->allowed,
                         .partner = routes->partner,
                         .reloads = routes->reloads,
                         .release = routes->release,
                         .reload = routes->reload,
                         .trips = routes->trips,
                         .pauses = routes->pauses,
                         .pause = routes->pause,
                         .distance = routes->distance,
                         .duration = routes->duration ? routes->duration : routes->distance};
  TRY(ruin_ties_make(routes, out));
  TRY(sums_make(routes, &out->host));
  TRY(breaks_make(routes, &out->host));
  TRY(groups_make(routes, &out->host));
  TRY(windows_make(routes, &out->host));
  TRY(clusters_make(routes, &out->host));
  TRY(near_make(&out->host, threads));
  ruin_balance_make(routes, &out->host);
  out->weight = out->shift ? ruin_weight(out) : 1;
  out->fewest = fewest_of(routes);
  return data_upload(be, out);
}

void ruin_data_free(Backend *be, RuinTask *task) {
  DataArray all[ARRAYS];
  arrays_of(task, all);
  if (task->data.duration == task->data.distance) task->data.duration = NULL;
  for (int k = 0; k < ARRAYS; k++) be->ops->free(be, (void *)(uintptr_t)*all[k].dev);
  ruin_ties_free(task);
  free((void *)(uintptr_t)task->host.amount);
  free((void *)(uintptr_t)task->host.room);
  free((void *)(uintptr_t)task->host.group);
  free((void *)(uintptr_t)task->host.window);
  free((void *)(uintptr_t)task->host.window_range);
  free((void *)(uintptr_t)task->host.pause_first);
  free((void *)(uintptr_t)task->host.leader);
  free((void *)(uintptr_t)task->host.fellow);
  free((void *)(uintptr_t)task->host.near);
  *task = (RuinTask){0};
}

uint64_t ruin_data_bytes(const Instance *inst) {
  const RoutesInstance *routes = routes_of(inst);
  const uint64_t nodes = (uint64_t)inst->n + 1, places = (uint64_t)routes->places;
  return nodes * (sizeof(RouteStop) + RUIN_NEAR * sizeof(int32_t)) +
         (routes->duration ? 2 : 1) * (uint64_t)routes->profiles * places * places * sizeof(int32_t);
}
