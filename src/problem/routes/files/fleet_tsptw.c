/* Readers of tours with time windows (TSPTW): a matrix, or Dumas' table of coordinates. See fleet_files.h. */
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "fleet_files.h"
#include "halt.h"

enum { SURE = 50, TABLE_SURE = 55, WORD_MAX = 64, END_MARK = 999 };

/* ---- words ---- */

static void skip_line(Lexer *lx) {
  while (lx->at < lx->end && *lx->at != '\n') lx->at++;
}

/* To the next text that is no comment. */
static void skip_comments(Lexer *lx) {
  for (lexer_skip_space(lx); lx->at < lx->end && *lx->at == '#'; lexer_skip_space(lx)) skip_line(lx);
}

static bool line_ends(Lexer *lx) {
  lexer_skip_blanks(lx);
  return lx->at == lx->end || *lx->at == '\n' || *lx->at == '#';
}

/* The words before the rows of Dumas' table: a line "!! name ..." perhaps, and the titles of columns. */
static bool table_enter(Lexer *lx) {
  char word[WORD_MAX];
  lexer_skip_space(lx);
  if (lx->at < lx->end && *lx->at == '!') skip_line(lx);
  lexer_skip_space(lx);
  if (!lexer_word(lx, word, sizeof word) || c_strcasecmp(word, "CUST") != 0) return false;
  lexer_skip_blanks(lx);
  if (!lexer_word(lx, word, sizeof word) || c_strcasecmp(word, "NO") != 0) return false;
  skip_line(lx);
  return true;
}

/* ---- one vehicle ---- */

/* Node 0 is the depot; the only vehicle has no capacity. */
static Status vehicle_make(FleetFile *file) {
  file->depot = calloc(1, sizeof *file->depot);
  if (!file->depot) FAIL(ERR_MEMORY, "no memory for a depot");
  file->depots = 1;
  TRY(fleet_stops_alloc(file));
  return fleet_vehicles_alloc(file, 1);
}

static Status read_time(Lexer *lx, const char *what, int32_t node, VrpNumber *value) {
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (vrp_number(lx, value) && value->mantissa >= 0) return OK;
  return lexer_fail(&place, "the %s of node %d, not negative", what, node);
}

/* ---- the matrix ---- */

static Status entry_fail(const Lexer *place, size_t from, size_t to) {
  return lexer_fail(
      place, "the way from node %zu to node %zu, a number that is not negative, with at most %d decimals",
      from, to, VRP_DECIMALS_MAX);
}

/* Entries have these decimals; -1: finds the most that one has, and keeps none. */
static Status read_entries(Lexer *lx, FleetFile *file, int32_t decimals) {
  const size_t nodes = (size_t)file->plane.nodes;
  for (size_t k = 0; k < nodes * nodes; k++) {
    VrpNumber value;
    int32_t units;
    if (k % nodes == 0 && halt_poll()) return halt_after("the reading of a matrix");
    skip_comments(lx);
    const Lexer place = *lx;
    if (!vrp_number(lx, &value) || value.mantissa < 0 || value.places > VRP_DECIMALS_MAX)
      return entry_fail(&place, k / nodes, k % nodes);
    if (value.places > file->matrix_decimals) file->matrix_decimals = value.places;
    if (decimals < 0) continue;
    if (!vrp_units_whole(value, decimals, ROUTES_DISTANCE_MAX, &units))
      return lexer_fail(&place, "a way of at most %d units of 10^-%d, the decimals of the matrix,",
                        ROUTES_DISTANCE_MAX, decimals);
    file->matrix[k] = k / nodes == k % nodes ? 0 : units;
  }
  return OK;
}

static Status read_matrix(Lexer *lx, FleetFile *file) {
  const size_t nodes = (size_t)file->plane.nodes;
  const long long left = lx->end - lx->at;
  if ((long long)(nodes * nodes + 2 * nodes) > left / 2 + 1)
    FAIL(ERR_FORMAT,
         "%s:%d: expected %zu numbers of a matrix and of windows, found the end of the file after %lld bytes",
         lx->path, lx->line, nodes * nodes + 2 * nodes, left);
  file->matrix = instance_array_alloc(nodes * nodes * sizeof *file->matrix);
  if (!file->matrix) FAIL(ERR_MEMORY, "no memory for the distances of %zu nodes", nodes);
  skip_comments(lx);
  file->plane.plane_line = lx->line;
  Lexer ahead = *lx;
  TRY(read_entries(&ahead, file, -1));
  return read_entries(lx, file, file->matrix_decimals);
}

static Status read_windows(Lexer *lx, FleetFile *file) {
  for (int32_t v = 0; v < file->plane.nodes; v++) {
    FleetStop *const stop = &file->stop[v];
    skip_comments(lx);
    stop->window_line = lx->line;
    TRY(read_time(lx, "ready time", v, &stop->ready));
    TRY(read_time(lx, "due time", v, &stop->due));
    if (!line_ends(lx)) TRY(lexer_line_end(lx));
  }
  skip_comments(lx);
  return lx->at == lx->end ? OK : lexer_fail(lx, "the end of the file after %d windows", file->plane.nodes);
}

static Status matrix_read(Lexer *lx, FleetFile *file) {
  long long nodes;
  skip_comments(lx);
  if (!lexer_integer(lx, 2, ROUTES_PLACES_MAX, &nodes))
    return lexer_fail(lx, "a number of nodes from 2 to %d", ROUTES_PLACES_MAX);
  file->plane.nodes = (int32_t)nodes;
  file->plane.weighted = true;
  TRY(read_matrix(lx, file));
  TRY(vehicle_make(file));
  return read_windows(lx, file);
}

/* ---- the table ---- */

/* Rows before the one of number 999, or the end. */
static Status count_rows(Lexer lx, int32_t *nodes) {
  long long count = 0, number = 0;
  for (lexer_skip_space(&lx); lx.at < lx.end && count <= ROUTES_PLACES_MAX; lexer_skip_space(&lx)) {
    Lexer row = lx;
    if (lexer_integer(&row, END_MARK, END_MARK, &number) && count != END_MARK && count + 1 != END_MARK) break;
    count++;
    skip_line(&lx);
  }
  if (count < 2 || count > ROUTES_PLACES_MAX)
    return lexer_fail(&lx, "the depot and from 1 to %d customers, a line each", ROUTES_PLACES_MAX - 1);
  *nodes = (int32_t)count;
  return OK;
}

/* The first row, the depot's, is number 0 or 1. */
static Status read_row(Lexer *lx, FleetFile *file, int32_t v) {
  FleetStop *const stop = &file->stop[v];
  long long number;
  VrpNumber demand;
  lexer_skip_space(lx);
  stop->window_line = stop->service_line = lx->line;
  if (!lexer_integer(lx, v ? v + file->first : 0, v ? v + file->first : 1, &number))
    return lexer_fail(lx, "node %d", v + file->first);
  if (!v) file->first = (int32_t)number;
  if (!vrp_coordinate(lx, &file->plane.x[v])) return lexer_fail(lx, "the x coordinate of node %lld", number);
  if (!vrp_coordinate(lx, &file->plane.y[v])) return lexer_fail(lx, "the y coordinate of node %lld", number);
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (!vrp_number(lx, &demand) || demand.mantissa)
    return lexer_fail(&place, "demand 0 of node %lld, as the vehicle has no capacity", number);
  TRY(read_time(lx, "ready time", (int32_t)number, &stop->ready));
  TRY(read_time(lx, "due time", (int32_t)number, &stop->due));
  TRY(read_time(lx, "service time", (int32_t)number, &stop->service));
  return lexer_line_end(lx);
}

static Status table_read(Lexer *lx, FleetFile *file) {
  VrpFile *const plane = &file->plane;
  (void)table_enter(lx);
  TRY(count_rows(*lx, &plane->nodes));
  const size_t nodes = (size_t)plane->nodes;
  plane->x = malloc(nodes * sizeof *plane->x);
  plane->y = malloc(nodes * sizeof *plane->y);
  if (!plane->x || !plane->y) FAIL(ERR_MEMORY, "no memory for %zu nodes", nodes);
  TRY(vehicle_make(file));
  plane->plane_line = lx->line + 1;
  for (int32_t v = 0; v < plane->nodes && !halt_poll(); v++) TRY(read_row(lx, file, v));
  return halt_after("the reading of customers");
}

/* ---- reader ---- */

Status fleet_tsptw_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                         Instance **out) {
  static const FleetFile tour = {.single = true, .rule = {DISTANCES_ROUNDED, -1}};
  return fleet_text_parse(path, text, bytes, settings, &tour, matrix_read, out);
}

Status fleet_dumas_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                         Instance **out) {
  static const FleetFile tour = {.single = true, .rule = {DISTANCES_TRUNCATED, 0}};
  return fleet_text_parse(path, text, bytes, settings, &tour, table_read, out);
}

/* A line of one whole number n, then n numbers a line, as far as the text goes, and n lines of two. */
int fleet_tsptw_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  Lexer lx = {.path = path, .at = head, .end = head + bytes, .line = 1};
  long long nodes, count = 0;
  double value;
  skip_comments(&lx);
  if (!lexer_integer(&lx, 2, ROUTES_PLACES_MAX, &nodes) || !line_ends(&lx) || lx.at == lx.end) return 0;
  const long long all = nodes * nodes + 2 * nodes;
  for (skip_comments(&lx); lx.at < lx.end && count < all; skip_comments(&lx), count++) {
    if (!lexer_number(&lx, &value)) return bytes == PROBLEM_HEAD_BYTES && count >= nodes ? SURE : 0;
    if (count + 1 == nodes && !line_ends(&lx)) return 0;
  }
  return lx.at == lx.end && (count == all || bytes >= PROBLEM_HEAD_BYTES) ? SURE : 0;
}

int fleet_dumas_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  Lexer lx = {.path = path, .at = head, .end = head + bytes, .line = 1};
  return table_enter(&lx) ? TABLE_SURE : 0;
}
