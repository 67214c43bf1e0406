/* What an archipelago of the "sisr" solver has: its memory, its neighbours, its start. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "sisr_archipelago.h"
#include "sisr_population.h"
#include "sisr_stage.h"
#include "search/routes/route_start.h"

/* ---- memory ---- */

/* But for what is on the backend. */
static SisrTask task_of(const Instance *inst, const Plan *plan, Span span) {
  const SisrPlan *own = sisr_plan(plan);
  const uint32_t chains = span.count * own->chains;
  return (SisrTask){.host = route_data_of(inst),
                    .data = route_data_of(inst),
                    .near_width = sisr_near_width(inst),
                    .seed = plan->seed,
                    .route_cost = cvrp_of(inst)->route_cost,
                    .first = span.first * own->chains,
                    .chains = chains,
                    .parts_most = sisr_parts_most(plan, chains),
                    .part_most = sisr_part_room(inst, plan)};
}

void sisr_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const uint64_t nodes = (uint64_t)inst->n + 1, chains = (uint64_t)span.count * sisr_plan(plan)->chains;
  *out = (Memory){0};
  if (!chains) return;
  const SisrTask task = task_of(inst, plan, span);
  const SisrShape shape = {&task, 1, (int32_t)sisr_plan(plan)->width};
  const uint64_t inputs = sisr_inputs_bytes(inst),
                 parts = task.parts_most * (sizeof(SisrPart) + 2 * sizeof(int64_t));
  out->host = bytes_plus(bytes_plus(bytes_of(chains, nodes, 2 * sizeof(int32_t)), parts), inputs);
  out->device = bytes_plus(be->ops->sisr->bytes(be, &shape), inputs);
  out->saved = bytes_of(chains, nodes, 2 * sizeof(int32_t));
  out->host = bytes_plus(out->host, sisr_stage_bytes(inst, plan, span.count));
  out->host = bytes_plus(out->host, sisr_population_bytes(inst, plan, chains));
  out->saved = bytes_plus(out->saved, sisr_population_bytes(inst, plan, chains));
  snprintf(out->of, sizeof out->of, "--islands %u --chains %u", plan->islands, sisr_plan(plan)->chains);
}

static Status solutions_make(SisrSolutions *s, size_t genes, size_t parts) {
  s->gene = calloc(genes + 1, sizeof *s->gene);
  s->cost = calloc(parts + (size_t)1, sizeof *s->cost);
  if (s->gene && s->cost) return OK;
  FAIL(ERR_MEMORY, "no memory for %zu genes", genes);
}

static Status arrays_make(Archipelago *a) {
  const uint32_t parts = sisr_parts_most(a->plan, a->chains);
  const size_t genes = a->chains * (size_t)a->inst->n;
  TRY(champions_make(&a->champions, a->span, a->inst->n));
  TRY(solutions_make(&a->now, genes, parts));
  TRY(solutions_make(&a->kept, genes, parts));
  a->part = malloc((parts + (size_t)1) * sizeof *a->part);
  a->cost = malloc((a->chains + (size_t)1) * sizeof *a->cost);
  a->temperature = malloc((a->chains + (size_t)1) * sizeof *a->temperature);
  if (!a->part || !a->cost || !a->temperature) FAIL(ERR_MEMORY, "no memory for %u chains", a->chains);
  return sisr_population_make(a);
}

static Status place_make(Archipelago *a) {
  const SisrShape shape = {&a->task, 1, (int32_t)sisr_plan(a->plan)->width};
  TRY(sisr_inputs_make(&a, 1, &a->inputs));
  return a->be->ops->sisr->open(a->be, &shape, &a->place);
}

void sisr_destroy(Archipelago *a) {
  if (!a) return;
  a->be->ops->sisr->close(a->be, a->place);
  a->be->ops->free(a->be, a->inputs);
  free(a->now.gene);
  free(a->now.cost);
  free(a->kept.gene);
  free(a->kept.cost);
  free(a->part);
  free(a->cost);
  free(a->temperature);
  champions_free(&a->champions);
  sisr_stage_free(a);
  sisr_population_free(a);
  free(a->first);
  free(a);
}

/* ---- the start ---- */

/* Of the edges between customers; of those from the depot if there are no others. */
static double mean_edge(const RouteData *data, const int32_t *gene) {
  int64_t inner = 0, outer = 0;
  int32_t edges = 0;
  for (int32_t i = 0; i < data->customers; i++) {
    const bool begins = gene[i] < 0;
    if (begins)
      outer += route_distance(data, 0, -gene[i]);
    else {
      inner += route_distance(data, cvrp_customer(gene[i - 1]), gene[i]);
      edges++;
    }
  }
  return edges ? (double)inner / edges : (double)outer / data->customers;
}

/* The geometric mean of the mean edge and of customers' mean distance from the depot: a customer who changes place costs some edges, routes that
 * change shape cost ways to the depot. */
static double temperature_unit(const RouteData *data, const int32_t *gene) {
  int64_t home = 0;
  for (int32_t c = 1; c <= data->customers; c++) home += route_distance(data, 0, c);
  return sqrt(mean_edge(data, gene) * ((double)home / data->customers));
}

/* Savings are made when islands are, where they may break a limit: checkpoints of searches without a solution have fields of their own. */
static Status first_make(Archipelago *a) {
  bool keeps;
  if (a->plan->initial || !start_may_fail(a->inst)) return OK;
  a->first = malloc((size_t)a->inst->n * sizeof *a->first);
  if (!a->first) FAIL(ERR_MEMORY, "no memory for a solution of %d customers", a->inst->n);
  TRY(start_savings_try(a->inst, a->be->threads, a->first, &keeps));
  a->startless = !keeps;
  return OK;
}

Status sisr_chains_start(Archipelago *a, const int32_t *initial, int threads) {
  const size_t n = (size_t)a->inst->n;
  if (initial || a->first)
    memcpy(a->now.gene, initial ? initial : a->first, n * sizeof *a->now.gene);
  else
    TRY(start_savings(a->inst, threads, a->now.gene));
  const int64_t cost = a->startless ? COST_NONE : sisr_part_cost(a->inst, a->now.gene, a->inst->n);
  a->unit = temperature_unit(&a->task.host, a->now.gene);
  for (uint32_t c = 0; c < a->chains; c++) {
    if (c) memcpy(a->now.gene + c * n, a->now.gene, n * sizeof *a->now.gene);
    a->cost[c] = cost;
  }
  for (uint32_t i = 0; i < a->span.count; i++) champions_offer(&a->champions, i, cost, a->now.gene);
  a->best_seen = cost;
  return OK;
}

Status sisr_alloc(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for %u islands", span.count);
  *a = (Archipelago){.inst = inst, .be = be, .plan = plan, .span = span, .best_seen = COST_NONE};
  a->chains = span.count * sisr_plan(plan)->chains;
  a->task = task_of(inst, plan, span);
  const Status status = arrays_make(a);
  if (status == OK)
    *out = a;
  else
    sisr_destroy(a);
  return status;
}

Status sisr_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  TRY(sisr_alloc(inst, be, plan, span, out));
  Status status = (*out)->chains ? place_make(*out) : OK;
  if (status == OK) status = first_make(*out);
  if (status == OK) status = sisr_stage_make(*out);
  if (status != OK) {
    sisr_destroy(*out);
    *out = NULL;
  }
  return status;
}

/* ---- epochs and chains under way ---- */

uint32_t sisr_rounds(const Instance *inst, const Plan *plan) {
  const uint64_t each = (uint64_t)sisr_plan(plan)->width * sisr_plan(plan)->parts,
                 rounds = ((uint64_t)plan->epoch * (uint64_t)inst->n + each - 1) / each;
  if (rounds < 1) return 1;
  if (rounds < UINT32_MAX) return (uint32_t)rounds;
  return UINT32_MAX;
}

void sisr_open(Archipelago *a, uint32_t epoch) {
  const SisrPlan *own = sisr_plan(a->plan);
  a->epoch = epoch;
  a->rounds_done = 0;
  a->rounds_all = sisr_rounds(a->inst, a->plan);
  a->share = own->epochs ? 0 : a->paced;
  const uint32_t first = sisr_stage_end(a), last = own->epochs > first ? own->epochs - 1 - first : 0;
  if (last > 0 && epoch > first) a->share = (double)(epoch - first) / last;
}

SisrTurn sisr_turn(Archipelago *a, uint32_t rounds) {
  if (!sisr_plan(a->plan)->epochs) a->share = sisr_stage_share(a);
  const SisrPlan *own = sisr_plan(a->plan);
  for (uint32_t c = 0; c < a->chains; c++) {
    const uint32_t island = a->span.first + c / own->chains;
    a->temperature[c] = (float)(sisr_chain_temperature(a, island, a->share) * a->unit);
  }
  return (SisrTurn){a->temperature, (uint64_t)a->epoch * a->rounds_all + a->rounds_done, rounds};
}

void sisr_turned(Archipelago *a, uint32_t rounds) {
  a->rounds_done += rounds;
  a->proposals += (uint64_t)rounds * (uint64_t)sisr_plan(a->plan)->width * a->count;
}

void sisr_seen(Archipelago *a) {
  int64_t kept = 0;
  for (uint32_t p = 0; p < a->count; p++) {
    const uint32_t c = a->part[p].chain;
    if (a->part[p].number == 0) a->cost[c] = kept = 0;
    a->cost[c] += a->now.cost[p];
    kept += a->kept.cost[p];
    const bool last = p + 1 == a->count || a->part[p + 1].chain != c;
    if (last && kept < a->best_seen) a->best_seen = kept;
  }
}

Status sisr_look(Archipelago *a, bool genes) {
  if (sisr_stage_seeks(a)) return OK;
  SisrChains chains = sisr_chains_of(a);
  if (!genes) chains.now.gene = chains.kept.gene = NULL;
  TRY(a->be->ops->sisr->get(a->be, a->place, &chains));
  sisr_seen(a);
  return OK;
}
