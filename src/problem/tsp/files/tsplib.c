/* Reader of TSPLIB 95 instances.
 *
 * A file is a sequence of keywords. The table below says what follows each one: a specification ("KEY : value"), or a
 * section, which tsplib_sections.c reads. Specifications may come in any order, but before the sections that depend
 * on them. Keywords and the words of values may be in small letters. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "halt.h"
#include "instance.h"
#include "io/decimal.h"
#include "io/lexer.h"
#include "problem/tsp/tsp.h"
#include "problem/tsp/tsp_options.h"
#include "text.h"
#include "tsp_files.h"
#include "tsplib_sections.h"

/* ---- reader ---- */

static Status read_name(Parser *p);
static Status read_type(Parser *p);
static Status read_comment(Parser *p);
static Status read_dimension(Parser *p);
static Status read_weight_type(Parser *p);
static Status read_weight_format(Parser *p);
static Status read_coord_type(Parser *p);
static Status read_display_type(Parser *p);
static Status read_edge_format(Parser *p);
static Status read_vehicles(Parser *p);

static const struct {
  const char *name;
  Status (*read)(Parser *p);
} keys[KEY_COUNT] = {
    [KEY_NAME] = {"NAME", read_name},
    [KEY_TYPE] = {"TYPE", read_type},
    [KEY_COMMENT] = {"COMMENT", read_comment},
    [KEY_DIMENSION] = {"DIMENSION", read_dimension},
    [KEY_WEIGHT_TYPE] = {"EDGE_WEIGHT_TYPE", read_weight_type},
    [KEY_WEIGHT_FORMAT] = {"EDGE_WEIGHT_FORMAT", read_weight_format},
    [KEY_COORD_TYPE] = {"NODE_COORD_TYPE", read_coord_type},
    [KEY_DISPLAY_TYPE] = {"DISPLAY_DATA_TYPE", read_display_type},
    [KEY_EDGE_FORMAT] = {"EDGE_DATA_FORMAT", read_edge_format},
    [KEY_VEHICLES] = {"VEHICLES", read_vehicles},
    [KEY_SALESMEN] = {"SALESMEN", read_vehicles},
    [KEY_COORDS] = {"NODE_COORD_SECTION", tsplib_coords_section},
    [KEY_WEIGHTS] = {"EDGE_WEIGHT_SECTION", tsplib_weights_section},
    [KEY_DISPLAY] = {"DISPLAY_DATA_SECTION", tsplib_display_section},
    [KEY_FIXED] = {"FIXED_EDGES_SECTION", tsplib_fixed_section},
    [KEY_EDGES] = {"EDGE_DATA_SECTION", tsplib_edges_section},
    [KEY_TOUR] = {"TOUR_SECTION", tsplib_tour_section},
    [KEY_DEPOT] = {"DEPOT_SECTION", tsplib_depot_section},
};

static void word_raise(char *word) {
  for (; *word; word++)
    if (*word >= 'a' && *word <= 'z') *word = (char)(*word - 'a' + 'A');
}

void tsplib_peek(Parser *p, char word[WORD_MAX]) {
  lexer_peek(&p->lx, word, WORD_MAX);
  word_raise(word);
}

static Status read_name(Parser *p) {
  TRY(lexer_text(&p->lx, p->known.head.name, sizeof p->known.head.name));
  tsplib_strip_suffix(p->known.head.name); /* some files have their file name here */
  return OK;
}

static Status read_type(Parser *p) {
  char word[WORD_MAX];
  tsplib_peek(p, word);
  p->directed = strcmp(word, "ATSP") == 0;
  p->known.path = strcmp(word, "HPP") == 0;
  if (!p->directed && !p->known.path && strcmp(word, "TSP") != 0)
    return lexer_fail(
        &p->lx,
        strcmp(word, "SOP") == 0
            ? "TYPE TSP, ATSP or HPP: sequential ordering, whose cities have an order, is not supported"
            : "TYPE TSP, ATSP or HPP");
  return p->directed && p->inst ? lexer_fail(&p->lx, "TYPE ATSP before the weights") : OK;
}

static Status read_comment(Parser *p) {
  size_t used = strlen(p->known.head.comment);
  if (used && used + 2 < sizeof p->known.head.comment) p->known.head.comment[used++] = ' ';
  return lexer_text(&p->lx, p->known.head.comment + used, sizeof p->known.head.comment - used);
}

static Status read_dimension(Parser *p) {
  long long n;
  if (!lexer_integer(&p->lx, 1, INT32_MAX, &n))
    return lexer_fail(&p->lx, "a DIMENSION from 1 to %d", INT32_MAX);
  p->known.head.n = (int32_t)n;
  return lexer_line_end(&p->lx);
}

static Status read_weight_type(Parser *p) {
  char word[WORD_MAX];
  tsplib_peek(p, word);
  for (Metric m = 0; m < METRIC_COUNT; m++) {
    p->known.metric = m;
    if (strcmp(metric_name(m), word) == 0) return OK;
  }
  return lexer_fail(&p->lx, "EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, ATT, MAN_2D, MAX_2D, GEO, GEOM, EUC_3D, "
                            "CEIL_3D, MAN_3D, MAX_3D or EXPLICIT");
}

static Status read_weight_format(Parser *p) {
  char word[WORD_MAX];
  tsplib_peek(p, word);
  p->format = matrix_format_find(word);
  return p->format ? OK : lexer_fail(&p->lx, "an EDGE_WEIGHT_FORMAT such as FULL_MATRIX or UPPER_ROW");
}

static Status read_coord_type(Parser *p) {
  char word[WORD_MAX];
  tsplib_peek(p, word);
  if (strcmp(word, "TWOD_COORDS") == 0 || strcmp(word, "THREED_COORDS") == 0 ||
      strcmp(word, "NO_COORDS") == 0)
    return OK;
  return lexer_fail(&p->lx, "NODE_COORD_TYPE TWOD_COORDS, THREED_COORDS or NO_COORDS");
}

static Status read_display_type(Parser *p) {
  (void)p; /* the display of cities is not used */
  return OK;
}

static Status read_edge_format(Parser *p) {
  char word[WORD_MAX];
  tsplib_peek(p, word);
  p->lists = strcmp(word, "ADJ_LIST") == 0;
  return p->lists || strcmp(word, "EDGE_LIST") == 0
             ? OK
             : lexer_fail(&p->lx, "EDGE_DATA_FORMAT EDGE_LIST or ADJ_LIST");
}

/* One salesman is what a tour has. */
static Status read_vehicles(Parser *p) {
  long long count;
  if (lexer_integer(&p->lx, 1, 1, &count)) return lexer_line_end(&p->lx);
  return lexer_fail(&p->lx,
                    "1 vehicle in a TSP (more of them are vehicle routing, which has a TYPE of its own)");
}

/* Behind the colon that follows a keyword: of a section it may be missing. */
static Status colon_read(Parser *p, Key key) {
  lexer_skip_blanks(&p->lx);
  const bool there = p->lx.at < p->lx.end && *p->lx.at == ':';
  if (there) p->lx.at++;
  return there || key >= KEY_COORDS ? OK : lexer_fail(&p->lx, "':' after %s", keys[key].name);
}

/* What follows a keyword. Data of a section may begin on its line. */
static Status value_read(Parser *p, Key key) {
  char rest[WORD_MAX];
  p->after[0] = 0;
  p->ended = false;
  TRY(colon_read(p, key));
  TRY(keys[key].read(p));
  return key < KEY_COORDS ? lexer_text(&p->lx, rest, sizeof rest) : OK; /* what a reader leaves is a remark */
}

static Status key_refuse(const Parser *p, const Lexer *place, const char *word) {
  const char *why = tsplib_foreign(word);
  if (!why) return lexer_fail(place, "a keyword of the TSP%s", p->after);
  FAIL(ERR_FORMAT, "%s:%d: expected a keyword of the TSP%s, found %s: %s", place->path, place->line, p->after,
       word, why);
}

/* Ends of a section, of which some programs write two. */
static void ends_skip(Parser *p) {
  long long end;
  for (lexer_skip_space(&p->lx); p->ended && lexer_integer(&p->lx, -1, -1, &end);) lexer_skip_space(&p->lx);
}

/* Reads the current keyword and what follows it. */
static Status read_keyword(Parser *p, bool *end) {
  char word[WORD_MAX];
  ends_skip(p);
  const Lexer place = p->lx;
  if ((*end = p->lx.at == p->lx.end)) return OK;
  if (!lexer_word(&p->lx, word, sizeof word)) return lexer_fail(&place, "a keyword of the TSP%s", p->after);
  word_raise(word);
  if ((*end = strcmp(word, "EOF") == 0)) return OK; /* what follows EOF is no part of the instance */
  Key key = 0;
  while (key < KEY_COUNT && strcmp(keys[key].name, word) != 0) key++;
  if (key == KEY_COUNT) return key_refuse(p, &place, word);
  if ((p->seen >> key & 1) && key != KEY_COMMENT) return lexer_fail(&place, "%s once", word);
  p->seen |= 1u << key;
  return value_read(p, key);
}

/* At the end of the file: checks that nothing is missing. */
static Status check_complete(const Parser *p) {
  static const Key required[] = {KEY_TYPE, KEY_DIMENSION, KEY_WEIGHT_TYPE};
  for (size_t k = 0; k < sizeof required / sizeof *required; k++)
    if (!(p->seen >> required[k] & 1)) return lexer_fail(&p->lx, "%s", keys[required[k]].name);
  if (p->inst) return OK;
  return lexer_fail(&p->lx, "%s", keys[p->known.metric == METRIC_EXPLICIT ? KEY_WEIGHTS : KEY_COORDS].name);
}

Status tsplib_parse(const char *path, const char *text, size_t bytes, Instance **out) {
  return tsplib_parse_set(path, text, bytes, NULL, out);
}

Status tsplib_parse_set(const char *path, const char *text, size_t bytes, const TspSettings *settings,
                        Instance **out) {
  Parser p = {.least = settings ? settings->missing : 0,
              .scale = settings ? settings->scale : 0,
              .lx = {.path = path, .at = text, .end = text + bytes, .line = 1}};
  Status status = OK;
  for (bool end = false; !end;) TRY_GOTO(read_keyword(&p, &end), cleanup);
  TRY_GOTO(check_complete(&p), cleanup);
  TRY_GOTO(tsplib_finish(&p), cleanup);
  *out = p.inst;
  p.inst = NULL;
cleanup : {
  free(p.fixed.city);
  free(p.edges.city);
  instance_free(p.inst);
}
  return status;
}

Status tsplib_read(const char *path, Instance **out) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  Status status = tsplib_parse(path, text, bytes, out);
  free(text);
  return status;
}

/* ---- probe ---- */

enum { SURE = 10, LINES_LOOKED_AT = 64 };

static bool is_keyword(const char *word) {
  static const char *const keywords[] = {"NAME",
                                         "TYPE",
                                         "COMMENT",
                                         "DIMENSION",
                                         "EDGE_WEIGHT_TYPE",
                                         "EDGE_WEIGHT_FORMAT",
                                         "EDGE_DATA_FORMAT",
                                         "NODE_COORD_TYPE",
                                         "DISPLAY_DATA_TYPE",
                                         "NODE_COORD_SECTION",
                                         "EDGE_WEIGHT_SECTION",
                                         "EOF"};
  for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
    if (c_strcasecmp(keywords[k], word) == 0) return true;
  return false;
}

/* "KEYWORD :", or a keyword alone. */
static bool line_tells(Lexer lx) {
  char word[WORD_MAX];
  if (!lexer_word(&lx, word, sizeof word)) return false;
  lexer_skip_blanks(&lx);
  const bool colon = lx.at < lx.end && *lx.at == ':', ends = lx.at == lx.end || *lx.at == '\n';
  return (colon || ends) && is_keyword(word);
}

int tsplib_probe(const char *path, const char *text, size_t bytes) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  lexer_skip_space(&lx);
  for (int k = 0; k < LINES_LOOKED_AT && lx.at < lx.end; k++, lexer_skip_space(&lx)) {
    if (line_tells(lx)) return SURE;
    while (lx.at < lx.end && *lx.at != '\n') lx.at++;
  }
  return 0;
}

/* ---- writer ---- */

/* Writer of TSPLIB 95 instances. Used by `cordee generate`. */

enum { COORDINATE_MAX = 32 }; /* bytes; 1 + 24 are needed */

/* Whole numbers as such, others with the 17 digits that give the same double back. */
static char *coordinate_put(char *to, double value) {
  *to++ = ' ';
  if (fabs(value) < 1e15 && value == floor(value)) return digits_put(to, (int64_t)value);
  return to + c_snprintf(to, COORDINATE_MAX - 1, "%.17g", value);
}

static void city_write(FILE *out, const Instance *inst, int32_t c) {
  char line[DIGITS_MAX + 3 * COORDINATE_MAX + 1], *end = digits_put(line, c + 1LL);
  end = coordinate_put(end, tsp_of(inst)->x[c]);
  end = coordinate_put(end, tsp_of(inst)->y[c]);
  if (tsp_of(inst)->z) end = coordinate_put(end, tsp_of(inst)->z[c]);
  *end++ = '\n';
  fwrite_unlocked(line, 1, (size_t)(end - line), out);
}

static bool is_missing(const Instance *inst, int32_t a, int32_t b) {
  const TspInstance *tsp = tsp_of(inst);
  return tsp->missing && tsp->matrix[(size_t)a * (size_t)inst->n + (size_t)b] == tsp->missing;
}

/* The edges that there are. */
static void write_edges(FILE *out, const Instance *inst) {
  const bool directed = tsp_of(inst)->metric == METRIC_DIRECTED;
  fputs("EDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n", out);
  for (int32_t a = 0; a < inst->n; a++)
    for (int32_t b = directed ? 0 : a + 1; b < inst->n && !halt_poll(); b++)
      if (a != b && !is_missing(inst, a, b)) fprintf(out, "%d %d\n", a + 1, b + 1);
  fputs("-1\n", out);
}

static void row_write(FILE *out, const Instance *inst, int32_t a) {
  const int32_t *row = tsp_of(inst)->matrix + (size_t)a * (size_t)inst->n;
  for (int32_t b = 0; b < inst->n; b++) {
    char number[COST_TEXT_MAX + 1];
    const int32_t weight = a == b || is_missing(inst, a, b) ? 0 : row[b];
    char *end = inst->decimals ? number + strlen(cost_text(weight, inst->decimals, number))
                               : digits_put(number, weight);
    *end++ = b + 1 < inst->n ? ' ' : '\n';
    fwrite_unlocked(number, 1, (size_t)(end - number), out);
  }
}

static void write_matrix(FILE *out, const Instance *inst) {
  fputs("EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n", out);
  for (int32_t a = 0; a < inst->n && !halt_poll(); a++) row_write(out, inst, a);
}

static void write_cities(FILE *out, const Instance *inst) {
  fputs("NODE_COORD_SECTION\n", out);
  for (int32_t c = 0; c < inst->n && !halt_poll(); c++) city_write(out, inst, c);
}

static void write_instance(FILE *out, const Instance *inst) {
  const Metric metric = tsp_of(inst)->metric;
  const char *undirected = tsp_of(inst)->path ? "HPP" : "TSP";
  fprintf(out, "NAME: %s\nTYPE: %s\n", text_line(inst->name),
          metric == METRIC_DIRECTED ? "ATSP" : undirected);
  if (inst->comment[0]) fprintf(out, "COMMENT: %s\n", text_line(inst->comment));
  fprintf(out, "DIMENSION: %d\nEDGE_WEIGHT_TYPE: %s\n", inst->n, metric_name(metric));
  tsplib_write_fixed(out, tsp_of(inst));
  (tsp_of(inst)->matrix ? write_matrix : write_cities)(out, inst);
  if (tsp_of(inst)->missing) write_edges(out, inst);
  fputs("EOF\n", out);
}

Status tsplib_write(FILE *out, const Instance *inst) {
  write_instance(out, inst);
  int failed = fflush(out) != 0 || ferror(out), error = errno;
  if (failed) FAIL(ERR_IO, "cannot write the instance %s: %s", inst->name, strerror(error));
  return halt_after("the writing of the instance");
}
