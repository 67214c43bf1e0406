/* Reader of VRPLIB's files of fleets: keywords and what they need; fleet_kinds.c has
 * the kinds, fleet_sections.c reads the data. See fleet_files.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "fleet_files.h"

enum { WORD_MAX = 64 };

#define BIT(key) ((uint64_t)1 << (key))

/* ---- header ---- */

static bool has(const FleetParser *p, FleetKey key) { return p->seen >> key & 1; }

static Status read_name(FleetParser *p) {
  return lexer_text(&p->lx, p->file.plane.name, sizeof p->file.plane.name);
}

static Status read_type(FleetParser *p) {
  char word[WORD_MAX];
  lexer_peek(&p->lx, word, sizeof word); /* the value's first word */
  const FleetKind *kind = fleet_kind_find(word);
  if (!kind) return fleet_kind_refuse(&p->lx);
  p->windowed = kind->windowed;
  p->file.open = kind->open;
  p->file.backhauls = kind->backhauls;
  p->kind = kind;
  return OK;
}

/* Each tells by itself; together they are cut at the instance's room. */
static Status read_comment(FleetParser *p) {
  VrpFile *const plane = &p->file.plane;
  char *all = plane->comment, line[INSTANCE_COMMENT_MAX]; /* zeros follow what is there */
  const size_t used = strlen(all), start = used + (used > 0), size = sizeof plane->comment;
  TRY(lexer_text(&p->lx, line, sizeof line));
  plane->tells_real |= vrp_comment_real(line);
  if (plane->words == DISTANCES_AUTO) plane->words = vrp_comment_words(line);
  const size_t length = strlen(line);
  if (start + 1 >= size) return OK;
  if (used) all[used] = ' ';
  memcpy(all + start, line, length < size - start ? length : size - start - 1);
  return OK;
}

static Status read_count(FleetParser *p, int32_t low, int32_t high, const char *what, int32_t *out) {
  long long count;
  if (!lexer_integer(&p->lx, low, high, &count))
    return lexer_fail(&p->lx, "%s from %d to %d", what, low, high);
  *out = (int32_t)count;
  return lexer_line_end(&p->lx);
}

static Status read_dimension(FleetParser *p) {
  return read_count(p, 2, ROUTES_PLACES_MAX, "a DIMENSION", &p->file.plane.nodes);
}

static Status read_vehicles(FleetParser *p) {
  p->fleet_line = p->lx.line;
  return read_count(p, 1, INT32_MAX - 1, "VEHICLES", &p->fleet);
}

static Status read_value(FleetParser *p, const char *what, VrpNumber *value, int *line) {
  lexer_skip_blanks(&p->lx);
  const Lexer place = p->lx;
  if (!vrp_number(&p->lx, value) || value->mantissa < 0)
    return lexer_fail(&place, "a %s that is a number of at most 18 digits, and not negative", what);
  *line = p->lx.line;
  return lexer_line_end(&p->lx);
}

static Status read_capacity(FleetParser *p) {
  return read_value(p, "CAPACITY", &p->common.capacity[0], &p->common.capacity_line);
}

/* CVRPLIB's limit on distances with service, and PyVRP's word for it. */
static Status read_duration(FleetParser *p, const char *what) {
  if (p->common.max_duration_line)
    FAIL(ERR_FORMAT, "%s:%d: expected DISTANCE or VEHICLES_MAX_DURATION, which limit the same, found both",
         p->lx.path, p->lx.line);
  return read_value(p, what, &p->common.max_duration, &p->common.max_duration_line);
}

static Status read_distance(FleetParser *p) {
  TRY(read_duration(p, "DISTANCE"));
  p->file.plane.tells_real |= p->common.max_duration.pointed;
  return OK;
}

static Status read_max_duration(FleetParser *p) { return read_duration(p, "VEHICLES_MAX_DURATION"); }

static Status read_max_distance(FleetParser *p) {
  return read_value(p, "VEHICLES_MAX_DISTANCE", &p->common.max_distance, &p->common.max_distance_line);
}

static Status read_max_reloads(FleetParser *p) {
  return read_value(p, "VEHICLES_MAX_RELOADS", &p->common.most_reloads, &p->common.most_reloads_line);
}

static Status read_fixed(FleetParser *p) {
  return read_value(p, "VEHICLES_FIXED_COST", &p->common.fixed, &p->common.fixed_line);
}

static Status read_unit(FleetParser *p) {
  return read_value(p, "VEHICLES_UNIT_DISTANCE_COST", &p->common.unit, &p->common.unit_line);
}

static Status read_service(FleetParser *p) {
  TRY(read_value(p, "SERVICE_TIME", &p->file.plane.service, &p->file.plane.service_line));
  p->file.plane.tells_real |= p->file.plane.service.pointed;
  return OK;
}

/* The published files of generalised routing say no TYPE. */
static Status read_set_count(FleetParser *p) {
  if (!p->kind) p->kind = fleet_kind_find("GVRP");
  return read_count(p, 1, ROUTES_PLACES_MAX, "GVRP_SETS", &p->file.sets);
}

/* Of nodes, or of the sets that were announced. */
static Status read_demands(FleetParser *p) {
  return p->file.sets ? fleet_read_set_demands(p) : fleet_read_deliveries(p);
}

static Status read_scale(FleetParser *p) {
  p->scale_line = p->lx.line;
  return read_count(p, 1, INT32_MAX, "a SCALE", &p->scale);
}

static Status read_weight_type(FleetParser *p) {
  VrpFile *const plane = &p->file.plane;
  char word[WORD_MAX];
  lexer_peek(&p->lx, word, sizeof word);
  plane->weighted = strcmp(word, "EXPLICIT") == 0;
  p->floored = strcmp(word, "FLOOR_2D") == 0;
  if (strcmp(word, "EXACT_2D") == 0) plane->words = DISTANCES_REAL;
  if (plane->weighted || vrp_metric_find(word, &plane->metric)) return OK;
  return lexer_fail(&p->lx,
                    "EDGE_WEIGHT_TYPE EUC_2D, EXACT_2D, FLOOR_2D, CEIL_2D, MAN_2D, MAX_2D, ATT, GEO, GEOM, "
                    "EUC_3D, CEIL_3D, MAN_3D, MAX_3D or EXPLICIT");
}

static Status read_weight_format(FleetParser *p) {
  char word[WORD_MAX];
  lexer_peek(&p->lx, word, sizeof word);
  p->format = matrix_format_find(word);
  return p->format ? OK : lexer_fail(&p->lx, "an EDGE_WEIGHT_FORMAT such as FULL_MATRIX or LOWER_ROW");
}

static Status read_remark(FleetParser *p) {
  (void)p; /* how nodes are drawn is not our business */
  return OK;
}

/* ---- keywords ---- */

static const struct {
  const char *name;
  Status (*read)(FleetParser *p);
} keys[KEY_F_COUNT] = {
    [KEY_F_NAME] = {"NAME", read_name},
    [KEY_F_TYPE] = {"TYPE", read_type},
    [KEY_F_COMMENT] = {"COMMENT", read_comment},
    [KEY_F_DIMENSION] = {"DIMENSION", read_dimension},
    [KEY_F_VEHICLES] = {"VEHICLES", read_vehicles},
    [KEY_F_SALESMEN] = {"SALESMEN", read_vehicles},
    [KEY_F_CAPACITY] = {"CAPACITY", read_capacity},
    [KEY_F_DISTANCE] = {"DISTANCE", read_distance},
    [KEY_F_SERVICE] = {"SERVICE_TIME", read_service},
    [KEY_F_FIXED] = {"VEHICLES_FIXED_COST", read_fixed},
    [KEY_F_UNIT] = {"VEHICLES_UNIT_DISTANCE_COST", read_unit},
    [KEY_F_MAX_DISTANCE] = {"VEHICLES_MAX_DISTANCE", read_max_distance},
    [KEY_F_MAX_DURATION] = {"VEHICLES_MAX_DURATION", read_max_duration},
    [KEY_F_MAX_RELOADS] = {"VEHICLES_MAX_RELOADS", read_max_reloads},
    [KEY_F_SCALE] = {"SCALE", read_scale},
    [KEY_F_WEIGHT_TYPE] = {"EDGE_WEIGHT_TYPE", read_weight_type},
    [KEY_F_WEIGHT_FORMAT] = {"EDGE_WEIGHT_FORMAT", read_weight_format},
    [KEY_F_COORD_TYPE] = {"NODE_COORD_TYPE", read_remark},
    [KEY_F_DISPLAY_TYPE] = {"DISPLAY_DATA_TYPE", read_remark},
    [KEY_F_SET_COUNT] = {"GVRP_SETS", read_set_count},
    [KEY_F_COORDS] = {"NODE_COORD_SECTION", fleet_read_coords},
    [KEY_F_DISPLAY] = {"DISPLAY_DATA_SECTION", fleet_read_coords},
    [KEY_F_WEIGHTS] = {"EDGE_WEIGHT_SECTION", fleet_read_weights},
    [KEY_F_DEMANDS] = {"DEMAND_SECTION", read_demands},
    [KEY_F_LINEHAULS] = {"LINEHAUL_SECTION", fleet_read_deliveries},
    [KEY_F_BACKHAULS] = {"BACKHAUL_SECTION", fleet_read_backhauls},
    [KEY_F_AMOUNTS] = {"PICKUP_AND_DELIVERY_SECTION", fleet_read_amounts},
    [KEY_F_WINDOWS] = {"TIME_WINDOW_SECTION", fleet_read_windows},
    [KEY_F_SERVICES] = {"SERVICE_TIME_SECTION", fleet_read_services},
    [KEY_F_PRIZES] = {"PRIZE_SECTION", fleet_read_prizes},
    [KEY_F_SETS] = {"GVRP_SET_SECTION", fleet_read_sets},
    [KEY_F_GROUPS] = {"MUTUALLY_EXCLUSIVE_GROUP_SECTION", fleet_read_groups},
    [KEY_F_RELEASES] = {"RELEASE_TIME_SECTION", fleet_read_releases},
    [KEY_F_CAPACITIES] = {"CAPACITY_SECTION", fleet_read_capacities},
    [KEY_F_FIXED_COSTS] = {"VEHICLES_FIXED_COST_SECTION", fleet_read_fixed_costs},
    [KEY_F_UNIT_COSTS] = {"VEHICLES_UNIT_DISTANCE_COST_SECTION", fleet_read_unit_costs},
    [KEY_F_MAX_DISTANCES] = {"VEHICLES_MAX_DISTANCE_SECTION", fleet_read_max_distances},
    [KEY_F_MAX_DURATIONS] = {"VEHICLES_MAX_DURATION_SECTION", fleet_read_max_durations},
    [KEY_F_MOST_RELOADS] = {"VEHICLES_MAX_RELOADS_SECTION", fleet_read_most_reloads},
    [KEY_F_RELOADS] = {"VEHICLES_RELOAD_DEPOT_SECTION", fleet_read_reloads},
    [KEY_F_HOMES] = {"VEHICLES_DEPOT_SECTION", fleet_read_homes},
    [KEY_F_ALLOWED] = {"VEHICLES_ALLOWED_CLIENTS_SECTION", fleet_read_allowed},
    [KEY_F_DEPOT] = {"DEPOT_SECTION", fleet_read_depots},
};

static FleetKey key_find(const char *word) {
  int key = 0;
  while (key < KEY_F_COUNT && strcmp(keys[key].name, word) != 0) key++;
  return (FleetKey)key;
}

/* What a section needs of the header. */
static Status check_before(const FleetParser *p, FleetKey key) {
  const FleetKey needs = key >= KEY_F_CAPACITIES && key <= KEY_F_ALLOWED ? KEY_F_VEHICLES : KEY_F_NONE;
  if (!has(p, KEY_F_DIMENSION))
    FAIL(ERR_FORMAT, "%s:%d: expected DIMENSION before %s, found none", p->lx.path, p->lx.line,
         keys[key].name);
  if (needs == KEY_F_VEHICLES && !has(p, KEY_F_VEHICLES) && !has(p, KEY_F_SALESMEN))
    FAIL(ERR_FORMAT, "%s:%d: expected VEHICLES before %s, found none", p->lx.path, p->lx.line,
         keys[key].name);
  return OK;
}

static Status read_section(FleetParser *p, FleetKey key, bool colon) {
  p->lx.at += colon;
  if (key != KEY_F_DEPOT) TRY(lexer_line_end(&p->lx));
  TRY(check_before(p, key));
  snprintf(p->after, sizeof p->after, " after %s", keys[key].name);
  return keys[key].read(p);
}

/* What follows a keyword. */
static Status read_after(FleetParser *p, FleetKey key) {
  char rest[WORD_MAX];
  p->after[0] = 0;
  lexer_skip_blanks(&p->lx);
  const bool colon = p->lx.at < p->lx.end && *p->lx.at == ':';
  if (key >= KEY_F_COORDS) return read_section(p, key, colon);
  if (!colon) return lexer_fail(&p->lx, "':' after %s", keys[key].name);
  p->lx.at++;
  TRY(keys[key].read(p));
  return lexer_text(&p->lx, rest, sizeof rest); /* what a reader leaves is a remark */
}

/* The keyword at hand and what follows it. */
static Status read_keyword(FleetParser *p, bool *end) {
  char word[WORD_MAX] = "";
  const Lexer place = p->lx;
  if ((*end = p->lx.at == p->lx.end)) return OK;
  (void)lexer_word(&p->lx, word, sizeof word);
  if ((*end = strcmp(word, "EOF") == 0)) return OK; /* whatever follows is no part of the instance */
  const FleetKey key = key_find(word);
  const char *why = fleet_foreign(word);
  if (why) FAIL(ERR_FORMAT, "%s:%d: expected no %s, as %s", place.path, place.line, word, why);
  if (key == KEY_F_COUNT) return lexer_fail(&place, "a keyword of vehicle routing%s", p->after);
  if (has(p, key) && key != KEY_F_COMMENT) return lexer_fail(&place, "%s once", word);
  p->seen |= BIT(key);
  return read_after(p, key);
}

/* ---- the end of the file ---- */

/* Distances count units of 1 / SCALE, as in vrp.c. */
static Status check_scale(FleetParser *p) {
  VrpFile *const plane = &p->file.plane;
  const int32_t scale = has(p, KEY_F_SCALE) ? p->scale : 1;
  const bool euclidean = !plane->weighted && plane->metric == METRIC_EUC_2D && plane->words != DISTANCES_REAL;
  if (p->floored) plane->words = DISTANCES_TRUNCATED;
  plane->scaled = euclidean && (p->floored ? scale != 10 : scale != 1);
  while (plane->places < VRP_DECIMALS_MAX && vrp_power(plane->places) < scale) plane->places++;
  if (scale == 1 || (euclidean && vrp_power(plane->places) == scale)) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected SCALE : 1, or a power of ten with EUC_2D or FLOOR_2D, found %d",
       p->lx.path, p->scale_line, scale);
}

static Status need(const FleetParser *p, FleetKey key, const char *why) {
  return has(p, key) ? OK : lexer_fail(&p->lx, "%s%s", keys[key].name, why);
}

static Status check_kind(const FleetParser *p) {
  static const uint64_t of_vehicles = BIT(KEY_F_CAPACITIES) | BIT(KEY_F_FIXED_COSTS) | BIT(KEY_F_UNIT_COSTS) |
                                      BIT(KEY_F_MAX_DISTANCES) | BIT(KEY_F_MAX_DURATIONS);
  const FleetKind *kind = p->kind;
  if (kind->needs == KEY_F_VEHICLES && !(p->seen & of_vehicles))
    return lexer_fail(&p->lx, "CAPACITY_SECTION or sections VEHICLES_..., as TYPE is %s", kind->name);
  if (kind->needs == KEY_F_ALLOWED)
    TRY(need(p, KEY_F_ALLOWED,
             ", as TYPE SDVRP means sites that some vehicles may serve: deliveries are not split"));
  if (kind->needs != KEY_F_NONE && kind->needs != KEY_F_VEHICLES) TRY(need(p, kind->needs, ""));
  if (kind->amounts && !has(p, KEY_F_AMOUNTS))
    TRY(need(p, KEY_F_BACKHAULS, ", or PICKUP_AND_DELIVERY_SECTION"));
  if (kind->windowed && !has(p, KEY_F_AMOUNTS)) TRY(need(p, KEY_F_WINDOWS, ""));
  return OK;
}

static bool has_capacity(const FleetParser *p) { return has(p, KEY_F_CAPACITY) || has(p, KEY_F_CAPACITIES); }

static Status check_loads(const FleetParser *p) {
  const bool capacity = has_capacity(p);
  if (p->file.loads < 0) return capacity ? lexer_fail(&p->lx, "DEMAND_SECTION, as there is a CAPACITY") : OK;
  if (!capacity && !p->kind->single)
    return lexer_fail(&p->lx, "CAPACITY or CAPACITY_SECTION, as there are demands");
  return OK;
}

/* Is all there? */
static Status check_complete(FleetParser *p) {
  if (!p->kind) TRY(need(p, KEY_F_TYPE, ""));
  TRY(need(p, KEY_F_DIMENSION, ""));
  TRY(need(p, KEY_F_WEIGHT_TYPE, ""));
  TRY(need(p, p->file.plane.weighted ? KEY_F_WEIGHTS : KEY_F_COORDS, ""));
  TRY(check_kind(p));
  TRY(check_loads(p));
  if (has(p, KEY_F_MAX_RELOADS) || has(p, KEY_F_MOST_RELOADS))
    TRY(need(p, KEY_F_RELOADS, ", as there are most reloads"));
  return check_scale(p);
}

/* ---- vehicles ---- */

static Status depots_default(FleetParser *p) {
  if (p->file.depots) return OK;
  p->file.depot = calloc(1, sizeof *p->file.depot);
  if (!p->file.depot) FAIL(ERR_MEMORY, "no memory for a depot");
  p->file.depots = 1;
  return OK;
}

/* What headers say of all, where no section says it of each. */
static void vehicle_fill(const FleetParser *p, FleetVehicle *vehicle) {
  const FleetVehicle *common = &p->common;
  if (!has(p, KEY_F_CAPACITIES)) {
    memcpy(vehicle->capacity, common->capacity, sizeof vehicle->capacity);
    vehicle->capacity_line = common->capacity_line;
  }
  if (!has(p, KEY_F_FIXED_COSTS) && common->fixed_line) {
    vehicle->fixed = common->fixed;
    vehicle->fixed_line = common->fixed_line;
  }
  if (!has(p, KEY_F_UNIT_COSTS) && common->unit_line) {
    vehicle->unit = common->unit;
    vehicle->unit_line = common->unit_line;
  }
  if (!has(p, KEY_F_MAX_DISTANCES)) {
    vehicle->max_distance = common->max_distance;
    vehicle->max_distance_line = common->max_distance_line;
  }
  if (!has(p, KEY_F_MOST_RELOADS)) {
    vehicle->most_reloads = common->most_reloads;
    vehicle->most_reloads_line = common->most_reloads_line;
  }
  if (!has(p, KEY_F_MAX_DURATIONS)) {
    vehicle->max_duration = common->max_duration;
    vehicle->max_duration_line = common->max_duration_line;
  }
}

/* Types where no section has vehicles: one for each depot. */
static Status types_make(FleetParser *p) {
  FleetFile *const file = &p->file;
  if (p->fleet && file->depots > 1)
    FAIL(ERR_FORMAT,
         "%s:%d: expected VEHICLES_DEPOT_SECTION, as there are %d depots, found none: without VEHICLES every "
         "depot has any number of vehicles",
         p->lx.path, p->fleet_line, file->depots);
  TRY(fleet_vehicles_alloc(file, file->depots));
  for (int32_t d = 0; d < file->depots; d++) {
    file->vehicle[d].depot = file->depot[d];
    file->vehicle[d].count = p->kind->single ? 1 : ROUTES_NO_LIMIT;
    if (p->fleet) file->vehicle[d].count = p->fleet;
  }
  return OK;
}

static Status vehicles_complete(FleetParser *p) {
  FleetFile *const file = &p->file;
  TRY(depots_default(p));
  TRY(fleet_groups_complete(p));
  if (file->vehicle && file->depots > 1 && !has(p, KEY_F_HOMES))
    return lexer_fail(&p->lx, "VEHICLES_DEPOT_SECTION, as there are %d depots", file->depots);
  file->listed = file->vehicle != NULL;
  if (!file->listed) TRY(types_make(p));
  for (int32_t k = 0; k < file->vehicles; k++) {
    if (file->listed && !has(p, KEY_F_HOMES)) file->vehicle[k].depot = file->depot[0];
    vehicle_fill(p, &file->vehicle[k]);
  }
  if (file->loads > 1 && !has(p, KEY_F_CAPACITIES))
    FAIL(ERR_FORMAT, "%s:%d: expected CAPACITY_SECTION with %d columns, as demands have %d, found CAPACITY",
         p->lx.path, p->common.capacity_line, file->loads, file->loads);
  return OK;
}

/* How benchmarks of the kind take distances: see fleet_files.h. */
static FleetRule rule_of(const FleetParser *p, const CvrpSettings *settings) {
  const bool windows = has(p, KEY_F_WINDOWS) || (p->windowed && has(p, KEY_F_AMOUNTS));
  if (p->kind->coarse) return (FleetRule){DISTANCES_TRUNCATED, VRP_DECIMALS_TRUNCATED};
  if (p->file.paired && !p->kind->single) return (FleetRule){DISTANCES_REAL, -1};
  if (p->kind->finely || p->file.listed || p->file.depots > 1) return (FleetRule){DISTANCES_REAL, 3};
  if (windows && settings->objective == OBJECTIVE_VEHICLES) return (FleetRule){DISTANCES_REAL, -1};
  if (windows) return (FleetRule){DISTANCES_TRUNCATED, VRP_DECIMALS_TRUNCATED};
  return p->file.plane.tells_real ? (FleetRule){DISTANCES_REAL, -1} : (FleetRule){DISTANCES_ROUNDED, 0};
}

Status fleet_vrp_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                       Instance **out) {
  static const CvrpSettings standard;
  const CvrpSettings *said = settings ? settings : &standard;
  FleetParser p = {.lx = {.path = path, .at = text, .end = text + bytes, .line = 1},
                   .file = {.path = path, .plane = {.path = path, .first = 1}, .loads = -1, .first = 1},
                   .by = said->scale};
  Status status = OK;
  for (bool end = false; !end;) {
    lexer_skip_space(&p.lx);
    TRY_GOTO(read_keyword(&p, &end), cleanup);
  }
  TRY_GOTO(check_complete(&p), cleanup);
  TRY_GOTO(vehicles_complete(&p), cleanup);
  if (p.kind->pairs) TRY_GOTO(fleet_pairs_settle(&p.file), cleanup);
  if (!has_capacity(&p)) p.file.loads = -1;
  p.file.rule = rule_of(&p, said);
  status = fleet_finish(&p.file, said, out);
cleanup:
  fleet_file_free(&p.file);
  return status;
}
