/* See trade_flows.h. */
#include "trade_flows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "clock.h"
#include "evaluator/flow/flow_parts.h"
#include "evaluator/flow/push_relabel.h"
#include "problem/matching/makespan.h"

/* An assignment with its loads, and the tables on the host. */
typedef struct Scene {
  Backend *host;
  TradeTables tables;
  int64_t *load;
  int64_t cost;
} Scene;

static Status scene_make(const TradeRun *run, Backend *host, Scene *s) {
  *s = (Scene){.host = NULL};
  TRY(backend_cpu.open(host, 0, 1));
  s->host = host;
  s->load = malloc((size_t)run->tables.machines * sizeof *s->load);
  if (!s->load) FAIL(ERR_MEMORY, "no memory for the loads of %d machines", run->tables.machines);
  return trade_tables_make(run->inst, host, &s->tables);
}

static void scene_free(Scene *s) {
  if (!s->host) return;
  trade_tables_free(s->host, &s->tables);
  free(s->load);
  s->host->ops->close(s->host);
}

static TradeView scene_view(Scene *s, const Instance *inst, const int32_t *assignment) {
  s->cost = makespan(inst, assignment, s->load);
  return (TradeView){&s->tables, assignment, s->load};
}

/* ---- rounds ---- */

typedef struct RoundNets {
  int64_t target, supply, flow, chains;
  int32_t critical;
} RoundNets;

static Status machines_value(const TradeView *v, int64_t target, RoundNets *n) {
  Network network = {.arcs = 0};
  n->target = target;
  TRY(trade_network_machines(v, target, 1, &n->supply, &network));
  const Status status = trade_network_value(&network, &n->flow);
  network_free(&network);
  return status;
}

/* The lowest target whose flow takes all supply, or the highest; and chains to the makespan less 1. */
static Status nets_find(const TradeView *v, int64_t cost, RoundNets *n) {
  Network network = {.arcs = 0};
  for (int k = 1; k <= TRADE_TARGETS; k++) {
    TRY(machines_value(v, trade_target(v->k, cost, k), n));
    if (n->flow == n->supply) break;
  }
  n->critical = trade_critical(v, cost - 1);
  TRY(trade_network_chains(v, cost - 1, &network));
  const Status status = trade_network_value(&network, &n->chains);
  network_free(&network);
  return status;
}

/* One round of a part; prints it. */
static Status part_print(TradeRun *run, Scene *s, uint32_t network, bool *over) {
  const TradeRules rules = {network, 4, 1};
  const TradeView view = scene_view(s, run->inst, run->assignment);
  const int64_t moved = run->walk.moved, cost = s->cost;
  RoundNets n;
  TRY(nets_find(&view, cost, &n));
  TRY(trade_run_round(run, &rules, over));
  const long long tasks = run->walk.moved - moved;
  const bool none = network == TRADE_CHAINS && n.critical == 1 && !n.chains;
  c_printf("%5llu %-9s %16lld %16lld %14lld %14lld %8d %7lld %6lld %s\n", (unsigned long long)run->rounds,
           network == TRADE_CHAINS ? "chains" : "machines", (long long)cost, (long long)n.target,
           (long long)n.supply, (long long)n.flow, n.critical, (long long)n.chains, tasks,
           n.chains < n.critical ? "no trades below T" : "");
  if (none && tasks) FAIL(ERR_INTERNAL, "trades: a chain was made where the network has none");
  return OK;
}

Status trade_rounds_print(TradeRun *run, const int32_t *start) {
  Backend host = {.ops = &backend_cpu};
  Scene s;
  bool over[2] = {false, false};
  int idle = 0;
  printf("\nRounds: both parts in turn. T, supply and flow are of the network of machines at 1%%; chains: at "
         "most so many to C - 1\n");
  printf("%5s %-9s %16s %16s %14s %14s %8s %7s %6s\n", "round", "part", "makespan C", "T", "supply", "flow",
         "critical", "chains", "moved");
  Status status = scene_make(run, &host, &s);
  if (status == OK) status = trade_run_start(run, start);
  for (int k = 0; idle < 2 && k < 60 && status == OK; k ^= 1) {
    const int64_t moved = run->walk.moved;
    status = part_print(run, &s, k ? TRADE_CHAINS : TRADE_MACHINES, &over[k]);
    idle = run->walk.moved == moved ? idle + 1 : 0;
    if (run->rounds > 60) break;
  }
  scene_free(&s);
  return status;
}

/* ---- methods of maximum flow ---- */

enum { ARCS_MOST = 20000000 };

typedef struct FlowRow {
  const char *name;
  FlowMethod method;
} FlowRow;
static const FlowRow methods[] = {{"push-relabel", FLOW_PUSH_RELABEL},
                                  {"mpm", FLOW_MPM},
                                  {"mpm-active", FLOW_MPM_ACTIVE},
                                  {"waves", FLOW_WAVES}};

/* So many networks, the same ones, on one core by push-relabel, else on the backend. */
static Status flows_time(Backend *be, const FlowHost *host, FlowMethod method, double *seconds) {
  FlowBatch device;
  if (method == FLOW_PUSH_RELABEL) {
    const double began = clock_s();
    for (uint32_t k = 0; k < host->count; k++) {
      const FlowView view = flow_view(&host->batch, k);
      TRY(push_relabel(&view));
    }
    *seconds = clock_s() - began;
    return OK;
  }
  TRY(flow_device_make(be, &host->batch, &device));
  const double began = clock_s();
  Status status = flow_kernels_run(be, &device, method);
  if (status == OK) status = flow_device_fetch(be, &device, &host->batch);
  *seconds = clock_s() - began;
  flow_device_free(be, &device);
  return status;
}

static Status method_time(Backend *be, const Network *networks, uint32_t count, FlowMethod method,
                          FlowAnswer *answer, double *seconds) {
  FlowHost host;
  TRY(flow_host_alloc(count, networks, &host));
  for (uint32_t k = 0; k < count; k++) flow_host_fill(&host, k, &networks[k]);
  const Status status = flows_time(be, &host, method, seconds);
  *answer = host.batch.answer[0];
  flow_host_free(&host);
  return status;
}

/* networks (batch): the same one each time. */
static Status methods_print(Backend *be, const char *name, const Network *networks, uint32_t batch) {
  double core = 0, core_all = 0;
  int64_t value = 0;
  for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
    FlowAnswer one, all;
    double seconds, together;
    TRY(method_time(be, networks, 1, methods[m].method, &one, &seconds));
    TRY(method_time(be, networks, batch, methods[m].method, &all, &together));
    if (m == 0) {
      core = seconds;
      core_all = together;
      value = one.value;
    }
    if (one.value != value || all.value != value)
      FAIL(ERR_INTERNAL, "trades: %s finds a flow of %lld, push-relabel of %lld", methods[m].name,
           (long long)one.value, (long long)value);
    c_printf("%-16s %8u %9u %-12s %16lld %7u %10llu %10.4g %10.4g %9.3g %6u %9.4g %9.3g\n", name,
             networks->vertices, networks->arcs, methods[m].name, (long long)one.value, one.phases,
             (unsigned long long)one.rounds, 1e3 * seconds,
             1e6 * seconds / (double)(one.rounds ? one.rounds : 1), core / seconds, batch, 1e3 * together,
             core_all / together);
    fflush(stdout);
  }
  return OK;
}

/* As many at once as 20 million arcs allow. */
static Status network_print(Backend *be, const char *name, const Network *network, uint32_t batch) {
  const uint32_t room = ARCS_MOST / (network->arcs + 1), count = batch < room ? batch : room;
  Network *same = malloc(((size_t)count + 1) * sizeof *same);
  if (!same) FAIL(ERR_MEMORY, "no memory for %u networks", count);
  for (uint32_t k = 0; k <= count; k++) same[k] = *network;
  const Status status = methods_print(be, name, same, count ? count : 1);
  free(same);
  return status;
}

/* A random network of as many vertices and about as many arcs. */
static Status random_print(Backend *be, const char *name, const Network *like, uint32_t batch,
                           uint64_t seed) {
  char words[128];
  NetworkSpec spec;
  Network network = {.arcs = 0};
  const uint32_t degree = like->arcs / like->vertices;
  snprintf(words, sizeof words, "random:n=%u,degree=%u,terminals=1,c=1-1000,seed=%llu", like->vertices,
           degree ? degree : 1, (unsigned long long)seed);
  TRY(network_spec_read(words, &spec));
  TRY(network_generate(&spec, 0, &network));
  const Status status = network_print(be, name, &network, batch);
  network_free(&network);
  return status;
}

static Status pair_print(TradeRun *run, const char *name, const Network *network, uint32_t batch,
                         uint64_t seed) {
  char random[32];
  snprintf(random, sizeof random, "random, %s", name);
  TRY(network_print(run->be, name, network, batch));
  return random_print(run->be, random, network, batch, seed);
}

static Status flows_print(TradeRun *run, const TradeView *view, int64_t cost, uint32_t batch, uint64_t seed) {
  Network machines = {.arcs = 0}, chains = {.arcs = 0};
  int64_t supply;
  const int64_t target = trade_target(view->k, cost, 2);
  Status status = trade_network_machines(view, target, TRADE_PERCENT_MOST, &supply, &machines);
  if (status == OK) status = trade_network_chains(view, target, &chains);
  if (status == OK) status = pair_print(run, "machines", &machines, batch, seed);
  if (status == OK) status = pair_print(run, "chains", &chains, batch, seed);
  network_free(&machines);
  network_free(&chains);
  return status;
}

Status trade_flows_print(TradeRun *run, const int32_t *start, uint32_t batch, uint64_t seed) {
  Backend host = {.ops = &backend_cpu};
  Scene s;
  printf("\nMaximum flow of both networks and of random ones: iterations of least potential, new labels or "
         "rounds of waves; speed-ups are over "
         "push-relabel on a core\n");
  printf("%-16s %8s %9s %-12s %16s %7s %10s %10s %10s %9s %6s %9s %9s\n", "network", "vertices", "arcs",
         "method", "value", "phases", "iterations", "ms", "us/iter.", "speed-up", "batch", "ms", "speed-up");
  Status status = scene_make(run, &host, &s);
  if (status == OK) {
    const TradeView view = scene_view(&s, run->inst, start);
    status = flows_print(run, &view, s.cost, batch, seed);
  }
  scene_free(&s);
  return status;
}
