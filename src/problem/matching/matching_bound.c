/* The proven bound of an instance, computed once and kept with it. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/flow/flow_parts.h"
#include "evaluator/flow/push_relabel.h"
#include "halt.h"
#include "instance.h"
#include "matching.h"
#include "matching_bounds.h"

/* ---- maximum flows ---- */

enum { PAIRS_MOST = 1 << 24, SHARES = 4 }; /* of all tasks: those of `unit` */

typedef struct Eligible {
  const MatchingInstance *inst;
  Network network; /* arcs: source to tasks; pairs that are allowed, by task; machines to sink */
  FlowHost host;
  int64_t *fastest;  /* (tasks) the shortest time of each */
  int64_t *sorted;   /* (tasks) the same, ascending */
  int64_t *shortest; /* (machines) of the tasks at hand; INT64_MAX: it may run none of them */
  int64_t q;         /* tasks that take at least so much */
  bool unit;
} Eligible;

static int64_t time_of(const Eligible *e, int32_t t, int32_t m) {
  return e->inst->etc[(size_t)t * (size_t)e->inst->machines + (size_t)m];
}

static bool taken(const Eligible *e, int32_t t) { return !e->unit || e->fastest[t] >= e->q; }

static void arc_set(Network *n, uint32_t *arc, uint32_t tail, uint32_t head, int64_t capacity) {
  n->tail[*arc] = tail;
  n->head[*arc] = head;
  n->capacity[(*arc)++] = capacity;
}

static int64_t task_size(const Eligible *e, int32_t t) {
  if (!taken(e, t)) return 0;
  if (e->unit) return 1;
  return e->fastest[t];
}

static int64_t machine_room(const Eligible *e, int32_t m, int64_t c) {
  if (!e->unit) return c;
  if (e->shortest[m] == INT64_MAX) return 0;
  return c / e->shortest[m];
}

/* Returns what all tasks are. */
static int64_t network_fill(Eligible *e, int64_t c) {
  Network *const n = &e->network;
  const int32_t tasks = e->inst->head.n, machines = e->inst->machines;
  const uint32_t source = n->source, sink = n->sink;
  uint32_t arc = 0;
  int64_t all = 0;
  for (int32_t t = 0; t < tasks; t++) {
    const int64_t size = task_size(e, t);
    arc_set(n, &arc, source, (uint32_t)t, size);
    all += size;
    for (int32_t m = 0; m < machines; m++)
      if (time_of(e, t, m) <= c) arc_set(n, &arc, (uint32_t)t, (uint32_t)(tasks + m), size);
  }
  for (int32_t m = 0; m < machines; m++) arc_set(n, &arc, (uint32_t)(tasks + m), sink, machine_room(e, m, c));
  n->arcs = arc;
  return all;
}

static Status fits(Eligible *e, int64_t c, bool *out) {
  const int64_t all = network_fill(e, c);
  flow_host_fill(&e->host, 0, &e->network);
  const FlowView view = flow_view(&e->host.batch, 0);
  TRY(push_relabel(&view));
  *out = view.answer->value == all;
  return OK;
}

/* The least that fits, from *bound on. */
static Status bisect(Eligible *e, int64_t *bound) {
  int64_t low = *bound, high = low; /* below `low` it is no longer asked, `high` fits */
  bool fit;
  TRY(fits(e, low, &fit));
  if (fit) return OK;
  do {
    low = high + 1;
    high = 2 * high;
    TRY(halt_check("a bound by maximum flow"));
    TRY(fits(e, high, &fit));
  } while (!fit); /* with all times together at the latest */
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    TRY(halt_check("a bound by maximum flow"));
    TRY(fits(e, middle, &fit));
    if (fit)
      high = middle;
    else
      low = middle + 1;
  }
  *bound = low;
  return OK;
}

static void shortest_find(Eligible *e) {
  for (int32_t m = 0; m < e->inst->machines; m++) {
    e->shortest[m] = INT64_MAX;
    for (int32_t t = 0; t < e->inst->head.n; t++) {
      const int64_t time = time_of(e, t, m);
      if (taken(e, t) && time < e->inst->never && time < e->shortest[m]) e->shortest[m] = time;
    }
  }
}

static Status bounds_find(Eligible *e, int64_t *bound) {
  const int32_t tasks = e->inst->head.n;
  TRY(bisect(e, bound));
  e->unit = true;
  for (int k = 0; k < SHARES; k++) {
    e->q = e->sorted[(size_t)tasks * (size_t)k / SHARES];
    shortest_find(e);
    TRY(bisect(e, bound));
  }
  return OK;
}

static int time_order(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void fastest_find(Eligible *e) {
  for (int32_t t = 0; t < e->inst->head.n; t++) {
    e->fastest[t] = INT64_MAX;
    for (int32_t m = 0; m < e->inst->machines; m++)
      if (time_of(e, t, m) < e->fastest[t]) e->fastest[t] = time_of(e, t, m);
  }
  memcpy(e->sorted, e->fastest, (size_t)e->inst->head.n * sizeof *e->sorted);
  qsort(e->sorted, (size_t)e->inst->head.n, sizeof *e->sorted, time_order);
}

static Status eligible_alloc(Eligible *e) {
  const uint64_t tasks = (uint64_t)e->inst->head.n, machines = (uint64_t)e->inst->machines;
  TRY(network_alloc((uint32_t)(tasks + machines + 2), tasks + tasks * machines + machines, &e->network));
  e->network.source = (uint32_t)(tasks + machines);
  e->network.sink = e->network.source + 1;
  TRY(flow_host_alloc(1, &e->network, &e->host));
  e->fastest = malloc(tasks * sizeof *e->fastest);
  e->sorted = malloc(tasks * sizeof *e->sorted);
  e->shortest = malloc(machines * sizeof *e->shortest);
  if (e->fastest && e->sorted && e->shortest) return OK;
  FAIL(ERR_MEMORY, "no memory for a network of %d tasks and %d machines", e->inst->head.n, e->inst->machines);
}

Status eligible_bound(const Instance *inst, int64_t least, int64_t *bound) {
  Eligible e = {.inst = matching_of(inst)};
  *bound = least > 0 ? least : 1;
  if (!e.inst->never || (int64_t)inst->n * e.inst->machines > PAIRS_MOST) return OK;
  Status status = eligible_alloc(&e);
  if (status == OK) {
    fastest_find(&e);
    /* any assignment takes the longest of the shortest times at least, up to which it has an arc */
    if (e.sorted[inst->n - 1] > *bound) *bound = e.sorted[inst->n - 1];
    status = bounds_find(&e, bound);
  }
  flow_host_free(&e.host);
  network_free(&e.network);
  free(e.fastest);
  free(e.sorted);
  free(e.shortest);
  return status;
}

/* ---- bound ---- */

Status matching_bound(const Instance *inst, int threads, uint32_t *price, int64_t *bound) {
  struct MatchingBound *proven = matching_of(inst)->proven;
  if (!proven->known) {
    TRY(lp_bound_truncated(inst, threads, proven->price, &proven->bound));
    TRY(eligible_bound(inst, proven->bound, &proven->bound));
  }
  proven->known = true;
  if (price) memcpy(price, proven->price, (size_t)matching_of(inst)->machines * sizeof *price);
  *bound = proven->bound;
  return OK;
}

Status matching_bound_told(const Instance *inst, int threads, int64_t *bound) {
  struct MatchingBound *proven = matching_of(inst)->proven;
  TRY(matching_bound(inst, threads, NULL, bound));
  if (!proven->raised) {
    proven->sharp = proven->bound;
    if (matching_of(inst)->bound_time > 0)
      TRY(knapsack_bound_raise(inst, threads, proven->price, matching_of(inst)->bound_time, &proven->sharp));
  }
  proven->raised = true;
  *bound = proven->sharp;
  return OK;
}
