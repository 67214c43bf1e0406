/* Tables of stops, and matrices, as fleets: see stops_files.h. */
#include "stops_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "halt.h"
#include "io/input.h"
#include "io/path.h"
#include "stops_parts.h"
#include "vroom_parts.h"

/* ---- options ---- */

/* The number of vehicles. */
static Status vehicles_set(const char *path, const RoutesSettings *settings, int32_t *count) {
  const int word = counted_word(settings->cvrp.fleet);
  *count = ROUTES_NO_LIMIT;
  if (word == FLEET_WORD_EXACTLY)
    FAIL(ERR_USAGE,
         "%s: --fleet: expected at most N vehicles (--vehicles N) with a table, found exactly so many", path);
  if (word == FLEET_WORD_AT_MOST) *count = (int32_t)counted_count(settings->cvrp.fleet);
  return OK;
}

/* "40" or "40,1000": as many as loads have dimensions. */
static Status capacity_set(const Stops *s, DraftVehicle *vehicle) {
  const char *at = s->settings->capacity;
  const int32_t loads = s->draft.loads;
  if (!at && loads > 0)
    FAIL(ERR_USAGE, "%s: --capacity: expected the capacity of vehicles, as the table has demands, found none",
         s->draft.path);
  if (at && loads == 0)
    FAIL(ERR_USAGE, "%s: --capacity: expected a table with a column demand, found none", s->draft.path);
  for (int32_t d = 0; d < loads; d++) {
    const size_t length = strcspn(at, ",");
    const bool last = at[length] == 0;
    if (!exact_read(at, length, &vehicle->capacity[d]) || vehicle->capacity[d].digits < 0 ||
        last != (d + 1 == loads))
      FAIL(ERR_USAGE, "%s: --capacity: expected %d number%s from 0 on, found '%s'", s->draft.path, loads,
           loads > 1 ? "s with commas between," : "", s->settings->capacity);
    at += length + !last;
  }
  return OK;
}

/* Options that a table has no use for. */
static Status settings_check(const Stops *s) {
  const CvrpSettings *cvrp = &s->settings->cvrp;
  const char *path = s->draft.path;
  if (cvrp->scale != 0)
    FAIL(ERR_USAGE, "%s: --scale: expected no scale with a table of stops, found one", path);
  if (cvrp->metric != TSP_METRIC_FILE)
    FAIL(ERR_USAGE,
         "%s: --metric: expected what the columns say (x and y, or lat and lon), found another metric", path);
  if (cvrp->distances != DISTANCES_AUTO && (s->sphere || s->settings->matrix))
    FAIL(ERR_USAGE, "%s: --distances: expected columns x and y, found other distances", path);
  if (s->settings->speed != 0 && (!s->sphere || s->settings->matrix))
    FAIL(ERR_USAGE, "%s: --speed: expected distances of columns lat and lon, found others", path);
  if (s->timed && s->sphere && !s->settings->matrix && s->settings->speed == 0)
    FAIL(ERR_USAGE, "%s: --speed: expected the speed of vehicles in km/h, as the table has times, found none",
         path);
  return OK;
}

/* ---- distances ---- */

static double plane_distance(const double *a, const double *b, CvrpDistances how) {
  const double length = hypot(a[0] - b[0], a[1] - b[1]);
  if (how == DISTANCES_ROUNDED) return floor(length + 0.5);
  if (how == DISTANCES_TRUNCATED) return floor(length * 10) / 10;
  return round(length * 1000) / 1000;
}

Status draft_plane_make(Draft *draft, CvrpDistances how) {
  const size_t places = (size_t)draft->places;
  TRY(draft_grow(draft, &draft->matrix, &draft->matrices, sizeof *draft->matrix));
  double *metres = malloc(draft_entries(draft) * sizeof *metres);
  if (!metres) FAIL(ERR_MEMORY, "%s: no memory for a matrix of %d places", draft->path, draft->places);
  draft->matrix->metres = draft->matrix->seconds = metres;
  snprintf(draft->matrix->name, sizeof draft->matrix->name, "distances of coordinates");
  snprintf(draft->metric, sizeof draft->metric, "EUC_2D");
  for (size_t a = 0; a < places && !halt_due(); a++)
    for (size_t b = 0; b < places; b++)
      metres[a * places + b] = plane_distance(&draft->coordinate[2 * a], &draft->coordinate[2 * b], how);
  return halt_check("the distances of places");
}

static Status matrix_of_file(Stops *s) {
  const int32_t rows = s->rows;
  char *text;
  size_t bytes;
  TRY(text_read(s->settings->matrix, &text, &bytes));
  s->draft.places = 0;
  const Status status = stops_matrix_read(s->settings->matrix, text, bytes, &s->draft);
  free(text);
  TRY(status);
  if (s->draft.places != rows)
    FAIL(ERR_FORMAT, "%s: expected a matrix of %d places, as %s has rows, found %d", s->settings->matrix,
         rows, s->draft.path, s->draft.places);
  return stops_matrix_way(&s->draft, s->timed);
}

static Status coordinates_make(Stops *s) {
  Draft *const draft = &s->draft;
  if (!s->sphere && !s->plane) return OK;
  draft->on_sphere = s->sphere;
  draft->coordinate = malloc(2 * (size_t)s->rows * sizeof *draft->coordinate);
  if (!draft->coordinate) FAIL(ERR_MEMORY, "%s: no memory for %d places", draft->path, s->rows);
  for (int32_t k = 0; k < s->rows; k++)
    memcpy(&draft->coordinate[2 * k], s->row[k].where, sizeof s->row[k].where);
  return OK;
}

static Status distances_make(Stops *s) {
  Draft *const draft = &s->draft;
  const double speed = s->settings->speed;
  DraftWay way = {.basis = BASIS_METRES, .speed_factor = 1};
  int32_t index;
  TRY(coordinates_make(s));
  if (s->settings->matrix) return matrix_of_file(s);
  if (s->sphere)
    TRY(draft_sphere_make(draft, speed / 3.6));
  else
    TRY(draft_plane_make(draft, s->settings->cvrp.distances));
  if (s->sphere && speed > 0)
    c_snprintf(draft->remark, sizeof draft->remark, "metres on the sphere (GEOM), times at %g km/h", speed);
  else if (s->sphere)
    snprintf(draft->remark, sizeof draft->remark, "metres on the sphere (GEOM)");
  draft->timed = s->timed;
  return draft_way_find(draft, &way, &index);
}

/* ---- customers and vehicles ---- */

static Status depot_check(const Stops *s, const StopRow *row) {
  bool any = row->stop.prized || row->stop.service.digits || row->stop.release.digits;
  for (int32_t d = 0; d < s->draft.loads; d++)
    any |= row->stop.delivery[d].digits || row->stop.pickup[d].digits;
  if (!any) return OK;
  FAIL(ERR_FORMAT,
       "%s:%d: expected a depot, without demand, service, release and prize, found one of them: the first "
       "row is the "
       "depot, or "
       "one with the id, or the type, \"depot\"",
       s->draft.path, row->stop.line);
}

static Status vehicle_add(Stops *s, int32_t k) {
  const StopRow *row = &s->row[k];
  DraftVehicle vehicle = {.place = {k, k},
                          .max_stops = ROUTES_NO_LIMIT,
                          .trips = (int32_t)s->settings->trips,
                          .rate = {1, 0},
                          .window = row->stop.window};
  TRY(depot_check(s, row));
  if (row->stop.windows.count)
    FAIL(ERR_FORMAT, "%s:%d: expected one time window of a depot, found several", s->draft.path,
         row->stop.line);
  TRY(vehicles_set(s->draft.path, s->settings, &vehicle.count));
  TRY(capacity_set(s, &vehicle));
  if (s->draft.vehicles && vehicle.trips > 1)
    FAIL(ERR_USAGE, "%s: --trips: expected one depot, found several", s->draft.path);
  if (s->draft.vehicles && vehicle.count != ROUTES_NO_LIMIT)
    FAIL(ERR_USAGE, "%s: --vehicles: expected one depot, found several, whose vehicles have no number",
         s->draft.path);
  TRY(draft_grow(&s->draft, &s->draft.vehicle, &s->draft.vehicles, sizeof vehicle));
  s->draft.vehicle[s->draft.vehicles - 1] = vehicle;
  return OK;
}

static Status stop_add(Stops *s, int32_t k) {
  TRY(draft_grow(&s->draft, &s->draft.stop, &s->draft.stops, sizeof *s->draft.stop));
  DraftStop *const stop = &s->draft.stop[s->draft.stops - 1];
  *stop = s->row[k].stop;
  stop->place = k;
  return OK;
}

static int ids_compare(const void *a, const void *b) {
  const DraftStop *const *first = a, *const *second = b;
  if ((*first)->id != (*second)->id) return (*first)->id < (*second)->id ? -1 : 1;
  return (*first)->line < (*second)->line ? -1 : (*first)->line > (*second)->line;
}

static Status ids_check(const Draft *draft) {
  const DraftStop **all = malloc((size_t)draft->stops * sizeof *all);
  Status status = OK;
  if (!all) FAIL(ERR_MEMORY, "%s: no memory for %d numbers", draft->path, draft->stops);
  for (int32_t c = 0; c < draft->stops; c++) all[c] = &draft->stop[c];
  qsort(all, (size_t)draft->stops, sizeof *all, ids_compare);
  for (int32_t c = 1; c < draft->stops && status == OK; c++)
    if (all[c]->id == all[c - 1]->id)
      status = status_fail(ERR_FORMAT, "%s:%d: expected an id that no other customer has, found %lld",
                           draft->path, all[c]->line, (long long)all[c]->id);
  free(all);
  return status;
}

/* From numbers of rows to numbers of stops. */
static Status partners_number(Stops *s) {
  Draft *const draft = &s->draft;
  int32_t *stop = calloc((size_t)s->rows, sizeof *stop);
  if (!stop) FAIL(ERR_MEMORY, "%s: no memory for %d rows", draft->path, s->rows);
  for (int32_t c = 0; c < draft->stops; c++) stop[draft->stop[c].place] = c;
  for (int32_t c = 0; c < draft->stops; c++)
    if (draft->stop[c].role != DRAFT_JOB) draft->stop[c].partner = stop[draft->stop[c].partner];
  free(stop);
  return OK;
}

static Status all_add(Stops *s) {
  stops_depots_find(s);
  TRY(stops_pairs_find(s));
  TRY(stops_groups_find(s));
  for (int32_t k = 0; k < s->rows; k++) TRY(s->row[k].depot ? vehicle_add(s, k) : stop_add(s, k));
  TRY(partners_number(s));
  s->draft.with_ids = s->numbered;
  if (s->draft.stops == 0) FAIL(ERR_FORMAT, "%s: expected a customer, found depots only", s->draft.path);
  return s->numbered ? ids_check(&s->draft) : OK;
}

static void table_tell(Stops *s) {
  Draft *const draft = &s->draft;
  const size_t used = strlen(draft->remark);
  if (draft->vehicles == 1)
    snprintf(draft->remark + used, sizeof draft->remark - used, "%sthe depot is line %d", used ? "; " : "",
             s->row[draft->vehicle[0].place[0]].stop.line);
  if (s->unused[0])
    snprintf(draft->warning, sizeof draft->warning, "columns that are not used: %s", s->unused);
  const size_t told = strlen(draft->warning);
  if (s->column[STOP_ID] >= 0 && !s->numbered)
    snprintf(draft->warning + told, sizeof draft->warning - told,
             "%sids are no whole numbers: customers are counted from 1 in the order of rows",
             told ? "; " : "");
}

static Status table_parse(Stops *s, Instance **out) {
  TRY(stops_head_read(s));
  TRY(stops_rows_read(s));
  TRY(settings_check(s));
  TRY(all_add(s));
  TRY(distances_make(s));
  table_tell(s);
  return draft_finish(&s->draft, &s->settings->cvrp, out);
}

/* ---- a matrix alone ---- */

static Status matrix_settings_check(const Stops *s) {
  const CvrpSettings *cvrp = &s->settings->cvrp;
  const char *option = NULL;
  if (cvrp->scale != 0) option = "scale";
  if (cvrp->metric != TSP_METRIC_FILE) option = "metric";
  if (cvrp->distances != DISTANCES_AUTO) option = "distances";
  if (s->settings->speed != 0) option = "speed";
  if (s->settings->matrix) option = "matrix";
  if (s->settings->capacity) option = "capacity";
  if (option)
    FAIL(ERR_USAGE, "%s: --%s: expected a table of stops, found a matrix alone", s->draft.path, option);
  if (counted_word(cvrp->fleet) != FLEET_WORD_FILE) return OK;
  FAIL(ERR_USAGE,
       "%s: expected --vehicles N with a matrix of distances or times alone, found no option of a fleet",
       s->draft.path);
}

static Status matrix_parse(Stops *s, const char *text, size_t bytes, Instance **out) {
  Draft *const draft = &s->draft;
  DraftVehicle vehicle = {.max_stops = ROUTES_NO_LIMIT, .trips = (int32_t)s->settings->trips, .rate = {1, 0}};
  TRY(matrix_settings_check(s));
  TRY(stops_matrix_read(draft->path, text, bytes, draft));
  if (draft->places < 2)
    FAIL(ERR_FORMAT, "%s: expected at least 2 places, found %d", draft->path, draft->places);
  TRY(stops_matrix_way(draft, false));
  TRY(vehicles_set(draft->path, s->settings, &vehicle.count));
  TRY(draft_grow(draft, &draft->vehicle, &draft->vehicles, sizeof vehicle));
  draft->vehicle[0] = vehicle;
  for (int32_t p = 1; p < draft->places; p++) {
    TRY(draft_grow(draft, &draft->stop, &draft->stops, sizeof *draft->stop));
    draft->stop[p - 1].place = p;
  }
  if (!draft->remark[0])
    snprintf(draft->remark, sizeof draft->remark,
             "place 0 of the matrix is the depot, customers are the others");
  return draft_finish(draft, &s->settings->cvrp, out);
}

/* ---- either ---- */

/* Whether the first line names a column that we know, so that it is no row of a matrix. */
static bool names_columns(const char *path, const char *text, size_t bytes, bool of_fleets) {
  TableText table = table_begin(path, text, bytes);
  CsvText row, field;
  bool any = false;
  if (!table_row(&table, &row)) return false;
  while (table_field(&table, &row, &field)) {
    const StopColumn column = stop_column(field);
    const bool fleet = (column >= STOP_DELIVERY && column < STOP_COLUMNS) || column == STOP_READY ||
                       column == STOP_RELEASE || column == STOP_DUE || column == STOP_PRIZE ||
                       column == STOP_PARTNER;
    any |= of_fleets ? fleet : column != STOP_COLUMNS;
  }
  return any;
}

Status stops_parse(const char *path, const char *text, size_t bytes, const RoutesSettings *settings,
                   Instance **out) {
  static const RoutesSettings none;
  Stops s = {.settings = settings ? settings : &none, .text = table_begin(path, text, bytes)};
  Instance *inst = NULL;
  s.draft = (Draft){.path = path, .unserved = s.settings->unserved};
  const bool table = !osrm_is_answer(text, bytes) && names_columns(path, text, bytes, false);
  const Status status = table ? table_parse(&s, &inst) : matrix_parse(&s, text, bytes, &inst);
  free(s.row);
  draft_free(&s.draft);
  if (status != OK) return status;
  path_stem(path, path_ends(path, ".json") ? ".json" : ".csv", inst->name, sizeof inst->name);
  *out = inst;
  return OK;
}

/* ---- which texts ---- */

int stops_probe(const char *path, const char *head, size_t bytes) {
  enum { SURE = 60, SURE_ANSWER = 80 };
  if (!head) return 0;
  if (osrm_is_answer(head, bytes)) return SURE_ANSWER;
  return cities_csv_probe(path, head, bytes) && names_columns(path, head, bytes, true) ? SURE : 0;
}

bool stops_claims(const char *path, const char *text, size_t bytes, const RoutesSettings *settings) {
  return routes_settings_fleet(settings) && cities_csv_probe(path, text, bytes) > 0;
}
