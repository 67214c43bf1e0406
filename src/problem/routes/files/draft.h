/* What a file of VROOM's form or a table of stops says, as it is written, and the instance that is made of it. Step 2 of the flow, on rank 0. Local,
 * host only.
 *
 * Units. Times keep their decimals, three at most and as many as leave room for the longest day and way (ROUTES_LIMIT_MAX,
 * ROUTES_DISTANCE_MAX); so do distances, of which four decimals are kept where they are costs of ways made of times and distances. What
 * is rounded is told (Instance.remark): halves away from 0. Loads, costs of vehicles and prizes are exact or refused. */
#ifndef CORDEE_PROBLEM_ROUTES_FILES_DRAFT_H
#define CORDEE_PROBLEM_ROUTES_FILES_DRAFT_H

#include "io/decimal.h"
#include "io/json_at.h"
#include "problem/routes/routes.h"
#include "problem/routes/routes_options.h"

enum { DRAFT_TIME_DECIMALS_MAX = 3, DRAFT_COST_DECIMALS_MAX = 6, DRAFT_MIXED_DECIMALS = 4 };

typedef struct DraftWindow {
  bool said;
  Exact ready, due;
} DraftWindow;

/* The windows of a stop that has several, of Draft.window, in rising order and apart; count 0: DraftStop.window is the only one. */
typedef struct DraftWindows {
  int32_t first, count;
} DraftWindows;

/* A break of a vehicle, of length 0 unless it is said; a window that is not said is any time. */
typedef struct DraftBreak {
  int64_t id;
  int32_t line; /* where it stands among the vehicle's */
  DraftWindow window;
  Exact length;
} DraftBreak;

/* Of Draft.pause, in the order in which they are taken. */
typedef struct DraftBreaks {
  int32_t first, count;
} DraftBreaks;

/* Skills are indices of Draft.skill. */
typedef struct DraftSkills {
  int32_t first, count;
} DraftSkills;

typedef enum DraftRole { DRAFT_JOB, DRAFT_PICKUP, DRAFT_DELIVERY } DraftRole;

/* A pair is two stops, of which the pickup has the prize. */
typedef struct DraftStop {
  int64_t id;
  DraftRole role;
  int32_t partner; /* of a pair the other stop */
  int32_t place;
  int32_t line;     /* of a table; of JSON where it stands in jobs or shipments */
  int32_t priority; /* 0..100 */
  bool prized;
  Exact prize, service, setup, release;
  DraftWindow window; /* of several from the begin of the first to the end of the last */
  DraftWindows windows;
  int32_t group; /* of alternatives, from 1; 0: of none */
  Exact delivery[ROUTES_LOADS_MAX], pickup[ROUTES_LOADS_MAX];
  DraftSkills skills;
} DraftStop;

/* What a vehicle's cost counts, besides its fixed cost. A limit on its way is one on that. */
typedef enum DraftBasis {
  BASIS_TIME,   /* travel times */
  BASIS_METRES, /* distances */
  BASIS_COST,   /* the file's own costs of ways */
  BASIS_MIXED   /* per_hour of travel and per_km */
} DraftBasis;

/* How a vehicle travels: a profile of the instance. */
typedef struct DraftWay {
  int32_t matrix;
  DraftBasis basis;
  double speed_factor;
  double per_hour, per_km; /* BASIS_MIXED */
} DraftWay;

typedef struct DraftVehicle {
  int64_t id;
  int32_t count; /* of such vehicles; or ROUTES_NO_LIMIT */
  int32_t way, place[2], max_stops;
  int32_t trips; /* most trips, with reloads at its start, the same of all vehicles; 0 and 1: one */
  Exact capacity[ROUTES_LOADS_MAX], fixed, rate; /* rate: cost of a unit of the basis */
  bool limited;
  Exact longest; /* limit on the sum of the basis */
  DraftWindow window;
  DraftBreaks breaks;
  DraftSkills skills;
} DraftVehicle;

/* (places, places) from row to column; NULL: not said. */
typedef struct DraftMatrix {
  char name[64];
  double *seconds, *metres, *cost;
} DraftMatrix;

typedef struct Draft {
  const char *path;
  const JsonText *json; /* what it was read from; NULL: a table */
  int32_t stops, vehicles, places, loads, matrices, ways, skills, windows, groups, pauses;
  DraftStop *stop;
  DraftVehicle *vehicle;
  DraftMatrix *matrix;
  DraftWay *way;
  int64_t *skill;      /* (skills) */
  DraftWindow *window; /* (windows) of stops that have several */
  DraftBreak *pause;   /* (pauses) of vehicles */
  double *coordinate;  /* (places, 2); NULL: none */
  bool listed;         /* the file lists its vehicles, one by one */
  bool with_ids, on_sphere;
  bool timed; /* travel takes time: else a limit or window in time is refused by the reader */
  char metric[16], remark[INSTANCE_REMARK_MAX], warning[INSTANCE_WARNING_MAX];
  int32_t rounded; /* decimals that what was rounded has, and one more; 0: nothing was */
  RoutesUnserved unserved;
} Draft;

/* Entries of a matrix. */
static inline size_t draft_entries(const Draft *draft) {
  return (size_t)draft->places * (size_t)draft->places;
}

/* The most trips of its vehicles; 1: they do not reload. */
static inline int32_t draft_trips(const Draft *draft) {
  return draft->vehicles && draft->vehicle->trips > 1 ? draft->vehicle->trips : 1;
}

/* Frees the arrays. */
void draft_free(Draft *draft);

/* Grows an array to hold one more element, which is zero: (void **), its count, and the size of an element. ERR_MEMORY. */
Status draft_grow(const Draft *draft, void *array, int32_t *count, size_t bytes);

/* The next window of a stop, which becomes the last one of several or the only one. False: it does not begin after the end of the one before. ERR_MEMORY. */
Status draft_window_add(Draft *draft, DraftStop *stop, const DraftWindow *window, bool *apart);

/* The index of a skill's or a way's equal, or of it as a new one. ERR_MEMORY. */
Status draft_skill_add(Draft *draft, int64_t skill);
Status draft_way_find(Draft *draft, const DraftWay *way, int32_t *index);

/* "file:line: stop or jobs[3].member or shipments[3].pickup.member: expected ..., found ...": of a stop, or of a vehicle. ERR_FORMAT. */
Status draft_fail_stop(const Draft *draft, int32_t stop, const char *member, const char *expected);
Status draft_fail_vehicle(const Draft *draft, int32_t vehicle, const char *member, const char *expected);

/* *out is owned by the caller (instance_free). ERR_FORMAT, ERR_NO_SOLUTION, ERR_MEMORY. */
Status draft_finish(Draft *draft, const CvrpSettings *settings, Instance **out);

#endif
