/* Files of one vehicle and of teams: tours with time windows, orienteering, team orienteering; and the published solutions of these sets. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "io/input.h"
#include "problem/routes/files/fleet_files.h"
#include "problem/routes/files/fleet_solution.h"
#include "problem/routes/routes_options.h"

static const char matrix[] = "3 # nodes\n9 2.5 4\n1 9 3\n2 6 9\n# windows\n0 100\n0 50 # first\n20 60\n";
static const char table[] =
    "!! small 1.5\nCUST NO. XCOORD. YCOORD. DEMAND [READY TIME] [DUE DATE] [SERVICE TIME]\n"
    "1 0 0 0 0 100 0\n2 3 4.9 0 0 50 1\n3 0 5 0 20 60 2\n999 0 0 0 0 0 0\n";
static const char team[] = "n 4\nm 2\ntmax 12\n0 0 0\n3 4 7\n9 9 100\n6 8 0\n";
static const char windows[] =
    "4 3 2 1\n0 200\n0 0 0 0 0 0 0 0 30\n1 3 4 1 10 1 1 1 0 20\n2 6 9 1 5 1 1 1 12 25\n";

static Status text_parse(const char *text, const RoutesSettings *said, RoutesInstance **routes) {
  static const RoutesSettings standard;
  Instance *inst = NULL;
  CU_ASSERT(fleet_probe("a.txt", text, strlen(text)) > 0);
  const Status status = fleet_parse("a.txt", text, strlen(text), said ? said : &standard, &inst);
  *routes = (RoutesInstance *)inst;
  return status;
}

static int64_t cost_of(const RoutesInstance *routes, const char *solution) {
  int32_t gene[8];
  int64_t cost = -1;
  CU_ASSERT_EQUAL(fleet_solution_parse("s", solution, strlen(solution), &routes->head, gene), OK);
  CU_ASSERT_EQUAL(judge_fleet(&routes->head, gene, &cost, NULL), OK);
  return cost;
}

static void tours_with_windows(void) {
  RoutesInstance *routes;
  CU_ASSERT_EQUAL_FATAL(text_parse(matrix, NULL, &routes), OK);
  CU_ASSERT_EQUAL(routes->head.n, 2);
  CU_ASSERT_EQUAL(routes->head.decimals, 1);
  CU_ASSERT_EQUAL(routes->distance[0], 0);
  CU_ASSERT_EQUAL(routes->type[0].count, 1);
  CU_ASSERT_EQUAL(cost_of(routes, "Cost: 1\nObjective: travel\nTour: 1 2\n"), 25 + 30 + 20);
  CU_ASSERT_EQUAL(cost_of(routes, "Tour: 2 1\n"), 40 + 60 + 10);
  instance_free(&routes->head);
}

/* It waits until 20 at the second node, whatever it travels. */
static void completion_counts_from_the_opening(void) {
  const RoutesSettings said = {.cvrp.objective = OBJECTIVE_COMPLETION};
  RoutesInstance *routes;
  CU_ASSERT_EQUAL_FATAL(text_parse(matrix, &said, &routes), OK);
  CU_ASSERT_EQUAL(cost_of(routes, "Tour: 1 2\n"), 220);
  CU_ASSERT_EQUAL(cost_of(routes, "Tour: 2 1\n"), 270);
  instance_free(&routes->head);
  CU_ASSERT_EQUAL(text_parse(team, &said, &routes), ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "--objective completion"));
}

static void tables_of_coordinates(void) {
  RoutesInstance *routes;
  CU_ASSERT_EQUAL_FATAL(text_parse(table, NULL, &routes), OK);
  CU_ASSERT_EQUAL(routes->head.n, 2);
  CU_ASSERT_EQUAL(routes->distance[1], 5); /* 5.74, truncated */
  CU_ASSERT_EQUAL(routes->stop[2].service, 2);
  CU_ASSERT_EQUAL(cost_of(routes, "Tour: 1 2\n"), 5 + 3 + 5);
  instance_free(&routes->head);
}

static void teams(void) {
  RoutesInstance *routes;
  const RoutesSettings said = {.cvrp.objective = OBJECTIVE_VEHICLES};
  CU_ASSERT_EQUAL_FATAL(text_parse(team, NULL, &routes), OK);
  CU_ASSERT_EQUAL(routes->head.n, 2);
  CU_ASSERT_EQUAL(routes->head.decimals, 0);
  CU_ASSERT_EQUAL(routes->type[0].place[1], 3);
  CU_ASSERT_EQUAL(cost_of(routes, "Route #1: 1\n"), 100);
  CU_ASSERT_EQUAL(routes->head.problem->worth(&routes->head), 107);
  instance_free(&routes->head);
  CU_ASSERT_EQUAL(text_parse(team, &said, &routes), ERR_USAGE);
}

static void orienteering(void) {
  RoutesInstance *routes;
  const RoutesSettings said = {.cvrp = {.fleet = counted_make(FLEET_WORD_AT_MOST, 2),
                                        .objective = OBJECTIVE_PRIZES}},
                       prizes = {.cvrp.objective = OBJECTIVE_PRIZES};
  CU_ASSERT_EQUAL_FATAL(text_parse(windows, &prizes, &routes), OK);
  CU_ASSERT_PTR_NOT_NULL(strstr(routes->head.remark, "demands are prizes"));
  CU_ASSERT_EQUAL(routes->distance_decimals, 1);
  CU_ASSERT_EQUAL(routes->distance[2], 108); /* 10.81, truncated */
  CU_ASSERT_EQUAL(cost_of(routes, "Route #1: 1 2\n"), 0);
  CU_ASSERT_EQUAL(cost_of(routes, "Route #1: 2\n"), 10);
  instance_free(&routes->head);
  RoutesInstance *two;
  const char whole[] = "4 3 3 1\n0 200\n0 0 0 0 0 0 0 0 30\n1 3.25 4 1 10 1 1 1 0 20\n2 6 9 1 5 1 1 1 12 "
                       "25\n3 1 1 0 2 1 1 1 0 9\n";
  CU_ASSERT_EQUAL_FATAL(text_parse(whole, &said, &two), OK);
  CU_ASSERT_EQUAL(two->distance_decimals, 2);
  CU_ASSERT_EQUAL(two->distance[1], 515); /* 5.153, truncated */
  CU_ASSERT_EQUAL(two->type[0].count, 2);
  instance_free(&two->head);
}

/* A file of one day may be of vehicle routing; one of several days would have a line more for each. */
static void one_day_is_said(void) {
  char days[sizeof windows];
  RoutesInstance *routes;
  status_clear();
  CU_ASSERT_EQUAL(text_parse(windows, NULL, &routes), ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "a.txt: expected --objective prizes"));
  memcpy(days, windows, sizeof days);
  days[strlen("4 3 2 ")] = '2';
  CU_ASSERT_EQUAL_FATAL(text_parse(days, NULL, &routes), OK);
  CU_ASSERT_EQUAL(routes->head.problem->worth(&routes->head), 15);
  instance_free(&routes->head);
}

/* A table of stops with prizes whose routes cost nothing; nobody has a prize; a file without a fleet. */
static void prizes_alone(void) {
  static const char table_of_stops[] = "id,x,y,prize\n0,0,0,\n1,3,4,7\n2,6,8,5\n",
                    required[] = "id,x,y,demand\n0,0,0,\n1,3,4,7\n";
  const RoutesSettings said = {.cvrp.objective = OBJECTIVE_PRIZES},
                       full = {.cvrp.objective = OBJECTIVE_PRIZES, .capacity = "9"};
  RoutesInstance *routes;
  CU_ASSERT_EQUAL_FATAL(text_parse(table_of_stops, &said, &routes), OK);
  CU_ASSERT_EQUAL(routes->type->per_distance, 0);
  CU_ASSERT_EQUAL(routes->type->per_duration, 0);
  CU_ASSERT_EQUAL(routes->type->fixed, 0);
  CU_ASSERT(routes->head.problem->worth(&routes->head) > 0);
  instance_free(&routes->head);
  status_clear();
  CU_ASSERT_EQUAL(text_parse(required, &full, &routes), ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(
      strstr(status_message(), "--objective prizes: expected customers with prizes, found none"));
  status_clear();
  CU_ASSERT_EQUAL(text_parse(matrix, &said, &routes), ERR_USAGE);
}

static void defects(void) {
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"3\n0 1 2\n1 0 3\n2 3 x\n0 9\n0 9\n0 9\n", NULL},
      {"2\n0 1\n-1 0\n0 9\n0 9\n", "a.txt:3: expected the way from node 1 to node 0"},
      {"2\n0 1\n1 0\n0 9\n9 0\n", "a.txt:5: expected a due time of node 1"},
      {"2\n0 1.1234567\n1 0\n0 9\n0 9\n", "with at most 6 decimals"},
      {"n 4\nm 0\ntmax 12\n0 0 0\n3 4 7\n9 9 100\n6 8 0\n", "a.txt:2: expected a number of routes from 1"},
      {"n 4\nm 2\ntmax -1\n0 0 0\n3 4 7\n9 9 100\n6 8 0\n",
       "a.txt:3: expected the length of the longest route"},
      {"n 3\nm 2\ntmax 12\n0 0 0\n3 4 7\n9 9 -1\n", "a.txt:6: expected the prize of node 2"},
      {"n 3\nm 2\ntmax 12\n0 0 0\n3 4 7\n9 9 0\n1 1 1\n",
       "a.txt:7: expected the end of the file after 3 nodes"},
      {"4 3 2 1\n0 200\n0 0 0 0 0 0 0 0 30\n1 3 4 1 10 1 1 1 0 20\n3 6 9 1 5 1 1 1 12 25\n",
       "a.txt:5: expected node 2"},
      {"4 3 2 1\n0 x\n0 0 0 0 0 0 0 0 30\n", NULL},
      {"4 3 0 1\n0 200\n0 0 0 0 0 0 0 0 30\n", "a.txt:1: expected a number of customers from 1"},
      {"4 3 1 1\n0 200\n0 0 0 0 0 0 0 0 30\n1 3 4 1 -10 1 1 1 0 20\n",
       "a.txt:4: expected the prize of node 1"},
      {"4 3 1 1\n0 200\n0 0 0 0 0 0 0 0 30\n1 3 4 -1 10 1 1 1 0 20\n",
       "a.txt:4: expected the service time of node 1"},
      {"4 3 1 1\n0 200\n0 0 0 0 0 0 0 0 30\n1 3 4 1 10 1 1025 1 0 20\n",
       "a.txt:4: expected a number of combinations of node 1, from 0 to 1024"},
      {"4 3 1 1\n0 200\n0 0 0 0 0 0 0 0 30\n1 3 4 1 10 1 1 1 -1 20\n",
       "a.txt:4: expected the opening of node 1"},
      {"4 3 1 1\n0 200\n0 0 0 0 0 0 0 0 30\n1 3 4 1 10 1 1 1 0 20\n2 6 9 1 5 1 1 1 12 25\n",
       "a.txt:5: expected the end of the file after 2 nodes"},
      {"n 2\nm 2\ntmax 12\n0 0 0\n3 4 7\n", "a.txt:1: expected a number of nodes from 3"},
      {"n 3\nm 2\ntmax 12\n0 0 0\n3 y 7\n9 9 0\n", "a.txt:5: expected the y coordinate of node 1"},
      {"CUST NO.\n1 0 0 0 0 100 0\n2 3 4 0 0 50 -1\n999 0\n", "a.txt:3: expected the service time of node 2"},
      {"CUST NO.\n1 0 0 0 0 100 0\n2 3 4 7 0 50 1\n999 0\n", "a.txt:3: expected demand 0 of node 2"},
      {"CUST NO.\n1 0 0 0 0 100 0\n3 3 4 0 0 50 1\n999 0\n", "a.txt:3: expected node 2"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const RoutesSettings said = {.cvrp.objective =
                                     rows[k].text[0] == '4' ? OBJECTIVE_PRIZES : OBJECTIVE_DISTANCE};
    Instance *inst = NULL;
    status_clear();
    CU_ASSERT_EQUAL(fleet_parse("a.txt", rows[k].text, strlen(rows[k].text), &said, &inst), ERR_FORMAT);
    if (!rows[k].message || strstr(status_message(), rows[k].message)) continue;
    printf("# %s\n# expected %s\n", status_message(), rows[k].message);
    CU_FAIL("another message");
  }
}

/* ---- published solutions ---- */

enum { COLUMNS = 16, SET = 0, NAME = 1, INSTANCE_FILE = 2, VEHICLES = 4, BEST = 8, CHECK = 15 };

static void published_judge(char *column[COLUMNS]) {
  char path[PATH_MAX], solution[PATH_MAX], *text;
  size_t bytes;
  Instance *inst = NULL;
  RoutesSettings said = {0};
  int64_t cost = -1;
  snprintf(path, sizeof path, "fleet/%s/%s", column[SET], column[INSTANCE_FILE]);
  snprintf(path, sizeof path, "%s", harness_data(path));
  snprintf(solution, sizeof solution, "fleet/%s/%s.sol", column[SET], column[NAME]);
  snprintf(solution, sizeof solution, "%s", harness_data(solution));
  CU_ASSERT_EQUAL_FATAL(text_read(path, &text, &bytes), OK);
  CU_ASSERT_EQUAL_FATAL(fleet_parse(path, text, bytes, &said, &inst), OK);
  int32_t *gene = malloc(2 * (size_t)inst->n * sizeof *gene);
  char remark[INSTANCE_REMARK_MAX];
  CU_ASSERT_EQUAL(fleet_solution_read(solution, inst, gene, remark), OK);
  CU_ASSERT_EQUAL(judge_fleet(inst, gene, &cost, NULL), OK);
  const int64_t worth = inst->problem->worth(inst);
  double value = (double)(worth ? worth - cost : cost);
  for (int32_t k = 0; k < inst->decimals; k++) value /= 10;
  const double best = atof(column[BEST]);
  CU_ASSERT(value - best < 0.006 && best - value < 0.006);
  free(gene);
  free(text);
  instance_free(inst);
}

static void published_solutions(void) {
  const char *path = harness_data("fleet/optima.tsv");
  char *text, *save = NULL;
  size_t bytes;
  int judged = 0;
  if (!path) return;
  CU_ASSERT_EQUAL_FATAL(text_read(path, &text, &bytes), OK);
  char *lines = strndup(text, bytes);
  for (char *line = strtok_r(lines, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    char *column[COLUMNS] = {line};
    int count = 1;
    for (char *at = strchr(line, '\t'); at && count < COLUMNS; at = strchr(at, '\t')) {
      *at++ = 0;
      column[count++] = at;
    }
    if (count < COLUMNS || strncmp(column[CHECK], "verified", 8) != 0) continue;
    if (strcmp(column[SET], "TSPTW") != 0 && strcmp(column[SET], "TOP") != 0) continue;
    published_judge(column);
    judged++;
  }
  printf("# %d solutions\n", judged);
  CU_ASSERT(judged >= 85);
  free(lines);
  free(text);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(tours_with_windows),    TEST(completion_counts_from_the_opening),
                                      TEST(tables_of_coordinates), TEST(teams),
                                      TEST(orienteering),          TEST(one_day_is_said),
                                      TEST(prizes_alone),          TEST(defects),
                                      TEST(published_solutions),   {NULL, NULL}};
  return harness_run("single", tests);
}
