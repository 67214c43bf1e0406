/* The team of threads that does the steps of an island, and its memory: for trade_steps.h. A unit defines before it includes this:
 *   TRADE_FN                  the qualifiers of a function
 *   TRADE_LANE, TRADE_LANES   the thread's number in its team, and how many there are
 *   TRADE_SYNC()              all threads of the team have come here, and see what the others wrote
 *   TRADE_MIN64, TRADE_MIN32, TRADE_ADD64, TRADE_ADD32 (pointer, value)   by all threads at once; ADD32 returns the old value */
#ifndef CORDEE_SOLVER_TRADE_TRADE_TEAM_H
#define CORDEE_SOLVER_TRADE_TRADE_TEAM_H

#include <stdbool.h>
#include <stddef.h>
#include "trade_kernels.h"

#define TRADE_EACH(TYPE, i, n) for (TYPE i = (TYPE)TRADE_LANE; i < (n); i += (TYPE)TRADE_LANES)

/* One island's memory, shared by its team. Vertices are the machines, then source and sink. */
typedef struct TradeTeam {
  const TradeTables *k;
  const TradeRules *rules;
  int64_t *load;       /* (machines) */
  int64_t *residual;   /* (vertices, vertices) of network A */
  int64_t *shortest;   /* (machines) network B: the least time there of the tasks that may come */
  int32_t *comer;      /* (machines) and which task that is; INT32_MAX: none */
  int32_t *level;      /* (vertices) of A */
  int32_t *place;      /* (vertices) A: the next arc to try */
  int32_t *order;      /* (vertices) machines by load, ascending; A: the path to the sink */
  int32_t *assignment; /* (tasks) */
  int32_t *parent;     /* (tasks) B: the task before it in a chain; A: tasks of a machine */
  int32_t *layer;      /* (tasks) B: tasks before it in a chain; -1: not reached */
  struct TradeShared *shared;
} TradeTeam;

/* Scalars that all threads of a team see. */
typedef struct TradeShared {
  int64_t least, value;
  int32_t index, other, count, flag;
  TradeWalk walk;
} TradeShared;

/* The bytes of an island's memory; of those TradeTeam has no more than pointers. */
static inline size_t trade_bytes(const TradeTables *k) {
  const size_t machines = (size_t)k->machines, vertices = machines + 2, tasks = (size_t)k->tasks;
  return sizeof(TradeShared) + (2 * machines + vertices * vertices) * sizeof(int64_t) +
         (machines + 3 * vertices + 3 * tasks) * sizeof(int32_t);
}

/* memory: trade_bytes, aligned for any number. */
TRADE_FN void team_open(TradeTeam *t, const TradeTables *k, const TradeRules *rules, char *memory) {
  const size_t machines = (size_t)k->machines, vertices = machines + 2, tasks = (size_t)k->tasks;
  t->k = k;
  t->rules = rules;
  t->shared = (TradeShared *)(void *)memory;
  t->load = (int64_t *)(void *)(memory + sizeof(TradeShared));
  t->shortest = t->load + machines;
  t->residual = t->shortest + machines;
  t->comer = (int32_t *)(void *)(t->residual + vertices * vertices);
  t->level = t->comer + machines;
  t->place = t->level + vertices;
  t->order = t->place + vertices;
  t->assignment = t->order + vertices;
  t->parent = t->assignment + tasks;
  t->layer = t->parent + tasks;
}

TRADE_FN int64_t time_of(const TradeTeam *t, int32_t task, int32_t machine) {
  return t->k->time[(size_t)task * (size_t)t->k->machines + (size_t)machine];
}
TRADE_FN int64_t worth_of(const TradeTeam *t, int32_t task, int32_t machine) {
  return t->k->worth[(size_t)task * (size_t)t->k->machines + (size_t)machine];
}

/* The least value that the threads offer, and the lowest index with it; a thread without any offers INT64_MAX. Returns the index, or -1. */
TRADE_FN int32_t team_least(const TradeTeam *t, int64_t value, int32_t index, int64_t *least) {
  TradeShared *const s = t->shared;
  TRADE_SYNC();
  if (TRADE_LANE == 0) {
    s->least = INT64_MAX;
    s->index = INT32_MAX;
  }
  TRADE_SYNC();
  TRADE_MIN64(&s->least, value);
  TRADE_SYNC();
  if (value == s->least) TRADE_MIN32(&s->index, index);
  TRADE_SYNC();
  *least = s->least;
  return *least == INT64_MAX ? -1 : s->index;
}

/* What one thread knows of the winner of team_least. */
TRADE_FN int32_t team_told(const TradeTeam *t, bool mine, int32_t value) {
  if (mine) t->shared->other = value;
  TRADE_SYNC();
  return t->shared->other;
}

/* Whether any thread says so. */
TRADE_FN bool team_any(const TradeTeam *t, bool mine) {
  TRADE_SYNC();
  if (TRADE_LANE == 0) t->shared->flag = 0;
  TRADE_SYNC();
  if (mine) TRADE_MIN32(&t->shared->flag, -1);
  TRADE_SYNC();
  return t->shared->flag != 0;
}

TRADE_FN void loads_derive(const TradeTeam *t) {
  TRADE_SYNC();
  TRADE_EACH(int32_t, m, t->k->machines) t->load[m] = 0;
  TRADE_SYNC();
  TRADE_EACH(int32_t, j, t->k->tasks)
  TRADE_ADD64(&t->load[t->assignment[j]], time_of(t, j, t->assignment[j]));
  TRADE_SYNC();
}

/* One thread. */
TRADE_FN void task_move(const TradeTeam *t, int32_t j, int32_t to) {
  const int32_t from = t->assignment[j];
  t->load[from] -= time_of(t, j, from);
  t->load[to] += time_of(t, j, to);
  t->assignment[j] = to;
}

/* The machine with the largest load below the load of `after` in that order (-1: of all), or -1; *load is its load. */
TRADE_FN int32_t machine_most(const TradeTeam *t, int32_t after, int64_t *load) {
  int64_t most = INT64_MIN, least;
  int32_t at = -1;
  TRADE_EACH(int32_t, m, t->k->machines) {
    const bool later = after < 0 || t->load[m] < *load || (t->load[m] == *load && m > after);
    if (later && t->load[m] > most) {
      most = t->load[m];
      at = m;
    }
  }
  const int32_t found = team_least(t, at < 0 ? INT64_MAX : -most, at, &least);
  if (found >= 0) *load = -least;
  return found;
}

/* The makespan, and how many machines have it. */
TRADE_FN int64_t makespan_of(const TradeTeam *t, int32_t *machines) {
  int64_t most = 0;
  *machines = 0;
  (void)machine_most(t, -1, &most);
  for (int32_t m = 0; m < t->k->machines; m++) *machines += t->load[m] == most;
  return most;
}

/* Target k of 1 .. TRADE_TARGETS, from low to high. */
TRADE_FN int64_t target_of(const TradeTeam *t, int64_t cost, int k) {
  const int64_t room = cost > t->k->bound ? (cost - t->k->bound) >> k : 0;
  return k < TRADE_TARGETS && room > 1 ? cost - room : cost - 1;
}

#endif
