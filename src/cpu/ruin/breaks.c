/* Times of routes with breaks of drivers: see solver/ruin/ruin_breaks.h. */
#include "ruin_path.h"

/* ---- clocks ---- */

static RuinClock *early_of(const Chain *chain, int32_t v) { return &chain->early[v]; }
static RuinClock *late_of(const Chain *chain, int32_t v) { return &chain->late[v]; }

RuinClock breaks_leave(const Chain *chain, const VehicleType *type, int32_t prev) {
  return prev ? *early_of(chain, prev) : ruin_clock(RUIN_NEVER, 0, type->ready[0]);
}

/* The latest arrivals at a stop of the route; 0: the return. */
static RuinClock arrivals_at(const Chain *chain, const VehicleType *type, int32_t next) {
  const RuinShift shift = ruin_shift(chain->data, type);
  return next ? *late_of(chain, next) : ruin_clock(RUIN_NEVER_BACK, shift.count, type->due[1]);
}

void breaks_go_on(const Chain *chain, const VehicleType *type, RuinClock *clock, int32_t a, int32_t c) {
  ruin_clock_go(chain->data, type, c, chain_travel(chain, type, a, c), clock);
}

/* ---- the shortest duration ---- */

/* The earliest return after a departure, RUIN_NEVER: a window or a break is missed. *work: the duration without waits. */
static int32_t path_return(const Path *path, int32_t departure, int32_t *work) {
  const Chain *const chain = path->chain;
  const RuinShift shift = ruin_shift(chain->data, path->type);
  RuinClock clock = ruin_clock(RUIN_NEVER, 0, departure);
  int32_t last = 0, v;
  *work = 0;
  for (int32_t b = 0; b < shift.count; b++) *work += shift.pause[b].length;
  do {
    v = path_after(path, last);
    const int32_t way = chain_travel(chain, path->type, last, v);
    ruin_clock_go(chain->data, path->type, v, way, &clock);
    *work += way + (v ? chain->data->stop[v].service : 0);
    last = v;
  } while (v);
  return clock.at[shift.count];
}

/* The latest departure with which the vehicle returns at a time that some departure has. */
static int32_t path_departure(const Path *path, int32_t time) {
  const Chain *const chain = path->chain;
  const RuinShift shift = ruin_shift(chain->data, path->type);
  RuinClock clock = ruin_clock(RUIN_NEVER_BACK, shift.count, time);
  int32_t next = 0, v;
  do {
    v = path_before(path, next);
    ruin_clock_back(shift, chain_travel(chain, path->type, v, next), &clock);
    if (v) ruin_clock_serve_back(chain->data, v, &clock);
    next = v;
  } while (v);
  return clock.at[0] < path->type->due[0] ? clock.at[0] : path->type->due[0];
}

/* RUIN_NEVER: it misses a window or a break. */
static int32_t path_shortest(const Path *path) {
  int32_t shortest = RUIN_NEVER, work = 0;
  for (int32_t departure = path->type->ready[0]; departure <= path->type->due[0] && shortest > work;
       departure++) {
    const int32_t end = path_return(path, departure, &work);
    if (end == RUIN_NEVER) break;
    departure = path_departure(path, end);
    if (end - departure < shortest) shortest = end - departure;
  }
  return shortest;
}

static bool path_duration(const Path *path, int32_t *duration) {
  *duration = 0;
  if (!path->chain->data->durations) return true;
  *duration = path_shortest(path);
  return *duration != RUIN_NEVER && *duration <= path->type->max_duration;
}

/* ---- times of stops ---- */

static void late_set(Chain *chain, const Route *route, const VehicleType *type) {
  const RuinShift shift = ruin_shift(chain->data, type);
  RuinClock clock = arrivals_at(chain, type, 0);
  for (int32_t v = route->last, next = 0; v; next = v, v = chain->node[v].prev) {
    ruin_clock_back(shift, chain_travel(chain, type, v, next), &clock);
    ruin_clock_serve_back(chain->data, v, &clock);
    *late_of(chain, v) = clock;
  }
}

bool breaks_times_set(Chain *chain, Route *route, const VehicleType *type) {
  const RuinShift shift = ruin_shift(chain->data, type);
  RuinClock clock = breaks_leave(chain, type, 0);
  int32_t last = 0;
  for (int32_t v = route->first; v; last = v, v = chain->node[v].next) {
    breaks_go_on(chain, type, &clock, last, v);
    *early_of(chain, v) = clock;
  }
  breaks_go_on(chain, type, &clock, last, 0);
  if (clock.at[shift.count] == RUIN_NEVER) return false;
  late_set(chain, route, type);
  return path_duration(&(Path){.chain = chain, .route = route, .type = type}, &route->duration);
}

bool breaks_keep(const Chain *chain, const Route *route, const VehicleType *type, int32_t *duration) {
  const Path path = {.chain = chain, .route = route, .type = type};
  int32_t work;
  *duration = 0;
  return path_return(&path, type->ready[0], &work) != RUIN_NEVER && path_duration(&path, duration);
}

bool breaks_join(const Chain *chain, const Route *route, const VehicleType *type, const RuinClock *clock,
                 const Added *added, int32_t *duration) {
  const int32_t last = added->delivery ? added->delivery : added->c,
                next = added->delivery ? added->then : added->next;
  const RuinClock arrivals = arrivals_at(chain, type, next);
  if (!ruin_clocks_meet(ruin_shift(chain->data, type), clock, chain_travel(chain, type, last, next),
                        &arrivals))
    return false;
  return path_duration(&(Path){chain, route, type, *added}, duration);
}
