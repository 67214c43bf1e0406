/* The judge of fleets, times of one route: see judge_fleet.c. The vehicle is driven step by step from given departures; the shortest duration is
 * that of the best of all departures at which the duration can have a minimum. */
#include "judge_route.h"

#define NEVER INT64_MAX

typedef struct Shift { /* the breaks of the vehicle: a slice of the instance's */
  const RoutesBreak *pause;
  int32_t pauses;
} Shift;

static bool is_late(int64_t time, int32_t due) { return due < ROUTES_LIMIT_MAX && time > due; }

static Shift shift_of(const Judged *r) {
  Shift shift = {NULL, 0};
  for (int32_t k = 0; k < r->routes->pauses; k++) {
    if (r->routes->pause[k].type != r->type_number - 1) continue;
    if (!shift.pauses) shift.pause = &r->routes->pause[k];
    shift.pauses++;
  }
  return shift;
}

/* ---- one step ---- */

/* When service begins at a vehicle's arrival; NEVER: it is late. */
static int64_t served_from(const JudgedStep *step, int64_t arrival) {
  for (int32_t k = 0; k < step->windows; k++)
    if (!is_late(arrival, step->window[k].due))
      return arrival < step->window[k].ready ? step->window[k].ready : arrival;
  return NEVER;
}

/* When the vehicle may go on; NEVER: it is late. */
static int64_t done_from(const JudgedStep *step, int64_t arrival) {
  const int64_t begin = served_from(step, arrival);
  if (begin == NEVER) return NEVER;
  return begin + step->service < step->release ? step->release : begin + step->service;
}

static int64_t after_break(const RoutesBreak *pause, int64_t time) {
  return (time < pause->ready ? pause->ready : time) + pause->length;
}

/* From done[b], the earliest moment at which the vehicle goes on after b breaks, to that behind the next step. A break begins while the vehicle is
 * on its way or waits, no later than due; the way ends as much later as the break is long. */
static void step_take(const JudgedStep *step, const Shift *shift, int64_t done[ROUTES_BREAKS_MAX + 1]) {
  int64_t next[ROUTES_BREAKS_MAX + 1] = {0};
  for (int32_t b = 0; b <= shift->pauses; b++) next[b] = NEVER;
  for (int32_t from = 0; from <= shift->pauses; from++) {
    if (done[from] == NEVER) continue;
    int64_t clock = done[from], arrival = clock + step->way;
    for (int32_t b = from;; b++) {
      const int64_t end = done_from(step, arrival);
      if (end < next[b]) next[b] = end;
      if (b == shift->pauses || is_late(clock, shift->pause[b].due)) break;
      clock = after_break(&shift->pause[b], clock);
      arrival = after_break(&shift->pause[b], arrival);
    }
  }
  for (int32_t b = 0; b <= shift->pauses; b++) done[b] = next[b];
}

/* ---- the earliest way ---- */

/* The return of a vehicle that leaves then and takes the breaks of a shift; NEVER: it cannot keep all windows. */
static int64_t return_of(const Judged *r, const Shift *shift, int64_t departure) {
  int64_t done[ROUTES_BREAKS_MAX + 1] = {departure, NEVER, NEVER, NEVER, NEVER};
  for (int32_t k = 0; k < r->steps; k++) step_take(&r->step[k], shift, done);
  return done[shift->pauses];
}

static int64_t first_departure(const Judged *r) {
  return r->release > r->type->ready[0] ? r->release : r->type->ready[0];
}

/* Who waits for the goods that come last, of the first trip. */
static int64_t released_last(const Judged *r) {
  for (int32_t k = 0; k < r->count; k++)
    if (r->routes->release[routes_customer(r->gene[k])] == r->release)
      return routes_customer_number(r->routes, routes_customer(r->gene[k]));
  return 0;
}

/* "served from 40, due 39" */
static Status late_fail(const Judged *r, const JudgedStep *step, int64_t arrival) {
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX], trip[JUDGED_TEXT_MAX];
  const int32_t decimals = r->routes->time_decimals, due = step->window[step->windows - 1].due;
  cost_text(arrival, decimals, found);
  cost_text(due, decimals, limit);
  if (step->customer)
    FAIL(ERR_FORMAT, "%s, customer %lld: served from %s, due %s", judged_trip_text(r, step->trip, trip),
         (long long)routes_customer_number(r->routes, step->customer), found, limit);
  if (step->reload >= 0)
    FAIL(ERR_FORMAT, "%s: loads from %s at reload depot %d, due %s", judged_trip_text(r, step->trip, trip),
         found, step->reload + 1, limit);
  FAIL(ERR_FORMAT, "route %d: back at %s, due %s of vehicle type %d", r->number, found, limit,
       r->type_number);
}

/* The way without breaks. */
static Status check_windows(const Judged *r, int64_t *end) {
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX];
  int64_t clock = first_departure(r);
  if (is_late(clock, r->type->due[0]))
    FAIL(ERR_FORMAT, "route %d, customer %lld: its goods are released at %s, vehicle type %d leaves by %s",
         r->number, (long long)released_last(r), cost_text(clock, r->routes->time_decimals, found),
         r->type_number, cost_text(r->type->due[0], r->routes->time_decimals, limit));
  for (int32_t k = 0; k < r->steps; k++) {
    const int64_t done = done_from(&r->step[k], clock + r->step[k].way);
    if (done == NEVER) return late_fail(r, &r->step[k], clock + r->step[k].way);
    clock = done;
  }
  *end = clock;
  return OK;
}

/* The first break that does not fit, those before it taken. */
static Status check_breaks(const Judged *r, const Shift *shift) {
  char ready[COST_TEXT_MAX], due[COST_TEXT_MAX], length[COST_TEXT_MAX];
  const int32_t decimals = r->routes->time_decimals;
  for (int32_t b = 0; b < shift->pauses; b++) {
    const Shift first = {shift->pause, b + 1};
    const RoutesBreak *const pause = &shift->pause[b];
    if (return_of(r, &first, first_departure(r)) != NEVER) continue;
    FAIL(ERR_FORMAT,
         "route %d: break %d of vehicle type %d, of length %s, that begins from %s to %s, fits nowhere",
         r->number, b + 1, r->type_number, cost_text(pause->length, decimals, length),
         cost_text(pause->ready, decimals, ready), cost_text(pause->due, decimals, due));
  }
  return OK;
}

/* ---- the shortest duration ---- */

/* The latest departure that keeps the end, where there are no breaks and no step has several windows: what the vehicle waits for along the way it
 * need not leave for. A later end does not shorten such a route, as every minute of it is one more at most before it. */
static int64_t latest_departure(const Judged *r, int64_t end) {
  int64_t clock = end;
  for (int32_t k = r->steps - 1; k >= 0; k--) {
    clock -= r->step[k].service;
    if (is_late(clock, r->step[k].window->due)) clock = r->step[k].window->due;
    clock -= r->step[k].way;
  }
  return is_late(clock, r->type->due[0]) ? r->type->due[0] : clock;
}

typedef struct Shortest { /* of all departures that were tried */
  const Judged *r;
  const Shift *shift;
  int64_t first, end;      /* the first departure, and its return: no other is earlier */
  int64_t duration, least; /* of the best so far; no duration is below */
} Shortest;

static void departure_try(Shortest *s, int64_t departure) {
  if (departure < s->first || is_late(departure, s->r->type->due[0])) return;
  if (s->duration == s->least || s->end - departure >= s->duration) return;
  const int64_t end = return_of(s->r, s->shift, departure);
  if (end != NEVER && end - departure < s->duration) s->duration = end - departure;
}

/* Departures from which the vehicle drives and works without a wait, `work` long and with the first `breaks` breaks, until a moment after which a
 * window or a break would be missed. */
static void departures_of_step(Shortest *s, const JudgedStep *step, int64_t work, int32_t breaks) {
  const int64_t arrival = work + step->way;
  for (int32_t k = 0; k < step->windows; k++) departure_try(s, step->window[k].due - arrival);
  if (breaks < s->shift->pauses) departure_try(s, s->shift->pause[breaks].due - work);
}

/* Where it is settled in which windows the vehicle serves and where it takes its breaks, the return is the later of a moment and of the departure and
 * the work: so the duration is the shortest at the last such departure, which is the last of all, or just does not miss a window or a
 * break that it reaches without a wait. */
static int64_t shortest_duration(const Judged *r, const Shift *shift) {
  Shortest s = {.r = r, .shift = shift, .first = first_departure(r), .duration = NEVER};
  int64_t work = 0;
  s.end = return_of(r, shift, s.first);
  s.duration = s.end - s.first;
  for (int32_t k = 0; k < r->steps; k++) s.least += r->step[k].way + r->step[k].service;
  for (int32_t b = 0; b < shift->pauses; b++) s.least += shift->pause[b].length;
  departure_try(&s, r->type->due[0]);
  for (int32_t k = 0; k < r->steps; k++) {
    int64_t with_breaks = work;
    for (int32_t b = 0; b <= shift->pauses; b++) {
      departures_of_step(&s, &r->step[k], with_breaks, b);
      if (b < shift->pauses) with_breaks += shift->pause[b].length;
    }
    work += r->step[k].way + r->step[k].service;
  }
  return s.duration;
}

static bool has_one_window_each(const Judged *r) {
  for (int32_t k = 0; k < r->steps; k++)
    if (r->step[k].windows > 1) return false;
  return true;
}

Status judge_times(const Judged *r, int64_t *duration) {
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX];
  const int32_t decimals = r->routes->time_decimals, most = r->type->max_duration;
  const Shift shift = shift_of(r);
  int64_t end = 0;
  TRY(check_windows(r, &end));
  TRY(check_breaks(r, &shift));
  *duration = 0;
  if (most == ROUTES_NO_LIMIT && !r->type->per_duration && !r->routes->balance) return OK;
  if (!shift.pauses && has_one_window_each(r))
    *duration = end - latest_departure(r, end);
  else
    *duration = shortest_duration(r, &shift);
  if (most == ROUTES_NO_LIMIT || *duration <= most) return OK;
  FAIL(ERR_FORMAT, "route %d: duration %s over %s of vehicle type %d", r->number,
       cost_text(*duration, decimals, found), cost_text(most, decimals, limit), r->type_number);
}
