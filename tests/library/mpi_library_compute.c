/* Computations by the library (include/cordee.h) over ranks: rank 0 has the data, all take part, all have the records. */
#include <cordee.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/ranks_harness.h"

enum { VERTICES = 500, ARCS = 2000, OPTIONS = 600 };

static const char *const words[] = {"threads=1", "backend=cpu", "check=50", NULL};
static cordee *c;

static void open_all(void) {
  MPI_Comm all = MPI_COMM_WORLD;
  CU_ASSERT_EQUAL_FATAL(cordee_init(&all, &c), CORDEE_OK);
}

/* The same bytes on every rank. */
static void same_everywhere(const void *mine, size_t bytes) {
  char *first = malloc(bytes);
  CU_ASSERT_FATAL(mine != NULL && first != NULL);
  memcpy(first, mine, bytes);
  MPI_Bcast(first, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
  CU_ASSERT_EQUAL(memcmp(first, mine, bytes), 0);
  free(first);
}

static uint32_t draw(uint64_t *state, uint32_t below) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*state >> 33) * below >> 31);
}

/* ---- prices: one row in a hundred fails ---- */

static void prices(void) {
  static double spot[OPTIONS], years[OPTIONS], sigma[OPTIONS], rate[OPTIONS];
  const bool first = comm.rank == 0;
  uint64_t state = 7;
  cordee_records *records = NULL;
  for (int k = 0; k < OPTIONS; k++) {
    spot[k] = 50 + draw(&state, 100);
    years[k] = k % 100 == 99 ? -1 : 0.25;
    sigma[k] = 0.1 + draw(&state, 10) / 20.0;
    rate[k] = 0.05;
  }
  const cordee_column columns[] = {{"S", CORDEE_F64, 0, spot},
                                   {"T", CORDEE_F64, 0, years},
                                   {"sigma", CORDEE_F64, 0, sigma},
                                   {"r", CORDEE_F64, 0, rate}};
  CU_ASSERT_EQUAL_FATAL(
      cordee_price(c, first ? OPTIONS : 0, first ? 4 : 0, first ? columns : NULL, words, NULL, &records),
      CORDEE_OK);
  CU_ASSERT_EQUAL_FATAL(cordee_records_count(records), OPTIONS);
  same_everywhere(cordee_records_column(records, "price", NULL), OPTIONS * sizeof(double));
  same_everywhere(cordee_records_codes(records), OPTIONS * sizeof(int32_t));
  const double *price = cordee_records_column(records, "price", NULL);
  for (size_t k = 0; k < OPTIONS; k++) {
    const bool fails = k % 100 == 99;
    CU_ASSERT((price[k] > 0) != fails && (cordee_records_codes(records)[k] == 0) != fails);
    CU_ASSERT((strstr(cordee_records_message(records, k), "T: expected") != NULL) == fails);
  }
  cordee_records_free(records);
}

/* ---- a graph: the same records as of one rank ---- */

static int64_t offset[VERTICES + 1];
static int32_t to[ARCS];

static cordee_graph *graph_make(cordee *on, bool first, int directed) {
  uint64_t state = 3;
  cordee_graph *graph = NULL;
  for (int v = 0; v <= VERTICES; v++) offset[v] = (int64_t)v * ARCS / VERTICES;
  for (int a = 0; a < ARCS; a++) to[a] = (int32_t)draw(&state, VERTICES);
  CU_ASSERT_EQUAL_FATAL(
      cordee_graph_rows(on, first ? VERTICES : 0, directed, first ? offset : NULL, first ? to : NULL, &graph),
      CORDEE_OK);
  CU_ASSERT(cordee_graph_vertices(graph) == VERTICES && cordee_graph_directed(graph) == directed);
  return graph;
}

static void searches(int directed) {
  int32_t sources[100], level[VERTICES], own_level[VERTICES], parent[VERTICES];
  cordee *own = NULL;
  cordee_records *records = NULL, *of_one = NULL;
  CU_ASSERT_EQUAL_FATAL(cordee_init(NULL, &own), CORDEE_OK);
  cordee_graph *all = graph_make(c, comm.rank == 0, directed), *mine = graph_make(own, true, directed);
  for (int k = 0; k < 100; k++) sources[k] = 5 * k;
  CU_ASSERT_EQUAL_FATAL(cordee_bfs(c, all, 100, comm.rank ? NULL : sources, words, NULL, &records),
                        CORDEE_OK);
  CU_ASSERT_EQUAL_FATAL(cordee_bfs(own, mine, 100, sources, words, NULL, &of_one), CORDEE_OK);
  CU_ASSERT_EQUAL_FATAL(cordee_records_count(records), 100);
  CU_ASSERT_EQUAL(memcmp(cordee_records_column(records, "checksum", NULL),
                         cordee_records_column(of_one, "checksum", NULL), 800),
                  0);
  const bool last = comm.rank == comm.size - 1; /* it alone wants them */
  CU_ASSERT_EQUAL(cordee_bfs_levels(c, all, 5, NULL, last ? level : NULL, comm.rank ? NULL : parent),
                  CORDEE_OK);
  CU_ASSERT_EQUAL(cordee_bfs_levels(own, mine, 5, NULL, own_level, NULL), CORDEE_OK);
  CU_ASSERT(!last || memcmp(level, own_level, sizeof level) == 0);
  CU_ASSERT(comm.rank || parent[5] == 5);
  cordee_records_free(records);
  cordee_records_free(of_one);
  cordee_graph_free(all);
  cordee_graph_free(mine);
  cordee_finalize(own);
}

static void directed_searches(void) { searches(1); }
static void searches_of_edges(void) { searches(0); }

/* ---- networks ---- */

static void flows(void) {
  static int32_t tail[ARCS], head[ARCS];
  static int64_t capacity[ARCS], flow[ARCS];
  static const int32_t source[] = {0}, sink[] = {VERTICES - 1};
  uint64_t state = 11;
  int64_t value = -1;
  cordee_network networks[40];
  cordee_records *records = NULL;
  for (int a = 0; a < ARCS; a++) {
    tail[a] = (int32_t)draw(&state, VERTICES);
    head[a] = (int32_t)draw(&state, VERTICES);
    capacity[a] = draw(&state, 50);
  }
  const cordee_network n = {sizeof n, VERTICES, 1, 1, ARCS, tail, head, capacity, source, sink};
  for (int k = 0; k < 40; k++) {
    networks[k] = n;
    networks[k].arcs = ARCS - k;
  }
  CU_ASSERT_EQUAL_FATAL(
      cordee_max_flow(c, comm.rank ? NULL : &n, NULL, &value, comm.rank % 2 ? flow : NULL, NULL), CORDEE_OK);
  same_everywhere(&value, sizeof value);
  CU_ASSERT_EQUAL_FATAL(cordee_max_flows(c, 40, comm.rank ? NULL : networks, words, NULL, &records),
                        CORDEE_OK);
  const int64_t *values = cordee_records_column(records, "value", NULL);
  same_everywhere(values, 40 * sizeof *values);
  CU_ASSERT(values[0] == value && value > 0);
  for (int64_t k = 0, into = 0; comm.rank % 2 && k < ARCS; k++) {
    if (head[k] == sink[0])
      into += flow[k];
    else if (tail[k] == sink[0])
      into += -flow[k];
    else
      into += 0;
    if (k == ARCS - 1) CU_ASSERT_EQUAL(into, value);
  }
  cordee_records_free(records);
}

/* What is wrong on one rank every rank hears. */
static void failures_are_everybodys(void) {
  const char *const wrong[] = {"time=soon", NULL};
  cordee_records *records = NULL;
  cordee_graph *graph = NULL;
  CU_ASSERT_EQUAL(cordee_compute(c, "price", "book:n=10", wrong, NULL, &records), CORDEE_ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(cordee_message(c), "--time: expected a number of seconds, found 'soon'");
  CU_ASSERT_EQUAL(cordee_graph_rows(c, comm.rank ? VERTICES : -1, 0, offset, to, &graph), CORDEE_ERR_FORMAT);
  CU_ASSERT(!records && !graph);
  cordee_finalize(c);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(open_all),
                                      TEST(prices),
                                      TEST(directed_searches),
                                      TEST(searches_of_edges),
                                      TEST(flows),
                                      TEST(failures_are_everybodys),
                                      {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "library_compute_ranks", tests);
}
