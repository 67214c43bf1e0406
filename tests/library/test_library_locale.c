/* A host with decimal commas gets the same numbers from the library (include/cordee.h) as one with points. */
#include <stdio.h>
#include "fixtures/calling.h"
#include "fixtures/hosting.h"

enum { TEXT_MAX = 8192 };

static void put(char *text, const char *more) { strncat(text, more, TEXT_MAX - strlen(text) - 1); }

/* The bits of a double, which no locale changes. */
static void put_real(char *text, double value) {
  char more[32];
  unsigned long long bits;
  memcpy(&bits, &value, sizeof bits);
  snprintf(more, sizeof more, "%llx\n", bits);
  put(text, more);
}

static void put_records(char *text, const char *spec, const char *const *words) {
  static const char *const names[] = {"price", "delta", "gamma", "error"};
  cordee_records *records = NULL;
  put(text,
      cordee_compute(lib, "price", spec, words, NULL, &records) == CORDEE_OK ? "ok\n" : cordee_message(lib));
  for (size_t k = 0; records && k < cordee_records_count(records); k++) {
    for (int c = 0; c < 4; c++)
      put_real(text, ((const double *)records_column(records, names[c], CORDEE_F64))[k]);
    put(text, cordee_records_message(records, k));
  }
  cordee_records_free(records);
}

static void put_prices(char *text) {
  put_records(text, NULL,
              (const char *const[]){"S=50.5", "T=.25", "sigma=0.4", "r=0.1", "steps=100", "threads=1", NULL});
  put_records(text, "instances/options-12.csv", (const char *const[]){"tolerance=0.05", "threads=1", NULL});
  put_records(text, NULL, (const char *const[]){"S=50", "T=0.25", "sigma=-0.5", "r=0.1", NULL});
}

/* A solution's file has coordinates; a scale and a gap have fractions. */
static void put_search(char *text) {
  static const char *const scaled[] = {"scale=2.5", NULL};
  static const char *const words[] = {"threads=1",      "backend=cpu", "best-known=6858400",
                                      "target-gap=0.5", "time=60.5",   NULL};
  static const char *const bad[] = {"time=-0.5", NULL};
  cordee_instance *made = NULL;
  cordee_result *result = NULL;
  WORKS(cordee_read(lib, "instances/uniform-12-1.tsp", scaled, &made));
  if (cordee_solve(lib, made, words, NULL, &result) == CORDEE_OK)
    put_real(text, (double)cordee_result_cost(result));
  put(text, cordee_message(lib));
  if (result) put_real(text, (double)cordee_result_end(result));
  cordee_result_free(result);
  result = NULL;
  CU_ASSERT(cordee_solve(lib, made, bad, NULL, &result) != CORDEE_OK);
  put(text, cordee_message(lib));
  cordee_instance_free(made);
}

static void same(void (*numbers)(char *text)) {
  char points[TEXT_MAX] = "", commas[TEXT_MAX] = "";
  numbers(points);
  if (!host_locale("de_DE", "UTF-8")) return;
  numbers(commas);
  host_locale_end();
  CU_ASSERT(strlen(points) > 60);
  CU_ASSERT_STRING_EQUAL(commas, points);
}

static void prices(void) { same(put_prices); }
static void searches(void) { same(put_search); }

int main(void) {
  return calling_run("the library in other locales",
                     (HarnessTest[]){TEST(prices), TEST(searches), {NULL, NULL}});
}
