/* Tabu search on the CPU: a thread a searcher, in a workspace of the moves (cpu/climb/climb_workspace.h). Twin of
 * src/gpu/tabu/tabu.cu, contract in src/solver/tabu/tabu_kernels.h. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cpu/climb/climb_workspace.h"
#include "halt.h"
#include "individual.h"
#include "solver/tabu/tabu_kernels.h"

typedef struct Searcher {
  MoveVisitor visitor;
  ClimbWorkspace work;
  const TabuRules *rules;
  const TabuState *state;
  uint32_t island, number; /* of the ring; of its island */
  TabuWalk *walk;
  int32_t *tour, *best;
  TabuEdge *list;
  uint32_t *filter; /* (2^bits bits) set: an edge of the list may be tabu */
  int bits;
  Move move; /* the best admissible one that was seen; delta INT64_MAX: none */
  float gap; /* what the last choice's filter had to reach above the least delta */
} Searcher;

/* ---- the list ---- */

static void filter_make(Searcher *s) {
  memset(s->filter, 0, sizeof *s->filter << (s->bits - 5));
  for (uint32_t k = 0; k < s->rules->window * s->rules->edges; k++) {
    const uint32_t at = tabu_hash(s->list[k].key, s->bits);
    if (s->list[k].until >= s->walk->step) s->filter[at >> 5] |= 1u << (at & 31);
  }
}

static bool edge_tabu(const Searcher *s, int32_t a, int32_t b) {
  const int64_t key = tabu_key(a, b);
  const uint32_t at = tabu_hash(key, s->bits);
  if (!(s->filter[at >> 5] >> (at & 31) & 1)) return false;
  for (uint32_t k = 0; k < s->rules->window * s->rules->edges; k++)
    if (s->list[k].key == key && s->list[k].until >= s->walk->step) return true;
  return false;
}

static bool move_tabu(const Searcher *s, int32_t i, int32_t j) {
  int32_t added[TABU_EDGES][2], removed[TABU_EDGES][2];
  const int count = tabu_changed(s->work.problem->move, s->work.tour.n, i, j, added, removed);
  for (int k = 0; k < count; k++)
    if (edge_tabu(s, s->tour[added[k][0]], s->tour[added[k][1]])) return true;
  return false;
}

/* The places of this step; no move: they are empty. */
static void list_put(Searcher *s, bool moved) {
  int32_t added[TABU_EDGES][2], removed[TABU_EDGES][2];
  TabuEdge *const place = s->list + s->walk->step % s->rules->window * s->rules->edges;
  const int count =
      moved ? tabu_changed(s->work.problem->move, s->work.tour.n, s->move.i, s->move.j, added, removed) : 0;
  const int64_t until =
      s->walk->step + tabu_tenure(s->rules, s->state->seed, s->island, s->number, s->walk->step);
  memset(place, 0, s->rules->edges * sizeof *place);
  for (int k = 0; k < count; k++)
    place[k] = (TabuEdge){tabu_key(s->tour[removed[k][0]], s->tour[removed[k][1]]), until};
}

/* ---- the choice ---- */

static void searcher_see(MoveVisitor *v, const ClimbWorkspace *b, int64_t delta, int32_t i, int32_t j) {
  Searcher *s = (Searcher *)v;
  const Move *m = &s->move;
  (void)b;
  if (delta > m->delta || (delta == m->delta && (i > m->i || (i == m->i && j >= m->j)))) return;
  if (s->walk->cost + delta >= s->walk->best && move_tabu(s, i, j)) return;
  s->move = (Move){delta, i, j};
}

/* The largest float delta of a move that is no worse than one of exact delta `delta`. Coarse roots (scan.h) err in proportion to
 * the new edges: 2^-11 of what these are longer than those removed is more than any does. */
static float filter_reach(const Searcher *s, int64_t delta) {
  const float longer = delta > 0 ? (float)delta * 0x1p-11f : 0;
  return (float)delta + climb_rounding(s->work.problem->move) + 2 * s->work.move->slack(&s->work) + longer;
}

/* Sees all moves up to a float delta, more and more until it has an admissible one; then all that may be better. A first
 * guess, `gap`, is what the last step needed. */
static void searcher_choose(Searcher *s) {
  ClimbWorkspace *b = &s->work;
  const float least = b->move->least(b);
  s->move = (Move){INT64_MAX, 0, 0};
  if (halt_requested() || least == INFINITY) return;
  float wide = fmaxf(s->gap, 2 * climb_rounding(b->problem->move) + 4 * b->move->slack(b)),
        limit = isinf(least) ? FLT_MAX : least + wide;
  for (;;) {
    b->move->visit(b, limit, &s->visitor);
    const float reach = s->move.delta < INT64_MAX ? filter_reach(s, s->move.delta) : FLT_MAX;
    if (reach <= limit || halt_requested()) break;
    wide *= 4;
    if (s->move.delta < INT64_MAX)
      limit = reach;
    else if (wide < 0x1p60f)
      limit = least + wide;
    else
      limit = FLT_MAX;
  }
  s->gap = s->move.delta < INT64_MAX && !isinf(least) ? fmaxf(0, filter_reach(s, s->move.delta) - least) : 0;
}

/* ---- steps ---- */

static int64_t tour_cost(const Searcher *s) {
  const int32_t n = s->work.tour.n;
  int64_t cost = 0;
  for (int32_t p = 0; p < n; p++)
    cost += city_distance(s->work.problem, s->tour[p], s->tour[p + 1 < n ? p + 1 : 0]);
  return cost;
}

static void best_keep(Searcher *s) {
  s->walk->best = s->walk->cost;
  memcpy(s->best, s->tour, (size_t)s->work.tour.n * sizeof *s->best);
}

static void searcher_start(Searcher *s) {
  const RngStream stream = {s->state->seed, s->island, s->number, RNG_TOUR};
  start_random(stream, 0, s->work.tour.n, s->tour);
  s->walk->cost = tour_cost(s);
  best_keep(s);
}

static void searcher_restart(Searcher *s) {
  const int32_t n = s->work.tour.n;
  const size_t i = s->island - s->state->first;
  const RngStream stream = tabu_restart(s->state->seed, s->island, s->number, s->walk->restarts);
  if (n < 8)
    start_random(stream, 0, n, s->tour);
  else
    start_kick(stream, n,
               s->state->champion_cost[i] == COST_NONE ? s->best : s->state->champion + i * (size_t)n,
               s->tour);
  memset(s->list, 0, (size_t)s->rules->window * s->rules->edges * sizeof *s->list);
  s->walk->cost = tour_cost(s);
  s->walk->since = 0;
  s->walk->restarts++;
  if (s->walk->cost < s->walk->best) best_keep(s);
  workspace_load(&s->work, s->tour);
}

static void searcher_step(Searcher *s) {
  TabuWalk *const walk = s->walk;
  if (walk->since >= (int64_t)s->rules->patience) searcher_restart(s);
  filter_make(s);
  searcher_choose(s);
  if (halt_requested()) return; /* the search may be incomplete */
  const bool moved = s->move.delta < INT64_MAX;
  list_put(s, moved);
  if (moved) {
    s->work.move->apply(&s->work, s->tour, s->move);
    walk->cost += s->move.delta;
  }
  walk->since++;
  walk->step++;
  if (walk->cost >= walk->best) return;
  best_keep(s);
  walk->since = 0;
}

static void searcher_walk(Searcher *s, size_t row, uint32_t steps) {
  const size_t n = (size_t)s->work.tour.n, places = (size_t)s->rules->window * s->rules->edges;
  s->island = s->state->first + (uint32_t)(row / s->rules->searchers);
  s->number = (uint32_t)(row % s->rules->searchers);
  s->walk = s->state->walk + row;
  s->tour = s->state->tour + row * n;
  s->best = s->state->best + row * n;
  s->list = s->state->list + row * places;
  s->gap = 0;
  if (s->walk->cost == COST_NONE) searcher_start(s);
  workspace_load(&s->work, s->tour);
  for (uint32_t k = 0; k < steps && !halt_requested(); k++) searcher_step(s);
}

/* ---- the table ---- */

static Status searcher_make(Searcher *s, const ClimbProblem *problem, const TabuRules *rules,
                            const TabuState *state) {
  *s = (Searcher){.visitor = {searcher_see}, .rules = rules, .state = state, .bits = tabu_filter_bits(rules)};
  s->filter = malloc(sizeof *s->filter << (s->bits - 5));
  if (!s->filter) FAIL(ERR_MEMORY, "no memory for a list of %u steps", rules->window);
  const Status status = workspace_make(&s->work, problem, move_find(problem->move));
  if (status != OK) free(s->filter);
  return status;
}

static Status tabu_walk(Backend *be, const ClimbProblem *problem, const TabuRules *rules,
                        const TabuState *state, uint32_t steps) {
  Status failed = OK;
#pragma omp parallel num_threads(be->threads)
  {
    Searcher s;
    const Status status = searcher_make(&s, problem, rules, state);
    if (status != OK)
#pragma omp atomic write
      failed = status;
#pragma omp for schedule(dynamic, 1)
    for (size_t row = 0; row < (size_t)state->islands * rules->searchers; row++)
      if (status == OK) searcher_walk(&s, row, steps);
    if (status == OK) {
      workspace_free(&s.work);
      free(s.filter);
    }
  }
  TRY(failed);
  return halt_after("the steps of searchers");
}

static Status tabu_describe(Backend *be, const ClimbProblem *problem, const TabuRules *rules, uint32_t rows,
                            Description *out) {
  const uint32_t threads = (uint32_t)(be->threads > 0 ? be->threads : 1);
  move_find(problem->move)->describe(problem, out);
  const size_t used = strlen(out->shape);
  snprintf(out->shape + used, sizeof out->shape - used, ", %d thread%s, a searcher each, tenure %u",
           be->threads, be->threads == 1 ? "" : "s", rules->tenure);
  out->ceiling_moves_s *= rows < threads ? rows : threads;
  return OK;
}

const TabuKernels tabu_kernels_cpu = {tabu_describe, tabu_walk, 2};
