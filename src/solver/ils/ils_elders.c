/* Elders of the "ils" solver: the best tours of earlier populations, which join one that is through. Inside "ils".
 *
 * An island has the best tour of all that it has seen, and, for each of its last populations, the best one that this had before
 * its elders came: those are the ones that differ, and so have something to tell. They take the places of the costliest tours,
 * and each is the father of as many tours as the others, once. */
#include <stdlib.h>
#include <string.h>
#include "ils_archipelago.h"

static size_t elder_row(uint32_t i, uint32_t e) { return (size_t)i * ILS_ELDERS + e; }

/* Populations that have left their best. */
static uint32_t populations_over(const IlsStage *stage) { return stage->population + stage->joined; }

bool ils_elders_meet(const Archipelago *a, uint32_t i) {
  const IlsStage *stage = ils_stage_of(a, i);
  return stage->joined && stage->generation == 0;
}

uint32_t ils_elders_left(const Archipelago *a, uint32_t i) {
  const uint32_t over = populations_over(ils_stage_of(a, i));
  return over < ILS_ELDERS ? over + 1 : ILS_ELDERS;
}

uint32_t ils_elders(const Archipelago *a, uint32_t i) {
  const uint32_t all = ils_elders_left(a, i), half = a->stage.made / 2;
  return all < half ? all : half > 1 ? half : 1;
}

static Status elder_keep(Archipelago *a, uint32_t i, uint32_t e, int64_t cost, const int32_t *tour) {
  a->elder_cost[elder_row(i, e)] = cost;
  return a->be->ops->copy(a->be, ils_tour(a, a->elder_tour, elder_row(i, e)), tour, ils_tour_bytes(a));
}

Status ils_elders_keep(Archipelago *a) {
  for (uint32_t i = 0; i < a->span.count; i++)
    TRY(elder_keep(a, i, 0, a->champion_cost[i], ils_tour(a, a->champion_tour, i)));
  return OK;
}

Status ils_elders_add(Archipelago *a, Span islands) {
  const uint32_t e = 1 + a->stage.population % (ILS_ELDERS - 1);
  for (uint32_t i = islands.first; i < islands.first + islands.count; i++) {
    size_t best = ils_row(a, i, 0);
    for (uint32_t j = 1; j < a->stage.made; j++)
      if (a->cost[ils_row(a, i, j)] < a->cost[best]) best = ils_row(a, i, j);
    TRY(elder_keep(a, i, e, a->cost[best], ils_tour(a, a->state.tour, best)));
  }
  return OK;
}

/* ---- joining ---- */

/* The costliest tour of island i from number `from` on. */
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

/* Elder e becomes tour e, which takes the place of the costliest one behind the elders. */
static Status elder_join(Archipelago *a, uint32_t i, uint32_t e) {
  const size_t row = ils_row(a, i, e),
               worst = ils_elders(a, i) < a->stage.made ? costliest(a, i, ils_elders(a, i)) : row;
  if (worst != row) TRY(tour_place(a, worst, a->cost[row], ils_tour(a, a->state.tour, row)));
  return tour_place(a, row, a->elder_cost[elder_row(i, e)], ils_tour(a, a->elder_tour, elder_row(i, e)));
}

Status ils_elders_join(Archipelago *a) {
  for (uint32_t i = 0; i < a->span.count; i++)
    for (uint32_t e = 0; ils_elders_meet(a, i) && e < ils_elders(a, i); e++) TRY(elder_join(a, i, e));
  return ils_cost_set(a);
}

/* ---- arrays ---- */

Status ils_elders_make(Archipelago *a) {
  const size_t rows = (size_t)a->span.count * ILS_ELDERS;
  a->elder_cost = malloc(rows * sizeof *a->elder_cost);
  if (!a->elder_cost) FAIL(ERR_MEMORY, "no memory for %zu tours", rows);
  for (size_t r = 0; r < rows; r++) a->elder_cost[r] = COST_NONE;
  return a->be->ops->alloc(a->be, rows * ils_tour_bytes(a), (void **)&a->elder_tour);
}

void ils_elders_free(Archipelago *a) {
  a->be->ops->free(a->be, a->elder_tour);
  free(a->elder_cost);
}
