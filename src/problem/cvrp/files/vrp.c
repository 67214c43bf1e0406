/* Reader of CVRPLIB's instances. Step 2 of the flow, on rank 0.
 *
 * A file is a run of keywords; the table below says what follows each one: a specification ("KEY : value") or a
 * section, whose data vrp_sections.c reads. Specifications may come in any order, each before the sections using it. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "halt.h"
#include "io/lexer.h"
#include "problem/cvrp/cvrp_options.h"
#include "problem/tsp/files/tsp_files.h"
#include "text.h"
#include "vrp_files.h"

/* ---- reader ---- */

enum { WORD_MAX = 64 };

static Status read_name(Parser *p);
static Status read_type(Parser *p);
static Status read_comment(Parser *p);
static Status read_dimension(Parser *p);
static Status read_capacity(Parser *p);
static Status read_vehicles(Parser *p);
static Status read_distance(Parser *p);
static Status read_service(Parser *p);
static Status read_scale(Parser *p);
static Status read_weight_type(Parser *p);
static Status read_weight_format(Parser *p);
static Status read_remark(Parser *p);

static const struct {
  const char *name;
  Status (*read)(Parser *p);
} keys[KEY_COUNT] = {
    [KEY_NAME] = {"NAME", read_name},
    [KEY_TYPE] = {"TYPE", read_type},
    [KEY_COMMENT] = {"COMMENT", read_comment},
    [KEY_DIMENSION] = {"DIMENSION", read_dimension},
    [KEY_CAPACITY] = {"CAPACITY", read_capacity},
    [KEY_VEHICLES] = {"VEHICLES", read_vehicles},
    [KEY_SALESMEN] = {"SALESMEN", read_vehicles},
    [KEY_DISTANCE] = {"DISTANCE", read_distance},
    [KEY_SERVICE] = {"SERVICE_TIME", read_service},
    [KEY_SCALE] = {"SCALE", read_scale},
    [KEY_WEIGHT_TYPE] = {"EDGE_WEIGHT_TYPE", read_weight_type},
    [KEY_WEIGHT_FORMAT] = {"EDGE_WEIGHT_FORMAT", read_weight_format},
    [KEY_COORD_TYPE] = {"NODE_COORD_TYPE", read_remark},
    [KEY_DISPLAY_TYPE] = {"DISPLAY_DATA_TYPE", read_remark},
    [KEY_COORDS] = {"NODE_COORD_SECTION", vrp_read_coords_section},
    [KEY_DISPLAY] = {"DISPLAY_DATA_SECTION", vrp_read_coords_section},
    [KEY_WEIGHTS] = {"EDGE_WEIGHT_SECTION", vrp_read_weights_section},
    [KEY_DEMANDS] = {"DEMAND_SECTION", vrp_read_demands_section},
    [KEY_WINDOWS] = {"TIME_WINDOW_SECTION", vrp_read_windows_section},
    [KEY_SERVICES] = {"SERVICE_TIME_SECTION", vrp_read_services_section},
    [KEY_DEPOT] = {"DEPOT_SECTION", vrp_read_depot_section},
};

static bool has(const Parser *p, Key key) { return p->seen >> key & 1; }

static Status read_name(Parser *p) { return lexer_text(&p->lx, p->file.name, sizeof p->file.name); }

static Status read_type(Parser *p) {
  char word[WORD_MAX];
  lexer_peek(&p->lx, word, sizeof word); /* the value's first word */
  p->windowed = strcmp(word, "VRPTW") == 0 || strcmp(word, "CVRPTW") == 0;
  p->limited = strcmp(word, "DCVRP") == 0;
  if (p->windowed || p->limited || strcmp(word, "CVRP") == 0) return OK;
  return lexer_fail(&p->lx, "TYPE CVRP, DCVRP, VRPTW or CVRPTW: other kinds of routes are not supported");
}

/* Each tells by itself; together they are cut at the instance's room. */
static Status read_comment(Parser *p) {
  char *all = p->file.comment, line[INSTANCE_COMMENT_MAX]; /* zeros follow what is there */
  const size_t used = strlen(all), size = sizeof p->file.comment;
  TRY(lexer_text(&p->lx, line, sizeof line));
  p->file.tells_real |= vrp_comment_real(line);
  if (p->file.words == DISTANCES_AUTO) p->file.words = vrp_comment_words(line);
  const size_t start = used + (used > 0), length = strlen(line);
  if (start + 1 >= size) return OK;
  if (used) all[used] = ' ';
  memcpy(all + start, line, length < size - start ? length : size - start - 1);
  return OK;
}

static Status read_count(Parser *p, int32_t low, int32_t high, const char *what, int32_t *out) {
  long long count;
  if (!lexer_integer(&p->lx, low, high, &count))
    return lexer_fail(&p->lx, "%s from %d to %d", what, low, high);
  *out = (int32_t)count;
  return lexer_line_end(&p->lx);
}

static Status read_dimension(Parser *p) { return read_count(p, 2, INT32_MAX, "a DIMENSION", &p->file.nodes); }

static Status read_capacity(Parser *p) {
  lexer_skip_blanks(&p->lx);
  const Lexer place = p->lx;
  p->file.capacity_line = p->lx.line;
  if (vrp_number(&p->lx, &p->file.capacity) && p->file.capacity.mantissa > 0) return lexer_line_end(&p->lx);
  return lexer_fail(&place, "a CAPACITY above 0");
}

static Status read_vehicles(Parser *p) {
  p->file.vehicles_line = p->lx.line;
  return read_count(p, 1, INT32_MAX, "VEHICLES", &p->file.vehicles);
}

static Status read_time(Parser *p, const char *what, VrpNumber *value, int *line) {
  lexer_skip_blanks(&p->lx);
  const Lexer place = p->lx;
  if (!vrp_number(&p->lx, value) || value->mantissa < 0)
    return lexer_fail(&place, "a %s that is a number of at most 18 digits, and not negative", what);
  *line = p->lx.line;
  p->file.tells_real |= value->pointed;
  return lexer_line_end(&p->lx);
}

static Status read_distance(Parser *p) {
  return read_time(p, "DISTANCE", &p->file.limit, &p->file.limit_line);
}

static Status read_service(Parser *p) {
  return read_time(p, "SERVICE_TIME", &p->file.service, &p->file.service_line);
}

static Status read_scale(Parser *p) {
  p->scale_line = p->lx.line;
  return read_count(p, 1, INT32_MAX, "a SCALE", &p->scale);
}

static Status read_weight_type(Parser *p) {
  char word[WORD_MAX];
  lexer_peek(&p->lx, word, sizeof word); /* the value's first word */
  p->file.weighted = strcmp(word, "EXPLICIT") == 0;
  p->floored = strcmp(word, "FLOOR_2D") == 0;
  if (strcmp(word, "EXACT_2D") == 0) p->file.words = DISTANCES_REAL;
  if (p->file.weighted || p->floored || vrp_metric_find(word, &p->file.metric)) return OK;
  return lexer_fail(&p->lx,
                    "EDGE_WEIGHT_TYPE EUC_2D, EXACT_2D, FLOOR_2D, CEIL_2D, MAN_2D, MAX_2D, ATT, GEO, GEOM, "
                    "EUC_3D, CEIL_3D, MAN_3D, MAX_3D or EXPLICIT");
}

static Status read_weight_format(Parser *p) {
  char word[WORD_MAX];
  lexer_peek(&p->lx, word, sizeof word); /* the value's first word */
  p->format = matrix_format_find(word);
  return p->format ? OK : lexer_fail(&p->lx, "an EDGE_WEIGHT_FORMAT such as FULL_MATRIX or LOWER_ROW");
}

static Status read_remark(Parser *p) {
  (void)p; /* how nodes are drawn is not our business */
  return OK;
}

/* What follows a keyword. */
static Status read_value(Parser *p, Key key) {
  char rest[WORD_MAX];
  p->after[0] = 0;
  lexer_skip_blanks(&p->lx);
  const bool colon = p->lx.at < p->lx.end && *p->lx.at == ':';
  if (key >= KEY_COORDS) {
    p->lx.at += colon;
    if (key != KEY_DEPOT) TRY(lexer_line_end(&p->lx));
    return keys[key].read(p);
  }
  if (!colon) return lexer_fail(&p->lx, "':' after %s", keys[key].name);
  p->lx.at++;
  TRY(keys[key].read(p));
  return lexer_text(&p->lx, rest, sizeof rest); /* what a reader leaves is a remark */
}

/* The keyword at hand and what follows it. */
static Status read_keyword(Parser *p, bool *end) {
  char word[WORD_MAX] = "";
  const Lexer place = p->lx;
  if ((*end = p->lx.at == p->lx.end)) return OK;
  (void)lexer_word(&p->lx, word, sizeof word);
  if ((*end = strcmp(word, "EOF") == 0)) return OK; /* whatever follows is no part of the instance */
  Key key = 0;
  while (key < KEY_COUNT && strcmp(keys[key].name, word) != 0) key++;
  if (key == KEY_COUNT) return lexer_fail(&place, "a keyword of a CVRP%s", p->after);
  if (has(p, key) && key != KEY_COMMENT) return lexer_fail(&place, "%s once", word);
  p->seen |= 1u << key;
  return read_value(p, key);
}

/* Distances count units of 1 / SCALE: tenths of FLOOR_2D are the truncated distances of the DIMACS challenge. */
static Status check_scale(Parser *p) {
  const int32_t scale = has(p, KEY_SCALE) ? p->scale : 1;
  const bool plane = !p->file.weighted && p->file.metric == METRIC_EUC_2D && p->file.words != DISTANCES_REAL;
  if (p->floored) p->file.words = DISTANCES_TRUNCATED;
  p->file.scaled = plane && (p->floored ? scale != 10 : scale != 1);
  while (p->file.places < VRP_DECIMALS_MAX && vrp_power(p->file.places) < scale) p->file.places++;
  if (scale == 1 || (plane && vrp_power(p->file.places) == scale)) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected SCALE : 1, or a power of ten with EUC_2D or FLOOR_2D, found %d",
       p->lx.path, p->scale_line, scale);
}

/* The end of the file: is all there? */
static Status check_complete(Parser *p) {
  static const Key required[] = {KEY_TYPE, KEY_DIMENSION, KEY_CAPACITY, KEY_WEIGHT_TYPE, KEY_DEMANDS};
  for (size_t k = 0; k < sizeof required / sizeof *required; k++)
    if (!has(p, required[k])) return lexer_fail(&p->lx, "%s", keys[required[k]].name);
  const Key data = p->file.weighted ? KEY_WEIGHTS : KEY_COORDS;
  if (!has(p, data)) return lexer_fail(&p->lx, "%s", keys[data].name);
  if ((p->windowed || has(p, KEY_SERVICES)) && !has(p, KEY_WINDOWS))
    return lexer_fail(&p->lx, "%s", keys[KEY_WINDOWS].name);
  if (p->limited && !has(p, KEY_DISTANCE)) return lexer_fail(&p->lx, "%s", keys[KEY_DISTANCE].name);
  p->file.service_each = has(p, KEY_SERVICES);
  return check_scale(p);
}

Status vrp_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                 Instance **out) {
  static const CvrpSettings standard;
  Parser p = {.lx = {.path = path, .at = text, .end = text + bytes, .line = 1}};
  Status status = OK;
  p.file.path = path;
  p.file.first = 1;
  p.by = settings ? settings->scale : 0;
  for (bool end = false; !end;) {
    lexer_skip_space(&p.lx);
    TRY_GOTO(read_keyword(&p, &end), cleanup);
  }
  TRY_GOTO(check_complete(&p), cleanup);
  status = vrp_finish(&p.file, settings ? settings : &standard, out);
cleanup:
  vrp_file_free(&p.file);
  return status;
}

Status vrp_read(const char *path, const CvrpSettings *settings, Instance **out) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status = vrp_parse(path, text, bytes, settings, out);
  free(text);
  return status;
}

/* ---- probe ---- */

/* Which files are .vrp files. */

enum { HEAD_MAX = 4096, VALUE_MAX = 64, SURE = 60 };

typedef enum Tells { TELLS_NOTHING, TELLS_ROUTES, TELLS_OTHERS } Tells;

/* What a line's keyword tells. TYPE does by its value, a kind of routing problem that the reader refuses by name included. */
static Tells line_tells(Lexer *lx) {
  char word[VALUE_MAX], value[VALUE_MAX];
  if (!lexer_word(lx, word, sizeof word)) return TELLS_NOTHING;
  if (c_strcasecmp(word, "CAPACITY") == 0 || c_strcasecmp(word, "DEMAND_SECTION") == 0) return TELLS_ROUTES;
  if (c_strcasecmp(word, "TYPE") != 0) return TELLS_NOTHING;
  lexer_skip_blanks(lx);
  if (lx->at < lx->end && *lx->at == ':') lx->at++;
  if (!lexer_word(lx, value, sizeof value)) return TELLS_NOTHING;
  if (c_strcasestr(value, "VRP") || c_strcasestr(value, "PDTSP")) return TELLS_ROUTES;
  return c_strcasestr(value, "TSP") || c_strcasecmp(value, "HPP") == 0 ? TELLS_OTHERS : TELLS_NOTHING;
}

int vrp_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  Lexer lx = {.path = path, .at = head, .end = head + (bytes < HEAD_MAX ? bytes : HEAD_MAX), .line = 1};
  Tells tells = TELLS_NOTHING;
  for (lexer_skip_space(&lx); lx.at < lx.end; lexer_skip_space(&lx)) {
    const Tells line = line_tells(&lx);
    if (line == TELLS_OTHERS) return 0;
    if (line == TELLS_ROUTES) tells = line;
    while (lx.at < lx.end && *lx.at != '\n') lx.at++;
  }
  return tells == TELLS_ROUTES ? SURE : 0;
}

/* ---- writer ---- */

/* Writer of CVRPLIB's instances. Used by `cordee generate`. */

/* Coordinates are in units of 10^-places. */
static int32_t places_of(const CvrpInstance *cvrp) {
  int32_t places = cvrp->head.decimals;
  for (int32_t divisor = abs(cvrp->divisor); divisor > 1; divisor /= 10) places++;
  return places;
}

/* How distances are taken, and how a reader would take them unless words say it. */
static CvrpDistances distances_of(const CvrpInstance *cvrp) {
  if (cvrp->divisor < 0) return DISTANCES_TRUNCATED;
  return cvrp->head.decimals > 0 ? DISTANCES_REAL : DISTANCES_ROUNDED;
}

static CvrpDistances distances_read(const CvrpInstance *cvrp, const char *comment) {
  if (cvrp->with_windows) return DISTANCES_TRUNCATED;
  return vrp_comment_real(comment) ? DISTANCES_REAL : DISTANCES_ROUNDED;
}

/* The comment, unless its words would make a reader take distances for others; and a line that says it where it has to. */
static void comment_write(FILE *out, const CvrpInstance *cvrp) {
  static const char *const words[] = {[DISTANCES_ROUNDED] = "distances are rounded",
                                      [DISTANCES_REAL] = "distances are not rounded",
                                      [DISTANCES_TRUNCATED] = "distances are truncated"};
  char comment[INSTANCE_COMMENT_MAX];
  snprintf(comment, sizeof comment, "%s", text_line(cvrp->head.comment)); /* as much as a reader takes */
  const CvrpDistances how = distances_of(cvrp), said = vrp_comment_words(comment);
  const bool lies = !cvrp->with_matrix && said != DISTANCES_AUTO && said != how;
  if (lies) comment[0] = 0;
  if (comment[0]) fprintf(out, "COMMENT : %s\n", comment);
  const bool told = cvrp->with_matrix || (!lies && said == how) || distances_read(cvrp, comment) == how;
  if (!told) fprintf(out, "COMMENT : %s\n", words[how]);
}

static void head_write(FILE *out, const CvrpInstance *cvrp) {
  const int32_t decimals = cvrp->head.decimals;
  char text[COST_TEXT_MAX];
  fprintf(out, "NAME : %s\n", text_line(cvrp->head.name));
  comment_write(out, cvrp);
  fprintf(out, "TYPE : %s\nDIMENSION : %" PRId32 "\nEDGE_WEIGHT_TYPE : %s\n",
          cvrp->with_windows ? "VRPTW" : "CVRP", cvrp->head.n + 1,
          cvrp->with_matrix ? "EXPLICIT\nEDGE_WEIGHT_FORMAT : LOWER_ROW" : "EUC_2D");
  fprintf(out, "CAPACITY : %s\n", cost_text(cvrp->capacity, cvrp->load_decimals, text));
  if (cvrp->fleet == FLEET_AT_MOST) fprintf(out, "VEHICLES : %" PRId32 "\n", cvrp->vehicles);
  if (cvrp->max_duration == INT32_MAX) return;
  fprintf(out, "DISTANCE : %s\n", cost_text(cvrp->max_duration, decimals, text));
  if (cvrp->service) fprintf(out, "SERVICE_TIME : %s\n", cost_text(cvrp->service, decimals, text));
}

static void coordinates_write(FILE *out, const CvrpInstance *cvrp) {
  const int32_t places = cvrp->with_matrix ? 0 : places_of(cvrp);
  char x[COST_TEXT_MAX], y[COST_TEXT_MAX];
  if (!cvrp->with_coordinates) return;
  fputs(cvrp->with_matrix ? "DISPLAY_DATA_SECTION\n" : "NODE_COORD_SECTION\n", out);
  for (int32_t v = 0; v <= cvrp->head.n && !halt_poll(); v++)
    fprintf(out, "%" PRId32 " %s %s\n", v + 1, cost_text(cvrp->x[v], places, x),
            cost_text(cvrp->y[v], places, y));
}

static void weights_write(FILE *out, const CvrpInstance *cvrp) {
  const size_t nodes = (size_t)cvrp->head.n + 1;
  char text[COST_TEXT_MAX];
  if (!cvrp->with_matrix) return;
  fputs("EDGE_WEIGHT_SECTION\n", out);
  for (size_t a = 1; a < nodes && !halt_poll(); a++)
    for (size_t b = 0; b < a; b++)
      fprintf(out, "%s%c", cost_text(cvrp->matrix[a * nodes + b], cvrp->head.decimals, text),
              b + 1 < a ? ' ' : '\n');
}

static void windows_write(FILE *out, const CvrpInstance *cvrp) {
  const int32_t decimals = cvrp->head.decimals;
  char ready[COST_TEXT_MAX], due[COST_TEXT_MAX];
  if (!cvrp->with_windows) return;
  fputs("TIME_WINDOW_SECTION\n", out);
  for (int32_t v = 0; v <= cvrp->head.n && !halt_poll(); v++)
    fprintf(out, "%" PRId32 " %s %s\n", v + 1, cost_text(cvrp->ready[v], decimals, ready),
            cost_text(cvrp->due[v], decimals, due));
  fputs("SERVICE_TIME_SECTION\n", out);
  for (int32_t v = 0; v <= cvrp->head.n && !halt_poll(); v++)
    fprintf(out, "%" PRId32 " %s\n", v + 1, cost_text(cvrp->service_at[v], decimals, due));
}

static void demands_write(FILE *out, const CvrpInstance *cvrp) {
  char text[COST_TEXT_MAX];
  fputs("DEMAND_SECTION\n", out);
  for (int32_t v = 0; v <= cvrp->head.n && !halt_poll(); v++)
    fprintf(out, "%" PRId32 " %s\n", v + 1, cost_text(cvrp->demand[v], cvrp->load_decimals, text));
}

Status vrp_write(FILE *out, const Instance *inst) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  if (cvrp->fleet == FLEET_EXACTLY)
    FAIL(ERR_INTERNAL, "%s: a CVRPLIB file has no word for a fleet of exactly %d routes", inst->name,
         cvrp->vehicles);
  head_write(out, cvrp);
  weights_write(out, cvrp);
  coordinates_write(out, cvrp);
  demands_write(out, cvrp);
  windows_write(out, cvrp);
  fputs("DEPOT_SECTION\n1\n-1\nEOF\n", out);
  if (fflush(out) != 0 || ferror(out))
    FAIL(ERR_IO, "cannot write the instance %s: %s", inst->name, strerror(errno));
  return halt_after("the writing of the instance");
}
