/* Swarms of task matching whose bests trade tasks after each epoch: see trade_search.h. */
#include <stdlib.h>
#include <string.h>
#include "problem/matching/matching.h"
#include "solver/pso/pso_archipelago.h"
#include "trade_run.h"
#include "trade_search.h"

/* The makespan of an assignment in the swarm's ticks. */
static uint32_t ticks_of(const PsoProblem *problem, const uint32_t *ticks, const int32_t *assignment,
                         uint32_t *load) {
  uint32_t most = 0;
  for (int32_t m = 0; m < problem->machines; m++) load[m] = 0;
  for (int32_t t = 0; t < problem->n; t++) {
    load[assignment[t]] += ticks[(size_t)t * (size_t)problem->machines + (size_t)assignment[t]];
    if (load[assignment[t]] > most) most = load[assignment[t]];
  }
  return most;
}

typedef struct Rooms {
  uint32_t *ticks, *load;
  float *place;
  int32_t *assignment;
} Rooms;

static Status swarm_step(Archipelago *a, TradeSwarm *swarm, uint32_t s, const Rooms *r) {
  const BackendOps *const ops = a->be->ops;
  const size_t n = (size_t)a->inst->n;
  const TradeRules rules = {TRADE_BOTH, swarm->depth, 1};
  uint32_t fitness;
  TRY(ops->download(a->be, r->place, a->state.g + s * n, n * sizeof *r->place));
  TRY(ops->download(a->be, &fitness, a->state.g_fitness + s, sizeof fitness));
  for (size_t t = 0; t < n; t++) r->assignment[t] = pso_machine(r->place[t]);
  TRY(trade_run_start(swarm->run, r->assignment));
  TRY(trade_run_all(swarm->run, &rules));
  if (swarm->run->walk.cost < swarm->cost) {
    swarm->cost = swarm->run->walk.cost;
    memcpy(swarm->gene, swarm->run->assignment, n * sizeof *swarm->gene);
  }
  const uint32_t found = ticks_of(&a->problem, r->ticks, swarm->run->assignment, r->load);
  if (found >= fitness) return OK;
  for (size_t t = 0; t < n; t++) r->place[t] = (float)swarm->run->assignment[t];
  swarm->gains++;
  TRY(ops->upload(a->be, a->state.g + s * n, r->place, n * sizeof *r->place));
  return ops->upload(a->be, a->state.g_fitness + s, &found, sizeof found);
}

Status trade_swarm_step(Archipelago *a, void *self) {
  const size_t n = (size_t)a->inst->n, pairs = n * (size_t)a->problem.machines;
  const Rooms r = {malloc(pairs * sizeof *r.ticks), malloc((size_t)a->problem.machines * sizeof *r.load),
                   malloc(n * sizeof *r.place), malloc(n * sizeof *r.assignment)};
  Status status = r.ticks && r.load && r.place && r.assignment
                      ? OK
                      : status_fail(ERR_MEMORY, "no memory for the ticks of %zu pairs", pairs);
  if (status == OK) status = a->be->ops->download(a->be, r.ticks, a->problem.ticks, pairs * sizeof *r.ticks);
  for (uint32_t s = 0; s < a->span.count && status == OK; s++) status = swarm_step(a, self, s, &r);
  free(r.ticks);
  free(r.load);
  free(r.place);
  free(r.assignment);
  return status;
}
