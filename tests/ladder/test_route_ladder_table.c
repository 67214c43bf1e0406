/* What `cordee-ladder routes` prints and writes, from given figures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ladder/route_table.h"
#include "fixtures/harness.h"

static const RouteLadderDesign published = {"limits", true, {0, 20, 17, 5}};
static const RouteLadderDesign ours = {"packed", false, {0, 0, 0, 0}};

/* A hierarchy in 1 ms, 72,998,772 moves of 20, 17 and 5 bytes in 10, 20 and 1 ms. */
static const RouteLadderFigure with_stages = {&published, 399,   {{0.001, 0.010, 0.020, 0.001}, 0.032},
                                              0.0315,     0.033, {30, 24, 38, 16}};
static const RouteLadderFigure without = {&ours,    399,      {{0, 0, 0, 0}, 0.00001},
                                          0.000009, 0.000012, {0, 0, 0, 0}};

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

static LadderTable table_of(FILE *out, FILE *csv) {
  return (LadderTable){"routes", "a GPU", route_ladder_columns, out, csv, 0};
}

/* 10 ms of 475 ms is 0.02105; a design without stages has one line, and no published figure. */
static void rows(void) {
  FILE *out = text_open();
  const LadderTable table = table_of(out, NULL);
  ladder_table_heading(&table);
  route_ladder_row(&table, &with_stages);
  route_ladder_row(&table, &without);
  text_is(out, "design                      n hierarchy ms  choice ms    moves/s  obj. GB/s crit. GB/s  "
               "measure                      ours unit        published  card, year             ratio\n"
               "limits                    399            1          1  2.281e+09        146      62.05  all  "
               "                          32 ms               1165  Fermi, 2010          0.02747\n"
               "limits                    399                                                           "
               "objective                      10 ms                475  Fermi, 2010          0.02105\n"
               "limits                    399                                                           "
               "criterion                      20 ms                657  Fermi, 2010          0.03044\n"
               "limits                    399                                                           "
               "objective share             31.25 %                40.8  Fermi, 2010           0.7659\n"
               "limits                    399                                                           "
               "criterion share              62.5 %                56.3  Fermi, 2010             1.11\n"
               "limits                    399                                                           "
               "hierarchy share             3.125 %                   -  -                          -\n"
               "limits                    399                                                           "
               "choice share                3.125 %                   -  -                          -\n"
               "limits                    399                                                           rest "
               "share                   6.25 %                 2.9  Fermi, 2010            2.155\n"
               "limits                    399                                                           "
               "objective registers            24 a thread           32  Fermi, 2010             0.75\n"
               "limits                    399                                                           "
               "criterion registers            38 a thread           39  Fermi, 2010           0.9744\n"
               "packed                    399                            7.3e+12                        all  "
               "                        0.01 ms                  -  -                          -\n");
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
  FILE *out = text_open(), *none = fopen("/dev/null", "w");
  const LadderTable table = table_of(none, out);
  ladder_table_csv(&table);
  route_ladder_row(&table, &with_stages);
  route_ladder_row(&table, &without);
  fclose(out);
  fclose(none);
  const char *first = strchr(text, '\n') + 1, *last = strstr(text, "\npacked,") + 1;
  CU_ASSERT_EQUAL(commas(first), commas(text));
  CU_ASSERT_EQUAL(commas(last), commas(text));
  CU_ASSERT_STRING_EQUAL(last,
                         "packed,399,72998772,,,,,0.01,0.009,0.012,7.2998772e+12,,,,a GPU,routes,all,0.01,"
                         "ms,,,,\n");
  CU_ASSERT_PTR_NOT_NULL(strstr(first, "limits,399,72998772,10,20,1,1,32,31.5,33,2.28121162e+09,"));
  CU_ASSERT_PTR_NOT_NULL(strstr(first, ",a GPU,routes,criterion,20,ms,657,Fermi,2010,0.0304414003\n"));
  free(text);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(size), TEST(rows), TEST(best), TEST(csv), {NULL, NULL}};
  return harness_run("route_ladder_table", tests);
}
