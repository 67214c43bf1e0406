/* What an island of the "3opt" solver has: its memory, its start, its fields in checkpoints (docs/file-formats-hdf5.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "search/routes/giant_tour.h"
#include "search/routes/route_start.h"
#include "three_opt_archipelago.h"
#include "three_opt_seek.h"

/* ---- memory ---- */

/* Tours that grow by routes are rare in large instances: room for some, and a new place if it is not enough. */
static int32_t capacity_for(const Plan *plan, const Instance *inst, int32_t nodes) {
  const int32_t most = giant_tour_most(inst->n), some = nodes + nodes / 64 + 64;
  return three_opt_plan(plan)->selection == SELECT_BEST || some > most ? most : some;
}

static size_t moves_room(int32_t customers) {
  const size_t nodes = (size_t)giant_tour_most(customers);
  return nodes > MOVES_AT_ONCE ? nodes : MOVES_AT_ONCE;
}

/* Nodes of a start: a star's, or at least those of full vehicles. */
static int32_t nodes_least(const CvrpInstance *cvrp, const Plan *plan) {
  const int32_t customers = cvrp->head.n;
  if (three_opt_plan(plan)->start == START_STAR) return giant_tour_most(customers);
  return customers + 1 + (int32_t)cvrp_routes_filled(cvrp_load(cvrp->demand, customers), cvrp->capacity);
}

void three_opt_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const ThreeOptPlan *own = three_opt_plan(plan);
  const CvrpInstance *cvrp = cvrp_of(inst);
  const uint64_t customers = (uint64_t)inst->n, nodes = customers + 1,
                 most = (uint64_t)giant_tour_most(inst->n);
  const int32_t room = capacity_for(plan, inst, nodes_least(cvrp, plan));
  const RouteData data = route_data_of(inst);
  *out = (Memory){0};
  if (!span.count) return;
  out->host = (2 * most + 2 * customers) * sizeof(int32_t) + moves_room(inst->n) * sizeof(ThreeOptMove);
  out->device = bytes_plus(be->ops->three_opt->bytes(be, &data, room, own->evaluator, (int)own->levels),
                           cvrp->matrix ? bytes_of(nodes, nodes, sizeof(int32_t)) : 0);
  const uint64_t arrays = 1 + (cvrp->x ? 2 : 0) + (cvrp_has_windows(cvrp) ? 3 : 0);
  out->device = bytes_plus(out->device, arrays * nodes * sizeof(int32_t));
  out->saved = customers * sizeof(int32_t);
  snprintf(out->of, sizeof out->of, "exhaustive 3-opt of %d customers", inst->n);
}

static Status place_open(Archipelago *a) {
  const ThreeOptPlan *own = three_opt_plan(a->plan);
  a->be->ops->three_opt->close(a->be, a->place);
  a->place = NULL;
  a->capacity = capacity_for(a->plan, a->inst, a->n);
  if (a->capacity < 4) a->capacity = 4;
  return a->be->ops->three_opt->open(a->be, &a->data, a->capacity, own->evaluator, (int)own->levels,
                                     &a->place);
}

static Status arrays_make(Archipelago *a) {
  const size_t nodes = (size_t)giant_tour_most(a->inst->n) + 1;
  const RouteData data = route_data_of(a->inst);
  TRY(champions_make(&a->champions, a->span, a->inst->n));
  if (!a->span.count) return OK;
  a->tour = malloc(nodes * sizeof *a->tour);
  a->other = malloc(nodes * sizeof *a->other);
  a->gene = malloc((size_t)a->inst->n * sizeof *a->gene);
  a->moves = malloc(moves_room(a->inst->n) * sizeof *a->moves);
  if (!a->tour || !a->other || !a->gene || !a->moves)
    FAIL(ERR_MEMORY, "no memory for a tour of %zu nodes", nodes);
  return route_data_upload(a->be, &data, &a->data);
}

void three_opt_destroy(Archipelago *a) {
  if (!a) return;
  if (a->span.count) {
    a->be->ops->three_opt->close(a->be, a->place);
    route_data_free(a->be, &a->data);
  }
  three_opt_seek_free(a);
  free(a->tour);
  free(a->other);
  free(a->gene);
  free(a->moves);
  champions_free(&a->champions);
  free(a);
}

/* ---- the tour ---- */

Status three_opt_tour_put(Archipelago *a) {
  if (!a->place || a->n > a->capacity) TRY(place_open(a));
  if (a->n >= 4) return a->be->ops->three_opt->put(a->be, a->place, a->tour, a->n);
  a->local_optimum = true;
  return OK;
}

void three_opt_champion_offer(Archipelago *a) {
  giant_tour_genes(a->tour, a->n, a->gene);
  champions_offer(&a->champions, 0, a->cost, a->gene);
}

uint64_t three_opt_epoch_end(const Archipelago *a, uint32_t epoch) {
  return ((uint64_t)epoch + 1) * a->plan->epoch;
}

Status three_opt_descent_begin(Archipelago *a, const int32_t *gene) {
  a->n = giant_tour_of(a->inst, gene, a->tour);
  a->cost = giant_tour_cost(a->inst, a->tour, a->n);
  three_opt_champion_offer(a);
  return three_opt_tour_put(a);
}

Status three_opt_start(Archipelago *a, const int32_t *initial) {
  if (!a->span.count) return OK;
  if (a->seek) {
    three_opt_seek_start(a);
    return three_opt_seeks(a) ? OK : three_opt_descent_begin(a, a->seek->search.best);
  }
  if (initial)
    memcpy(a->gene, initial, (size_t)a->inst->n * sizeof *a->gene);
  else if (three_opt_plan(a->plan)->start == START_STAR)
    start_star(a->inst, a->gene);
  else
    TRY(start_savings(a->inst, a->be->threads, a->gene));
  return three_opt_descent_begin(a, a->gene);
}

Status three_opt_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  Status status = OK;
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for an island");
  *a = (Archipelago){.inst = inst, .be = be, .plan = plan, .span = span};
  TRY_GOTO(arrays_make(a), cleanup);
  TRY_GOTO(three_opt_seek_make(a), cleanup);
  a->epoch_end = three_opt_epoch_end(a, 0);
  *out = a;
  return OK;
cleanup:
  three_opt_destroy(a);
  return status;
}

/* ---- checkpoints ---- */

static Status counter_save(const Archipelago *a, const char *name, uint64_t value, FieldSet *out) {
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, DTYPE_U64, a->span.count, 1, &data));
  if (a->span.count) *(uint64_t *)data = value;
  return OK;
}

/* At most `most`; *value stays where there are no islands. */
static Status counter_load(const Archipelago *a, const char *name, uint64_t most, const FieldSet *in,
                           uint64_t *value) {
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_U64, a->span.count, 1, &f));
  if (!f->rows) return OK;
  *value = *(const uint64_t *)f->data;
  if (*value > most)
    FAIL(ERR_FORMAT, "field %s: expected at most %llu, found %llu", name, (unsigned long long)most,
         (unsigned long long)*value);
  return OK;
}

Status three_opt_save(Archipelago *a, FieldSet *out) {
  TRY(champions_save(&a->champions, out));
  TRY(counter_save(a, "moves_made", a->made, out));
  TRY(three_opt_seek_save(a, out));
  return counter_save(a, "local_optimum", a->local_optimum, out);
}

/* Moves that a run of an epoch can have made. */
static uint64_t made_most(const Archipelago *a, uint32_t epoch) {
  const uint64_t most = three_opt_plan(a->plan)->moves, end = three_opt_epoch_end(a, epoch);
  return most && most < end ? most : end;
}

Status three_opt_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  uint64_t optimum = 0;
  TRY(champions_load(&a->champions, a->inst, in));
  TRY(counter_load(a, "moves_made", made_most(a, epoch), in, &a->made));
  TRY(counter_load(a, "local_optimum", 1, in, &optimum));
  a->epoch_end = three_opt_epoch_end(a, epoch);
  TRY(three_opt_seek_load(a, in));
  if (!a->span.count || three_opt_seeks(a)) return OK;
  if (a->champions.cost[0] == COST_NONE)
    FAIL(ERR_FORMAT, "field champion_cost: expected a solution, found none");
  a->n = giant_tour_of(a->inst, a->champions.gene, a->tour);
  a->cost = a->champions.cost[0];
  a->local_optimum = optimum;
  return three_opt_tour_put(a);
}
