/* Reader and writer of tour files (src/problem/tsp/files/tour.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "problem/tsp/files/tsp_files.h"

static char folder[] = "/tmp/cordee_tour_XXXXXX";
static char path[128];
static TourForm form; /* of what was read last */

static Status read_text(const char *text, size_t bytes, int32_t n, int32_t *tour) {
  FILE *file = fopen(path, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(file);
  fwrite(text, 1, bytes, file);
  fclose(file);
  status_clear();
  return tour_read(path, &(TourShape){.n = n}, tour, &form);
}

#define HEAD "NAME : t\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n"

static void reads_every_style(void) {
  static const char *const same[] = {
      HEAD "2\n4\n1\n3\n-1\nEOF\n",
      HEAD "2\n4\n1\n3\n-1\n",
      HEAD "2 4 1 3 -1",
      HEAD "2 4\n\n1 3\nEOF",
      HEAD "  2 4 1 3",
      "NAME:t\r\nCOMMENT: a (b) 12\r\nTYPE:TOUR\r\nTOUR_SECTION \r\n2\r\n4\r\n1\r\n3\r\n-1\r\nEOF\r\n\r\n",
      "TOUR_SECTION\n2 4 1 3 -1\n\n\nEOF\nafter the end",
      "NAME: t\nTYPE: TOUR\nDIMENSION: 4\nTOUR_SECTION:\n2 4 1 3 -1\n-1\nEOF", /* as tsplib95 writes */
      "TOUR_SECTION: 2 4\n1 3\n-1\n-1\n",
      "TOUR_SECTION 2 4 1 3",
      "name : t\ntype : tour\ntour_section\n2 4 1 3\neof\n",
      "NAME : t.7542.tour\nCOMMENT : Length = 7542\nCOMMENT : Found by LKH-3 [Keld Helsgaun] Sat Jan 6 "
      "10:11:12 2024\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n2\n4\n1\n3\n-1\nEOF\n",
      "\xef\xbb\xbfTYPE : TOUR\r\nTOUR_SECTION\r\n2\r\n4\r\n1\r\n3\r\n-1\r\n",
  };
  static const int32_t expected[] = {1, 3, 0, 2};
  for (size_t s = 0; s < sizeof same / sizeof *same; s++) {
    int32_t tour[4] = {0};
    CU_ASSERT_EQUAL(read_text(same[s], strlen(same[s]), 4, tour), OK);
    CU_ASSERT_EQUAL(memcmp(tour, expected, sizeof expected), 0);
  }
}

/* Each is the cycle 1, 3, 0, 2, which begins somewhere. */
static void reads_numbers(void) {
  static const struct {
    const char *text;
    TourForm form;
    int32_t first;
  } same[] = {{"4\n1 3 0 2\n", TOUR_COUNTED, 1},
              {"4\n1\n3\n0\n2", TOUR_COUNTED, 1},
              {" 4 1 3\r\n\r\n0 2 \n\n", TOUR_COUNTED, 1},
              {"\xef\xbb\xbf"
               "4\r\n1 3 0 2\r\n-1\r\n",
               TOUR_COUNTED, 1},
              {"4\n2 4 1 3\n", TOUR_COUNTED_1, 1},
              {"2 4 1 3", TOUR_LIST_1, 1},
              {"4\n1\n3\n2\n-1\nEOF\n", TOUR_LIST_1, 3},
              {"1 3 0 2\n", TOUR_LIST, 1},
              {"0.0\n2.0e0\n1.0\n3.0\n", TOUR_LIST, 0},
              {"4 4\n1 3 17\n3 0 5\n0 2 9\n2 1 4\n", TOUR_EDGES, 1},
              {"4 4\r\n3 1\r\n3 0\r\n0 2\r\n1 2\r\n", TOUR_EDGES, 3}};
  static const int32_t next[] = {2, 3, 1, 0};
  int32_t one = 7;
  for (size_t s = 0; s < sizeof same / sizeof *same; s++) {
    int32_t tour[4] = {0};
    CU_ASSERT_EQUAL(read_text(same[s].text, strlen(same[s].text), 4, tour), OK);
    CU_ASSERT_TRUE(form == same[s].form && tour[0] == same[s].first);
    const bool back = next[tour[0]] != tour[1];
    for (int32_t p = 0; p < 4; p++)
      CU_ASSERT_EQUAL(next[tour[back ? (p + 1) % 4 : p]], tour[back ? p : (p + 1) % 4]);
  }
  CU_ASSERT(read_text("1\n0\n", 4, 1, &one) == OK && one == 0);
  CU_ASSERT(read_text("1 1\n0 0 0\n", 10, 1, &one) == OK && one == 0);
}

/* Edges tell no direction where each is written as it comes, and no beginning of a path. */
static void edges_are_of_cycles(void) {
  static const char along[] = "3 3\n0 2 5\n2 1 5\n1 0 5\n", across[] = "3 3\n0 2 5\n1 2 5\n1 0 5\n";
  const TourShape directed = {.n = 3, .directed = true}, open = {.n = 3, .path = true};
  int32_t tour[3];
  status_clear();
  CU_ASSERT_EQUAL(tour_parse("t", along, strlen(along), &directed, tour, &form), OK);
  CU_ASSERT_TRUE(tour[0] == 0 && tour[1] == 2 && tour[2] == 1);
  CU_ASSERT_EQUAL(tour_parse("t", across, strlen(across), &directed, tour, &form), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "t:1: expected edges from each city to the next"));
  status_clear();
  CU_ASSERT_EQUAL(tour_parse("t", along, strlen(along), &open, tour, &form), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "t:1: expected the cities of a path in their order"));
  status_clear();
}

static void leaves_permutations_to_the_judge(void) {
  int32_t tour[4] = {0};
  CU_ASSERT_EQUAL(read_text(HEAD "2 2 2 2 -1", strlen(HEAD) + 10, 4, tour), OK);
  CU_ASSERT_TRUE(tour[0] == 1 && tour[3] == 1);
}

static void refuses_each_defect(void) {
  static const struct {
    const char *text, *message;
  } defects[] = {
      {"", ":1: expected TOUR_SECTION, or numbers alone, found the end of the file"},
      {"NAME : t\n", ":2: expected TOUR_SECTION, or numbers alone, found the end of the file"},
      {"x 2 3 4\n", ":1: expected a keyword of a tour or TOUR_SECTION, or numbers alone (no table, no "
                    "GeoJSON), found 'x'"},
      {"1 2 3 4 1\n", ":1: expected 4, the number of cities, before the tour, or 4 cities alone (here are 5 "
                      "numbers), found '1'"},
      {"\n4.5\n", ":2: expected 4, the number of cities, before the tour, or 4 cities alone (here are 1 "
                  "numbers), found '4.5'"},
      {"1 2 3 2.5\n", ":1: expected city 4 of 4: a number from 1 to 4, found '2.5'"},
      {"0 1 2 4\n", ":1: expected city 4 of 4: a number from 0 to 3, found '4'"},
      {"1, 2, 3, 4\n", ":1: expected 4, the number of cities"},
      {"[1, 2, 3, 4]\n", ":1: expected TOUR_SECTION, or numbers alone, found '[1,'"},
      {"position,city\r\n1,1\r\n", ":1: expected a keyword of a tour or TOUR_SECTION, or numbers alone"},
      {"4 6\n0 1 2\n0 2 1\n", ":1: expected 4, the number of edges of a tour of 4 cities, found '6'"},
      {"5 5\n0 1 2\n0 2 1\n", ":1: expected 4, the number of cities of a tour, found '5'"},
      {"4 4\n0 1 2\n0 4 1\n", ":3: expected edge 2 of 4: two cities, numbers from 0 to 3, found '4'"},
      {"4 4\n0 1 2 7\n0 4 1\n", ":2: expected the end of the line, found '7'"},
      {"4 4\n0 1 2\n0 2 1\n0 3 1\n", ":4: expected two edges of city 0, counted from 0, found a third"},
      {"4 4\n0 1 2\n1 0 1\n2 3 1\n3 2 1\n",
       ":1: expected the edges of one tour of 4 cities, found a cycle of 2"},
      {"4 4\n0 1 2\n1 2 1\n2 3 1\n", ":5: expected edge 4 of 4: two cities"},
      {"4\n0 1 2\n", ":3: expected city 4 of 4: a number from 0 to 3, found the end of the file"},
      {"4\n0 1 2 4\n", ":2: expected city 4 of 4: a number from 0 to 3, found '4'"},
      {"4\n0 1 2 3\n-1\n-1\n-1\n", ":5: expected the end of the tour after 4 cities, found '-1'"},
      {"-1\n", ":1: expected TOUR_SECTION, or numbers alone, found '-1'"},
      {"TYPE : TSP\n", ":1: expected TYPE TOUR, found 'TSP'"},
      {"TYPE :\n", ":1: expected TYPE TOUR, found the end of the line"},
      {"TYPE TOUR\n", ":1: expected ':' after TYPE, found 'TOUR'"},
      {"DIMENSION : 5\n", ":1: expected DIMENSION 4, found '5'"},
      {"DIMENSION : x\n", ":1: expected DIMENSION 4, found 'x'"},
      {"CAPACITY : 5\n", ":1: expected a keyword of a tour or TOUR_SECTION, or numbers alone (no table, no "
                         "GeoJSON), found 'CAPACITY'"},
      {"TOUR_SECTION 1\n", ":2: expected city 2 of 4: a number from 1 to 4, found the end of the file"},
      {HEAD "1 2\n3\n", ":7: expected city 4 of 4: a number from 1 to 4, found the end of the file"},
      {HEAD "1 2 3\n-1\nEOF\n", ":6: expected city 4 of 4: a number from 1 to 4, found '-1'"},
      {HEAD "1 2 3\nEOF\n", ":6: expected city 4 of 4: a number from 1 to 4, found 'EOF'"},
      {HEAD "1 2 3 4 1\n-1\n", ":5: expected the end of the tour after 4 cities, found '1'"},
      {HEAD "1 2 3 4\n-1\n1 2 3 4\n-1\n", ":7: expected the end of the tour after 4 cities, found '1'"},
      {HEAD "1 2 3 4\n-1\nNAME : t\n", ":7: expected the end of the tour after 4 cities, found 'NAME'"},
      {HEAD "1 2 5 4\n", ":5: expected city 3 of 4: a number from 1 to 4, found '5'"},
      {HEAD "0 1 2 3\n", ":5: expected city 1 of 4: a number from 1 to 4, found '0'"},
      {HEAD "1 2 x 4\n", "found 'x'"},
      {HEAD "1 2 2.5 4\n", "found '2.5'"},
      {HEAD "1 2 99999999999999999999 4\n", "found '99999999999999999999'"},
  };
  for (size_t d = 0; d < sizeof defects / sizeof *defects; d++) {
    int32_t tour[4];
    CU_ASSERT_EQUAL(read_text(defects[d].text, strlen(defects[d].text), 4, tour), ERR_FORMAT);
    int same = strncmp(status_message(), path, strlen(path)) == 0 &&
               strstr(status_message(), defects[d].message) != NULL;
    CU_ASSERT_TRUE(same);
    if (!same) printf("# expected '%s', found '%s'\n", defects[d].message, status_message());
  }
  int32_t tour[4];
  CU_ASSERT_EQUAL(read_text(HEAD "1 2 \0 4", strlen(HEAD) + 7, 4, tour), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "found '\\x00'"));
}

static void missing_file(void) {
  int32_t tour[1];
  status_clear();
  CU_ASSERT_EQUAL(tour_read("/nonexistent/x.tour", &(TourShape){.n = 1}, tour, &form), ERR_NO_INPUT);
}

static void write_then_read(void) {
  enum { N = 5000 };
  int32_t tour[N], again[N];
  for (int32_t p = 0; p < N; p++) tour[p] = (int32_t)((p * 7919LL + 13) % N);
  CU_ASSERT_EQUAL(tour_write(path, "mine", N, tour, 123456789012), OK);
  CU_ASSERT_EQUAL(tour_read(path, &(TourShape){.n = N}, again, &form), OK);
  CU_ASSERT_EQUAL(memcmp(tour, again, sizeof tour), 0);
  char text[256] = "";
  FILE *file = fopen(path, "r");
  CU_ASSERT_PTR_NOT_NULL_FATAL(file);
  CU_ASSERT_TRUE(fread(text, 1, sizeof text - 1, file) > 0);
  fclose(file);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "COMMENT : cost 123456789012\n"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "NAME : mine\n"));
  CU_ASSERT_EQUAL(harness_temporaries(path), 0);
}

/* A failed write leaves what was there, and no temporary file. */
static void write_fails_cleanly(void) {
  int32_t tour[] = {0, 1, 2};
  char name[256], inside[300];
  status_clear();
  CU_ASSERT_EQUAL(tour_write("/nonexistent/x.tour", "t", 3, tour, 1), ERR_IO);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "cannot write /nonexistent/x.tour"));
  snprintf(name, sizeof name, "%s/busy", folder); /* a folder with something in it cannot be replaced */
  snprintf(inside, sizeof inside, "%s/file", name);
  CU_ASSERT_TRUE_FATAL(mkdir(name, 0700) == 0 && mkdir(inside, 0700) == 0);
  CU_ASSERT_EQUAL(tour_write(name, "t", 3, tour, 1), ERR_IO);
  CU_ASSERT_EQUAL(access(inside, F_OK), 0);
  CU_ASSERT_TRUE(rmdir(inside) == 0 && rmdir(name) == 0);
  CU_ASSERT_EQUAL(harness_temporaries(name), 0);
}

static const HarnessTest tests[] = {TEST(reads_numbers),
                                    TEST(edges_are_of_cycles),
                                    TEST(reads_every_style),
                                    TEST(leaves_permutations_to_the_judge),
                                    TEST(refuses_each_defect),
                                    TEST(missing_file),
                                    TEST(write_then_read),
                                    TEST(write_fails_cleanly),
                                    {NULL, NULL}};

int main(void) {
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  snprintf(path, sizeof path, "%s/t.tour", folder);
  int result = harness_run("tour", tests);
  unlink(path);
  rmdir(folder);
  return result;
}
