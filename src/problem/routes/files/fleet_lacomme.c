/* Reader of Lacomme's and Prins' text of mixed fleets (Prins 2009; Duhamel, Lacomme and Prodhon 2011). See fleet_files.h. */
#include <stdlib.h>
#include <string.h>
#include "fleet_files.h"
#include "halt.h"

enum { SURE = 60, KILOMETRE = 3 /* decimals of kilometres that metres are */ };

#define NO_RANGE 999999

typedef struct Lacomme {
  Lexer lx;
  FleetFile file;
  int32_t customers, types;
  VrpNumber range, service;
  int head_line;
} Lacomme;

/* ---- words ---- */

static bool at_comment(const Lexer *lx) {
  return lx->end - lx->at >= 2 && lx->at[0] == '/' && lx->at[1] == '/';
}

static void skip_line(Lexer *lx) {
  while (lx->at < lx->end && *lx->at != '\n') lx->at++;
}

/* To the next text that is no comment. */
static void skip_comments(Lexer *lx) {
  for (lexer_skip_space(lx); at_comment(lx); lexer_skip_space(lx)) skip_line(lx);
}

/* The end of a line, which may have a comment. */
static Status end_line(Lexer *lx) {
  lexer_skip_blanks(lx);
  if (at_comment(lx)) skip_line(lx);
  return lexer_line_end(lx);
}

static Status read_number(Lexer *lx, const char *what, VrpNumber *value) {
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (vrp_number(lx, value) && value->mantissa >= 0) return OK;
  return lexer_fail(&place, "%s, not negative", what);
}

static Status read_count(Lexer *lx, const char *what, int32_t most, int32_t *count) {
  long long value;
  if (!lexer_integer(lx, 1, most, &value)) return lexer_fail(lx, "%s from 1 to %d", what, most);
  *count = (int32_t)value;
  return OK;
}

/* ---- head ---- */

/* The two last numbers are known values of the cost, whatever they are. */
static Status read_head(Lacomme *l) {
  double known;
  skip_comments(&l->lx);
  l->head_line = l->lx.line;
  TRY(read_count(&l->lx, "customers", ROUTES_PLACES_MAX - 1, &l->customers));
  TRY(read_count(&l->lx, "types of vehicles", ROUTES_TYPES_MAX, &l->types));
  TRY(read_number(&l->lx, "the range of vehicles", &l->range));
  TRY(read_number(&l->lx, "the service time of customers", &l->service));
  for (int k = 0; k < 2; k++)
    if (!lexer_number(&l->lx, &known)) return lexer_fail(&l->lx, k ? "the best known cost" : "a lower bound");
  return end_line(&l->lx);
}

static bool is_limited(VrpNumber range) {
  double size = (double)range.mantissa;
  for (int32_t k = 0; k < range.places; k++) size /= 10;
  return size < NO_RANGE;
}

/* The range counts distances and services. */
static Status read_type(Lacomme *l, int32_t t) {
  FleetVehicle *const type = &l->file.vehicle[t];
  skip_comments(&l->lx);
  type->capacity_line = type->fixed_line = type->unit_line = l->lx.line;
  TRY(read_count(&l->lx, "a number of vehicles", INT32_MAX - 1, &type->count));
  TRY(read_number(&l->lx, "a capacity", &type->capacity[0]));
  TRY(read_number(&l->lx, "a fixed cost", &type->fixed));
  TRY(read_number(&l->lx, "a cost of distance", &type->unit));
  type->max_duration_line = is_limited(l->range) ? l->head_line : 0;
  if (type->max_duration_line) type->max_duration = l->range;
  return end_line(&l->lx);
}

static Status room_make(Lacomme *l) {
  FleetFile *const file = &l->file;
  const long long left = l->lx.end - l->lx.at;
  const size_t nodes = (size_t)l->customers + 1;
  if (l->customers > left / 4 || l->types > left / 8)
    FAIL(ERR_FORMAT, "%s:%d: expected %d types and %d customers, found the end of the file after %lld bytes",
         l->lx.path, l->lx.line, l->types, l->customers, left);
  file->plane.nodes = (int32_t)nodes;
  file->plane.service = l->service;
  file->plane.service_line = l->service.mantissa ? l->head_line : 0;
  file->depot = calloc(1, sizeof *file->depot);
  if (!file->depot) FAIL(ERR_MEMORY, "no memory for a depot");
  file->depots = 1;
  TRY(fleet_stops_alloc(file));
  return fleet_vehicles_alloc(file, l->types);
}

/* ---- coordinates ---- */

static Status read_place(Lacomme *l, int32_t v) {
  VrpFile *const plane = &l->file.plane;
  FleetStop *const stop = &l->file.stop[v];
  skip_comments(&l->lx);
  if (!vrp_coordinate(&l->lx, &plane->x[v])) return lexer_fail(&l->lx, "the x coordinate of node %d", v);
  if (!vrp_coordinate(&l->lx, &plane->y[v])) return lexer_fail(&l->lx, "the y coordinate of node %d", v);
  stop->delivery_line = l->lx.line;
  if (v) TRY(read_number(&l->lx, "a demand", &stop->delivery[0]));
  return end_line(&l->lx);
}

static Status read_places(Lacomme *l) {
  VrpFile *const plane = &l->file.plane;
  const size_t nodes = (size_t)plane->nodes;
  plane->x = malloc(nodes * sizeof *plane->x);
  plane->y = malloc(nodes * sizeof *plane->y);
  if (!plane->x || !plane->y) FAIL(ERR_MEMORY, "no memory for %zu nodes", nodes);
  plane->plane_line = l->lx.line;
  for (int32_t v = 0; v < plane->nodes && !halt_poll(); v++) TRY(read_place(l, v));
  return halt_after("the reading of customers");
}

/* ---- matrix ---- */

static Status read_row(Lacomme *l, int32_t from) {
  const size_t nodes = (size_t)l->file.plane.nodes;
  for (size_t to = 0; to < nodes; to++) {
    long long metres;
    skip_comments(&l->lx);
    if (!lexer_integer(&l->lx, 0, ROUTES_DISTANCE_MAX, &metres))
      return lexer_fail(&l->lx, "metres from %d to %zu, a whole number from 0 to %d", from, to,
                        ROUTES_DISTANCE_MAX);
    l->file.matrix[(size_t)from * nodes + to] = (int32_t)(from == (int32_t)to ? 0 : metres);
  }
  return OK;
}

static Status read_demand(Lacomme *l, int32_t c) {
  FleetStop *const stop = &l->file.stop[c];
  long long number;
  skip_comments(&l->lx);
  if (!lexer_integer(&l->lx, c, c, &number)) return lexer_fail(&l->lx, "customer %d", c);
  stop->delivery_line = l->lx.line;
  TRY(read_number(&l->lx, "a demand", &stop->delivery[0]));
  return end_line(&l->lx);
}

static Status read_matrix(Lacomme *l) {
  FleetFile *const file = &l->file;
  const size_t nodes = (size_t)file->plane.nodes;
  long long depot;
  if (!lexer_integer(&l->lx, 0, 0, &depot)) return lexer_fail(&l->lx, "depot 0 before a matrix");
  TRY(end_line(&l->lx));
  if (file->vehicle[0].max_duration_line || l->service.mantissa)
    FAIL(ERR_FORMAT,
         "%s:%d: expected range %d, which is none, and service time 0 with a matrix, found others",
         l->lx.path, l->head_line, NO_RANGE);
  if ((long long)(nodes * nodes) > (l->lx.end - l->lx.at) / 2)
    FAIL(ERR_FORMAT, "%s:%d: expected %zu numbers, found the end of the file after %lld bytes", l->lx.path,
         l->lx.line, nodes * nodes, (long long)(l->lx.end - l->lx.at));
  file->matrix = instance_array_alloc(nodes * nodes * sizeof *file->matrix);
  if (!file->matrix) FAIL(ERR_MEMORY, "no memory for the distances of %zu nodes", nodes);
  file->plane.weighted = true;
  file->plane.plane_line = l->lx.line;
  file->unit_decimals = KILOMETRE;
  for (int32_t from = 0; from < file->plane.nodes && !halt_poll(); from++) TRY(read_row(l, from));
  for (int32_t c = 1; c < file->plane.nodes && !halt_poll(); c++) TRY(read_demand(l, c));
  return halt_after("the reading of distances");
}

/* A line of one number is the depot before a matrix, of two numbers its place. */
static bool is_matrix(Lexer ahead) {
  double value;
  if (!lexer_number(&ahead, &value)) return false;
  lexer_skip_blanks(&ahead);
  return at_comment(&ahead) || ahead.at == ahead.end || *ahead.at == '\n';
}

static Status lacomme_read(Lacomme *l, const CvrpSettings *settings) {
  TRY(read_head(l));
  TRY(room_make(l));
  for (int32_t t = 0; t < l->types; t++) TRY(read_type(l, t));
  skip_comments(&l->lx);
  const bool matrix = is_matrix(l->lx);
  if (matrix && settings->scale != 0)
    FAIL(ERR_USAGE, "%s: expected no --scale with a matrix in metres", l->lx.path);
  TRY(matrix ? read_matrix(l) : read_places(l));
  skip_comments(&l->lx);
  return l->lx.at == l->lx.end ? OK
                               : lexer_fail(&l->lx, "the end of the file after %d customers", l->customers);
}

Status fleet_lacomme_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                           Instance **out) {
  static const CvrpSettings standard;
  const CvrpSettings *said = settings ? settings : &standard;
  Lacomme l = {.lx = {.path = path, .at = text, .end = text + bytes, .line = 1},
               .file = {.path = path, .plane = {.path = path}, .loads = 1, .rule = {DISTANCES_REAL, -1}}};
  Status status = lacomme_read(&l, said);
  if (status == OK) status = fleet_finish(&l.file, said, out);
  fleet_file_free(&l.file);
  return status;
}

/* Comments first, then a line of six numbers. */
int fleet_lacomme_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  Lexer lx = {.path = path, .at = head, .end = head + bytes, .line = 1};
  double value;
  lexer_skip_space(&lx);
  if (!at_comment(&lx)) return 0;
  skip_comments(&lx);
  for (int k = 0; k < 6; k++)
    if (!lexer_number(&lx, &value)) return 0;
  return SURE;
}
