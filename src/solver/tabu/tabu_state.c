/* What the kernels of tabu search write, on the backend; champions and migrants. Inside "tabu". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "individual.h"
#include "problem/tsp/tsp.h"
#include "search/candidates/tour_problem.h"
#include "tabu_archipelago.h"

size_t tabu_rows(const Archipelago *a) { return (size_t)a->span.count * a->rules.searchers; }
size_t tabu_list_numbers(const Archipelago *a) { return 2 * (size_t)a->rules.window * a->rules.edges; }
static size_t tour_bytes(const Archipelago *a) { return (size_t)a->inst->n * sizeof(int32_t); }

static Status arrays_make(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  TabuState *st = &a->state;
  const size_t rows = tabu_rows(a), islands = a->span.count;
  TRY(ops->alloc(a->be, rows * sizeof *st->walk, (void **)&st->walk));
  TRY(ops->alloc(a->be, rows * tour_bytes(a), (void **)&st->tour));
  TRY(ops->alloc(a->be, rows * tour_bytes(a), (void **)&st->best));
  TRY(ops->alloc(a->be, rows * tabu_list_numbers(a) * sizeof(int64_t), (void **)&st->list));
  TRY(ops->alloc(a->be, islands * sizeof *st->champion_cost, (void **)&st->champion_cost));
  return ops->alloc(a->be, islands * tour_bytes(a), (void **)&st->champion);
}

Status tabu_state_make(Archipelago *a) {
  const size_t rows = tabu_rows(a);
  a->state = (TabuState){.seed = a->plan->seed, .first = a->span.first, .islands = a->span.count};
  TRY(champions_make(&a->champions, a->span, a->inst->n));
  a->walk = malloc((rows + 1) * sizeof *a->walk);
  if (!a->walk) FAIL(ERR_MEMORY, "no memory for %zu searchers", rows);
  for (size_t r = 0; r < rows; r++) a->walk[r] = (TabuWalk){.cost = COST_NONE, .best = COST_NONE};
  if (!rows) return OK;
  TRY(arrays_make(a));
  TRY(a->be->ops->upload(a->be, a->state.walk, a->walk, rows * sizeof *a->walk));
  return tabu_champions_upload(a);
}

Status tabu_tours_place(Archipelago *a, int64_t cost, const int32_t *tour) {
  const BackendOps *ops = a->be->ops;
  const size_t rows = tabu_rows(a), n = (size_t)a->inst->n;
  for (size_t r = 0; r < rows; r++) {
    a->walk[r].cost = a->walk[r].best = cost;
    TRY(ops->upload(a->be, a->state.tour + r * n, tour, tour_bytes(a)));
    TRY(ops->upload(a->be, a->state.best + r * n, tour, tour_bytes(a)));
  }
  return ops->upload(a->be, a->state.walk, a->walk, rows * sizeof *a->walk);
}

void tabu_state_free(Archipelago *a) {
  const BackendOps *ops = a->be->ops;
  TabuState *st = &a->state;
  ops->free(a->be, st->walk);
  ops->free(a->be, st->tour);
  ops->free(a->be, st->best);
  ops->free(a->be, st->list);
  ops->free(a->be, st->champion_cost);
  ops->free(a->be, st->champion);
  champions_free(&a->champions);
  free(a->walk);
}

void tabu_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const TabuRules rules = tabu_rules(plan);
  const uint64_t n = (uint64_t)inst->n, tour = n * sizeof(int32_t),
                 list = (uint64_t)rules.window * rules.edges * sizeof(TabuEdge),
                 row = 2 * tour + list + sizeof(TabuWalk), rows = (uint64_t)span.count * rules.searchers,
                 distances = tour_by_matrix(inst) ? n * tour : n * 3 * sizeof(double);
  (void)be;
  *out = (Memory){.of = ""};
  snprintf(out->of, sizeof out->of, "--islands %u --searchers %u%s", plan->islands, rules.searchers,
           tour_by_matrix(inst) ? " and a matrix of distances" : "");
  if (!rows) return;
  out->host = bytes_plus(bytes_times(span.count, tour), tsp_of(inst)->matrix ? 0 : distances);
  out->device = bytes_plus(bytes_plus(bytes_times(rows, row), bytes_times(span.count, tour)), distances);
  out->saved = bytes_plus(bytes_times(rows, row), bytes_times(span.count, tour));
}

Status tabu_walks_download(Archipelago *a) {
  return a->be->ops->download(a->be, a->walk, a->state.walk, tabu_rows(a) * sizeof *a->walk);
}

/* ---- champions ---- */

/* The searcher of island i with the cheapest tour, of equals the first. */
static size_t searcher_best(const Archipelago *a, uint32_t i) {
  size_t best = (size_t)i * a->rules.searchers;
  for (size_t r = best + 1; r < (size_t)(i + 1) * a->rules.searchers; r++)
    if (a->walk[r].best < a->walk[best].best) best = r;
  return best;
}

static Status searcher_download(Archipelago *a, size_t row, int32_t *gene) {
  return a->be->ops->download(a->be, gene, a->state.best + row * (size_t)a->inst->n, tour_bytes(a));
}

Status tabu_champions_update(Archipelago *a) {
  for (uint32_t i = 0; i < a->span.count; i++) {
    const size_t row = searcher_best(a, i);
    if (a->walk[row].best >= a->champions.cost[i]) continue;
    a->champions.cost[i] = a->walk[row].best;
    TRY(searcher_download(a, row, a->champions.gene + (size_t)i * (size_t)a->inst->n));
  }
  return OK;
}

Status tabu_champions_upload(Archipelago *a) {
  if (!a->span.count) return OK;
  TRY(a->be->ops->upload(a->be, a->state.champion_cost, a->champions.cost,
                         a->span.count * sizeof *a->champions.cost));
  return a->be->ops->upload(a->be, a->state.champion, a->champions.gene, a->span.count * tour_bytes(a));
}

Status tabu_champion(Archipelago *a, uint32_t i, Individual *out) {
  champions_get(&a->champions, i, out);
  return OK;
}

/* The best tours of searchers are whole tours at any time. */
Status tabu_best(Archipelago *a, bool unfinished, Individual *out) {
  (void)unfinished;
  champions_best(&a->champions, out);
  for (uint32_t i = 0; i < a->span.count; i++) {
    const size_t row = searcher_best(a, i);
    if (a->walk[row].best >= out->cost) continue;
    out->cost = a->walk[row].best;
    out->island = a->span.first + i;
    out->length = (uint32_t)a->inst->n;
    TRY(searcher_download(a, row, out->gene));
  }
  return OK;
}

typedef struct TabuMigrant {
  int64_t cost; /* COST_NONE: there is none */
  int32_t tour[];
} TabuMigrant;

size_t tabu_migrant_bytes(const Archipelago *a) { return sizeof(TabuMigrant) + tour_bytes(a); }

Status tabu_emigrate(Archipelago *a, void *migrant) {
  TabuMigrant *out = migrant;
  Individual champion = {.gene = out->tour};
  champions_get(&a->champions, a->span.count - 1, &champion);
  out->cost = champion.cost;
  return OK;
}

/* From the last island to the first, so that each sends the champion that it had before the exchange. */
Status tabu_immigrate(Archipelago *a, const void *migrant) {
  const TabuMigrant *in = migrant;
  const Champions *c = &a->champions;
  for (uint32_t i = a->span.count; i-- > 1;)
    champions_offer(&a->champions, i, c->cost[i - 1], c->gene + (i - 1) * c->n);
  champions_offer(&a->champions, 0, in->cost, in->tour);
  return OK;
}
