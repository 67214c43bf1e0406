/* What an archipelago of the "sisr" solver has: its memory, its start, its fields in checkpoints (docs/file-formats.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "sisr_archipelago.h"
#include "solver/routes/route_neighbours.h"
#include "solver/routes/route_start.h"

enum { NEAR_WIDTH = 64, PART_COLUMNS = 3 };

/* ---- memory ---- */

int32_t sisr_part_room(const Instance *inst, const Plan *plan) {
  const int32_t parts = (int32_t)sisr_plan(plan)->parts, mean = (inst->n + parts - 1) / parts;
  const int64_t room = parts > 1 ? 2 * (int64_t)mean + 64 : mean;
  const int32_t most = room < inst->n ? (int32_t)room : inst->n;
  return most < SISR_PART_MAX ? most : SISR_PART_MAX;
}

static uint32_t parts_most_chain(const Plan *plan) { return 2 * sisr_plan(plan)->parts + 2; }
uint32_t sisr_parts_most(const Plan *plan, uint32_t chains) { return chains * parts_most_chain(plan); }

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

/* Nearest first, as the tie rule of route_neighbours.h has it. */
typedef struct Neighbour {
  int64_t distance;
  int32_t customer;
} Neighbour;

static int neighbour_order(const void *a, const void *b) {
  const Neighbour *x = a, *y = b;
  if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
  return (x->customer > y->customer) - (x->customer < y->customer);
}

static void near_sort(const RouteData *data, int32_t c, int32_t width, int32_t *row) {
  Neighbour all[NEAR_WIDTH];
  for (int32_t k = 0; k < width; k++) {
    const int32_t v = row[k];
    const int64_t dx = data->matrix ? 0 : (int64_t)data->x[c] - data->x[v],
                  dy = data->matrix ? 0 : (int64_t)data->y[c] - data->y[v];
    all[k] = (Neighbour){data->matrix ? route_distance(data, c, v) : dx * dx + dy * dy, v};
  }
  qsort(all, (size_t)width, sizeof *all, neighbour_order);
  for (int32_t k = 0; k < width; k++) row[k] = all[k].customer;
}

static Status near_make(Archipelago *a) {
  const int32_t width = near_width(a->inst);
  const size_t bytes = ((size_t)a->inst->n + 1) * (size_t)width * sizeof(int32_t);
  int32_t *near = calloc(1, bytes + 1);
  if (!near) FAIL(ERR_MEMORY, "no memory for the neighbours of %d customers", a->inst->n);
  Status status = width ? route_neighbours(&a->host, width, a->be->threads, near) : OK;
  for (int32_t c = 1; c <= a->inst->n && status == OK; c++)
    near_sort(&a->host, c, width, near + (size_t)c * (size_t)width);
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
      inner += route_distance(data, gene[i - 1] < 0 ? -gene[i - 1] : gene[i - 1], gene[i]), edges++;
  }
  return edges ? (double)inner / edges : (double)outer / data->customers;
}

static Status chains_start(Archipelago *a) {
  const size_t n = (size_t)a->inst->n;
  TRY(start_savings(a->inst, a->be->threads, a->now.gene));
  const int64_t cost = sisr_part_cost(a->inst, a->now.gene, a->inst->n);
  a->unit = mean_edge(&a->host, a->now.gene);
  for (uint32_t c = 0; c < a->chains; c++) {
    if (c) memcpy(a->now.gene + c * n, a->now.gene, n * sizeof *a->now.gene);
    a->cost[c] = cost;
  }
  for (uint32_t i = 0; i < a->span.count; i++) champions_offer(&a->champions, i, cost, a->now.gene);
  a->best_seen = cost;
  return OK;
}

Status sisr_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
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
  TRY_GOTO(solver_sisr.begin(a, 0), cleanup);
  *out = a;
  return OK;
cleanup:
  sisr_destroy(a);
  return status;
}

/* ---- checkpoints: a row a chain ---- */

static Status field_add(const Archipelago *a, FieldSet *out, const char *name, Dtype dtype, size_t columns,
                        const void *from) {
  const size_t chains = sisr_plan(a->plan)->chains;
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, dtype, a->span.count, chains * columns, &data));
  if (a->chains) memcpy(data, from, a->chains * columns * dtype_bytes(dtype));
  return OK;
}

/* (chains, parts_most_chain, PART_COLUMNS): customers, routes_least, routes_most; customers 0: no more parts. */
static Status parts_save(const Archipelago *a, FieldSet *out) {
  const size_t row = parts_most_chain(a->plan) * PART_COLUMNS, chains = sisr_plan(a->plan)->chains;
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, "chain_parts", DTYPE_I32, a->span.count, chains * row, &data));
  for (uint32_t p = 0; p < a->count; p++) {
    int32_t *const at = (int32_t *)data + a->part[p].chain * row + a->part[p].number * PART_COLUMNS;
    at[0] = a->part[p].customers, at[1] = a->part[p].routes_least, at[2] = a->part[p].routes_most;
  }
  return OK;
}

static Status numbers_save(const Archipelago *a, FieldSet *out) {
  void *rounds, *share, *unit;
  TRY(fieldset_add(out, FIELD_ISLAND, "rounds_done", DTYPE_U32, a->span.count, 1, &rounds));
  TRY(fieldset_add(out, FIELD_ISLAND, "share", DTYPE_F64, a->span.count, 1, &share));
  TRY(fieldset_add(out, FIELD_ISLAND, "mean_edge", DTYPE_F64, a->span.count, 1, &unit));
  for (uint32_t i = 0; i < a->span.count; i++)
    ((uint32_t *)rounds)[i] = a->rounds_done, ((double *)share)[i] = a->share, ((double *)unit)[i] = a->unit;
  return OK;
}

Status sisr_save(Archipelago *a, FieldSet *out) {
  const size_t n = (size_t)a->inst->n;
  if (a->chains) TRY(sisr_look(a, true));
  TRY(champions_save(&a->champions, out));
  TRY(field_add(a, out, "chain_gene", DTYPE_I32, n, a->now.gene));
  TRY(field_add(a, out, "chain_kept", DTYPE_I32, n, a->kept.gene));
  TRY(parts_save(a, out));
  return numbers_save(a, out);
}

static Status genes_load(const Archipelago *a, const FieldSet *in, const char *name, int32_t *gene) {
  const size_t n = (size_t)a->inst->n, chains = sisr_plan(a->plan)->chains;
  const Field *f;
  int64_t cost;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_I32, a->span.count, chains * n, &f));
  for (uint32_t c = 0; c < a->chains; c++) {
    const int32_t *const row = (const int32_t *)f->data + c * n;
    if (judge_routes(a->inst, row, &cost) != OK) {
      char why[160];
      snprintf(why, sizeof why, "%s", status_message());
      FAIL(ERR_FORMAT, "field %s, chain %u: expected a solution, found: %s", name, c, why);
    }
    memcpy(gene + c * n, row, n * sizeof *gene);
  }
  return OK;
}

/* A part's genes of both solutions are whole routes of the same customers. */
static bool part_agrees(const Archipelago *a, const SisrPart *part, uint8_t *mark) {
  const size_t at = part->chain * (size_t)a->inst->n + (size_t)part->first;
  const int32_t *const now = a->now.gene + at, *const kept = a->kept.gene + at;
  bool agrees = now[0] < 0 && kept[0] < 0;
  for (int32_t i = 0; i < part->customers; i++) mark[now[i] < 0 ? -now[i] : now[i]] = 1;
  for (int32_t i = 0; i < part->customers; i++) agrees = agrees && mark[kept[i] < 0 ? -kept[i] : kept[i]];
  for (int32_t i = 0; i < part->customers; i++) mark[now[i] < 0 ? -now[i] : now[i]] = 0;
  const int32_t routes = sisr_part_routes(now, part->customers),
                other = sisr_part_routes(kept, part->customers);
  return agrees && part->routes_most <= SISR_SLOTS_MAX && routes <= part->routes_most &&
         other <= part->routes_most && routes >= part->routes_least && other >= part->routes_least;
}

static Status part_load(Archipelago *a, uint32_t chain, uint32_t number, int32_t first, const int32_t *row,
                        uint8_t *mark) {
  SisrPart *const part = &a->part[a->count];
  *part = (SisrPart){chain, number, first, row[0], row[1], row[2]};
  if (row[0] < 1 || row[0] > a->inst->n - first || row[0] > sisr_part_room(a->inst, a->plan) || row[1] < 0 ||
      row[2] > a->inst->n || !part_agrees(a, part, mark) ||
      row[0] > a->be->ops->sisr->part_most(a->be, &a->device, (int32_t)sisr_plan(a->plan)->width, row[2]))
    FAIL(ERR_FORMAT, "field chain_parts, chain %u: expected parts of whole routes, found %d customers", chain,
         row[0]);
  const size_t at = chain * (size_t)a->inst->n + (size_t)first;
  a->now.cost[a->count] = sisr_part_cost(a->inst, a->now.gene + at, row[0]);
  a->kept.cost[a->count++] = sisr_part_cost(a->inst, a->kept.gene + at, row[0]);
  return OK;
}

static Status chain_parts_load(Archipelago *a, uint32_t chain, const int32_t *row, uint8_t *mark) {
  int32_t first = 0;
  for (uint32_t p = 0; first < a->inst->n; first += row[p++ * PART_COLUMNS]) {
    if (p == parts_most_chain(a->plan))
      FAIL(ERR_FORMAT, "field chain_parts, chain %u: expected %d customers, found %d", chain, a->inst->n,
           first);
    TRY(part_load(a, chain, p, first, row + p * PART_COLUMNS, mark));
  }
  return OK;
}

static Status parts_load(Archipelago *a, const FieldSet *in) {
  const size_t row = parts_most_chain(a->plan) * PART_COLUMNS, chains = sisr_plan(a->plan)->chains;
  const Field *f;
  Status status = OK;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "chain_parts", DTYPE_I32, a->span.count, chains * row, &f));
  uint8_t *mark = calloc((size_t)a->inst->n + 1, 1);
  if (!mark) FAIL(ERR_MEMORY, "no memory for %d customers", a->inst->n);
  a->count = 0;
  for (uint32_t c = 0; c < a->chains && status == OK; c++)
    status = chain_parts_load(a, c, (const int32_t *)f->data + c * row, mark);
  free(mark);
  return status;
}

static Status numbers_load(Archipelago *a, const FieldSet *in) {
  const Field *rounds, *share, *unit;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "rounds_done", DTYPE_U32, a->span.count, 1, &rounds));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "share", DTYPE_F64, a->span.count, 1, &share));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "mean_edge", DTYPE_F64, a->span.count, 1, &unit));
  if (!a->span.count) return OK;
  a->rounds_done = *(const uint32_t *)rounds->data;
  a->share = *(const double *)share->data, a->unit = *(const double *)unit->data;
  if (a->rounds_done > a->rounds_all)
    FAIL(ERR_FORMAT, "field rounds_done: expected at most %u, found %u", a->rounds_all, a->rounds_done);
  if (!(a->share >= 0 && a->share <= 1)) FAIL(ERR_FORMAT, "field share: expected 0 to 1, found %g", a->share);
  if (!(a->unit >= 0 && a->unit <= 1e12))
    FAIL(ERR_FORMAT, "field mean_edge: expected 0 to 1e12, found %g", a->unit);
  return OK;
}

Status sisr_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  TRY(champions_load(&a->champions, a->inst, in));
  sisr_open(a, epoch);
  TRY(genes_load(a, in, "chain_gene", a->now.gene));
  TRY(genes_load(a, in, "chain_kept", a->kept.gene));
  TRY(parts_load(a, in));
  TRY(numbers_load(a, in));
  if (!a->chains) return OK;
  TRY(a->be->ops->sisr->put(a->be, a->place, a->part, a->count, &a->now, &a->kept));
  return sisr_look(a, false);
}
