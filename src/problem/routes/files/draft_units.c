/* See draft_units.h. */
#include "draft_units.h"

#include <math.h>

double draft_power(int32_t decimals) {
  double power = 1;
  while (decimals-- > 0) power *= 10;
  return power;
}

double draft_real(Exact value) { return (double)value.digits / draft_power(value.places); }

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

/* ---- ways ---- */

double draft_way_seconds(const Draft *draft, const DraftWay *way, size_t k) {
  return draft->matrix[way->matrix].seconds[k] / way->speed_factor;
}

double draft_way_length(const Draft *draft, const DraftWay *way, size_t k) {
  const DraftMatrix *matrix = &draft->matrix[way->matrix];
  switch (way->basis) {
  case BASIS_TIME:
    return draft_way_seconds(draft, way, k);
  case BASIS_METRES:
    return matrix->metres[k];
  case BASIS_COST:
    return matrix->cost[k];
  default:
    return way->per_hour * draft_way_seconds(draft, way, k) / 3600 + way->per_km * matrix->metres[k] / 1000;
  }
}

/* What the numbers of a matrix are like. */
typedef struct Spread {
  double most;
  int32_t places; /* decimals that are kept of them */
} Spread;

/* Of a number, `limit` + 1 at most. */
static int32_t places_of(double value, int32_t limit) {
  double power = 1;
  int32_t places = 0;
  for (; places <= limit && round(value * power) / power != value; places++) power *= 10;
  return places;
}

/* Times, or what costs count. Decimals are those of the file: a speed's factor adds none. */
static void way_spread(const Draft *draft, const DraftWay *way, bool timed, Spread *s) {
  const double *const raw = timed || way->basis == BASIS_TIME ? draft->matrix[way->matrix].seconds : NULL;
  const bool mixed = !timed && way->basis == BASIS_MIXED;
  for (size_t k = 0; k < draft_entries(draft); k++) {
    const double value = timed ? draft_way_seconds(draft, way, k) : draft_way_length(draft, way, k);
    if (value > s->most) s->most = value;
    if (s->places >= DRAFT_TIME_DECIMALS_MAX || mixed) continue;
    const int32_t places = places_of(raw ? raw[k] : value, DRAFT_TIME_DECIMALS_MAX - 1);
    if (places > s->places) s->places = places;
  }
  if (mixed) s->places = DRAFT_MIXED_DECIMALS;
}

static Spread ways_spread(const Draft *draft, bool timed) {
  Spread s = {0, 0};
  for (int32_t w = 0; w < draft->ways && (draft->timed || !timed); w++)
    way_spread(draft, &draft->way[w], timed, &s);
  return s;
}

/* ---- times ---- */

/* All breaks of a vehicle. */
static double longest_rest(const Draft *draft) {
  double longest = 0;
  for (int32_t v = 0; v < draft->vehicles; v++) {
    const DraftBreaks *breaks = &draft->vehicle[v].breaks;
    double sum = 0;
    for (int32_t k = 0; k < breaks->count; k++) sum += draft_real(draft->pause[breaks->first + k].length);
    longest = fmax(longest, sum);
  }
  return longest;
}

/* No schedule without idling takes longer after the last time from which something may begin. */
static double longest_day(const Draft *draft, double longest_way) {
  double sum = longest_way * (draft_trips(draft) > 1 ? 2.0 * draft->stops : draft->stops + 1.0);
  for (int32_t c = 0; c < draft->stops; c++)
    sum += draft_real(draft->stop[c].service) + draft_real(draft->stop[c].setup);
  return sum + longest_rest(draft);
}

static int32_t windows_all(const Draft *draft) {
  return draft->stops + draft->vehicles + draft->windows + draft->pauses;
}

static const DraftWindow *window_at(const Draft *draft, int32_t k) {
  if (k < draft->stops) return &draft->stop[k].window;
  k -= draft->stops;
  if (k < draft->vehicles) return &draft->vehicle[k].window;
  k -= draft->vehicles;
  return k < draft->windows ? &draft->window[k] : &draft->pause[k - draft->windows].window;
}

static double last_ready(const Draft *draft) {
  double last = 0;
  for (int32_t k = 0; k < windows_all(draft); k++)
    if (window_at(draft, k)->said) last = fmax(last, draft_real(window_at(draft, k)->ready));
  for (int32_t c = 0; c < draft->stops; c++) last = fmax(last, draft_real(draft->stop[c].release));
  return last;
}

/* The latest end of a window that can matter. */
static double last_due(const Draft *draft, double horizon) {
  double last = 0;
  for (int32_t k = 0; k < windows_all(draft); k++) {
    const DraftWindow *window = window_at(draft, k);
    if (window->said && draft_real(window->due) < horizon) last = fmax(last, draft_real(window->due));
  }
  return last;
}

static int32_t times_places(const Draft *draft) {
  int32_t places = 0;
  for (int32_t k = 0; k < windows_all(draft); k++) {
    const DraftWindow *window = window_at(draft, k);
    places = larger(places, larger(window->ready.places, window->due.places));
  }
  for (int32_t k = 0; k < draft->pauses; k++) places = larger(places, draft->pause[k].length.places);
  for (int32_t c = 0; c < draft->stops; c++)
    places = larger(larger(places, draft->stop[c].release.places),
                    larger(draft->stop[c].service.places, draft->stop[c].setup.places));
  return places;
}

/* Where times are those of a calendar, the first shift begins them. */
static Status origin_find(const Draft *draft, int64_t *origin) {
  double first = INFINITY;
  for (int32_t v = 0; v < draft->vehicles; v++) {
    if (!draft->vehicle[v].window.said)
      return draft_fail_vehicle(draft, v, "time_window",
                                "the times of its shift, as other times are those of a calendar");
    first = fmin(first, draft_real(draft->vehicle[v].window.ready));
  }
  *origin = (int64_t)floor(first);
  return OK;
}

/* The most decimals, `wanted` at most, with which numbers up to `most` are not above `limit`. */
static int32_t places_fitting(int32_t wanted, double most, double limit) {
  int32_t places = wanted;
  while (places > 0 && most * draft_power(places) > limit) places--;
  return places;
}

/* Times beyond this are those of a calendar: seconds since 1970, not since the beginning of the day. */
static const double CALENDAR = 1e8;

/* Limits on ways keep their decimals, too. */
static int32_t limits_places(const Draft *draft) {
  int32_t places = 0;
  for (int32_t v = 0; v < draft->vehicles; v++)
    if (draft->vehicle[v].limited) places = larger(places, draft->vehicle[v].longest.places);
  return places < DRAFT_TIME_DECIMALS_MAX ? places : DRAFT_TIME_DECIMALS_MAX;
}

static Status times_choose(const Draft *draft, DraftUnits *units) {
  const Spread ways = ways_spread(draft, true);
  const double day = longest_day(draft, ways.most);
  units->horizon = last_ready(draft) + day;
  double most = fmax(last_ready(draft), last_due(draft, units->horizon));
  int32_t places = larger(larger(ways.places, limits_places(draft)), times_places(draft));
  if (places > DRAFT_TIME_DECIMALS_MAX) places = DRAFT_TIME_DECIMALS_MAX;
  units->times = places_fitting(places, ways.most, ROUTES_DISTANCE_MAX);
  units->times = places_fitting(units->times, day, ROUTES_LIMIT_MAX);
  if (most > CALENDAR) {
    TRY(origin_find(draft, &units->origin));
    most -= (double)units->origin;
  }
  units->times = places_fitting(units->times, most, ROUTES_LIMIT_MAX);
  return OK;
}

/* ---- units ---- */

static int32_t loads_places(const Draft *draft) {
  int32_t places = 0;
  for (int32_t d = 0; d < draft->loads; d++) {
    for (int32_t c = 0; c < draft->stops; c++)
      places = larger(places, larger(draft->stop[c].delivery[d].places, draft->stop[c].pickup[d].places));
    for (int32_t v = 0; v < draft->vehicles; v++)
      places = larger(places, draft->vehicle[v].capacity[d].places);
  }
  return places;
}

static int32_t costs_places(const Draft *draft, int32_t distances) {
  int32_t places = distances;
  for (int32_t v = 0; v < draft->vehicles; v++) {
    places = larger(places, distances + draft->vehicle[v].rate.places);
    places = larger(places, draft->vehicle[v].fixed.places);
  }
  for (int32_t c = 0; c < draft->stops; c++)
    if (draft->stop[c].prized) places = larger(places, draft->stop[c].prize.places);
  return places;
}

/* Whether times and distances are the same numbers. */
static bool is_one_matrix(const Draft *draft) {
  bool same = true;
  for (int32_t w = 0; w < draft->ways; w++) {
    const DraftMatrix *matrix = &draft->matrix[draft->way[w].matrix];
    same &= !draft->timed || draft->way[w].basis == BASIS_TIME ||
            (draft->way[w].basis == BASIS_METRES && matrix->seconds == matrix->metres);
  }
  return same;
}

Status draft_units_choose(const Draft *draft, DraftUnits *units) {
  const Spread lengths = ways_spread(draft, false);
  TRY(times_choose(draft, units));
  const int32_t wanted = larger(lengths.places, limits_places(draft));
  units->distances = places_fitting(wanted, lengths.most, ROUTES_DISTANCE_MAX);
  units->one_matrix = is_one_matrix(draft);
  if (units->one_matrix && draft->timed) units->distances = units->times;
  if (units->one_matrix) units->times = units->distances;
  units->loads = loads_places(draft);
  units->costs = costs_places(draft, units->distances);
  if (units->costs <= DRAFT_COST_DECIMALS_MAX) return OK;
  FAIL(ERR_FORMAT, "%s: expected costs of at most %d decimals, found %d", draft->path,
       DRAFT_COST_DECIMALS_MAX, units->costs);
}

/* In units of 10^-decimals, rounded; what is, is kept in mind. */
double draft_rounded(Draft *draft, double value, int32_t decimals) {
  const double units = round(value * draft_power(decimals));
  const bool coarser = !draft->rounded || decimals + 1 < draft->rounded;
  if (units / draft_power(decimals) != value && coarser) draft->rounded = decimals + 1;
  return units;
}
