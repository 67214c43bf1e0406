/* The published solutions of fleets, by the readers and the judge: each keeps all limits and costs what the table says; and is the same when
 * written and read back. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "io/input.h"
#include "problem/routes/files/fleet_files.h"
#include "problem/routes/files/fleet_solution.h"
#include "problem/routes/routes.h"
#include "problem/routes/routes_options.h"

enum { COLUMNS = 17, NAME = 1, FILE_NAME, ROUNDING = 7, BEST, ROUTES = 11, CHECK = 15 };

typedef struct Row {
  const char *column[COLUMNS];
} Row;

static bool row_split(char *line, Row *row) {
  int k = 0;
  for (char *at = line; at && k < COLUMNS; k++) {
    row->column[k] = at;
    at = strchr(at, '\t');
    if (at) *at++ = 0;
  }
  return k == COLUMNS;
}

/* Of the sets that this version reads. NULL: no such file. */
static const char *file_path(const Row *row, const char *name, const char *suffix) {
  static const char *const sets =
      " HFVRP MDVRPTW VRPB PCVRPTW SDVRPTW MDVRP VFMP_F VFMP_V VFMP_FV HFVRP_Taillard DLP MTVRPTWR ";
  char word[48], path[160];
  snprintf(word, sizeof word, " %s ", row->column[0]);
  if (!strstr(sets, word)) return NULL;
  snprintf(path, sizeof path, "fleet/%s/%s%s", row->column[0], name, suffix);
  const char *const found = harness_data("fleet/optima.tsv");
  static char whole[512];
  snprintf(whole, sizeof whole, "%.*s%s", (int)(strlen(found) - strlen("fleet/optima.tsv")), found, path);
  return access(whole, R_OK) == 0 ? strdup(whole) : NULL;
}

static void written_is_read(const Instance *inst, const int32_t *gene, int64_t cost) {
  char remark[INSTANCE_REMARK_MAX] = "";
  int64_t again = -1;
  int32_t *back = malloc(instance_genes(inst) * sizeof *back);
  CU_ASSERT_EQUAL(fleet_solution_write("t.published.sol", inst, gene, cost), OK);
  CU_ASSERT_EQUAL(fleet_solution_read("t.published.sol", inst, back, remark), OK);
  CU_ASSERT_EQUAL(judge_fleet(inst, back, &again, NULL), OK);
  CU_ASSERT_EQUAL(again, cost);
  unlink("t.published.sol");
  free(back);
}

static void solution_is_judged(const Row *row, const Instance *inst, const char *path) {
  char remark[INSTANCE_REMARK_MAX] = "";
  int64_t cost = -1;
  int32_t *gene = malloc(instance_genes(inst) * sizeof *gene);
  status_clear();
  CU_ASSERT_EQUAL(fleet_solution_read(path, inst, gene, remark), OK);
  CU_ASSERT_EQUAL(judge_fleet(inst, gene, &cost, NULL), OK);
  const double best = atof(row->column[BEST]);
  const bool whole = strcmp(row->column[ROUNDING], "real") != 0 && strcmp(row->column[ROUNDING], "km") != 0;
  const bool equal =
      whole ? (double)cost == best : fabs((double)cost / pow(10, inst->decimals) - best) <= 0.0051;
  CU_ASSERT(equal);
  CU_ASSERT_EQUAL(routes_count(inst, gene), atoi(row->column[ROUTES]));
  if (!equal || status_message()[0])
    printf("# %s: %lld, %s: %s\n", row->column[NAME], (long long)cost, row->column[BEST], status_message());
  if (equal) written_is_read(inst, gene, cost);
  free(gene);
}

/* False: its files are not there, or no solution that was verified. */
static bool row_is_judged(const Row *row) {
  static const RoutesSettings standard;
  Instance *inst = NULL;
  char *text;
  size_t bytes;
  const char *file = file_path(row, row->column[FILE_NAME], ""),
             *solution = file_path(row, row->column[NAME], ".sol");
  const bool there = file && solution && strcmp(row->column[CHECK], "verified") == 0;
  if (there) {
    CU_ASSERT_EQUAL_FATAL(text_read(file, &text, &bytes), OK);
    CU_ASSERT_EQUAL_FATAL(fleet_parse(file, text, bytes, &standard, &inst), OK);
    solution_is_judged(row, inst, solution);
    instance_free(inst);
    free(text);
  }
  free((char *)file);
  free((char *)solution);
  return there;
}

static void published_solutions(void) {
  const char *table = harness_data("fleet/optima.tsv");
  if (!table) return;
  char *text, *save = NULL;
  size_t bytes;
  int judged = 0;
  CU_ASSERT_EQUAL_FATAL(text_read(table, &text, &bytes), OK);
  char *lines = strndup(text, bytes);
  free(text);
  (void)strtok_r(lines, "\n", &save);
  for (char *line = strtok_r(NULL, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    Row row;
    if (row_split(line, &row)) judged += row_is_judged(&row);
  }
  free(lines);
  printf("# %d solutions\n", judged);
  CU_ASSERT(judged >= 160);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(published_solutions), {NULL, NULL}};
  return harness_run("judge_published", tests);
}
