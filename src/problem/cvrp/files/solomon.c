/* Step 2 of the flow, on rank 0. */
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "halt.h"
#include "problem/cvrp/cvrp_options.h"
#include "vrp_files.h"

enum { HEAD_MAX = 4096, WORD_MAX = 64, SURE = 60 };

/* The next word, on whatever line, is this one, in small letters or capitals. */
static bool is_next(Lexer *lx, const char *word) {
  char found[WORD_MAX];
  lexer_skip_space(lx);
  lexer_peek(lx, found, sizeof found);
  return c_strcasecmp(found, word) == 0 && lexer_word(lx, found, sizeof found);
}

static void skip_line(Lexer *lx) {
  while (lx->at < lx->end && *lx->at != '\n') lx->at++;
}

int solomon_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  Lexer lx = {.path = path, .at = head, .end = head + (bytes < HEAD_MAX ? bytes : HEAD_MAX), .line = 1};
  lexer_skip_space(&lx);
  skip_line(&lx);
  return is_next(&lx, "VEHICLE") && is_next(&lx, "NUMBER") && is_next(&lx, "CAPACITY") ? SURE : 0;
}

static Status read_title(Lexer *lx, const char *word) {
  return is_next(lx, word) ? OK : lexer_fail(lx, "%s", word);
}

static bool is_among(const char *word, const char *const *words) {
  for (; *words; words++)
    if (c_strcasecmp(*words, word) == 0) return true;
  return false;
}

/* The titles of the columns: latitudes and longitudes are told by theirs, in either order. */
static Status read_titles(Lexer *lx, VrpFile *file) {
  static const char *const latitudes[] = {"LAT", "LATITUDE", NULL}, *const longitudes[] = {"LON", "LNG",
                                                                                           "LONG",
                                                                                           "LONGITUDE", NULL};
  const Lexer place = *lx;
  int latitude = 0, longitude = 0, count = 0;
  char word[WORD_MAX];
  while (lx->at < lx->end && *lx->at != '\n') {
    if (!lexer_word(lx, word, sizeof word)) {
      lx->at += lx->at < lx->end && *lx->at != '\n'; /* the dot of a title */
      continue;
    }
    count++;
    if (is_among(word, latitudes)) latitude = count;
    if (is_among(word, longitudes)) longitude = count;
  }
  skip_line(lx);
  if (!latitude != !longitude) return lexer_fail(&place, "columns of latitudes and longitudes, or neither");
  file->degrees = latitude > 0;
  file->swapped = longitude < latitude;
  if (file->degrees) file->metric = METRIC_GEOM;
  return OK;
}

/* Name, vehicles and capacity, and the titles of the rows. */
static Status read_head(Lexer *lx, VrpFile *file) {
  long long vehicles;
  lexer_skip_space(lx);
  TRY(lexer_text(lx, file->name, sizeof file->name));
  TRY(read_title(lx, "VEHICLE"));
  TRY(read_title(lx, "NUMBER"));
  skip_line(lx);
  lexer_skip_space(lx);
  file->vehicles_line = lx->line;
  if (!lexer_integer(lx, 1, INT32_MAX, &vehicles))
    return lexer_fail(lx, "a NUMBER of vehicles from 1 to %d", INT32_MAX);
  file->capacity_line = lx->line;
  lexer_skip_blanks(lx);
  const Lexer place = *lx;
  if (!vrp_number(lx, &file->capacity) || file->capacity.mantissa <= 0)
    return lexer_fail(&place, "a CAPACITY above 0");
  TRY(lexer_line_end(lx));
  file->vehicles = (int32_t)vehicles;
  TRY(read_title(lx, "CUSTOMER"));
  TRY(read_title(lx, "CUST"));
  return read_titles(lx, file);
}

/* The lines left that are not blank. */
static Status count_rows(Lexer lx, int32_t *nodes) {
  long long count = 0;
  for (lexer_skip_space(&lx); lx.at < lx.end && count < INT32_MAX; lexer_skip_space(&lx)) {
    count++;
    skip_line(&lx);
  }
  if (count < 2) return lexer_fail(&lx, "the depot and at least one customer, a line each");
  *nodes = (int32_t)count;
  return OK;
}

static void number_swap(VrpNumber *a, VrpNumber *b) {
  const VrpNumber first = *a;
  *a = *b;
  *b = first;
}

/* Node v: number x y demand ready due service. */
static Status read_row(Lexer *lx, VrpFile *file, int32_t v) {
  long long number;
  lexer_skip_space(lx);
  VrpStop *stop = &file->stop[v];
  stop->window_line = stop->service_line = file->demand_line[v] = lx->line;
  if (!lexer_integer(lx, v, v, &number)) return lexer_fail(lx, "customer %d", v);
  if (!vrp_coordinate(lx, &file->x[v])) return lexer_fail(lx, "the x coordinate of node %d", v);
  if (!vrp_coordinate(lx, &file->y[v])) return lexer_fail(lx, "the y coordinate of node %d", v);
  if (file->swapped) number_swap(&file->x[v], &file->y[v]);
  TRY(vrp_read_time(lx, "demand", v, &file->demand[v]));
  TRY(vrp_read_time(lx, "ready time", v, &stop->ready));
  TRY(vrp_read_time(lx, "due date", v, &stop->due));
  TRY(vrp_read_time(lx, "service time", v, &stop->service));
  return lexer_line_end(lx);
}

static Status read_rows(Lexer *lx, VrpFile *file) {
  TRY(count_rows(*lx, &file->nodes));
  const size_t nodes = (size_t)file->nodes;
  file->x = malloc(nodes * sizeof *file->x);
  file->y = malloc(nodes * sizeof *file->y);
  file->demand = malloc(nodes * sizeof *file->demand);
  file->stop = calloc(nodes, sizeof *file->stop);
  file->demand_line = malloc(nodes * sizeof *file->demand_line);
  if (!file->x || !file->y || !file->demand || !file->demand_line || !file->stop)
    FAIL(ERR_MEMORY, "no memory for %d nodes", file->nodes);
  lexer_skip_space(lx);
  file->plane_line = lx->line;
  for (int32_t v = 0; v < file->nodes && !halt_poll(); v++) TRY(read_row(lx, file, v));
  return halt_after("the reading of customers");
}

Status solomon_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                     Instance **out) {
  static const CvrpSettings standard;
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  VrpFile file = {.path = path, .service_each = true};
  Status status = OK;
  TRY_GOTO(read_head(&lx, &file), cleanup);
  TRY_GOTO(read_rows(&lx, &file), cleanup);
  status = vrp_finish(&file, settings ? settings : &standard, out);
cleanup:
  vrp_file_free(&file);
  return status;
}
