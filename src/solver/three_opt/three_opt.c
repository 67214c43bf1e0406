/* The "3opt" solver: a descent of a vehicle routing solution by exhaustive 3-opt with best improvement (Schulz, Hasle et al. 2010; the
 * neighbourhood and the segment hierarchy: Irnich 2008). WHAT runs next; HOW is the backend's (three_opt_kernels.h).
 *
 * One island. Its state is a giant tour in normal form, which its champion's genes are: nothing else is needed to go on. A step of
 * `advance` is a scan of all moves and what it leads to: the best move, or, for large tours, the best moves of rows that change disjoint
 * routes. The descent is over when a scan finds no improving move, or after --moves of them. */
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "problem/cvrp/cvrp.h"
#include "solver/champions.h"
#include "solver/routes/giant_tour.h"
#include "solver/routes/route_start.h"
#include "three_opt_move.h"
#include "three_opt_plan.h"

enum { MOVES_AT_ONCE = 4096 };

struct Archipelago {
  const Instance *inst;
  Backend *be;
  const Plan *plan;
  Span span;
  RouteData data; /* on the backend */
  ThreeOptPlace *place;
  int32_t capacity;      /* nodes that place has room for */
  int32_t *tour, *other; /* (giant_tour_most + 1) on the host; the second is scratch */
  int32_t *gene;         /* (customers) */
  int32_t n;             /* nodes of the tour */
  int64_t cost;
  uint64_t made, epoch_end; /* moves of the run, and at the end of the epoch */
  uint64_t evaluated;       /* moves, as published, since create */
  bool local_optimum;
  ThreeOptMove *moves; /* (capacity or MOVES_AT_ONCE) */
  Champions champions;
};

static uint64_t three_opt_budget(const Plan *plan) { return three_opt_plan(plan)->moves; }
static uint32_t three_opt_epochs(const Plan *plan) {
  const uint64_t moves = three_opt_plan(plan)->moves, epochs = (moves + plan->epoch - 1) / plan->epoch;
  return !moves || epochs >= EPOCHS_OPEN ? EPOCHS_OPEN : (uint32_t)epochs;
}

/* A start by savings needs about a tenth of a move a customer, a star about one. */
static double three_opt_work(const Instance *inst, const Plan *plan) {
  const ThreeOptPlan *own = three_opt_plan(plan);
  const bool star = own->start == START_STAR, disjoint = own->selection == SELECT_DISJOINT;
  const int32_t nodes = star ? giant_tour_most(inst->n) : inst->n + inst->n / 16;
  double scans = disjoint ? 40 : star ? inst->n : inst->n / 10.0 + 1;
  if (own->moves && (double)own->moves < scans) scans = (double)own->moves;
  return scans * (double)three_opt_moves_published(nodes);
}

static bool three_opt_over(const Archipelago *a) {
  const uint64_t most = three_opt_plan(a->plan)->moves;
  return a->local_optimum || (most && a->made >= most);
}

/* ---- memory ---- */

/* Tours that grow by routes are rare in large instances: room for some, and a new place if it is not enough. */
static int32_t capacity_for(const Plan *plan, const Instance *inst, int32_t nodes) {
  const int32_t most = giant_tour_most(inst->n), some = nodes + nodes / 64 + 64;
  return three_opt_plan(plan)->selection == SELECT_BEST || some > most ? most : some;
}

static void three_opt_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span,
                            Memory *out) {
  const ThreeOptPlan *own = three_opt_plan(plan);
  const uint64_t customers = (uint64_t)inst->n,
                 matrix = cvrp_of(inst)->matrix ? bytes_of(customers + 1, customers + 1, 4) : 0;
  const int32_t nodes = capacity_for(plan, inst, inst->n + 1 + inst->n / 8);
  *out = (Memory){0};
  if (!span.count) return;
  out->host = customers * (6 * sizeof(int32_t) + sizeof(ThreeOptMove));
  out->device = bytes_plus(be->ops->three_opt->bytes(be, nodes, own->evaluator, (int)own->levels),
                           bytes_plus(matrix, 12 * customers));
  out->saved = customers * sizeof(int32_t);
  snprintf(out->of, sizeof out->of, "exhaustive 3-opt of %d customers", inst->n);
}

static Status place_open(Archipelago *a) {
  const ThreeOptPlan *own = three_opt_plan(a->plan);
  a->be->ops->three_opt->close(a->be, a->place);
  a->place = NULL, a->capacity = capacity_for(a->plan, a->inst, a->n);
  if (a->capacity < 4) a->capacity = 4;
  return a->be->ops->three_opt->open(a->be, &a->data, a->capacity, own->evaluator, (int)own->levels,
                                     &a->place);
}

/* ---- the tour ---- */

/* The tour has changed: to the backend, and to the champion. Tours of fewer than four nodes have no moves. */
static Status tour_put(Archipelago *a) {
  if (!a->place || a->n > a->capacity) TRY(place_open(a));
  if (a->n >= 4) return a->be->ops->three_opt->put(a->be, a->place, a->tour, a->n);
  a->local_optimum = true;
  return OK;
}

static void champion_offer(Archipelago *a) {
  giant_tour_genes(a->tour, a->n, a->gene);
  champions_offer(&a->champions, 0, a->cost, a->gene);
}

static Status tour_start(Archipelago *a) {
  if (three_opt_plan(a->plan)->start == START_STAR)
    start_star(a->inst, a->gene);
  else
    TRY(start_savings(a->inst, a->be->threads, a->gene));
  a->n = giant_tour_of(a->inst, a->gene, a->tour);
  a->cost = giant_tour_cost(a->inst, a->tour, a->n);
  champion_offer(a);
  return tour_put(a);
}

static void moves_replay(Archipelago *a, uint32_t count) {
  for (uint32_t m = 0; m < count; m++) {
    a->evaluated += three_opt_moves_published(a->n);
    three_opt_apply(a->tour, a->n, a->moves[m], a->other);
    int32_t *const tour = a->other;
    a->other = a->tour, a->tour = tour;
    a->n = giant_tour_normalize(a->inst, a->tour, a->n);
    a->cost += a->moves[m].delta;
  }
  a->made += count;
}

/* ---- scans ---- */

static Status best_moves(Archipelago *a, uint32_t most) {
  uint32_t count;
  TRY(a->be->ops->three_opt->descend(a->be, a->place, cvrp_routes_most(cvrp_of(a->inst)), most, a->moves,
                                     &count));
  moves_replay(a, count);
  if (count < most) a->local_optimum = true, a->evaluated += three_opt_moves_published(a->n);
  return OK;
}

static Status disjoint_moves(Archipelago *a, uint64_t most) {
  ThreeOptDisjoint done;
  TRY(a->be->ops->three_opt->rows(a->be, a->place, (ThreeOptShare){0, 1}, a->moves));
  TRY(three_opt_apply_disjoint(a->tour, a->n, a->moves, most, &done));
  a->evaluated += three_opt_moves_published(a->n);
  a->made += (uint64_t)done.moves, a->cost += done.delta;
  a->local_optimum = done.moves == 0;
  if (a->local_optimum) return OK;
  a->n = giant_tour_normalize(a->inst, a->tour, a->n);
  return tour_put(a);
}

static uint64_t moves_left(const Archipelago *a) {
  const uint64_t most = three_opt_plan(a->plan)->moves;
  const uint64_t end = most && most < a->epoch_end ? most : a->epoch_end;
  return a->made < end ? end - a->made : 0;
}

static Status scans_run(Archipelago *a, uint32_t steps) {
  const bool disjoint = three_opt_plan(a->plan)->selection == SELECT_DISJOINT;
  while (steps && !three_opt_over(a) && moves_left(a) && !halt_requested()) {
    const uint64_t left = moves_left(a), some = steps < MOVES_AT_ONCE ? steps : MOVES_AT_ONCE;
    const uint32_t most = (uint32_t)(left < some ? left : some);
    TRY(disjoint ? disjoint_moves(a, left) : best_moves(a, most));
    steps -= disjoint ? 1 : most;
  }
  champion_offer(a);
  return OK;
}

static Status three_opt_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  Individual best = {.gene = NULL};
  if (a->span.count) TRY(scans_run(a, steps));
  progress->epoch_done = !a->span.count || three_opt_over(a) || !moves_left(a);
  champions_best(&a->champions, &best);
  progress->best = best.cost, progress->finished = a->made, progress->moves = a->evaluated;
  return OK;
}

static Status three_opt_begin(Archipelago *a, uint32_t epoch) {
  (void)epoch;
  a->epoch_end = a->made + a->plan->epoch;
  return OK;
}

static Status three_opt_champion(Archipelago *a, uint32_t i, Individual *out) {
  return champions_get(&a->champions, i, out), OK;
}
static Status three_opt_best(Archipelago *a, bool unfinished, Individual *out) {
  (void)unfinished;
  return champions_best(&a->champions, out), OK;
}

/* ---- one island sends nothing and receives nothing ---- */

static size_t three_opt_migrant_bytes(const Archipelago *a) { return (void)a, 0; }
static Status three_opt_emigrate(Archipelago *a, void *migrant) { return (void)a, (void)migrant, OK; }
static Status three_opt_immigrate(Archipelago *a, const void *migrant) { return (void)a, (void)migrant, OK; }

/* ---- life ---- */

static void three_opt_destroy(Archipelago *a) {
  if (!a) return;
  if (a->span.count) {
    a->be->ops->three_opt->close(a->be, a->place);
    route_data_free(a->be, &a->data);
  }
  free(a->tour), free(a->other), free(a->gene), free(a->moves);
  champions_free(&a->champions);
  free(a);
}

static Status arrays_make(Archipelago *a) {
  const size_t nodes = (size_t)giant_tour_most(a->inst->n) + 1;
  const RouteData data = route_data_of(a->inst);
  TRY(champions_make(&a->champions, a->span, a->inst->n));
  if (!a->span.count) return OK;
  a->tour = malloc(nodes * sizeof *a->tour), a->other = malloc(nodes * sizeof *a->other);
  a->gene = malloc((size_t)a->inst->n * sizeof *a->gene);
  a->moves = malloc((nodes > MOVES_AT_ONCE ? nodes : MOVES_AT_ONCE) * sizeof *a->moves);
  if (!a->tour || !a->other || !a->gene || !a->moves)
    FAIL(ERR_MEMORY, "no memory for a tour of %zu nodes", nodes);
  return route_data_upload(a->be, &data, &a->data);
}

static Status three_opt_create(const Instance *inst, Backend *be, const Plan *plan, Span span,
                               Archipelago **out) {
  Status status = OK;
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for an island");
  *a = (Archipelago){.inst = inst, .be = be, .plan = plan, .span = span};
  TRY_GOTO(arrays_make(a), cleanup);
  if (span.count) TRY_GOTO(tour_start(a), cleanup);
  a->epoch_end = plan->epoch;
  *out = a;
  return OK;
cleanup:
  three_opt_destroy(a);
  return status;
}

static Status three_opt_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->place && a->n >= 4 ? a->be->ops->three_opt->describe(a->be, a->place, a->n, out) : OK;
}

/* ---- checkpoints ---- */

static Status counter_save(const Archipelago *a, const char *name, uint64_t value, FieldSet *out) {
  void *data;
  TRY(fieldset_add(out, FIELD_ISLAND, name, DTYPE_U64, a->span.count, 1, &data));
  if (a->span.count) *(uint64_t *)data = value;
  return OK;
}

static Status counter_load(const Archipelago *a, const char *name, const FieldSet *in, uint64_t *value) {
  const Field *f;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, name, DTYPE_U64, a->span.count, 1, &f));
  if (f->rows) *value = *(const uint64_t *)f->data;
  return OK;
}

static Status three_opt_save(Archipelago *a, FieldSet *out) {
  TRY(champions_save(&a->champions, out));
  TRY(counter_save(a, "moves_made", a->made, out));
  TRY(counter_save(a, "moves_epoch_end", a->epoch_end, out));
  return counter_save(a, "local_optimum", a->local_optimum, out);
}

static Status three_opt_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  uint64_t optimum = 0;
  TRY(champions_load(&a->champions, a->inst, in));
  TRY(counter_load(a, "moves_made", in, &a->made));
  TRY(counter_load(a, "moves_epoch_end", in, &a->epoch_end));
  TRY(counter_load(a, "local_optimum", in, &optimum));
  if (!a->span.count) return OK;
  if (a->epoch_end > (uint64_t)a->plan->epoch * (epoch + 1ull) || a->made > a->epoch_end || optimum > 1)
    FAIL(ERR_FORMAT, "field moves_made: expected at most %llu of epoch %u, found %llu",
         (unsigned long long)a->epoch_end, epoch, (unsigned long long)a->made);
  if (a->champions.cost[0] == COST_NONE)
    FAIL(ERR_FORMAT, "field champion_cost: expected a solution, found none");
  a->n = giant_tour_of(a->inst, a->champions.gene, a->tour);
  a->cost = a->champions.cost[0], a->local_optimum = optimum;
  return tour_put(a);
}

/* ---- pacing: the epochs of a descent are not known before ---- */

static void three_opt_improved(Archipelago *a, uint64_t islands) { (void)a, (void)islands; }
static void three_opt_pace(Archipelago *a, double done) { (void)a, (void)done; }
static const SolverPacing three_opt_pacing = {three_opt_improved, three_opt_over, three_opt_pace};

const Solver solver_three_opt = {.name = "3opt",
                                 .title = "exhaustive 3-opt",
                                 .problems = {&problem_cvrp},
                                 .kernels = FAMILY_BIT(three_opt),
                                 .work = "moves",
                                 .finished = "improving moves",
                                 .options = three_opt_option_rows,
                                 .plan_bytes = sizeof(ThreeOptPlan),
                                 .complete = three_opt_complete,
                                 .budget = three_opt_budget,
                                 .work_all = three_opt_work,
                                 .epochs = three_opt_epochs,
                                 .needs = three_opt_needs,
                                 .create = three_opt_create,
                                 .begin = three_opt_begin,
                                 .pacing = &three_opt_pacing,
                                 .advance = three_opt_advance,
                                 .champion = three_opt_champion,
                                 .best = three_opt_best,
                                 .migrant_bytes = three_opt_migrant_bytes,
                                 .emigrate = three_opt_emigrate,
                                 .immigrate = three_opt_immigrate,
                                 .describe = three_opt_describe,
                                 .save = three_opt_save,
                                 .load = three_opt_load,
                                 .destroy = three_opt_destroy};
