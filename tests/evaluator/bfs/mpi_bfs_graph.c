/* A graph on several ranks of a host: each has it byte for byte, and it lies there once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "evaluator/bfs/bfs_asset.h"
#include "fixtures/harness.h"
#include "fixtures/ranks_harness.h"
#include "mpi/collect.h"

/* The file in memory that holds the address; 0: none does. */
static int64_t file_of(const void *address) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  long long file = 0;
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long first, end;
    long long number;
    if (sscanf(line, "%lx-%lx %*s %*s %*s %lld", &first, &end, &number) == 3 &&
        (unsigned long)address >= first && (unsigned long)address < end)
      file = number;
  }
  if (maps) fclose(maps);
  return file;
}

static void cpu_open(Backend *be) {
  *be = (Backend){.ops = backend_find("cpu")};
  CU_ASSERT_EQUAL_FATAL(be->ops->open(be, 0, 1), OK);
}

static bool graphs_equal(const Graph *a, const Graph *b) {
  const uint64_t offsets = (a->n + 1ull) * sizeof *a->offset, heads = a->arcs * sizeof *a->to;
  return a->n == b->n && a->arcs == b->arcs && a->directed == b->directed && a->first == b->first &&
         a->digest == b->digest && memcmp(a->offset, b->offset, offsets) == 0 &&
         memcmp(a->to, b->to, heads) == 0 && memcmp(a->in_offset, b->in_offset, offsets) == 0 &&
         memcmp(a->in_to, b->in_to, heads) == 0;
}

static void graph_is_once(const char *spec) {
  const Node node = node_ranks(&comm);
  Backend be;
  BfsGraph at;
  Graph *alone;
  BfsRecord record;
  cpu_open(&be);
  CU_ASSERT_EQUAL_FATAL(bfs_graph_open(&be, spec, GRAPH_AS_SAID, GRAPH_IDS_AUTO, &node, &at), OK);
  CU_ASSERT_EQUAL_FATAL(graph_open(spec, GRAPH_AS_SAID, GRAPH_IDS_AUTO, 1, &alone), OK);
  CU_ASSERT(graphs_equal(at.graph, alone));
  int64_t least[2] = {file_of(at.graph->to), -file_of(at.graph->to)};
  CU_ASSERT(comm.size == 1 || least[0] != 0);
  comm_max(&comm, least, 2);
  CU_ASSERT_EQUAL(least[0], -least[1]); /* the same on all */
  CU_ASSERT_EQUAL(at.graph->shared.at != NULL, comm.size > 1);
  CU_ASSERT_EQUAL(be.ops->bfs->search(&be, at.machine, BFS_DIRECTION, 1), OK);
  CU_ASSERT_EQUAL(be.ops->bfs->record(&be, at.machine, &record), OK);
  CU_ASSERT(record.visited > 1);
  graph_free(alone);
  bfs_graph_close(&at);
  be.ops->close(&be);
}

static void generated(void) { graph_is_once("urand:n=20000,degree=6,seed=3"); }

/* Arcs one way. Rank 0 writes it. */
static void of_a_file(void) {
  char path[64] = "/tmp/mpi_bfs_graph.XXXXXX";
  if (comm.rank == 0) {
    const int file = mkstemp(path);
    CU_ASSERT_FATAL(file >= 0);
    FILE *out = fdopen(file, "w");
    fprintf(out, "p sp 3001 3000\n");
    for (int k = 0; k < 3000; k++) fprintf(out, "a %d %d 1\n", k + 1, (k * 7 + 1) % 3001 + 1);
    fclose(out);
  }
  bytes_bcast(&comm, path, sizeof path, 0);
  graph_is_once(path);
  if (comm.rank == 0) unlink(path);
}

/* One rank says why; the others have nothing, and do not wait. */
static void refused(void) {
  const Node node = node_ranks(&comm);
  Backend be;
  BfsGraph at;
  cpu_open(&be);
  const Status status = bfs_graph_open(&be, "/nowhere/at/all.txt", GRAPH_AS_SAID, GRAPH_IDS_AUTO, &node, &at);
  CU_ASSERT_EQUAL(status, node.rank == 0 ? ERR_NO_INPUT : OK);
  CU_ASSERT(!at.graph && !at.machine);
  status_clear();
  bfs_graph_close(&at);
  be.ops->close(&be);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(generated), TEST(of_a_file), TEST(refused), {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "graphs of several ranks", tests);
}
