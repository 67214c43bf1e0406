/* The options of an instance: what their texts mean, the settings that they become, whom they belong to. */
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "options/options.h"
#include "problem/cvrp/cvrp_options.h"
#include "problem/matching/matching.h"
#include "problem/tsp/tsp.h"

static const CvrpSettings *settings_of(const Options *options, InstanceSettings *settings) {
  options_instance(options, settings);
  return (const CvrpSettings *)(const void *)settings->own[problem_index(&problem_cvrp)];
}

static void fleets_are_read(void) {
  static const struct {
    const char *text, *kept;
    FleetWord word;
    int64_t routes;
  } rows[] = {{"file", "file", FLEET_WORD_FILE, 0},
              {"free", "free", FLEET_WORD_FREE, 0},
              {"exactly:5", "exactly:5", FLEET_WORD_EXACTLY, 5},
              {"exactly 5", "exactly:5", FLEET_WORD_EXACTLY, 5},
              {"exactly:1e3", "exactly:1000", FLEET_WORD_EXACTLY, 1000},
              {"at-most:7", "at-most:7", FLEET_WORD_AT_MOST, 7},
              {"at-most 7", "at-most:7", FLEET_WORD_AT_MOST, 7},
              {"at most 7", "at-most:7", FLEET_WORD_AT_MOST, 7},
              {"7", "at-most:7", FLEET_WORD_AT_MOST, 7}, /* a number alone is a limit */
              {"1e3", "at-most:1000", FLEET_WORD_AT_MOST, 1000},
              {"at most:1", "at-most:1", FLEET_WORD_AT_MOST, 1},
              {"at-most:2147483647", "at-most:2147483647", FLEET_WORD_AT_MOST, 2147483647}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    Options options;
    InstanceSettings settings;
    char line[64], want[64];
    options_default(&options);
    CU_ASSERT_EQUAL(options_assign(&options, FOR_SOLVE, "fleet", rows[r].text), OK);
    const CvrpSettings *own = settings_of(&options, &settings);
    CU_ASSERT_EQUAL(counted_word(own->fleet), (int)rows[r].word);
    CU_ASSERT_EQUAL(counted_count(own->fleet), rows[r].routes);
    CU_ASSERT_EQUAL(options_task_line(options_task_row("fleet"), rows[r].text, line, sizeof line), OK);
    snprintf(want, sizeof want, "fleet = %s\n", rows[r].kept);
    CU_ASSERT_STRING_EQUAL(line, want);
    CU_ASSERT_EQUAL(options_assign(&options, FOR_SOLVE, "vehicles", rows[r].text), OK); /* the same option */
    CU_ASSERT_EQUAL(options_task_row("vehicles"), options_task_row("fleet"));
    CU_ASSERT_EQUAL(settings_of(&options, &settings)->fleet, own->fleet);
  }
}

static void fleets_are_refused(void) {
  static const char *const bad[][2] = {{"", "expected one of file free exactly:K at-most:K, found ''"},
                                       {"0", "--fleet: expected 1 to 2147483647, found 0"},
                                       {"-5", "expected 1 to 2147483647, found -5"},
                                       {"2.5", "found '2.5'"},
                                       {"2,5", "found '2,5'"},
                                       {"exactly", "found 'exactly'"},
                                       {"exactly:", "found 'exactly:'"},
                                       {"exactly:x", "found 'exactly:x'"},
                                       {"exactly  5", "found 'exactly  5'"},
                                       {"exactly:1.5", "found 'exactly:1.5'"},
                                       {"exactly:0", "expected 1 to 2147483647, found 0"},
                                       {"at-most:-1", "expected 1 to 2147483647, found -1"},
                                       {"at-most:2147483648", "expected 1 to 2147483647, found 2147483648"},
                                       {"at_most:5", "found 'at_most:5'"},
                                       {"free:5", "found 'free:5'"},
                                       {"fre", "found 'fre'"},
                                       {"filex", "found 'filex'"}};
  for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
    Options options;
    options_default(&options);
    status_clear();
    CU_ASSERT_EQUAL(options_assign(&options, FOR_SOLVE, "fleet", bad[b][0]), ERR_USAGE);
    if (!strstr(status_message(), bad[b][1])) printf("# %s\n", status_message());
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), bad[b][1]));
  }
  status_clear();
}

/* Nothing said: zeros, which mean the defaults. */
static void defaults_are_zeros(void) {
  static const InstanceSettings none;
  Options options;
  InstanceSettings settings;
  options_default(&options);
  options_instance(&options, &settings);
  CU_ASSERT_EQUAL(memcmp(&settings, &none, sizeof none), 0);
  CU_ASSERT_EQUAL(options_assign(&options, FOR_VERIFY, "distances", "real"), OK);
  CU_ASSERT_EQUAL(settings_of(&options, &settings)->distances, DISTANCES_REAL);
  CU_ASSERT_EQUAL(options_assign(&options, FOR_VERIFY, "distances", "rounded"), OK);
  CU_ASSERT_EQUAL(settings_of(&options, &settings)->distances, DISTANCES_ROUNDED);
}

static void rows_fit_the_settings(void) {
  CU_ASSERT(sizeof(CvrpSettings) <= SETTINGS_BYTES);
  int count = 0;
  while (problems[count]) count++;
  CU_ASSERT(count <= PROBLEMS_MAX);
  for (int p = 0; problems[p]; p++)
    for (const OptionRow *row = problems[p]->options; row && row->name; row++)
      CU_ASSERT(row->offset + row->bytes <= SETTINGS_BYTES);
}

static void belong_to_their_problem(void) {
  char command[] = "verify", option[] = "--fleet=free", file[] = "x", *argv[] = {command, option, file, NULL};
  Options options;
  int first;
  options_default(&options);
  CU_ASSERT_EQUAL(options_belong_instance(&options, &problem_tsp), OK);
  CU_ASSERT_EQUAL_FATAL(options_parse(&options, FOR_VERIFY, 3, argv, 1, &first), OK);
  CU_ASSERT_EQUAL(options_belong_instance(&options, &problem_cvrp), OK);
  status_clear();
  CU_ASSERT_EQUAL(options_belong_instance(&options, &problem_matching), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(),
                         "--fleet belongs to CVRP, and this instance is one of task matching: drop it");
  status_clear();
}

/* Which published value an instance is compared with. */
static void columns_of_optima(void) {
  static const struct {
    const char *name, *value, *column;
  } rows[] = {{"fleet", "file", "free_fleet_value"},
              {"fleet", "free", "free_fleet_value"},
              {"fleet", "exactly:5", NULL},
              {"fleet", "at-most:5", NULL},
              {"distances", "real", ""},
              {"distances", "truncated", "=distance_dimacs"},
              {"objective", "distance", "free_fleet_value"},
              {"objective", "vehicles", "=vehicles_hierarchical*1000000000+distance_hierarchical"},
              {"distances", "auto", "free_fleet_value"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    Options options;
    InstanceSettings settings;
    options_default(&options);
    CU_ASSERT_EQUAL(options_assign(&options, FOR_SOLVE, rows[r].name, rows[r].value), OK);
    options_instance(&options, &settings);
    const char *column = problem_optima_column(&problem_cvrp, &settings);
    CU_ASSERT_EQUAL(column != NULL, rows[r].column != NULL);
    if (column && rows[r].column) CU_ASSERT_STRING_EQUAL(column, rows[r].column);
    CU_ASSERT_PTR_NULL(problem_optima_column(&problem_tsp, &settings));
  }
}

static const HarnessTest tests[] = {TEST(fleets_are_read),
                                    TEST(fleets_are_refused),
                                    TEST(defaults_are_zeros),
                                    TEST(rows_fit_the_settings),
                                    TEST(belong_to_their_problem),
                                    TEST(columns_of_optima),
                                    {NULL, NULL}};

int main(void) { return harness_run("cvrp_options", tests); }
