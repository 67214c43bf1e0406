// Maximum flows by LEMON and by Boost beside cordee's push-relabel, of a network in DIMACS's format or of a generator: values, and seconds on one core.
// Built and run by tools/flow-peers.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <time.h>
#ifdef HAVE_LEMON
#include <lemon/preflow.h>
#include <lemon/static_graph.h>
#endif
#ifdef HAVE_BOOST
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>
#endif
extern "C" {
#include "evaluator/flow/flow_parts.h"
#include "evaluator/flow/push_relabel.h"
#include "graph/network.h"
}

static double seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct Result {
  long long value;
  double build_s, flow_s;
};

static Result own(const Network &n) {
  FlowHost host;
  const double began = seconds();
  if (flow_host_alloc(1, &n, &host) != OK) abort();
  flow_host_fill(&host, 0, &n);
  const double built = seconds();
  const FlowView view = flow_view(&host.batch, 0);
  if (push_relabel(&view) != OK) abort();
  const Result r = {(long long)view.answer->value, built - began, seconds() - built};
  flow_host_free(&host);
  return r;
}

#ifdef HAVE_LEMON
static Result lemon_preflow(const Network &n) {
  typedef lemon::StaticDigraph Graph;
  const double began = seconds();
  std::vector<uint32_t> order(n.arcs), begin(n.vertices + 1);
  for (uint32_t a = 0; a < n.arcs; a++) begin[n.tail[a] + 1]++;
  for (uint32_t v = 0; v < n.vertices; v++) begin[v + 1] += begin[v];
  for (uint32_t a = 0; a < n.arcs; a++) order[begin[n.tail[a]]++] = a;
  std::vector<std::pair<int, int>> pairs;
  for (uint32_t a : order) pairs.emplace_back((int)n.tail[a], (int)n.head[a]);
  Graph graph;
  graph.build((int)n.vertices, pairs.begin(), pairs.end());
  Graph::ArcMap<long long> capacity(graph);
  for (uint32_t a = 0; a < n.arcs; a++) capacity[graph.arc((int)a)] = n.capacity[order[a]];
  const double built = seconds();
  lemon::Preflow<Graph, Graph::ArcMap<long long>> flow(graph, capacity, graph.node((int)n.source),
                                                       graph.node((int)n.sink));
  flow.run();
  return {flow.flowValue(), built - began, seconds() - built};
}
#endif

#ifdef HAVE_BOOST
typedef boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS> Traits;
typedef boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS,
    boost::property<boost::vertex_index_t, long,
                    boost::property<boost::vertex_color_t, boost::default_color_type,
                                    boost::property<boost::vertex_distance_t, long,
                                                    boost::property<boost::vertex_predecessor_t,
                                                                    Traits::edge_descriptor>>>>,
    boost::property<boost::edge_capacity_t, long long,
                    boost::property<boost::edge_residual_capacity_t, long long,
                                    boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>
    BoostGraph;

static void boost_build(const Network &n, BoostGraph &graph) {
  auto capacity = get(boost::edge_capacity, graph);
  auto reverse = get(boost::edge_reverse, graph);
  for (uint32_t a = 0; a < n.arcs; a++) {
    const auto there = add_edge(n.tail[a], n.head[a], graph).first;
    const auto back = add_edge(n.head[a], n.tail[a], graph).first;
    capacity[there] = n.capacity[a];
    capacity[back] = 0;
    reverse[there] = back;
    reverse[back] = there;
  }
}

template <bool KOLMOGOROV> static Result boost_flow(const Network &n) {
  const double began = seconds();
  BoostGraph graph(n.vertices);
  boost_build(n, graph);
  const double built = seconds();
  const long long value = KOLMOGOROV ? boykov_kolmogorov_max_flow(graph, n.source, n.sink)
                                     : push_relabel_max_flow(graph, n.source, n.sink);
  return {value, built - began, seconds() - built};
}
#endif

struct Peer {
  const char *name;
  Result (*run)(const Network &);
};

static const Peer peers[] = {
    {"cordee push-relabel", own},
#ifdef HAVE_LEMON
    {"LEMON preflow", lemon_preflow},
#endif
#ifdef HAVE_BOOST
    {"Boost Boykov-Kolmogorov", boost_flow<true>},
    {"Boost push-relabel", boost_flow<false>},
#endif
};

int main(int argc, char **argv) {
  NetworkSpec spec = {};
  spec.count = 1;
  for (int k = 1; k < argc; k++) {
    const bool made = network_spec_is(argv[k]);
    if (made && network_spec_read(argv[k], &spec) != OK) {
      fprintf(stderr, "%s\n", status_message());
      return 65;
    }
    for (const Peer &peer : peers) {
      Result sum = {};
      for (uint64_t i = 0; i < spec.count; i++) {
        Network n;
        if ((made ? network_generate(&spec, i, &n) : network_read(argv[k], nullptr, &n)) != OK) {
          fprintf(stderr, "%s\n", status_message());
          return 66;
        }
        const Result r = peer.run(n);
        sum.value += r.value;
        sum.build_s += r.build_s;
        sum.flow_s += r.flow_s;
        network_free(&n);
      }
      printf("%-48s %-24s value %lld, mean seconds: network %.6f, flow %.6f\n", argv[k], peer.name, sum.value,
             sum.build_s / (double)spec.count, sum.flow_s / (double)spec.count);
      fflush(stdout);
    }
  }
  return 0;
}
