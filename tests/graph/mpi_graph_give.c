/* A graph for all ranks: one copy on every host, also where a host's ranks share no memory. Ranks 0, 1 and 2, 3 stand for two hosts. */
#include "graph/graph_share.h"
#include <stdlib.h>
#include <string.h>
#include "fixtures/ranks_harness.h"
#include "mpi/collect.h"

static void graphs_equal(const Graph *g, const Graph *expected) {
  const size_t offsets = (expected->n + 1ull) * sizeof *g->offset, heads = expected->arcs * sizeof *g->to;
  CU_ASSERT_FATAL(g->n == expected->n && g->arcs == expected->arcs && g->directed == expected->directed);
  CU_ASSERT(g->digest == expected->digest && g->first == expected->first);
  CU_ASSERT(memcmp(g->offset, expected->offset, offsets) == 0 && memcmp(g->to, expected->to, heads) == 0);
  CU_ASSERT(memcmp(g->in_offset, expected->in_offset, offsets) == 0);
  CU_ASSERT(memcmp(g->in_to, expected->in_to, heads) == 0);
}

/* Of four vertices. */
static void ids_equal(const GraphIds *ids, const GraphIds *expected) {
  const size_t places = expected->names ? 5 : 4;
  CU_ASSERT_FATAL(!ids->id == !expected->id && !ids->names == !expected->names &&
                  ids->bytes == expected->bytes);
  CU_ASSERT(!ids->id || memcmp(ids->id, expected->id, places * sizeof *ids->id) == 0);
  CU_ASSERT(!ids->names || memcmp(ids->names, expected->names, ids->bytes) == 0);
}

typedef enum Called { CALLED_NOTHING, CALLED_NUMBERS, CALLED_NAMES } Called;

static GraphIds ids_drawn(Called called) {
  static const uint64_t number[] = {3, 5, 8, 9000000000}, place[] = {0, 2, 5, 6, 9};
  GraphIds ids = {.id = NULL};
  if (called == CALLED_NOTHING) return ids;
  ids.id = malloc(sizeof place);
  memcpy(ids.id, called == CALLED_NAMES ? place : number,
         called == CALLED_NAMES ? sizeof place : sizeof number);
  if (called == CALLED_NUMBERS) return ids;
  ids.names = strdup("aabbbcddd");
  ids.bytes = 9;
  return ids;
}

static Graph *drawn(bool directed, Called called) {
  static const int64_t offset[] = {0, 2, 3, 5, 5};
  static const int32_t to[] = {1, 2, 3, 0, 3};
  Graph *g = NULL;
  CU_ASSERT_EQUAL_FATAL(graph_of_rows(4, directed, offset, to, 1, &g), OK);
  g->ids = ids_drawn(called);
  return g;
}

static void broadcast(bool directed, Called called, bool shared) {
  Comm two = ranks_hosts(2);
  Graph *expected = drawn(directed, called), *g = comm.rank == 0 ? drawn(directed, called) : NULL;
  Comm between;
  const Node host = node_ranks(&two), hosts = leader_ranks(&two, &between);
  CU_ASSERT_EQUAL_FATAL(graph_give(hosts.size ? &hosts : NULL, &host, &g), OK);
  leader_ranks_close(&between);
  graphs_equal(g, expected);
  ids_equal(&g->ids, &expected->ids);
  CU_ASSERT(comm.size == 1 || (g->shared.at != NULL) == shared);
  graph_free(g);
  graph_free(expected);
  MPI_Comm_free(&two.node);
}

static void directed_graph(void) { broadcast(true, CALLED_NOTHING, true); }
static void graph_of_edges(void) { broadcast(false, CALLED_NOTHING, true); }
static void graph_with_numbers(void) { broadcast(true, CALLED_NUMBERS, true); }
static void graph_with_names(void) { broadcast(false, CALLED_NAMES, true); }

static void without_shared_memory(void) {
  const struct rlimit before = ranks_unshare();
  broadcast(true, CALLED_NOTHING, false);
  broadcast(false, CALLED_NUMBERS, false);
  broadcast(true, CALLED_NAMES, false);
  setrlimit(RLIMIT_FSIZE, &before);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(directed_graph),        TEST(graph_of_edges),
                                      TEST(graph_with_numbers),    TEST(graph_with_names),
                                      TEST(without_shared_memory), {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "graph_give", tests);
}
