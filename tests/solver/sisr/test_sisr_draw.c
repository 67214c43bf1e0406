/* Draws of slack induction by string removals (src/solver/sisr/sisr_draw.h) and the temperatures of its plan. */
#include <math.h>
#include <string.h>
#include "fixtures/harness.h"
#include "oracle/oracle_sisr.h"
#include "solver/sisr/sisr_draw.h"
#include "solver/sisr/sisr_plan.h"

enum { DRAWS = 40000 };

static uint32_t word(uint32_t k) { return sisr_words(77, RNG_SISR, 3, 1, k, k % SISR_NEAR).v[k % 4]; }

/* Numbers of rounds and proposals have 48 bits, the part 16 above them: each has its place in the counter. */
static void numbers_beyond_32_bits(void) {
  const philox4x32_key_t key = {{7, 9}};
  const philox4x32_ctr_t counter = {{3, 0x89abcdef, 0x00124567, RNG_SISR + 5}},
                         want = philox4x32(counter, key),
                         found = sisr_words(7 | 9ull << 32, RNG_SISR, 3, 0x12, 0x456789abcdefull, 5);
  CU_ASSERT_EQUAL(memcmp(&want, &found, sizeof want), 0);
  for (int bit = 0; bit < 64; bit++) {
    const bool of_part = bit >= 48;
    const philox4x32_ctr_t none = sisr_words(77, RNG_SISR, 3, 0, 0, 0),
                           one = sisr_words(77, RNG_SISR, 3, of_part ? 1u << (bit - 48) : 0,
                                            of_part ? 0 : 1ull << bit, 0);
    CU_ASSERT_NOT_EQUAL(memcmp(&none, &one, sizeof none), 0);
  }
}

/* Mean 1, and tails of e^-t. */
static void exponential(void) {
  double sum = 0;
  int beyond1 = 0, beyond3 = 0, wrong = 0;
  for (uint32_t k = 0; k < DRAWS; k++) {
    const float e = rng_exponential(word(k));
    sum += (double)e;
    beyond1 += e > 1;
    beyond3 += e > 3;
    wrong += fabs((double)e + log(((double)word(k)) / 0x1p32)) > 2e-6 + 1.0 / word(k);
    wrong += e != oracle_sisr_exponential(word(k));
  }
  CU_ASSERT_EQUAL(wrong, 0);
  CU_ASSERT(fabs(sum / DRAWS - 1) < 0.03);
  CU_ASSERT(fabs((double)beyond1 / DRAWS - exp(-1)) < 0.015);
  CU_ASSERT(fabs((double)beyond3 / DRAWS - exp(-3)) < 0.006);
}

/* The ends of what it maps: never negative, but for the polynomial's error. */
static void exponential_ends(void) {
  static const uint32_t words[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffe, UINT32_MAX};
  for (int k = 0; k < 7; k++) {
    CU_ASSERT(rng_exponential(words[k]) > -1e-6f && sisr_limit(1e5f, words[k]) >= 0);
    CU_ASSERT(rng_exponential(words[k]) == oracle_sisr_exponential(words[k]));
    CU_ASSERT(sisr_limit(0, words[k]) == 0);
  }
  CU_ASSERT(rng_exponential(0) > 22 && rng_exponential(0) < 22.5f);
  CU_ASSERT(rng_exponential(UINT32_MAX) < 1e-5f);
}

/* Mean numbers of removed customers of k strings of up to `most` each, as routes are long enough: about SISR_MEAN for all lengths. */
static void removed(void) {
  for (int32_t most = 1; most <= SISR_LENGTH_MAX; most++) {
    double sum = 0;
    int wrong = 0;
    for (uint32_t k = 0; k < DRAWS; k++) {
      const int32_t strings = sisr_strings(word(k), most);
      wrong += strings < 1 || strings > SISR_STRINGS_MAX;
      wrong += strings * most > 2 * SISR_REMOVED_MAX;
      sum += strings * (1 + most) / 2.0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(sum / DRAWS > 0.75 * SISR_MEAN && sum / DRAWS < 1.2 * SISR_MEAN);
  }
}

/* What a proposal removes at most has room. */
static void room(void) {
  for (int32_t most = 1; most <= SISR_LENGTH_MAX; most++) {
    const int32_t strings = sisr_strings(UINT32_MAX, most);
    CU_ASSERT(strings <= SISR_STRINGS_MAX);
  }
  CU_ASSERT_EQUAL(sisr_strings(UINT32_MAX, 1), SISR_STRINGS_MAX);
  CU_ASSERT_EQUAL(sisr_length_most(100, 0), SISR_LENGTH_MAX);
  CU_ASSERT_EQUAL(sisr_length_most(100, 30), 3);
  CU_ASSERT_EQUAL(sisr_length_most(5, 5), 1);
}

static void orders(void) {
  int count[7] = {0}, wrong = 0;
  for (uint32_t k = 0; k < DRAWS; k++) {
    count[sisr_order(word(k), 1)]++;
    wrong += sisr_order(word(k), 0) > SISR_NEAR_FIRST;
  }
  static const int weight[7] = {4, 4, 2, 1, 2, 2, 2};
  for (int k = 0; k < 7; k++) CU_ASSERT(fabs((double)count[k] / DRAWS - weight[k] / 17.0) < 0.01);
  CU_ASSERT_EQUAL(wrong, 0);
}

static void blinks(void) {
  int left_out = 0, ends = 0, front[6] = {0};
  for (uint32_t k = 0; k < DRAWS; k++) {
    left_out += sisr_blinks(sisr_blink_word(word(k % 200), k / 200), sisr_place(k % 37, k % 101));
    ends += sisr_ends(word(k), 4 * SISR_ENDS);
    front[sisr_at_begin(word(k), 5)]++;
  }
  CU_ASSERT(fabs((double)left_out / DRAWS - 1 / 128.0) < 0.002);
  CU_ASSERT(fabs((double)ends / DRAWS - 0.25) < 0.01);
  for (int k = 0; k < 6; k++) CU_ASSERT(fabs((double)front[k] / DRAWS - 1 / 6.0) < 0.01);
  CU_ASSERT(sisr_ends(UINT32_MAX, SISR_ENDS));
}

static void temperatures(void) {
  const SisrPlan plan = {.hot = 0.6, .cold = 0.012};
  double last = 1;
  for (int k = 0; k <= 1024; k++) {
    const double share = k / 1024.0, t = sisr_temperature(&plan, plan.hot, share);
    CU_ASSERT(fabs(t / (0.6 * pow(0.02, share)) - 1) < 1e-12);
    CU_ASSERT(t < last);
    last = t;
  }
  CU_ASSERT(sisr_temperature(&plan, 0.6, -1) == 0.6 && sisr_temperature(&plan, 0.6, 0) == 0.6);
  CU_ASSERT(sisr_temperature(&plan, 0.6, 1) == 0.012 && sisr_temperature(&plan, 0.6, 2) == 0.012);
  CU_ASSERT(sisr_temperature(&plan, 0.6, 0.5) == sisr_temperature(&plan, 0.6, 0.5 + 0x1p-11));
}

static void temperatures_of_islands(void) {
  const SisrPlan plan = {.hot = 0.5, .hottest = 16}, equal = {.hot = 0.5, .hottest = 0.5}, old = {.hot = 0.5};
  CU_ASSERT(sisr_hot(&plan, 0, 1) == 0.5 && sisr_hot(&equal, 0, 3) == 0.5 && sisr_hot(&old, 1, 3) == 0.5);
  CU_ASSERT(sisr_hot(&plan, 0, 6) == 16 && sisr_hot(&plan, 5, 6) == 0.5);
  for (uint32_t i = 0; i < 6; i++)
    CU_ASSERT(fabs(sisr_hot(&plan, i, 6) / (16 * pow(0.5, i)) - 1) < 0.004); /* 1/1024 of the whole range */
  for (uint32_t i = 1; i < 1000000; i += 99999)
    CU_ASSERT(sisr_hot(&plan, i, 1000000) < sisr_hot(&plan, i - 1, 1000000) * (1 + 1e-12));
}

int main(void) {
  static const HarnessTest tests[] = {TEST(numbers_beyond_32_bits),
                                      TEST(exponential),
                                      TEST(exponential_ends),
                                      TEST(removed),
                                      TEST(room),
                                      TEST(orders),
                                      TEST(blinks),
                                      TEST(temperatures),
                                      TEST(temperatures_of_islands),
                                      {NULL, NULL}};
  return harness_run("sisr_draw", tests);
}
