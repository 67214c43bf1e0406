/* Decimal numbers (src/io/decimal.c) against strtod, bit by bit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "io/decimal.h"
#include "rng.h"

static void same(const char *text) {
  double found = -1;
  const double expected = strtod(text, NULL);
  CU_ASSERT(decimal_read(text, strlen(text), &found));
  CU_ASSERT(memcmp(&found, &expected, sizeof found) == 0);
  if (memcmp(&found, &expected, sizeof found) != 0) fprintf(stderr, "# %s: %.17g\n", text, found);
}

static void numbers_are_strtods(void) {
  static const char *const texts[] = {"0",
                                      "-0",
                                      "+1",
                                      "1.",
                                      ".5",
                                      "1e3",
                                      "1E-3",
                                      "123456789012345",
                                      "1234567890123456789",
                                      "9007199254740993",
                                      "0.1",
                                      "1e22",
                                      "1e23",
                                      "1e-22",
                                      "1e-23",
                                      "4.9e-324",
                                      "1.7976931348623157e308",
                                      "0.000000000000000000000000000001",
                                      "000000000000000000000012.5",
                                      "1e-400"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) same(texts[k]);
}

static void random_numbers_are_strtods(void) {
  char text[64];
  for (uint32_t k = 0; k < 20000; k++) {
    const RngStream s = {1, k, 0, RNG_INSTANCE};
    const int digits = 1 + (int)rng_below(s, 0, 17), power = (int)rng_below(s, 1, 60) - 30;
    snprintf(text, sizeof text, "%.*e", digits - 1, (rng_unit(s, 2) - 0.5));
    snprintf(strchr(text, 'e'), 8, "e%d", power);
    same(text);
    snprintf(text, sizeof text, "%.*f", digits / 2, 1000 * rng_unit(s, 3));
    same(text);
  }
}

static void what_is_no_number_is_refused(void) {
  static const char *const texts[] = {"",    "-",   ".",    "e5",    "1e",  "1e+",   "1 ", " 1",
                                      "nan", "inf", "0x10", "1.2.3", "1,2", "1e999", "--1"};
  double value;
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    CU_ASSERT(!decimal_read(texts[k], strlen(texts[k]), &value));
}

static const HarnessTest tests[] = {TEST(numbers_are_strtods),
                                    TEST(random_numbers_are_strtods),
                                    TEST(what_is_no_number_is_refused),
                                    {NULL, NULL}};

int main(void) { return harness_run("decimal numbers", tests); }
