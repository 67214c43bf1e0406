/* The "aco" solver's plan: its defaults, its checks, and what follows. Inside "aco".
 *
 * Defaults: Stuetzle and Hoos 2000 and their program (MAX-MIN: beta 2, rho 0.02, with local search 0.2, p_best 0.05); Bullnheimer,
 * Hartl, Strauss 1999 (rank: beta 5, w 6, rho 0.1 as in that program); Skinderowicz 2022 (focused: 4 sqrt(n) ants, beta 1, rho
 * 0.5, p_best 0.1; 4 new edges instead of 8, as measured); Dorigo, Maniezzo, Colorni 1996 (ant system: n ants, beta 5, rho 0.5,
 * Q 100). */
#include <math.h>
#include "aco_all_step.h"
#include "aco_plan.h"
#include "solver/island_state.h"

enum {
  ISLANDS_USUAL = 8,
  ITERATIONS_USUAL = 1000,
  SEARCHING = 32,       /* ants with local search */
  FOCUSED_ABOVE = 5000, /* cities */
  FOCUSED_LEAST = 8,
  EPOCH_LEAST = 100,
  EPOCH_MOST = 1000,
  EPOCH_CITIES = 100000, /* that an ant visits in an epoch */
  EARLY_ITERATIONS = 20  /* while tours of ants are long and different */
};

static uint32_t ants_usual(const AcoPlan *p, const BackendOps *backend, int32_t n) {
  const uint32_t focused = ((uint32_t)ceil(4 * sqrt(n)) + 63) / 64 * 64, least = backend->aco->focused;
  if (p->variant == ACO_FOCUSED) return focused > least ? focused : least;
  return p->search == ACO_SEARCH_NONE ? (uint32_t)n : SEARCHING;
}

static double beta_usual(const AcoPlan *p) {
  if (p->variant == ACO_RANK || p->variant == ACO_AS) return 5;
  if (p->variant == ACO_FOCUSED) return 1;
  return 2;
}

static double rho_usual(const AcoPlan *p) {
  if (p->variant == ACO_MMAS) return p->search == ACO_SEARCH_NONE ? 0.02 : 0.2;
  return p->variant == ACO_RANK ? 0.1 : 0.5;
}

/* An exchange takes about as long as a few thousand cities of an ant. */
static uint32_t epoch_usual(int32_t n) {
  const int32_t epoch = EPOCH_CITIES / n;
  if (epoch < EPOCH_LEAST) return EPOCH_LEAST;
  return (uint32_t)(epoch < EPOCH_MOST ? epoch : EPOCH_MOST);
}

/* If the clock ends the run anyway, as many as each rank has work for: colonies of focused ants, and of ants without local
 * search, keep a processor busy by themselves. */
static uint32_t islands_usual(const AcoPlan *p, const BackendOps *backend, const Plan *plan) {
  const bool alone = p->variant == ACO_FOCUSED || p->search == ACO_SEARCH_NONE;
  if (!p->open) return ISLANDS_USUAL;
  return plan_ranks(plan) * (alone ? 1 : backend->aco->islands);
}

/* A trail and a power of 8 bytes and a preference of 4 for every pair: 336 MB at the limit, with one colony. */
static Status trails_check(int32_t n, const AcoPlan *p) {
  if (p->variant == ACO_AS && p->trails != ACO_TRAILS_ALL)
    FAIL(ERR_USAGE, "--trails: expected all with --variant as, found candidates");
  if (p->variant == ACO_FOCUSED && p->trails == ACO_TRAILS_ALL)
    FAIL(ERR_USAGE, "--trails: expected candidates with --variant focused, found all");
  if (p->trails == ACO_TRAILS_ALL && n > ACO_ALL_CITIES)
    FAIL(ERR_USAGE,
         "--trails all: expected at most %d cities, found %d: memory and the time of every step grow with "
         "all pairs of "
         "cities; --variant mmas, rank and focused have --trails candidates",
         ACO_ALL_CITIES, n);
  return OK;
}

static Status variant_check(int32_t n, const Plan *plan) {
  const AcoPlan *p = aco_plan(plan);
  if (p->variant == ACO_FOCUSED && n < FOCUSED_LEAST)
    FAIL(ERR_USAGE, "--variant focused: expected at least %d cities, found %d", FOCUSED_LEAST, n);
  if (p->variant == ACO_FOCUSED && p->search == ACO_SEARCH_ILS)
    FAIL(ERR_USAGE, "--local-search: expected none or 2opt with --variant focused, found ils");
  if (p->variant != ACO_FOCUSED && n > ACO_CITIES)
    FAIL(ERR_USAGE, "--variant: expected focused for more than %d cities, found %d", ACO_CITIES, n);
  TRY(trails_check(n, p));
  if ((double)p->ants * plan->islands > 1e9)
    FAIL(ERR_USAGE, "--ants: expected at most 1e9 on all islands, found %g", (double)p->ants * plan->islands);
  return OK;
}

Status aco_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  AcoPlan *p = aco_plan_edit(plan);
  if (p->variant == ACO_AUTO) p->variant = inst->n > FOCUSED_ABOVE ? ACO_FOCUSED : ACO_MMAS;
  if (p->trails == ACO_TRAILS_AUTO) p->trails = p->variant == ACO_AS ? ACO_TRAILS_ALL : ACO_TRAILS_CANDIDATES;
  if (p->search == ACO_SEARCH_AUTO) p->search = p->variant == ACO_AS ? ACO_SEARCH_NONE : ACO_SEARCH_TWO_OPT;
  if (!p->ants) p->ants = ants_usual(p, backend, inst->n);
  if (p->beta == 0) p->beta = beta_usual(p);
  if (p->rho == 0) p->rho = rho_usual(p);
  if (p->q == 0) p->q = 100;
  if (p->p_best == 0) p->p_best = p->variant == ACO_FOCUSED ? 0.1 : 0.05;
  p->open = plan->time_s > 0 && !p->iterations;
  if (!p->iterations && !p->open) p->iterations = ITERATIONS_USUAL;
  if (!plan->islands) plan->islands = islands_usual(p, backend, plan);
  if (!plan->epoch) plan->epoch = epoch_usual(inst->n);
  return variant_check(inst->n, plan);
}

uint64_t aco_budget(const Plan *plan) { return (uint64_t)aco_plan(plan)->iterations * plan->islands; }

uint32_t aco_epochs(const Plan *plan) {
  return island_epochs(aco_plan(plan)->iterations, aco_plan(plan)->open, plan);
}

/* Cities that the ants of all islands visit in so many iterations; those of early iterations count several times, since early tours are long and
 * local search takes longer with them. 200 cities, 32 ants, one core: 6,000 ants/s in the first 16 iterations, 42,000 later (mmas, 2opt);
 * 6,000 and 13,000 (rank, 2opt); 62,000 and 110,000 (no local search). */
static double work_of(const Instance *inst, const Plan *plan, double iterations) {
  const AcoPlan *p = aco_plan(plan);
  const double early = iterations < EARLY_ITERATIONS ? iterations : EARLY_ITERATIONS;
  double each = 2;
  if (p->variant == ACO_FOCUSED) each = 1;
  if (p->variant == ACO_MMAS && p->search != ACO_SEARCH_NONE) each = 6;
  return (iterations + (each - 1) * early) * plan->islands * p->ants * inst->n;
}

double aco_work_all(const Instance *inst, const Plan *plan) {
  return work_of(inst, plan, aco_plan(plan)->iterations);
}

double aco_work_done(const Instance *inst, const Plan *plan, const Progress *progress) {
  return work_of(inst, plan, (double)progress->moves / ((double)plan->islands * aco_plan(plan)->ants));
}

const char *aco_word(const Plan *plan) {
  static const char *const words[][4] = {[ACO_AUTO] = {"", "", ""},
                                         [ACO_MMAS] = {"mmas", "mmas 2opt", "mmas ils"},
                                         [ACO_RANK] = {"rank", "rank 2opt", "rank ils"},
                                         [ACO_FOCUSED] = {"focused", "focused 2opt", ""},
                                         [ACO_AS] = {"as", "as 2opt", "as ils"}};
  return words[aco_plan(plan)->variant][aco_plan(plan)->search];
}

/* The least trail, as a share of the largest: Stuetzle and Hoos' formula, where a city has on average `choices` others to choose from
 * at `steps` steps. */
static double least_share(double p_best, double steps, double choices) {
  const double p = pow(p_best, 1 / steps);
  return (1 - p) / ((choices > 1 ? choices : 1) * p);
}

uint64_t aco_trail_all_first(const Plan *plan, int32_t n, int64_t unit) {
  const AcoPlan *p = aco_plan(plan);
  const double first = p->trail0 > 0 ? p->trail0 / p->q * (double)(unit ? unit : 1) : 1.0 / n;
  if (p->variant != ACO_AS) return UINT64_C(1) << (ACO_TAU_BITS + ACO_FINE_BITS);
  return (uint64_t)fmin(fmax(first * 0x1p40, 1), 0x1p62);
}

/* The share of the largest trail that the least one is; 0: there are no limits. */
static double least_of(const Instance *inst, const AcoPlan *p, int32_t width) {
  const int32_t choices = p->trails == ACO_TRAILS_ALL ? inst->n - 1 : width;
  if (p->variant == ACO_RANK || p->variant == ACO_AS) return 0;
  if (p->variant == ACO_FOCUSED) return least_share(p->p_best, width, width - 1);
  return least_share(p->p_best, inst->n, (choices + 1) / 2.0);
}

AcoRules aco_rules(const Instance *inst, const Plan *plan, int32_t width) {
  const AcoPlan *p = aco_plan(plan);
  return (AcoRules){.ants = p->ants,
                    .alpha = p->alpha,
                    .evaporation = (uint32_t)lround(p->rho * 65536),
                    .least = (uint32_t)floor(fmin(least_of(inst, p, width), 1) * UINT32_MAX),
                    .deposits = p->variant == ACO_RANK ? p->elite : 1,
                    .search = p->search != ACO_SEARCH_NONE,
                    .focused = p->variant == ACO_FOCUSED,
                    .changes = p->changes,
                    .all = p->trails == ACO_TRAILS_ALL,
                    .every = p->variant == ACO_AS,
                    .keep = (uint64_t)llround((1 - p->rho) * 0x1p32)};
}
