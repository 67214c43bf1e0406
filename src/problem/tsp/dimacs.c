/* The DIMACS challenge's generators: see dimacs.h.
 *
 * Their randomness is Knuth's subtractive generator (TAOCP 2, 3.2.2; lags 55 and 24, modulo 10^9) and his
 * polar method for normal deviates (3.4.1), drawn in exactly the order of the challenge's programs: no other
 * stream would give the instances that the literature's tour lengths belong to. */
#include "dimacs.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "generate_cities.h"
#include "tsp.h"

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

static Status make(char kind, int32_t n, uint64_t seed, Instance **out) {
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

Status dimacs_uniform(int32_t n, uint64_t seed, Instance **out) {
  TRY(make('E', n, seed, out));
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

Status dimacs_clustered(int32_t n, uint64_t seed, Instance **out) {
  if (n < 100) FAIL(ERR_USAGE, "dimacs-c makes n / 100 clusters: at least 100 cities, not %d", n);
  double *centre = malloc(2 * sizeof *centre * (size_t)(n / 100));
  if (!centre) FAIL(ERR_MEMORY, "no memory for the centres of %d cities", n);
  Status status = make('C', n, seed, out);
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

int dimacs_label(int32_t n, uint64_t seed, char label[16]) {
  for (int s = 0; s < SIZES; s++)
    for (int i = 0; i < sizes[s].count; i++)
      if (sizes[s].n == n && size_seed(n, i) == seed) return snprintf(label, 16, "%s.%d", sizes[s].label, i);
  return 0;
}

int dimacs_label_parse(const char *label, int32_t *n, uint64_t *seed) {
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
