/* The "ruin" solver: simulated annealing by ruin and recreate of many chains, for fleets (ruin_kernels.h has the moves and their sources).
 *
 * All chains begin with every customer left out, or with a given solution. The temperature falls geometrically over the run, from epoch to epoch
 * or, without a budget, as the clock tells. Between epochs
 *   exchange    the present solution of every island's cheapest chain (the first of equals) takes the place of that of the dearest chain of
 *               the next island, if it is cheaper;
 *   tournament  every --tournament epochs, chain i goes on from the cheaper of its solution and that of its partner
 *               (i + 1 + t mod (C - 1)) mod C in its island of C chains, t counting tournaments.
 * Where the fewest vehicles come first, chains look for solutions of fewer routes during the first share of the run (RUIN_FEWER_SHARE), at a low
 * temperature. Both then are among the solutions that chains have kept, and one is taken if it has fewer routes. Behind that all chains go on from what
 * they have kept. */
#include "halt.h"
#include "ruin_archipelago.h"

enum { STEP_PROPOSALS = 64 /* that advance() counts as a step */ };

static Status ruin_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  const RuinPlan *own = ruin_plan(a->plan);
  if (!a->span.count) a->at = a->end;
  const uint64_t each = own->width < STEP_PROPOSALS ? STEP_PROPOSALS / own->width : 1, most = steps * each,
                 left = a->end - a->at;
  const RuinTurn turn = {a->temperature, a->at, (uint32_t)(most < left ? most : left), ruin_seeks(a)};
  if (turn.rounds) {
    TRY(halt_check("ruin and recreate"));
    TRY(a->be->ops->ruin->advance(a->be, a->place, &a->state, &turn));
    ruin_turned(a, turn.rounds);
  }
  return island_progress(a, a->proposals, progress);
}

static Status ruin_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->span.count ? a->be->ops->ruin->describe(a->be, a->place, a->state.chains, out) : OK;
}

static uint64_t ruin_budget(const Plan *plan) {
  const RuinPlan *own = ruin_plan(plan);
  return (uint64_t)own->epochs * own->rounds * plan->islands;
}
static uint32_t ruin_epochs(const Plan *plan) {
  return ruin_plan(plan)->epochs ? ruin_plan(plan)->epochs : EPOCHS_OPEN;
}
static double ruin_work(const Instance *inst, const Plan *plan) {
  const RuinPlan *own = ruin_plan(plan);
  (void)inst;
  return (double)own->rounds * own->width * (own->epochs ? own->epochs : 1) * own->chains * plan->islands;
}

/* ---- pacing: without a budget the clock tells the temperature ---- */

static void ruin_pace(Archipelago *a, double done) { a->paced = a->begun + (1 - a->begun) * done; }
static const SolverPacing ruin_pacing = {.pace = ruin_pace};

const Solver solver_ruin = {
    .name = "ruin",
    .title = "ruin and recreate for fleets",
    .about = "Simulated annealing (Schrimpf et al. 2000; Christiaens and Vanden Berghe 2020): each step "
             "removes strings of "
             "customers from neighbouring routes and inserts each customer where it is cheapest, or leaves "
             "it out at a "
             "price. It takes depots, types of vehicles, directed distances and all limits of fleets.\n",
    .example = "--epochs 20",
    .problems = {&problem_routes},
    .kernels = FAMILY_BIT(ruin),
    .work = "proposals",
    .finished = "rounds of islands",
    .options = ruin_option_rows,
    .plan_bytes = sizeof(RuinPlan),
    .islands_help = "0: 1, or with --time one a rank",
    .epoch_help = "proposals per customer of each chain; 0: 100",
    .complete = ruin_complete,
    .budget = ruin_budget,
    .epochs = ruin_epochs,
    .work_all = ruin_work,
    .needs = ruin_needs,
    .create = ruin_create,
    .start = ruin_start,
    .initial_help = "all chains start from it",
    .begin = ruin_begin,
    .pacing = &ruin_pacing,
    .advance = ruin_advance,
    .describe = ruin_describe,
    .batch = &ruin_batching,
    ISLAND_MIGRATION,
    ISLAND_FUNCTIONS};
