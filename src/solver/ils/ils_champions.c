/* Champions of the "ils" solver: updating, reading, migration. Inside "ils". */
#include <stdlib.h>
#include "ils_archipelago.h"
#include "search/candidates/tour_image.h"

void ils_translate(const Archipelago *a, int32_t *tour) {
  for (int32_t p = 0; p < a->nodes; p++) tour[p] = a->order[tour[p]];
}

/* Row of the cheapest tour of island i by a->cost, the first of equals. */
static size_t island_best(const Archipelago *a, uint32_t i) {
  size_t best = ils_row(a, i, 0);
  for (uint32_t j = 1; j < ils_plan(a->plan)->group; j++)
    if (a->cost[ils_row(a, i, j)] < a->cost[best]) best = ils_row(a, i, j);
  return best;
}

Status ils_champion_offer(Archipelago *a, uint32_t i, int64_t cost, uint32_t origin, const int32_t *tour) {
  if (cost >= a->champion_cost[i]) return OK;
  a->champion_cost[i] = cost;
  a->champion_origin[i] = origin;
  return a->be->ops->copy(a->be, ils_tour(a, a->champion_tour, i), tour, ils_tour_bytes(a));
}

Status ils_champions_update(Archipelago *a) {
  TRY(ils_costs_download(a));
  for (uint32_t i = 0; i < a->span.count; i++) {
    if (ils_task_finished(a, i)) continue;
    const size_t row = island_best(a, i);
    TRY(ils_champion_offer(a, i, a->cost[row], ils_number(a, i), ils_tour(a, a->state.tour, row)));
  }
  return OK;
}

/* Every island's champion, from which ils_start takes it: so a checkpoint has it from the beginning. */
Status ils_given(Archipelago *a, const int32_t *initial) {
  int64_t cost;
  int32_t *own;
  if (!initial || !a->span.count) return OK;
  TRY(tour_given(a->inst, a->order, initial, &own, &cost));
  Status status = OK;
  for (uint32_t i = 0; i < a->span.count && status == OK; i++) {
    a->champion_cost[i] = cost;
    a->champion_origin[i] = ils_number(a, i);
    status = a->be->ops->upload(a->be, ils_tour(a, a->champion_tour, i), own, ils_tour_bytes(a));
  }
  free(own);
  return status;
}

/* The cities of a tour of the image's nodes. */
static Status image_read(Archipelago *a, const int32_t *tour, int32_t *city) {
  int32_t *node = malloc(ils_tour_bytes(a));
  if (!node) FAIL(ERR_MEMORY, "no memory for a tour of %d cities", a->inst->n);
  Status status = a->be->ops->download(a->be, node, tour, ils_tour_bytes(a));
  if (status == OK) status = tour_image_cities(a->inst, node, city);
  free(node);
  return status;
}

/* Reads a tour from the backend, in the instance's numbers. */
static Status individual_read(Archipelago *a, int64_t cost, uint32_t island, const int32_t *tour,
                              Individual *out) {
  out->cost = cost;
  out->island = island;
  out->length = (uint32_t)a->inst->n;
  if (cost == COST_NONE || !out->gene) return OK;
  if (tour_has_image(a->inst)) return image_read(a, tour, out->gene);
  TRY(a->be->ops->download(a->be, out->gene, tour, ils_tour_bytes(a)));
  ils_translate(a, out->gene);
  return OK;
}

Status ils_champion(Archipelago *a, uint32_t i, Individual *out) {
  return individual_read(a, a->champion_cost[i], a->champion_origin[i], ils_tour(a, a->champion_tour, i),
                         out);
}

/* Champions come first: of equals they are older. */
Status ils_best(Archipelago *a, bool unfinished, Individual *out) {
  int64_t cost = COST_NONE;
  uint32_t island = 0;
  const int32_t *tour = NULL;
  for (uint32_t i = 0; i < a->span.count; i++)
    if (a->champion_cost[i] < cost) {
      cost = a->champion_cost[i];
      island = a->champion_origin[i];
      tour = ils_tour(a, a->champion_tour, i);
    }
  if (unfinished) TRY(ils_costs_download(a));
  for (uint32_t i = 0; i < a->span.count && unfinished; i++) {
    const size_t row = island_best(a, i);
    if (a->cost[row] < cost) {
      cost = a->cost[row];
      island = a->span.first + i;
      tour = ils_tour(a, a->state.tour, row);
    }
  }
  return individual_read(a, cost, island, tour, out);
}

/* ---- migration ---- */

typedef struct IlsMigrant { /* a champion on the ring: internal numbers */
  int64_t cost;
  uint32_t origin;
  int32_t tour[]; /* (n) */
} IlsMigrant;

size_t ils_migrant_bytes(const Archipelago *a) { return sizeof(IlsMigrant) + ils_tour_bytes(a); }

Status ils_emigrate(Archipelago *a, void *out) {
  IlsMigrant *migrant = out;
  const uint32_t last = a->span.count - 1;
  migrant->cost = a->champion_cost[last];
  migrant->origin = a->champion_origin[last];
  return a->be->ops->download(a->be, migrant->tour, ils_tour(a, a->champion_tour, last), ils_tour_bytes(a));
}

/* Fills every island's inbox with the previous island's champion as it was before any arrived, or with the
 * migrant. */
static Status inboxes_fill(Archipelago *a, const IlsMigrant *migrant) {
  for (uint32_t i = 1; i < a->span.count; i++) {
    a->inbox_cost[i] = a->champion_cost[i - 1];
    a->inbox_origin[i] = a->champion_origin[i - 1];
    TRY(a->be->ops->copy(a->be, ils_tour(a, a->inbox_tour, i), ils_tour(a, a->champion_tour, i - 1),
                         ils_tour_bytes(a)));
  }
  a->inbox_cost[0] = migrant->cost;
  a->inbox_origin[0] = migrant->origin;
  return a->be->ops->upload(a->be, a->inbox_tour, migrant->tour, ils_tour_bytes(a));
}

Status ils_immigrate(Archipelago *a, const void *migrant) {
  TRY(inboxes_fill(a, migrant));
  for (uint32_t i = 0; i < a->span.count; i++)
    TRY(ils_champion_offer(a, i, a->inbox_cost[i], a->inbox_origin[i], ils_tour(a, a->inbox_tour, i)));
  return OK;
}

/* ---- groups: the tours of an island, (made, n) ---- */

static size_t group_bytes(const Archipelago *a) {
  return ils_groups_migrate(a) ? a->stage.made * ils_tour_bytes(a) : 0;
}

/* The tours of a rank's only island follow each other. */
static Status group_emigrate(Archipelago *a, BackendCopy copy, void *group) {
  const uint32_t last = a->span.count - 1, together = last ? 1 : a->stage.made;
  for (uint32_t j = 0; j < a->stage.made; j += together)
    TRY(copy(a->be, ils_tour(a, group, j), ils_tour(a, a->state.tour, ils_row(a, last, j)),
             together * ils_tour_bytes(a)));
  return OK;
}

/* Second parents of the first island; the other islands find theirs on the previous island. */
static Status group_immigrate(Archipelago *a, BackendCopy copy, const void *group) {
  return copy(a->be, ils_tour(a, a->state.tour, ils_neighbour_row(a, 0, 0)), group, group_bytes(a));
}

const SolverGroups ils_groups = {group_bytes, group_emigrate, group_immigrate};
