/* The "sisr" solver: simulated annealing by ruin and recreate (slack induction by string removals, Christiaens and Vanden Berghe 2020) of
 * many chains, for vehicle routing. WHAT runs next; HOW is the backend's (sisr_kernels.h).
 *
 * Where the fewest vehicles come first, fewer are looked for before (sisr_stage.h).
 *
 * All chains begin with Clarke and Wright's savings, or with a given solution; where savings break a limit, with one that is looked for before. The temperature falls geometrically over the run, from epoch to epoch or, without a
 * budget, as the clock tells. Between epochs
 *   exchange    every island's cheapest chain (the first of equals) takes the place of the dearest one of the next island, if it is cheaper;
 *   tournament  every --tournament epochs, chain i goes on from the cheaper of its solution and that of its partner
 *               (i + 1 + t mod (C - 1)) mod C in its island of C chains, t counting tournaments;
 *   generations instead, with --generations above 1: chains begin with recombinations of the best solutions (sisr_population.h);
 *   parts       chains of large instances are cut into parts, which advance side by side, along other lines in every epoch (sisr_parts.c).
 * A champion is the cheapest solution of an island's chains as of the ends of rounds (parts: of each part). */
#include "problem/cvrp/cvrp.h"
#include "sisr_archipelago.h"
#include "sisr_stage.h"
#include "search/routes/route_start.h"

enum { STEP_ROUNDS = 8 /* rounds that advance() counts as one step */ };

static uint32_t sisr_epochs(const Plan *plan) {
  return sisr_plan(plan)->epochs ? sisr_plan(plan)->epochs : EPOCHS_OPEN;
}

/* Proposals; those of large parts take longer. */
static double sisr_work(const Instance *inst, const Plan *plan) {
  const uint32_t epochs = sisr_plan(plan)->epochs ? sisr_plan(plan)->epochs : 1;
  return (double)sisr_rounds(inst, plan) * sisr_plan(plan)->width * sisr_plan(plan)->parts * epochs *
         sisr_plan(plan)->chains * plan->islands;
}

/* ---- looking at chains ---- */

static Status sisr_champion(Archipelago *a, uint32_t i, Individual *out) {
  champions_get(&a->champions, i, out);
  return OK;
}

/* Offers of an epoch under way are not champions yet: these do not depend on where slices fall. */
static Status unfinished_best(Archipelago *a, Individual *out) {
  Status status = OK;
  Champions found;
  TRY(sisr_look(a, true));
  TRY_GOTO(champions_make(&found, a->span, a->inst->n), cleanup);
  sisr_champions_take(a, &found);
  if (sisr_stage_on(a)) sisr_stage_offer(a, &found);
  Individual best = {.gene = NULL};
  champions_best(&found, &best);
  if (best.cost < out->cost) champions_best(&found, out);
cleanup:
  champions_free(&found);
  return status;
}

static Status sisr_best(Archipelago *a, bool unfinished, Individual *out) {
  champions_best(&a->champions, out);
  return unfinished && a->chains ? unfinished_best(a, out) : OK;
}

/* ---- epochs ---- */

static Status sisr_begin(Archipelago *a, uint32_t epoch) {
  TRY(sisr_prepare(a, epoch));
  if (!a->chains || sisr_stage_seeks(a)) return OK;
  SisrChains chains = sisr_chains_of(a);
  chains.kept = chains.now;
  return a->be->ops->sisr->put(a->be, a->place, &chains);
}

static Status sisr_start(Archipelago *a, const int32_t *initial) {
  if (a->chains) TRY(sisr_chains_start(a, initial, a->be->threads));
  sisr_stage_start(a);
  return sisr_begin(a, 0);
}

static Status rounds_run(Archipelago *a, uint32_t rounds) {
  const SisrTurn turn = sisr_turn(a, rounds);
  TRY(a->be->ops->sisr->advance(a->be, a->place, &turn));
  sisr_turned(a, rounds);
  return sisr_look(a, a->rounds_done == a->rounds_all);
}

static Status sisr_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  const uint32_t left = a->rounds_all - a->rounds_done;
  const uint64_t most = (uint64_t)steps * STEP_ROUNDS;
  const uint32_t rounds = most < left ? (uint32_t)most : left;
  const bool stage = sisr_stage_on(a);
  if (a->chains && left && stage) sisr_stage_run(a, rounds);
  if (a->chains && left && !stage) TRY(rounds_run(a, rounds));
  progress->epoch_done = !a->chains || a->rounds_done == a->rounds_all || (stage && sisr_stage_late(a));
  if (a->chains && progress->epoch_done) stage ? sisr_stage_close(a) : sisr_champions_take(a, &a->champions);
  progress->improved = sisr_stage_vote(a);
  progress->best = a->best_seen;
  progress->finished = ((uint64_t)a->epoch + progress->epoch_done) * a->chains;
  progress->moves = a->proposals;
  return OK;
}

/* ---- pacing: without a budget the clock tells the temperature ---- */

static void sisr_improved(Archipelago *a, uint64_t islands) { sisr_stage_agree(a, islands); }
static void sisr_pace(Archipelago *a, double done) { a->paced = done; }
static const SolverPacing sisr_pacing = {.improved = sisr_improved, .pace = sisr_pace};

static void sisr_tried(const Archipelago *a, char *text, size_t size) { start_tried(a->inst, text, size); }

static Status sisr_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->chains ? a->be->ops->sisr->describe(a->be, a->place, out) : OK;
}

const Solver solver_sisr = {
    .name = "sisr",
    .title = "ruin and recreate: slack induction by string removals",
    .about = "Simulated annealing (Christiaens and Vanden Berghe 2020): each step removes strings of "
             "customers from neighbouring routes and inserts each customer where it is cheapest.\n",
    .example = "--epochs 20",
    .problems = {&problem_cvrp},
    .kernels = FAMILY_BIT(sisr),
    .work = "proposals",
    .finished = "epochs of chains",
    .options = sisr_option_rows,
    .plan_bytes = sizeof(SisrPlan),
    .islands_help = "0: on the CPU 1, or with --time one a rank; on a GPU 8, fewer if chains have many parts",
    .epoch_help = "proposals per customer of each chain; 0: 100, with parts 50, with generations 3",
    .complete = sisr_complete,
    .budget = sisr_budget,
    .epochs = sisr_epochs,
    .work_all = sisr_work,
    .needs = sisr_needs,
    .create = sisr_create,
    .start = sisr_start,
    .initial_help = "all chains start from it",
    .begin = sisr_begin,
    .pacing = &sisr_pacing,
    .advance = sisr_advance,
    .champion = sisr_champion,
    .best = sisr_best,
    .tried = sisr_tried,
    .migrant_bytes = sisr_migrant_bytes,
    .emigrate = sisr_emigrate,
    .immigrate = sisr_immigrate,
    .describe = sisr_describe,
    .save = sisr_save,
    .load = sisr_load,
    .destroy = sisr_destroy,
    .batch = &sisr_batching};
