/* Seeded instances: see generate.h. Kinds of the house; those of the DIMACS challenge are in dimacs.c.
 *
 * Every city has a random stream of its own (rng.h), so a city depends on the seed and its number only, and
 * an instance of n cities is the beginning of any larger uniform one. Coordinates are whole numbers from 0 to
 * 999999. */
#include "generate.h"

#include <math.h>
#include <stdio.h>
#include "../rng.h"
#include "dimacs.h"
#include "generate_cities.h"

Status cities_alloc(int32_t n, const char *name, const char *comment, Instance **out) {
  if (n < 1) FAIL(ERR_USAGE, "an instance has at least 1 city, not %d", n);
  TRY(instance_alloc(METRIC_EUC_2D, n, out));
  snprintf((*out)->name, sizeof(*out)->name, "%s", name);
  snprintf((*out)->comment, sizeof(*out)->comment, "%s", comment);
  return OK;
}

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
  for (int32_t c = 0; c < n; c++) {
    RngStream s = {.seed = seed, .individual = (uint32_t)c, .purpose = RNG_CITY};
    inst->x[c] = rng_below(s, 0, GENERATE_SIDE);
    inst->y[c] = rng_below(s, 1, GENERATE_SIDE);
  }
  inst->digest = instance_digest(inst);
  return OK;
}

static double clip(double value) { return fmax(0, fmin(GENERATE_SIDE - 1, value)); }

/* max(1, n / 100) centres, uniform (stream RNG_CENTRE, draws 0 and 1). City c draws its centre (RNG_CITY,
 * draw 0) and a pair of normal offsets (draws 1 and 2, Box & Muller 1958) of standard deviation 10^6 /
 * sqrt(n), rounded and clipped. log, cos and sin differ by an ulp between libraries; rounding to whole
 * numbers hides that. */
static Status make_clustered(int32_t n, uint64_t seed, Instance **out) {
  TRY(make("clustered", n, seed, out));
  Instance *inst = *out;
  const uint32_t centres = n < 100 ? 1 : (uint32_t)n / 100;
  const double deviation = GENERATE_SIDE / sqrt(n), turn = 6.283185307179586;
  for (int32_t c = 0; c < n; c++) {
    RngStream city = {.seed = seed, .individual = (uint32_t)c, .purpose = RNG_CITY};
    RngStream centre = {.seed = seed, .individual = rng_below(city, 0, centres), .purpose = RNG_CENTRE};
    double radius = deviation * sqrt(-2.0 * log(1.0 - rng_unit(city, 1))), angle = turn * rng_unit(city, 2);
    inst->x[c] = clip(rng_below(centre, 0, GENERATE_SIDE) + round(radius * cos(angle)));
    inst->y[c] = clip(rng_below(centre, 1, GENERATE_SIDE) + round(radius * sin(angle)));
  }
  inst->digest = instance_digest(inst);
  return OK;
}

enum { KIND_UNIFORM, KIND_CLUSTERED, KIND_DIMACS_E, KIND_DIMACS_C, KINDS };

const GeneratorKind generator_kinds[KINDS + 1] = {
    [KIND_UNIFORM] = {"uniform", "cities anywhere in a square of side 10^6", make_uniform},
    [KIND_CLUSTERED] = {"clustered", "n / 100 normal clusters in the same square", make_clustered},
    [KIND_DIMACS_E] = {"dimacs-e", "uniform, the E instances of the DIMACS challenge", dimacs_uniform},
    [KIND_DIMACS_C] = {"dimacs-c", "clustered, the C instances of the DIMACS challenge", dimacs_clustered},
};

Status dimacs_name_parse(const char *name, const GeneratorKind **kind, int32_t *n, uint64_t *seed) {
  if ((name[0] != 'E' && name[0] != 'C') || !dimacs_label_parse(name + 1, n, seed))
    FAIL(ERR_USAGE, "'%s' is no DIMACS instance: expected a name such as E1k.0, C10k.2 or E1M.0", name);
  *kind = &generator_kinds[name[0] == 'E' ? KIND_DIMACS_E : KIND_DIMACS_C];
  return OK;
}
