/* What an archipelago of the "sisr" solver has: its memory, its neighbours, its start. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "sisr_archipelago.h"
#include "solver/routes/route_neighbours.h"
#include "solver/routes/route_start.h"

enum { NEAR_WIDTH = 64 };

/* ---- memory ---- */

static int32_t near_width(const Instance *inst) {
  return inst->n - 1 < NEAR_WIDTH ? inst->n - 1 : NEAR_WIDTH;
}

static SisrShape shape_of(const Instance *inst, const Plan *plan, Span span) {
  const SisrPlan *own = sisr_plan(plan);
  const uint32_t chains = span.count * own->chains;
  return (SisrShape){.data = route_data_of(inst),
                     .near_width = near_width(inst),
                     .seed = plan->seed,
                     .route_cost = cvrp_of(inst)->route_cost,
                     .first = span.first * own->chains,
                     .chains = chains,
                     .width = (int32_t)own->width,
                     .parts_most = sisr_parts_most(plan, chains),
                     .part_most = sisr_part_room(inst, plan)};
}

void sisr_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const uint64_t nodes = (uint64_t)inst->n + 1, chains = (uint64_t)span.count * sisr_plan(plan)->chains;
  *out = (Memory){0};
  if (!chains) return;
  const SisrShape shape = shape_of(inst, plan, span);
  const uint64_t near = bytes_of(nodes, (uint64_t)near_width(inst), sizeof(int32_t)),
                 parts = shape.parts_most * (sizeof(SisrPart) + 2 * sizeof(int64_t));
  out->host = bytes_plus(bytes_plus(bytes_of(chains, nodes, 2 * sizeof(int32_t)), parts), near);
  out->device = bytes_plus(bytes_plus(be->ops->sisr->bytes(be, &shape), near),
                           nodes * (shape.data.ready ? 6 : 3) * sizeof(int32_t));
  if (cvrp_of(inst)->matrix) out->device = bytes_plus(out->device, bytes_of(nodes, nodes, sizeof(int32_t)));
  out->saved = bytes_of(chains, nodes, 2 * sizeof(int32_t));
  snprintf(out->of, sizeof out->of, "--islands %u --chains %u", plan->islands, sisr_plan(plan)->chains);
}

static Status solutions_make(SisrSolutions *s, size_t genes, size_t parts) {
  s->gene = malloc((genes + 1) * sizeof *s->gene), s->cost = malloc((parts + 1) * sizeof *s->cost);
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
  if (a->part && a->cost && a->temperature) return OK;
  FAIL(ERR_MEMORY, "no memory for %u chains", a->chains);
}

static Status near_make(Archipelago *a) {
  const int32_t width = near_width(a->inst);
  const size_t bytes = ((size_t)a->inst->n + 1) * (size_t)width * sizeof(int32_t);
  int32_t *near = calloc(1, bytes + 1);
  if (!near) FAIL(ERR_MEMORY, "no memory for the neighbours of %d customers", a->inst->n);
  Status status = width ? route_neighbours(&a->host, width, a->be->threads, near) : OK;
  if (status == OK) status = route_neighbours_sort(&a->host, width, near);
  if (status == OK) status = a->be->ops->alloc(a->be, bytes, (void **)&a->near);
  if (status == OK) status = a->be->ops->upload(a->be, a->near, near, bytes);
  free(near);
  return status;
}

static Status place_make(Archipelago *a) {
  TRY(route_data_upload(a->be, &a->host, &a->device));
  TRY(near_make(a));
  SisrShape shape = shape_of(a->inst, a->plan, a->span);
  shape.data = a->device, shape.near = a->near;
  return a->be->ops->sisr->open(a->be, &shape, &a->place);
}

void sisr_destroy(Archipelago *a) {
  if (!a) return;
  if (a->chains) {
    a->be->ops->sisr->close(a->be, a->place);
    a->be->ops->free(a->be, a->near);
    route_data_free(a->be, &a->device);
  }
  free(a->now.gene), free(a->now.cost), free(a->kept.gene), free(a->kept.cost);
  free(a->part), free(a->cost), free(a->temperature);
  champions_free(&a->champions);
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
    else
      inner += route_distance(data, cvrp_customer(gene[i - 1]), gene[i]), edges++;
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

static Status chains_start(Archipelago *a) {
  const size_t n = (size_t)a->inst->n;
  TRY(start_savings(a->inst, a->be->threads, a->now.gene));
  const int64_t cost = sisr_part_cost(a->inst, a->now.gene, a->inst->n);
  a->unit = temperature_unit(&a->host, a->now.gene);
  for (uint32_t c = 0; c < a->chains; c++) {
    if (c) memcpy(a->now.gene + c * n, a->now.gene, n * sizeof *a->now.gene);
    a->cost[c] = cost;
  }
  for (uint32_t i = 0; i < a->span.count; i++) champions_offer(&a->champions, i, cost, a->now.gene);
  a->best_seen = cost;
  return OK;
}

Status sisr_make(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  Status status = OK;
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for %u islands", span.count);
  *a = (Archipelago){.inst = inst, .be = be, .plan = plan, .span = span, .best_seen = COST_NONE};
  a->chains = span.count * sisr_plan(plan)->chains, a->host = route_data_of(inst);
  TRY_GOTO(arrays_make(a), cleanup);
  if (a->chains) {
    TRY_GOTO(place_make(a), cleanup);
    TRY_GOTO(chains_start(a), cleanup);
  }
  *out = a;
  return OK;
cleanup:
  sisr_destroy(a);
  return status;
}

/* ---- epochs and chains under way ---- */

uint32_t sisr_rounds(const Instance *inst, const Plan *plan) {
  const uint64_t each = (uint64_t)sisr_plan(plan)->width * sisr_plan(plan)->parts,
                 rounds = ((uint64_t)plan->epoch * (uint64_t)inst->n + each - 1) / each;
  return rounds < 1 ? 1 : rounds < UINT32_MAX ? (uint32_t)rounds : UINT32_MAX;
}

void sisr_open(Archipelago *a, uint32_t epoch) {
  const SisrPlan *own = sisr_plan(a->plan);
  a->epoch = epoch;
  a->rounds_done = 0, a->rounds_all = sisr_rounds(a->inst, a->plan);
  a->share = own->epochs > 1 ? (double)epoch / (own->epochs - 1) : own->epochs ? 0 : a->paced;
}

/* Costs of chains: the sums of their parts'. Returns the least of what is kept. */
static int64_t costs_add(Archipelago *a) {
  int64_t least = COST_NONE, kept = 0;
  for (uint32_t p = 0; p < a->count; p++) {
    const uint32_t c = a->part[p].chain;
    if (a->part[p].number == 0) a->cost[c] = kept = 0;
    a->cost[c] += a->now.cost[p], kept += a->kept.cost[p];
    const bool last = p + 1 == a->count || a->part[p + 1].chain != c;
    if (last && kept < least) least = kept;
  }
  return least;
}

Status sisr_look(Archipelago *a, bool genes) {
  SisrSolutions now = {genes ? a->now.gene : NULL, a->now.cost},
                kept = {genes ? a->kept.gene : NULL, a->kept.cost};
  TRY(a->be->ops->sisr->get(a->be, a->place, &now, &kept));
  const int64_t least = costs_add(a);
  if (least < a->best_seen) a->best_seen = least;
  return OK;
}
