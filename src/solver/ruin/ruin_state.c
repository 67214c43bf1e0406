/* What the archipelago of the "ruin" solver has, how it begins, and what happens between epochs: see ruin.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ruin_archipelago.h"
#include "ruin_data.h"
#include "ruin_ties.h"
#include "solver/loaded.h"

/* ---- the state ---- */

enum { GENE, KEPT, COST, KEPT_COST, PRICE, ROUND };

static size_t chains_of(const Instance *inst, const Plan *plan) {
  (void)inst;
  return ruin_plan(plan)->chains;
}
static size_t nodes_of(const Instance *inst, const Plan *plan) {
  (void)plan;
  return (size_t)inst->n + 1;
}

/* Prices of customers, row by row; number 0 is none. */
static Status prices_check(const Archipelago *a, const Field *const *field, int k) {
  const int64_t *price = field[k]->data;
  const int64_t most = a->task.host.absent_cost;
  for (size_t v = 0; v < field[k]->rows * field[k]->columns; v++)
    if (price[v] < 0 || price[v] > most)
      FAIL(ERR_FORMAT, "field price: expected 0 to %lld, found %lld", (long long)most, (long long)price[v]);
  return OK;
}

static const StateArray arrays[] = {
    [GENE] = {"routes", DTYPE_I32, .meaning = STATE_SOLUTIONS, .rows = chains_of, .host = STATE_AT(gene),
              .dev = STATE_AT(state.gene), .cost = COST},
    [KEPT] = {"best_routes", DTYPE_I32, .meaning = STATE_SOLUTIONS, .rows = chains_of,
              .dev = STATE_AT(state.kept), .cost = KEPT_COST},
    [COST] = {"cost", DTYPE_I64, .meaning = STATE_COSTS, .rows = chains_of, .host = STATE_AT(cost),
              .dev = STATE_AT(state.cost), .check = island_costs_known},
    [KEPT_COST] = {"best_cost", DTYPE_I64, .meaning = STATE_COSTS, .rows = chains_of,
                   .host = STATE_AT(kept_cost), .dev = STATE_AT(state.kept_cost),
                   .check = island_costs_known},
    [PRICE] = {"price", DTYPE_I64, .meaning = STATE_NUMBERS, .rows = chains_of, .width = nodes_of,
               .host = STATE_AT(price), .dev = STATE_AT(state.price), .check = prices_check},
    [ROUND] = {"round", DTYPE_U64, .meaning = STATE_COUNTER}};

/* A checkpoint says how far a run without a budget has cooled, and the temperature of its epoch. */
static Status cooled_save(Archipelago *a, FieldSet *out) {
  double *done;
  TRY(fieldset_add(out, FIELD_ISLAND, "cooled", DTYPE_F64, a->span.count, 2, (void **)&done));
  for (uint32_t i = 0; i < a->span.count; i++) {
    done[2 * i] = a->paced;
    done[2 * i + 1] = a->share;
  }
  return OK;
}

bool ruin_seeks(const Archipelago *a) {
  return (a->task.host.features & RUIN_VEHICLES) && ruin_fewer(a->share);
}

static void temperatures_set(Archipelago *a) {
  const bool first = a->task.host.features & RUIN_VEHICLES;
  const double share = first ? (a->share - RUIN_FEWER_SHARE) / (1 - RUIN_FEWER_SHARE) : a->share;
  const double t = ruin_seeks(a) ? RUIN_FEWER_HEAT : ruin_temperature(ruin_plan(a->plan), share);
  const float temperature = (float)(t * a->unit);
  for (uint32_t k = 0; k < a->state.chains; k++) a->temperature[k] = temperature;
}

/* What costs of an array have beside the instance's is the distance of their solutions, whose costs are checked. */
static Status distances_check(const Archipelago *a, const FieldSet *in, int k) {
  const size_t genes = instance_genes(a->inst), chains = ruin_plan(a->plan)->chains;
  const char *name = arrays[arrays[k].cost].name;
  const Field *solution, *found;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, arrays[k].name, DTYPE_I32, a->span.count, chains * genes,
                        &solution));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_I64, a->span.count, chains, &found));
  for (size_t r = 0; r < a->span.count * chains; r++) {
    const int64_t cost = ((const int64_t *)found->data)[r],
                  expected = ruin_ties_cost(a->inst, &a->task, (const int32_t *)solution->data + r * genes,
                                            cost >> a->task.shift);
    if (cost != expected)
      FAIL(ERR_FORMAT, "field %s, row %zu: expected %lld, with the distance of its solution, found %lld",
           name, r, (long long)expected, (long long)cost);
  }
  return OK;
}

static Status cooled_load(Archipelago *a, const FieldSet *in) {
  const Field *cooled;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "cooled", DTYPE_F64, a->span.count, 2, &cooled));
  const double *done = cooled->data;
  for (int k = 0; k < 2; k++)
    if (!(done[k] >= 0 && done[k] <= 1)) FAIL(ERR_FORMAT, "field cooled: expected 0 to 1, found %g", done[k]);
  a->begun = a->paced = done[0];
  a->share = done[1];
  temperatures_set(a);
  TRY(distances_check(a, in, GENE));
  return distances_check(a, in, KEPT);
}

/* ---- what the backend's twin knows ---- */

/* What people call the features that a twin may lack, or that do not go with others; of two that an instance has, the first is told. */
static const struct {
  uint32_t bit;
  const char *name;
} feature_names[] = {{RUIN_PAIRS, "pickup and delivery pairs"},
                     {RUIN_MIXED, "deliveries and pickups in one dimension of loads"},
                     {RUIN_BACKHAULS, "backhauls"},
                     {RUIN_CLUSTERS, "alternatives of customers"},
                     {RUIN_BREAKS, "breaks of drivers"},
                     {RUIN_WINDOWS, "several time windows of a customer"},
                     {RUIN_RELEASES, "release times"},
                     {RUIN_TRIPS, "several trips of a vehicle"},
                     {RUIN_BALANCE, "a cost of the longest route"}};

/* The name of the first of these features; NULL: none has one. */
static const char *feature_name(uint32_t features) {
  for (size_t k = 0; k < sizeof feature_names / sizeof *feature_names; k++)
    if (features & feature_names[k].bit) return feature_names[k].name;
  return features & ~(uint32_t)RUIN_BASIC ? "one of its features" : NULL;
}

/* Routes of several trips, and release times, go with none of these. */
static Status together_check(const Archipelago *a) {
  const uint32_t features = a->task.host.features;
  const char *other = feature_name(
      features & (RUIN_PAIRS | RUIN_MIXED | RUIN_BACKHAULS | RUIN_CLUSTERS | RUIN_BREAKS | RUIN_WINDOWS));
  if (!(features & RUIN_TRIPPED) || !other) return OK;
  FAIL(ERR_FORMAT, "%s: method ruin does not support %s together with %s", a->inst->name,
       features & RUIN_TRIPS ? "several trips of a vehicle" : "release times", other);
}

static Status features_check(const Archipelago *a) {
  const char *missing = feature_name(a->task.host.features & ~a->be->ops->ruin->features);
  if (missing)
    FAIL(ERR_FORMAT, "%s: method ruin does not support %s on backend %s", a->inst->name, missing,
         a->be->ops->name);
  const uint32_t apart = a->task.host.features & a->be->ops->ruin->apart;
  if (apart & (apart - 1))
    FAIL(ERR_FORMAT,
         "%s: method ruin does not support breaks of drivers together with a cost of the longest route on "
         "backend %s",
         a->inst->name, a->be->ops->name);
  return together_check(a);
}

/* ---- memory ---- */

static Status archipelago_prepare(Archipelago *a, bool shares) {
  const RuinPlan *own = ruin_plan(a->plan);
  const uint32_t chains = a->span.count * own->chains;
  TRY(ruin_data_make(a->inst, a->be, a->be->threads, &a->task));
  TRY(features_check(a));
  const int64_t price = ruin_price(&a->task.host);
  a->unit = ruin_unit(&a->task.host) * (a->task.shift ? RUIN_TIES_HOT : 1);
  a->task.seed = a->plan->seed;
  a->task.width = (int32_t)own->width;
  a->task.shares = shares;
  a->task.price_step = price / 256 + 1;
  a->state.first = a->span.first * own->chains;
  a->state.chains = chains;
  a->temperature = calloc(chains + (size_t)1, sizeof *a->temperature);
  if (!a->temperature) FAIL(ERR_MEMORY, "no memory for %u chains", chains);
  a->share = own->epochs == 1; /* of the first epoch, which no begin() precedes */
  temperatures_set(a);
  return a->be->ops->ruin->open(a->be, &a->task, chains, &a->place);
}

static Status ruin_prepare(Archipelago *a) { return archipelago_prepare(a, false); }
static Status ruin_prepare_shared(Archipelago *a) { return archipelago_prepare(a, true); }

static void ruin_release(Archipelago *a) {
  if (a->place) a->be->ops->ruin->close(a->be, a->place);
  ruin_data_free(a->be, &a->task);
  free(a->temperature);
}

/* All chains begin with a solution gene (genes). */
static Status chains_begin(Archipelago *a, const int32_t *gene) {
  const size_t genes = instance_genes(a->inst), nodes = (size_t)a->inst->n + 1;
  int64_t cost;
  TRY(a->inst->problem->judge(a->inst, gene, &cost));
  cost = ruin_ties_cost(a->inst, &a->task, gene, cost);
  for (uint32_t k = 0; k < a->state.chains; k++) {
    memcpy(a->gene + k * genes, gene, genes * sizeof *gene);
    TRY(island_row_upload(a, KEPT, k, gene));
    a->cost[k] = a->kept_cost[k] = cost;
    ruin_prices_begin(&a->task, a->plan->initial ? 1 : ruin_prize_factor(0), a->price + k * nodes);
  }
  for (int k = GENE; k <= PRICE; k++)
    if (k != KEPT) TRY(island_upload(a, k));
  return OK;
}

/* With all customers left out. */
static Status ruin_first(Archipelago *a) {
  const int32_t n = a->inst->n;
  int32_t *gene = malloc(instance_genes(a->inst) * sizeof *gene);
  if (!gene) FAIL(ERR_MEMORY, "no memory for a solution of %d customers", n);
  for (int32_t c = 1; c <= n; c++) {
    gene[c - 1] = c > 1 ? c : -c;
    gene[n + c - 1] = ROUTES_LEFT_OUT;
  }
  const Status status = chains_begin(a, gene);
  free(gene);
  return status;
}

Status ruin_start(Archipelago *a, const int32_t *initial) {
  return initial && a->span.count ? chains_begin(a, initial) : OK;
}

/* ---- between epochs ---- */

typedef struct Migrant {
  int64_t cost;
  int32_t gene[]; /* (genes) */
} Migrant;

/* The cheapest (sign 1) or the dearest chain (-1) of island i by these costs of all chains, of equals the first. */
static size_t extreme(const Archipelago *a, const int64_t *cost, uint32_t i, int sign) {
  const size_t chains = ruin_plan(a->plan)->chains, first = i * chains;
  size_t best = first;
  for (size_t k = first + 1; k < first + chains; k++)
    if (sign > 0 ? cost[k] < cost[best] : cost[k] > cost[best]) best = k;
  return best;
}

/* Has a solution of that cost fewer routes than another one? One that lacks customers has more than any. */
static bool has_fewer(const Archipelago *a, int64_t cost, int64_t than) {
  const int64_t route = a->task.host.route_cost;
  return cost / route < than / route;
}

/* Chain k goes on from a solution, which it keeps. */
static Status chain_set(Archipelago *a, size_t k, const int32_t *gene, int64_t cost) {
  const size_t genes = instance_genes(a->inst);
  memcpy(a->gene + k * genes, gene, genes * sizeof *gene);
  a->cost[k] = a->kept_cost[k] = cost;
  return island_row_upload(a, KEPT, k, gene);
}

static Status migrant_pack(Archipelago *a, uint32_t i, void *migrant) {
  Migrant *out = migrant;
  const size_t genes = instance_genes(a->inst);
  const int64_t *cost = ruin_seeks(a) ? a->kept_cost : a->cost;
  const size_t k = extreme(a, cost, i, 1);
  out->cost = cost[k];
  if (ruin_seeks(a)) return island_row_download(a, KEPT, k, out->gene);
  memcpy(out->gene, a->gene + k * genes, genes * sizeof *out->gene);
  return OK;
}

static Status migrant_settle(Archipelago *a, uint32_t i, const void *migrant) {
  const Migrant *in = migrant;
  const size_t genes = instance_genes(a->inst), k = extreme(a, ruin_seeks(a) ? a->kept_cost : a->cost, i, -1);
  if (ruin_seeks(a))
    return has_fewer(a, in->cost, a->kept_cost[k]) ? chain_set(a, k, in->gene, in->cost) : OK;
  if (in->cost >= a->cost[k]) return OK;
  a->cost[k] = in->cost;
  memcpy(a->gene + k * genes, in->gene, genes * sizeof *in->gene);
  if (in->cost >= a->kept_cost[k]) return OK;
  a->kept_cost[k] = in->cost;
  return island_row_upload(a, KEPT, k, in->gene);
}

static Status solutions_upload(Archipelago *a) {
  TRY(island_upload(a, GENE));
  TRY(island_upload(a, COST));
  return island_upload(a, KEPT_COST);
}

static uint32_t partner_of(const Archipelago *a, uint32_t epoch, uint32_t c) {
  const RuinPlan *own = ruin_plan(a->plan);
  const uint32_t chains = own->chains, step = 1 + epoch / own->meet % (chains - 1), i = c % chains;
  return c - i + (i + step) % chains;
}

/* gene, cost: room for as much as all chains have. */
static void tournament_play(Archipelago *a, uint32_t epoch, int32_t *gene, int64_t *cost) {
  const size_t genes = instance_genes(a->inst);
  memcpy(gene, a->gene, a->state.chains * genes * sizeof *gene);
  memcpy(cost, a->cost, a->state.chains * sizeof *cost);
  for (uint32_t c = 0; c < a->state.chains; c++) {
    const uint32_t partner = partner_of(a, epoch, c);
    if (cost[partner] >= cost[c]) continue;
    memcpy(a->gene + c * genes, gene + partner * genes, genes * sizeof *gene);
    a->cost[c] = cost[partner];
  }
}

/* In the search for fewer vehicles it is among the solutions that are kept. */
static Status tournament_of_kept(Archipelago *a, uint32_t epoch, int32_t *gene, int64_t *cost) {
  const size_t genes = instance_genes(a->inst);
  memcpy(cost, a->kept_cost, a->state.chains * sizeof *cost);
  for (uint32_t c = 0; c < a->state.chains; c++) TRY(island_row_download(a, KEPT, c, gene + c * genes));
  for (uint32_t c = 0; c < a->state.chains; c++) {
    const uint32_t partner = partner_of(a, epoch, c);
    if (has_fewer(a, cost[partner], cost[c])) TRY(chain_set(a, c, gene + partner * genes, cost[partner]));
  }
  return OK;
}

static Status tournament(Archipelago *a, uint32_t epoch) {
  const size_t chains = a->state.chains;
  int32_t *gene = malloc((chains * instance_genes(a->inst) + 1) * sizeof *gene);
  int64_t *cost = malloc((chains + 1) * sizeof *cost);
  Status status = OK;
  if (!gene || !cost) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for a tournament of %zu chains", chains);
  TRY_GOTO(island_download(a, GENE), cleanup);
  TRY_GOTO(island_download(a, COST), cleanup);
  TRY_GOTO(island_download(a, KEPT_COST), cleanup);
  if (ruin_seeks(a))
    TRY_GOTO(tournament_of_kept(a, epoch, gene, cost), cleanup);
  else
    tournament_play(a, epoch, gene, cost);
  TRY_GOTO(solutions_upload(a), cleanup);
cleanup:
  free(gene);
  free(cost);
  return status;
}

/* Prizes are dearer at first, unless the run goes on from a given solution. */
static Status prizes_set(Archipelago *a) {
  const size_t nodes = (size_t)a->inst->n + 1;
  if (!(a->task.host.features & RUIN_OPTIONAL) || a->plan->initial) return OK;
  TRY(island_download(a, PRICE));
  for (uint32_t k = 0; k < a->state.chains; k++)
    ruin_prices_set(&a->task, ruin_prize_factor(a->share), a->price + k * nodes);
  return island_upload(a, PRICE);
}

/* Behind the search for fewer vehicles chains go on from what they have kept: their present solutions lack customers. */
static Status fewer_end(Archipelago *a, bool before) {
  const size_t genes = instance_genes(a->inst);
  if (!before || ruin_seeks(a)) return OK;
  TRY(island_download(a, KEPT_COST));
  for (uint32_t k = 0; k < a->state.chains; k++) {
    TRY(island_row_download(a, KEPT, k, a->gene + k * genes));
    a->cost[k] = a->kept_cost[k];
  }
  return solutions_upload(a);
}

Status ruin_begin(Archipelago *a, uint32_t epoch) {
  const RuinPlan *own = ruin_plan(a->plan);
  TRY(island_begin(a, epoch));
  if (!a->span.count) return OK;
  const bool before = epoch && ruin_seeks(a);
  if (own->epochs) a->share = own->epochs > 1 ? (double)epoch / (own->epochs - 1) : 1;
  if (!own->epochs) a->share = a->paced;
  temperatures_set(a);
  TRY(prizes_set(a));
  TRY(fewer_end(a, before));
  return epoch && own->meet && own->chains > 1 && epoch % own->meet == 0 ? tournament(a, epoch) : OK;
}

/* ---- epochs ---- */

static int64_t cost_of_chain(const Archipelago *a, int64_t cost) { return cost >> a->task.shift; }

static uint64_t ruin_steps(const Plan *plan) {
  const RuinPlan *own = ruin_plan(plan);
  return own->epochs ? (uint64_t)own->epochs * own->rounds : UINT64_MAX;
}
static uint64_t ruin_epoch(const Plan *plan) { return ruin_plan(plan)->rounds; }

#define RUIN_TABLE(preparing)                                                                                \
  {                                                                                                          \
    .bytes = sizeof(Archipelago), STATE_ARRAYS(arrays), STATE_SOURCES(KEPT), .steps = ruin_steps,            \
    .epoch = ruin_epoch, .prepare = (preparing), .first = ruin_first, .release = ruin_release,               \
    .pack = migrant_pack, .settle = migrant_settle, .arrived = solutions_upload, .cost_of = cost_of_chain,   \
    .saved = cooled_save, .loaded = cooled_load                                                              \
  }
static const IslandTable ruin_table = RUIN_TABLE(ruin_prepare),
                         ruin_table_shared = RUIN_TABLE(ruin_prepare_shared);

Status ruin_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  return island_create(&ruin_table, inst, be, plan, span, out);
}

Status ruin_create_shared(const Instance *inst, Backend *be, const Plan *plan, Archipelago **out) {
  return island_create(&ruin_table_shared, inst, be, plan, (Span){0, plan->islands}, out);
}

void ruin_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const uint32_t chains = ruin_plan(plan)->chains;
  island_needs(&ruin_table, inst, plan, span, out);
  snprintf(out->of, sizeof out->of, "--islands %u --chains %u", plan->islands, chains);
  if (!span.count) return;
  out->device = bytes_plus(out->device, ruin_data_bytes(inst));
  out->device = bytes_plus(out->device, be->ops->ruin->bytes(be, inst, span.count * chains));
}

void ruin_turned(Archipelago *a, uint32_t rounds) {
  a->at += rounds;
  a->proposals += (uint64_t)rounds * ruin_plan(a->plan)->width * a->state.chains;
}
