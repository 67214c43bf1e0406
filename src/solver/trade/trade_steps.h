/* The steps of task trading, the same for both twins: trade_kernels.h says what they do. */
#ifndef CORDEE_SOLVER_TRADE_TRADE_STEPS_H
#define CORDEE_SOLVER_TRADE_TRADE_STEPS_H

#include "individual.h"
#include "trade_chains.h"
#include "trade_machines.h"

/* A kick moves tasks drawn at random to near machines drawn for each, the nearest ones more often. One thread. */
TRADE_FN void tasks_kick(const TradeTeam *t, const TradeState *state, uint32_t i) {
  TradeWalk *const w = &t->shared->walk;
  const RngStream stream = {state->seed, state->first + i, (uint32_t)(w->kicks >> 32), RNG_SEARCH};
  for (uint32_t k = 0; k < t->rules->kick; k++) {
    uint32_t task, draw;
    rng_below_pair(stream, (uint32_t)w->kicks * t->rules->kick + k, (uint32_t)t->k->tasks, &task, TRADE_NEAR,
                   &draw);
    const int32_t machine = t->k->near[task * TRADE_NEAR + draw * (draw + 1) / (TRADE_NEAR + 1)];
    if (machine >= 0) t->assignment[task] = machine;
  }
  w->kicks++;
  w->since = 0;
}

/* Goes on from the better of the island's best and its champion, after a kick. */
TRADE_FN void island_kick(const TradeTeam *t, const TradeState *state, uint32_t i) {
  const bool champion = state->champion_cost[i] < t->shared->walk.best;
  const int32_t *const from = (champion ? state->champion : state->best) + i * (size_t)t->k->tasks;
  TRADE_SYNC();
  TRADE_EACH(int32_t, j, t->k->tasks)
  t->assignment[j] = from[j];
  TRADE_SYNC();
  if (TRADE_LANE == 0) tasks_kick(t, state, i);
  loads_derive(t);
}

/* Some rounds; counts those that lower neither the makespan nor the number of machines that have it. */
TRADE_FN void island_round(const TradeTeam *t) {
  TradeWalk *const w = &t->shared->walk;
  int32_t moved = 0, before, after;
  const int64_t was = makespan_of(t, &before);
  if (t->rules->network & TRADE_MACHINES) moved += round_machines(t);
  if (t->rules->network & TRADE_CHAINS) moved += round_chains(t);
  const int64_t cost = makespan_of(t, &after);
  TRADE_SYNC();
  if (TRADE_LANE == 0) {
    w->moved += moved;
    w->since = cost < was || (cost == was && after < before) ? 0 : w->since + 1;
    if (!moved) w->since = TRADE_PATIENCE;
  }
  TRADE_SYNC();
}

TRADE_FN void island_step(const TradeTeam *t, const TradeState *state, uint32_t i) {
  TradeWalk *const w = &t->shared->walk;
  int32_t machines;
  TRADE_SYNC();
  if (w->since >= TRADE_PATIENCE)
    island_kick(t, state, i);
  else
    island_round(t);
  const int64_t cost = makespan_of(t, &machines);
  const bool better = cost < w->best;
  TRADE_SYNC();
  TRADE_EACH(int32_t, j, t->k->tasks)
  if (better) state->best[i * (size_t)t->k->tasks + (size_t)j] = t->assignment[j];
  if (TRADE_LANE == 0) {
    w->cost = cost;
    w->best = better ? cost : w->best;
  }
  TRADE_SYNC();
}

/* `steps` steps of the i-th island. */
TRADE_FN void island_walk(const TradeTeam *t, const TradeState *state, uint32_t i, uint32_t steps) {
  int32_t *const assignment = state->assignment + i * (size_t)t->k->tasks;
  TRADE_SYNC();
  TRADE_EACH(int32_t, j, t->k->tasks) t->assignment[j] = assignment[j];
  if (TRADE_LANE == 0) t->shared->walk = state->walk[i];
  loads_derive(t);
  for (uint32_t s = 0; s < steps; s++) island_step(t, state, i);
  TRADE_EACH(int32_t, j, t->k->tasks) assignment[j] = t->assignment[j];
  if (TRADE_LANE == 0) state->walk[i] = t->shared->walk;
}

#endif
