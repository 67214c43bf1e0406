/* Seeded instances (src/problem/tsp/generators/generate.c, src/problem/tsp/generators/generate.c). */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "problem/tsp/generators/tsp_generate.h"
#include "problem/tsp/files/tsp_files.h"
#include "rng.h"
#include "problem/tsp/tsp.h"

static const GeneratorKind *kind_find(const char *name) {
  const GeneratorKind *kind = generator_kinds;
  while (kind->name && strcmp(kind->name, name) != 0) kind++;
  CU_ASSERT_PTR_NOT_NULL_FATAL(kind->name);
  return kind;
}

static Instance *make(const char *kind, int32_t n, uint64_t seed) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(kind_find(kind)->make(n, seed, &inst), OK);
  CU_ASSERT_EQUAL(inst->digest, instance_digest(inst));
  CU_ASSERT_EQUAL(tsp_of(inst)->metric, METRIC_EUC_2D);
  CU_ASSERT_EQUAL(inst->n, n);
  return inst;
}

static Instance *make_dimacs(const char *name) {
  const GeneratorKind *kind = NULL;
  int32_t n = 0;
  uint64_t seed = 0;
  CU_ASSERT_EQUAL_FATAL(dimacs_name_parse(name, &kind, &n, &seed), OK);
  Instance *inst = make(kind->name, n, seed);
  CU_ASSERT_STRING_EQUAL(inst->name, name);
  return inst;
}

/* Sums of the coordinates of the published instances. */
static void dimacs_checksums(void) {
  static const struct {
    const char *name;
    double x, y;
  } sums[] = {{"E1k.0", 508605748, 496415496},       {"C1k.0", 521674817, 505088146},
              {"E10k.0", 4982285421, 5018113356},    {"C10k.0", 5173100365, 5096845288},
              {"E100k.0", 50055692587, 50000504394}, {"E1M.0", 499953726273, 500273689759}};
  for (size_t s = 0; s < sizeof sums / sizeof *sums; s++) {
    Instance *inst = make_dimacs(sums[s].name);
    double x = 0, y = 0;
    for (int32_t c = 0; c < inst->n; c++) {
      x += tsp_of(inst)->x[c];
      y += tsp_of(inst)->y[c];
    }
    CU_ASSERT_EQUAL(x, sums[s].x);
    CU_ASSERT_EQUAL(y, sums[s].y);
    if (inst->n == 1000000) {
      CU_ASSERT_TRUE(tsp_of(inst)->x[0] == 703358 && tsp_of(inst)->y[0] == 877189);
      CU_ASSERT_TRUE(tsp_of(inst)->x[999999] == 880723 && tsp_of(inst)->y[999999] == 535824);
    }
    instance_free(inst);
  }
}

static void dimacs_files(void) {
  static const char *const names[] = {"E1k.0", "C1k.0", "E10k.0"};
  for (int f = 0; f < 3; f++) {
    char relative[64];
    snprintf(relative, sizeof relative, "tsp/%s.tsp", names[f]);
    const char *path = harness_data(relative);
    if (!path) return;
    Instance *file = NULL, *made = make_dimacs(names[f]);
    CU_ASSERT_EQUAL_FATAL(tsplib_read(path, &file), OK);
    CU_ASSERT_EQUAL(made->digest, file->digest);
    instance_free(file);
    instance_free(made);
  }
}

static void dimacs_names(void) {
  static const struct {
    const char *name;
    int32_t n;
    uint64_t seed;
  } names[] = {{"E1k.0", 1000, 1000},        {"E1k.9", 1000, 10009},      {"C3k.0", 3162, 3162},
               {"C3k.1", 3162, 31621},       {"E10k.2", 10000, 100002},   {"E31k.1", 31623, 316231},
               {"C100k.1", 100000, 1000001}, {"C316k.0", 316228, 316228}, {"E10M.0", 10000000, 10000000}};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    const GeneratorKind *kind = NULL;
    int32_t n = 0;
    uint64_t seed = 0;
    CU_ASSERT_EQUAL(dimacs_name_parse(names[k].name, &kind, &n, &seed), OK);
    CU_ASSERT_TRUE(n == names[k].n && seed == names[k].seed);
    CU_ASSERT_STRING_EQUAL(kind ? kind->name : "", names[k].name[0] == 'E' ? "dimacs-e" : "dimacs-c");
  }
  static const char *const bad[] = {"",      "E",     "E1k",   "E1k.",   "E1k.10", "E1k.00",
                                    "e1k.0", "D1k.0", "E2k.0", "E1k.0 ", "E1M.1"};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    const GeneratorKind *kind;
    int32_t n;
    uint64_t seed;
    status_clear();
    CU_ASSERT_EQUAL(dimacs_name_parse(bad[k], &kind, &n, &seed), ERR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "is no DIMACS instance"));
  }
}

/* City c depends on the seed and c only. */
static void uniform_is_the_stream(void) {
  Instance *inst = make("uniform", 50, 0x123456789abcdef), *longer = make("uniform", 60, 0x123456789abcdef);
  CU_ASSERT_STRING_EQUAL(inst->name, "uniform-50-81985529216486895");
  CU_ASSERT_PTR_NOT_NULL(strstr(inst->comment, "uniform, 50 cities, seed 81985529216486895"));
  for (uint32_t c = 0; c < 50; c++) {
    RngStream s = {0x123456789abcdef, 0, c, RNG_CITY};
    CU_ASSERT_EQUAL(tsp_of(inst)->x[c], rng_below(s, 0, 1000000));
    CU_ASSERT_EQUAL(tsp_of(inst)->y[c], rng_below(s, 1, 1000000));
  }
  CU_ASSERT_EQUAL(memcmp(tsp_of(inst)->x, tsp_of(longer)->x, 50 * sizeof *tsp_of(inst)->x), 0);
  instance_free(inst);
  instance_free(longer);
}

static void stays_in_the_square(void) {
  for (const GeneratorKind *kind = generator_kinds; strcmp(kind->name, "amat") != 0; kind++) {
    Instance *inst = make(kind->name, 5000, 7), *same = make(kind->name, 5000, 7),
             *other = make(kind->name, 5000, 8);
    int outside = 0, broken = 0;
    for (int c = 0; c < 5000; c++) {
      outside += tsp_of(inst)->x[c] < 0 || tsp_of(inst)->x[c] > 999999 || tsp_of(inst)->y[c] < 0 ||
                 tsp_of(inst)->y[c] > 999999;
      broken +=
          tsp_of(inst)->x[c] != floor(tsp_of(inst)->x[c]) || tsp_of(inst)->y[c] != floor(tsp_of(inst)->y[c]);
    }
    CU_ASSERT_EQUAL(broken, 0);
    if (strcmp(kind->name, "dimacs-c") != 0) CU_ASSERT_EQUAL(outside, 0); /* the challenge does not clip */
    CU_ASSERT_EQUAL(inst->digest, same->digest);
    CU_ASSERT_NOT_EQUAL(inst->digest, other->digest);
    instance_free(inst);
    instance_free(same);
    instance_free(other);
  }
}

/* Mean distance of consecutive pairs to the nearest other city, in units of the uniform expectation 0.5 /
 * sqrt(density). */
static double crowding(const Instance *inst) {
  double sum = 0;
  for (int32_t a = 0; a < 500; a++) {
    double nearest = INFINITY;
    for (int32_t b = 0; b < inst->n; b++)
      if (b != a)
        nearest = fmin(
            nearest, hypot(tsp_of(inst)->x[a] - tsp_of(inst)->x[b], tsp_of(inst)->y[a] - tsp_of(inst)->y[b]));
    sum += nearest;
  }
  return sum / 500 / (0.5 * 1e6 / sqrt(inst->n));
}

static void clustered_is_clustered(void) {
  Instance *even = make("uniform", 10000, 3), *lumps = make("clustered", 10000, 3),
           *dimacs = make("dimacs-c", 10000, 3);
  CU_ASSERT_DOUBLE_EQUAL(crowding(even), 1.0, 0.1);
  CU_ASSERT_TRUE(crowding(lumps) < 0.6 && crowding(lumps) > 0.1);
  CU_ASSERT_DOUBLE_EQUAL(crowding(lumps), crowding(dimacs), 0.1); /* the same recipe, other random numbers */
  instance_free(even);
  instance_free(lumps);
  instance_free(dimacs);
}

/* The clustered kind written out once more: one cluster, and the mean and deviation of its offsets. */
static void clustered_has_its_deviation(void) {
  Instance *inst = make("clustered", 199, 12);
  RngStream centre = {12, 0, 0, RNG_CENTRE};
  double sum = 0, squares = 0;
  for (int c = 0; c < 199; c++) {
    double dx = tsp_of(inst)->x[c] - rng_below(centre, 0, 1000000),
           dy = tsp_of(inst)->y[c] - rng_below(centre, 1, 1000000);
    sum += dx + dy;
    squares += dx * dx + dy * dy;
  }
  double deviation = 1e6 / sqrt(199);
  CU_ASSERT_DOUBLE_EQUAL(sum / 398 / deviation, 0, 0.2);
  CU_ASSERT_DOUBLE_EQUAL(sqrt(squares / 398) / deviation, 1, 0.15);
  instance_free(inst);
}

static int on_the_border(const Instance *inst) {
  int count = 0;
  for (int32_t c = 0; c < inst->n; c++) {
    const double x = tsp_of(inst)->x[c], y = tsp_of(inst)->y[c];
    count += x == 0 || x == 999999 || y == 0 || y == 999999;
  }
  return count;
}

static Instance *make_version(uint64_t version, int32_t n, uint64_t seed) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(generator_make(kind_find("clustered"), version, n, seed, &inst), OK);
  return inst;
}

/* Of 20 times 2,000 cities chance puts 0.16 on the border, four lines of 10^6: more than 5 of them one time in 10^8. The first version
 * put each there that was drawn outside. */
static void clustered_does_not_pile_up(void) {
  int piled = 0, on_border = 0, changed_inside = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    Instance *old = make_version(1, 2000, seed), *new = make("clustered", 2000, seed),
             *same = make_version(2, 2000, seed);
    piled += on_the_border(old);
    on_border += on_the_border(new);
    for (int32_t c = 0; c < 2000; c++) {
      const bool inside = tsp_of(old)->x[c] > 0 && tsp_of(old)->x[c] < 999999 && tsp_of(old)->y[c] > 0 &&
                          tsp_of(old)->y[c] < 999999;
      changed_inside +=
          inside && (tsp_of(old)->x[c] != tsp_of(new)->x[c] || tsp_of(old)->y[c] != tsp_of(new)->y[c]);
    }
    CU_ASSERT_EQUAL(new->digest, same->digest);
    instance_free(old);
    instance_free(new);
    instance_free(same);
  }
  CU_ASSERT(on_border <= 5);
  CU_ASSERT(piled > 500);
  CU_ASSERT_EQUAL(changed_inside, 0);            /* only those are drawn again */
  for (uint64_t seed = 1; seed <= 200; seed++) { /* a deviation as large as the square */
    Instance *one = make("clustered", 1, seed);
    on_border += on_the_border(one);
    instance_free(one);
  }
  CU_ASSERT(on_border <= 5);
}

static void old_seeds_make_old_files(void) {
  Instance *shipped = NULL, *made = make_version(1, 200, 1), *new = make("clustered", 200, 1);
  CU_ASSERT_EQUAL_FATAL(tsplib_read("instances/clustered-200-1.tsp", &shipped), OK);
  CU_ASSERT_EQUAL(made->digest, shipped->digest);
  CU_ASSERT_STRING_EQUAL(made->name, shipped->name);
  CU_ASSERT_STRING_EQUAL(made->comment, shipped->comment);
  CU_ASSERT_NOT_EQUAL(new->digest, shipped->digest);
  CU_ASSERT_STRING_NOT_EQUAL(new->name, shipped->name); /* optima.tsv goes by names */
  CU_ASSERT_PTR_NOT_NULL(strstr(new->comment, "version 2"));
  instance_free(shipped);
  instance_free(made);
  instance_free(new);
  Instance *none = NULL;
  status_clear();
  CU_ASSERT_EQUAL(generator_make(kind_find("clustered"), 3, 10, 1, &none), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "--generator-version: expected 1 or 2 for clustered, found 3");
  status_clear();
  CU_ASSERT_EQUAL(generator_make(kind_find("uniform"), 2, 10, 1, &none), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "--generator-version: expected 1 for uniform, found 2");
  status_clear();
}

static void names_tell_the_origin(void) {
  Instance *inst = make("dimacs-e", 1000, 77);
  CU_ASSERT_STRING_EQUAL(inst->name, "dimacs-e-1000-77");
  CU_ASSERT_PTR_NOT_NULL(strstr(inst->comment, "seed 77"));
  instance_free(inst);
  inst = make("dimacs-c", 3162, 31624);
  CU_ASSERT_STRING_EQUAL(inst->name, "C3k.4");
  instance_free(inst);
  inst = make("clustered", 1, 0);
  CU_ASSERT_STRING_EQUAL(inst->name, "clustered-v2-1-0");
  instance_free(inst);
}

static void refuses(void) {
  static const struct {
    const char *kind;
    int32_t n;
    uint64_t seed;
    const char *message;
  } cases[] = {
      {"uniform", 0, 1, "at least 1 city, not 0"},      {"clustered", -3, 1, "at least 1 city, not -3"},
      {"dimacs-e", 0, 1, "at least 1 city, not 0"},     {"dimacs-c", 99, 1, "at least 100 cities, not 99"},
      {"dimacs-e", 10, 1000000000, "below 1000000000"}, {"dimacs-c", 100, UINT64_MAX, "below 1000000000"}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    Instance *inst = NULL;
    status_clear();
    CU_ASSERT_EQUAL(kind_find(cases[c].kind)->make(cases[c].n, cases[c].seed, &inst), ERR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), cases[c].message));
    CU_ASSERT_PTR_NULL(inst);
  }
}

static const HarnessTest tests[] = {TEST(dimacs_checksums),
                                    TEST(dimacs_files),
                                    TEST(dimacs_names),
                                    TEST(uniform_is_the_stream),
                                    TEST(stays_in_the_square),
                                    TEST(clustered_is_clustered),
                                    TEST(clustered_has_its_deviation),
                                    TEST(clustered_does_not_pile_up),
                                    TEST(old_seeds_make_old_files),
                                    TEST(names_tell_the_origin),
                                    TEST(refuses),
                                    {NULL, NULL}};

int main(void) { return harness_run("generate", tests); }
