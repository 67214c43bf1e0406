/* The "sisr" solver: simulated annealing by ruin and recreate (slack induction by string removals, Christiaens and Vanden Berghe 2020) of
 * many chains, for vehicle routing. WHAT runs next; HOW is the backend's (sisr_kernels.h).
 *
 * All chains begin with Clarke and Wright's savings. The temperature falls geometrically over the run, from epoch to epoch or, without a
 * budget, as the clock tells. Between epochs
 *   exchange    every island's cheapest chain (the first of equals) takes the place of the dearest one of the next island, if it is cheaper;
 *   tournament  every --tournament epochs, chain i goes on from the cheaper of its solution and that of its partner
 *               (i + 1 + t mod (C - 1)) mod C in its island of C chains, t counting tournaments;
 *   parts       chains of large instances are cut into parts, which advance side by side, along other lines in every epoch (sisr_parts.c).
 * A champion is the cheapest solution of an island's chains as of the ends of rounds (parts: of each part). */
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"
#include "sisr_archipelago.h"

enum { STEP_ROUNDS = 8 /* rounds that advance() counts as one step */ };

static uint64_t sisr_budget(const Plan *plan) {
  return (uint64_t)sisr_plan(plan)->epochs * sisr_plan(plan)->chains * plan->islands;
}
static uint32_t sisr_epochs(const Plan *plan) {
  return sisr_plan(plan)->epochs ? sisr_plan(plan)->epochs : EPOCHS_OPEN;
}

/* Proposals; those of large parts take longer. */
static double sisr_work(const Instance *inst, const Plan *plan) {
  const uint32_t epochs = sisr_plan(plan)->epochs ? sisr_plan(plan)->epochs : 1;
  return (double)sisr_rounds(inst, plan) * sisr_plan(plan)->width * sisr_plan(plan)->parts * epochs *
         sisr_plan(plan)->chains * plan->islands;
}

/* Chain of island i with the least (sign 1) or the greatest (-1) cost, the first of equals. */
static uint32_t island_extreme(const Archipelago *a, uint32_t i, int sign) {
  const uint32_t chains = sisr_plan(a->plan)->chains;
  uint32_t at = i * chains;
  for (uint32_t c = at + 1; c < (i + 1) * chains; c++)
    if (sign * a->cost[c] < sign * a->cost[at]) at = c;
  return at;
}

/* ---- looking at chains ---- */

/* What is kept of chains, as champions if they are cheaper. */
static void champions_take(Archipelago *a, Champions *to) {
  int64_t kept = 0;
  for (uint32_t p = 0; p < a->count; p++) {
    const uint32_t c = a->part[p].chain;
    kept = (a->part[p].number ? kept : 0) + a->kept.cost[p];
    if (p + 1 == a->count || a->part[p + 1].chain != c)
      champions_offer(to, c / sisr_plan(a->plan)->chains, kept, a->kept.gene + c * (size_t)a->inst->n);
  }
}

static Status sisr_champion(Archipelago *a, uint32_t i, Individual *out) {
  return champions_get(&a->champions, i, out), OK;
}

/* Offers of an epoch under way are not champions yet: these do not depend on where slices fall. */
static Status unfinished_best(Archipelago *a, Individual *out) {
  Status status = OK;
  Champions found;
  TRY(sisr_look(a, true));
  TRY_GOTO(champions_make(&found, a->span, a->inst->n), cleanup);
  champions_take(a, &found);
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

/* Chains meet, all at once: whose solution each goes on from. */
static Status tournament(Archipelago *a) {
  const SisrPlan *own = sisr_plan(a->plan);
  const size_t n = (size_t)a->inst->n;
  const uint32_t chains = own->chains, step = 1 + a->epoch / own->meet % (chains - 1);
  int32_t *gene = malloc((a->chains * n + 1) * sizeof *gene);
  int64_t *cost = malloc((a->chains + (size_t)1) * sizeof *cost);
  if (!gene || !cost) {
    free(gene), free(cost);
    FAIL(ERR_MEMORY, "no memory for a tournament of %u chains", a->chains);
  }
  for (uint32_t c = 0; c < a->chains; c++) {
    const uint32_t i = c % chains, other = c - i + (i + step) % chains;
    const uint32_t from = a->cost[other] < a->cost[c] ? other : c;
    memcpy(gene + c * n, a->now.gene + from * n, n * sizeof *gene), cost[c] = a->cost[from];
  }
  free(a->now.gene), free(a->cost);
  a->now.gene = gene, a->cost = cost;
  return OK;
}

static Status sisr_begin(Archipelago *a, uint32_t epoch) {
  const SisrPlan *own = sisr_plan(a->plan);
  sisr_open(a, epoch);
  if (!a->chains) return OK;
  if (epoch && own->meet && epoch % own->meet == 0 && own->chains > 1) TRY(tournament(a));
  TRY(sisr_parts_cut(a));
  return a->be->ops->sisr->put(a->be, a->place, a->part, a->count, &a->now, &a->now);
}

static Status sisr_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  TRY(sisr_make(inst, be, plan, span, out));
  const Status status = sisr_begin(*out, 0);
  if (status != OK) sisr_destroy(*out), *out = NULL;
  return status;
}

static Status rounds_run(Archipelago *a, uint32_t rounds) {
  if (!sisr_plan(a->plan)->epochs) a->share = a->paced;
  const float t = (float)(sisr_temperature(sisr_plan(a->plan), a->share) * a->unit);
  for (uint32_t c = 0; c < a->chains; c++) a->temperature[c] = t;
  TRY(a->be->ops->sisr->advance(a->be, a->place, a->temperature,
                                (uint64_t)a->epoch * a->rounds_all + a->rounds_done, rounds));
  a->rounds_done += rounds;
  a->proposals += (uint64_t)rounds * (uint64_t)sisr_plan(a->plan)->width * a->count;
  return sisr_look(a, a->rounds_done == a->rounds_all);
}

static Status sisr_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  const uint32_t left = a->rounds_all - a->rounds_done;
  const uint64_t most = (uint64_t)steps * STEP_ROUNDS;
  if (a->chains && left) TRY(rounds_run(a, most < left ? (uint32_t)most : left));
  progress->epoch_done = !a->chains || a->rounds_done == a->rounds_all;
  if (a->chains && progress->epoch_done) champions_take(a, &a->champions);
  progress->best = a->best_seen;
  progress->finished = ((uint64_t)a->epoch + progress->epoch_done) * a->chains;
  progress->moves = a->proposals;
  return OK;
}

/* ---- pacing: without a budget the clock tells the temperature ---- */

static void sisr_improved(Archipelago *a, uint64_t islands) { (void)a, (void)islands; }
static bool sisr_over(const Archipelago *a) { return (void)a, false; }
static void sisr_pace(Archipelago *a, double done) { a->paced = done; }
static const SolverPacing sisr_pacing = {sisr_improved, sisr_over, sisr_pace};

/* ---- migration ---- */

static size_t sisr_migrant_bytes(const Archipelago *a) {
  return sizeof *a->cost + (size_t)a->inst->n * sizeof *a->now.gene;
}

static void migrant_write(const Archipelago *a, uint32_t i, void *migrant) {
  const size_t n = (size_t)a->inst->n;
  const uint32_t c = island_extreme(a, i, 1);
  memcpy(migrant, &a->cost[c], sizeof *a->cost);
  memcpy((char *)migrant + sizeof *a->cost, a->now.gene + c * n, n * sizeof *a->now.gene);
}

static Status sisr_emigrate(Archipelago *a, void *migrant) {
  return migrant_write(a, a->span.count - 1, migrant), OK;
}

static void migrant_read(Archipelago *a, uint32_t i, const void *migrant) {
  const size_t n = (size_t)a->inst->n;
  const uint32_t c = island_extreme(a, i, -1);
  int64_t cost;
  memcpy(&cost, migrant, sizeof cost);
  if (cost >= a->cost[c]) return;
  a->cost[c] = cost;
  memcpy(a->now.gene + c * n, (const char *)migrant + sizeof cost, n * sizeof *a->now.gene);
}

static Status sisr_immigrate(Archipelago *a, const void *migrant) {
  const size_t bytes = sisr_migrant_bytes(a);
  char *const leaves = malloc(2 * bytes);
  if (!leaves) FAIL(ERR_MEMORY, "no memory for a migrant of %zu bytes", bytes);
  char *const arrives = leaves + bytes;
  memcpy(arrives, migrant, bytes);
  for (uint32_t i = 0; i < a->span.count; i++) {
    migrant_write(a, i, leaves);
    migrant_read(a, i, arrives);
    memcpy(arrives, leaves, bytes);
  }
  free(leaves);
  return OK;
}

static Status sisr_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->chains ? a->be->ops->sisr->describe(a->be, a->place, out) : OK;
}

const Solver solver_sisr = {.name = "sisr",
                            .title = "slack induction by string removals",
                            .problems = {&problem_cvrp},
                            .kernels = FAMILY_BIT(sisr),
                            .work = "proposals",
                            .finished = "epochs of chains",
                            .options = sisr_option_rows,
                            .plan_bytes = sizeof(SisrPlan),
                            .islands_help = "1 on the CPU, 8 on a GPU, fewer where a chain has many parts",
                            .epoch_help = "proposals a customer of every chain (0: 100, in parts 500)",
                            .complete = sisr_complete,
                            .budget = sisr_budget,
                            .epochs = sisr_epochs,
                            .work_all = sisr_work,
                            .needs = sisr_needs,
                            .create = sisr_create,
                            .begin = sisr_begin,
                            .pacing = &sisr_pacing,
                            .advance = sisr_advance,
                            .champion = sisr_champion,
                            .best = sisr_best,
                            .migrant_bytes = sisr_migrant_bytes,
                            .emigrate = sisr_emigrate,
                            .immigrate = sisr_immigrate,
                            .describe = sisr_describe,
                            .save = sisr_save,
                            .load = sisr_load,
                            .destroy = sisr_destroy};
