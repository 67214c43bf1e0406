/* A graph for all ranks: one copy on every host, also where a host's ranks share no memory. Ranks 0, 1 and 2, 3 stand for two hosts. */
#include "graph/graph_share.h"
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

static Graph *drawn(bool directed) {
  static const int64_t offset[] = {0, 2, 3, 5, 5};
  static const int32_t to[] = {1, 2, 3, 0, 3};
  Graph *g = NULL;
  CU_ASSERT_EQUAL_FATAL(graph_of_rows(4, directed, offset, to, 1, &g), OK);
  return g;
}

static void broadcast(bool directed, bool shared) {
  Comm two = ranks_hosts(2);
  Graph *expected = drawn(directed), *g = comm.rank == 0 ? drawn(directed) : NULL;
  Comm between;
  const Node host = node_ranks(&two), hosts = leader_ranks(&two, &between);
  CU_ASSERT_EQUAL_FATAL(graph_give(hosts.size ? &hosts : NULL, &host, &g), OK);
  leader_ranks_close(&between);
  graphs_equal(g, expected);
  CU_ASSERT(comm.size == 1 || (g->shared.at != NULL) == shared);
  graph_free(g);
  graph_free(expected);
  MPI_Comm_free(&two.node);
}

static void directed_graph(void) { broadcast(true, true); }
static void graph_of_edges(void) { broadcast(false, true); }

static void without_shared_memory(void) {
  const struct rlimit before = ranks_unshare();
  broadcast(true, false);
  setrlimit(RLIMIT_FSIZE, &before);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(directed_graph), TEST(graph_of_edges), TEST(without_shared_memory), {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "graph_give", tests);
}
