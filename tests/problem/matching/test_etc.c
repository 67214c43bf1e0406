/* Reader and writer of task matching instances (src/io/etc*.c). */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "problem/matching/etc.h"
#include "io/optima.h"
#include "problem/judge.h"
#include "problem/matching/match_heuristics.h"
#include "problem/matching/matching.h"

static Status parse_as(const char *name, const char *text, size_t bytes, Instance **out) {
  char *exact = exact_text(text, bytes);
  *out = NULL;
  status_clear();
  Status status = etc_parse(name, exact, bytes, out);
  free(exact);
  return status;
}

static Status parse(const char *text, Instance **out) { return parse_as("t.etc", text, strlen(text), out); }

static void times_are_exact(void) {
  static const char *const same[] = {
      "2 3 0\n91753.195312\n.5\n7\n1000000000.000001\n2.25\n3.\n",
      "2 3\n91753.195312 .500000 7\n1000000000.000001 2.25 3.",
      "\n 2\t3 0 \r\n91753.195312 0.5 7 1000000000.000001\r\n\r\n2.25 0003.0\r\n",
  };
  static const int64_t times[] = {91753195312, 500000, 7000000, 1000000000000001, 2250000, 3000000};
  for (size_t s = 0; s < sizeof same / sizeof *same; s++) {
    Instance *inst;
    CU_ASSERT_EQUAL_FATAL(parse(same[s], &inst), OK);
    CU_ASSERT(inst->problem == &problem_matching && inst->n == 2 && matching_of(inst)->machines == 3 &&
              inst->decimals == 6);
    CU_ASSERT_EQUAL(memcmp(matching_of(inst)->etc, times, sizeof times), 0);
    CU_ASSERT_EQUAL(inst->digest, instance_digest(inst));
    CU_ASSERT_STRING_EQUAL(inst->name, "t");
    instance_free(inst);
  }
}

static void extremes(void) {
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(parse("1 1\n5", &inst), OK);
  CU_ASSERT(inst->decimals == 0 && matching_of(inst)->etc[0] == 5);
  instance_free(inst);
  CU_ASSERT_EQUAL_FATAL(parse("1 2\n0.000000001 1152921504.606846976", &inst), OK); /* LOAD_MAX to the unit */
  CU_ASSERT(inst->decimals == 9 && matching_of(inst)->etc[0] == 1 && matching_of(inst)->etc[1] == LOAD_MAX);
  instance_free(inst);
  CU_ASSERT_EQUAL(parse("1 2\n0.000000001 1152921504.606846977", &inst), ERR_FORMAT);
}

static void names(void) {
  static const char *const rows[][2] = {{"u_c_hihi.0", "u_c_hihi.0"},
                                        {"a/512x16/u_c_hihi.0", "512x16/u_c_hihi.0"},
                                        {"512x16/u_c_hihi.0", "512x16/u_c_hihi.0"},
                                        {"/8x2/grid.etc", "8x2/grid"},
                                        {"512x16", "512x16"},
                                        {"x16/u.0", "u.0"},
                                        {"512x/u.0", "u.0"},
                                        {"5x1x6/u.0", "u.0"},
                                        {"data/.etc", ".etc"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    Instance *inst;
    CU_ASSERT_EQUAL_FATAL(parse_as(rows[r][0], "1 1\n1\n", 6, &inst), OK);
    CU_ASSERT_STRING_EQUAL(inst->name, rows[r][1]);
    instance_free(inst);
  }
}

static const struct {
  const char *text, *message;
} defects[] = {
    {"", "t.etc:1: expected the number of tasks, from 1 to 2147483647, found the end of the file"},
    {"\n\n", "t.etc:3: expected the number of tasks, from 1 to 2147483647, found the end of the file"},
    {"0 2\n1 2\n", "t.etc:1: expected the number of tasks, from 1 to 2147483647, found '0'"},
    {"-3 2\n1 2\n", "expected the number of tasks, from 1 to 2147483647, found '-3'"},
    {"nan 2\n1 2\n", "found 'nan'"},
    {"1.5 2\n1 2\n", "found '1.5'"},
    {"2147483648 1\n", "found '2147483648'"},
    {"2\n3\n", "t.etc:1: expected the number of machines, from 1 to 2147483647, found the end of the line"},
    {"2 0\n", "expected the number of machines, from 1 to 2147483647, found '0'"},
    {"2 -1\n", "found '-1'"},
    {"2 x\n", "found 'x'"},
    {"1 1 1\n5\n", "t.etc:1: expected the end of the line, found '1'"},
    {"1 1 0 5\n", "t.etc:1: expected the end of the line, found '5'"},
    {"65536 65536\n1\n", "t.etc:1: expected at most 2147483647 times, found 65536 tasks x 65536 machines"},
    {"2147483647 1\n1\n",
     "t.etc:3: expected 2147483647 times, found 1"}, /* and nothing was allocated for it */
    {"2 2\n1 2\n3", "t.etc:3: expected 4 times, found 3"},
    {"2 2\n1 2\n3\n\n", "t.etc:5: expected 4 times, found 3"},
    {"1 1\n", "t.etc:2: expected 1 times, found 0"},
    {"1 2\n1 0\n",
     "t.etc:2: expected the time of task 1 on machine 2, digits above 0 such as 12.5, or inf, found '0'"},
    {"2 2\n1 2\n0.000 1\n", "t.etc:3: expected the time of task 2 on machine 1, digits above 0"},
    {"1 1\n-5\n", "found '-5'"},
    {"1 1\n+5\n", "found '+5'"},
    {"1 1\nnan\n", "found 'nan'"},
    {"1 1\ninf\n", "found 'inf'"},
    {"1 1\n1e5\n", "found '1e5'"},
    {"1 1\n0x5\n", "found '0x5'"},
    {"1 1\n1,5\n", "found '1,5'"},
    {"1 1\n1.5.5\n", "found '1.5.5'"},
    {"1 1\n.\n", "found '.'"},
    {"1 1\nfive\n", "found 'five'"},
    {"1 1\n1.0000000001\n", "t.etc:2: expected at most 9 decimals, found '1.0000000001'"},
    {"1 1\n5\n6\n", "t.etc:3: expected the end of the file after 1 times, found '6'"},
    {"1 1\n5\nEOF\n", "t.etc:3: expected the end of the file after 1 times, found 'EOF'"},
    {"1 1\n1152921504606846977\n",
     "t.etc:2: expected longest times of all tasks that sum to at most 2^60 units of 10^-0, found '11529"},
    {"2 1\n1152921504606846976\n1\n", "t.etc:3: expected longest times of all tasks that sum to at most"},
    {"2 2\n1 1152921504606846976\n1 1\n",
     "t.etc:3: expected longest times of all tasks that sum to at most"}, /* the longest, on any machine */
    {"2 1\n1\n99999999999999999999999999\n", "t.etc:3: expected longest times"},
    {"1 2\n1152921504606846976 0.1\n",
     "t.etc:2: expected longest times of all tasks that sum to at most 2^60 units of 10^-1"},
};

static void refuses_each_defect(void) {
  for (size_t d = 0; d < sizeof defects / sizeof *defects; d++) {
    Instance *inst;
    CU_ASSERT_EQUAL(parse(defects[d].text, &inst), ERR_FORMAT);
    CU_ASSERT_PTR_NULL(inst);
    bool same = strstr(status_message(), defects[d].message) != NULL;
    CU_ASSERT_TRUE(same);
    if (!same) printf("# expected '%s', found '%s'\n", defects[d].message, status_message());
  }
  Instance *inst;
  CU_ASSERT_EQUAL(parse_as("t", "1 1\n5\0", 6, &inst), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "found '5\\x00'"));
  status_clear();
  CU_ASSERT_EQUAL(etc_read("/nonexistent/x.etc", &inst), ERR_NO_INPUT);
}

static void write_then_read(void) {
  static const char *const texts[] = {"2 2\n1.50 2\n3 4.25\n", "3 1\n1\n2\n3\n",
                                      "1 3\n0.000000001 1 999999.5\n"};
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
    Instance *inst, *again;
    char *text = NULL;
    size_t bytes = 0;
    CU_ASSERT_EQUAL_FATAL(parse(texts[t], &inst), OK);
    FILE *out = open_memstream(&text, &bytes);
    CU_ASSERT_EQUAL(etc_write(out, inst), OK);
    fclose(out);
    CU_ASSERT_EQUAL_FATAL(parse_as("t", text, bytes, &again), OK);
    CU_ASSERT_EQUAL(again->digest, inst->digest);
    if (t == 0) CU_ASSERT_STRING_EQUAL(text, "2 2\n1.50 2.00\n3.00 4.25\n");
    instance_free(inst);
    instance_free(again);
    free(text);
  }
}

/* The cell of `column` in the row that begins with `name`, in optima.tsv of the benchmark. */
static bool table_cell(const char *name, int column, char *cell, size_t size) {
  char line[1024];
  FILE *file = fopen(harness_data("etc/optima.tsv"), "r");
  bool found = false;
  while (file && !found && fgets(line, sizeof line, file)) {
    if (strncmp(line, name, strlen(name)) != 0 || line[strlen(name)] != '\t') continue;
    char *at = line;
    while (column-- > 0) at += strcspn(at, "\t") + 1;
    snprintf(cell, size, "%.*s", (int)strcspn(at, "\t"), at);
    found = true;
  }
  if (file) fclose(file);
  return found;
}

static const char *const benchmark[] = {"u_c_hihi.0", "u_c_hilo.0", "u_c_lohi.0", "u_c_lolo.0",
                                        "u_i_hihi.0", "u_i_hilo.0", "u_i_lohi.0", "u_i_lolo.0",
                                        "u_s_hihi.0", "u_s_hilo.0", "u_s_lohi.0", "u_s_lolo.0"};

/* The table's own min-min, to the last digit: read, matched and judged by us. */
static void benchmark_min_min(void) {
  for (size_t b = 0; b < sizeof benchmark / sizeof *benchmark; b++) {
    char relative[96], name[64], cell[64] = "";
    Instance *inst = NULL;
    int64_t expected = 0, cost = 0, best = 0;
    int32_t assignment[512];
    snprintf(name, sizeof name, "512x16/%s", benchmark[b]);
    snprintf(relative, sizeof relative, "etc/%s", name);
    const char *file = harness_data(relative);
    if (!file) return;
    CU_ASSERT_EQUAL_FATAL(etc_read(file, &inst), OK);
    CU_ASSERT(inst->n == 512 && matching_of(inst)->machines == 16 && inst->decimals == 6);
    CU_ASSERT_STRING_EQUAL(inst->name, name);
    CU_ASSERT_STRING_EQUAL(match_heuristics[1].name, "min-min");
    CU_ASSERT_EQUAL(match_heuristics[1].assign(inst, assignment), OK);
    CU_ASSERT_EQUAL(judge_assignment(inst, assignment, &cost), OK);
    CU_ASSERT_TRUE_FATAL(table_cell(name, 5, cell, sizeof cell));
    CU_ASSERT_TRUE(cost_parse(cell, strlen(cell), 6, false, &expected));
    CU_ASSERT_EQUAL(cost, expected);
    CU_ASSERT_TRUE(table_cell(name, 3, cell, sizeof cell) &&
                   cost_parse(cell, strlen(cell), 6, true, &expected));
    CU_ASSERT_EQUAL(optima_find(file, inst->name, inst->decimals, &best), OK);
    CU_ASSERT(best == expected && best > 0 && best < cost);
    instance_free(inst);
  }
}

static const HarnessTest tests[] = {
    TEST(times_are_exact), TEST(extremes),          TEST(names), TEST(refuses_each_defect),
    TEST(write_then_read), TEST(benchmark_min_min), {NULL, NULL}};

int main(void) { return harness_run("etc", tests); }
