/* The second stage of push-relabel and pseudoflows (src/evaluator/flow/flow_return.c): preflows made of random ways and circles become flows,
 * which carry no more on any arc and as much to the sink. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/flow/flow_parts.h"
#include "evaluator/flow/flow_return.h"
#include "fixtures/harness.h"

enum { VERTICES = 40, ARCS = 300, WAY_MOST = 30 };

typedef struct Preflow {
  Network network;
  FlowHost host;
  int64_t excess[VERTICES], before[ARCS];
  uint64_t *back;
  uint64_t state; /* of draws */
} Preflow;

/* Numerical Recipes' generator: good enough for tests. */
static uint32_t draw(Preflow *p, uint32_t below) {
  p->state = p->state * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)((p->state >> 33) % below);
}

static void network_make(Preflow *p, uint32_t vertices) {
  Network *const n = &p->network;
  CU_ASSERT_EQUAL_FATAL(network_alloc(vertices, ARCS, n), OK);
  n->source = 0;
  n->sink = vertices - 1;
  for (uint32_t a = 0; a < ARCS; a++) {
    n->tail[a] = draw(p, vertices);
    n->head[a] = draw(p, vertices);
    n->capacity[a] = draw(p, 20);
  }
  CU_ASSERT_EQUAL_FATAL(flow_host_alloc(1, n, &p->host), OK);
  flow_host_fill(&p->host, 0, n);
}

/* An amount goes from v along arcs with room; it never leaves the sink. Where it ends it is an excess, unless that is v: a circle. */
static void way_send(Preflow *p, const FlowView *w, uint32_t v) {
  const int64_t amount = 1 + draw(p, 3);
  const uint32_t first = v;
  for (uint32_t k = 0; k < WAY_MOST && v != w->sink; k++) {
    const uint32_t degree = w->first[v + 1] - w->first[v], a = w->first[v] + (degree ? draw(p, degree) : 0);
    const bool back = degree && (p->back[a / 64] >> a % 64 & 1);
    if (!degree || back || w->residual[a] < amount) break;
    w->residual[a] -= amount;
    w->residual[w->mate[a]] += amount;
    p->excess[v] -= amount;
    v = w->head[a];
    p->excess[v] += amount;
    if (v == first && first != w->source) break;
  }
}

/* Ways from the source, and circles where there are any: no vertex but the source lacks anything. */
static void preflow_make(Preflow *p, const FlowView *w) {
  for (uint32_t k = 0; k < 60; k++) way_send(p, w, w->source);
  for (uint32_t k = 0; k < 200; k++) {
    int64_t *const residual = malloc(w->places * sizeof *residual), excess[VERTICES];
    CU_ASSERT_PTR_NOT_NULL_FATAL(residual);
    memcpy(residual, w->residual, w->places * sizeof *residual);
    memcpy(excess, p->excess, sizeof excess);
    way_send(p, w, draw(p, w->vertices));
    for (uint32_t v = 0; v < w->vertices; v++)
      if (v != w->source && p->excess[v] < 0) {
        memcpy(w->residual, residual, w->places * sizeof *residual);
        memcpy(p->excess, excess, sizeof excess);
      }
    free(residual);
  }
}

static void flow_judge(const Preflow *p, int64_t value) {
  const Network *const n = &p->network;
  int64_t flow[ARCS], balance[VERTICES] = {0};
  flow_host_flows(&p->host, 0, n, flow);
  for (uint32_t a = 0; a < n->arcs; a++) {
    CU_ASSERT(flow[a] >= 0 && flow[a] <= p->before[a]);
    balance[n->tail[a]] -= flow[a];
    balance[n->head[a]] += flow[a];
  }
  CU_ASSERT_EQUAL(balance[n->sink], value);
  for (uint32_t v = 1; v + 1 < n->vertices; v++) CU_ASSERT(balance[v] == 0 && p->excess[v] == 0);
}

static void random_preflows_become_flows(void) {
  uint64_t sent = 0, wanted = 0;
  for (uint64_t seed = 1; seed <= 400; seed++) {
    Preflow p = {.state = seed};
    network_make(&p, 3 + (uint32_t)(seed % (VERTICES - 3)));
    const FlowView w = flow_view(&p.host.batch, 0);
    CU_ASSERT_EQUAL_FATAL(flow_back_mark(&w, &p.back), OK);
    preflow_make(&p, &w);
    flow_host_flows(&p.host, 0, &p.network, p.before);
    for (uint32_t v = 1; v < w.sink; v++) wanted += p.excess[v] > 0;
    const int64_t value = p.excess[w.sink];
    CU_ASSERT_EQUAL(flow_return(&w, p.back, p.excess), OK);
    flow_judge(&p, value);
    sent += w.answer->pushes;
    free(p.back);
    network_free(&p.network);
    flow_host_free(&p.host);
  }
  printf("# %llu vertices with an excess, %llu pushes\n", (unsigned long long)wanted,
         (unsigned long long)sent);
  CU_ASSERT(wanted > 1000 && sent > wanted);
}

/* s -> a, a -> b -> c -> a with 3 around it, and 2 too many at b: the circle goes, and the 2 through a. */
static void circles_are_taken_away(void) {
  uint32_t tail[] = {0, 1, 2, 3, 3}, head[] = {1, 2, 3, 1, 4};
  int64_t capacity[] = {9, 9, 9, 9, 9}, flow[5], excess[] = {-2, 0, 2, 0, 0};
  static const int64_t preflow[] = {2, 5, 3, 3, 0};
  Network n = {.vertices = 5, .arcs = 5, .sink = 4, .tail = tail, .head = head, .capacity = capacity};
  FlowHost host;
  uint64_t *back;
  CU_ASSERT_EQUAL_FATAL(flow_host_alloc(1, &n, &host), OK);
  flow_host_fill(&host, 0, &n);
  const FlowView w = flow_view(&host.batch, 0);
  CU_ASSERT_EQUAL_FATAL(flow_back_mark(&w, &back), OK);
  for (uint32_t a = 0; a < 5; a++) {
    w.residual[host.place[a]] -= preflow[a];
    w.residual[w.mate[host.place[a]]] += preflow[a];
  }
  CU_ASSERT_EQUAL(flow_return(&w, back, excess), OK);
  flow_host_flows(&host, 0, &n, flow);
  for (uint32_t a = 0; a < 5; a++) CU_ASSERT_EQUAL(flow[a], 0);
  CU_ASSERT(excess[2] == 0 && excess[1] == 0);
  free(back);
  flow_host_free(&host);
}

static const HarnessTest tests[] = {
    TEST(random_preflows_become_flows), TEST(circles_are_taken_away), {NULL, NULL}};

int main(void) { return harness_run("the return of excesses", tests); }
