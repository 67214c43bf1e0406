/* See three_opt_seek.h. */
#include "three_opt_seek.h"

#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "search/routes/route_start.h"

enum { SEEK_USUAL = 20000, STEP_ITERATIONS = 64 };

static const double UNIT = 0; /* of temperatures: of equal absences shorter solutions are taken */

static Status search_make(Archipelago *a) {
  ThreeOptSeek *const seek = a->seek;
  const RouteData data = route_data_of(a->inst);
  TRY(fleet_inputs_make(&data, a->be->threads, &seek->inputs));
  TRY(fleet_search_make(&seek->inputs.data, seek->inputs.near, a->plan->seed, 0, &seek->search));
  const int32_t most = cvrp_routes_most(cvrp_of(a->inst));
  seek->search.goal = most < a->inst->n ? most : a->inst->n;
  return OK;
}

Status three_opt_seek_make(Archipelago *a) {
  const size_t n = (size_t)a->inst->n;
  bool keeps = true;
  if (a->plan->initial || three_opt_plan(a->plan)->start == START_STAR || !start_may_fail(a->inst)) return OK;
  int32_t *const first = malloc(n * sizeof *first);
  if (!first) FAIL(ERR_MEMORY, "no memory for a solution of %zu customers", n);
  const Status status = start_savings_try(a->inst, a->be->threads, first, &keeps);
  if (status == OK && !keeps) a->seek = calloc(1, sizeof *a->seek);
  if (!a->seek) free(first);
  if (status != OK || keeps) return status;
  if (!a->seek) FAIL(ERR_MEMORY, "no memory for a search for a solution");
  a->seek->first = first;
  return a->span.count ? search_make(a) : OK;
}

void three_opt_seek_free(Archipelago *a) {
  if (!a->seek) return;
  fleet_search_free(&a->seek->search);
  fleet_inputs_free(&a->seek->inputs);
  free(a->seek->first);
  free(a->seek);
}

static void seek_begin(Archipelago *a, const int32_t *gene) {
  fleet_search_seek(&a->seek->search, gene, cvrp_routes_most(cvrp_of(a->inst)), UNIT);
}

void three_opt_seek_start(Archipelago *a) { seek_begin(a, a->seek->first); }

bool three_opt_seeks(const Archipelago *a) { return a->seek && a->seek->search.seeking; }

static uint64_t iterations_most(const Archipelago *a) {
  return a->plan->time_s > 0 ? UINT64_MAX : (uint64_t)SEEK_USUAL * (uint64_t)a->inst->n;
}

bool three_opt_seek_over(const Archipelago *a) {
  return three_opt_seeks(a) && a->seek->done >= iterations_most(a);
}

void three_opt_seek_run(Archipelago *a, uint32_t steps) {
  ThreeOptSeek *const seek = a->seek;
  const uint64_t left = iterations_most(a) - seek->done, wanted = (uint64_t)steps * STEP_ITERATIONS,
                 count = wanted < left ? wanted : left;
  fleet_search_run(&seek->search, seek->done, count);
  seek->done += count;
  a->evaluated += count;
}

/* ---- checkpoints: the counters, and the present routes while there is no solution ---- */

Status three_opt_seek_save(const Archipelago *a, FieldSet *out) {
  const size_t n = (size_t)a->inst->n, rows = a->span.count;
  void *now, *absences, *done;
  if (!a->seek) return OK;
  TRY(fieldset_add(out, FIELD_ISLAND, "fleet_now", DTYPE_I32, rows, n, &now));
  TRY(fieldset_add(out, FIELD_ISLAND, "fleet_absences", DTYPE_I64, rows, n, &absences));
  TRY(fieldset_add(out, FIELD_ISLAND, "fleet_iterations", DTYPE_U64, rows, 1, &done));
  if (!rows) return OK;
  *(uint64_t *)done = a->seek->done;
  memcpy(absences, a->seek->search.counter + 1, n * sizeof *a->seek->search.counter);
  if (three_opt_seeks(a)) fleet_search_now(&a->seek->search, now);
  return OK;
}

Status three_opt_seek_load(Archipelago *a, const FieldSet *in) {
  const size_t n = (size_t)a->inst->n, rows = a->span.count;
  const Field *now, *absences, *done;
  if (!a->seek) return OK;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "fleet_now", DTYPE_I32, rows, n, &now));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "fleet_absences", DTYPE_I64, rows, n, &absences));
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "fleet_iterations", DTYPE_U64, rows, 1, &done));
  if (!rows || a->champions.cost[0] != COST_NONE) return OK;
  a->seek->done = *(const uint64_t *)done->data;
  if (!fleet_absences_keep(absences->data, n))
    FAIL(ERR_FORMAT, "field fleet_absences: expected counters, found a number beyond them");
  memcpy(a->seek->search.counter + 1, absences->data, n * sizeof *a->seek->search.counter);
  seek_begin(a, NULL);
  if (fleet_search_now_set(&a->seek->search, now->data)) return OK;
  FAIL(ERR_FORMAT, "field fleet_now: expected routes of some customers, then the others");
}
