/* See climbing.h. */
#include "climbing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "judge.h"
#include "oracle.h"

static double random_below(uint64_t *state, double size) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53 * size;
}

Instance *climbing_instance(Metric metric, int32_t n, double size, int fraction, uint64_t seed) {
  Instance *inst = NULL;
  if (instance_alloc(metric, n, &inst) != OK) abort();
  for (int32_t a = 0; a < n && metric != METRIC_EXPLICIT; a++) {
    inst->x[a] = random_below(&seed, size), inst->y[a] = random_below(&seed, size);
    if (!fraction) inst->x[a] = floor(inst->x[a]), inst->y[a] = floor(inst->y[a]);
  }
  for (int32_t a = 0; a < n && metric == METRIC_EXPLICIT; a++)
    for (int32_t b = 0; b < a; b++)
      inst->matrix[(size_t)a * n + b] = inst->matrix[(size_t)b * n + a] = (int32_t)random_below(&seed, size);
  for (int32_t a = 0; a < n && metric == METRIC_EXPLICIT; a++) inst->matrix[(size_t)a * n + a] = 0;
  inst->digest = instance_digest(inst);
  return inst;
}

int climbing_open(Backend *be, const char *name, int threads) {
  *be = (Backend){.ops = backend_find(name)};
  return be->ops && be->ops->devices() > 0 && be->ops->open(be, 0, threads) == OK;
}

Status climbing_run(const Instance *inst, Backend *be, const Plan *plan, uint32_t steps, Archipelago **out) {
  Archipelago *a = NULL;
  TRY(solver_climb.create(inst, be, plan, (Span){0, plan->islands}, &a));
  for (uint32_t epoch = 0; epoch < solver_climb.epochs(plan); epoch++) {
    Progress progress = {0};
    if (epoch) TRY(solver_climb.begin(a, epoch));
    while (!progress.epoch_done) TRY(solver_climb.advance(a, steps, &progress));
  }
  *out = a;
  return OK;
}

int64_t climbing_oracle(const Instance *inst, const Plan *plan, uint32_t island, uint32_t epochs, int32_t *tour) {
  int32_t *t = malloc(sizeof *t * inst->n), *contender = malloc(sizeof *t * inst->n);
  uint64_t total = plan->climbers / plan->islands + (island < plan->climbers % plan->islands);
  int64_t champion = COST_NONE;
  for (uint32_t e = 0; e < epochs; e++) {
    int64_t best = COST_NONE;
    for (uint64_t c = (uint64_t)e * plan->epoch; c < total && c < (e + 1ull) * plan->epoch; c++) {
      if (plan->restart == RESTART_KICK && champion != COST_NONE && inst->n >= 8)
        oracle_kick(plan->seed, island, (uint32_t)c, inst->n, tour, t);
      else
        oracle_random(plan->seed, island, (uint32_t)c, inst->n, t);
      (plan->move == MOVE_SWAP ? oracle_swap_climb : oracle_climb)(inst, t, UINT32_MAX);
      if (oracle_cost(inst, t) >= best) continue;
      best = oracle_cost(inst, t);
      memcpy(contender, t, sizeof *t * inst->n);
    }
    if (best < champion) champion = best, memcpy(tour, contender, sizeof *t * inst->n);
  }
  free(t), free(contender);
  return champion;
}
