/* Decimal numbers without rounding (src/io/decimal.c). */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "io/decimal.h"

static void numbers_are_read(void) {
  static const struct {
    const char *text;
    int64_t digits;
    int32_t places;
  } cases[] = {{"0", 0, 0},
               {"-0.000", 0, 0},
               {"7", 7, 0},
               {"12.50", 125, 1},
               {"-3.25", -325, 2},
               {"+.5", 5, 1},
               {"5.", 5, 0},
               {"0.001", 1, 3},
               {"1e3", 1000, 0},
               {"1.25e1", 125, 1},
               {"3.000000000000000000e+00", 3, 0},
               {"1200e-2", 12, 0},
               {"0e999", 0, 0},
               {"0.000000000000000000000000000", 0, 0},
               {"999999999999999999", 999999999999999999, 0},
               {"0.999999999999999999", 999999999999999999, 18},
               {"100000000000000000", 100000000000000000, 0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Exact found = {-1, -1};
    const bool good = exact_read(cases[k].text, strlen(cases[k].text), &found) &&
                      found.digits == cases[k].digits && found.places == cases[k].places;
    CU_ASSERT(good);
    if (!good) printf("# %s: %lld %d\n", cases[k].text, (long long)found.digits, found.places);
  }
}

static void others_are_refused(void) {
  static const char *const texts[] = {"",
                                      "-",
                                      ".",
                                      "e5",
                                      "1e",
                                      "1e+",
                                      "1 ",
                                      "nan",
                                      "inf",
                                      "0x10",
                                      "1.2.3",
                                      "1,2",
                                      "--1",
                                      "1e19",
                                      "1e-19",
                                      "1234567890123456789",
                                      "1.0000000000000000001"};
  Exact value;
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    CU_ASSERT(!exact_read(texts[k], strlen(texts[k]), &value));
    if (exact_read(texts[k], strlen(texts[k]), &value)) printf("# %s\n", texts[k]);
  }
}

/* As exact_read, without the digits that there is no room for. */
static void digits_are_cut(void) {
  static const struct {
    const char *text;
    int64_t digits;
    int32_t places;
  } cases[] = {{"12.50", 125, 1},
               {"-0.0021060533511106927", -2106053351110692, 18},
               {"0.00210605335111069271234567", 2106053351110692, 18},
               {"1.0000000000000000001", 1, 0},
               {"1234567890.1234567890123", 123456789012345678, 8},
               {"1e-19", 0, 0},
               {"1234567890123456780e-3", 123456789012345678, 2},
               {"1e-400", 0, 0},
               {"123456789012345678901e-18", 123456789012345678, 15}};
  Exact found;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const bool good = exact_read_cut(cases[k].text, strlen(cases[k].text), &found) &&
                      found.digits == cases[k].digits && found.places == cases[k].places;
    CU_ASSERT(good);
    if (!good) printf("# %s: %lld %d\n", cases[k].text, (long long)found.digits, found.places);
  }
  CU_ASSERT(!exact_read_cut("1234567890123456789", 19, &found) && !exact_read_cut("1.2.3", 5, &found));
}

static void doubles(void) {
  static const struct {
    double value;
    int64_t digits;
    int32_t places;
  } cases[] = {{0, 0, 0},
               {-12.5, -125, 1},
               {0.1 + 0.2, 3, 1},
               {1e15, 1000000000000000, 0},
               {1e17, 100000000000000000, 0},
               {0.000001, 1, 6},
               {1.0 / 3, 333333333333333, 15},
               {123456.789012, 123456789012, 6},
               {-1e-9, -1, 9},
               {2.675, 2675, 3}};
  Exact found = {0, 0};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    CU_ASSERT(exact_of(cases[k].value, &found) && found.digits == cases[k].digits &&
              found.places == cases[k].places);
  CU_ASSERT(!exact_of(NAN, &found) && !exact_of(INFINITY, &found) && !exact_of(1e30, &found) &&
            !exact_of(1e-30, &found));
}

static void units_are_exact(void) {
  int64_t units = -1;
  CU_ASSERT(exact_units((Exact){125, 1}, 1, &units) && units == 125);
  CU_ASSERT(exact_units((Exact){125, 1}, 4, &units) && units == 125000);
  CU_ASSERT(exact_units((Exact){-3, 0}, 2, &units) && units == -300);
  CU_ASSERT(!exact_units((Exact){125, 1}, 0, &units));
  CU_ASSERT(!exact_units((Exact){999999999999999999, 0}, 18, &units));
  CU_ASSERT(!exact_units((Exact){INT64_C(5000000000000000000), 0}, 0, &units));
}

static const HarnessTest tests[] = {TEST(numbers_are_read), TEST(others_are_refused), TEST(digits_are_cut),
                                    TEST(doubles),          TEST(units_are_exact),    {NULL, NULL}};

int main(void) { return harness_run("exact decimal numbers", tests); }
