/* What the TSPLIB reader accepts, and the writer (src/io/tsplib*.c); test_tsplib_defects.c has what it
 * refuses. */
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/tsp/tsp.h"

static Status parse(const char *text, size_t bytes, Instance **out) {
  char *exact = exact_text(text, bytes);
  *out = NULL;
  status_clear();
  Status status = tsplib_parse("t.tsp", exact, bytes, out);
  free(exact);
  return status;
}

static Instance *parse_good(const char *text) {
  Instance *inst;
  CU_ASSERT_EQUAL(parse(text, strlen(text), &inst), OK);
  if (!inst) printf("# %s\n", status_message());
  CU_ASSERT_PTR_NOT_NULL_FATAL(inst);
  return inst;
}

#define HEAD(n, type)   "NAME: t\nTYPE: TSP\nDIMENSION: " #n "\nEDGE_WEIGHT_TYPE: " type "\n"
#define EUC(n)          HEAD(n, "EUC_2D") "NODE_COORD_SECTION\n"
#define EXPL(n, format) HEAD(n, "EXPLICIT") "EDGE_WEIGHT_FORMAT: " format "\nEDGE_WEIGHT_SECTION\n"

/* Every way to write the same three cities. */
static void reads_every_style(void) {
  static const char *const same[] = {
      EUC(3) "1 0 0\n2 300 0\n3 0 450\nEOF\n",
      EUC(3) "1 0 0\n2 300 0\n3 0 450",
      "TYPE:TSP\nDIMENSION :3\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 300 0\n3 0 450\n",
      "NAME : t\r\nTYPE : TSP\r\nDIMENSION : 3\r\nEDGE_WEIGHT_TYPE : EUC_2D\r\nNODE_COORD_SECTION\r\n1 0 "
      "0\r\n2 300 0"
      "\r\n3 0 450\r\nEOF\r\n",
      "TYPE: TSP (of somebody)\nCOMMENT: one\nCOMMENT: two\nDIMENSION: 3\nEDGE_WEIGHT_FORMAT: FUNCTION\n"
      "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_TYPE: TWOD_COORDS\nDISPLAY_DATA_TYPE: "
      "COORD_DISPLAY\n\nNODE_COORD_SECTION  \n"
      "  3  0.0   4.5e2\n\n0001 0e0 -0\n\t2 +3.00000e+02 .0  \n EOF \nwhatever follows \001\n",
      HEAD(3, "EUC_2D") "DISPLAY_DATA_SECTION\n1 5 5\n2 6 6\n3 7 7\nNODE_COORD_SECTION\n1 -0.0 0\n2 3E2 "
                        "0.\n3 0 45000e-2\n",
      "DIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 300 0\n3 0 "
      "450.00000000000000000000000\nTYPE: TSP\n",
  };
  Instance *first = parse_good(same[0]);
  CU_ASSERT_EQUAL(first->digest, instance_digest(first));
  CU_ASSERT_STRING_EQUAL(first->name, "t");
  for (size_t s = 1; s < sizeof same / sizeof *same; s++) {
    Instance *inst = parse_good(same[s]);
    CU_ASSERT_EQUAL(inst->digest, first->digest);
    CU_ASSERT_STRING_EQUAL(inst->name, "t");
    CU_ASSERT_STRING_EQUAL(inst->comment, s == 4 ? "one two" : "");
    instance_free(inst);
  }
  CU_ASSERT_EQUAL(tsp_of(first)->x[1], 300);
  CU_ASSERT_EQUAL(tsp_of(first)->y[2], 450);
  instance_free(first);
}

static void reads_every_format(void) {
  static const char *const same[] = {
      EXPL(4, "FULL_MATRIX") "0 1 2 3\n1 0 4 5\n2 4 0 6\n3 5 6 0\nEOF",
      EXPL(4, "FULL_MATRIX") "0 1 2 3 1 0 4 5 2 4 0\n6 3 5 6\n0",
      EXPL(4, "UPPER_ROW") "1 2 3\n4 5\n6\n",
      EXPL(4, "UPPER_DIAG_ROW") "0 1 2 3\n0 4 5\n0 6 0\n",
      EXPL(4, "LOWER_ROW") "1\n2 4\n3 5 6\n",
      EXPL(4, "LOWER_DIAG_ROW") "0 1 0 2 4 0 3 5 6 0",
      EXPL(4, "UPPER_COL") "1\n2 4\n3 5 6\n",
      EXPL(4, "UPPER_DIAG_COL") "0 1 0 2 4 0 3 5 6 0",
      EXPL(4, "LOWER_COL") "1 2 3\n4 5\n6\n",
      EXPL(4, "LOWER_DIAG_COL") "0 1 2 3\n0 4 5\n0 6 0\n",
      EXPL(4, "UPPER_ROW") "1 2 3\n4 5\n6\nNODE_COORD_SECTION\n1 1.5 2\n2 1 2\n3 2 2\n4 2 2\nEOF\n",
  };
  static const int32_t expected[] = {0, 1, 2, 3, 1, 0, 4, 5, 2, 4, 0, 6, 3, 5, 6, 0};
  for (size_t s = 0; s < sizeof same / sizeof *same; s++) {
    Instance *inst = parse_good(same[s]);
    CU_ASSERT_EQUAL(memcmp(tsp_of(inst)->matrix, expected, sizeof expected), 0);
    CU_ASSERT_PTR_NULL(tsp_of(inst)->x);
    instance_free(inst);
  }
}

static uint64_t digest_after_writing(const Instance *inst) {
  char *text = NULL;
  size_t bytes = 0;
  Instance *again = NULL;
  FILE *out = open_memstream(&text, &bytes);
  CU_ASSERT_EQUAL(tsplib_write(out, inst), OK);
  fclose(out);
  CU_ASSERT_EQUAL(parse(text, bytes, &again), OK);
  uint64_t digest = again ? again->digest : 0;
  if (again) CU_ASSERT_STRING_EQUAL(again->name, inst->name);
  if (again) CU_ASSERT_STRING_EQUAL(again->comment, inst->comment);
  instance_free(again);
  free(text);
  return digest;
}

static void reads_three_coordinates(void) {
  static const Metric metrics[] = {METRIC_EUC_3D, METRIC_CEIL_3D, METRIC_MAN_3D, METRIC_MAX_3D};
  for (int m = 0; m < 4; m++) {
    char text[256];
    snprintf(
        text, sizeof text,
        HEAD(2, "%s") "NODE_COORD_TYPE: THREED_COORDS\nNODE_COORD_SECTION\n2 1 2.5 -3e1\n1 0 7 0.125\nEOF\n",
        metric_name(metrics[m]));
    Instance *inst = parse_good(text);
    const TspInstance *tsp = tsp_of(inst);
    CU_ASSERT(tsp->metric == metrics[m] && tsp->x[1] == 1 && tsp->y[1] == 2.5 && tsp->z[1] == -30);
    CU_ASSERT(tsp->z[0] == 0.125 && inst->digest == digest_after_writing(inst));
    tsp->z[0] = 0.25;
    CU_ASSERT_NOT_EQUAL(instance_digest(inst), inst->digest);
    instance_free(inst);
  }
  Instance *globe = parse_good(HEAD(2, "GEOM") "NODE_COORD_SECTION\n1 -90 180\n2 35.5 -0.25\n");
  CU_ASSERT(tsp_of(globe)->metric == METRIC_GEOM && globe->digest == digest_after_writing(globe));
  instance_free(globe);
}

static void reads_tiny(void) {
  static const char *const ones[] = {EUC(1) "1 5 5", EXPL(1, "UPPER_ROW"), EXPL(1, "FULL_MATRIX") "0",
                                     HEAD(1, "GEO") "NODE_COORD_SECTION\n1 90 -180\n"};
  for (size_t s = 0; s < sizeof ones / sizeof *ones; s++) {
    Instance *inst = parse_good(ones[s]);
    CU_ASSERT_EQUAL(inst->n, 1);
    if (tsp_of(inst)->matrix) CU_ASSERT_EQUAL(tsp_of(inst)->matrix[0], 0);
    instance_free(inst);
  }
  Instance *inst = parse_good(EUC(2) "1 7 7\n2 7 7\n"); /* coinciding cities */
  CU_ASSERT_EQUAL(tsp_of(inst)->x[0], tsp_of(inst)->x[1]);
  instance_free(inst);
  inst = parse_good(
      HEAD(2, "MAX_2D") "NODE_COORD_SECTION\n1 0 0\n2 536870910 0\n"); /* the largest that may be */
  instance_free(inst);
}

/* The hand-written numbers against the C library's, in every shape that a file may use. */
static void numbers_round_correctly(void) {
  static const char *const shapes[] = {"%.17g", "%.15g", "%.3f", "%.20f", "%e", "%.0f", "%.16e", "%.12g"};
  uint64_t state = 88172645463325252u;
  for (int k = 0; k < 20000; k++) {
    char number[512], text[1024];
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17; /* xorshift64 */
    double value = ((double)(state >> 11) * 0x1p-53 - 0.5) * pow(10, (int)(state % 61) - 52);
    snprintf(number, sizeof number, shapes[k % 8], value);
    snprintf(text, sizeof text, EUC(1) "1 %s 0", number);
    Instance *inst = parse_good(text);
    if (tsp_of(inst)->x[0] != strtod(number, NULL)) printf("# %s\n", number);
    CU_ASSERT_EQUAL(tsp_of(inst)->x[0], strtod(number, NULL));
    instance_free(inst);
  }
}

/* Where the quick way for plain digits ends and the general one begins. */
static void numbers_at_the_borders(void) {
  static const char *const numbers[] = {"9007199254740992",
                                        "9007199254740993",
                                        "9007199254740991.5",
                                        "900719925474099.2",
                                        "90071992547409.93",
                                        "0.9007199254740993",
                                        "0.00000000000000001",
                                        "0.000000000000000001",
                                        "123456789.123456789",
                                        "1234567890.1234567890",
                                        "99999999999999999",
                                        "999999999999999999",
                                        "18446744073709551617",
                                        "184467440737095516170",
                                        "5.",
                                        ".5",
                                        "000000000000000000000000000007",
                                        "0.1",
                                        "0.3",
                                        "00000.30000",
                                        "36893488147419103233.5"};
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    char text[256];
    snprintf(text, sizeof text, HEAD(1, "MAX_2D") "NODE_COORD_SECTION\n1 %s 0\n", numbers[k]);
    Instance *inst = parse_good(text);
    CU_ASSERT_EQUAL(tsp_of(inst)->x[0], strtod(numbers[k], NULL));
    instance_free(inst);
  }
}

static void write_gives_the_digest_back(void) {
  Instance *inst;
  setlocale(LC_ALL, "de_DE.UTF-8"); /* where it exists, a comma must not get into the file */
  for (Metric metric = 0; metric < METRIC_EXPLICIT; metric++) {
    CU_ASSERT_EQUAL_FATAL(tsp_alloc(metric, 300, &inst), OK);
    for (int c = 0; c < 300; c++) {
      tsp_of(inst)->x[c] = metric == METRIC_GEO ? c / 7.0 : pow(-1.0, c) * c * 1234.5678901234567;
      tsp_of(inst)->y[c] = c % 3 ? c : c * 1e-9 / 3.0;
    }
    snprintf(inst->name, sizeof inst->name, "round");
    snprintf(inst->comment, sizeof inst->comment, "there and back");
    inst->digest = instance_digest(inst);
    CU_ASSERT_EQUAL(digest_after_writing(inst), inst->digest);
    instance_free(inst);
  }
  setlocale(LC_ALL, "C");
}

static void write_reports_failure(void) {
  Instance *inst = parse_good(EUC(1) "1 0 0");
  FILE *full = fopen("/dev/full", "w");
  if (!full) harness_skip("no /dev/full");
  status_clear();
  if (full) CU_ASSERT_EQUAL(tsplib_write(full, inst), ERR_IO);
  if (full) CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "cannot write the instance t"));
  if (full) fclose(full);
  instance_free(inst);
}

/* Equal data, equal digest; any change of the data, the metric or n shows, the name does not. */
static void digest_covers_the_data(void) {
  static const char *const texts[] = {EUC(2) "1 0 0\n2 3 4",
                                      EUC(2) "1 0 0\n2 4 3",
                                      EUC(2) "1 0 0\n2 3 5",
                                      EUC(1) "1 0 0",
                                      HEAD(2, "CEIL_2D") "NODE_COORD_SECTION\n1 0 0\n2 3 4",
                                      EXPL(2, "UPPER_ROW") "5",
                                      EXPL(2, "UPPER_ROW") "6"};
  enum { COUNT = sizeof texts / sizeof *texts };
  uint64_t digest[COUNT];
  for (int t = 0; t < COUNT; t++) {
    Instance *inst = parse_good(texts[t]);
    digest[t] = inst->digest;
    inst->name[0] = 'q';
    CU_ASSERT_EQUAL(instance_digest(inst), digest[t]);
    instance_free(inst);
    for (int u = 0; u < t; u++) CU_ASSERT_NOT_EQUAL(digest[t], digest[u]);
  }
}

static void names_the_unnamed(void) {
  Instance *inst = NULL;
  static const char text[] = "TYPE: TSP\nDIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n";
  CU_ASSERT_EQUAL_FATAL(tsplib_parse("some/where/E1k.0.tsp", text, sizeof text - 1, &inst), OK);
  CU_ASSERT_STRING_EQUAL(inst->name, "E1k.0");
  instance_free(inst);
}

/* Every instance that optima.tsv lists; linhp318 has a fixed edge. */
static void reads_all_of_tsplib(void) {
  const char *table = harness_data("optima.tsv");
  if (!table) return;
  FILE *rows = fopen(table, "r");
  CU_ASSERT_PTR_NOT_NULL_FATAL(rows);
  char line[1024], name[64], kind[16], metric[32];
  int n, files = 0;
  while (fgets(line, sizeof line, rows)) {
    if (sscanf(line, "%63s %15s %d %31s", name, kind, &n, metric) != 4) continue;
    char relative[128];
    snprintf(relative, sizeof relative, "%s/%s.%s", kind, name, kind);
    const char *path = harness_data(relative);
    if (access(path, R_OK) != 0) continue;
    Instance *inst = NULL;
    status_clear();
    Status status = tsplib_read(path, &inst);
    CU_ASSERT_EQUAL(status, OK);
    if (status != OK) printf("# %s\n", status_message());
    if (inst) CU_ASSERT_EQUAL(tsp_of(inst)->fixed_count, strcmp(name, "linhp318") == 0);
    if (inst)
      CU_ASSERT_TRUE(inst->n == n && !strcmp(metric_name(tsp_of(inst)->metric), metric) &&
                     !strcmp(inst->name, name));
    if (inst && !tsp_of(inst)->matrix) CU_ASSERT_EQUAL(digest_after_writing(inst), inst->digest);
    instance_free(inst);
    files++;
  }
  fclose(rows);
  printf("# %d files\n", files);
  CU_ASSERT_TRUE(files > 100);
}

static const HarnessTest tests[] = {
    TEST(reads_every_style),           TEST(reads_every_format),      TEST(reads_tiny),
    TEST(reads_three_coordinates),     TEST(numbers_round_correctly), TEST(numbers_at_the_borders),
    TEST(write_gives_the_digest_back), TEST(write_reports_failure),   TEST(digest_covers_the_data),
    TEST(names_the_unnamed),           TEST(reads_all_of_tsplib),     {NULL, NULL}};

int main(void) { return harness_run("tsplib", tests); }
