/* See trade_networks.h. */
#include "trade_networks.h"

#include <math.h>
#include "evaluator/flow/flow_parts.h"
#include "evaluator/flow/push_relabel.h"

static int64_t time_at(const TradeView *v, int32_t task, int32_t machine) {
  return v->k->time[(size_t)task * (size_t)v->k->machines + (size_t)machine];
}
static int64_t worth_at(const TradeView *v, int32_t task, int32_t machine) {
  return v->k->worth[(size_t)task * (size_t)v->k->machines + (size_t)machine];
}

int32_t trade_critical(const TradeView *v, int64_t target) {
  int32_t count = 0;
  for (int32_t m = 0; m < v->k->machines; m++) count += v->load[m] > target;
  return count;
}

int64_t trade_target(const TradeTables *k, int64_t cost, int target) {
  const int64_t room = cost > k->bound ? (cost - k->bound) >> target : 0;
  return target < TRADE_TARGETS && room > 1 ? cost - room : cost - 1;
}

/* Arcs are added behind one another; there is memory for all. */
static void arc_add(Network *n, int32_t tail, int32_t head, int64_t capacity) {
  if (capacity <= 0) return;
  n->tail[n->arcs] = (uint32_t)tail;
  n->head[n->arcs] = (uint32_t)head;
  n->capacity[n->arcs++] = capacity;
}

static Status arcs_begin(uint32_t vertices, uint64_t arcs, Network *n) {
  TRY(network_alloc(vertices, arcs, n));
  n->arcs = 0;
  n->source = vertices - 2;
  n->sink = vertices - 1;
  return OK;
}

/* ---- machines ---- */

static bool lower(const TradeView *v, int32_t b, int32_t a) {
  const int64_t one = v->load[b], other = v->load[a];
  return one < other || (one == other && b < a);
}

/* The priced time of the tasks of a that may go to b. */
static int64_t tasks_worth(const TradeView *v, int32_t a, int32_t b, int percent) {
  int64_t all = 0;
  for (int32_t j = 0; j < v->k->tasks; j++)
    if (v->assignment[j] == a && worth_at(v, j, b) * 100 <= worth_at(v, j, a) * (100 + percent))
      all += worth_at(v, j, a);
  return all;
}

Status trade_network_machines(const TradeView *v, int64_t target, int percent, int64_t *supply,
                              Network *out) {
  const int32_t machines = v->k->machines;
  TRY(arcs_begin((uint32_t)machines + 2, (uint64_t)machines * (uint64_t)machines + (uint64_t)machines, out));
  *supply = 0;
  for (int32_t a = 0; a < machines; a++) {
    const double over = (double)(v->load[a] - target), worth = fabs(over) * v->k->rate[a];
    if (over > 0) *supply += (int64_t)ceil(worth);
    arc_add(out, machines, a, over > 0 ? (int64_t)ceil(worth) : 0);
    arc_add(out, a, machines + 1, over < 0 ? (int64_t)floor(worth) : 0);
    for (int32_t b = 0; b < machines; b++)
      if (lower(v, b, a)) arc_add(out, a, b, tasks_worth(v, a, b, percent));
  }
  return OK;
}

/* ---- chains ---- */

/* Vertices: task j is 2j, where a chain comes to it, and 2j + 1, where it goes on; then machines, their room, source, sink. */
typedef struct Places {
  int32_t machine, room, source, sink;
} Places;

/* The longest time on each machine of a task that may leave it so that it is at or below the target; 0: none may. */
static int64_t longest_leaving(const TradeView *v, int32_t h, int64_t target) {
  int64_t longest = 0;
  for (int32_t j = 0; j < v->k->tasks; j++)
    if (v->assignment[j] == h && v->load[h] - time_at(v, j, h) <= target && time_at(v, j, h) > longest)
      longest = time_at(v, j, h);
  return longest;
}

/* Task j may go to machine b: it has room, or a task there goes on. */
static void task_arcs(const TradeView *v, int32_t j, int32_t b, int64_t target, const Places *at,
                      Network *n) {
  const int64_t load = v->load[b] + time_at(v, j, b);
  if (v->load[b] > target) {
    const int64_t leaves = longest_leaving(v, b, target);
    if (leaves && load - leaves <= target) arc_add(n, 2 * j + 1, at->room + b, 1);
    return;
  }
  if (load <= target) arc_add(n, 2 * j + 1, at->room + b, 1);
  for (int32_t k = 0; k < v->k->tasks; k++)
    if (v->assignment[k] == b && load - time_at(v, k, b) <= target) arc_add(n, 2 * j + 1, 2 * k, 1);
}

static void task_fill(const TradeView *v, int32_t j, int64_t target, const Places *at, Network *n) {
  const int32_t own = v->assignment[j];
  arc_add(n, 2 * j, 2 * j + 1, 1);
  if (v->load[own] > target && v->load[own] - time_at(v, j, own) <= target)
    arc_add(n, at->machine + own, 2 * j, 1);
  for (int i = 0; i < TRADE_NEAR; i++) {
    const int32_t b = v->k->near[(size_t)j * TRADE_NEAR + (size_t)i];
    if (b >= 0 && b != own) task_arcs(v, j, b, target, at, n);
  }
}

Status trade_network_chains(const TradeView *v, int64_t target, Network *out) {
  const int32_t tasks = v->k->tasks, machines = v->k->machines;
  const Places at = {2 * tasks, 2 * tasks + machines, 2 * tasks + 2 * machines, 2 * tasks + 2 * machines + 1};
  const uint64_t most = (uint64_t)tasks * ((uint64_t)tasks + 2 + TRADE_NEAR) + 2 * (uint64_t)machines;
  TRY(arcs_begin((uint32_t)at.sink + 1, most, out));
  for (int32_t m = 0; m < machines; m++) {
    arc_add(out, at.source, at.machine + m, v->load[m] > target);
    arc_add(out, at.room + m, at.sink, 1);
  }
  for (int32_t j = 0; j < tasks; j++) task_fill(v, j, target, &at, out);
  return OK;
}

/* ---- a flow ---- */

Status trade_network_value(const Network *network, int64_t *value) {
  FlowHost host;
  TRY(flow_host_alloc(1, network, &host));
  flow_host_fill(&host, 0, network);
  const FlowView view = flow_view(&host.batch, 0);
  const Status status = push_relabel(&view);
  *value = view.answer->value;
  flow_host_free(&host);
  return status;
}
