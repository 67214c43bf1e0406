/* Random graphs whose edge k is a pure function of the seed and k: see graph.h. */
#include "graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "io/decimal.h"
#include "rng.h"

typedef struct Settings { /* whole numbers; which of them a generator reads, its row says */
  double n, degree, scale, edgefactor, power, seed;
  uint64_t key[4]; /* of a permutation */
} Settings;

typedef struct Generator {
  const char *name, *reads, *form;
  bool (*edge)(const void *self, uint64_t k, uint32_t ends[2]);
} Generator;

static RngStream edge_stream(const Settings *s, uint64_t k) {
  return (RngStream){(uint64_t)s->seed, (uint32_t)k, (uint32_t)(k >> 32), RNG_INSTANCE};
}

static uint32_t word_below(uint32_t word, uint32_t n) { return (uint32_t)((uint64_t)word * n >> 32); }

static bool urand_edge(const void *self, uint64_t k, uint32_t ends[2]) {
  const Settings *s = self;
  const uint64_t draw = rng_draw(edge_stream(s, k), 0);
  ends[0] = word_below((uint32_t)draw, (uint32_t)s->n);
  ends[1] = word_below((uint32_t)(draw >> 32), (uint32_t)s->n);
  return true;
}

enum { ROUNDS = 4 };

/* A permutation of the numbers of so many bits. */
static uint32_t label_shuffled(uint32_t x, uint32_t bits, const uint64_t key[ROUNDS]) {
  const uint32_t mask = (uint32_t)((1ull << bits) - 1), half = bits / 2 ? bits / 2 : 1;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    x = (x * ((uint32_t)key[round] | 1) + (uint32_t)(key[round] >> 32)) & mask;
    x ^= x >> half;
  }
  return x;
}

/* A quadrant for each bit, from 16 bits of randomness: 0.57, 0.19, 0.19, 0.05. */
static bool kron_edge(const void *self, uint64_t k, uint32_t ends[2]) {
  enum { A = 37356, AB = 49807, ABC = 62259 };
  const Settings *s = self;
  const RngStream stream = edge_stream(s, k);
  uint64_t draw = 0;
  ends[0] = ends[1] = 0;
  for (uint32_t bit = 0; bit < (uint32_t)s->scale; bit++, draw >>= 16) {
    if (bit % 4 == 0) draw = rng_draw(stream, bit / 4);
    const uint32_t x = (uint32_t)draw & 0xffff;
    ends[0] = ends[0] << 1 | (x >= AB), ends[1] = ends[1] << 1 | ((x >= A) & (x < AB)) | (x >= ABC);
  }
  for (int e = 0; e < 2; e++) ends[e] = label_shuffled(ends[e], (uint32_t)s->scale, s->key);
  return true;
}

static bool powerlaw_edge(const void *self, uint64_t k, uint32_t ends[2]) {
  const Settings *s = self;
  for (uint32_t e = 0; e < 2; e++) {
    const double x = rng_unit(edge_stream(s, k), e);
    double y = x;
    for (int p = 1; p < (int)s->power; p++) y *= x;
    const double v = y * s->n;
    ends[e] = v < s->n ? (uint32_t)v : (uint32_t)s->n - 1;
  }
  return true;
}

static const Generator generators[] = {
    {"urand:", "n degree seed", "urand:n=COUNT,degree=COUNT,seed=SEED", urand_edge},
    {"kron:", "scale edgefactor seed", "kron:scale=COUNT,edgefactor=COUNT,seed=SEED", kron_edge},
    {"powerlaw:", "n degree power seed", "powerlaw:n=COUNT,degree=COUNT,power=COUNT,seed=SEED",
     powerlaw_edge},
    {NULL, NULL, NULL, NULL}};

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
  } settings[] = {{"n", &s->n, 1, (double)GRAPH_VERTICES_MAX},
                  {"degree", &s->degree, 0, 1e6},
                  {"scale", &s->scale, 1, 31},
                  {"edgefactor", &s->edgefactor, 0, 1e6},
                  {"power", &s->power, 2, 16},
                  {"seed", &s->seed, 0, 9e15}};
  for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
    const size_t name = strlen(settings[k].name);
    double *const value = settings[k].value;
    if (bytes <= name || strncmp(word, settings[k].name, name) != 0 || word[name] != '=') continue;
    if (!strstr(g->reads, settings[k].name)) break;
    if (!count_read(word + name + 1, bytes - name - 1, value) || !(*value >= settings[k].least) ||
        *value > settings[k].most || *value != floor(*value))
      FAIL(ERR_FORMAT, "%s: expected a whole number from %g to %g behind '%s='", spec, settings[k].least,
           settings[k].most, settings[k].name);
    return OK;
  }
  FAIL(ERR_FORMAT, "%s: expected %s, found '%.*s'", spec, g->form, (int)bytes, word);
}

static Status settings_read(const Generator *g, const char *spec, Settings *s) {
  memset(s, 0, sizeof *s);
  s->n = 65536, s->degree = 12, s->scale = 16, s->edgefactor = 16, s->power = 3, s->seed = 1;
  for (const char *at = spec + strlen(g->name); *at; at += *at == ',') {
    const size_t bytes = strcspn(at, ",");
    TRY(setting_take(g, spec, at, bytes, s));
    at += bytes;
  }
  for (uint32_t round = 0; round < ROUNDS; round++)
    s->key[round] = rng_draw((RngStream){(uint64_t)s->seed, round, (uint32_t)s->scale, RNG_EDGE}, 0);
  if (strstr(g->reads, "scale")) s->n = ldexp(1, (int)s->scale), s->degree = 2 * s->edgefactor;
  if (s->n * s->degree > (double)GRAPH_ARCS_MAX)
    FAIL(ERR_FORMAT, "%s: expected at most %.4g arcs, found %.4g", spec, (double)GRAPH_ARCS_MAX,
         s->n * s->degree);
  return OK;
}

Status graph_generate(const char *spec, int threads, Graph **out) {
  const Generator *g = generator_of(spec);
  Settings s;
  if (!g) FAIL(ERR_FORMAT, "%s: expected urand:, kron: or powerlaw:", spec);
  TRY(settings_read(g, spec, &s));
  const EdgeSource edges = {g->edge, &s, (uint64_t)(s.n * s.degree / 2), (uint32_t)s.n, false};
  return graph_build(&edges, threads, out);
}
