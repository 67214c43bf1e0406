/* Reader of Cordeau's text of several depots (Cordeau, Gendreau and Laporte 1997). See fleet_files.h. */
#include <stdlib.h>
#include <string.h>
#include "fleet_files.h"
#include "halt.h"

enum { SURE = 65, TYPE_MDVRP = 2, TYPE_MDVRPTW = 6, TYPES = 8 };

static const char *const types[TYPES] = {"VRP",   "PVRP",   "MDVRP",   "SDVRP",
                                         "VRPTW", "PVRPTW", "MDVRPTW", "SDVRPTW"};

typedef struct Cordeau {
  Lexer lx;
  FleetFile file;
  int32_t type, vehicles, customers, depots;
} Cordeau;

/* ---- the first line ---- */

static Status read_head(Cordeau *c) {
  const struct {
    const char *what;
    int32_t low, high;
    int32_t *value;
  } rows[] = {{"the type of the problem", 0, TYPES - 1, &c->type},
              {"vehicles at each depot", 1, INT32_MAX - 1, &c->vehicles},
              {"customers", 1, ROUTES_PLACES_MAX - 1, &c->customers},
              {"depots", 1, ROUTES_TYPES_MAX, &c->depots}};
  lexer_skip_space(&c->lx);
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    long long value;
    if (!lexer_integer(&c->lx, rows[r].low, rows[r].high, &value))
      return lexer_fail(&c->lx, "%s from %d to %d", rows[r].what, rows[r].low, rows[r].high);
    *rows[r].value = (int32_t)value;
  }
  if (c->type != TYPE_MDVRP && c->type != TYPE_MDVRPTW)
    FAIL(ERR_FORMAT, "%s:%d: expected type 2, MDVRP, or 6, MDVRPTW, found %d, %s, which is not supported",
         c->lx.path, c->lx.line, c->type, types[c->type]);
  if (c->customers > ROUTES_PLACES_MAX - c->depots)
    FAIL(ERR_FORMAT, "%s:%d: expected at most %d customers and depots, found %d", c->lx.path, c->lx.line,
         ROUTES_PLACES_MAX, c->customers + c->depots);
  return lexer_line_end(&c->lx);
}

/* ---- depots' vehicles ---- */

static Status read_number(Lexer *lx, const char *what, long long number, VrpNumber *value) {
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (vrp_number(lx, value) && value->mantissa >= 0) return OK;
  return lexer_fail(&place, "the %s %lld, not negative", what, number);
}

/* A duration or capacity of 0 is no limit. */
static Status read_limits(Cordeau *c, int32_t d) {
  FleetVehicle *const type = &c->file.vehicle[d];
  lexer_skip_space(&c->lx);
  TRY(read_number(&c->lx, "longest duration at depot", d + 1, &type->max_duration));
  TRY(read_number(&c->lx, "capacity at depot", d + 1, &type->capacity[0]));
  if (type->capacity[0].mantissa == 0) type->capacity[0].mantissa = FLEET_UNLIMITED;
  type->capacity_line = c->lx.line;
  type->max_duration_line = type->max_duration.mantissa ? c->lx.line : 0;
  type->count = c->vehicles;
  type->depot = c->customers + d;
  return lexer_line_end(&c->lx);
}

/* ---- customers and depots ---- */

static bool line_ends(Lexer *lx) {
  lexer_skip_blanks(lx);
  return lx->at == lx->end || *lx->at == '\n';
}

/* Every depot may serve the customer, on the one visit: as many combinations as depots. */
static Status read_combinations(Cordeau *c, long long number) {
  long long frequency, count, combination;
  if (!lexer_integer(&c->lx, 0, 1, &frequency))
    return lexer_fail(&c->lx, "frequency 1 of customer %lld, as several visits are not supported", number);
  if (!lexer_integer(&c->lx, c->depots, c->depots, &count))
    return lexer_fail(
        &c->lx,
        "%d combinations of customer %lld, one a depot, as customers of some depots alone are not "
        "supported",
        c->depots, number);
  for (int32_t k = 0; k < c->depots; k++)
    if (!lexer_integer(&c->lx, 0, INT64_MAX, &combination))
      return lexer_fail(&c->lx, "combination %d of customer %lld", k + 1, number);
  return OK;
}

static Status skip_combinations(Cordeau *c, long long number) {
  long long count = 0, value;
  if (!lexer_integer(&c->lx, 0, 0, &value)) return lexer_fail(&c->lx, "frequency 0 of depot %lld", number);
  if (!lexer_integer(&c->lx, 0, 0, &count)) return lexer_fail(&c->lx, "0 combinations of depot %lld", number);
  return OK;
}

static Status read_window(Cordeau *c, long long number, FleetStop *stop) {
  if (c->type != TYPE_MDVRPTW) return OK;
  stop->window_line = c->lx.line;
  TRY(read_number(&c->lx, "ready time of", number, &stop->ready));
  return read_number(&c->lx, "due time of", number, &stop->due);
}

/* Depots may end after the demand, or after a frequency and a count of 0. */
static Status read_rest(Cordeau *c, long long number, bool depot) {
  if (!depot) return read_combinations(c, number);
  return line_ends(&c->lx) ? OK : skip_combinations(c, number);
}

static Status read_place(Cordeau *c, int32_t v) {
  VrpFile *const plane = &c->file.plane;
  FleetStop *const stop = &c->file.stop[v];
  long long number;
  lexer_skip_space(&c->lx);
  if (!lexer_integer(&c->lx, v + 1, v + 1, &number))
    return lexer_fail(&c->lx, "%s %d", v < c->customers ? "customer" : "depot", v + 1);
  if (!vrp_coordinate(&c->lx, &plane->x[v])) return lexer_fail(&c->lx, "the x coordinate of %lld", number);
  if (!vrp_coordinate(&c->lx, &plane->y[v])) return lexer_fail(&c->lx, "the y coordinate of %lld", number);
  stop->service_line = stop->delivery_line = c->lx.line;
  TRY(read_number(&c->lx, "service time of", number, &stop->service));
  TRY(read_number(&c->lx, "demand of", number, &stop->delivery[0]));
  TRY(read_rest(c, number, v >= c->customers));
  TRY(read_window(c, number, stop));
  return lexer_line_end(&c->lx);
}

static Status room_make(Cordeau *c) {
  FleetFile *const file = &c->file;
  const size_t nodes = (size_t)c->customers + (size_t)c->depots;
  const long long left = c->lx.end - c->lx.at;
  if ((long long)nodes > left / 8)
    FAIL(ERR_FORMAT, "%s:%d: expected %zu customers and depots, found the end of the file after %lld bytes",
         c->lx.path, c->lx.line, nodes, left);
  file->plane.nodes = (int32_t)nodes;
  file->plane.x = malloc(nodes * sizeof *file->plane.x);
  file->plane.y = malloc(nodes * sizeof *file->plane.y);
  file->depot = malloc((size_t)c->depots * sizeof *file->depot);
  if (!file->plane.x || !file->plane.y || !file->depot) FAIL(ERR_MEMORY, "no memory for %zu places", nodes);
  for (int32_t d = 0; d < c->depots; d++) file->depot[file->depots++] = c->customers + d;
  TRY(fleet_stops_alloc(file));
  return fleet_vehicles_alloc(file, c->depots);
}

static Status cordeau_read(Cordeau *c) {
  TRY(read_head(c));
  TRY(room_make(c));
  for (int32_t d = 0; d < c->depots; d++) TRY(read_limits(c, d));
  c->file.plane.plane_line = c->lx.line + 1;
  for (int32_t v = 0; v < c->file.plane.nodes && !halt_poll(); v++) TRY(read_place(c, v));
  TRY(halt_after("the reading of customers"));
  lexer_skip_space(&c->lx);
  return c->lx.at == c->lx.end
             ? OK
             : lexer_fail(&c->lx, "the end of the file after depot %d", c->file.plane.nodes);
}

Status fleet_cordeau_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                           Instance **out) {
  static const CvrpSettings standard;
  Cordeau c = {.lx = {.path = path, .at = text, .end = text + bytes, .line = 1},
               .file = {.path = path,
                        .plane = {.path = path, .first = 1},
                        .loads = 1,
                        .first = 1,
                        .rule = {DISTANCES_REAL, -1}}};
  Status status = cordeau_read(&c);
  if (status == OK) status = fleet_finish(&c.file, settings ? settings : &standard, out);
  fleet_file_free(&c.file);
  return status;
}

/* Four whole numbers, of which the first is a type, then as many lines of two numbers as the last says, and a line of six or more. */
int fleet_cordeau_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  Lexer lx = {.path = path, .at = head, .end = head + bytes, .line = 1};
  long long type, some, depots;
  double value;
  lexer_skip_space(&lx);
  if (!lexer_integer(&lx, 0, TYPES - 1, &type) || !lexer_integer(&lx, 1, INT32_MAX, &some) ||
      !lexer_integer(&lx, 1, INT32_MAX, &some) || !lexer_integer(&lx, 1, 64, &depots) || !line_ends(&lx))
    return 0;
  for (long long d = 0; d < depots; d++) {
    lexer_skip_space(&lx);
    if (!lexer_number(&lx, &value) || !lexer_number(&lx, &value) || !line_ends(&lx)) return 0;
  }
  lexer_skip_space(&lx);
  for (int k = 0; k < 6; k++)
    if (!lexer_number(&lx, &value)) return 0;
  return SURE;
}
