/* Solutions of vehicle routing as files: what is written and read back, every way to write them, and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "problem/cvrp/cvrp.h"
#include "problem/cvrp/files/vrp_files.h"

static Instance *instance_make(int32_t n) {
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(cvrp_alloc(n, true, false, &inst), OK);
  return inst;
}

static Status parse(const Instance *inst, const char *text, int32_t *gene) {
  const size_t bytes = strlen(text);
  char *exact = exact_text(text, bytes);
  status_clear();
  const Status status = routes_parse("t.sol", exact, bytes, inst, gene);
  free(exact);
  return status;
}

static void reads_every_style(void) {
  static const char *const same[] = {
      "Route #1: 3 1\nRoute #2: 5\nRoute #3: 2 4\nCost 784\n",
      "Route #1: 3 1\nRoute #2: 5\nRoute #3: 2 4\nCost 784.25",
      "Route #1: 3 1 \r\nRoute #2: 5\t\r\nRoute #3:\t2\t4\r\nCost: 784\r\n\r\n",
      "\n Route  #1 : 3 1\n\nRoute #2:5\nRoute #3: 02 4.0\nCost 1e3\n \n",
      "Route 1 : 3 1\nRoute 2 : 5\nRoute 3 : 2 4\n",
      "route #1: 3 1\r\nROUTE #2: 5\r\nroute # 3: 2 4\r\ncost 784.00\r\n",
      "Instance name:  r101\nAuthors:        N. N.\nDate:           2003\nReference:      Somebody, "
      "2003\n\nSolution\n"
      "Route 1: 3 1\nRoute 2: 5\nRoute 3: 2 4\n"};
  static const int32_t wanted[] = {-3, 1, -5, -2, 4};
  Instance *inst = instance_make(5);
  for (size_t s = 0; s < sizeof same / sizeof *same; s++) {
    int32_t gene[5] = {0};
    CU_ASSERT_EQUAL(parse(inst, same[s], gene), OK);
    if (status_message()[0]) printf("# %s\n", status_message());
    CU_ASSERT_EQUAL(memcmp(gene, wanted, sizeof wanted), 0);
  }
  instance_free(inst);
}

static void defects_are_named(void) {
  static const char *const bad[][2] = {
      {"", "t.sol:1: expected Route #1 or Cost, found the end of the file"},
      {"Cost 5\n", "t.sol:1: expected 3 customers, found 0"},
      {"routes #1: 1 2 3\nCost 1\n", "t.sol:1: expected Route #1 or Cost, found 'routes'"},
      {"Route 2: 1 2 3\nCost 1\n", "t.sol:1: expected #1: after Route, found '2:'"},
      {"Route #2: 1 2 3\nCost 1\n", "t.sol:1: expected #1: after Route, found '#2:'"},
      {"Route #1 1 2 3\nCost 1\n", "t.sol:1: expected #1: after Route, found '#1'"},
      {"Route #: 1 2 3\nCost 1\n", "t.sol:1: expected #1: after Route, found '#:'"},
      {"Route #1: 1 2\nRoute #1: 3\nCost 1\n", "t.sol:2: expected #2: after Route, found '#1:'"},
      {"Route #99999999999999999999: 1\n", "t.sol:1: expected #1: after Route"},
      {"Route #1:\nRoute #2: 1 2 3\nCost 1\n",
       "t.sol:1: expected a customer from 1 to 3, found the end of the line"},
      {"Route #1: 0 1 2 3 0\nCost 1\n", "t.sol:1: expected a customer from 1 to 3, found '0'"},
      {"Route #1: 1 2 4\nCost 1\n", "t.sol:1: expected a customer from 1 to 3, found '4'"},
      {"Route #1: 1 -2 3\nCost 1\n", "t.sol:1: expected a customer from 1 to 3, found '-2'"},
      {"Route #1: 1 2.5 3\nCost 1\n", "t.sol:1: expected a customer from 1 to 3, found '2.5'"},
      {"Route #1: 1 2 x\nCost 1\n", "t.sol:1: expected a customer from 1 to 3, found 'x'"},
      {"Route #1: 1 2\nCost 1\n", "t.sol:2: expected 3 customers, found 2"},
      {"Route #1: 1 2 3\nRoute #2: 1\nCost 1\n", "t.sol:2: expected 3 customers in all, found '1'"},
      {"Route #1: 1 2 3\nRoute #2:\nCost 1\n",
       "t.sol:2: expected 3 customers in all, found the end of the line"},
      {"Route #1: 1 2\n",
       "t.sol:2: expected Route #2, as 1 of 3 customers have none yet, found the end of the file"},
      {"Route #1: 1 2\nSolution\nRoute #2: 3\n", "t.sol:2: expected Route #2 or Cost, found 'Solution'"},
      {"Route #1: 1 2 3\nCost\n", "t.sol:2: expected a number after Cost, found the end of the line"},
      {"Route #1: 1 2 3\nCost -1\n", "t.sol:2: expected a number after Cost"},
      {"Route #1: 1 2 3\nCost cheap\n", "t.sol:2: expected a number after Cost, found 'cheap'"},
      {"Route #1: 1 2 3\nCost 5 6\n", "t.sol:2: expected the end of the line, found '6'"},
      {"Route #1: 1 2 3\nCost 5\nTime 3\n",
       "t.sol:3: expected the end of the file after Cost, found 'Time'"}};
  Instance *inst = instance_make(3);
  for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
    int32_t gene[3];
    CU_ASSERT_EQUAL(parse(inst, bad[b][0], gene), ERR_FORMAT);
    if (!strstr(status_message(), bad[b][1]))
      printf("# expected %s\n# found    %s\n", bad[b][1], status_message());
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), bad[b][1]));
  }
  instance_free(inst);
  status_clear();
}

/* Long routes, and costs with decimals; the file as a whole. */
static void writes_what_it_reads(void) {
  char path[] = "/tmp/cordee_routes_XXXXXX", start[128] = "", remark[INSTANCE_REMARK_MAX] = "";
  enum { N = 30000 };
  static int32_t gene[N], again[N];
  Instance *inst = instance_make(N);
  inst->decimals = 5;
  for (int32_t k = 0; k < N; k++) gene[k] = k % 10007 == 0 ? -(N - k) : N - k;
  close(mkstemp(path));
  CU_ASSERT_EQUAL(routes_write(path, inst, gene, 562346831), OK);
  CU_ASSERT_EQUAL(routes_read(path, inst, again, remark), OK);
  CU_ASSERT_EQUAL(memcmp(gene, again, sizeof gene), 0);
  instance_free(inst);
  inst = instance_make(3);
  CU_ASSERT_EQUAL(routes_write(path, inst, (int32_t[]){-2, -3, 1}, 784), OK);
  FILE *in = fopen(path, "r");
  CU_ASSERT_EQUAL(fread(start, 1, sizeof start - 1, in), strlen("Route #1: 2\nRoute #2: 3 1\nCost 784\n"));
  fclose(in);
  unlink(path);
  CU_ASSERT_STRING_EQUAL(start, "Route #1: 2\nRoute #2: 3 1\nCost 784\n");
  CU_ASSERT_EQUAL(routes_read(path, inst, again, remark), ERR_NO_INPUT);
  ((CvrpInstance *)inst)->route_cost = 1000000; /* the cost is the distance */
  CU_ASSERT_EQUAL(routes_write(path, inst, (int32_t[]){-2, -3, 1}, 2000784), OK);
  in = fopen(path, "r");
  CU_ASSERT_EQUAL(fread(start, 1, sizeof start - 1, in), strlen("Route #1: 2\nRoute #2: 3 1\nCost 784\n"));
  fclose(in);
  unlink(path);
  instance_free(inst);
  status_clear();
}

static const HarnessTest tests[] = {
    TEST(reads_every_style), TEST(defects_are_named), TEST(writes_what_it_reads), {NULL, NULL}};

int main(void) { return harness_run("routes_file", tests); }
