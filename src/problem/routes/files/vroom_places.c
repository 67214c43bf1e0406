/* Places, matrices and costs of ways of VROOM's form: see vroom_parts.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "halt.h"
#include "io/json_rows.h"
#include "problem/tsp/metric.h"
#include "vroom_parts.h"

void vroom_places_free(Vroom *v) {
  free(v->slot);
  free(v->located);
}

/* ---- places by coordinates ---- */

static uint32_t slot_of(const double at[2], int32_t room) {
  uint64_t bits[2];
  memcpy(bits, at, sizeof bits);
  uint64_t hash = bits[0] * UINT64_C(0x9e3779b97f4a7c15) ^
                  (bits[1] + UINT64_C(0x7f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
  hash ^= hash >> 32;
  return (uint32_t)hash & ((uint32_t)room - 1);
}

/* The slot of these coordinates, or the free one that they would take. */
static int32_t *slot_find(const Vroom *v, const double at[2]) {
  uint32_t k = slot_of(at, v->room);
  while (v->slot[k] >= 0 && memcmp(&v->draft.coordinate[2 * v->slot[k]], at, 2 * sizeof *at) != 0)
    k = (k + 1) & ((uint32_t)v->room - 1);
  return &v->slot[k];
}

static Status slots_double(Vroom *v) {
  const int32_t room = v->room ? 2 * v->room : 64;
  int32_t *slot = malloc((size_t)room * sizeof *slot);
  if (!slot) FAIL(ERR_MEMORY, "%s: no memory for places", v->draft.path);
  free(v->slot);
  v->slot = slot;
  v->room = room;
  for (int32_t k = 0; k < room; k++) slot[k] = -1;
  for (int32_t p = 0; p < v->draft.places; p++) *slot_find(v, &v->draft.coordinate[2 * p]) = p;
  return OK;
}

static Status place_at(Vroom *v, const JsonAt *at, const double where[2], int32_t *place) {
  if (2 * v->draft.places >= v->room) TRY(slots_double(v));
  int32_t *const slot = slot_find(v, where);
  if (*slot < 0) {
    if (v->draft.places == ROUTES_PLACES_MAX) return json_fail(at, "at most %d places", ROUTES_PLACES_MAX);
    *slot = v->draft.places;
    TRY(draft_grow(&v->draft, &v->draft.coordinate, &v->draft.places, 2 * sizeof *where));
    memcpy(&v->draft.coordinate[2 * *slot], where, 2 * sizeof *where);
  }
  *place = *slot;
  return OK;
}

/* [longitude, latitude] */
static Status location_read(const JsonAt *at, double where[2]) {
  static const double most[2] = {180, 90};
  if (!json_is_array(at->value) || json_array_size(at->value) != 2)
    return json_fail(at, "two numbers, [longitude, latitude]");
  for (size_t k = 0; k < 2; k++) {
    const JsonAt each = json_element(at, k);
    TRY(json_number(&each, -most[k], most[k], &where[k]));
    where[k] += 0.0; /* -0 is 0 */
  }
  return OK;
}

/* ---- places by index ---- */

static Status place_of_index(Vroom *v, const JsonAt *location, const JsonAt *index, int32_t *place) {
  double where[2];
  int64_t row = ROUTES_OPEN;
  if (location->value) TRY(location_read(location, where));
  if (location->value && !index->value) return json_fail(index, "a row of the matrices, beside coordinates");
  if (index->value) TRY(json_whole(index, 0, v->draft.places - 1, &row));
  *place = (int32_t)row;
  if (!location->value) return OK;
  memcpy(&v->draft.coordinate[2 * row], where, sizeof where);
  v->located[row] = true;
  return OK;
}

Status vroom_place(Vroom *v, const JsonAt *in, const char *location, const char *index, int32_t *place) {
  const JsonAt where = json_member(in, location), row = json_member(in, index);
  double coordinate[2];
  if (v->with_matrices) return place_of_index(v, &where, &row, place);
  *place = ROUTES_OPEN;
  if (!where.value && row.value) return json_fail(&row, "matrices of which this is a row, or coordinates");
  if (!where.value) return OK;
  TRY(location_read(&where, coordinate));
  return place_at(v, &where, coordinate, place);
}

/* Coordinates are kept if all places have them. */
static void coordinates_settle(Vroom *v) {
  bool all = true;
  for (int32_t p = 0; p < v->draft.places; p++) all &= v->located[p];
  v->draft.on_sphere = all;
  if (all) return;
  free(v->draft.coordinate);
  v->draft.coordinate = NULL;
}

/* ---- matrices ---- */

static Status row_read(const JsonAt *row, int32_t places, double *out) {
  TRY(json_want_array(row));
  if (json_array_size(row->value) != (size_t)places)
    return json_fail(row, "%d numbers, as there are rows", places);
  for (size_t k = 0; k < (size_t)places; k++) {
    const json_t *value = json_array_get(row->value, k);
    out[k] = json_number_value(value) + 0.0;
    if (json_is_number(value) && out[k] >= 0) continue;
    const JsonAt at = json_element(row, k);
    return json_fail(&at, "a number from 0 on");
  }
  return halt_check("the reading of a matrix");
}

Status vroom_square_read(const JsonAt *at, int32_t *places, double **out) {
  JsonRows row;
  TRY(json_want_array(at));
  json_rows_begin(at, &row);
  const size_t rows = row.count;
  if (rows == 0 || rows > ROUTES_PLACES_MAX) return json_fail(at, "from 1 to %d rows", ROUTES_PLACES_MAX);
  if (*places && rows != (size_t)*places) return json_fail(at, "%d rows, as another matrix has", *places);
  double *square = malloc(rows * rows * sizeof *square);
  Status status = OK;
  if (!square) FAIL(ERR_MEMORY, "%s: no memory for a matrix of %zu places", at->of->path, rows);
  for (size_t k = 0; k < rows && status == OK; k++) {
    JsonAt each;
    status = json_rows_next(&row, &each);
    if (status == OK) status = row_read(&each, (int32_t)rows, square + k * rows);
  }
  json_rows_end(&row);
  if (status != OK) {
    free(square);
    return status;
  }
  *places = (int32_t)rows;
  *out = square;
  return OK;
}

static Status square_member(Vroom *v, const JsonAt *profile, const char *name, double **out) {
  const JsonAt at = json_member(profile, name);
  return at.value ? vroom_square_read(&at, &v->draft.places, out) : OK;
}

static Status profile_read(Vroom *v, const JsonAt *profile) {
  static const char *const names[] = {"durations", "distances", "costs", NULL};
  TRY(json_want_object(profile));
  TRY(json_members(profile, names));
  if (strlen(profile->key) >= sizeof v->draft.matrix->name)
    return json_fail(profile, "a name of at most 63 bytes");
  TRY(draft_grow(&v->draft, &v->draft.matrix, &v->draft.matrices, sizeof *v->draft.matrix));
  DraftMatrix *const matrix = &v->draft.matrix[v->draft.matrices - 1];
  snprintf(matrix->name, sizeof matrix->name, "%s", profile->key);
  TRY(square_member(v, profile, "durations", &matrix->seconds));
  TRY(square_member(v, profile, "distances", &matrix->metres));
  TRY(square_member(v, profile, "costs", &matrix->cost));
  if (matrix->seconds || matrix->metres || matrix->cost) return OK;
  return json_fail(profile, "durations, distances or costs");
}

static Status speed_read(Vroom *v, const JsonAt *root) {
  const JsonAt speed = json_member(root, "speed");
  double kmh = v->settings->speed;
  if (kmh != 0 && v->with_matrices)
    FAIL(ERR_USAGE, "%s: --speed: expected coordinates, found matrices, which say times", v->draft.path);
  if (speed.value && v->with_matrices) return json_fail(&speed, "no speed beside matrices");
  if (kmh == 0 && speed.value) TRY(json_number(&speed, 1e-3, 1e6, &kmh));
  v->speed = kmh / 3.6;
  return OK;
}

Status vroom_matrices_read(Vroom *v, const JsonAt *root) {
  const JsonAt all = json_member(root, "matrices");
  const char *key;
  json_t *value;
  v->with_matrices = all.value != NULL;
  TRY(speed_read(v, root));
  if (!all.value) return OK;
  TRY(json_want_object(&all));
  json_object_foreach(all.value, key, value) {
    const JsonAt profile = {.of = all.of, .in = &all, .key = key, .value = value};
    TRY(profile_read(v, &profile));
  }
  if (v->draft.matrices == 0) return json_fail(&all, "a profile with durations, distances or costs");
  v->draft.coordinate = calloc(2 * (size_t)v->draft.places, sizeof *v->draft.coordinate);
  v->located = calloc((size_t)v->draft.places, sizeof *v->located);
  if (v->draft.coordinate && v->located) return OK;
  FAIL(ERR_MEMORY, "%s: no memory for %d places", v->draft.path, v->draft.places);
}

/* ---- distances of coordinates ---- */

static void sphere_row(const Draft *draft, double speed, size_t a) {
  const size_t places = (size_t)draft->places;
  const double *at = draft->coordinate;
  const DraftMatrix *matrix = draft->matrix;
  for (size_t b = a + 1; b < places; b++) {
    const double length = metric_geom_length(at[2 * a + 1], at[2 * a], at[2 * b + 1], at[2 * b]);
    matrix->metres[a * places + b] = matrix->metres[b * places + a] = floor(length + 1.0);
    if (speed > 0) matrix->seconds[a * places + b] = matrix->seconds[b * places + a] = round(length / speed);
  }
}

/* The first matrix gets its arrays. */
static Status sphere_alloc(Draft *draft, bool timed) {
  double *const metres = calloc(draft_entries(draft), sizeof *metres), *const seconds =
                                                                           timed
                                                                               ? calloc(draft_entries(draft),
                                                                                        sizeof *seconds)
                                                                               : NULL;
  if (!metres || (timed && !seconds)) {
    free(metres);
    free(seconds);
    FAIL(ERR_MEMORY, "%s: no memory for a matrix of %d places", draft->path, draft->places);
  }
  draft->matrix->metres = metres;
  draft->matrix->seconds = seconds;
  return OK;
}

Status draft_sphere_make(Draft *draft, double speed) {
  TRY(draft_grow(draft, &draft->matrix, &draft->matrices, sizeof *draft->matrix));
  snprintf(draft->matrix->name, sizeof draft->matrix->name, "distances of coordinates");
  TRY(sphere_alloc(draft, speed > 0));
#pragma omp parallel for schedule(dynamic, 16)
  for (int32_t a = 0; a < draft->places; a++)
    if (!halt_due()) sphere_row(draft, speed, (size_t)a);
  draft->on_sphere = true;
  snprintf(draft->metric, sizeof draft->metric, "GEOM");
  return halt_check("the distances of places");
}

/* ---- how vehicles travel ---- */

static Status matrix_find(const Vroom *v, const JsonAt *vehicle, int32_t *matrix) {
  const JsonAt profile = json_member(vehicle, "profile");
  const char *name = "car";
  if (profile.value) TRY(json_want_text(&profile));
  if (profile.value) name = json_string_value(profile.value);
  *matrix = 0;
  if (!v->with_matrices && strcmp(name, "car") != 0)
    return json_fail(&profile,
                     "matrices of that profile, or none: distances on the sphere are the same for all");
  for (; v->with_matrices && *matrix < v->draft.matrices; ++*matrix)
    if (strcmp(v->draft.matrix[*matrix].name, name) == 0) return OK;
  return v->with_matrices ? json_fail(&profile, "a profile of the matrices (\"car\" unless it is said)") : OK;
}

/* The costs of a vehicle as they are said. */
typedef struct Rates {
  Exact per_hour, per_km;
  bool said; /* one of them */
} Rates;

static Status costs_read(const JsonAt *at, Exact *fixed, Rates *rates) {
  static const char *const names[] = {"fixed", "per_hour", "per_km", "per_task_hour", NULL};
  const JsonAt hour = json_member(at, "per_hour"), km = json_member(at, "per_km"),
               task = json_member(at, "per_task_hour"), once = json_member(at, "fixed");
  if (!at->value) return OK;
  TRY(json_want_object(at));
  TRY(json_members(at, names));
  if (once.value) TRY(json_exact(&once, fixed));
  if (hour.value) TRY(json_exact(&hour, &rates->per_hour));
  if (km.value) TRY(json_exact(&km, &rates->per_km));
  rates->said = hour.value || km.value;
  if (!task.value || (json_is_number(task.value) && json_number_value(task.value) == 0)) return OK;
  return json_fail(&task, "no costs of service times, which this version does not plan");
}

/* A decimal of few digits that is value / by. False: there is none. */
static bool exact_quotient(Exact value, int64_t by, Exact *out) {
  char text[64];
  int64_t digits = value.digits;
  int32_t places = value.places;
  for (; digits % by != 0 && places < DRAFT_COST_DECIMALS_MAX && digits < INT64_MAX / 100; places++)
    digits *= 10;
  if (digits % by != 0) return false;
  const int length = snprintf(text, sizeof text, "%llde-%d", (long long)(digits / by), places);
  return exact_read(text, (size_t)length, out);
}

/* False: it has too many digits. */
static bool exact_sum(Exact a, Exact b, Exact *out) {
  const int32_t places = a.places > b.places ? a.places : b.places;
  int64_t first, second;
  if (!exact_units(a, places, &first) || !exact_units(b, places, &second)) return false;
  *out = (Exact){first + second, places};
  return true;
}

static double real_of(Exact value) { return (double)value.digits / pow(10, value.places); }

/* What the cost of ways counts, by what is said and what the matrix has. */
static Status basis_choose(const Vroom *v, const JsonAt *costs, const Rates *rates, DraftWay *way,
                           Exact *rate) {
  const DraftMatrix *matrix = &v->draft.matrix[way->matrix];
  const bool hours = rates->per_hour.digits > 0, ways = rates->per_km.digits > 0;
  *rate = (Exact){1, 0};
  way->basis = BASIS_COST;
  if (matrix->cost)
    return rates->said ? json_fail(costs, "no per_hour and per_km beside a matrix of costs") : OK;
  way->basis = BASIS_METRES;
  if (!v->with_matrices && !matrix->seconds && !rates->said) return OK;
  if (hours && !matrix->seconds)
    return json_fail(costs, "travel times that costs count: durations, or a speed of coordinates");
  if (ways && !matrix->metres) return json_fail(costs, "distances that per_km counts");
  way->basis = ways ? BASIS_METRES : BASIS_TIME;
  if (!hours && (ways || !matrix->seconds)) {
    way->basis = BASIS_METRES;
    (void)exact_quotient(rates->per_km, 1000, rate);
    return OK;
  }
  if (!ways && exact_quotient(rates->per_hour, 3600, rate)) return OK;
  *way = (DraftWay){way->matrix, BASIS_MIXED, way->speed_factor, real_of(rates->per_hour),
                    real_of(rates->per_km)};
  *rate = (Exact){1, 0};
  return OK;
}

static Status limit_read(const JsonAt *in, const char *member, bool counted, const char *expected,
                         DraftVehicle *vehicle) {
  const JsonAt at = json_member(in, member);
  if (!at.value) return OK;
  if (!counted) return json_fail(&at, "%s", expected);
  vehicle->limited = true;
  return json_exact(&at, &vehicle->longest);
}

static Status factor_read(const JsonAt *in, bool timed, double *factor) {
  const JsonAt at = json_member(in, "speed_factor");
  *factor = 1;
  if (!at.value) return OK;
  if (!timed) return json_fail(&at, "travel times that it divides: durations, or a speed of coordinates");
  return json_number(&at, 1e-3, 1e3, factor);
}

static Status way_make(Vroom *v, const JsonAt *at, DraftVehicle *vehicle) {
  const JsonAt costs = json_member(at, "costs");
  Rates rates = {.per_hour = {3600, 0}};
  DraftWay way = {0};
  TRY(matrix_find(v, at, &way.matrix));
  TRY(factor_read(at, v->draft.matrix[way.matrix].seconds != NULL, &way.speed_factor));
  TRY(costs_read(&costs, &vehicle->fixed, &rates));
  TRY(basis_choose(v, costs.value ? &costs : at, &rates, &way, &vehicle->rate));
  TRY(limit_read(at, "max_travel_time", way.basis == BASIS_TIME,
                 "costs of travel times alone with this limit (no per_km, no matrix of costs)", vehicle));
  TRY(limit_read(at, "max_distance", way.basis == BASIS_METRES,
                 "costs of distances alone with this limit (per_hour 0, and a per_km)", vehicle));
  return draft_way_find(&v->draft, &way, &vehicle->way);
}

/* ---- times ---- */

/* Without travel times nothing may ask for them. */
static Status times_check(const Vroom *v) {
  static const char expected[] =
      "travel times beside it: durations of the profile, or a speed (km/h) of coordinates";
  const Draft *draft = &v->draft;
  for (int32_t k = 0; k < draft->vehicles; k++)
    if (draft->vehicle[k].window.said) return draft_fail_vehicle(draft, k, "time_window", expected);
  for (int32_t k = 0; k < draft->vehicles; k++)
    if (draft->vehicle[k].breaks.count) return draft_fail_vehicle(draft, k, "breaks", expected);
  for (int32_t c = 0; c < draft->stops; c++) {
    if (draft->stop[c].window.said) return draft_fail_stop(draft, c, "time_windows", expected);
    if (draft->stop[c].service.digits) return draft_fail_stop(draft, c, "service", expected);
    if (draft->stop[c].setup.digits) return draft_fail_stop(draft, c, "setup", expected);
  }
  return OK;
}

/* VROOM's setup begins inside the window, and a break is before it. A setup that is always paid is the first part of service. */
static Status setups_settle(Vroom *v) {
  Draft *const draft = &v->draft;
  int32_t *visits = calloc((size_t)draft->places, sizeof *visits);
  Status status = OK;
  if (!visits) FAIL(ERR_MEMORY, "%s: no memory for %d places", draft->path, draft->places);
  for (int32_t c = 0; c < draft->stops; c++) visits[draft->stop[c].place]++;
  for (int32_t k = 0; k < draft->vehicles; k++)
    if (draft->vehicle[k].place[0] != ROUTES_OPEN) visits[draft->vehicle[k].place[0]]++;
  for (int32_t c = 0; c < draft->stops && status == OK; c++) {
    DraftStop *const stop = &draft->stop[c];
    if ((!stop->window.said && !draft->pauses) || stop->setup.digits == 0) continue;
    if (visits[stop->place] > 1 || !exact_sum(stop->service, stop->setup, &stop->service))
      status = draft_fail_stop(
          draft, c, "setup",
          draft->pauses ? "no setup beside breaks where other jobs or vehicles' starts are"
                        : "no setup of a job with a time window where other jobs or vehicles' starts are");
    stop->setup = (Exact){0, 0};
  }
  free(visits);
  return status;
}

static void metric_tell(Vroom *v) {
  Draft *const draft = &v->draft;
  if (v->with_matrices)
    snprintf(draft->metric, sizeof draft->metric, "EXPLICIT");
  else if (v->speed > 0)
    c_snprintf(draft->remark, sizeof draft->remark, "metres on the sphere (GEOM), times at %g km/h",
               v->speed * 3.6);
  else
    snprintf(draft->remark, sizeof draft->remark,
             "costs are metres on the sphere (GEOM), as no speed is said");
}

Status vroom_ways_make(Vroom *v, const JsonAt *root) {
  const JsonAt vehicles = json_member(root, "vehicles");
  Draft *const draft = &v->draft;
  if (v->with_matrices)
    coordinates_settle(v);
  else
    TRY(draft_sphere_make(draft, v->speed));
  for (int32_t k = 0; k < draft->vehicles; k++) {
    const JsonAt vehicle = json_element(&vehicles, (size_t)k);
    TRY(way_make(v, &vehicle, &draft->vehicle[k]));
  }
  metric_tell(v);
  draft->timed = true;
  for (int32_t w = 0; w < draft->ways; w++)
    draft->timed &= draft->matrix[draft->way[w].matrix].seconds != NULL;
  TRY(draft->timed ? OK : times_check(v));
  return setups_settle(v);
}
