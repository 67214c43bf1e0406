/* Reader of TSPLIB 95 instances: see tsplib.h.
 *
 * A file is a sequence of keywords. The table below says what follows each one: a specification ("KEY :
 * value"), or a section, whose data tsplib_data.c reads. Specifications may come in any order, but before the
 * sections that depend on them. */
#include "tsplib.h"

#include <stdlib.h>
#include <string.h>
#include "tsplib_data.h"
#include "io/lexer.h"
#include "tsp.h"
#include "tsplib_parser.h"

typedef enum Key {
  KEY_NAME,
  KEY_TYPE,
  KEY_COMMENT,
  KEY_DIMENSION,
  KEY_WEIGHT_TYPE,
  KEY_WEIGHT_FORMAT,
  KEY_COORD_TYPE,
  KEY_DISPLAY_TYPE,
  KEY_EDGE_FORMAT,
  KEY_COORDS, /* sections from here on */
  KEY_WEIGHTS,
  KEY_DISPLAY,
  KEY_FIXED,
  KEY_EDGES,
  KEY_COUNT
} Key;

static Status read_name(Parser *p);
static Status read_type(Parser *p);
static Status read_comment(Parser *p);
static Status read_dimension(Parser *p);
static Status read_weight_type(Parser *p);
static Status read_weight_format(Parser *p);
static Status read_coord_type(Parser *p);
static Status read_display_type(Parser *p);
static Status read_coords(Parser *p);
static Status read_weights(Parser *p);
static Status read_display(Parser *p);
static Status read_fixed(Parser *p);
static Status read_edge_format(Parser *p);
static Status read_edges(Parser *p);

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
    [KEY_COORDS] = {"NODE_COORD_SECTION", read_coords},
    [KEY_WEIGHTS] = {"EDGE_WEIGHT_SECTION", read_weights},
    [KEY_DISPLAY] = {"DISPLAY_DATA_SECTION", read_display},
    [KEY_FIXED] = {"FIXED_EDGES_SECTION", read_fixed},
    [KEY_EDGE_FORMAT] = {"EDGE_DATA_FORMAT", read_edge_format},
    [KEY_EDGES] = {"EDGE_DATA_SECTION", read_edges},
};

static bool has(const Parser *p, Key key) { return p->seen >> key & 1; }

static Status need(const Parser *p, Key key, Key section) {
  if (has(p, key)) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected %s before %s, found none", p->lx.path, p->lx.line, keys[key].name,
       keys[section].name);
}

static Status read_name(Parser *p) {
  TRY(lexer_text(&p->lx, p->known.head.name, sizeof p->known.head.name));
  tsplib_strip_suffix(p->known.head.name); /* some files have their file name here */
  return OK;
}

static Status read_type(Parser *p) {
  char word[WORD_MAX];
  lexer_peek(&p->lx, word, sizeof word); /* the value's first word */
  p->directed = strcmp(word, "ATSP") == 0;
  p->known.path = strcmp(word, "HPP") == 0;
  if (!p->directed && !p->known.path && strcmp(word, "TSP") != 0)
    return lexer_fail(&p->lx, "TYPE TSP, ATSP or HPP");
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
  lexer_peek(&p->lx, word, sizeof word); /* the value's first word */
  for (Metric m = 0; m < METRIC_COUNT; m++) {
    p->known.metric = m;
    if (strcmp(metric_name(m), word) == 0) return OK;
  }
  return lexer_fail(&p->lx, "EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, ATT, MAN_2D, MAX_2D, GEO, GEOM, EUC_3D, "
                            "CEIL_3D, MAN_3D, MAX_3D or EXPLICIT");
}

static Status read_weight_format(Parser *p) {
  char word[WORD_MAX];
  lexer_peek(&p->lx, word, sizeof word); /* the value's first word */
  p->format = matrix_format_find(word);
  return p->format ? OK : lexer_fail(&p->lx, "an EDGE_WEIGHT_FORMAT such as FULL_MATRIX or UPPER_ROW");
}

static Status read_coord_type(Parser *p) {
  char word[WORD_MAX];
  lexer_peek(&p->lx, word, sizeof word); /* the value's first word */
  if (strcmp(word, "TWOD_COORDS") == 0 || strcmp(word, "THREED_COORDS") == 0 ||
      strcmp(word, "NO_COORDS") == 0)
    return OK;
  return lexer_fail(&p->lx, "NODE_COORD_TYPE TWOD_COORDS, THREED_COORDS or NO_COORDS");
}

static Status read_display_type(Parser *p) {
  (void)p; /* the display of cities is not used */
  return OK;
}

static Status read_coords(Parser *p) {
  TRY(need(p, KEY_DIMENSION, KEY_COORDS));
  TRY(need(p, KEY_WEIGHT_TYPE, KEY_COORDS));
  if (p->known.metric == METRIC_EXPLICIT) return read_display(p);
  if (p->directed) return lexer_fail(&p->lx, "EDGE_WEIGHT_TYPE EXPLICIT of TYPE ATSP");
  const Lexer section = p->lx;
  TRY(tsplib_expect_cities(&p->lx, p->known.head.n));
  TRY(tsp_alloc(p->known.metric, p->known.head.n, &p->inst));
  const TspInstance *tsp = tsp_of(p->inst);
  TRY(tsplib_read_cities(&p->lx, p->known.head.n, tsp->x, tsp->y, tsp->z));
  snprintf(p->after, sizeof p->after, " after %d cities", p->known.head.n);
  return tsplib_check_span(&section, tsp);
}

static Status read_directed(Parser *p) {
  const int32_t n = p->known.head.n;
  if (strcmp(p->format->name, "FULL_MATRIX") != 0)
    FAIL(ERR_FORMAT, "%s:%d: expected EDGE_WEIGHT_FORMAT FULL_MATRIX of TYPE ATSP, found %s", p->lx.path,
         p->lx.line, p->format->name);
  TRY(tsplib_expect_matrix(&p->lx, p->format, n));
  TRY(tsp_alloc(METRIC_DIRECTED, n, &p->inst));
  TspInstance *tsp = (TspInstance *)p->inst;
  TRY(tsplib_read_directed(&p->lx, n, p->least, tsp->matrix));
  tsp->missing = p->least ? MISSING_COST : 0;
  snprintf(p->after, sizeof p->after, " after the weights of %d cities", n);
  return OK;
}

static Status read_weights(Parser *p) {
  TRY(need(p, KEY_DIMENSION, KEY_WEIGHTS));
  TRY(need(p, KEY_WEIGHT_TYPE, KEY_WEIGHTS));
  if (p->known.metric != METRIC_EXPLICIT)
    FAIL(ERR_FORMAT, "%s:%d: expected EDGE_WEIGHT_TYPE EXPLICIT with weights, found %s", p->lx.path,
         p->lx.line, metric_name(p->known.metric));
  TRY(need(p, KEY_WEIGHT_FORMAT, KEY_WEIGHTS));
  if (strcmp(p->format->name, "FUNCTION") == 0)
    FAIL(ERR_FORMAT,
         "%s:%d: expected EDGE_WEIGHT_FORMAT FULL_MATRIX or the like with weights, found FUNCTION",
         p->lx.path, p->lx.line);
  if (p->directed) return read_directed(p);
  TRY(tsplib_expect_matrix(&p->lx, p->format, p->known.head.n));
  TRY(tsp_alloc(p->known.metric, p->known.head.n, &p->inst));
  TspInstance *tsp = (TspInstance *)p->inst;
  TRY(tsplib_read_matrix(&p->lx, p->format, p->known.head.n, DISTANCE_MAX, p->least, tsp->matrix));
  tsp->missing = p->least ? MISSING_COST : 0;
  snprintf(p->after, sizeof p->after, " after the weights of %d cities", p->known.head.n);
  return OK;
}

static Status read_display(Parser *p) {
  TRY(need(p, KEY_DIMENSION, KEY_DISPLAY));
  snprintf(p->after, sizeof p->after, " after %d cities", p->known.head.n);
  return tsplib_read_cities(&p->lx, p->known.head.n, NULL, NULL, NULL);
}

static Status read_fixed(Parser *p) {
  TRY(need(p, KEY_DIMENSION, KEY_FIXED));
  return tsplib_read_pairs(&p->lx, p->known.head.n, "a fixed edge", &p->fixed);
}

static Status read_edge_format(Parser *p) {
  char word[WORD_MAX];
  lexer_peek(&p->lx, word, sizeof word); /* the value's first word */
  p->lists = strcmp(word, "ADJ_LIST") == 0;
  return p->lists || strcmp(word, "EDGE_LIST") == 0
             ? OK
             : lexer_fail(&p->lx, "EDGE_DATA_FORMAT EDGE_LIST or ADJ_LIST");
}

static Status read_edges(Parser *p) {
  TRY(need(p, KEY_DIMENSION, KEY_EDGES));
  TRY(need(p, KEY_EDGE_FORMAT, KEY_EDGES));
  p->listed = true;
  if (p->lists) return tsplib_read_lists(&p->lx, p->known.head.n, &p->edges);
  return tsplib_read_pairs(&p->lx, p->known.head.n, "an edge", &p->edges);
}

/* Reads the current keyword and what follows it. */
static Status read_keyword(Parser *p, bool *end) {
  char word[WORD_MAX];
  const Lexer place = p->lx;
  if ((*end = p->lx.at == p->lx.end)) return OK;
  if (!lexer_word(&p->lx, word, sizeof word)) return lexer_fail(&place, "a keyword of the TSP%s", p->after);
  if ((*end = strcmp(word, "EOF") == 0)) return OK; /* what follows EOF is no part of the instance */
  Key key = 0;
  while (key < KEY_COUNT && strcmp(keys[key].name, word) != 0) key++;
  if (key == KEY_COUNT) return lexer_fail(&place, "a keyword of the TSP%s", p->after);
  if (has(p, key) && key != KEY_COMMENT) return lexer_fail(&place, "%s once", word);
  p->seen |= 1u << key;
  p->after[0] = 0;
  if (key >= KEY_COORDS) {
    TRY(lexer_line_end(&p->lx));
    return keys[key].read(p);
  }
  lexer_skip_blanks(&p->lx);
  if (p->lx.at == p->lx.end || *p->lx.at != ':') return lexer_fail(&p->lx, "':' after %s", word);
  p->lx.at++;
  TRY(keys[key].read(p));
  return lexer_text(&p->lx, word, sizeof word); /* text that the reader leaves is a remark */
}

/* At the end of the file: checks that nothing is missing. */
static Status check_complete(const Parser *p) {
  static const Key required[] = {KEY_TYPE, KEY_DIMENSION, KEY_WEIGHT_TYPE};
  for (size_t k = 0; k < sizeof required / sizeof *required; k++)
    if (!has(p, required[k])) return lexer_fail(&p->lx, "%s", keys[required[k]].name);
  if (p->inst) return OK;
  return lexer_fail(&p->lx, "%s", keys[p->known.metric == METRIC_EXPLICIT ? KEY_WEIGHTS : KEY_COORDS].name);
}

Status tsplib_parse(const char *path, const char *text, size_t bytes, Instance **out) {
  return tsplib_parse_set(path, text, bytes, NULL, out);
}

Status tsplib_parse_set(const char *path, const char *text, size_t bytes, const TspSettings *settings,
                        Instance **out) {
  Parser p = {.least = settings ? settings->missing : 0,
              .lx = {.path = path, .at = text, .end = text + bytes, .line = 1}};
  Status status = OK;
  for (bool end = false; !end;) {
    lexer_skip_space(&p.lx);
    TRY_GOTO(read_keyword(&p, &end), cleanup);
  }
  TRY_GOTO(check_complete(&p), cleanup);
  TRY_GOTO(tsplib_finish(&p), cleanup);
  *out = p.inst, p.inst = NULL;
cleanup:
  free(p.fixed.city), free(p.edges.city), instance_free(p.inst);
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
