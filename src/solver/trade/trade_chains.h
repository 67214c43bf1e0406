/* Chains of tasks that take one another's places: the second part of a round (trade_kernels.h). Every function is called by all threads of a
 * team (trade_team.h), with the same arguments. */
#ifndef CORDEE_SOLVER_TRADE_TRADE_CHAINS_H
#define CORDEE_SOLVER_TRADE_TRADE_CHAINS_H

#include "trade_team.h"

/* The first task of the chain that ends with task j. */
TRADE_FN int32_t chain_root(const TradeTeam *t, int32_t j) {
  while (t->parent[j] >= 0) j = t->parent[j];
  return j;
}

/* Whether a machine occurs in the chain that ends with task j. */
TRADE_FN bool chain_has(const TradeTeam *t, int32_t j, int32_t machine) {
  for (; j >= 0; j = t->parent[j])
    if (t->assignment[j] == machine) return true;
  return false;
}

/* By how much the priced time of all tasks of a chain grows, if its last task j goes to machine b. */
TRADE_FN int64_t chain_price(const TradeTeam *t, int32_t j, int32_t b) {
  int64_t price = 0;
  for (; j >= 0; j = t->parent[j]) {
    price += worth_of(t, j, b) - worth_of(t, j, t->assignment[j]);
    b = t->assignment[j];
  }
  return price;
}

/* Whether task j may end its chain from machine h on machine b. */
TRADE_FN bool chain_ends(const TradeTeam *t, int32_t h, int32_t j, int32_t b, int64_t target) {
  const int64_t load = t->load[b] + time_of(t, j, b);
  if (b == h) return t->parent[j] >= 0 && load - time_of(t, chain_root(t, j), h) <= target;
  return load <= target && !chain_has(t, j, b);
}

/* The task of layer d whose chain can end and costs the least, and where it ends; -1: none can. */
TRADE_FN int32_t end_pick(const TradeTeam *t, int32_t h, int32_t d, int64_t target, int32_t *machine) {
  int64_t least = INT64_MAX, best;
  int32_t mine = -1, where = -1;
  TRADE_EACH(int32_t, j, t->k->tasks) {
    if (t->layer[j] != d) continue;
    for (int i = 0; i < TRADE_NEAR; i++) {
      const int32_t b = t->k->near[(size_t)j * TRADE_NEAR + (size_t)i];
      if (b < 0 || !chain_ends(t, h, j, b, target)) continue;
      const int64_t price = chain_price(t, j, b);
      if (price > least || (price == least && (j != mine || b > where))) continue;
      least = price;
      mine = j;
      where = b;
    }
  }
  const int32_t j = team_least(t, least, mine, &best);
  if (j >= 0) *machine = team_told(t, j == mine, where);
  return j;
}

/* What tasks of layer d may come to machine b: the shortest of them there, of equals the lowest. step 0: its time; step 1: its number. */
TRADE_FN void comers_offer(const TradeTeam *t, int32_t h, int32_t d, int64_t target, int step) {
  TRADE_EACH(int32_t, j, t->k->tasks) {
    if (t->layer[j] != d) continue;
    for (int i = 0; i < TRADE_NEAR; i++) {
      const int32_t b = t->k->near[(size_t)j * TRADE_NEAR + (size_t)i];
      if (b < 0 || b == h || t->load[b] > target || chain_has(t, j, b)) continue;
      if (step == 0) TRADE_MIN64(&t->shortest[b], time_of(t, j, b));
      if (step == 1 && time_of(t, j, b) == t->shortest[b]) TRADE_MIN32(&t->comer[b], j);
    }
  }
  TRADE_SYNC();
}

/* The layer after d: tasks whose place a task of layer d can take. Returns whether there are any. */
TRADE_FN bool layer_grow(const TradeTeam *t, int32_t h, int32_t d, int64_t target) {
  bool mine = false;
  TRADE_EACH(int32_t, b, t->k->machines) {
    t->shortest[b] = INT64_MAX;
    t->comer[b] = INT32_MAX;
  }
  TRADE_SYNC();
  comers_offer(t, h, d, target, 0);
  comers_offer(t, h, d, target, 1);
  TRADE_EACH(int32_t, k, t->k->tasks) {
    const int32_t b = t->assignment[k];
    if (t->layer[k] >= 0 || t->comer[b] == INT32_MAX) continue;
    if (t->load[b] + t->shortest[b] - time_of(t, k, b) > target) continue;
    t->layer[k] = d + 1;
    t->parent[k] = t->comer[b];
    mine = true;
  }
  return team_any(t, mine);
}

/* Makes the chain that ends with task j on `machine`: each task takes the place of the next one. Returns its length. */
TRADE_FN int32_t chain_make(const TradeTeam *t, int32_t j, int32_t machine) {
  int32_t length = t->layer[j] + 1;
  TRADE_SYNC();
  while (TRADE_LANE == 0 && j >= 0) {
    const int32_t left = t->assignment[j];
    task_move(t, j, machine);
    machine = left;
    j = t->parent[j];
  }
  TRADE_SYNC();
  return length;
}

/* Finds and makes a shortest chain from machine h; returns its length, or 0. */
TRADE_FN int32_t chain_trade(const TradeTeam *t, int32_t h, int64_t target) {
  bool grown = false;
  TRADE_SYNC();
  TRADE_EACH(int32_t, j, t->k->tasks) {
    const bool leaves = t->assignment[j] == h && t->load[h] - time_of(t, j, h) <= target;
    t->layer[j] = leaves ? 0 : -1;
    t->parent[j] = -1;
    grown |= leaves;
  }
  grown = team_any(t, grown);
  for (int32_t d = 0; d < (int32_t)t->rules->depth && grown; d++) {
    int32_t machine = -1;
    const int32_t j = end_pick(t, h, d, target, &machine);
    if (j >= 0) return chain_make(t, j, machine);
    grown = layer_grow(t, h, d, target);
  }
  return 0;
}

/* Chains from all machines above the target, the largest load first; the first of them must have one. Returns the number of tasks that
 * moved. */
TRADE_FN int32_t chains_trade(const TradeTeam *t, int64_t target) {
  int64_t load = 0;
  int32_t moved = 0;
  for (int32_t h = machine_most(t, -1, &load); h >= 0 && load > target; h = machine_most(t, h, &load)) {
    moved += chain_trade(t, h, target);
    if (!moved) return 0;
  }
  return moved;
}

/* A round; returns the number of tasks that moved. */
TRADE_FN int32_t round_chains(const TradeTeam *t) {
  int32_t moved = 0, machines;
  const int64_t cost = makespan_of(t, &machines);
  for (int k = 1; k <= TRADE_TARGETS && !moved && cost > t->k->bound; k++)
    moved = chains_trade(t, target_of(t, cost, k));
  return moved;
}

#endif
