/* Costs as text (src/cost.c): written and read back, to the last decimal. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "cost.h"
#include "fixtures/harness.h"

static void as_written(void) {
  static const struct {
    int64_t cost;
    int32_t decimals;
    const char *text;
  } cases[] = {{0, 0, "0"},
               {7, 0, "7"},
               {-7, 0, "-7"},
               {1234567, 6, "1.234567"},
               {1000000, 6, "1"},
               {1200000, 6, "1.2"},
               {1, 6, "0.000001"},
               {-50, 3, "-0.05"},
               {1002003, 6, "1.002003"},
               {100, 2, "1"},
               {1010, 2, "10.1"},
               {INT64_MAX, 0, "9223372036854775807"},
               {INT64_MIN, 0, "-9223372036854775808"},
               {INT64_MAX, 18, "9.223372036854775807"}};
  char text[COST_TEXT_MAX];
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    CU_ASSERT_STRING_EQUAL(cost_text(cases[k].cost, cases[k].decimals, text), cases[k].text);
    if (strcmp(text, cases[k].text)) printf("# expected %s, found %s\n", cases[k].text, text);
  }
}

static void read_back(void) {
  static const int64_t costs[] = {0,      1,       9,       10,           100,          101,
                                  999999, 1000000, 1000001, 123456789012, 5000000000000};
  char text[COST_TEXT_MAX];
  for (size_t k = 0; k < sizeof costs / sizeof *costs; k++)
    for (int32_t decimals = 0; decimals <= 9; decimals++)
      for (int sign = -1; sign <= 1; sign += 2) {
        int64_t got = -1;
        cost_text(sign * costs[k], decimals, text);
        CU_ASSERT_TRUE(cost_parse(text, strlen(text), decimals, false, &got));
        CU_ASSERT_EQUAL(got, sign * costs[k]);
      }
}

static void refused_or_cut(void) {
  static const struct {
    const char *text;
    int32_t decimals;
    bool down, good;
    int64_t cost;
  } cases[] = {{"1.50", 1, false, true, 15},
               {"1.500", 1, false, true, 15},
               {"1.05", 1, false, false, 0},
               {"1.05", 1, true, true, 10},
               {"1.", 2, false, true, 100},
               {".5", 1, false, true, 5},
               {"", 0, false, false, 0},
               {".", 0, false, false, 0},
               {"1.2.3", 3, false, false, 0},
               {"1e3", 0, false, false, 0},
               {"-", 0, false, false, 0},
               {"+3", 0, false, true, 3},
               {"9223372036854775807", 0, false, true, INT64_MAX},
               {"9223372036854775808", 0, false, false, 0},
               {"922337203685477581", 1, false, false, 0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    int64_t got = 0;
    const bool good =
        cost_parse(cases[k].text, strlen(cases[k].text), cases[k].decimals, cases[k].down, &got);
    CU_ASSERT_EQUAL(good, cases[k].good);
    if (good) CU_ASSERT_EQUAL(got, cases[k].cost);
    if (good != cases[k].good || (good && got != cases[k].cost))
      printf("# '%s': %d, %" PRId64 "\n", cases[k].text, good, got);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(as_written), TEST(read_back), TEST(refused_or_cut), {NULL, NULL}};
  return harness_run("cost", tests);
}
