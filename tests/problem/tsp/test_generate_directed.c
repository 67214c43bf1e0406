/* The generated classes of directed instances (src/problem/tsp/generators/generate_directed.c and its neighbours) against their rules, worked out in
 * another way from the same draws. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "problem/tsp/generators/tsp_generate.h"
#include "problem/tsp/tsp.h"
#include "rng.h"

enum { N = 60, SEED = 3 };

static Instance *made(const char *kind, int32_t n, uint64_t seed) {
  Instance *inst = NULL;
  const GeneratorKind *k = generator_kind(kind);
  CU_ASSERT_PTR_NOT_NULL_FATAL(k);
  CU_ASSERT_EQUAL_FATAL(generator_make(k, 0, n, seed, &inst), OK);
  return inst;
}

static int32_t arc(const Instance *inst, int32_t a, int32_t b) {
  return tsp_of(inst)->matrix[a * inst->n + b];
}

static uint32_t drawn(int32_t city, uint32_t draw, uint32_t below) {
  return rng_below((RngStream){.seed = SEED, .individual = (uint32_t)city, .purpose = RNG_CITY}, draw, below);
}

/* Shortest paths by Floyd and Warshall's algorithm. */
static void closures(void) {
  static const int32_t sizes[] = {2, 3, 10, N, 300};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int32_t n = sizes[s];
    Instance *amat = made("amat", n, SEED), *tmat = made("tmat", n, SEED);
    int32_t *d = tsp_of(amat)->matrix;
    for (int32_t k = 0; k < n; k++)
      for (int32_t a = 0; a < n; a++)
        for (int32_t b = 0; b < n; b++)
          if (a != k && b != k && a != b && d[a * n + k] + d[k * n + b] < d[a * n + b])
            d[a * n + b] = d[a * n + k] + d[k * n + b];
    CU_ASSERT(memcmp(d, tsp_of(tmat)->matrix, sizeof *d * (size_t)n * (size_t)n) == 0);
    instance_free(amat);
    instance_free(tmat);
  }
}

/* A task after another one on every machine, as late as it has to be. */
static int32_t shop_oracle(int32_t a, int32_t b) {
  for (int32_t start = 0;; start++) { /* of b after a's start */
    int32_t end_a = 0, begin_b = start, possible = 1;
    for (uint32_t m = 0; m < 50; m++) {
      end_a += (int32_t)drawn(a, m, 1001);
      possible &= begin_b >= end_a;
      begin_b += (int32_t)drawn(b, m, 1001);
    }
    if (possible) return begin_b - end_a;
  }
}

static void shops(void) {
  Instance *inst = made("shop", 8, SEED);
  for (int32_t a = 0; a < 2; a++)
    for (int32_t b = 0; b < 4; b++)
      if (a != b) CU_ASSERT_EQUAL(arc(inst, a, b), shop_oracle(a, b));
  instance_free(inst);
}

static void superstrings(void) {
  Instance *inst = made("super", N, SEED);
  for (int32_t k = 0; k < N * N; k++) {
    char from[21] = "", to[21] = "";
    const int32_t a = k / N, b = k % N;
    for (int bit = 0; bit < 20; bit++) {
      from[bit] = (char)('0' + (drawn(a, 0, 1 << 20) >> (19 - bit) & 1));
      to[bit] = (char)('0' + (drawn(b, 0, 1 << 20) >> (19 - bit) & 1));
    }
    size_t overlap = 20;
    while (memcmp(from + 20 - overlap, to, overlap) != 0) overlap--;
    if (a != b) CU_ASSERT_EQUAL(arc(inst, a, b), 20 - (int32_t)overlap);
  }
  instance_free(inst);
}

/* ---- coin: drives corner by corner, in a city with a margin ---- */

enum { COINS = 9, BLOCKS = 30, MARGIN = 6, SIDE = BLOCKS + 1 + 2 * MARGIN, STATES = SIDE * SIDE * 4 };

/* The street side that begins at a corner in a direction, as a number. */
static int32_t side_of(int32_t x, int32_t y, int32_t way) {
  return ((y + MARGIN) * SIDE + x + MARGIN) * 4 + way;
}

static int32_t phone_side(int32_t c) {
  static const int32_t corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}; /* clockwise around a block */
  const uint32_t way = drawn(c, 2, 4);
  return side_of((int32_t)drawn(c, 0, BLOCKS) + corner[way][0], (int32_t)drawn(c, 1, BLOCKS) + corner[way][1],
                 (int32_t)way);
}

/* Sides that are driven along before `to` begins, the first being `from`. */
static int32_t sides_between(int32_t from, int32_t to) {
  static int32_t reached[STATES], queue[STATES];
  int32_t head = 0, tail = 0;
  for (int32_t k = 0; k < STATES; k++) reached[k] = -1;
  queue[tail++] = from;
  for (int32_t begun = 1; head < tail; begun = 0) {
    const int32_t at = queue[head++], way = at % 4, since = begun ? 0 : reached[at];
    const int32_t x = at / 4 % SIDE + (way == 0) - (way == 2), y = at / 4 / SIDE + (way == 1) - (way == 3);
    if (x < 0 || y < 0 || x >= SIDE || y >= SIDE) continue;
    for (int32_t turn = 0; turn < 4; turn++) {
      const int32_t next = (y * SIDE + x) * 4 + turn;
      if (turn == (way + 2) % 4 || reached[next] >= 0) continue;
      reached[next] = since + 1;
      queue[tail++] = next;
    }
  }
  return reached[to];
}

static void coins(void) {
  Instance *inst = made("coin", COINS, SEED);
  for (int32_t k = 0; k < COINS * COINS; k++) {
    const int32_t a = k / COINS, b = k % COINS;
    const int32_t at = (int32_t)drawn(a, 3, 1000), there = (int32_t)drawn(b, 3, 1000);
    if (a == b) continue;
    const int32_t want = phone_side(a) == phone_side(b) && at <= there
                             ? there - at
                             : 1000 * sides_between(phone_side(a), phone_side(b)) - at + there;
    CU_ASSERT_EQUAL(arc(inst, a, b), want);
  }
  instance_free(inst);
}

/* ---- all ---- */

/* Files can be made again: a change of a rule would show. Sizes 1 and 2 are symmetric. */
static void digests(void) {
  static const char *const kinds[] = {"amat", "tmat", "shop",  "super", "crane",
                                      "disk", "coin", "stilt", "rtilt", "rect"};
  static const uint64_t known[] = {
      0x3fbd0da1e871df06, 0xae08c86ae929728a, 0x27e5b5ffb13032ba, 0x982014ce7403e175, 0x81ea6c51fbbaf018,
      0xf59cd3cb7510cac3, 0x9d57206fe69d9fe6, 0x3ba848b2ec80bf86, 0x5584a7e4a535ebcd, 0xc6fbfbcaef202f05};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    Instance *inst = made(kinds[k], N, SEED), *other = made(kinds[k], N, SEED + 1),
             *one = made(kinds[k], 1, 1);
    if (inst->digest != known[k]) printf("# %s: 0x%016llx\n", kinds[k], (unsigned long long)inst->digest);
    CU_ASSERT(inst->digest == known[k] && inst->digest == instance_digest(inst));
    CU_ASSERT(inst->digest != other->digest && one->n == 1 && tsp_of(one)->metric != METRIC_DIRECTED);
    CU_ASSERT(tsp_of(inst)->metric == (strcmp(kinds[k], "rect") ? METRIC_DIRECTED : METRIC_MAN_2D));
    instance_free(inst);
    instance_free(other);
    instance_free(one);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(closures), TEST(shops),   TEST(superstrings),
                                      TEST(coins),    TEST(digests), {NULL, NULL}};
  return harness_run("generate_directed", tests);
}
