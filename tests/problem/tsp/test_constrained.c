/* Paths and fixed edges (src/problem/tsp): their files and options, and the judge of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "problem/judge.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/tsp/tsp_options.h"

static Instance *parse_good(const char *text) {
  Instance *inst = NULL;
  char *exact = exact_text(text, strlen(text));
  status_clear();
  CU_ASSERT_EQUAL(tsplib_parse("t.tsp", exact, strlen(text), &inst), OK);
  if (!inst) printf("# %s\n", status_message());
  free(exact);
  CU_ASSERT_PTR_NOT_NULL_FATAL(inst);
  return inst;
}

/* Cities at 0, 10, 30, 60 and 100 on a line. */
#define LINE(type)                                                                                           \
  "NAME: five\nTYPE: " type "\nDIMENSION: 5\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 10 "     \
  "0\n3 30 0\n4 60 0\n5 100 0\n"
#define ARCS                                                                                                 \
  "TYPE: ATSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "                               \
  "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2 3 4 0 5 6 7 8 0 9 10 11 12 0\n"

/* What the judge says of a tour of up to five cities, 1-based. */
static void check_judged(const Instance *inst, const char *cities, int64_t cost, const char *message) {
  int32_t tour[5];
  int64_t found = -1;
  for (int32_t p = 0; p < inst->n; p++) tour[p] = cities[p] - '1';
  status_clear();
  const Status status = judge_solution(inst, tour, &found);
  const bool right =
      message ? status == ERR_FORMAT && strstr(status_message(), message) : status == OK && found == cost;
  if (!right) printf("# %s: %lld, %s\n", cities, (long long)found, status_message());
  CU_ASSERT(right);
}

static Status applied(Instance *inst, TspSettings settings) {
  status_clear();
  return tsp_settings_apply("t.tsp", &settings, (TspInstance *)inst);
}

static void paths(void) {
  Instance *tour = parse_good(LINE("TSP")), *path = parse_good(LINE("HPP"));
  check_judged(tour, "12345", 200, NULL);
  check_judged(path, "12345", 100, NULL);
  check_judged(path, "54321", 100, NULL);
  check_judged(path, "21345", 110, NULL);
  check_judged(path, "11345", 0, "visits city 1 again");
  CU_ASSERT_NOT_EQUAL(tour->digest, path->digest);
  CU_ASSERT(applied(tour, (TspSettings){.path = ENDS_OPEN}) == OK && tour->digest == path->digest);
  CU_ASSERT(applied(path, (TspSettings){.path = ENDS_CLOSED}) == OK && !tsp_of(path)->path);
  check_judged(path, "12345", 200, NULL);
  CU_ASSERT_EQUAL(applied(tour, (TspSettings){.from = 2, .to = 5}), OK);
  check_judged(tour, "21345", 110, NULL);
  check_judged(tour, "24315", 50 + 30 + 30 + 100, NULL);
  check_judged(tour, "51342", 0, "the path begins at city 5, expected 2");
  check_judged(tour, "21354", 0, "the path ends at city 4, expected 5");
  instance_free(tour);
  instance_free(path);
}

static void fixed_edges(void) {
  Instance *inst = parse_good(LINE("TSP") "FIXED_EDGES_SECTION\n1 4 3 5\n-1\nEOF\n");
  CU_ASSERT(tsp_of(inst)->fixed_count == 2 && strcmp(inst->name, "t+fixed") == 0);
  check_judged(inst, "14235", 60 + 50 + 20 + 70 + 100, NULL);
  check_judged(inst, "41253", 60 + 10 + 90 + 70 + 30, NULL);
  check_judged(inst, "23541", 20 + 70 + 40 + 60 + 10, NULL);  /* 4 1 around the end */
  check_judged(inst, "42351", 50 + 20 + 70 + 100 + 60, NULL); /* so is 1 4 */
  check_judged(inst, "13542", 0, "the tour lacks the fixed edge 1 4");
  check_judged(inst, "14325", 0, "the tour lacks the fixed edge 3 5");
  CU_ASSERT_EQUAL(applied(inst, (TspSettings){.path = ENDS_OPEN}), OK);
  check_judged(inst, "42351", 0, "the tour lacks the fixed edge 1 4"); /* a path's ends are no edge */
  check_judged(inst, "14235", 60 + 50 + 20 + 70, NULL);
  instance_free(inst);
}

static void fixed_arcs(void) {
  Instance *inst = parse_good(ARCS "FIXED_EDGES_SECTION\n1 3\n-1\n");
  CU_ASSERT_EQUAL(tsp_of(inst)->metric, METRIC_DIRECTED);
  check_judged(inst, "1324", 2 + 8 + 6 + 10, NULL);
  check_judged(inst, "3241", 8 + 6 + 10 + 2, NULL);
  check_judged(inst, "3124", 0, "the tour lacks the fixed edge 1 3");
  instance_free(inst);
}

static void writes_them(void) {
  static const char *const texts[] = {LINE("TSP") "FIXED_EDGES_SECTION\n1 4\n3 5\n-1\n", LINE("HPP"),
                                      ARCS "FIXED_EDGES_SECTION\n1 3\n-1\n"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    Instance *inst = parse_good(texts[k]), *again;
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    CU_ASSERT_EQUAL(tsplib_write(out, inst), OK);
    fclose(out);
    again = parse_good(text);
    CU_ASSERT_EQUAL(again->digest, inst->digest);
    instance_free(inst);
    instance_free(again);
    free(text);
  }
}

static void options(void) {
  static const struct {
    TspSettings settings;
    const char *message;
  } bad[] = {
      {{.path = ENDS_CLOSED, .from = 1}, "expected --from and --to with a path, found --path closed"},
      {{.from = 6}, "expected --from 1 to 5, found 6"},
      {{.to = UINT32_MAX / 2}, "expected --to 1 to 5, found 2147483647"},
      {{.from = 3, .to = 3}, "expected --from and --to of two cities, found 3 twice"},
      {{.from = 2}, "expected ends of a path that has the fixed edges, found 2, but its city has two others"},
      {{.from = 1, .to = 3},
       "expected ends of a path that has the fixed edges, found 3, but it closes a tour of some"}};
  Instance *inst = parse_good(LINE("TSP") "FIXED_EDGES_SECTION\n1 2\n2 3\n-1\n");
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    CU_ASSERT_NOT_EQUAL(applied(inst, bad[k].settings), OK);
    const bool told = strstr(status_message(), bad[k].message) != NULL;
    if (!told) printf("# %s\n", status_message());
    CU_ASSERT(told);
  }
  CU_ASSERT(tsp_optima_column(&(TspSettings){.from = 1}) && !tsp_optima_column(&(TspSettings){0}));
  instance_free(inst);
}

/* One or two cities, of which there is one tour. */
static void tiny(void) {
  Instance *one =
               parse_good("TYPE: HPP\nDIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 5 5\n"),
           *two =
               parse_good("TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 "
                          "4\nFIXED_EDGES_SECTION\n2 1\n-1\n");
  check_judged(one, "1", 0, NULL);
  check_judged(two, "21", 10, NULL);
  CU_ASSERT(!tsp_is_constrained(tsp_of(one)) && !tsp_is_constrained(tsp_of(two)));
  CU_ASSERT_EQUAL(applied(two, (TspSettings){.from = 2, .to = 1}), OK);
  check_judged(two, "21", 5, NULL);
  check_judged(two, "12", 0, "begins at city 1, expected 2");
  instance_free(one);
  instance_free(two);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(paths),   TEST(fixed_edges), TEST(fixed_arcs), TEST(writes_them),
                                      TEST(options), TEST(tiny),        {NULL, NULL}};
  return harness_run("constrained", tests);
}
