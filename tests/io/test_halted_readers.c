/* Halting that falls due during the parse of a long text, at any of its looks: every reader gives up, or has read all of it (src/io/lexer.c, src/graph/list_header.c,
 * src/problem/tsp/files/matrix_csv.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "evaluator/bfs/bfs_asset.h"
#include "fixtures/harness.h"
#include "graph/graph_plan.h"
#include "graph/graph_text.h"
#include "graph/network.h"
#include "halt.h"
#include "problem/instance_file.h"
#include "problem/judge.h"

enum { N = 60000, MOST = 1000000 };

static char folder[] = "/tmp/cordee_halted_XXXXXX";
static char path[128];
static long looks, allowed; /* at the watch, and how many of these do not say that halting is due */
static Instance *cities;

static bool due(const void *self) {
  (void)self;
  return ++looks > allowed;
}

static FILE *file_begin(const char *name) {
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *out = fopen(path, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  return out;
}

/* Reads with ever more looks until nothing is given up: the results of that reading. After as many others as readers have to look at least. */
static void given_up(Status (*read)(uint64_t *digest), int least) {
  uint64_t whole = 0, digest = 0;
  int stopped = 0;
  status_clear();
  CU_ASSERT_EQUAL_FATAL(read(&whole), OK);
  for (allowed = 1; allowed < MOST; allowed += 1 + allowed / 8) {
    looks = 0;
    halt_own(due, NULL);
    const Status status = read(&digest);
    halt_own(NULL, NULL);
    if (status == OK) break;
    CU_ASSERT_TRUE(status == ERR_STOPPED && strstr(status_message(), "given up during the reading of"));
    if (status != ERR_STOPPED) printf("# %s\n", status_message());
    status_clear();
    stopped++;
  }
  CU_ASSERT_TRUE(looks <= allowed && digest == whole && stopped >= least);
  if (looks > allowed || digest != whole || stopped < least)
    printf("# %s: given up %d times, then read with %ld looks of %ld\n", path, stopped, looks, allowed);
  unlink(path);
}

/* ---- instances and solutions ---- */

static Status instance_of(uint64_t *digest) {
  Instance *inst;
  TRY(instance_read(path, &inst));
  *digest = inst->digest;
  instance_free(inst);
  return OK;
}

static void rows_print(FILE *out, const char *form) {
  for (int k = 1; k <= N; k++) fprintf(out, form, k, k * 7919 % 10007, k);
}

static void instances(void) {
  FILE *out = file_begin("a.tsp");
  fprintf(out, "TYPE : TSP\nDIMENSION : %d\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n", N);
  rows_print(out, "%d %d %d\n");
  fprintf(out, "FIXED_EDGES_SECTION\n");
  for (int k = 1; k < N; k += 2) fprintf(out, "%d %d\n", k, k + 1);
  fputs("-1\n", out);
  fclose(out);
  given_up(instance_of, 10);
  out = file_begin("a.csv");
  fputs("name,x,y\n", out);
  rows_print(out, "%d,%d,%d\n");
  fclose(out);
  given_up(instance_of, 5);
  out = file_begin("a.vrp");
  fprintf(out, "TYPE : CVRP\nDIMENSION : %d\nCAPACITY : 9\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n",
          N);
  rows_print(out, "%d %d %d\n");
  fputs("DEMAND_SECTION\n", out);
  for (int k = 1; k <= N; k++) fprintf(out, "%d %d\n", k, k > 1);
  fputs("DEPOT_SECTION\n1\n-1\n", out);
  fclose(out);
  given_up(instance_of, 10);
  out = file_begin("a.etc");
  fprintf(out, "%d 8 0\n", N / 8);
  for (int k = 0; k < N; k++) fprintf(out, "%d.5\n", k * 7919 % 10007);
  fclose(out);
  given_up(instance_of, 10);
}

static Status solution_of(uint64_t *digest) {
  int32_t *gene = malloc(N * sizeof *gene);
  const Status status = solution_read(path, cities, gene);
  if (status == OK) *digest = (uint64_t)gene[N / 2];
  free(gene);
  return status;
}

static void tours(void) {
  FILE *out = file_begin("b.csv");
  fputs("x,y\n", out);
  for (int k = 0; k < N; k++) fprintf(out, "%d,%d\n", k, k % 7);
  fclose(out);
  CU_ASSERT_EQUAL_FATAL(instance_read(path, &cities), OK);
  out = file_begin("a.tour");
  fputs("TOUR_SECTION\n", out);
  for (int k = N; k > 0; k--) fprintf(out, "%d\n", k);
  fclose(out);
  given_up(solution_of, 2);
  out = file_begin("b.tour");
  fprintf(out, "%d %d\n", N, N);
  for (int k = 0; k < N; k++) fprintf(out, "%d %d 1\n", k, (k + 1) % N);
  fclose(out);
  given_up(solution_of, 2);
  instance_free(cities);
}

/* ---- graphs ---- */

static Status graph_of(uint64_t *digest) {
  GraphPlan plan;
  GraphAbout about;
  TRY(graph_plan_open(path, GRAPH_AS_SAID, GRAPH_IDS_AUTO, 2, &plan, &about));
  *digest = plan.n * 1000003ull + plan.count;
  graph_plan_free(&plan);
  return OK;
}

static void graph_lines(const char *name, const char *head, const char *form) {
  FILE *out = file_begin(name);
  fputs(head, out);
  for (int k = 1; k < N; k++) fprintf(out, form, k, k + 1);
  fclose(out);
  given_up(graph_of, 2);
}

static void graphs(void) {
  char head[128];
  graph_lines("a.txt", "", "%d %d\n");
  snprintf(head, sizeof head, "%%%%MatrixMarket matrix coordinate pattern general\n%d %d %d\n", N, N, N - 1);
  graph_lines("a.mtx", head, "%d %d\n");
  snprintf(head, sizeof head, "p sp %d %d\n", N, N - 1);
  graph_lines("a.gr", head, "a %d %d 1\n");
  FILE *out = file_begin("a.graph");
  fprintf(out, "%d %d\n", N, N / 2);
  for (int k = 1; k <= N; k++) fprintf(out, "%d\n", k % 2 ? k + 1 : k - 1);
  fclose(out);
  given_up(graph_of, 2);
}

static Status network_of(uint64_t *digest) {
  Network network;
  TRY(network_read(path, NULL, &network));
  *digest = network.arcs;
  network_free(&network);
  return OK;
}

static void networks(void) {
  FILE *out = file_begin("a.max");
  fprintf(out, "p max %d %d\nn 1 s\nn %d t\n", N, N - 1, N);
  for (int k = 1; k < N; k++) fprintf(out, "a %d %d 5\n", k, k + 1);
  fclose(out);
  given_up(network_of, 2);
}

static const HarnessTest tests[] = {TEST(instances), TEST(tours), TEST(graphs), TEST(networks), {NULL, NULL}};

int main(void) {
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  const int result = harness_run("halted readers", tests);
  rmdir(folder);
  return result;
}
