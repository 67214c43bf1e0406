/* The elite set of the "ils" solver: the best tours of earlier populations, which join a population that is
 * stagnant. Inside "ils".
 *
 * The elite set of an island has the best tour it has seen, and the best tour of each of its last populations
 * before the elite set joined that one. Populations start independently, so these tours differ, and crossover
 * with them improves the others. They replace the costliest tours. In the generation after that each is the
 * second parent of equally many tours. */
#include <stdlib.h>
#include <string.h>
#include "ils_archipelago.h"

static size_t elite_row(uint32_t i, uint32_t e) { return (size_t)i * ILS_ELITE_MAX + e; }

/* Populations whose best tour is in the elite set. */
static uint32_t populations_finished(const IlsStage *stage) { return stage->population + stage->joined; }

bool ils_elite_generation(const Archipelago *a, uint32_t i) {
  const IlsStage *stage = ils_stage_of(a, i);
  return stage->joined && stage->generation == 0;
}

uint32_t ils_elite_size(const Archipelago *a, uint32_t i) {
  const uint32_t over = populations_finished(ils_stage_of(a, i));
  return over < ILS_ELITE_MAX ? over + 1 : ILS_ELITE_MAX;
}

uint32_t ils_elite_joining(const Archipelago *a, uint32_t i) {
  const uint32_t all = ils_elite_size(a, i), half = a->stage.made / 2;
  if (all < half) return all;
  if (half > 1) return half;
  return 1;
}

static Status elite_store(Archipelago *a, uint32_t i, uint32_t e, int64_t cost, const int32_t *tour) {
  a->elite_cost[elite_row(i, e)] = cost;
  return a->be->ops->copy(a->be, ils_tour(a, a->elite_tour, elite_row(i, e)), tour, ils_tour_bytes(a));
}

Status ils_elite_begin(Archipelago *a) {
  for (uint32_t i = 0; i < a->span.count; i++)
    TRY(elite_store(a, i, 0, a->champion_cost[i], ils_tour(a, a->champion_tour, i)));
  return OK;
}

Status ils_elite_add(Archipelago *a, Span islands) {
  const uint32_t e = 1 + a->stage.population % (ILS_ELITE_MAX - 1);
  for (uint32_t i = islands.first; i < islands.first + islands.count; i++) {
    size_t best = ils_row(a, i, 0);
    for (uint32_t j = 1; j < a->stage.made; j++)
      if (a->cost[ils_row(a, i, j)] < a->cost[best]) best = ils_row(a, i, j);
    TRY(elite_store(a, i, e, a->cost[best], ils_tour(a, a->state.tour, best)));
  }
  return OK;
}

/* ---- joining ---- */

/* The costliest tour of island i, of those from number `from` on. */
static size_t costliest(const Archipelago *a, uint32_t i, uint32_t from) {
  size_t worst = ils_row(a, i, from);
  for (uint32_t j = from + 1; j < a->stage.made; j++)
    if (a->cost[ils_row(a, i, j)] > a->cost[worst]) worst = ils_row(a, i, j);
  return worst;
}

static Status tour_place(Archipelago *a, size_t row, int64_t cost, const int32_t *tour) {
  a->cost[row] = cost;
  return a->be->ops->copy(a->be, ils_tour(a, a->state.tour, row), tour, ils_tour_bytes(a));
}

/* Entry e becomes tour e. The tour that was there replaces the costliest tour outside the elite set. */
static Status elite_join_one(Archipelago *a, uint32_t i, uint32_t e) {
  const size_t row = ils_row(a, i, e), worst = ils_elite_joining(a, i) < a->stage.made
                                                   ? costliest(a, i, ils_elite_joining(a, i))
                                                   : row;
  if (worst != row) TRY(tour_place(a, worst, a->cost[row], ils_tour(a, a->state.tour, row)));
  return tour_place(a, row, a->elite_cost[elite_row(i, e)], ils_tour(a, a->elite_tour, elite_row(i, e)));
}

Status ils_elite_join(Archipelago *a) {
  for (uint32_t i = 0; i < a->span.count; i++)
    for (uint32_t e = 0; ils_elite_generation(a, i) && e < ils_elite_joining(a, i); e++)
      TRY(elite_join_one(a, i, e));
  return ils_costs_upload(a);
}

/* ---- arrays ---- */

Status ils_elite_make(Archipelago *a) {
  const size_t rows = (size_t)a->span.count * ILS_ELITE_MAX;
  a->elite_cost = malloc(rows * sizeof *a->elite_cost);
  if (!a->elite_cost) FAIL(ERR_MEMORY, "no memory for %zu tours", rows);
  for (size_t r = 0; r < rows; r++) a->elite_cost[r] = COST_NONE;
  return a->be->ops->alloc(a->be, rows * ils_tour_bytes(a), (void **)&a->elite_tour);
}

void ils_elite_free(Archipelago *a) {
  a->be->ops->free(a->be, a->elite_tour);
  free(a->elite_cost);
}
