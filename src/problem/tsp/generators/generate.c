/* Seeded instances. The kinds uniform and clustered; then those of the DIMACS challenge.
 *
 * Every city has a random stream of its own (rng.h). So a city depends only on the seed and its number, and a uniform
 * instance of n cities is the beginning of every larger one. Coordinates are whole numbers from 0 to 999999. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "generator.h"
#include "halt.h"
#include "instance.h"
#include "problem/tsp/tsp.h"
#include "rng.h"
#include "tsp_generate.h"

static int dimacs_label(int32_t n, uint64_t seed, char label[16]);

/* ---- empty instance ---- */

Status cities_alloc(int32_t n, const char *name, const char *comment, Instance **out) {
  if (n < 1) FAIL(ERR_USAGE, "an instance has at least 1 city, not %d", n);
  TRY(tsp_alloc(METRIC_EUC_2D, n, out));
  snprintf((*out)->name, sizeof(*out)->name, "%s", name);
  snprintf((*out)->comment, sizeof(*out)->comment, "%s", comment);
  return OK;
}

/* ---- DIMACS challenge ---- */

/* The random instances of the 8th DIMACS implementation challenge (Johnson & McGeoch 2002), city for city. Kinds
 * dimacs-e and dimacs-c of tsp_generate.h.
 *
 * The DIMACS challenge's generators.
 *
 * Their randomness is Knuth's subtractive generator (TAOCP 2, 3.2.2; lags 55 and 24, modulo 10^9) and his polar
 * method for normal deviates (3.4.1), drawn in exactly the order of the challenge's programs: no other stream would
 * give the instances that the literature's tour lengths belong to. */

enum { WORDS = 55, LAG = 24, WARM_UP = 165, MODULUS = 1000000000 };

typedef struct Knuth {
  int32_t word[WORDS];
  int a, b;   /* where the next draw goes, and its partner */
  bool spare; /* a normal deviate is kept in `kept` */
  double kept;
} Knuth;

static int32_t subtract(int32_t a, int32_t b) { return a < b ? a - b + MODULUS : a - b; }
static int step_down(int i) { return i == 0 ? WORDS - 1 : i - 1; }

static int32_t knuth_draw(Knuth *k) {
  k->a = step_down(k->a);
  k->b = step_down(k->b);
  return k->word[k->a] = subtract(k->word[k->a], k->word[k->b]);
}

static Knuth knuth_seed(uint64_t seed) {
  Knuth k = {.b = LAG};
  int32_t last = (int32_t)seed, next = 1;
  k.word[0] = last;
  for (int i = 1; i < WORDS; i++) {
    int32_t difference = subtract(last, next);
    k.word[21 * i % WORDS] = last = next;
    next = difference;
  }
  for (int i = 0; i < WARM_UP; i++) knuth_draw(&k);
  return k;
}

static double knuth_unit(Knuth *k) { return knuth_draw(k) / (double)MODULUS; }

/* The polar method makes deviates in pairs. */
static double knuth_normal(Knuth *k) {
  if (k->spare) {
    k->spare = false;
    return k->kept;
  }
  double v1, v2, s;
  do {
    v1 = 2.0 * knuth_unit(k) - 1.0;
    v2 = 2.0 * knuth_unit(k) - 1.0;
    s = v1 * v1 + v2 * v2;
  } while (s >= 1.0);
  double t = sqrt(-2.0 * log(s) / s);
  k->spare = true;
  k->kept = v1 * t;
  return v2 * t;
}

static Status dimacs_make(char kind, int32_t n, uint64_t seed, Instance **out) {
  char label[16], name[64], comment[160];
  if (seed >= MODULUS)
    FAIL(ERR_USAGE, "a DIMACS seed is below %d, not %llu", MODULUS, (unsigned long long)seed);
  if (dimacs_label(n, seed, label))
    snprintf(name, sizeof name, "%c%s", kind, label);
  else
    snprintf(name, sizeof name, "dimacs-%c-%d-%llu", kind == 'E' ? 'e' : 'c', n, (unsigned long long)seed);
  snprintf(comment, sizeof comment, "DIMACS TSP challenge, %s, %d cities, seed %llu (cordee generate)",
           kind == 'E' ? "uniform" : "clustered", n, (unsigned long long)seed);
  return cities_alloc(n, name, comment, out);
}

/* Uniform and clustered; n cities, *out owned by the caller. ERR_USAGE: a seed of 10^9 or more; clustered with fewer
 * than 100 cities (it has n / 100 centres). ERR_MEMORY. */
static Status dimacs_uniform(int32_t n, uint64_t seed, Instance **out) {
  TRY(dimacs_make('E', n, seed, out));
  Instance *inst = *out;
  Knuth k = knuth_seed(seed);
  for (int32_t c = 0; c < n && !halt_poll(); c++) {
    tsp_of(inst)->x[c] = knuth_draw(&k) / 1000;
    tsp_of(inst)->y[c] = knuth_draw(&k) / 1000;
  }
  inst->digest = instance_digest(inst);
  return OK;
}

/* Centres and offsets are cut to whole numbers one by one, as the challenge's program did. */
static void scatter(Knuth *k, int32_t centres, double *centre, Instance *inst) {
  for (int32_t i = 0; i < 2 * centres; i++) centre[i] = trunc(knuth_unit(k) * GENERATE_SIDE);
  const double root = sqrt(inst->n);
  for (int32_t c = 0; c < inst->n && !halt_poll(); c++) {
    const double *home = centre + 2 * (size_t)(knuth_unit(k) * centres);
    tsp_of(inst)->x[c] = home[0] + trunc(knuth_normal(k) / root * GENERATE_SIDE);
    tsp_of(inst)->y[c] = home[1] + trunc(knuth_normal(k) / root * GENERATE_SIDE);
  }
}

/* Uniform and clustered; n cities, *out owned by the caller. ERR_USAGE: a seed of 10^9 or more; clustered with fewer
 * than 100 cities (it has n / 100 centres). ERR_MEMORY. */
static Status dimacs_clustered(int32_t n, uint64_t seed, Instance **out) {
  if (n < 100) FAIL(ERR_USAGE, "dimacs-c makes n / 100 clusters: at least 100 cities, not %d", n);
  double *centre = malloc(2 * sizeof *centre * (size_t)(n / 100));
  if (!centre) FAIL(ERR_MEMORY, "no memory for the centres of %d cities", n);
  Status status = dimacs_make('C', n, seed, out);
  if (status == OK) {
    Knuth k = knuth_seed(seed);
    scatter(&k, n / 100, centre, *out);
    (*out)->digest = instance_digest(*out);
  }
  free(centre);
  return status;
}

/* Instance 0 of a size has the size as its seed, instance i the seed 10 n + i. */
static const struct {
  const char *label;
  int32_t n;
  int count;
} sizes[] = {{"1k", 1000, 10},   {"3k", 3162, 5},     {"10k", 10000, 3},
             {"31k", 31623, 2},  {"100k", 100000, 2}, {"316k", 316228, 1},
             {"1M", 1000000, 1}, {"3M", 3162278, 1},  {"10M", 10000000, 1}};

enum { SIZES = sizeof sizes / sizeof *sizes };

static uint64_t size_seed(int32_t n, int i) { return i == 0 ? (uint64_t)n : 10 * (uint64_t)n + (uint64_t)i; }

/* The challenge's label of (n, seed), such as "10k.2", into label; false if it has none. */
static int dimacs_label(int32_t n, uint64_t seed, char label[16]) {
  for (int s = 0; s < SIZES; s++)
    for (int i = 0; i < sizes[s].count; i++)
      if (sizes[s].n == n && size_seed(n, i) == seed) return snprintf(label, 16, "%s.%d", sizes[s].label, i);
  return 0;
}

/* The inverse. */
static int dimacs_label_parse(const char *label, int32_t *n, uint64_t *seed) {
  for (int s = 0; s < SIZES; s++)
    for (int i = 0; i < sizes[s].count; i++) {
      char text[16];
      snprintf(text, sizeof text, "%s.%d", sizes[s].label, i);
      if (strcmp(text, label) == 0) {
        *n = sizes[s].n;
        *seed = size_seed(*n, i);
        return 1;
      }
    }
  return 0;
}

/* ---- kinds ---- */

static Status kind_make(const char *kind, int32_t n, uint64_t seed, Instance **out) {
  char name[64], comment[160];
  snprintf(name, sizeof name, "%s-%d-%llu", kind, n, (unsigned long long)seed);
  snprintf(comment, sizeof comment, "%s, %d cities, seed %llu (cordee generate)", kind, n,
           (unsigned long long)seed);
  return cities_alloc(n, name, comment, out);
}

static Status make_uniform(int32_t n, uint64_t seed, Instance **out) {
  TRY(kind_make("uniform", n, seed, out));
  Instance *inst = *out;
  for (int32_t c = 0; c < n && !halt_poll(); c++) {
    RngStream s = {.seed = seed, .individual = (uint32_t)c, .purpose = RNG_CITY};
    tsp_of(inst)->x[c] = rng_below(s, 0, GENERATE_SIDE);
    tsp_of(inst)->y[c] = rng_below(s, 1, GENERATE_SIDE);
  }
  inst->digest = instance_digest(inst);
  return OK;
}

/* max(1, n / 100) centres, uniform (stream RNG_CENTRE, draws 0 and 1). City c draws its centre (RNG_CITY,
 * draw 0) and a pair of normal offsets (draws 1 and 2, Box & Muller 1958) of standard deviation 10^6 /
 * sqrt(n), rounded. log, cos and sin differ by an ulp between libraries; rounding to whole numbers hides
 * that. */
typedef struct Cluster {
  RngStream city, centre;
  double deviation;
} Cluster;

static Cluster cluster_of(int32_t n, uint64_t seed, int32_t c) {
  const RngStream city = {.seed = seed, .individual = (uint32_t)c, .purpose = RNG_CITY};
  const uint32_t centres = n < 100 ? 1 : (uint32_t)n / 100;
  const RngStream centre = {.seed = seed, .individual = rng_below(city, 0, centres), .purpose = RNG_CENTRE};
  return (Cluster){city, centre, GENERATE_SIDE / sqrt(n)};
}

/* A place near the centre, which may be outside of the square, from the city's draws `draw` and draw + 1. */
static void cluster_place(const Cluster *k, uint32_t draw, double *x, double *y) {
  const double turn = 6.283185307179586;
  const double radius = k->deviation * sqrt(-2.0 * log(1.0 - rng_unit(k->city, draw))),
               angle = turn * rng_unit(k->city, draw + 1);
  *x = rng_below(k->centre, 0, GENERATE_SIDE) + round(radius * cos(angle));
  *y = rng_below(k->centre, 1, GENERATE_SIDE) + round(radius * sin(angle));
}

static bool is_inside(double x, double y) {
  return x >= 0 && x < GENERATE_SIDE && y >= 0 && y < GENERATE_SIDE;
}

/* Version 2: a place outside of the square is drawn again, with the city's next two draws. */
static Status make_clustered(int32_t n, uint64_t seed, Instance **out) {
  char name[64], comment[160];
  snprintf(name, sizeof name, "clustered-v2-%d-%llu", n, (unsigned long long)seed);
  snprintf(comment, sizeof comment, "clustered, %d cities, seed %llu, version 2 (cordee generate)", n,
           (unsigned long long)seed);
  TRY(cities_alloc(n, name, comment, out));
  Instance *inst = *out;
  for (int32_t c = 0; c < n && !halt_poll(); c++) {
    const Cluster cluster = cluster_of(n, seed, c);
    uint32_t draw = 1;
    do {
      cluster_place(&cluster, draw, &tsp_of(inst)->x[c], &tsp_of(inst)->y[c]);
      draw += 2;
    } while (!is_inside(tsp_of(inst)->x[c], tsp_of(inst)->y[c])); /* at least one place in nine is inside */
  }
  inst->digest = instance_digest(inst);
  return OK;
}

static double clip(double value) { return fmax(0, fmin(GENERATE_SIDE - 1, value)); }

/* Version 1: a place outside of the square moves to its border, where many cities accumulate. */
static Status make_clustered_1(int32_t n, uint64_t seed, Instance **out) {
  TRY(kind_make("clustered", n, seed, out));
  Instance *inst = *out;
  for (int32_t c = 0; c < n && !halt_poll(); c++) {
    const Cluster cluster = cluster_of(n, seed, c);
    cluster_place(&cluster, 1, &tsp_of(inst)->x[c], &tsp_of(inst)->y[c]);
    tsp_of(inst)->x[c] = clip(tsp_of(inst)->x[c]);
    tsp_of(inst)->y[c] = clip(tsp_of(inst)->y[c]);
  }
  inst->digest = instance_digest(inst);
  return OK;
}

enum { KIND_UNIFORM, KIND_CLUSTERED, KIND_DIMACS_E, KIND_DIMACS_C };

const GeneratorKind generator_kinds[] = {
    [KIND_UNIFORM] = {"uniform", make_uniform, {make_uniform}},
    [KIND_CLUSTERED] = {"clustered", make_clustered, {make_clustered_1, make_clustered}},
    [KIND_DIMACS_E] = {"dimacs-e", dimacs_uniform, {dimacs_uniform}},
    [KIND_DIMACS_C] = {"dimacs-c", dimacs_clustered, {dimacs_clustered}},
    {"amat", generate_amat, {generate_amat}},
    {"tmat", generate_tmat, {generate_tmat}},
    {"shop", generate_shop, {generate_shop}},
    {"super", generate_super, {generate_super}},
    {"crane", generate_crane, {generate_crane}},
    {"disk", generate_disk, {generate_disk}},
    {"coin", generate_coin, {generate_coin}},
    {"stilt", generate_stilt, {generate_stilt}},
    {"rtilt", generate_rtilt, {generate_rtilt}},
    {"rect", generate_rect, {generate_rect}},
    {.name = NULL},
};

const GeneratorKind *generator_kind(const char *name) {
  const GeneratorKind *k = generator_kinds;
  while (k->name && strcmp(k->name, name) != 0) k++;
  return k->name ? k : NULL;
}

Status generator_make(const GeneratorKind *kind, uint64_t version, int32_t n, uint64_t seed, Instance **out) {
  const bool numbered = version > 0 && version <= GENERATOR_VERSIONS;
  GeneratorMake *const older = numbered ? kind->version[version - 1] : NULL;
  GeneratorMake *const chosen = version == 0 ? kind->make : older;
  if (!chosen)
    FAIL(ERR_USAGE, "--generator-version: expected %s for %s, found %llu", kind->version[1] ? "1 or 2" : "1",
         kind->name, (unsigned long long)version);
  return chosen(n, seed, out);
}

Status dimacs_name_parse(const char *name, const GeneratorKind **kind, int32_t *n, uint64_t *seed) {
  if ((name[0] != 'E' && name[0] != 'C') || !dimacs_label_parse(name + 1, n, seed))
    FAIL(ERR_USAGE, "'%s' is no DIMACS instance: expected a name such as E1k.0, C10k.2 or E1M.0", name);
  *kind = &generator_kinds[name[0] == 'E' ? KIND_DIMACS_E : KIND_DIMACS_C];
  return OK;
}
