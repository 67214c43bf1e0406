/* TSPLIB files as other programs write them (src/problem/tsp/tsplib*.c): colons behind sections, data on the keyword's line, two ends, small letters,
 * diagonals of any value, decimals, and keywords that are no part of the problem. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "problem.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/tsp/tsp_options.h"

static Instance *parsed(const char *text, const TspSettings *settings) {
  Instance *inst = NULL;
  char *exact = exact_text(text, strlen(text));
  status_clear();
  CU_ASSERT_EQUAL(tsplib_parse_set("t.tsp", exact, strlen(text), settings, &inst), OK);
  free(exact);
  if (!inst) printf("# %s\n# %s\n", text, status_message());
  CU_ASSERT_PTR_NOT_NULL_FATAL(inst);
  return inst;
}

/* The tour 1 2 ... n costs this. */
static void check_cost(const char *text, const char *cost) {
  Instance *inst = parsed(text, NULL);
  int32_t tour[16];
  char found[COST_TEXT_MAX];
  int64_t units = -1;
  for (int32_t c = 0; c < inst->n; c++) tour[c] = c;
  CU_ASSERT_EQUAL(judge_tour(inst, tour, &units), OK);
  cost_text(units, inst->decimals, found);
  CU_ASSERT_STRING_EQUAL(found, cost);
  if (strcmp(found, cost) != 0) printf("# %s\n# %s\n", text, found);
  instance_free(inst);
}

#define HEAD(n, type) "TYPE: TSP\nDIMENSION: " #n "\nEDGE_WEIGHT_TYPE: " type "\n"
#define FIVE          "1 0 0\n2 30 0\n3 30 40\n4 0 40\n5 15 60\n"
#define EXPL(n, form) HEAD(n, "EXPLICIT") "EDGE_WEIGHT_FORMAT: " form "\nEDGE_WEIGHT_SECTION\n"

static void sections_with_colons(void) {
  static const char *const texts[] = {
      HEAD(5, "EUC_2D") "NODE_COORD_SECTION:\n" FIVE "EOF",
      HEAD(5, "EUC_2D") "NODE_COORD_SECTION : " FIVE "EOF\n",
      HEAD(5, "EUC_2D") "NODE_COORD_SECTION " FIVE,
      HEAD(5, "EUC_2D") "FIXED_EDGES_SECTION:\n1 2\n2 3\n-1\nNODE_COORD_SECTION:\n" FIVE "EOF\n",
      HEAD(5, "EUC_2D") "FIXED_EDGES_SECTION: 1 2 -1\nNODE_COORD_SECTION:\n" FIVE "EOF\n",
      HEAD(5, "EUC_2D") "NODE_COORD_SECTION:\n" FIVE "DEPOT_SECTION: 1 -1\nEOF\n",
      HEAD(5, "EUC_2D") "NODE_COORD_SECTION:\n" FIVE "DEPOT_SECTION\n 1\n -1\nEOF\n",
      HEAD(5, "EUC_2D") "NODE_COORD_SECTION:\n" FIVE "DEPOT_SECTION\n1\nEOF\n",
      HEAD(5, "EUC_2D") "NODE_COORD_SECTION:\n" FIVE "TOUR_SECTION:\n2 1 3 5 4 -1\n-1\nEOF\n",
      HEAD(5, "EUC_2D") "NODE_COORD_SECTION:\n" FIVE "TOUR_SECTION\n2\n1\n3\n5\n4\n",
      HEAD(5, "EUC_2D") "NODE_COORD_SECTION:\n" FIVE "FIXED_EDGES_SECTION\n1 2\n-1\n-1\nEOF\n",
      HEAD(5, "EUC_2D") "EDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION:\n1 2 5 -1\n3 2 4 -1\n4 5 "
                        "-1\n-1\nNODE_COORD_SECTION:\n" FIVE "EOF\n"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) check_cost(texts[k], "187");
}

static void small_letters(void) {
  check_cost(
      "name: s\ntype: tsp\ncomment: a\ndimension: 5\nedge_weight_type: euc_2d\nnode_coord_type: twod_coords\n"
      "node_coord_section\n" FIVE "eof\n",
      "187");
  check_cost("Type : Tsp\nDimension : 3\nEdge_Weight_Type : Explicit\nEdge_Weight_Format : upper_row\n"
             "Display_Data_Type : No_Display\nEdge_Weight_Section\n3 9\n4\nEof",
             "16");
}

static void one_vehicle(void) {
  check_cost(HEAD(5, "EUC_2D") "VEHICLES: 1\nNODE_COORD_SECTION\n" FIVE, "187");
  check_cost(HEAD(5, "EUC_2D") "SALESMEN : 1\nNODE_COORD_SECTION\n" FIVE, "187");
}

/* What stands on the diagonal is no distance of two cities, in any format. */
static void diagonals_of_any_value(void) {
  static const char *const values[] = {"0",   "9999", "-1",  "99999999999", "1e12",
                                       "0.0", "7.25", "inf", "-Infinity",   "nan"};
  static const char *const forms[] = {EXPL(4, "FULL_MATRIX") "@ 3 9 5\n3 @ 4 8\n9 4 @ 6\n5 8 6 @\nEOF\n",
                                      EXPL(4, "UPPER_DIAG_ROW") "@ 3 9 5\n@ 4 8\n@ 6\n@\n",
                                      EXPL(4, "LOWER_DIAG_ROW") "@\n3 @\n9 4 @\n5 8 6 @\n",
                                      EXPL(4, "UPPER_DIAG_COL") "@\n3 @\n9 4 @\n5 8 6 @\n",
                                      EXPL(4, "LOWER_DIAG_COL") "@ 3 9 5\n@ 4 8\n@ 6\n@\n",
                                      "TYPE: ATSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: "
                                      "EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n"
                                      "@ 3 9 5\n7 @ 4 8\n9 7 @ 6\n5 8 9 @\n"};
  for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
    for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
      char text[1024], *to = text;
      for (const char *from = forms[f]; *from; from++)
        to += *from == '@' ? sprintf(to, "%s", values[v]) : sprintf(to, "%c", *from);
      check_cost(text, "18");
    }
}

static void decimals_are_kept(void) {
  check_cost(EXPL(3, "FULL_MATRIX") "0 1.5 2\n1.50 0 0.25\n2.0 .25 0\n", "3.75");
  check_cost(EXPL(3, "UPPER_ROW") "1.500000000000000000e+00 2e0\n2.5e-1\n", "3.75");
  check_cost(EXPL(3, "UPPER_ROW") "3.0 9.00\n4\n", "16");
  check_cost(EXPL(3, "LOWER_DIAG_ROW") "0.5\n100000.1 0.5\n0.1 0.2 0.123456789\n", "100000.4");
  check_cost("TYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "
             "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n"
             "0 1.5 7\n7 0 0.125\n2 7 0\n",
             "3.625");
  Instance *inst = parsed(EXPL(3, "UPPER_ROW") "1.5 2\n.25", NULL),
           *whole = parsed(EXPL(3, "UPPER_ROW") "150 200\n25", NULL);
  char size[96];
  instance_size_text(inst, size, sizeof size);
  CU_ASSERT_STRING_EQUAL(size, "3 cities, EXPLICIT, 2 decimals");
  CU_ASSERT(inst->digest != whole->digest && inst->digest == instance_digest(inst));
  instance_free(inst);
  instance_free(whole);
}

/* With --scale entries are rounded; where some are no edges, too. */
static void decimals_are_scaled(void) {
  const TspSettings scaled = {.scale = 100}, lacking = {.missing = 900};
  Instance *inst = parsed(EXPL(3, "UPPER_ROW") "1.005 2.3333333333\n7", &scaled);
  const int32_t expected[] = {0, 100, 233, 100, 0, 700, 233, 700, 0};
  CU_ASSERT(inst->decimals == 0 && memcmp(tsp_of(inst)->matrix, expected, sizeof expected) == 0);
  CU_ASSERT_EQUAL(tsp_settings_apply("t", &scaled, (TspInstance *)inst), OK);
  CU_ASSERT(memcmp(tsp_of(inst)->matrix, expected, sizeof expected) == 0);
  instance_free(inst);
  inst = parsed(EXPL(4, "UPPER_ROW") "1.5 999.99 1\n2.5 -1\n3.5", &lacking);
  CU_ASSERT(inst->decimals == 1 && tsp_of(inst)->missing &&
            judge_distance(inst, 0, 2) == tsp_of(inst)->missing &&
            judge_distance(inst, 1, 3) == tsp_of(inst)->missing && judge_distance(inst, 2, 3) == 35);
  instance_free(inst);
}

static void decimals_are_written(void) {
  Instance *inst = parsed(EXPL(3, "UPPER_ROW") "1.5 2\n.25", NULL), *again = NULL;
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  CU_ASSERT_EQUAL(tsplib_write(out, inst), OK);
  fclose(out);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "0 1.5 2\n1.5 0 0.25\n2 0.25 0\n"));
  CU_ASSERT_EQUAL_FATAL(tsplib_parse("again", text, bytes, &again), OK);
  CU_ASSERT_EQUAL(again->digest, inst->digest);
  instance_free(inst);
  instance_free(again);
  free(text);
}

static const HarnessTest tests[] = {TEST(sections_with_colons), TEST(small_letters),
                                    TEST(one_vehicle),          TEST(diagonals_of_any_value),
                                    TEST(decimals_are_kept),    TEST(decimals_are_scaled),
                                    TEST(decimals_are_written), {NULL, NULL}};

int main(void) { return harness_run("tsplib_styles", tests); }
