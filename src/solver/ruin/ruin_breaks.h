/* Breaks of drivers (RUIN_BREAKS): where they are taken is chosen as in the judge. The same in C and CUDA.
 *
 * A clock is a time for every number of breaks that are taken already. On, clock[b] is the earliest at which the vehicle goes on; back, the
 * latest: with fewer breaks behind, and no later, the rest of the route is as well served. So a route keeps its windows and breaks if, between
 * any two stops in a row, the earliest clock behind the first leads to the latest clock of the second for some number of breaks, and an insertion
 * is checked in a time that depends on the breaks alone. Breaks imply RUIN_WINDOWS: ruin_windows.h has the begins of service, and why the shortest
 * duration is found by driving: a departure after the latest one of a return misses a window or a break. */
#ifndef CORDEE_SOLVER_RUIN_RUIN_BREAKS_H
#define CORDEE_SOLVER_RUIN_RUIN_BREAKS_H

#include <stdbool.h>
#include "ruin_windows.h"

/* Numbers of breaks of a route, from 0. */
enum { RUIN_CLOCKS = ROUTES_BREAKS_MAX + 1 };

/* What RuinClock.at says of a number of breaks that cannot be taken: on, and back. */
#define RUIN_NEVER      INT32_MAX
#define RUIN_NEVER_BACK (-1)

typedef struct RuinClock {
  int32_t at[RUIN_CLOCKS];
} RuinClock;

typedef struct RuinShift { /* the breaks of a vehicle */
  const RoutesBreak *pause;
  int32_t count;
} RuinShift;

RNG_FN RuinShift ruin_shift(const RuinData *data, const VehicleType *type) {
  const int32_t *const first = data->pause_first + (type - data->type);
  const RuinShift shift = {data->pause + first[0], first[1] - first[0]};
  return shift;
}

/* All at `never`, but for one. */
RNG_FN RuinClock ruin_clock(int32_t never, int32_t breaks, int32_t time) {
  RuinClock clock;
  for (int32_t b = 0; b < RUIN_CLOCKS; b++) clock.at[b] = b == breaks ? time : never;
  return clock;
}

/* The earliest begin of service at customer c, or of the return (0), as ruin_begin_from. */
RNG_FN int32_t ruin_visit_from(const RuinData *data, const VehicleType *type, int32_t c, int32_t time) {
  if (c) return ruin_begin_from(data, c, time);
  if (time > type->due[1]) return -1;
  return time > type->ready[1] ? time : type->ready[1];
}

/* From a stop, a way of `way`, and service at customer c, or the return (0). */
RNG_FN void ruin_clock_go(const RuinData *data, const VehicleType *type, int32_t c, int32_t way,
                          RuinClock *clock) {
  const RuinShift shift = ruin_shift(data, type);
  const int32_t service = c ? data->stop[c].service : 0;
  RuinClock next = ruin_clock(RUIN_NEVER, 0, RUIN_NEVER);
  for (int32_t from = 0; from <= shift.count; from++) {
    if (clock->at[from] == RUIN_NEVER) continue;
    int32_t time = clock->at[from], arrival = time + way;
    for (int32_t b = from;; b++) {
      const int32_t begin = ruin_visit_from(data, type, c, arrival);
      if (begin < 0) break;
      if (begin + service < next.at[b]) next.at[b] = begin + service;
      if (b == shift.count || time > shift.pause[b].due) break;
      const int32_t ready = shift.pause[b].ready, length = shift.pause[b].length;
      time = (time > ready ? time : ready) + length;
      arrival = (arrival > ready ? arrival : ready) + length;
    }
  }
  *clock = next;
}

/* Back from the latest arrivals at a stop to the latest departures from the one a way of `way` before. */
RNG_FN void ruin_clock_back(RuinShift shift, int32_t way, RuinClock *clock) {
  RuinClock before = ruin_clock(RUIN_NEVER_BACK, 0, RUIN_NEVER_BACK);
  for (int32_t to = 0; to <= shift.count; to++) {
    int32_t time = INT32_MAX, arrival = clock->at[to];
    if (arrival < 0) continue;
    for (int32_t b = to;; b--) {
      const int32_t latest = arrival - way < time ? arrival - way : time;
      if (latest > before.at[b]) before.at[b] = latest;
      if (b == 0) break;
      const RoutesBreak pause = shift.pause[b - 1];
      if (pause.ready + pause.length > arrival || pause.ready + pause.length > time) break;
      arrival -= pause.length;
      time = time - pause.length < pause.due ? time - pause.length : pause.due;
    }
  }
  *clock = before;
}

/* From the latest departures from customer c to the latest begins of service. */
RNG_FN void ruin_clock_serve_back(const RuinData *data, int32_t c, RuinClock *clock) {
  for (int32_t b = 0; b < RUIN_CLOCKS; b++) {
    const int32_t latest = clock->at[b] - data->stop[c].service;
    clock->at[b] = latest < 0 ? RUIN_NEVER_BACK : ruin_begin_until(data, c, latest);
  }
}

/* Does a way of `way` lead from the earliest departures to the latest arrivals? */
RNG_FN bool ruin_clocks_meet(RuinShift shift, const RuinClock *departs, int32_t way,
                             const RuinClock *arrives) {
  for (int32_t from = 0; from <= shift.count; from++) {
    if (departs->at[from] == RUIN_NEVER) continue;
    int32_t time = departs->at[from], arrival = time + way;
    for (int32_t b = from;; b++) {
      if (arrival <= arrives->at[b]) return true;
      if (b == shift.count || time > shift.pause[b].due) break;
      const int32_t ready = shift.pause[b].ready, length = shift.pause[b].length;
      time = (time > ready ? time : ready) + length;
      arrival = (arrival > ready ? arrival : ready) + length;
    }
  }
  return false;
}

#endif
