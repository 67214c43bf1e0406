/* The "3opt" solver: a descent of a vehicle routing solution by exhaustive 3-opt with best improvement (Schulz, Hasle et al. 2010; the
 * neighbourhood and the segment hierarchy: Irnich 2008). WHAT runs next; HOW is the backend's (three_opt_kernels.h).
 *
 * Where savings break a limit of the fleet, a solution is looked for before (three_opt_seek.h).
 *
 * One island. Its state is a giant tour in normal form, which its champion's genes are: nothing else is needed to go on. A step of
 * `advance` is a scan of all moves and what it leads to: the best move, or, for large tours, the best moves of rows that change disjoint
 * routes. The descent is over when a scan finds no improving move, or after --moves of them. */
#include "halt.h"
#include "problem/cvrp/cvrp.h"
#include "search/routes/giant_tour.h"
#include "search/routes/route_start.h"
#include "three_opt_archipelago.h"
#include "three_opt_move.h"
#include "three_opt_seek.h"

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
  double scans;
  if (disjoint)
    scans = 40;
  else if (star)
    scans = inst->n;
  else
    scans = inst->n / 10.0 + 1;
  if (own->moves && (double)own->moves < scans) scans = (double)own->moves;
  return scans * (double)three_opt_moves_published(nodes);
}

static bool three_opt_over(const Archipelago *a) {
  const uint64_t most = three_opt_plan(a->plan)->moves;
  return a->local_optimum || (most && a->made >= most) || three_opt_seek_over(a);
}

static void moves_replay(Archipelago *a, uint32_t count) {
  for (uint32_t m = 0; m < count; m++) {
    a->evaluated += three_opt_moves_published(a->n);
    three_opt_apply(a->tour, a->n, a->moves[m], a->other);
    int32_t *const tour = a->other;
    a->other = a->tour;
    a->tour = tour;
    a->n = giant_tour_normalize(a->inst, a->tour, a->n);
    a->cost += a->moves[m].delta;
  }
  a->made += count;
}

/* ---- scans ---- */

static Status best_moves(Archipelago *a, uint32_t most) {
  uint32_t count = 0;
  const Status status = a->be->ops->three_opt->descend(a->be, a->place, cvrp_routes_most(cvrp_of(a->inst)),
                                                       most, a->moves, &count);
  if (status != OK && status != ERR_STOPPED) return status;
  moves_replay(a, count);
  if (status == OK && count < most) {
    a->local_optimum = true;
    a->evaluated += three_opt_moves_published(a->n);
  }
  return status;
}

static Status disjoint_moves(Archipelago *a, uint64_t most) {
  ThreeOptDisjoint done;
  TRY(a->be->ops->three_opt->rows(a->be, a->place, (ThreeOptShare){0, 1}, a->moves));
  TRY(three_opt_apply_disjoint(a->tour, a->n, a->moves, most, &done));
  a->evaluated += three_opt_moves_published(a->n);
  a->made += (uint64_t)done.moves;
  a->cost += done.delta;
  a->local_optimum = done.moves == 0;
  if (a->local_optimum) return OK;
  a->n = giant_tour_normalize(a->inst, a->tour, a->n);
  return three_opt_tour_put(a);
}

static uint64_t moves_left(const Archipelago *a) {
  const uint64_t most = three_opt_plan(a->plan)->moves;
  const uint64_t end = most && most < a->epoch_end ? most : a->epoch_end;
  return a->made < end ? end - a->made : 0;
}

/* A scan that is given up (halt.h) changes nothing: the island stays where it is. */
static Status scans_run(Archipelago *a, uint32_t steps) {
  const bool disjoint = three_opt_plan(a->plan)->selection == SELECT_DISJOINT;
  Status status = OK;
  while (status == OK && steps && !three_opt_over(a) && moves_left(a) && !halt_requested()) {
    const uint64_t left = moves_left(a), some = steps < MOVES_AT_ONCE ? steps : MOVES_AT_ONCE;
    const uint32_t most = (uint32_t)(left < some ? left : some);
    status = disjoint ? disjoint_moves(a, left) : best_moves(a, most);
    steps -= disjoint ? 1 : most;
  }
  if (status != OK && status != ERR_STOPPED) return status;
  if (status != OK) status_clear();
  three_opt_champion_offer(a);
  return OK;
}

/* Steps of the search for a solution, after which the descent begins, or of the descent. */
static Status steps_run(Archipelago *a, uint32_t steps) {
  if (!three_opt_seeks(a)) return scans_run(a, steps);
  three_opt_seek_run(a, steps);
  return three_opt_seeks(a) ? OK : three_opt_descent_begin(a, a->seek->search.best);
}

static Status three_opt_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  Individual best = {.gene = NULL};
  if (a->span.count) TRY(steps_run(a, steps));
  progress->epoch_done = !a->span.count || three_opt_over(a) || !moves_left(a);
  champions_best(&a->champions, &best);
  progress->best = best.cost;
  progress->finished = a->made;
  progress->moves = a->evaluated;
  return OK;
}

static Status three_opt_begin(Archipelago *a, uint32_t epoch) {
  a->epoch_end = three_opt_epoch_end(a, epoch);
  return OK;
}

static Status three_opt_champion(Archipelago *a, uint32_t i, Individual *out) {
  champions_get(&a->champions, i, out);
  return OK;
}
static Status three_opt_best(Archipelago *a, bool unfinished, Individual *out) {
  (void)unfinished;
  champions_best(&a->champions, out);
  return OK;
}

static void three_opt_tried(const Archipelago *a, char *text, size_t size) {
  start_tried(a->inst, text, size);
}

/* ---- one island sends nothing and receives nothing ---- */

static size_t three_opt_migrant_bytes(const Archipelago *a) {
  (void)a;
  return 0;
}
static Status three_opt_emigrate(Archipelago *a, void *migrant) {
  (void)a;
  (void)migrant;
  return OK;
}
static Status three_opt_immigrate(Archipelago *a, const void *migrant) {
  (void)a;
  (void)migrant;
  return OK;
}

static Status three_opt_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->place && a->n >= 4 ? a->be->ops->three_opt->describe(a->be, a->place, a->n, out) : OK;
}

/* ---- pacing: the epochs of a descent are not known before ---- */

static void three_opt_improved(Archipelago *a, uint64_t islands) {
  (void)a;
  (void)islands;
}
static void three_opt_pace(Archipelago *a, double done) {
  (void)a;
  (void)done;
}
static const SolverPacing three_opt_pacing = {three_opt_improved, three_opt_over, three_opt_pace};

const Solver solver_three_opt = {
    .name = "3opt",
    .title = "exhaustive 3-opt",
    .about = "Evaluates every 3-opt move of a solution, makes the best ones, and repeats until no move "
             "improves: the result is a proven local optimum. `cordee verify --3opt` certifies a solution in "
             "the same way.\n",
    .example = "--start star",
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
    .start = three_opt_start,
    .initial_help = "instead of --start",
    .begin = three_opt_begin,
    .pacing = &three_opt_pacing,
    .advance = three_opt_advance,
    .champion = three_opt_champion,
    .best = three_opt_best,
    .tried = three_opt_tried,
    .migrant_bytes = three_opt_migrant_bytes,
    .emigrate = three_opt_emigrate,
    .immigrate = three_opt_immigrate,
    .describe = three_opt_describe,
    .save = three_opt_save,
    .load = three_opt_load,
    .destroy = three_opt_destroy,
    .certifying = &three_opt_certifying,
    .certify_help = "evaluate every 3-opt move: certify that none improves the solution, or print the best"};
