/* Trades along a maximum flow between machines: the first part of a round (trade_kernels.h). Every function that is not marked is called by
 * all threads of a team (trade_team.h), with the same arguments. */
#ifndef CORDEE_SOLVER_TRADE_TRADE_MACHINES_H
#define CORDEE_SOLVER_TRADE_TRADE_MACHINES_H

#include <math.h>
#include "trade_team.h"

/* ---- the network and its maximum flow ---- */

TRADE_FN int64_t *residual_at(const TradeTeam *t, int32_t a, int32_t b) {
  return &t->residual[(size_t)a * (size_t)(t->k->machines + 2) + (size_t)b];
}

/* Whether the priced time of task j on machine b is at most so much more than on a. */
TRADE_FN bool trade_allowed(const TradeTeam *t, int32_t j, int32_t a, int32_t b, int percent) {
  return worth_of(t, j, b) * 100 <= worth_of(t, j, a) * (100 + percent);
}

TRADE_FN bool load_lower(const TradeTeam *t, int32_t b, int32_t a) {
  const int64_t one = t->load[b], other = t->load[a];
  return one < other || (one == other && b < a);
}

/* Fills the network for a target. */
TRADE_FN void network_fill(const TradeTeam *t, int64_t target, int percent) {
  const int32_t machines = t->k->machines, vertices = machines + 2, source = machines, sink = machines + 1;
  TRADE_SYNC();
  TRADE_EACH(int32_t, i, vertices * vertices) t->residual[i] = 0;
  TRADE_SYNC();
  TRADE_EACH(int32_t, m, machines) {
    const double over = (double)(t->load[m] - target);
    if (over > 0) *residual_at(t, source, m) = (int64_t)ceil(over * t->k->rate[m]);
    if (over < 0) *residual_at(t, m, sink) = (int64_t)floor(-over * t->k->rate[m]);
  }
  TRADE_EACH(int32_t, j, t->k->tasks) {
    const int32_t a = t->assignment[j];
    for (int32_t b = 0; b < machines; b++)
      if (load_lower(t, b, a) && trade_allowed(t, j, a, b, percent))
        TRADE_ADD64(residual_at(t, a, b), worth_of(t, j, a));
  }
  TRADE_SYNC();
}

/* Whether an arc with room leads to v from a vertex at distance d. */
TRADE_FN bool vertex_reached(const TradeTeam *t, int32_t v, int32_t d) {
  for (int32_t u = 0; u < t->k->machines + 2; u++)
    if (t->level[u] == d && *residual_at(t, u, v) > 0) return true;
  return false;
}

/* Distances from the source in residual arcs; false: the sink is out of reach. Distances are read by all threads, so those of a level are
 * written when all have been found: place has them until then. */
TRADE_FN bool levels_find(const TradeTeam *t) {
  const int32_t vertices = t->k->machines + 2, source = t->k->machines;
  bool grown = true;
  TRADE_EACH(int32_t, v, vertices) {
    t->level[v] = v == source ? 0 : -1;
    t->place[v] = 0;
  }
  for (int32_t d = 0; grown; d++) {
    bool mine = false;
    TRADE_SYNC();
    TRADE_EACH(int32_t, v, vertices) {
      t->place[v] = t->level[v] < 0 && vertex_reached(t, v, d);
      mine |= t->place[v] != 0;
    }
    grown = team_any(t, mine);
    TRADE_EACH(int32_t, v, vertices) {
      if (t->place[v]) t->level[v] = d + 1;
      t->place[v] = 0;
    }
  }
  TRADE_SYNC();
  return t->level[vertices - 1] >= 0;
}

/* Sends what the path order[0 .. length - 1] and then the sink lets through. One thread. */
TRADE_FN int64_t path_fill(const TradeTeam *t, int32_t length) {
  const int32_t sink = t->k->machines + 1;
  int64_t least = INT64_MAX;
  t->order[length] = sink;
  for (int32_t i = 0; i < length; i++) {
    const int64_t room = *residual_at(t, t->order[i], t->order[i + 1]);
    least = room < least ? room : least;
  }
  for (int32_t i = 0; i < length; i++) {
    *residual_at(t, t->order[i], t->order[i + 1]) -= least;
    *residual_at(t, t->order[i + 1], t->order[i]) += least;
  }
  return least;
}

/* The next vertex one level below v that has room, or -1. */
TRADE_FN int32_t place_next(const TradeTeam *t, int32_t v) {
  const int32_t vertices = t->k->machines + 2;
  for (; t->place[v] < vertices; t->place[v]++)
    if (*residual_at(t, v, t->place[v]) > 0 && t->level[t->place[v]] == t->level[v] + 1) return t->place[v];
  return -1;
}

/* A blocking flow (Dinic 1970), depth first. One thread. */
TRADE_FN int64_t flow_block(const TradeTeam *t) {
  const int32_t source = t->k->machines, sink = source + 1;
  int64_t value = 0;
  int32_t length = 0, v = source;
  for (;;) {
    const int32_t next = place_next(t, v);
    if (next < 0 && v == source) return value;
    if (next < 0) {
      v = t->order[--length];
      t->place[v]++;
      continue;
    }
    t->order[length++] = v;
    v = next;
    if (v != sink) continue;
    value += path_fill(t, length);
    length = 0;
    v = source;
  }
}

/* A maximum flow; its value. Afterwards the flow from a to b is what the arc back can take. */
TRADE_FN int64_t network_flow(const TradeTeam *t) {
  TradeShared *const s = t->shared;
  TRADE_SYNC();
  if (TRADE_LANE == 0) s->value = 0;
  while (levels_find(t)) {
    if (TRADE_LANE == 0) s->value += flow_block(t);
    TRADE_SYNC();
  }
  return s->value;
}

/* What the source supplies to a network just filled. */
TRADE_FN int64_t network_supply(const TradeTeam *t) {
  int64_t all = 0;
  for (int32_t m = 0; m < t->k->machines; m++) all += *residual_at(t, t->k->machines, m);
  return all;
}

/* Leaves the flow of the lowest target that takes all supply, or of the highest; returns the target. */
TRADE_FN int64_t target_find(const TradeTeam *t, int64_t cost, int percent) {
  int64_t target = cost - 1;
  for (int k = 1; k <= TRADE_TARGETS; k++) {
    target = target_of(t, cost, k);
    network_fill(t, target, percent);
    const int64_t supply = network_supply(t);
    if (network_flow(t) == supply) return target;
  }
  return target;
}

/* ---- its trades ---- */

/* The task of the largest priced time up to `flow` that fits on b, or -1. */
TRADE_FN int32_t task_pick(const TradeTeam *t, int32_t a, int32_t b, int64_t flow, int64_t target,
                           int percent) {
  int64_t most = -1, least;
  int32_t at = -1;
  TRADE_EACH(int32_t, j, t->k->tasks) {
    if (t->assignment[j] != a || worth_of(t, j, a) > flow || worth_of(t, j, a) <= most) continue;
    if (!trade_allowed(t, j, a, b, percent) || t->load[b] + time_of(t, j, b) > target) continue;
    most = worth_of(t, j, a);
    at = j;
  }
  return team_least(t, at < 0 ? INT64_MAX : -most, at, &least);
}

/* The tasks of a machine, in any order, into parent; returns how many. */
TRADE_FN int32_t tasks_list(const TradeTeam *t, int32_t machine) {
  TRADE_SYNC();
  if (TRADE_LANE == 0) t->shared->count = 0;
  TRADE_SYNC();
  TRADE_EACH(int32_t, j, t->k->tasks)
  if (t->assignment[j] == machine) t->parent[TRADE_ADD32(&t->shared->count, 1)] = j;
  TRADE_SYNC();
  return t->shared->count;
}

/* Exchanges task j of a and task k of b for the largest gain of priced time, if that lowers a's load and b stays at or below the target. */
TRADE_FN bool tasks_exchange(const TradeTeam *t, int32_t a, int32_t b, int64_t target, int percent) {
  const int32_t count = tasks_list(t, b);
  int64_t least = INT64_MAX, best;
  int32_t mine = -1, other = -1;
  TRADE_EACH(int32_t, j, t->k->tasks) {
    if (t->assignment[j] != a || !trade_allowed(t, j, a, b, percent)) continue;
    for (int32_t i = 0; i < count; i++) {
      const int32_t k = t->parent[i];
      if (time_of(t, k, a) >= time_of(t, j, a)) continue;
      if (t->load[b] + time_of(t, j, b) - time_of(t, k, b) > target) continue;
      const int64_t loss = worth_of(t, j, b) + worth_of(t, k, a) - worth_of(t, j, a) - worth_of(t, k, b);
      if (loss > least || (loss == least && (j != mine || k > other))) continue;
      least = loss;
      mine = j;
      other = k;
    }
  }
  const int32_t j = team_least(t, mine < 0 ? INT64_MAX : least, mine, &best);
  if (j < 0) return false;
  const int32_t k = team_told(t, j == mine, other);
  TRADE_SYNC();
  if (TRADE_LANE == 0) {
    task_move(t, j, b);
    task_move(t, k, a);
  }
  TRADE_SYNC();
  return true;
}

/* Moves tasks along the arc from a to b; returns how many. */
TRADE_FN int32_t arc_trade(const TradeTeam *t, int32_t a, int32_t b, int64_t flow, int64_t target,
                           int percent) {
  int32_t moved = 0;
  for (;;) {
    const int32_t j = task_pick(t, a, b, flow, target, percent);
    if (j < 0) break;
    flow -= worth_of(t, j, a);
    TRADE_SYNC();
    if (TRADE_LANE == 0) task_move(t, j, b);
    TRADE_SYNC();
    moved++;
  }
  if (!moved && tasks_exchange(t, a, b, target, percent)) moved = 2;
  return moved;
}

/* Trades along all arcs out of a, the largest flow first. */
TRADE_FN int32_t machine_trade(const TradeTeam *t, int32_t a, int64_t target, int percent) {
  int32_t moved = 0;
  for (;;) {
    int64_t most = 0, least;
    int32_t at = -1;
    TRADE_EACH(int32_t, b, t->k->machines) {
      if (*residual_at(t, b, a) <= most) continue;
      most = *residual_at(t, b, a);
      at = b;
    }
    const int32_t b = team_least(t, at < 0 ? INT64_MAX : -most, at, &least);
    if (b < 0) return moved;
    moved += arc_trade(t, a, b, -least, target, percent);
    TRADE_SYNC();
    if (TRADE_LANE == 0) *residual_at(t, b, a) = 0;
    TRADE_SYNC();
  }
}

/* order: machines by ascending load. Flow that arcs could send back is no longer of use. */
TRADE_FN void machines_sort(const TradeTeam *t) {
  const int32_t machines = t->k->machines;
  TRADE_SYNC();
  TRADE_EACH(int32_t, m, machines) {
    int32_t rank = 0;
    for (int32_t o = 0; o < machines; o++) rank += o != m && load_lower(t, o, m);
    t->order[rank] = m;
    for (int32_t o = 0; o < machines; o++)
      if (load_lower(t, o, m)) *residual_at(t, m, o) = 0;
  }
  TRADE_SYNC();
}

/* A round; returns the number of tasks that moved. */
TRADE_FN int32_t round_machines(const TradeTeam *t) {
  int32_t moved = 0, machines;
  for (int percent = 1; percent <= TRADE_PERCENT_MOST && !moved; percent *= 2) {
    const int64_t target = target_find(t, makespan_of(t, &machines), percent);
    machines_sort(t);
    for (int32_t i = 0; i < t->k->machines; i++) moved += machine_trade(t, t->order[i], target, percent);
  }
  return moved;
}

#endif
