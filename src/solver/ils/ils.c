/* The "ils" solver: iterated local search on islands, for the TSP, and crossover of the tours it finds. WHAT runs next; HOW
 * is the backend's (ils_kernels.h, recombine_kernels.h).
 *
 * Every island has a group of tours. A population of them goes through phases, in step on all islands (ils_phases.c):
 *   start      greedy tours (candidate_kernels.h), all but the first with randomly perturbed edge lengths, or a given tour; then rounds without
 *              kicks, in which local search starts from every city twice. A tour's mean edge is its unit of temperature;
 *   kicks      rounds of kicks at a temperature that falls to 0 (ils_schedule.c): Martin, Otto, Felten 1991;
 *   crossover  generations: every tour is recombined with one that came along the ring (Nagata, Kobayashi 2013), until few
 *              improve. Later populations are then recombined with the elite set, the best of earlier ones, and go on
 *              until few improve again.
 * Then a new population begins. Without crossover (large instances) there is a single population, with all the kicks.
 *
 * An epoch is a generation; the start and kicks of a population; or, without crossover, some of its kicks. The champion of an
 * island is the best of its tours at an epoch's end, so it does not depend on the slices. */
#include "ils_archipelago.h"
#include "ils_saved.h"
#include "problem/tsp/tsp.h"

static Status ils_begin(Archipelago *a, uint32_t epoch) {
  TRY(ils_epoch_set(a, epoch));
  return epoch ? ils_stage_next(a) : OK;
}

static void ils_improved(Archipelago *a, uint64_t islands) { a->islands_improved = islands; }
static bool ils_over(const Archipelago *a) { return a->stage.phase == ILS_FINISHED; }
static void ils_pace(Archipelago *a, double done) {
  a->stage.done = a->done_before + (1 - a->done_before) * done;
}

static Status ils_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  uint64_t counters[3] = {0};
  *progress = (Progress){.best = COST_NONE, .epoch_done = true};
  if (!a->span.count) return OK;
  TRY(ils_phases_run(a, steps));
  TRY(a->be->ops->download(a->be, counters, a->state.counters, sizeof counters));
  *progress = (Progress){.moves = counters[2],
                         .finished = a->stage.kicks * a->span.count,
                         .best = COST_NONE,
                         .epoch_done = ils_epoch_over(a)};
  for (uint32_t i = 0; i < a->span.count; i++) {
    if (a->champion_cost[i] < progress->best) progress->best = a->champion_cost[i];
    if (a->improved && a->stage.phase == ILS_CROSSOVER) progress->improved += a->improved[i];
  }
  return OK;
}

static Status ils_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  return ils_open(&inst, &plan->seed, 1, be, plan, span, out);
}

static Status ils_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->span.count ? a->be->ops->ils->describe(a->be, &a->problem, out) : OK;
}

/* Names of fields in checkpoints of schema 2. */
static const FieldRename ils_renamed[] = {{FIELD_ISLAND, "elder_cost", "elite_cost"},
                                          {FIELD_ISLAND, "elder_tour", "elite_tour"},
                                          {FIELD_ISLAND, "lively", "improved"},
                                          {FIELD_ISLAND, "quiet", "stagnant"},
                                          {FIELD_SEARCH, "climber", "number"},
                                          {FIELD_SEARCH, "father", "parent_b"},
                                          {FIELD_SEARCH, "parent_b", NULL}, /* of isolated islands */
                                          {0, NULL, NULL}};

static const SolverPacing ils_pacing = {ils_improved, ils_over, ils_pace};

const Solver solver_ils = {
    .name = "ils",
    .title = "iterated local search with crossover",
    .about =
        "Islands hold populations of tours. Random double bridges (kicks) perturb each tour, 2-opt and "
        "3-opt moves on candidate lists repair it, and edge assembly crossover (EAX) recombines the "
        "tours of neighbouring islands until they stop improving.\nAbove 20,000,000 cities on a GPU, "
        "and above 50,000 on a CPU without enough --time, there is no crossover: one long search accepts "
        "kicks at a falling temperature.\n",
    .example = "--populations 2",
    .problems = {&problem_tsp},
    .kernels = FAMILY_BIT(candidates) | FAMILY_BIT(ils) | FAMILY_BIT(eax),
    .work = "looks",
    .finished = "kicks",
    .options = ils_option_rows,
    .plan_bytes = sizeof(IlsPlan),
    .islands_help =
        "0: 8, at most one per tour; with crossover, --time and neither --kicks nor "
        "--populations one per rank, on GPUs one for each population that fits side by side; without them "
        "1 above 50,000 cities",
    .epoch_help = "kicks per city, without crossover; 0: a tenth of --kicks, or if that is 0 the larger of 5 "
                  "and 2000 / n",
    .complete = ils_complete,
    .budget = ils_budget,
    .epochs = ils_epochs,
    .work_all = ils_work,
    .needs = ils_needs,
    .create = ils_create,
    .start = ils_given,
    .initial_help = "the first tour of every island begins with it; without crossover all do",
    .begin = ils_begin,
    .pacing = &ils_pacing,
    .advance = ils_advance,
    .champion = ils_champion,
    .best = ils_best,
    .migrant_bytes = ils_migrant_bytes,
    .emigrate = ils_emigrate,
    .immigrate = ils_immigrate,
    .groups = &ils_groups,
    .describe = ils_describe,
    .save = ils_save,
    .renamed = ils_renamed,
    .rows = ils_rows,
    .load = ils_load,
    .destroy = ils_destroy,
    .batch = &ils_batching};
