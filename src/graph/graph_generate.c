/* Random graphs whose edge k is a pure function of the seed and k. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "graph.h"
#include "graph_degrees.h"
#include "graph_plan.h"
#include "graph_text.h"
#include "io/decimal.h"
#include "rng.h"

/* ---- plan ---- */

void graph_plan_free(GraphPlan *plan) {
  free(plan->ends);
  plan->ends = NULL;
  graph_ids_free(&plan->ids);
}

void graph_ids_take(Graph *graph, GraphPlan *plan) {
  graph->ids = plan->ids;
  plan->ids = (GraphIds){.id = NULL};
}

static bool planned_edge(const void *self, uint64_t k, uint32_t ends[2]) {
  plan_edge(self, k, ends);
  return true;
}

Status graph_make(const GraphPlan *plan, int threads, Graph **out) {
  const EdgeSource edges = {planned_edge, plan, plan->count, plan->n, plan->directed};
  TRY(graph_build(&edges, threads, out));
  (*out)->first = plan->first;
  return OK;
}

/* Of 2^20 vertices or more and up to 64 edges a vertex, at most a twelfth of Kronecker's edges are there twice, and next to none of a
 * uniform graph's. */
uint64_t graph_plan_least(const GraphPlan *plan) {
  const bool thin = plan->n >= 1u << 20 && plan->count <= 64ull * plan->n;
  if (!thin || (plan->kind != GRAPH_URAND && plan->kind != GRAPH_KRON)) return 0;
  return graph_plan_arcs(plan) / 4 * (plan->kind == GRAPH_URAND ? 3 : 2);
}

/* ---- generator ---- */

/* Random graphs whose edge k is a pure function of the seed and k: see graph.h. */

typedef struct Settings { /* whole numbers, but rewire; which of them a generator reads, its row says */
  double n, degree, scale, edgefactor, power, seed, rows, cols, min, max, rewire;
} Settings;

typedef struct Generator {
  const char *name, *reads, *form;
  GraphKind kind;
} Generator;

static const Generator generators[] = {
    {"urand:", "n degree seed", "urand:n=COUNT,degree=COUNT,seed=SEED", GRAPH_URAND},
    {"kron:", "scale edgefactor seed", "kron:scale=COUNT,edgefactor=COUNT,seed=SEED", GRAPH_KRON},
    {"powerlaw:", "n degree power seed", "powerlaw:n=COUNT,degree=COUNT,power=COUNT,seed=SEED",
     GRAPH_POWERLAW},
    {"grid:", "rows cols", "grid:rows=COUNT,cols=COUNT", GRAPH_GRID},
    {"smallworld:", "n degree rewire seed", "smallworld:n=COUNT,degree=COUNT,rewire=SHARE,seed=SEED",
     GRAPH_SMALLWORLD},
    {"degrees:", "n min max seed", "degrees:n=COUNT,min=COUNT,max=COUNT,seed=SEED", GRAPH_LISTED},
    {NULL, NULL, NULL, GRAPH_LISTED}};

static const Generator *generator_of(const char *spec) {
  for (const Generator *g = generators; g->name; g++)
    if (strncmp(spec, g->name, strlen(g->name)) == 0) return g;
  return NULL;
}

bool graph_is_generated(const char *spec) { return generator_of(spec) != NULL; }

/* 12, 1e6 or 2^24. */
static bool count_read(const char *text, size_t bytes, double *out) {
  const char *power = memchr(text, '^', bytes);
  double base, exponent;
  if (!power) return decimal_read(text, bytes, out);
  const size_t before = (size_t)(power - text);
  if (!decimal_read(text, before, &base) || !decimal_read(power + 1, bytes - before - 1, &exponent))
    return false;
  if (exponent < 0 || exponent > 63 || exponent != floor(exponent)) return false;
  for (*out = 1; exponent > 0; exponent--) *out *= base;
  return true;
}

static Status setting_take(const Generator *g, const char *spec, const char *word, size_t bytes,
                           Settings *s) {
  const struct {
    const char *name;
    double *value, least, most;
    bool real;
  } settings[] = {{"n", &s->n, 1, (double)GRAPH_VERTICES_MAX, false},
                  {"degree", &s->degree, 0, 1e6, false},
                  {"scale", &s->scale, 1, 31, false},
                  {"edgefactor", &s->edgefactor, 0, 1e6, false},
                  {"power", &s->power, 2, 16, false},
                  {"seed", &s->seed, 0, 9e15, false},
                  {"rows", &s->rows, 1, (double)GRAPH_VERTICES_MAX, false},
                  {"cols", &s->cols, 1, (double)GRAPH_VERTICES_MAX, false},
                  {"min", &s->min, 2, 1e6, false},
                  {"max", &s->max, 2, 1e6, false},
                  {"rewire", &s->rewire, 0, 1, true}};
  for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
    const size_t name = strlen(settings[k].name);
    double *const value = settings[k].value;
    if (bytes <= name || strncmp(word, settings[k].name, name) != 0 || word[name] != '=') continue;
    if (!strstr(g->reads, settings[k].name)) break;
    if (!count_read(word + name + 1, bytes - name - 1, value) || !(*value >= settings[k].least) ||
        *value > settings[k].most || (!settings[k].real && *value != floor(*value)))
      FAIL(ERR_FORMAT, "%s: expected a %snumber from %g to %g behind '%s='", spec,
           settings[k].real ? "" : "whole ", settings[k].least, settings[k].most, settings[k].name);
    return OK;
  }
  FAIL(ERR_FORMAT, "%s: expected %s, found '%.*s'", spec, g->form, (int)bytes, word);
}

static Status settings_read(const Generator *g, const char *spec, Settings *s) {
  memset(s, 0, sizeof *s);
  s->n = 65536;
  s->degree = 12;
  s->scale = 16;
  s->edgefactor = 16;
  s->power = 3;
  s->seed = 1;
  s->rows = s->cols = 256;
  s->min = 6;
  s->max = 18;
  s->rewire = 0.1;
  for (const char *at = spec + strlen(g->name); *at; at += *at == ',') {
    const size_t bytes = strcspn(at, ",");
    TRY(setting_take(g, spec, at, bytes, s));
    at += bytes;
  }
  if (strstr(g->reads, "scale")) {
    s->n = ldexp(1, (int)s->scale);
    s->degree = 2 * s->edgefactor;
  }
  if (g->kind == GRAPH_GRID) {
    s->n = s->rows * s->cols;
    s->degree = (2 * s->n - s->rows - s->cols) * 2 / s->n;
  }
  if (strstr(g->reads, "max")) s->degree = s->max;
  if (g->kind == GRAPH_SMALLWORLD && (s->degree < 2 || fmod(s->degree, 2) != 0 || s->degree >= s->n))
    FAIL(ERR_FORMAT, "%s: expected an even degree from 2 to n - 1, found %.10g", spec, s->degree);
  if (s->n > (double)GRAPH_VERTICES_MAX)
    FAIL(ERR_FORMAT, "%s: expected at most %.4g vertices, found %.4g", spec, (double)GRAPH_VERTICES_MAX,
         s->n);
  if (s->n * s->degree > (double)GRAPH_ARCS_MAX)
    FAIL(ERR_FORMAT, "%s: expected at most %.4g arcs, found %.4g", spec, (double)GRAPH_ARCS_MAX,
         s->n * s->degree);
  return OK;
}

static uint64_t edges_of(const Generator *g, const Settings *s) {
  return (uint64_t)(g->kind == GRAPH_GRID ? 2 * s->n - s->rows - s->cols : s->n * s->degree / 2);
}

static Status degrees_plan(const char *spec, const Settings *s, bool directed, GraphPlan *out) {
  const DegreeRange range = {(uint32_t)s->n, (uint32_t)s->min, (uint32_t)s->max, (uint64_t)s->seed};
  TRY(graph_degrees(spec, &range, out));
  out->directed = directed;
  return OK;
}

Status generator_plan(const char *spec, bool directed, GraphPlan *out) {
  const Generator *g = generator_of(spec);
  Settings s;
  if (!g) FAIL(ERR_FORMAT, "%s: expected urand:, kron:, powerlaw:, grid:, smallworld: or degrees:", spec);
  TRY(settings_read(g, spec, &s));
  if (g->kind == GRAPH_LISTED) return degrees_plan(spec, &s, directed, out);
  *out = (GraphPlan){.kind = g->kind,
                     .n = (uint32_t)s.n,
                     .scale = (uint32_t)s.scale,
                     .power = (uint32_t)s.power,
                     .columns = (uint32_t)s.cols,
                     .steps = (uint32_t)s.degree / 2,
                     .rewired = (uint64_t)(s.rewire * 4294967296.0),
                     .directed = directed,
                     .count = edges_of(g, &s),
                     .seed = (uint64_t)s.seed};
  for (uint32_t round = 0; round < GRAPH_ROUNDS; round++)
    out->key[round] = rng_draw((RngStream){out->seed, round, out->scale, RNG_EDGE}, 0);
  return OK;
}

Status graph_generate(const char *spec, int threads, Graph **out) {
  GraphPlan plan;
  TRY(generator_plan(spec, false, &plan));
  const Status status = graph_make(&plan, threads, out);
  graph_plan_free(&plan);
  return status;
}
