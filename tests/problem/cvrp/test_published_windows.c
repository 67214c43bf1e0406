/* The published solutions of Solomon and of Gehring and Homberger, both objectives, by the reader and the judge. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "io/input.h"
#include "problem/cvrp/cvrp_options.h"
#include "problem/cvrp/files/vrp_files.h"

typedef struct Published {
  char name[32], folder[32];
  int64_t cost; /* in tenths */
  int vehicles;
  double distance; /* of the other solution, real */
} Published;

/* A line of the table. */
static Published published_of(const char *line) {
  Published row = {.cost = 0};
  char set[32];
  int32_t column = 0;
  CU_ASSERT_EQUAL_FATAL(sscanf(line, "%31s %31s", set, row.name), 2);
  strcpy(row.folder, strcmp(set, "solomon") == 0 ? set : "homberger");
  for (const char *at = line; at; at = strchr(at, '\t'), at += at != NULL, column++) {
    if (column == 7) row.vehicles = atoi(at);
    if (column == 8) row.distance = atof(at);
    if (column == 11) row.cost = atoll(at);
  }
  return row;
}

/* The judge's cost of a solution in that folder. */
static int64_t cost_of(const Published *row, const char *above, CvrpSettings settings, int32_t *decimals,
                       int *vehicles) {
  char path[128], remark[INSTANCE_REMARK_MAX] = "";
  char *text;
  size_t bytes;
  Instance *inst = NULL;
  int64_t cost = -1;
  snprintf(path, sizeof path, "vrptw/%s/%s.txt", row->folder, row->name);
  const char *file = harness_data(path);
  snprintf(path, sizeof path, "vrptw%s/%s/%s.sol", above, row->folder, row->name);
  const char *solution = harness_data(path);
  CU_ASSERT_FATAL(file && solution && text_read(file, &text, &bytes) == OK);
  CU_ASSERT_EQUAL_FATAL(problem_cvrp.parse(file, text, bytes, &settings, &inst), OK);
  int32_t *gene = malloc((size_t)inst->n * sizeof *gene);
  CU_ASSERT_EQUAL(routes_read(solution, inst, gene, remark), OK);
  CU_ASSERT_EQUAL(judge_routes(inst, gene, &cost), OK);
  *decimals = inst->decimals;
  *vehicles = (int)(cvrp_of(inst)->route_cost ? cost / cvrp_of(inst)->route_cost : 0);
  if (*vehicles) cost %= cvrp_of(inst)->route_cost;
  free(text);
  free(gene);
  instance_free(inst);
  return cost;
}

/* Every published solution of the 146 instances costs what the table says, to the tenth; and with vehicles first. */
static void published_solutions(void) {
  const char *table = harness_data("vrptw/optima.tsv");
  if (!table) return;
  char *text, *save = NULL;
  size_t bytes;
  int judged = 0;
  CU_ASSERT_EQUAL_FATAL(text_read(table, &text, &bytes), OK);
  char *lines = strndup(text, bytes);
  free(text);
  (void)strtok_r(lines, "\n", &save);
  for (char *line = strtok_r(NULL, "\n", &save); line; line = strtok_r(NULL, "\n", &save), judged++) {
    const Published row = published_of(line);
    int32_t decimals;
    int vehicles;
    CU_ASSERT_EQUAL(cost_of(&row, "", (CvrpSettings){.fleet = 0}, &decimals, &vehicles), row.cost);
    const int64_t distance =
        cost_of(&row, "/hierarchical", (CvrpSettings){.objective = OBJECTIVE_VEHICLES}, &decimals, &vehicles);
    CU_ASSERT(vehicles == row.vehicles && decimals >= 4);
    CU_ASSERT_DOUBLE_EQUAL((double)distance / pow(10, decimals), row.distance,
                           row.distance < 10000 ? 0.0011 : 0.011);
  }
  free(lines);
  CU_ASSERT_EQUAL(judged, 146);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(published_solutions), {NULL, NULL}};
  return harness_run("published_windows", tests);
}
