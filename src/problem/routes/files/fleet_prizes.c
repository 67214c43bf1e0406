/* Readers of orienteering: Chao's files of teams, and Cordeau's text of one period with windows. See fleet_files.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fleet_files.h"
#include "halt.h"

enum {
  TEAM_SURE = 60,
  WINDOWS_SURE = 66 /* more than Cordeau's text of depots, whose places begin with 1 */,
  WORD_MAX = 64
};
enum { TYPES_LAST = 7, PERIODS_MAX = 64, COMBINATIONS_MAX = 1024 };

/* ---- what both have ---- */

static bool line_ends(Lexer *lx) {
  lexer_skip_blanks(lx);
  return lx->at == lx->end || *lx->at == '\n';
}

static Status read_number(Lexer *lx, const char *what, int32_t node, VrpNumber *value) {
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (vrp_number(lx, value) && value->mantissa >= 0) return OK;
  return lexer_fail(&place, "the %s of node %d, not negative", what, node);
}

static Status read_point(Lexer *lx, FleetFile *file, int32_t v) {
  VrpFile *const plane = &file->plane;
  if (!vrp_coordinate(lx, &plane->x[v])) return lexer_fail(lx, "the x coordinate of node %d", v);
  if (!vrp_coordinate(lx, &plane->y[v])) return lexer_fail(lx, "the y coordinate of node %d", v);
  file->stop[v].prize_line = lx->line;
  return OK;
}

static Status room_make(const Lexer *lx, FleetFile *file, int32_t nodes, int32_t depots) {
  const long long left = lx->end - lx->at;
  if (nodes > left / 6 + 1)
    FAIL(ERR_FORMAT, "%s:%d: expected %d nodes, found the end of the file after %lld bytes", lx->path,
         lx->line, nodes, left);
  file->plane.nodes = nodes;
  file->plane.x = malloc((size_t)nodes * sizeof *file->plane.x);
  file->plane.y = malloc((size_t)nodes * sizeof *file->plane.y);
  file->depot = calloc((size_t)depots, sizeof *file->depot);
  if (!file->plane.x || !file->plane.y || !file->depot) FAIL(ERR_MEMORY, "no memory for %d nodes", nodes);
  file->depots = depots;
  return fleet_stops_alloc(file);
}

static Status text_end(Lexer *lx, const FleetFile *file) {
  TRY(halt_after("the reading of customers"));
  lexer_skip_space(lx);
  return lx->at == lx->end ? OK : lexer_fail(lx, "the end of the file after %d nodes", file->plane.nodes);
}

/* ---- teams ---- */

static bool word_next(Lexer *lx, const char *word) {
  char found[WORD_MAX];
  lexer_skip_space(lx);
  lexer_peek(lx, found, sizeof found);
  return strcmp(found, word) == 0 && lexer_word(lx, found, sizeof found);
}

static Status read_count(Lexer *lx, const char *word, const char *what, int32_t least, int32_t most,
                         int32_t *count) {
  long long value;
  if (!word_next(lx, word)) return lexer_fail(lx, "%s and a number of %s", word, what);
  if (!lexer_integer(lx, least, most, &value))
    return lexer_fail(lx, "a number of %s from %d to %d", what, least, most);
  *count = (int32_t)value;
  return lexer_line_end(lx);
}

/* Of one vehicle, so many of whom there are. */
static Status team_head(Lexer *lx, int32_t *nodes, FleetVehicle *vehicle) {
  TRY(read_count(lx, "n", "nodes", 3, ROUTES_PLACES_MAX, nodes));
  TRY(read_count(lx, "m", "routes", 1, INT32_MAX - 1, &vehicle->count));
  if (!word_next(lx, "tmax")) return lexer_fail(lx, "tmax and the longest route");
  vehicle->max_distance_line = lx->line;
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (!vrp_number(lx, &vehicle->max_distance) || vehicle->max_distance.mantissa < 0)
    return lexer_fail(&place, "the length of the longest route, not negative");
  return lexer_line_end(lx);
}

/* The first node is the start of all routes, the last one their end. */
static Status team_read(Lexer *lx, FleetFile *file) {
  int32_t nodes = 0;
  TRY(fleet_vehicles_alloc(file, 1));
  TRY(team_head(lx, &nodes, file->vehicle));
  TRY(room_make(lx, file, nodes, 2));
  file->depot[1] = nodes - 1;
  file->end = nodes;
  file->plane.plane_line = lx->line + 1;
  for (int32_t v = 0; v < nodes && !halt_poll(); v++) {
    lexer_skip_space(lx);
    TRY(read_point(lx, file, v));
    TRY(read_number(lx, "prize", v, &file->stop[v].prize));
    TRY(lexer_line_end(lx));
  }
  return text_end(lx, file);
}

/* ---- windows ---- */

/* "type vehicles customers days", and a line of two numbers: of all these, customers alone count. */
static Status windows_head(Lexer *lx, int32_t *customers) {
  const struct {
    const char *what;
    int32_t low, high;
  } rows[] = {{"the type of a problem", 0, TYPES_LAST},
              {"a number of vehicles", 0, INT32_MAX},
              {"a number of customers", 1, ROUTES_PLACES_MAX - 1},
              {"a number of days", 1, PERIODS_MAX}};
  double value;
  lexer_skip_space(lx);
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    long long number;
    if (!lexer_integer(lx, rows[r].low, rows[r].high, &number))
      return lexer_fail(lx, "%s from %d to %d", rows[r].what, rows[r].low, rows[r].high);
    if (r == 2) *customers = (int32_t)number;
  }
  TRY(lexer_line_end(lx));
  lexer_skip_space(lx);
  for (int k = 0; k < 2; k++)
    if (!lexer_number(lx, &value)) return lexer_fail(lx, "two numbers, which mean nothing here");
  return lexer_line_end(lx);
}

/* How often, and on which days: of one day all are the same. */
static Status skip_days(Lexer *lx, int32_t v) {
  long long count, value;
  if (!lexer_integer(lx, 0, INT32_MAX, &value)) return lexer_fail(lx, "the frequency of node %d", v);
  if (!lexer_integer(lx, 0, COMBINATIONS_MAX, &count))
    return lexer_fail(lx, "a number of combinations of node %d, from 0 to %d", v, COMBINATIONS_MAX);
  for (long long k = 0; k < count; k++)
    if (!lexer_integer(lx, 0, INT64_MAX, &value))
      return lexer_fail(lx, "combination %lld of node %d", k + 1, v);
  return OK;
}

static Status read_row(Lexer *lx, FleetFile *file, int32_t v) {
  FleetStop *const stop = &file->stop[v];
  long long number;
  lexer_skip_space(lx);
  stop->window_line = stop->service_line = lx->line;
  if (!lexer_integer(lx, v, v, &number)) return lexer_fail(lx, "node %d", v);
  TRY(read_point(lx, file, v));
  TRY(read_number(lx, "service time", v, &stop->service));
  TRY(read_number(lx, "prize", v, &stop->prize));
  TRY(skip_days(lx, v));
  TRY(read_number(lx, "opening", v, &stop->ready));
  TRY(read_number(lx, "closing time", v, &stop->due));
  return lexer_line_end(lx);
}

/* Solomon's coordinates are whole. */
static bool is_whole(const VrpFile *plane) {
  bool whole = true;
  for (int32_t v = 0; v < plane->nodes; v++) whole &= !plane->x[v].places && !plane->y[v].places;
  return whole;
}

static Status windows_read(Lexer *lx, FleetFile *file) {
  int32_t customers = 0;
  TRY(windows_head(lx, &customers));
  TRY(room_make(lx, file, customers + 1, 1));
  TRY(fleet_vehicles_alloc(file, 1));
  file->plane.plane_line = lx->line + 1;
  for (int32_t v = 0; v <= customers && !halt_poll(); v++) TRY(read_row(lx, file, v));
  file->rule = (FleetRule){DISTANCES_TRUNCATED, is_whole(&file->plane) ? 1 : 2};
  return text_end(lx, file);
}

/* ---- reader ---- */

static const FleetFile orienteering = {.prizes = true, .rule = {DISTANCES_REAL, -1}};

Status fleet_team_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                        Instance **out) {
  return fleet_text_parse(path, text, bytes, settings, &orienteering, team_read, out);
}

/* A file of one day may be one of vehicle routing with windows: then nothing in it tells what its demands are. */
static bool days_tell(const char *path, const char *text, size_t bytes) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  long long value = 0;
  lexer_skip_space(&lx);
  for (int k = 0; k < 4; k++)
    if (!lexer_integer(&lx, 0, INT32_MAX, &value)) return true; /* it is refused there */
  return value != 1;
}

Status fleet_orienteering_parse(const char *path, const char *text, size_t bytes,
                                const CvrpSettings *settings, Instance **out) {
  static const char words[] = "; orienteering: demands are prizes";
  if ((!settings || settings->objective != OBJECTIVE_PRIZES) && !days_tell(path, text, bytes))
    FAIL(ERR_USAGE,
         "%s: expected --objective prizes, if demands are prizes (orienteering): a file of vehicle routing "
         "with "
         "windows in Cordeau's form of one day looks the same, and is not supported",
         path);
  TRY(fleet_text_parse(path, text, bytes, settings, &orienteering, windows_read, out));
  char *const remark = (*out)->remark;
  const size_t used = strlen(remark);
  snprintf(remark + used, sizeof(*out)->remark - used, "%s", words + (used ? 0 : 2));
  return OK;
}

int fleet_team_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  Lexer lx = {.path = path, .at = head, .end = head + bytes, .line = 1};
  double value;
  const char *const words[] = {"n", "m", "tmax"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (!word_next(&lx, words[k]) || !lexer_number(&lx, &value)) return 0;
  return TEAM_SURE;
}

/* Four whole numbers, a line of two numbers, and a line of nine or more of which the first is 0. */
int fleet_orienteering_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  Lexer lx = {.path = path, .at = head, .end = head + bytes, .line = 1};
  long long some;
  double value;
  lexer_skip_space(&lx);
  for (int k = 0; k < 4; k++)
    if (!lexer_integer(&lx, 0, k ? INT32_MAX : TYPES_LAST, &some)) return 0;
  if (!line_ends(&lx)) return 0;
  lexer_skip_space(&lx);
  if (!lexer_number(&lx, &value) || !lexer_number(&lx, &value) || !line_ends(&lx)) return 0;
  lexer_skip_space(&lx);
  if (!lexer_integer(&lx, 0, 0, &some)) return 0;
  for (int k = 1; k < 9; k++)
    if (!lexer_number(&lx, &value)) return 0;
  return line_ends(&lx) ? WINDOWS_SURE : 0;
}
