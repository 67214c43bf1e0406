// Breadth-first searches by Boost and igraph beside cordee's on the CPU: the same graph, the same sources, wall time of the searches alone, levels
// compared. Built and run by tools/bfs-peers: bfs_peers SOURCES EDGES GRAPH; EDGES: a file for the edges and FILE.sources, or "-".
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
#include <time.h>
#ifdef HAVE_BOOST
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#endif
#ifdef HAVE_IGRAPH
#include <igraph/igraph.h>
#endif
#include "evaluator/bfs/bfs_asset.h"

typedef std::vector<uint32_t> Levels;

static double seconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void check(Status status) {
  if (status == OK) return;
  fprintf(stderr, "%s\n", status_message());
  exit(status_exit_code(status));
}

struct Run {
  const Graph *g;
  std::vector<uint32_t> sources;
  std::vector<uint64_t> checksum; // of cordee's levels
  double edges;                   // of all sources
  bool differ;
};

// As BfsRecord.checksum.
static uint64_t levels_sum(const Levels &level) {
  uint64_t sum = 0;
  for (uint32_t v = 0; v < level.size(); v++)
    if (level[v] != BFS_NO_LEVEL) sum += (level[v] + (uint64_t)1) * bfs_weight(v);
  return sum;
}

static void row_print(const Run &run, const char *name, int threads, double s, bool equal) {
  printf("%-22s %7d %12.3f %10.4f  %s\n", name, threads, 1e3 * s / (double)run.sources.size(),
         run.edges / s / 1e9, equal ? "equal" : "DIFFERENT");
  fflush(stdout);
}

// ---- cordee ----

static void own_single(Run &run, Backend &be, BfsMachine *m, BfsMethod method, bool parents,
                       const char *name) {
  double s = 0;
  bool equal = true;
  check(be.ops->bfs->search(&be, m, method, run.sources[0]));
  for (size_t k = 0; k < run.sources.size(); k++) {
    BfsRecord r;
    const double began = seconds();
    check(be.ops->bfs->search(&be, m, method, run.sources[k]));
    if (parents) check(be.ops->bfs->parents(&be, m, nullptr));
    s += seconds() - began;
    check(be.ops->bfs->record(&be, m, &r));
    equal &= r.checksum == run.checksum[k];
  }
  row_print(run, name, be.threads, s, equal);
  run.differ |= !equal;
}

// All sources of the run, as often as a batch holds them.
static void own_batch(Run &run, Backend &be, BfsMachine *m) {
  uint32_t sources[BFS_BATCH];
  std::vector<BfsRecord> r(BFS_BATCH);
  const size_t count = run.sources.size();
  bool equal = true;
  for (size_t k = 0; k < BFS_BATCH; k++) sources[k] = run.sources[k % count];
  check(be.ops->bfs->batch(&be, m, sources, BFS_BATCH, r.data()));
  const double began = seconds();
  check(be.ops->bfs->batch(&be, m, sources, BFS_BATCH, r.data()));
  const double s = (seconds() - began) * (double)count / BFS_BATCH;
  for (size_t k = 0; k < BFS_BATCH; k++) equal &= r[k].checksum == run.checksum[k % count];
  row_print(run, "cordee, 256 at once", be.threads, s, equal);
  run.differ |= !equal;
}

static void own_rows(Run &run, int threads) {
  Backend be = {};
  BfsMachine *m;
  be.ops = backend_find("cpu");
  check(be.ops->open(&be, 0, threads));
  check(be.ops->bfs->open(&be, run.g, &m));
  own_single(run, be, m, BFS_DIRECTION, false, "cordee direction");
  own_single(run, be, m, BFS_DIRECTION, true, "cordee with parents");
  own_single(run, be, m, BFS_TOPDOWN, false, "cordee topdown");
  own_batch(run, be, m);
  be.ops->bfs->close(&be, m);
  be.ops->close(&be);
}

// What the others are compared with, and the edges that are counted.
static void own_levels(Run &run) {
  Backend be = {};
  BfsMachine *m;
  be.ops = backend_find("cpu");
  check(be.ops->open(&be, 0, 0));
  check(be.ops->bfs->open(&be, run.g, &m));
  for (uint32_t source : run.sources) {
    BfsRecord r;
    check(be.ops->bfs->search(&be, m, BFS_BASIC, source));
    check(be.ops->bfs->record(&be, m, &r));
    run.checksum.push_back(r.checksum);
    run.edges += (double)r.arcs / (run.g->directed ? 1 : 2);
  }
  be.ops->bfs->close(&be, m);
  be.ops->close(&be);
}

// ---- others: each fills in the levels of a source, and returns the seconds of the search alone ----

template <class Peer> static void peer_row(Run &run, const char *name, Peer &peer) {
  double s = 0;
  bool equal = true;
  Levels level(run.g->n);
  for (size_t k = 0; k < run.sources.size(); k++) {
    s += peer.search(run.sources[k], level);
    equal &= levels_sum(level) == run.checksum[k];
  }
  row_print(run, name, 1, s, equal);
  run.differ |= !equal;
}

#ifdef HAVE_BOOST
struct Boost {
  typedef boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                             boost::no_property, uint32_t, uint64_t>
      Csr;
  Csr csr;
  explicit Boost(const Graph *g) {
    std::vector<std::pair<uint32_t, uint32_t>> arcs;
    arcs.reserve(g->arcs);
    for (uint32_t v = 0; v < g->n; v++)
      for (uint64_t a = g->offset[v]; a < g->offset[v + 1]; a++) arcs.emplace_back(v, g->to[a]);
    csr = Csr(boost::edges_are_sorted, arcs.begin(), arcs.end(), g->n);
  }
  double search(uint32_t source, Levels &level) {
    const double began = seconds();
    level.assign(level.size(), BFS_NO_LEVEL);
    level[source] = 0;
    const auto map = boost::make_iterator_property_map(level.begin(), get(boost::vertex_index, csr));
    boost::breadth_first_search(
        csr, source,
        boost::visitor(boost::make_bfs_visitor(boost::record_distances(map, boost::on_tree_edge()))));
    return seconds() - began;
  }
};
#endif

#ifdef HAVE_IGRAPH
struct Igraph {
  igraph_t graph;
  igraph_vector_int_t order, layers;
  explicit Igraph(const Graph *g) {
    igraph_vector_int_t ends;
    igraph_vector_int_init(&ends, 0);
    igraph_vector_int_init(&order, 0);
    igraph_vector_int_init(&layers, 0);
    igraph_vector_int_reserve(&ends, (igraph_integer_t)(2 * g->arcs));
    for (uint32_t v = 0; v < g->n; v++)
      for (uint64_t a = g->offset[v]; a < g->offset[v + 1]; a++)
        if (g->directed || v < g->to[a]) {
          igraph_vector_int_push_back(&ends, v);
          igraph_vector_int_push_back(&ends, g->to[a]);
        }
    igraph_create(&graph, &ends, g->n, g->directed);
    igraph_vector_int_destroy(&ends);
  }
  double search(uint32_t source, Levels &level) {
    const double began = seconds();
    igraph_bfs_simple(&graph, source, IGRAPH_OUT, &order, &layers, nullptr);
    const double s = seconds() - began;
    level.assign(level.size(), BFS_NO_LEVEL);
    for (igraph_integer_t l = 0; l + 1 < igraph_vector_int_size(&layers); l++)
      for (igraph_integer_t k = VECTOR(layers)[l]; k < VECTOR(layers)[l + 1]; k++)
        level[(size_t)VECTOR(order)[k]] = (uint32_t)l;
    return s;
  }
};
#endif

// ---- the run ----

// All different, each with an arc.
static void sources_draw(Run &run, size_t count) {
  Items sources = {};
  bool all;
  check(bfs_sources_random(run.g, 1, count, &all, &sources));
  for (uint64_t k = 0; k < sources.count; k++) run.sources.push_back(bfs_source(&sources, k));
  free(sources.data);
}

static void edges_write(const Run &run, const char *path) {
  FILE *edges = fopen(path, "w"), *sources = fopen((std::string(path) + ".sources").c_str(), "w");
  if (!edges || !sources) {
    perror(path);
    exit(73);
  }
  for (uint32_t v = 0; v < run.g->n; v++)
    for (uint64_t a = run.g->offset[v]; a < run.g->offset[v + 1]; a++)
      if (run.g->directed || v < run.g->to[a]) fprintf(edges, "%u %u\n", v, run.g->to[a]);
  for (uint32_t source : run.sources) fprintf(sources, "%u\n", source);
  fprintf(sources, "# %d %.17g\n", run.g->directed, run.edges);
  fclose(edges);
  fclose(sources);
}

int main(int argc, char **argv) {
  Graph *g;
  if (argc != 4) return 64;
  check(graph_open(argv[3], GRAPH_AS_SAID, GRAPH_IDS_AUTO, 8, &g));
  Run run = {g, {}, {}, 0, false};
  sources_draw(run, strtoul(argv[1], nullptr, 10));
  own_levels(run);
  printf("%s: %u vertices, %llu arcs, %zu sources\n%-22s %7s %12s %10s  %s\n", argv[3], g->n,
         (unsigned long long)g->arcs, run.sources.size(), "search", "threads", "ms", "GTEPS", "levels");
  own_rows(run, 1);
  own_rows(run, 0);
#ifdef HAVE_BOOST
  Boost boost_peer(g);
  peer_row(run, "Boost", boost_peer);
#endif
#ifdef HAVE_IGRAPH
  Igraph igraph_peer(g);
  peer_row(run, "igraph", igraph_peer);
#endif
  if (strcmp(argv[2], "-") != 0) edges_write(run, argv[2]);
  graph_free(g);
  return run.differ ? 1 : 0;
}
