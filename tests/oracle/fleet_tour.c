/* The cost of a route of a fleet, by brute force: see fleet_tour.h. */
#include "fleet_tour.h"

static int64_t entry(const Tour *t, const int32_t *matrix, int32_t from, int32_t to) {
  if (from < 0 || to < 0) return 0;
  const int64_t places = t->routes->places, profile = t->routes->type[t->type].profile;
  return matrix[profile * places * places + from * places + to];
}

/* ---- halts ---- */

typedef struct Halt { /* a customer, a reload depot (customer 0), or the end (neither) */
  int32_t customer, reload, place;
} Halt;

enum { HALTS = 2 * ORACLE_FLEET_MOST + 1 };

/* How many there are. */
static int32_t halts_of(const Tour *t, Halt *halt) {
  int32_t halts = 0;
  for (int32_t k = 0; k < t->count; k++) {
    if (t->reload[k] >= 0) halt[halts++] = (Halt){0, t->reload[k], t->routes->reload[t->reload[k]].place};
    halt[halts++] = (Halt){t->customer[k], -1, t->routes->stop[t->customer[k]].place};
  }
  halt[halts++] = (Halt){0, -1, t->routes->type[t->type].place[1]};
  return halts;
}

static int64_t length_of(const Tour *t) {
  Halt halt[HALTS];
  const int32_t halts = halts_of(t, halt);
  int64_t sum = 0;
  int32_t at = t->routes->type[t->type].place[0];
  for (int32_t k = 0; k < halts; k++) {
    sum += entry(t, t->routes->distance, at, halt[k].place);
    at = halt[k].place;
  }
  return sum;
}

/* From customer k on, the latest release of a trip's goods. */
static int64_t release_of(const Tour *t, int32_t k) {
  int64_t last = 0;
  for (int32_t j = k; j < t->count && t->routes->release; j++) {
    if (j > k && t->reload[j] >= 0) break;
    if (t->routes->release[t->customer[j]] > last) last = t->routes->release[t->customer[j]];
  }
  return last;
}

/* -1: the tour does not visit the customer. */
static int32_t position(const Tour *t, int32_t customer) {
  for (int32_t k = 0; k < t->count; k++)
    if (t->customer[k] == customer) return k;
  return -1;
}

/* ---- times ---- */

/* How many windows; one that is not listed is written to *only. */
static int32_t windows_of(const RoutesInstance *r, int32_t customer, const RoutesWindow **list,
                          RoutesWindow *only) {
  const RouteStop *s = &r->stop[customer];
  *only = (RoutesWindow){s->ready, s->due};
  *list = only;
  if (!r->window || r->window_first[customer] == r->window_first[customer + 1]) return 1;
  *list = &r->window[r->window_first[customer]];
  return r->window_first[customer + 1] - r->window_first[customer];
}

/* When service begins; TOUR_NEVER: the arrival is behind all windows. */
static int64_t service_of(const RoutesInstance *r, int32_t customer, int64_t arrival) {
  const RoutesWindow *list;
  RoutesWindow only;
  int64_t least = TOUR_NEVER;
  for (int32_t k = windows_of(r, customer, &list, &only) - 1; k >= 0; k--) {
    const int64_t begin = arrival > list[k].ready ? arrival : list[k].ready;
    if ((list[k].due == ROUTES_LIMIT_MAX || begin <= list[k].due) && begin < least) least = begin;
  }
  return least;
}

static bool in_time(int64_t time, int32_t due) { return due == ROUTES_LIMIT_MAX || time <= due; }

/* When the vehicle goes on from halt k, reached then; TOUR_NEVER: it is late. */
static int64_t leave_of(const Tour *t, const Halt *halt, int32_t k, int64_t arrival) {
  const RoutesInstance *r = t->routes;
  const VehicleType *v = &r->type[t->type];
  if (halt[k].customer) {
    const int64_t begin = service_of(r, halt[k].customer, arrival);
    return begin == TOUR_NEVER ? TOUR_NEVER : begin + r->stop[halt[k].customer].service;
  }
  const RoutesReload *d = halt[k].reload >= 0 ? &r->reload[halt[k].reload] : NULL;
  const int32_t ready = d ? d->ready : v->ready[1], due = d ? d->due : v->due[1];
  const int64_t begin = arrival > ready ? arrival : ready;
  if (!in_time(begin, due)) return TOUR_NEVER;
  if (!d) return begin;
  const int64_t release = release_of(t, position(t, halt[k + 1].customer));
  return begin + d->service > release ? begin + d->service : release;
}

typedef struct Drive { /* of the tour, with the breaks of its type */
  const Tour *t;
  Halt halt[HALTS];
  int32_t halts, breaks;
  RoutesBreak pause[ROUTES_BREAKS_MAX];
} Drive;

static Drive drive_of(const Tour *t) {
  Drive d = {.t = t};
  d.halts = halts_of(t, d.halt);
  for (int32_t k = 0; k < t->routes->pauses; k++)
    if (t->routes->pause[k].type == t->type) d.pause[d.breaks++] = t->routes->pause[k];
  return d;
}

static int64_t way_to(const Drive *d, int32_t k) {
  const RoutesInstance *r = d->t->routes;
  const int32_t at = k ? d->halt[k - 1].place : r->type[d->t->type].place[0];
  const int64_t way = entry(d->t, r->duration ? r->duration : r->distance, at, d->halt[k].place);
  return way + (d->halt[k].customer && d->halt[k].place != at ? r->stop[d->halt[k].customer].setup : 0);
}

/* The earliest return of a vehicle that is `way` before halt k at a moment, having had some breaks: it drives there, or until its next break; TOUR_NEVER: it
 * is late somewhere, however it takes them. */
static int64_t return_of(const Drive *d, int32_t k, int64_t way, int32_t taken, int64_t now) {
  int64_t best = TOUR_NEVER;
  const int64_t leave = leave_of(d->t, d->halt, k, now + way);
  if (leave != TOUR_NEVER && k + 1 < d->halts) best = return_of(d, k + 1, way_to(d, k + 1), taken, leave);
  if (leave != TOUR_NEVER && k + 1 == d->halts && taken == d->breaks) best = leave;
  if (taken == d->breaks || !in_time(now, d->pause[taken].due)) return best;
  const RoutesBreak *pause = &d->pause[taken];
  const int64_t begin = now > pause->ready ? now : pause->ready;
  const int64_t left = way > begin - now ? way - (begin - now) : 0;
  const int64_t other = return_of(d, k, left, taken + 1, begin + pause->length);
  return other < best ? other : best;
}

static int64_t max_of(int64_t a, int64_t b) { return a > b ? a : b; }

/* Nobody waits for a moment after the last of these. */
static int64_t last_ready(const Drive *d) {
  const RoutesInstance *r = d->t->routes;
  const VehicleType *v = &r->type[d->t->type];
  int64_t last = max_of(v->ready[0], v->ready[1]);
  for (int32_t k = 0; k < d->t->count; k++) {
    const RoutesWindow *list;
    RoutesWindow only;
    const int32_t windows = windows_of(r, d->t->customer[k], &list, &only);
    last = max_of(max_of(last, list[windows - 1].ready), r->release ? r->release[d->t->customer[k]] : 0);
    if (d->t->reload[k] >= 0) last = max_of(last, r->reload[d->t->reload[k]].ready);
  }
  for (int32_t k = 0; k < d->breaks; k++) last = max_of(last, d->pause[k].ready);
  return last;
}

/* The least over all departures; TOUR_NEVER: none is in time. Any one will do where durations do not count. */
static int64_t duration_of(const Tour *t) {
  const VehicleType *v = &t->routes->type[t->type];
  const Drive d = drive_of(t);
  const int64_t last = last_ready(&d), release = release_of(t, 0);
  const bool counts = v->per_duration || v->max_duration != ROUTES_NO_LIMIT || t->routes->balance;
  int64_t least = TOUR_NEVER;
  for (int64_t departure = v->ready[0]; departure <= last && (counts || least == TOUR_NEVER); departure++) {
    if (!in_time(departure, v->due[0])) break;
    if (departure < release) continue;
    const int64_t back = return_of(&d, 0, way_to(&d, 0), 0, departure);
    if (back != TOUR_NEVER && back - departure < least) least = back - departure;
  }
  return least;
}

/* ---- loads and order ---- */

/* Of a pickup its delivery, of a delivery minus its pickup, else 0. */
static int32_t partner_of(const Tour *t, int32_t k) {
  return t->routes->partner ? t->routes->partner[t->customer[k]] : 0;
}

/* The first customer of the trip of customer k, and of the next. */
static int32_t trip_first(const Tour *t, int32_t k) {
  int32_t first = 0;
  for (int32_t i = 1; i <= k && i < t->count; i++)
    if (t->reload[i] >= 0) first = i;
  return first;
}

static int32_t trip_end(const Tour *t, int32_t k) {
  for (k++; k < t->count && t->reload[k] < 0;) k++;
  return k;
}

static bool pairs_fit(const Tour *t) {
  for (int32_t k = 0; k < t->count; k++) {
    const int32_t partner = partner_of(t, k);
    if (partner > 0 && position(t, partner) < k) return false;
    if (partner < 0 && (position(t, -partner) < trip_first(t, k) || position(t, -partner) > k)) return false;
  }
  return true;
}

/* The load of the trip from..to - 1 just behind stop k, from - 1: at its begin; from what is still to be delivered and what is picked up
 * already. */
static int64_t load_behind(const Tour *t, int32_t from, int32_t to, int32_t k, int32_t dimension) {
  int64_t load = 0;
  for (int32_t j = from; j < to; j++) {
    const RouteStop *s = &t->routes->stop[t->customer[j]];
    if (partner_of(t, j))
      load += j <= k && position(t, partner_of(t, j)) > k ? s->pickup[dimension] : 0;
    else
      load += j > k ? s->delivery[dimension] : s->pickup[dimension];
  }
  return load;
}

static bool loads_fit(const Tour *t) {
  for (int32_t d = 0; d < t->routes->loads; d++)
    for (int32_t k = 0; k < t->count; k++) {
      const int32_t from = trip_first(t, k), to = trip_end(t, k);
      const int32_t capacity = t->routes->type[t->type].capacity[d];
      if (k == from && load_behind(t, from, to, k - 1, d) > capacity) return false;
      if (load_behind(t, from, to, k, d) > capacity) return false;
    }
  return true;
}

static bool trips_fit(const Tour *t) {
  int32_t trips = 1;
  for (int32_t k = 0; k < t->count; k++) {
    if (t->reload[k] < 0) continue;
    trips++;
    if (!(t->routes->trips[t->type].reloads & (uint32_t)1 << t->reload[k])) return false;
  }
  return trips == 1 || trips <= t->routes->trips[t->type].most;
}

static bool backhaul(const Tour *t, int32_t k) {
  return (t->routes->stop[t->customer[k]].flags & ROUTES_BACKHAUL) != 0;
}

static bool order_fits(const Tour *t) {
  bool linehauls = false;
  if (t->routes->backhauls == BACKHAULS_MIXED) return true;
  for (int32_t k = 0; k < t->count; k++) {
    linehauls |= !backhaul(t, k);
    for (int32_t j = k + 1; j < t->count; j++)
      if (backhaul(t, k) && !backhaul(t, j)) return false;
  }
  return linehauls || t->routes->backhauls == BACKHAULS_LAST;
}

static bool customers_fit(const Tour *t) {
  for (int32_t k = 0; k < t->count; k++)
    if (t->routes->allowed) {
      const size_t words = ((size_t)t->routes->types + 31) / 32;
      const uint32_t word = t->routes->allowed[(size_t)t->customer[k] * words + (size_t)t->type / 32];
      if (!(word & (uint32_t)1 << t->type % 32)) return false;
    }
  return t->count <= t->routes->type[t->type].max_stops;
}

int64_t tour_cost(const Tour *t, int64_t *duration) {
  const VehicleType *v = &t->routes->type[t->type];
  if (!customers_fit(t) || !order_fits(t) || !pairs_fit(t) || !trips_fit(t) || !loads_fit(t))
    return TOUR_NEVER;
  const int64_t length = length_of(t);
  if (v->max_distance != ROUTES_NO_LIMIT && length > v->max_distance) return TOUR_NEVER;
  *duration = duration_of(t);
  if (*duration == TOUR_NEVER) return TOUR_NEVER;
  if (v->max_duration != ROUTES_NO_LIMIT && *duration > v->max_duration) return TOUR_NEVER;
  return t->routes->route_cost + v->fixed + v->per_distance * length + v->per_duration * *duration;
}
