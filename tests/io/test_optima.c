/* The table of best known values (src/io/optima.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "io/optima.h"

static void put(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(file);
  fputs(text, file);
  fclose(file);
}

static void optima_are_found(void) {
  char folder[] = "/tmp/cordee_optima_XXXXXX", path[128], above[128], beside[128];
  CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/tsp", folder);
  CU_ASSERT_EQUAL_FATAL(mkdir(path, 0700), 0);
  snprintf(path, sizeof path, "%s/tsp/a.tsp", folder); /* the instance itself need not exist */
  snprintf(above, sizeof above, "%s/optima.tsv", folder);
  snprintf(beside, sizeof beside, "%s/tsp/optima.tsv", folder);
  int64_t best = -1;
  CU_ASSERT_EQUAL(optima_find(path, "a", 0, &best), OK);
  CU_ASSERT_EQUAL(best, 0); /* no table at all */
  put(above, "n\toptimum\tname\r\n1\t713176566000\ta\r\n1\t22\tb\n1\t33\n\n1\tx\tbad\n1\t\tnone\n-\t-"
             "5\tminus\n1\t7\tlast");
  CU_ASSERT_TRUE(optima_find(path, "a", 0, &best) == OK && best == 713176566000);
  CU_ASSERT_TRUE(optima_find(path, "last", 0, &best) == OK && best == 7);
  CU_ASSERT_TRUE(optima_find(path, "absent", 0, &best) == OK && best == 0);
  put(beside, "name\toptimum\na\t11\n");
  CU_ASSERT_TRUE(optima_find(path, "a", 0, &best) == OK && best == 11); /* the nearer one */
  CU_ASSERT_TRUE(optima_find(path, "b", 0, &best) == OK && best == 22);
  static const char *const bad[][2] = {{"bad", "optima.tsv:6: expected the optimum of bad, found 'x'"},
                                       {"none", "optima.tsv:7: expected the optimum of none, found ''"},
                                       {"minus", "optima.tsv:8: expected the optimum of minus, found '-5'"}};
  for (int b = 0; b < 3; b++) {
    status_clear();
    CU_ASSERT_EQUAL(optima_find(path, bad[b][0], 0, &best), ERR_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), bad[b][1]));
  }
  put(beside, "name\tbest\na\t11\n");
  status_clear();
  CU_ASSERT_EQUAL(optima_find(path, "a", 0, &best), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "optima.tsv:1: expected columns name and optimum"));
  put(beside, "name\toptimum\na\n");
  status_clear();
  CU_ASSERT_EQUAL(optima_find(path, "a", 0, &best), ERR_FORMAT); /* a row cut short */
  unlink(above);
  unlink(beside);
  snprintf(path, sizeof path, "%s/tsp", folder);
  CU_ASSERT_TRUE(rmdir(path) == 0 && rmdir(folder) == 0);
}

/* Of a table of several sets: each row says how its distances were rounded, and so in what units its value is. */
static void units_are_told_by_row(void) {
  char folder[] = "/tmp/cordee_optima_XXXXXX", path[128], table[128];
  static const struct {
    const char *name;
    int32_t decimals;
    int64_t best;
  } rows[] = {{"e", 3, 3517024483}, {"e", 4, 35170244830}, {"e", 2, 0},     {"d", 1, 245391},
              {"d", 0, 0},          {"r", 2, 57687},       {"w", 0, 154156}};
  CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/x.vrp", folder);
  snprintf(table, sizeof table, "%s/optima.tsv", folder);
  put(table, "name\trounding\tbest_known\ne\texact\t3517024483\nd\tdimacs\t245391\nr\treal\t576."
             "87\nw\tround\t154156\n");
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    int64_t best = -1;
    CU_ASSERT_EQUAL(optima_find(path, rows[k].name, rows[k].decimals, &best), OK);
    CU_ASSERT_EQUAL(best, rows[k].best);
  }
  unlink(table);
  rmdir(folder);
}

/* Task matching: makespans with decimals, names with and without the folder. */
static void makespans_are_found(void) {
  char folder[] = "/tmp/cordee_optima_XXXXXX", path[128], table[128];
  CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/x.0", folder);
  snprintf(table, sizeof table, "%s/optima.tsv", folder);
  put(table, "instance\ttasks\tbest_known_makespan\n512x16/a\t512\t7358942.8\n512x16/b\t512\t11\n64x8/"
             "b\t64\t22.125\n"
             "b.0\t1\t3\nc\t1\t1e5\n512x16/d\t512\t9223372036854775807\n");
  static const struct {
    const char *name;
    int32_t decimals;
    int64_t best;
  } rows[] = {{"512x16/a", 6, 7358942800000},
              {"a", 6, 7358942800000},
              {"512x16/a", 1, 73589428},
              {"512x16/a", 0, 7358942} /* cut down */,
              {"64x8/a", 6, 0},
              {"512x16/b", 2, 1100},
              {"64x8/b", 3, 22125},
              {"b", 3, 0} /* which of the two? */,
              {"8x8/b.0", 0, 3},
              {"8x8/b", 0, 0},
              {"x16/", 0, 0},
              {"", 0, 0},
              {"512x16/d", 0, INT64_MAX}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    int64_t best = -1;
    CU_ASSERT_EQUAL(optima_find(path, rows[r].name, rows[r].decimals, &best), OK);
    CU_ASSERT_EQUAL(best, rows[r].best);
  }
  int64_t best;
  static const char *const bad[][2] = {{"c", "optima.tsv:6: expected the optimum of c, found '1e5'"},
                                       {"4x4/c", "optima.tsv:6: expected the optimum of 4x4/c, found '1e5'"},
                                       {"d", "optima.tsv:7: expected the optimum of d, found '92233"}};
  for (int b = 0; b < 3; b++) {
    status_clear();
    CU_ASSERT_EQUAL(optima_find(path, bad[b][0], 1, &best), ERR_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), bad[b][1]));
  }
  put(table, "name\toptimum\na\t12.5\n");
  status_clear();
  CU_ASSERT_TRUE(optima_find(path, "a", 3, &best) == OK && best == 12500);
  CU_ASSERT_EQUAL(optima_find(path, "a", 0, &best), ERR_FORMAT); /* an optimum is exact: not cut down */
  unlink(table);
  CU_ASSERT_EQUAL(rmdir(folder), 0);
}

/* Vehicle routing: another column comes first where it has a value; capitals count for nothing. */
static void columns_come_first(void) {
  char folder[] = "/tmp/cordee_optima_XXXXXX", path[128], table[128];
  CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/x.vrp", folder);
  snprintf(table, sizeof table, "%s/optima.tsv", folder);
  put(table, "set\tname\tbest_known\tfree_fleet_value\tfree_fleet_routes\n"
             "B\tB-n51-k7\t1032\t1016\t8\nTai\ttai75a\t1618.36\t\t\nA\ta\t784\nC\tc\t5\tx\n");
  static const struct {
    const char *name, *column;
    int32_t decimals;
    int64_t best;
  } rows[] = {{"B-n51-k7", NULL, 0, 1032},
              {"B-n51-k7", "free_fleet_value", 0, 1016},
              {"B-n51-k7", "absent", 0, 1032},
              {"B-n51-k7", "", 0, 0},
              {"Tai75a", "free_fleet_value", 6, 1618360000},
              {"Tai75a", "free_fleet_value", 0, 1618} /* cut down */,
              {"a", "free_fleet_value", 0, 784} /* a short row */,
              {"b", "free_fleet_value", 0, 0}};
  int64_t best;
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    CU_ASSERT_EQUAL(optima_find_column(path, rows[r].name, rows[r].decimals, rows[r].column, &best), OK);
    CU_ASSERT_EQUAL(best, rows[r].best);
  }
  CU_ASSERT_TRUE(optima_find_column(path, "A", 0, "=free_fleet_value", &best) == OK &&
                 best == 0); /* a short row */
  CU_ASSERT_TRUE(optima_find_column(path, "B-n51-k7", 0, "=absent", &best) == OK && best == 0);
  CU_ASSERT_TRUE(optima_find_column(path, "B-n51-k7", 0, "=free_fleet_value", &best) == OK && best == 1016);
  status_clear();
  CU_ASSERT_EQUAL(optima_find_column(path, "c", 0, "free_fleet_value", &best), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "optima.tsv:5: expected the optimum of c, found 'x'"));
  put(table,
      "name\tbest_known\td\tv\na\t5\t828.9369\t10\nb\t5\t\t\nc\t5\tx\t10\nd\t5\t7\t1.5\n"); /* two parts */
  CU_ASSERT_TRUE(optima_find_column(path, "a", 4, "=v*1000000+d", &best) == OK && best == 100008289369);
  CU_ASSERT_TRUE(optima_find_column(path, "a", 2, "=v*1000000+d", &best) == OK && best == 1000082893);
  CU_ASSERT_TRUE(optima_find_column(path, "b", 4, "=v*1000000+d", &best) == OK && best == 0);
  CU_ASSERT_TRUE(optima_find_column(path, "a", 4, "=w*1000000+d", &best) == OK && best == 0);
  CU_ASSERT_TRUE(optima_find_column(path, "a", 4, "=v*800+d", &best) == OK &&
                 best == 0); /* too small a unit */
  for (int b = 0; b < 2; b++) {
    status_clear();
    CU_ASSERT_EQUAL(optima_find_column(path, b ? "d" : "c", 4, "=v*1000000+d", &best), ERR_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(status_message(), b ? "optima.tsv:5: expected the optimum of d, found '1.5'"
                                   : "optima.tsv:4: expected the optimum of c, found 'x'"));
  }
  put(table, "name\tdistance_dimacs\nC101\t8273\nC102\t827.3\n"); /* tenths */
  CU_ASSERT_TRUE(optima_find_column(path, "c101", 1, NULL, &best) == OK && best == 8273);
  CU_ASSERT_TRUE(optima_find_column(path, "C101", 5, "free_fleet_value", &best) == OK && best == 82730000);
  CU_ASSERT_TRUE(optima_find_column(path, "C101", 1, "=distance_dimacs", &best) == OK && best == 8273);
  CU_ASSERT_TRUE(optima_find_column(path, "C101", 0, NULL, &best) == OK && best == 0); /* no whole number */
  CU_ASSERT_EQUAL(optima_find_column(path, "C102", 1, NULL, &best), ERR_FORMAT);
  status_clear();
  unlink(table);
  CU_ASSERT_EQUAL(rmdir(folder), 0);
}

/* A table that is kept is read anew when it has changed: a value of the same length, then another table. */
static void changes_are_seen(void) {
  char folder[] = "/tmp/cordee_optima_XXXXXX", path[128], table[128];
  CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/a.tsp", folder);
  snprintf(table, sizeof table, "%s/optima.tsv", folder);
  int64_t best = 0;
  put(table, "name\toptimum\na\t11\nb\t5\n");
  nanosleep(&(struct timespec){.tv_sec = 2, .tv_nsec = 100000000}, NULL);
  CU_ASSERT(optima_find(path, "a", 0, &best) == OK && best == 11);
  CU_ASSERT(optima_find(path, "b", 0, &best) == OK && best == 5);
  put(table, "name\toptimum\na\t12\nb\t5\n");
  CU_ASSERT(optima_find(path, "a", 0, &best) == OK && best == 12);
  put(table, "name\toptimum\na\t13\nb\t5\n");
  CU_ASSERT(optima_find(path, "a", 0, &best) == OK && best == 13);
  unlink(table);
  CU_ASSERT(optima_find(path, "a", 0, &best) == OK && best == 0);
  CU_ASSERT_EQUAL(rmdir(folder), 0);
}

static void lists_berlin52(void) {
  int64_t best = 0;
  const char *path = harness_data("tsp/berlin52.tsp");
  if (!path) return;
  CU_ASSERT_EQUAL(optima_find(path, "berlin52", 0, &best), OK);
  CU_ASSERT_EQUAL(best, 7542);
}

static const HarnessTest tests[] = {TEST(optima_are_found),
                                    TEST(units_are_told_by_row),
                                    TEST(makespans_are_found),
                                    TEST(columns_come_first),
                                    TEST(changes_are_seen),
                                    TEST(lists_berlin52),
                                    {NULL, NULL}};

int main(void) { return harness_run("optima", tests); }
