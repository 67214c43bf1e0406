/* Tour files: TSPLIB's, numbers alone, and forms for others. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "instance.h"
#include "io/decimal.h"
#include "io/input.h"
#include "io/json.h"
#include "io/lexer.h"
#include "io/output.h"
#include "problem.h"
#include "problem/tsp/tsp.h"
#include "text.h"
#include "tsp_files.h"

/* ---- numbers alone ---- */

/* Tours as numbers alone, as Concorde, linkern and many programs write them: inside the reader of tours. */

enum { WORD_MAX = 64 };

const char *tour_form_told(TourForm form) {
  static const char *const told[] = {[TOUR_COUNTED_1] =
                                         "the number of cities and a list of them, counted from 1",
                                     [TOUR_LIST] = "a list of cities, counted from 0",
                                     [TOUR_LIST_1] = "a list of cities, counted from 1",
                                     [TOUR_EDGES] = "edges of a tour, cities counted from 0"};
  return told[form];
}

/* ---- lists ---- */

/* n cities, of which the first is called `first`. ERR_FORMAT. */
static Status tour_cities(Lexer *lx, int32_t n, int32_t first, int32_t *tour) {
  for (int32_t p = 0; p < n; p++) {
    long long city;
    lexer_skip_space(lx);
    if (!lexer_integer(lx, first, first + n - 1LL, &city))
      return lexer_fail(lx, "city %d of %d: a number from %d to %lld", p + 1, n, first, first + n - 1LL);
    tour[p] = (int32_t)(city - first);
  }
  return OK;
}

/* -1, twice, EOF or the end of the file; -1 may be followed by EOF. ERR_FORMAT. */
static Status tour_end(Lexer *lx, int32_t n) {
  char word[WORD_MAX];
  long long minus_one;
  lexer_skip_space(lx);
  for (int ends = 0; ends < 2 && lexer_integer(lx, -1, -1, &minus_one); ends++) lexer_skip_space(lx);
  if (lx->at == lx->end) return OK;
  const Lexer place = *lx;
  if (lexer_word(lx, word, sizeof word) && c_strcasecmp(word, "EOF") == 0) return OK;
  return lexer_fail(&place, "the end of the tour after %d cities", n);
}

/* ---- edges ---- */

typedef struct Edges { /* city[2 k] and city[2 k + 1] are joined; both arrays are owned */
  int32_t n, *city;
  int32_t *at; /* (n, 2) the edges of each city; -1: none */
} Edges;

static Status edge_read(Lexer *lx, int32_t k, Edges *e) {
  double length;
  for (int end = 0; end < 2; end++) {
    long long city;
    lexer_skip_space(lx);
    if (!lexer_integer(lx, 0, e->n - 1LL, &city))
      return lexer_fail(lx, "edge %d of %d: two cities, numbers from 0 to %d", k + 1, e->n, e->n - 1);
    int32_t *const at = e->at + 2 * city;
    if (at[1] >= 0)
      FAIL(ERR_FORMAT, "%s:%d: expected two edges of city %lld, counted from 0, found a third", lx->path,
           lx->line, city);
    at[at[0] >= 0] = k;
    e->city[2 * k + end] = (int32_t)city;
  }
  lexer_skip_blanks(lx);
  lexer_number(lx, &length);
  return lexer_line_end(lx);
}

/* Whether each edge goes from one city to the next. */
static bool edges_chain(const Edges *e) {
  for (int32_t c = 0; c < e->n; c++)
    if ((e->city[2 * e->at[2 * c]] == c) == (e->city[2 * e->at[2 * c + 1]] == c) && e->n > 1) return false;
  return true;
}

/* Along the edges, from the first one's first city. How many cities lie on the cycle. */
static int32_t edges_walk(const Edges *e, int32_t *tour) {
  int32_t city = e->city[0], edge = 0, count = 0;
  do {
    tour[count++] = city;
    city = e->city[2 * edge] == city ? e->city[2 * edge + 1] : e->city[2 * edge];
    edge = e->at[2 * city] == edge ? e->at[2 * city + 1] : e->at[2 * city];
  } while (edge != 0 && count < e->n);
  return count;
}

static Status edges_parse(Lexer *lx, const TourShape *shape, Edges *e, int32_t *tour) {
  const Lexer place = *lx;
  for (int32_t k = 0; k < e->n; k++) TRY(edge_read(lx, k, e));
  TRY(tour_end(lx, e->n));
  if (shape->directed && !edges_chain(e))
    FAIL(ERR_FORMAT, "%s:%d: expected edges from each city to the next, for distances that have a direction",
         place.path, place.line);
  const int32_t count = edges_walk(e, tour);
  if (count == e->n) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected the edges of one tour of %d cities, found a cycle of %d", place.path,
       place.line, e->n, count);
}

/* Behind "n n". */
static Status edges_read(Lexer *lx, const TourShape *shape, int32_t *tour) {
  const size_t ends = 2 * (size_t)shape->n;
  if (shape->path) return lexer_fail(lx, "the cities of a path in their order, not edges of a cycle");
  Edges e = {shape->n, malloc(ends * sizeof *e.city), malloc(ends * sizeof *e.at)};
  for (size_t k = 0; e.at && k < ends; k++) e.at[k] = -1;
  const Status status = e.city && e.at ? edges_parse(lx, shape, &e, tour)
                                       : status_fail(ERR_MEMORY, "no memory for %d edges", shape->n);
  free(e.city);
  free(e.at);
  return status;
}

/* ---- which ---- */

typedef struct Numbers {
  double first;
  long long count; /* those before -1, a word or the end */
  int first_line;  /* of these, on the first line */
  bool zero;       /* one of them is 0 */
} Numbers;

static Numbers numbers_count(Lexer lx) {
  Numbers all = {0};
  double value;
  for (const int line = lx.line; lexer_number(&lx, &value) && value >= 0; lexer_skip_space(&lx)) {
    if (all.count++ == 0) all.first = value;
    all.first_line += lx.line == line;
    all.zero |= value == 0;
  }
  return all;
}

static Status counted_read(Lexer *lx, int32_t n, const Numbers *all, int32_t *tour, TourForm *form) {
  long long count;
  if (!lexer_integer(lx, n, n, &count))
    return lexer_fail(lx,
                      "%d, the number of cities, before the tour, or %d cities alone (here are %lld numbers)",
                      n, n, all->count);
  const bool from_one = all->count == n + 1LL && !all->zero;
  *form = from_one ? TOUR_COUNTED_1 : TOUR_COUNTED;
  TRY(tour_cities(lx, n, from_one, tour));
  return tour_end(lx, n);
}

/* What a file of numbers is, by how many there are: n cities; their number and these; or n edges, "n n" alone on the
 * first line. Cities are counted from 0 if one of them is 0, else from 1; of edges, from 0. ERR_FORMAT, ERR_MEMORY. */
static Status tour_numbers(Lexer *lx, const TourShape *shape, int32_t *tour, TourForm *form) {
  const int32_t n = shape->n;
  const Numbers all = numbers_count(*lx);
  long long count;
  const bool cut = all.zero && all.first == n; /* a list of cities from 0 has no city n: it is their number */
  if (all.count == n && !cut) {
    *form = all.zero ? TOUR_LIST : TOUR_LIST_1;
    TRY(tour_cities(lx, n, !all.zero, tour));
    return tour_end(lx, n);
  }
  if (all.first_line != 2 || all.count <= n + 1LL) return counted_read(lx, n, &all, tour, form);
  *form = TOUR_EDGES;
  if (!lexer_integer(lx, n, n, &count)) return lexer_fail(lx, "%d, the number of cities of a tour", n);
  if (!lexer_integer(lx, n, n, &count))
    return lexer_fail(lx, "%d, the number of edges of a tour of %d cities", n, n);
  return edges_read(lx, shape, tour);
}

/* ---- forms for others ---- */

typedef struct FormText {
  const TspInstance *tsp;
  const int32_t *gene;
  const char **name; /* (n) of each city; NULL: they have none */
} FormText;

Status tour_whole_check(const Instance *inst, int64_t cost) {
  const int32_t missing = tsp_of(inst)->missing;
  if (!missing || cost < missing) return OK;
  FAIL(ERR_FORMAT,
       "%s: expected a tour of edges that the graph has, found none: %lld of the best are missing",
       inst->name, (long long)(cost / missing));
}

/* Where each city's name begins; owned by the caller. */
static Status names_find(const TspInstance *tsp, const char ***out) {
  const char *at = tsp->names;
  *out = NULL;
  if (!at) return OK;
  const char **name = malloc((size_t)tsp->head.n * sizeof *name);
  if (!name) FAIL(ERR_MEMORY, "no memory for the names of %d cities", tsp->head.n);
  for (int32_t c = 0; c < tsp->head.n; c++, at += strlen(at) + 1) name[c] = at;
  *out = name;
  return OK;
}

static double unscaled(const TspInstance *tsp, double value) {
  return tsp->scale != 0 ? value / tsp->scale : value;
}

/* ---- .csv ---- */

static void row_print(FILE *out, const FormText *t, int32_t p) {
  const TspInstance *tsp = t->tsp;
  const int32_t c = t->gene[p];
  fprintf(out, "%d,%d", p + 1, c + 1);
  if (t->name) {
    fputc(',', out);
    text_csv(out, t->name[c]);
  }
  if (tsp->x) c_fprintf(out, ",%.15g,%.15g", unscaled(tsp, tsp->x[c]), unscaled(tsp, tsp->y[c]));
  if (tsp->z) c_fprintf(out, ",%.15g", unscaled(tsp, tsp->z[c]));
  fputs("\r\n", out);
}

static void rows_print(FILE *out, const void *what) {
  const FormText *t = what;
  fprintf(out, "position,city%s%s%s\r\n", t->name ? ",name" : "", t->tsp->x ? ",x,y" : "",
          t->tsp->z ? ",z" : "");
  for (int32_t p = 0; p < t->tsp->head.n; p++) row_print(out, t, p);
}

static Status csv_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  FormText text = {tsp_of(inst), gene, NULL};
  TRY(tour_whole_check(inst, cost));
  TRY(names_find(text.tsp, &text.name));
  const Status status = output_write(path, rows_print, &text);
  free(text.name);
  return status;
}

/* ---- .geojson ---- */

static Status degrees_check(const Instance *inst) {
  const Metric metric = tsp_of(inst)->metric;
  if (metric_on_sphere(metric)) return OK;
  FAIL(ERR_USAGE, "expected degrees for GeoJSON, EDGE_WEIGHT_TYPE GEO or GEOM, found %s",
       metric_name(metric));
}

/* GEO's coordinates are degrees.minutes. */
static double degrees(const TspInstance *tsp, double coordinate) {
  const double whole = (double)(int)coordinate;
  return tsp->metric == METRIC_GEO ? whole + 5 * (coordinate - whole) / 3 : coordinate;
}

static json_t *position_of(const TspInstance *tsp, int32_t c) {
  json_t *position = json_array();
  json_push(position, json_rounded(degrees(tsp, tsp->y[c]), 9));
  json_push(position, json_rounded(degrees(tsp, tsp->x[c]), 9));
  return position;
}

static json_t *line_of(const FormText *t, int64_t cost) {
  const int32_t n = t->tsp->head.n;
  json_t *line = json_array(), *properties = json_object();
  for (int32_t p = 0; p < n; p++) json_push(line, position_of(t->tsp, t->gene[p]));
  if (!t->tsp->path || n == 1)
    json_push(line, position_of(t->tsp, t->gene[0])); /* a line has two positions at least */
  json_add(properties, "name", json_foreign(t->tsp->head.name));
  json_add(properties, "cost", json_integer(cost));
  json_add(properties, "metric", json_string(metric_name(t->tsp->metric)));
  return json_feature("LineString", line, properties);
}

static json_t *point_of(const FormText *t, int32_t p) {
  const int32_t c = t->gene[p];
  json_t *properties = json_object();
  json_add(properties, "position", json_integer(p + 1));
  json_add(properties, "city", json_integer(c + 1));
  if (t->name) json_add(properties, "name", json_foreign(t->name[c]));
  return json_feature("Point", position_of(t->tsp, c), properties);
}

static Status geojson_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  FormText text = {tsp_of(inst), gene, NULL};
  TRY(degrees_check(inst));
  TRY(tour_whole_check(inst, cost));
  TRY(names_find(text.tsp, &text.name));
  json_t *all = json_object(), *features = json_array();
  json_push(features, line_of(&text, cost));
  for (int32_t p = 0; p < inst->n; p++) json_push(features, point_of(&text, p));
  json_add(all, "type", json_string("FeatureCollection"));
  json_add(all, "features", features);
  free(text.name);
  return json_write(path, all);
}

const SolutionForm tour_forms[] = {{".csv", NULL, csv_write, "position,city"},
                                   {".geojson", degrees_check, geojson_write, "\"FeatureCollection\""},
                                   {.suffix = NULL}};

/* ---- TSPLIB's ---- */

/* "KEY : value" before TOUR_SECTION: NAME and COMMENT are anything, TYPE and DIMENSION must fit. */
static Status read_specification(Lexer *lx, const char *key, int32_t n) {
  char word[WORD_MAX] = "";
  long long count;
  lexer_skip_blanks(lx);
  if (lx->at == lx->end || *lx->at != ':') return lexer_fail(lx, "':' after %s", key);
  lx->at++;
  lexer_skip_blanks(lx);
  Lexer ahead = *lx;
  if (c_strcasecmp(key, "TYPE") == 0 &&
      !(lexer_word(&ahead, word, sizeof word) && c_strcasecmp(word, "TOUR") == 0))
    return lexer_fail(lx, "TYPE TOUR");
  if (c_strcasecmp(key, "DIMENSION") == 0 && !lexer_integer(&ahead, n, n, &count))
    return lexer_fail(lx, "DIMENSION %d", n);
  return lexer_text(lx, word, sizeof word);
}

/* The section's keyword may have a colon behind it, and its data may begin on that line. */
static void section_begin(Lexer *lx) {
  lexer_skip_blanks(lx);
  if (lx->at < lx->end && *lx->at == ':') lx->at++;
}

static Status read_header(Lexer *lx, int32_t n) {
  static const char *const known[] = {"NAME", "COMMENT", "TYPE", "DIMENSION", NULL};
  for (;;) {
    char word[WORD_MAX];
    lexer_skip_space(lx);
    const Lexer place = *lx;
    if (!lexer_word(lx, word, sizeof word)) return lexer_fail(&place, "TOUR_SECTION, or numbers alone");
    if (c_strcasecmp(word, "TOUR_SECTION") == 0) {
      section_begin(lx);
      return OK;
    }
    const char *const *key = known;
    while (*key && c_strcasecmp(*key, word) != 0) key++;
    if (!*key)
      return lexer_fail(&place,
                        "a keyword of a tour or TOUR_SECTION, or numbers alone (no table, no GeoJSON)");
    TRY(read_specification(lx, word, n));
  }
}

static Status parse_tsplib(Lexer *lx, const TourShape *shape, int32_t *tour) {
  TRY(read_header(lx, shape->n));
  TRY(tour_cities(lx, shape->n, 1, tour));
  return tour_end(lx, shape->n);
}

/* ---- any ---- */

Status tour_parse(const char *path, const char *text, size_t bytes, const TourShape *shape, int32_t *tour,
                  TourForm *form) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  lexer_skip_space(&lx);
  const bool number = lx.at < lx.end && *lx.at >= '0' && *lx.at <= '9';
  *form = TOUR_TSPLIB;
  return number ? tour_numbers(&lx, shape, tour, form) : parse_tsplib(&lx, shape, tour);
}

Status tour_read(const char *path, const TourShape *shape, int32_t *tour, TourForm *form) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status = tour_parse(path, text, bytes, shape, tour, form);
  free(text);
  return status;
}

typedef struct TourText {
  const char *name;
  int32_t n;
  const int32_t *tour;
  int64_t cost;
} TourText;

static void city_print(FILE *out, int32_t city) {
  char line[DIGITS_MAX + 1], *end = digits_put(line, city + 1LL);
  *end++ = '\n';
  fwrite_unlocked(line, 1, (size_t)(end - line), out);
}

static void tour_print(FILE *out, const void *what) {
  const TourText *t = what;
  fprintf(out, "NAME : %s\nTYPE : TOUR\nCOMMENT : cost %" PRId64 "\nDIMENSION : %d\nTOUR_SECTION\n",
          text_line(t->name), t->cost, t->n);
  for (int32_t p = 0; p < t->n; p++) city_print(out, t->tour[p]);
  fputs("-1\nEOF\n", out);
}

Status tour_write(const char *path, const char *name, int32_t n, const int32_t *tour, int64_t cost) {
  return output_write(path, tour_print, &(TourText){name, n, tour, cost});
}
