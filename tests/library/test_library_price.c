/* Prices by the library (include/cordee.h), and computations that are stopped. */
#include <math.h>
#include "fixtures/calling.h"

/* ---- prices ---- */

static const double spot[] = {50, 100, 100, 50}, years[] = {0.25, 1, 0.5, 0.25},
                    sigma[] = {0.4, 0.2, 0.3, 0.4}, rate[] = {0.1, 0.05, 0.02, 0.1};
#define BOOK                                                                                                 \
  {"S", CORDEE_F64, 0, spot}, {"T", CORDEE_F64, 0, years}, {"sigma", CORDEE_F64, 0, sigma}, {                \
    "r", CORDEE_F64, 0, rate                                                                                 \
  }
static const cordee_column book[] = {BOOK,
                                     {"type", CORDEE_TEXT, 4, "put\0callput\0put"},
                                     {"N", CORDEE_I32, 0, (const int32_t[]){100, 200, 300, 0}},
                                     {"note", CORDEE_I32, 0, (const int32_t[]){1, 2, 3, 4}}};
static const char *const priced[] = {"threads=1", "backend=cpu", "check=1", NULL};

/* The same as each option alone by the words of the command line. */
static void a_book(void) {
  cordee_records *records = NULL, *alone = NULL;
  const char *const words[] = {"S=100", "T=1", "sigma=0.2", "r=0.05", "type=call", "steps=200", NULL};
  WORKS(cordee_price(lib, 3, 7, book, priced, NULL, &records));
  records_whole(records, 3);
  WORKS(cordee_compute(lib, "price", NULL, words, NULL, &alone));
  records_whole(alone, 1);
  static const char *const names[] = {"price", "delta", "gamma", "error"};
  for (int c = 0; c < 4; c++)
    CU_ASSERT_EQUAL(((const double *)records_column(records, names[c], CORDEE_F64))[1],
                    *(const double *)records_column(alone, names[c], CORDEE_F64));
  CU_ASSERT_EQUAL(((const uint32_t *)records_column(records, "steps", CORDEE_U32))[2], 300);
  CU_ASSERT(cordee_records_column(records, "colour", NULL) == NULL &&
            cordee_records_name(records, 6) == NULL);
  CU_ASSERT_STRING_EQUAL(cordee_records_name(records, 1), "price");
  cordee_records_free(records);
  cordee_records_free(alone);
}

/* One option fails alone, and says why. */
static void a_row_that_fails(void) {
  cordee_records *records = NULL;
  cordee_counts counts = {.bytes = sizeof counts};
  WORKS(cordee_price(lib, 4, 7, book, NULL, NULL, &records));
  cordee_records_counts(records, &counts);
  CU_ASSERT(counts.done == 4 && counts.failed == 1);
  CU_ASSERT(cordee_records_codes(records)[3] > 0 && cordee_records_codes(records)[2] == 0);
  CU_ASSERT(strstr(cordee_records_message(records, 3), "book: row 4: N: expected") != NULL);
  CU_ASSERT(isnan(((const double *)records_column(records, "price", CORDEE_F64))[3]));
  CU_ASSERT_STRING_EQUAL(cordee_records_message(records, 2), "");
  cordee_records_free(records);
}

/* A value that is not a number, as tables of Python have where one is missing, is none: of columns that are needed a failure. */
static void values_that_are_missing(void) {
  const double gap[] = {50, NAN, 100}, none[] = {NAN, NAN, NAN};
  const cordee_column gaps[] = {
      {"S", CORDEE_F64, 0, gap},       {"T", CORDEE_F64, 0, years},
      {"sigma", CORDEE_F64, 0, sigma}, {"r", CORDEE_F64, 0, rate},
      {"N", CORDEE_F64, 0, none},      {"M0", CORDEE_F64, 0, none},
      {"q", CORDEE_F64, 0, none},      {"type", CORDEE_TEXT, 4, "\0\0\0\0\0\0\0\0\0\0\0"}};
  cordee_records *records = NULL, *plain = NULL;
  WORKS(cordee_price(lib, 3, 8, gaps, priced, NULL, &records));
  WORKS(cordee_price(lib, 3, 4, book, priced, NULL, &plain));
  CU_ASSERT_EQUAL(((const double *)records_column(records, "price", CORDEE_F64))[0],
                  ((const double *)records_column(plain, "price", CORDEE_F64))[0]);
  CU_ASSERT(strstr(cordee_records_message(records, 1), "S: expected a number") != NULL);
  CU_ASSERT(cordee_records_codes(records)[0] == 0 && cordee_records_codes(records)[2] == 0);
  CU_ASSERT(isnan(((const double *)records_column(records, "price", CORDEE_F64))[1]));
  CU_ASSERT(isnan(((const double *)records_column(records, "error", CORDEE_F64))[1]));
  CU_ASSERT(((const double *)records_column(records, "price", CORDEE_F64))[2] > 0);
  cordee_records_free(records);
  cordee_records_free(plain);
}

/* The file of the command line has the same prices. */
static void a_book_of_a_file(void) {
  cordee_records *records = NULL;
  WORKS(cordee_compute(lib, "price", "instances/options-12.csv", quick, NULL, &records));
  CU_ASSERT_EQUAL(cordee_records_count(records), 12);
  const double *price = records_column(records, "price", CORDEE_F64);
  for (int k = 0; k < 12; k++) CU_ASSERT((price[k] > 0) == (cordee_records_codes(records)[k] == 0));
  cordee_records_free(records);
}

/* ---- stopping ---- */

static int at_once(void *self, const cordee_counts *counts) {
  ++*(int *)self;
  return counts->items > 0;
}

static void the_watch_stops(void) {
  const char *const long_run[] = {"threads=1", "backend=cpu", NULL};
  int calls = 0;
  const cordee_computing how = {.bytes = sizeof how, .watch = at_once, .self = &calls};
  cordee_records *records = NULL;
  cordee_counts counts = {.bytes = sizeof counts};
  WORKS(cordee_compute(lib, "price", "book:n=1e6,N=1000", long_run, &how, &records));
  cordee_records_counts(records, &counts);
  CU_ASSERT(calls == 1 && cordee_records_end(records) == CORDEE_END_ASKED && counts.done < 1000000);
  CU_ASSERT_EQUAL(cordee_records_codes(records)[999999], -1);
  cordee_records_free(records);
}

static void the_time_is_over(void) {
  const char *const short_run[] = {"threads=1", "backend=cpu", "time=0.05", NULL};
  cordee_records *records = NULL;
  WORKS(cordee_compute(lib, "price", "book:n=1e6,N=1000", short_run, NULL, &records));
  CU_ASSERT_EQUAL(cordee_records_end(records), CORDEE_END_TIME);
  cordee_records_free(records);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(a_book),
                                      TEST(a_row_that_fails),
                                      TEST(values_that_are_missing),
                                      TEST(a_book_of_a_file),
                                      TEST(the_watch_stops),
                                      TEST(the_time_is_over),
                                      {NULL, NULL}};
  return calling_run("library_price", tests);
}
