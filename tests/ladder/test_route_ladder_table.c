/* What `cordee-ladder routes` prints and writes, from given figures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ladder/route_table.h"
#include "fixtures/harness.h"

static const RouteLadderDesign published = {"first-try", "a list", {1069, 1410, 0}, true, {20, 17, 5}};
static const RouteLadderDesign ours = {"packed", "ours: no list", {0, 0, 0}, false, {0, 0, 0}};

/* 72,998,772 moves of 20, 17 and 5 bytes in 10, 20 and 1 ms. */
static const RouteLadderFigure with_stages = {&published, 399, {{0.010, 0.020, 0.001}, 0.031}, 0.0305, 0.032};
static const RouteLadderFigure without = {&ours, 399, {{0, 0, 0}, 0.00001}, 0.000009, 0.000012};

static char *text;
static size_t bytes;

static FILE *text_open(void) {
  FILE *out = open_memstream(&text, &bytes);
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  return out;
}

static void text_is(FILE *out, const char *want) {
  fclose(out);
  CU_ASSERT_STRING_EQUAL(text, want);
  if (strcmp(text, want) != 0) printf("# found\n%s# expected\n%s", text, want);
  free(text);
}

static void size(void) {
  FILE *out = text_open();
  route_ladder_print_size(out, 399);
  route_ladder_print_size(out, 4);
  text_is(out, "399 nodes, 72998772 moves (41792587 distinct), list of 1.17 GB\n"
               "4 nodes, 7 moves (7 distinct), list of 0.00 GB\n");
}

static void rows(void) {
  FILE *out = text_open();
  route_ladder_print_row(out, 1, &with_stages);
  route_ladder_print_row(out, 10, &without);
  text_is(out, "   1 first-try      10.000    20.000      1.000    31.000   2.35e+09     146      62     365 "
               "   1069    1410  a list\n"
               "  10 packed                                         0.010    7.3e+12                         "
               "                 ours: no list\n");
}

/* Headings end where the columns do. */
static void header(void) {
  FILE *out = text_open();
  route_ladder_print_header(out);
  route_ladder_print_row(out, 1, &with_stages);
  fclose(out);
  const char *names = strchr(text, '\n') + 1, *row = strchr(names, '\n') + 1;
  const struct {
    const char *name, *value;
  } columns[] = {{"objective", "10.000"}, {"criterion", "20.000"}, {"all", "31.000"},
                 {"moves/s", "2.35e+09"}, {"obj.", "146"},         {"crit.", "62"}};
  for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
    const char *name = strstr(names, columns[k].name), *value = strstr(row, columns[k].value);
    CU_ASSERT_FATAL(name && value);
    CU_ASSERT_EQUAL(name - names + (long)strlen(columns[k].name),
                    value - row + (long)strlen(columns[k].value));
  }
  CU_ASSERT_EQUAL(strstr(names, "change") - names, strstr(row, "a list") - row);
  free(text);
}

static void best(void) {
  const ThreeOptMove move = {-1234, 5, 17, 88, 6}, none = {0};
  FILE *out = text_open();
  route_ladder_print_best(out, 10, &move);
  route_ladder_print_best(out, 10, &none);
  text_is(out, "best move: delta -1234, edges 5 17 88, way 6: the same by all 10 designs\n"
               "no improving move: the same by all 10 designs\n");
}

static int commas(const char *line) {
  int count = 0;
  for (; *line && *line != '\n'; line++) count += *line == ',';
  return count;
}

static void csv(void) {
  FILE *out = text_open();
  route_ladder_csv_header(out);
  route_ladder_csv_row(out, &with_stages, "a GPU");
  route_ladder_csv_row(out, &without, "a GPU");
  fclose(out);
  const char *first = strchr(text, '\n') + 1, *second = strchr(first, '\n') + 1;
  CU_ASSERT_EQUAL(commas(first), commas(text));
  CU_ASSERT_EQUAL(commas(second), commas(text));
  CU_ASSERT_STRING_EQUAL(second, "packed,399,72998772,,,,0.01,0.009,0.012,7.29988e+12,,,,,,a GPU\n");
  CU_ASSERT_EQUAL(
      strncmp(first, "first-try,399,72998772,10,20,1,31,30.5,32,2.3548e+09,145.998,62.049,364.994,1069,1410,",
              86),
      0);
  free(text);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(size), TEST(rows), TEST(header),
                                      TEST(best), TEST(csv),  {NULL, NULL}};
  return harness_run("route_ladder_table", tests);
}
