/* Reader of TSPLIB 95 instances: see tsplib.h.
 *
 * A file is a sequence of keywords. The table below says what follows each one: a specification ("KEY :
 * value"), or a section, which tsplib_sections.c reads. Specifications may come in any order, but before the
 * sections that depend on them. Keywords and the words of values may be in small letters. */
#include "tsplib.h"

#include <stdlib.h>
#include <string.h>
#include "io/lexer.h"
#include "tsp.h"
#include "tsplib_parser.h"

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
