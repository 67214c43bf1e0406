/* Times of routes whose customers have several windows: see solver/ruin/ruin_windows.h. */
#include "solver/ruin/ruin_windows.h"
#include "ruin_path.h"

/* ---- its shortest duration ---- */

/* The earliest return after a departure; -1: a window is missed. */
static int32_t path_return(const Path *path, int32_t departure) {
  const RuinData *const data = path->chain->data;
  int32_t time = departure, last = 0;
  for (int32_t v = path_after(path, 0); v; last = v, v = path_after(path, v)) {
    time = ruin_begin_from(data, v, time + chain_travel(path->chain, path->type, last, v));
    if (time < 0) return -1;
    time += data->stop[v].service;
  }
  time += chain_travel(path->chain, path->type, last, 0);
  if (time < path->type->ready[1]) time = path->type->ready[1];
  return time <= path->type->due[1] ? time : -1;
}

/* The latest departure with which the vehicle returns at a time that some departure has; whether it waits on the way. */
static int32_t path_departure(const Path *path, int32_t time, bool *waits) {
  const RuinData *const data = path->chain->data;
  const int32_t due = path->type->due[0];
  int32_t next = 0;
  *waits = false;
  for (int32_t v = path_before(path, 0); v; next = v, v = path_before(path, v)) {
    time -= chain_travel(path->chain, path->type, v, next) + data->stop[v].service;
    const int32_t begin = ruin_begin_until(data, v, time);
    *waits |= begin < time;
    time = begin;
  }
  time -= chain_travel(path->chain, path->type, 0, next);
  *waits |= time > due;
  return time > due ? due : time;
}

/* -1: it misses a window. */
static int32_t path_shortest(const Path *path) {
  int32_t shortest = -1;
  bool waits = true;
  for (int32_t departure = path->type->ready[0]; waits && departure <= path->type->due[0];) {
    const int32_t end = path_return(path, departure);
    if (end < 0) break;
    departure = path_departure(path, end, &waits);
    if (shortest < 0 || end - departure < shortest) shortest = end - departure;
    departure++;
  }
  return shortest;
}

static bool path_duration(const Path *path, int32_t *duration) {
  *duration = 0;
  if (!path->chain->data->durations) return true;
  *duration = path_shortest(path);
  return *duration >= 0 && *duration <= path->type->max_duration;
}

/* ---- times of its stops ---- */

static bool earliest_set(Chain *chain, const Route *route, const VehicleType *type) {
  int32_t time = type->ready[0], last = 0;
  for (int32_t v = route->first; v; last = v, v = chain->node[v].next) {
    time = ruin_begin_from(chain->data, v, time + chain_travel(chain, type, last, v));
    if (time < 0) return false;
    time += chain->data->stop[v].service;
    chain->node[v].pre = (RuinTime){0, time, 0};
  }
  return time + chain_travel(chain, type, last, 0) <= type->due[1];
}

static void latest_set(Chain *chain, const Route *route, const VehicleType *type) {
  int32_t time = type->due[1], next = 0;
  for (int32_t v = route->last; v; next = v, v = chain->node[v].prev) {
    time -= chain_travel(chain, type, v, next) + chain->data->stop[v].service;
    time = ruin_begin_until(chain->data, v, time);
    chain->node[v].suf = (RuinTime){0, 0, time};
  }
}

bool windows_times_set(Chain *chain, Route *route, const VehicleType *type) {
  if (chain->data->features & RUIN_BREAKS) return breaks_times_set(chain, route, type);
  if (!earliest_set(chain, route, type)) return false;
  latest_set(chain, route, type);
  return path_duration(&(Path){.chain = chain, .route = route, .type = type}, &route->duration);
}

bool windows_keep(const Chain *chain, const Route *route, const VehicleType *type, int32_t *duration) {
  if (chain->data->features & RUIN_BREAKS) return breaks_keep(chain, route, type, duration);
  const Path path = {.chain = chain, .route = route, .type = type};
  *duration = 0;
  return path_return(&path, type->ready[0]) >= 0 && path_duration(&path, duration);
}

bool windows_go_on(const Chain *chain, const VehicleType *type, RuinTime *time, int32_t a, int32_t c) {
  const int32_t begin = ruin_begin_from(chain->data, c, time->earliest + chain_travel(chain, type, a, c));
  if (begin < 0) return false;
  time->earliest = begin + chain->data->stop[c].service;
  return true;
}

bool windows_join(const Chain *chain, const Route *route, const VehicleType *type, RuinTime time,
                  const Added *added, int32_t *duration) {
  const int32_t last = added->delivery ? added->delivery : added->c,
                next = added->delivery ? added->then : added->next,
                latest = next ? chain->node[next].suf.latest : type->due[1];
  if (time.earliest + chain_travel(chain, type, last, next) > latest) return false;
  return path_duration(&(Path){chain, route, type, *added}, duration);
}

bool windows_allow(const Chain *chain, const Route *route, const VehicleType *type, const Added *added,
                   int32_t *duration) {
  if (chain->data->features & RUIN_BREAKS) {
    RuinClock clock = breaks_leave(chain, type, added->prev);
    breaks_go_on(chain, type, &clock, added->prev, added->c);
    return breaks_join(chain, route, type, &clock, added, duration);
  }
  RuinTime time = added->prev ? chain->node[added->prev].pre : ruin_time_end(type, 0);
  return windows_go_on(chain, type, &time, added->prev, added->c) &&
         windows_join(chain, route, type, time, added, duration);
}
