/* What the TSPLIB reader (src/io/tsplib*.c) refuses: every message at least once, with its place. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "problem/tsp/files/tsp_files.h"

static Status parse(const char *text, size_t bytes, Instance **out) {
  char *exact = exact_text(text, bytes);
  *out = NULL;
  status_clear();
  Status status = tsplib_parse("t.tsp", exact, bytes, out);
  free(exact);
  return status;
}

#define HEAD(n, type)   "NAME: t\nTYPE: TSP\nDIMENSION: " #n "\nEDGE_WEIGHT_TYPE: " type "\n"
#define EUC(n)          HEAD(n, "EUC_2D") "NODE_COORD_SECTION\n"
#define EXPL(n, format) HEAD(n, "EXPLICIT") "EDGE_WEIGHT_FORMAT: " format "\nEDGE_WEIGHT_SECTION\n"

/* What is refused, and how. */
static const struct {
  const char *text, *message;
} defects[] = {
    {"", "t.tsp:1: expected TYPE, found the end of the file"},
    {"NAME: t\n", "t.tsp:2: expected TYPE, found the end of the file"},
    {"TYPE: TSP\n", "t.tsp:2: expected DIMENSION, found the end of the file"},
    {"TYPE: TSP\nDIMENSION: 3\nEOF\n", "t.tsp:3: expected EDGE_WEIGHT_TYPE, found the end of the"},
    {HEAD(3, "EUC_2D") "EOF\n", "t.tsp:5: expected NODE_COORD_SECTION, found the end of the"},
    {HEAD(3, "EXPLICIT") "EDGE_WEIGHT_FORMAT: UPPER_ROW\n",
     "t.tsp:6: expected EDGE_WEIGHT_SECTION, found the end"},
    {"TYPE: TSP\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n",
     "t.tsp:3: expected DIMENSION before NODE_COORD_SECTION, found none"},
    {"TYPE: TSP\nDIMENSION: 1\nNODE_COORD_SECTION\n1 0 0\n",
     "t.tsp:3: expected EDGE_WEIGHT_TYPE before NODE_COORD_SECTION, found none"},
    {HEAD(2, "EXPLICIT") "EDGE_WEIGHT_SECTION\n0 1 1 0\n",
     "t.tsp:5: expected EDGE_WEIGHT_FORMAT before EDGE_WEIGHT_SECTION, found none"},
    {"TYPE: TSP\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1\n",
     "t.tsp:4: expected DIMENSION before EDGE_WEIGHT_SECTION, found none"},
    {"TYPE: TSP\nDISPLAY_DATA_SECTION\n1 0 0\n", "t.tsp:2: expected DIMENSION before DISPLAY_DATA_SECTION"},
    {"TYPE: SOP\n", "t.tsp:1: expected TYPE TSP, ATSP or HPP: sequential ordering, whose cities have an "
                    "order, is not supported, found 'SOP'"},
    {"TYPE: HCP\n", "found 'HCP'"},
    {"TYPE: SOP\n", "found 'SOP'"},
    {"TYPE: CVRP\n", "found 'CVRP'"},
    {"TYPE:\n", "t.tsp:1: expected TYPE TSP, ATSP or HPP, found the end of the line"},
    {"TYPE TSP\n", "t.tsp:1: expected ':' after TYPE, found 'TSP'"},
    {"TYPE", "t.tsp:1: expected ':' after TYPE, found the end of the file"},
    {HEAD(3, "XRAY1"), "t.tsp:4: expected EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, ATT, MAN_2D, MAX_2D, GEO, GEOM, "
                       "EUC_3D, CEIL_3D, MAN_3D, MAX_3D or EXPLICIT, "
                       "found 'XRAY1'"},
    {HEAD(3, "XRAY2"), "found 'XRAY2'"},
    {HEAD(2, "EUC_3D") "NODE_COORD_SECTION\n1 0 0 0\n2 1 1\n",
     "t.tsp:7: expected the z coordinate of city 2, found the end of the line"},
    {HEAD(1, "MAN_3D") "NODE_COORD_SECTION\n1 2e8 0 1 5\n",
     "t.tsp:6: expected the end of the line, found '5'"},
    {HEAD(2, "MAN_3D") "NODE_COORD_SECTION\n1 2e8 2e8 2e8\n2 0 0 0\n",
     "t.tsp:5: expected distances up to 536870911, found cities in a box that spans 6e+08"},
    {HEAD(1, "GEOM") "NODE_COORD_SECTION\n1 91 0\n",
     "t.tsp:5: expected latitudes to 90 and longitudes to 360, found 91, 0 of city 1"},
    {HEAD(3, "SPECIAL"), "found 'SPECIAL'"},
    {HEAD(3, ""), "t.tsp:4: expected EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, ATT, MAN_2D, MAX_2D, GEO, GEOM, "
                  "EUC_3D, CEIL_3D, MAN_3D, MAX_3D or EXPLICIT, found"},
    {HEAD(3, "EXPLICIT") "EDGE_WEIGHT_FORMAT: FULL\n", "t.tsp:5: expected an EDGE_WEIGHT_FORMAT such as"},
    {EXPL(3, "FUNCTION") "1 2 3\n", "t.tsp:6: expected EDGE_WEIGHT_FORMAT FULL_MATRIX or the like"},
    {HEAD(3, "EUC_2D") "EDGE_WEIGHT_SECTION\n",
     "t.tsp:5: expected EDGE_WEIGHT_TYPE EXPLICIT with weights, found EUC_2D"},
    {HEAD(3, "EUC_2D") "NODE_COORD_TYPE: FOURD_COORDS\n",
     "t.tsp:5: expected NODE_COORD_TYPE TWOD_COORDS, THREED_COORDS or NO_COORDS"},
    {"TYPE: TSP\nFIXED_EDGES_SECTION\n1 2\n-1\n",
     "t.tsp:2: expected DIMENSION before FIXED_EDGES_SECTION, found none"},
    {HEAD(3, "EUC_2D") "FIXED_EDGES_SECTION\n1 4\n-1\n",
     "t.tsp:6: expected the other city of a fixed edge, from 1 to 3, found '4'"},
    {HEAD(3, "EUC_2D") "FIXED_EDGES_SECTION\n1 2 x\n",
     "t.tsp:6: expected a fixed edge: a city from 1 to 3, or -1, found 'x'"},
    {HEAD(3, "EUC_2D") "FIXED_EDGES_SECTION\n2 2\n-1\n",
     "t.tsp:6: expected a fixed edge of two cities, found 2 twice"},
    {EUC(4) "1 0 0\n2 1 1\n3 2 2\n4 3 3\nFIXED_EDGES_SECTION\n1 2\n1 3\n1 4\n-1\n",
     "t.tsp: expected fixed edges that a tour can have, found 1 4, but its city has two others"},
    {EUC(4) "1 0 0\n2 1 1\n3 2 2\n4 3 3\nFIXED_EDGES_SECTION\n1 2\n2 3 3 1\n-1\n",
     "t.tsp: expected fixed edges that a tour can have, found 3 1, but it closes a tour of some cities"},
    {EUC(4) "1 0 0\n2 1 1\n3 2 2\n4 3 3\nFIXED_EDGES_SECTION\n1 2\n2 1\n-1\n",
     "t.tsp: expected fixed edges that a tour can have, found 2 1, but it closes a tour of some cities"},
    {"CAPACITY: 100\n", "t.tsp:1: expected a keyword of the TSP, found CAPACITY: it belongs to vehicle "
                        "routing, which has a TYPE of its own"},
    {"demand_section\n1 0\n",
     "found DEMAND_SECTION: it belongs to vehicle routing, which has a TYPE of its own"},
    {"TIME_WINDOW_SECTION\n", "found TIME_WINDOW_SECTION: it belongs to vehicle routing with time windows"},
    {"GTSP_SETS: 4\n", "found GTSP_SETS: no method here knows sets of cities"},
    {"VEHICLES: 2\n", "t.tsp:1: expected 1 vehicle in a TSP (more of them are vehicle routing, which has a "
                      "TYPE of its own), found '2'"},
    {"SALESMEN: 3\n", "t.tsp:1: expected 1 vehicle in a TSP"},
    {"FOO: x\n", "t.tsp:1: expected a keyword of the TSP, found 'FOO:'"},
    {"INITIAL_TOUR_SECTION\n1\n", "t.tsp:1: expected a keyword of the TSP, found 'INITIAL_TOUR_SECTION'"},
    {HEAD(3, "EUC_2D") "DEPOT_SECTION\n1\n2\n-1\n",
     "t.tsp:7: expected one depot in a TSP, found another one, 2"},
    {HEAD(3, "EUC_2D") "DEPOT_SECTION\n4\n-1\n",
     "t.tsp:6: expected a city from 1 to 3 as the depot, found '4'"},
    {HEAD(3, "EUC_2D") "TOUR_SECTION\n1 2\n-1\n",
     "t.tsp:7: expected city 3 of 3 of a tour: a number from 1 to 3"},
    {"NAME: a\nNAME: b\n", "t.tsp:2: expected NAME once, found 'NAME:'"},
    {"DIMENSION: 5\nDIMENSION: 5\n", "t.tsp:2: expected DIMENSION once"},
    {EUC(1) "1 0 0\nNODE_COORD_SECTION\n1 0 0\n", "t.tsp:7: expected NODE_COORD_SECTION once"},
    {"DIMENSION: 0\n", "t.tsp:1: expected a DIMENSION from 1 to 2147483647, found '0'"},
    {"DIMENSION: -5\n", "found '-5'"},
    {"DIMENSION: 2147483648\n", "found '2147483648'"},
    {"DIMENSION: 99999999999999999999999\n", "found '99999999999999999999999'"},
    {"DIMENSION: 5.5\n", "found '5.5'"},
    {"DIMENSION: five\n", "found 'five'"},
    {"DIMENSION:\n5\n", "t.tsp:1: expected a DIMENSION from 1 to 2147483647, found the end of the line"},
    {"DIMENSION: 5 cities\n", "t.tsp:1: expected the end of the line, found 'cities'"},
    {EUC(2147483647) "1 0 0\n2 0 0\n",
     "t.tsp:5: expected 2147483647 cities, found the end of the file after 13 bytes"},
    {EXPL(2147483647, "FULL_MATRIX") "0 1\n",
     "t.tsp:8: expected 4611686014132420609 numbers, found 2 and then the end of the file"},
    {EXPL(100000, "UPPER_ROW") "0 1\n", "t.tsp:8: expected 4999950000 numbers, found 2 and then"},
    {HEAD(3, "EUC_2D") "NODE_COORD_SECTION x\n", "t.tsp:5: expected 3 cities, found the end of the file"},
    {HEAD(1, "EUC_2D") "NODE_COORD_SECTION : x 0 0\n",
     "t.tsp:5: expected city 1 of 1: a number from 1 to 1, found 'x'"},
    {EUC(3) "1 0 0\n2 1 1\n    \n \n",
     "t.tsp:10: expected city 3 of 3: a number from 1 to 3, found the end of the file"},
    {EUC(3) "1 0 0\n2 1 1\nEOF   \n", "t.tsp:8: expected city 3 of 3: a number from 1 to 3, found 'EOF'"},
    {EUC(2) "1 0 0\n2 1 1\n3 4 5\nEOF\n", "t.tsp:8: expected a keyword of the TSP after 2 cities, found '3'"},
    {EUC(2) "1 0 0\n1 1 1\nEOF\n", "t.tsp:7: expected each city once, found city 1 again"},
    {EUC(2) "0 0 0\n1 1 1\nEOF\n", "t.tsp:6: expected city 1 of 2: a number from 1 to 2, found '0'"},
    {EUC(2) "1 0 0\n3 1 1\nEOF\n", "t.tsp:7: expected city 2 of 2: a number from 1 to 2, found '3'"},
    {EUC(2) "1 0 0\n1.5 1 1\nEOF\n", "found '1.5'"},
    {EUC(2) "1 0 0\n2 1\n  \nEOF\n",
     "t.tsp:7: expected the y coordinate of city 2, found the end of the line"},
    {EUC(2) "1 0 0\n2\n1 1\nEOF\n",
     "t.tsp:7: expected the x coordinate of city 2, found the end of the line"},
    {EUC(2) "1 0 0 0\n2 1 1 1\nEOF\n", "t.tsp:6: expected the end of the line, found '0'"},
    {EUC(1) "1 abc 0\n", "t.tsp:6: expected the x coordinate of city 1, found 'abc'"},
    {EUC(1) "1 0 12a\n", "t.tsp:6: expected the y coordinate of city 1, found '12a'"},
    {EUC(1) "1 nan 0\n", "found 'nan'"},
    {EUC(1) "1 0 -inf\n", "found '-inf'"},
    {EUC(1) "1 0 0x10\n", "found '0x10'"},
    {EUC(1) "1 0 1e999\n", "found '1e999'"},
    {EUC(1) "1 0 1e\n", "found '1e'"},
    {EUC(1) "1 0 1e+\n", "found '1e+'"},
    {EUC(1) "1 0 .\n", "found '.'"},
    {EUC(1) "1 0 -\n", "found '-'"},
    {EUC(1) "1 0 1.2.3\n", "found '1.2.3'"},
    {EUC(1) "1 0 1,5\n", "found '1,5'"},
    {EUC(1) "1 0 --1\n", "found '--1'"},
    {EUC(2) "1 0 0\n2 600000000 0\n",
     "t.tsp:5: expected distances up to 536870911, found cities in a box that spans 6e+08"},
    {EUC(2) "1 -1e308 0\n2 1e308 0\n", "t.tsp:5: expected distances up to 536870911"},
    {EUC(2) "1 0 0\n2 400000000 400000000\n", "t.tsp:5: expected distances up to 536870911"},
    {HEAD(2, "MAN_2D") "NODE_COORD_SECTION\n1 0 0\n2 300000000 300000000\n",
     "expected distances up to 536870911"},
    {HEAD(2, "MAX_2D") "NODE_COORD_SECTION\n1 0 0\n2 0 536870911\n", "expected distances up to 536870911"},
    {HEAD(2, "ATT") "NODE_COORD_SECTION\n1 0 0\n2 0 1.7e9\n", "expected distances up to 536870911"},
    {HEAD(2, "CEIL_2D") "NODE_COORD_SECTION\n1 0 0\n2 0 -536870910.5\n",
     "expected distances up to 536870911"},
    {HEAD(2, "GEO") "NODE_COORD_SECTION\n1 0 0\n2 91 0\n",
     "t.tsp:5: expected latitudes to 90 and longitudes to 360, found 91, 0 of city 2"},
    {HEAD(2, "GEO") "NODE_COORD_SECTION\n1 0 0\n2 0 1e300\n",
     "expected latitudes to 90 and longitudes to 360"},
    {EXPL(2, "FULL_MATRIX") "0 1\n2 0\n",
     "t.tsp:8: expected 1 at (2, 1) as at (1, 2), or TYPE ATSP for an asymmetric matrix, found '2'"},
    {EXPL(2, "FULL_MATRIX") "0 1 1\n\n7x\n",
     "t.tsp:9: expected a number on the diagonal at (2, 2), found '7x'"},
    {EXPL(2, "LOWER_DIAG_ROW") "1x 1 0\n",
     "t.tsp:7: expected a number on the diagonal at (1, 1), found '1x'"},
    {EXPL(4, "FULL_MATRIX") "0 3 9 5\n3 0 4 8\n9 4 0 6\n5 8\nEOF\n",
     "t.tsp:11: expected 16 numbers, found 14 and then 'EOF'"},
    {EXPL(3, "FULL_MATRIX") "0 3 9\n4 0 5\n9 5\n",
     "t.tsp:10: expected 9 numbers, found 8 and then the end of the file"},
    {EXPL(2, "FULL_MATRIX") "0 1\n1.5 0\n",
     "t.tsp:8: expected 1 at (2, 1) as at (1, 2), or TYPE ATSP for an asymmetric matrix, found '1.5'"},
    {EXPL(3, "UPPER_ROW") "1.5 2.25 600000000\n", "t.tsp:7: expected a number from 0 to 5368709.11 with at "
                                                  "most 2 decimals at (2, 3), as this matrix is kept"},
    {EXPL(3, "UPPER_ROW") "1.5 2.25 -1\n",
     "expected a number from 0 to 5368709.11 with at most 2 decimals at (2, 3)"},
    {EXPL(3, "UPPER_ROW") "1.5 2.25 0.3333333333\n",
     "t.tsp:7: expected a number of at most 6 decimals at (2, 3), or --scale F to multiply and round, found "
     "'0.33"},
    {EXPL(3, "UPPER_ROW") "5 inf 7\n",
     "t.tsp:7: expected a whole number from 0 to 536870911 at (1, 3), found 'inf'"},
    {EXPL(3, "UPPER_ROW") "5 6 -7\n",
     "t.tsp:7: expected a whole number from 0 to 536870911 at (2, 3), found '-7'"},
    {EXPL(3, "LOWER_ROW") "5 536870912 7\n",
     "t.tsp:7: expected a whole number from 0 to 536870911 at (3, 1), found '5368"},
    {EXPL(3, "UPPER_ROW") "5 1,5 7\n", "found '1,5'"},
    {EXPL(3, "UPPER_ROW") "5 x 7\n", "t.tsp:7: expected 3 numbers, found 1 and then 'x'"},
    {EXPL(3, "UPPER_ROW") "5 60\nEOF\n", "t.tsp:8: expected 3 numbers, found 2 and then 'EOF'"},
    {EXPL(3, "UPPER_ROW") "5 6\n\n", "t.tsp:9: expected 3 numbers, found 2 and then the end of the file"},
    {EXPL(3, "UPPER_ROW") "5 6 7 8\n9\n", "t.tsp:7: expected 3 numbers, found 5"},
    {EXPL(3, "UPPER_ROW") "5 6 7\n-1\n", "t.tsp:8: expected 3 numbers, found 4"},
    {EXPL(3, "UPPER_ROW") "5 6 7\nDISPLAY_DATA_SECTION\n1 0 0\n2 0 x\n3 0 0\n",
     "t.tsp:10: expected the y coordinate of city 2"},
    {EXPL(3, "UPPER_ROW") "5 6 7\nNODE_COORD_SECTION\n1 0 0\n4 0 0\n", "t.tsp:10: expected city 2 of 3"},
};

static void refuses_each_defect(void) {
  for (size_t d = 0; d < sizeof defects / sizeof *defects; d++) {
    Instance *inst;
    Status status = parse(defects[d].text, strlen(defects[d].text), &inst);
    bool same = status == ERR_FORMAT && !inst && strstr(status_message(), defects[d].message);
    CU_ASSERT_TRUE(same);
    if (!same) printf("# defect %zu: expected '%s', found '%s'\n", d, defects[d].message, status_message());
    instance_free(inst);
  }
}

static void refuses_binary(void) {
  static const struct {
    const char *text;
    size_t bytes;
    const char *message;
  } cases[] = {
      {"\0\0\0\0", 4, "t.tsp:1: expected a keyword of the TSP, found '\\x00\\x00\\x00\\x00'"},
      {"\x7f"
       "ELF\x02\x01",
       6, "found '\\x7fELF\\x02\\x01'"},
      {"NAME: a\0b\n", 10, "t.tsp:1: expected text, found '\\x00b'"},
      {"COMMENT: \x1b[2J\n", 14, "t.tsp:1: expected text, found '\\x1b[2J'"},
      {"TYPE: TSP\0\n", 11, "t.tsp:1: expected text, found '\\x00'"},
      {EUC(1) "1 0 0\0\n", sizeof EUC(1) - 1 + 7,
       "t.tsp:6: expected the y coordinate of city 1, found '0\\x00'"},
      {EUC(1) "1 0 0\n\0", sizeof EUC(1) - 1 + 7,
       "t.tsp:7: expected a keyword of the TSP after 1 cities, found '\\x00'"},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    Instance *inst;
    CU_ASSERT_EQUAL(parse(cases[c].text, cases[c].bytes, &inst), ERR_FORMAT);
    bool same = strstr(status_message(), cases[c].message);
    CU_ASSERT_TRUE(same);
    if (!same) printf("# expected '%s', found '%s'\n", cases[c].message, status_message());
    instance_free(inst);
  }
}

static void missing_files(void) {
  Instance *inst = NULL;
  status_clear();
  CU_ASSERT_EQUAL(tsplib_read("/nonexistent/x.tsp", &inst), ERR_NO_INPUT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "cannot open /nonexistent/x.tsp: No such file"));
  status_clear();
  CU_ASSERT_EQUAL(tsplib_read("/", &inst), ERR_NO_INPUT);
  CU_ASSERT_PTR_NULL(inst);
}

static const HarnessTest tests[] = {
    TEST(refuses_each_defect), TEST(refuses_binary), TEST(missing_files), {NULL, NULL}};

int main(void) { return harness_run("tsplib_defects", tests); }
