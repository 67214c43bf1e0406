/* Seeded instances: see generate.h. The kinds uniform and clustered; those of the DIMACS challenge are in
 * dimacs.c.
 *
 * Every city has a random stream of its own (rng.h). So a city depends only on the seed and its number, and a
 * uniform instance of n cities is the beginning of every larger one. Coordinates are whole numbers from 0 to
 * 999999. */
#include "generate.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "halt.h"
#include "rng.h"
#include "dimacs.h"
#include "generate_cities.h"
#include "generate_directed.h"
#include "tsp.h"

static Status make(const char *kind, int32_t n, uint64_t seed, Instance **out) {
  char name[64], comment[160];
  snprintf(name, sizeof name, "%s-%d-%llu", kind, n, (unsigned long long)seed);
  snprintf(comment, sizeof comment, "%s, %d cities, seed %llu (cordee generate)", kind, n,
           (unsigned long long)seed);
  return cities_alloc(n, name, comment, out);
}

static Status make_uniform(int32_t n, uint64_t seed, Instance **out) {
  TRY(make("uniform", n, seed, out));
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
  TRY(make("clustered", n, seed, out));
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
  GeneratorMake *chosen;
  if (version == 0)
    chosen = kind->make;
  else if (version <= GENERATOR_VERSIONS)
    chosen = kind->version[version - 1];
  else
    chosen = NULL;
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
