/* See tsp.h. */
#include "tsp.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "instance.h"
#include "io/lexer.h"
#include "metric.h"
#include "problem.h"
#include "problem/tsp/files/tsp_files.h"

/* ---- instance ---- */

const char *metric_name(Metric metric) {
  static const char *const names[METRIC_COUNT] = {
      [METRIC_EUC_2D] = "EUC_2D",     [METRIC_CEIL_2D] = "CEIL_2D",   [METRIC_ATT] = "ATT",
      [METRIC_MAN_2D] = "MAN_2D",     [METRIC_MAX_2D] = "MAX_2D",     [METRIC_GEO] = "GEO",
      [METRIC_EXPLICIT] = "EXPLICIT", [METRIC_DIRECTED] = "EXPLICIT", [METRIC_EUC_3D] = "EUC_3D",
      [METRIC_CEIL_3D] = "CEIL_3D",   [METRIC_MAN_3D] = "MAN_3D",     [METRIC_MAX_3D] = "MAX_3D",
      [METRIC_GEOM] = "GEOM"};
  return names[metric];
}

Status tsp_alloc(Metric metric, int32_t n, Instance **out) {
  const TspInstance like = {
      .head = {.problem = &problem_tsp, .n = n}, .metric = metric, .from = -1, .to = -1};
  return instance_alloc_like(&like.head, out);
}

static bool is_symmetric(const TspInstance *tsp) {
  const size_t n = (size_t)tsp->head.n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (tsp->matrix[i * n + j] != tsp->matrix[j * n + i]) return false;
  return true;
}

void tsp_matrix_settle(TspInstance *tsp) {
  const size_t n = (size_t)tsp->head.n;
  if (tsp->fixed_count || !is_symmetric(tsp)) return; /* fixed edges have a direction */
  tsp->metric = METRIC_EXPLICIT;
  for (size_t i = 0; i < n; i++) tsp->matrix[i * n + i] = 0;
}

Status tsp_directed_check(const char *place, const TspInstance *tsp) {
  const size_t n = (size_t)tsp->head.n;
  if (tsp->metric != METRIC_DIRECTED) return OK;
  for (size_t a = 0; a < n; a++)
    for (size_t b = 0; b < n; b++) {
      const int32_t found = tsp->matrix[a * n + b];
      if (a != b && found > DIRECTED_MAX)
        FAIL(ERR_FORMAT,
             "%s: expected a distance from 0 to %d from %zu to %zu in a matrix that is not symmetric, found "
             "%d",
             place, DIRECTED_MAX, a + 1, b + 1, found);
    }
  return OK;
}

/* ---- missing edges ---- */

static Status pairs_add(CityPairs *pairs, long long a, long long b) {
  const int32_t count = pairs->count;
  if (!(count & (count - 1))) { /* at powers of two */
    int32_t *more = realloc(pairs->city, 4 * sizeof *pairs->city * (size_t)(count ? count : 1));
    if (!more) FAIL(ERR_MEMORY, "no memory for %d edges", count);
    pairs->city = more;
  }
  pairs->city[2 * (size_t)count] = (int32_t)a - 1;
  pairs->city[2 * (size_t)count + 1] = (int32_t)b - 1;
  pairs->count++;
  return OK;
}

Status tsplib_read_pairs(Lexer *lx, int32_t n, const char *what, CityPairs *pairs) {
  for (long long a, b;;) {
    lexer_skip_space(lx);
    if (lexer_integer(lx, -1, -1, &a)) return OK;
    if (!lexer_integer(lx, 1, n, &a)) return lexer_fail(lx, "%s: a city from 1 to %d, or -1", what, n);
    lexer_skip_space(lx);
    if (!lexer_integer(lx, 1, n, &b)) return lexer_fail(lx, "the other city of %s, from 1 to %d", what, n);
    if (a == b) return lexer_fail(lx, "%s of two cities, found %lld twice, then", what, a);
    TRY(pairs_add(pairs, a, b));
  }
}

Status tsplib_read_lists(Lexer *lx, int32_t n, CityPairs *pairs) {
  for (long long a, b;;) {
    lexer_skip_space(lx);
    if (lexer_integer(lx, -1, -1, &a)) return OK;
    if (!lexer_integer(lx, 1, n, &a))
      return lexer_fail(lx, "a list of neighbours: a city from 1 to %d, or -1", n);
    for (lexer_skip_space(lx); !lexer_integer(lx, -1, -1, &b); lexer_skip_space(lx)) {
      if (!lexer_integer(lx, 1, n, &b))
        return lexer_fail(lx, "a neighbour of %lld, from 1 to %d, or -1", a, n);
      if (a == b) return lexer_fail(lx, "a neighbour of %lld other than itself", a);
      TRY(pairs_add(pairs, a, b));
    }
  }
}

/* The distances of these edges alone. */
static void matrix_fill(const TspInstance *tsp, const CityPairs *edges, int32_t *matrix) {
  const size_t n = (size_t)tsp->head.n;
  const bool directed = tsp->metric == METRIC_DIRECTED;
  for (size_t k = 0; k < n * n; k++) matrix[k] = MISSING_COST;
  for (size_t a = 0; a < n; a++) matrix[a * n + a] = directed ? DISTANCE_MAX : 0;
  for (int32_t k = 0; k < edges->count; k++) {
    const int32_t a = edges->city[2 * k], b = edges->city[2 * k + 1], d = metric_cities(tsp, a, b);
    matrix[(size_t)a * n + (size_t)b] = d;
    if (!directed) matrix[(size_t)b * n + (size_t)a] = d;
  }
}

Status tsp_edges_keep(TspInstance *tsp, const CityPairs *edges) {
  const size_t n = (size_t)tsp->head.n;
  int32_t *matrix = instance_array_alloc(n * n * sizeof *matrix);
  if (!matrix) FAIL(ERR_MEMORY, "no memory for a matrix of %zu x %zu distances", n, n);
  matrix_fill(tsp, edges, matrix);
  free(tsp->matrix);
  free(tsp->x);
  free(tsp->y);
  free(tsp->z);
  tsp->x = tsp->y = tsp->z = NULL;
  tsp->matrix = matrix;
  tsp->missing = MISSING_COST;
  if (tsp->metric != METRIC_DIRECTED) tsp->metric = METRIC_EXPLICIT;
  return OK;
}

Status tsp_edges_check(const char *place, TspInstance *tsp) {
  const size_t n = (size_t)tsp->head.n;
  int64_t longest = 0;
  bool lacks = false;
  if (!tsp->missing) return OK;
  for (size_t k = 0; k < n * n; k++) {
    const int32_t d = k % (n + 1) ? tsp->matrix[k] : 0;
    lacks |= d == MISSING_COST;
    longest = d != MISSING_COST && d > longest ? d : longest;
  }
  if (!lacks) tsp->missing = 0;
  if (!lacks || (int64_t)n * longest < MISSING_COST) return OK;
  FAIL(ERR_FORMAT,
       "%s: expected distances of at most %d in a graph of %zu cities that lacks edges, found %lld", place,
       (int)((MISSING_COST - 1) / n), n, (long long)longest);
}

/* ---- fixed edges ---- */

void tsplib_write_fixed(FILE *out, const TspInstance *tsp) {
  if (!tsp->fixed_count) return;
  fputs("FIXED_EDGES_SECTION\n", out);
  for (int32_t k = 0; k < tsp->fixed_count; k++)
    fprintf(out, "%d %d\n", tsp->fixed[2 * k] + 1, tsp->fixed[2 * k + 1] + 1);
  fputs("-1\n", out);
}

int32_t tsp_fixed_nodes(const TspInstance *tsp) { return tsp->head.n + tsp->path; }

int32_t tsp_fixed_edges(const TspInstance *tsp, int32_t *edge) {
  const int32_t beyond = tsp->head.n;
  int32_t count = 0;
  for (; count < tsp->fixed_count; count++) {
    edge[2 * count] = tsp->fixed[2 * count];
    edge[2 * count + 1] = tsp->fixed[2 * count + 1];
  }
  if (tsp->path && tsp->from >= 0) {
    edge[2 * count] = beyond;
    edge[2 * count + 1] = tsp->from;
    count++;
  }
  if (tsp->path && tsp->to >= 0) {
    edge[2 * count] = tsp->to;
    edge[2 * count + 1] = beyond;
    count++;
  }
  return count;
}

/* The fragments that fixed edges make: the other end of each end; of a single city itself. */
typedef struct Fragments {
  int32_t *other, *degree, *out, *in; /* (nodes) each */
} Fragments;

/* Adds an edge; what is wrong with it, NULL: nothing. left: edges that a whole tour lacks. */
static const char *fragments_add(Fragments *f, bool directed, int32_t a, int32_t b, int32_t left) {
  if (directed && (f->out[a] || f->in[b])) return "another one leaves or enters there";
  if (f->degree[a] == 2 || f->degree[b] == 2) return "its city has two others";
  if (f->other[a] == b && left > 1) return "it closes a tour of some cities";
  const int32_t end_a = f->other[a], end_b = f->other[b];
  f->other[end_a] = end_b;
  f->other[end_b] = end_a;
  f->degree[a]++;
  f->degree[b]++;
  f->out[a]++;
  f->in[b]++;
  return NULL;
}

static Status fixed_judge(const char *place, const TspInstance *tsp, Fragments *f, int32_t *edge) {
  const int32_t nodes = tsp_fixed_nodes(tsp), count = tsp_fixed_edges(tsp, edge);
  for (int32_t c = 0; c < nodes; c++) {
    f->other[c] = c;
    f->degree[c] = f->out[c] = f->in[c] = 0;
  }
  for (int32_t k = 0; k < count; k++) {
    const int32_t a = edge[2 * k], b = edge[2 * k + 1];
    const char *wrong = fragments_add(f, tsp->metric == METRIC_DIRECTED, a, b, nodes - k);
    if (wrong && k < tsp->fixed_count)
      FAIL(ERR_FORMAT, "%s: expected fixed edges that a tour can have, found %d %d, but %s", place, a + 1,
           b + 1, wrong);
    if (wrong)
      FAIL(ERR_USAGE, "%s: expected ends of a path that has the fixed edges, found %d, but %s", place,
           (a < b ? a : b) + 1, wrong);
  }
  return OK;
}

Status tsp_fixed_check(const char *place, TspInstance *tsp) {
  const int32_t nodes = tsp_fixed_nodes(tsp);
  if (nodes < 3) tsp->fixed_count = tsp->path = 0; /* there is one tour, and it has all edges */
  if (!tsp->fixed_count && (!tsp->path || (tsp->from < 0 && tsp->to < 0))) return OK;
  int32_t *memory = malloc(((size_t)nodes * 4 + 2 * (size_t)tsp->fixed_count + 4) * sizeof *memory);
  if (!memory) FAIL(ERR_MEMORY, "no memory for the fixed edges of %d cities", nodes);
  Fragments f = {memory, memory + nodes, memory + 2 * (size_t)nodes, memory + 3 * (size_t)nodes};
  const Status status = fixed_judge(place, tsp, &f, memory + 4 * (size_t)nodes);
  free(memory);
  return status;
}

/* ---- what rounding loses ---- */

enum { PAIRS = 4096, DIGITS_KEPT = 1000 /* the mean distance after scaling, at least */ };
static const double scale_most = 1e9;

/* ---- samples ---- */

RoundingSample rounding_sample(const void *places, int64_t count, PairLength *length) {
  RoundingSample s = {0};
  for (int64_t k = 0; k < PAIRS && count > 1; k++) {
    const int64_t a = k * 7919 % count, step = 1 + k * 104729 % (count - 1);
    int64_t rounded;
    const double exact = length(places, a, (a + step) % count, &rounded);
    if (!(exact > 0)) continue;
    s.pairs++;
    s.small += rounded <= 1;
    s.sum += exact;
  }
  return s;
}

bool rounding_loses(const RoundingSample *s) { return 2 * s->small > s->pairs; }

double rounding_scale(const RoundingSample *s, double most) {
  double scale = pow(10, ceil(log10(DIGITS_KEPT * s->pairs / s->sum)));
  while (scale > most) scale /= 10;
  return scale;
}

/* ---- tours ---- */

static double length_of(const TspInstance *t, int32_t a, int32_t b) {
  return tsplib_length(t->metric, fabs(t->x[a] - t->x[b]), fabs(t->y[a] - t->y[b]),
                       t->z ? fabs(t->z[a] - t->z[b]) : 0);
}

static double pair_length(const void *places, int64_t a, int64_t b, int64_t *rounded) {
  *rounded = metric_cities(places, (int32_t)a, (int32_t)b);
  return length_of(places, (int32_t)a, (int32_t)b);
}

void tsp_advice(const Instance *inst, char *text, size_t size) {
  const TspInstance *t = tsp_of(inst);
  text[0] = 0;
  if (!t->x || metric_on_sphere(t->metric)) return;
  const RoundingSample s = rounding_sample(t, inst->n, pair_length);
  if (!rounding_loses(&s)) return;
  const double scale = rounding_scale(&s, fmin(scale_most, DISTANCE_MAX / (tsplib_span(t) + 1) / 2));
  c_snprintf(text, size, "%.0f%% of the distances of %s round to 0 or 1", 100.0 * s.small / s.pairs,
             inst->name);
  const size_t used = strlen(text);
  if (scale > 1) c_snprintf(text + used, size - used, ": --scale %.0f keeps three digits of them", scale);
}

static bool rounds_up(Metric metric) {
  return metric == METRIC_CEIL_2D || metric == METRIC_CEIL_3D || metric == METRIC_ATT;
}

double tsp_unrounded(const Instance *inst, const int32_t *tour, double *most, const char **help) {
  const TspInstance *t = tsp_of(inst);
  double sum = 0;
  *most = rounds_up(t->metric) ? 0.01 : 0.001;
  *help = "--scale F multiplies coordinates first, such as --scale 1000; degrees are for --metric GEOM";
  if (!t->x || metric_on_sphere(t->metric)) return NAN;
  for (int32_t p = 0; p + 1 < inst->n; p++) sum += length_of(t, tour[p], tour[p + 1]);
  return t->path ? sum : sum + length_of(t, tour[inst->n - 1], tour[0]);
}

bool tsp_scattered(const Instance *inst) {
  const TspInstance *t = tsp_of(inst);
  if (!t->x || t->scale != 0) return false;
  for (int32_t c = 1; c < inst->n; c++)
    if (t->x[c] != t->x[0] || t->y[c] != t->y[0] || (t->z && t->z[c] != t->z[0])) return true;
  return false;
}
