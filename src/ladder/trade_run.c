/* See trade_run.h. */
#include "trade_run.h"

#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "individual.h"
#include "problem/matching/matching.h"

static size_t row_bytes(const TradeRun *run) { return (size_t)run->inst->n * sizeof *run->assignment; }

Status trade_run_make(const Instance *inst, Backend *be, TradeRun *out) {
  *out = (TradeRun){.inst = inst, .be = be, .state = {.islands = 1}};
  out->assignment = malloc(row_bytes(out));
  if (!out->assignment) FAIL(ERR_MEMORY, "no memory for %d tasks", inst->n);
  TRY(trade_tables_make(inst, be, &out->tables));
  TRY(be->ops->alloc(be, sizeof *out->state.walk, (void **)&out->state.walk));
  TRY(be->ops->alloc(be, row_bytes(out), (void **)&out->state.assignment));
  TRY(be->ops->alloc(be, row_bytes(out), (void **)&out->state.best));
  TRY(be->ops->alloc(be, row_bytes(out), (void **)&out->state.champion));
  return be->ops->alloc(be, sizeof *out->state.champion_cost, (void **)&out->state.champion_cost);
}

void trade_run_free(TradeRun *run) {
  if (!run->be) return;
  const BackendOps *const ops = run->be->ops;
  ops->free(run->be, run->state.walk);
  ops->free(run->be, run->state.assignment);
  ops->free(run->be, run->state.best);
  ops->free(run->be, run->state.champion);
  ops->free(run->be, run->state.champion_cost);
  trade_tables_free(run->be, &run->tables);
  free(run->assignment);
  *run = (TradeRun){.be = NULL};
}

Status trade_run_start(TradeRun *run, const int32_t *assignment) {
  const int64_t none = COST_NONE;
  const BackendOps *const ops = run->be->ops;
  int64_t cost;
  TRY(judge_assignment(run->inst, assignment, &cost));
  run->walk = (TradeWalk){.cost = cost, .best = cost};
  run->rounds = 0;
  run->seconds = 0;
  memcpy(run->assignment, assignment, row_bytes(run));
  TRY(ops->upload(run->be, run->state.walk, &run->walk, sizeof run->walk));
  TRY(ops->upload(run->be, run->state.champion_cost, &none, sizeof none));
  TRY(ops->upload(run->be, run->state.best, assignment, row_bytes(run)));
  return ops->upload(run->be, run->state.assignment, assignment, row_bytes(run));
}

Status trade_run_round(TradeRun *run, const TradeRules *rules, bool *over) {
  const BackendOps *const ops = run->be->ops;
  const double began = clock_s();
  TRY(ops->trade->walk(run->be, &run->tables, rules, &run->state, 1));
  TRY(ops->download(run->be, &run->walk, run->state.walk, sizeof run->walk));
  run->seconds += clock_s() - began;
  run->rounds++;
  *over = run->walk.since >= TRADE_PATIENCE;
  return ops->download(run->be, run->assignment, run->state.assignment, row_bytes(run));
}

Status trade_run_all(TradeRun *run, const TradeRules *rules) {
  const int64_t start = run->walk.cost;
  int64_t judged;
  bool over = false;
  while (!over) TRY(trade_run_round(run, rules, &over));
  TRY(judge_assignment(run->inst, run->assignment, &judged));
  if (judged == run->walk.cost && judged <= start) return OK;
  FAIL(ERR_INTERNAL, "trades: the judge finds a makespan of %lld, expected %lld, at most %lld",
       (long long)judged, (long long)run->walk.cost, (long long)start);
}
