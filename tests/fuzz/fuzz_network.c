/* libFuzzer target: any bytes are a network in DIMACS's format, Matrix Market's or an image, or refused with a place, and a network has a maximum flow with
 * a certificate; any line is a generator's words or refused. Built and run by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/flow/flow_parts.h"
#include "evaluator/flow/pseudoflow.h"
#include "evaluator/flow/push_relabel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VERTICES_MOST = 10000 };

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

static void flow_look(const Network *n, Status (*solve)(const FlowView *)) {
  FlowHost host;
  expect(flow_host_alloc(1, n, &host) == OK, "there is memory");
  flow_host_fill(&host, 0, n);
  const FlowView view = flow_view(&host.batch, 0);
  int64_t *const room = malloc((n->arcs + (size_t)n->vertices + 1) * sizeof *room);
  uint32_t cut;
  expect(room && solve(&view) == OK, "it has a flow");
  flow_host_flows(&host, 0, n, room);
  expect(flow_certify(n, room, view.side, view.answer->value, room + n->arcs, &cut) == OK, "which is proved");
  free(room);
  flow_host_free(&host);
}

static void network_look(const uint8_t *data, size_t size, const NetworkAsk *ask) {
  Network n;
  int64_t sum = 0;
  if (network_parse("n", (const char *)data, size, ask, &n) != OK) {
    expect(strncmp(status_message(), "n:", 2) == 0 && !n.tail, "a refusal names the file");
    return status_clear();
  }
  expect(n.source < n.vertices && n.sink < n.vertices && n.source != n.sink, "terminals are two vertices");
  for (uint32_t a = 0; a < n.arcs; a++) {
    expect(n.tail[a] < n.vertices && n.head[a] < n.vertices && n.capacity[a] >= 0, "arcs join vertices");
    if (a < n.arcs - n.own_arcs) sum += n.capacity[a];
  }
  expect(sum >= 0 && sum <= NETWORK_CAPACITY_MAX, "capacities fit");
  if (n.vertices <= VERTICES_MOST) {
    flow_look(&n, push_relabel);
    flow_look(&n, pseudoflow);
  }
  network_free(&n);
}

static void words_look(const uint8_t *data, size_t size) {
  char words[256];
  NetworkSpec spec;
  uint64_t vertices, arcs;
  snprintf(words, sizeof words, "%.*s", (int)(size < 255 ? size : 255), (const char *)data);
  if (network_spec_read(words, &spec) != OK) return status_clear();
  network_spec_sizes(&spec, &vertices, &arcs);
  expect(vertices >= 2 && spec.count >= 1 && spec.least <= spec.most, "words make networks");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const NetworkAsk asks[] = {
      {.grid = {3, true}}, {"1", "2", false, {0, false}}, {"1,3", "2", true, {0, false}}};
  for (size_t k = 0; k < sizeof asks / sizeof *asks; k++) network_look(data, size, &asks[k]);
  words_look(data, size);
  return 0;
}
