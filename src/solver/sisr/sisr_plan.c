/* The "sisr" solver's plan: its defaults, its checks, its temperatures. */
#include "sisr_plan.h"

#include "problem/cvrp/cvrp.h"
#include "solver/cooling.h"

enum {
  WHOLE_MOST = 1200,
  PART_LEAST = 250,
  PART_MOST = 1200,
  PART_ROUTES = 12,
  EPOCH_WHOLE = 100,
  EPOCH_PARTS = 50,
  EPOCH_GENERATIONS = 3,   /* so that generations have many */
  PROPOSALS_USUAL = 20000, /* a customer */
  CHAINS_GENERATIONS = 12,
  GENERATIONS_USUAL = 21,
  WIDTH_USUAL = 16
};
/* From a solution that is to be kept in large part, less hot: X-n1001-k43 ended better than it began at a fourth of the usual, else half the time. */
static const double HOT_USUAL = 0.5, HOT_INITIAL = 0.125;
/* Where the first of several islands begins: long routes need it to lose one, while the last islands are as good as without where it is not needed. */
static const double HOTTEST_USUAL = 16;

/* A population pays on a single thread that has the time: seconds a customer. X instances of 101 to 351 customers, one core, 60 s: 0.20% above the
 * best known instead of 0.35%; 10 s: 0.46 instead of 0.44%. */
static const double GENERATIONS_S = 0.15;

/* Customers of a part: of some full routes. */
static uint32_t part_usual(const Instance *inst) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  const int64_t part =
      (int64_t)PART_ROUTES * inst->n * cvrp->capacity / (1 + cvrp_load(cvrp->demand, inst->n));
  if (part < PART_LEAST) return PART_LEAST;
  if (part > PART_MOST) return PART_MOST;
  return (uint32_t)part;
}

/* Parts of about so many customers each. */
static uint32_t parts_usual(const Instance *inst, const SisrPlan *own) {
  const uint32_t n = (uint32_t)inst->n;
  uint32_t size;
  if (own->part)
    size = own->part;
  else if (n <= WHOLE_MOST)
    size = WHOLE_MOST;
  else
    size = part_usual(inst);
  return (n + size - 1) / size;
}

static uint32_t width_usual(uint32_t customers) {
  if (customers >= 200) return WIDTH_USUAL;
  if (customers >= 100) return WIDTH_USUAL / 2;
  return WIDTH_USUAL / 4;
}

/* A run on CPUs that the clock ends: only then may defaults depend on ranks and threads. */
static bool follows_threads(const BackendOps *backend, const Plan *plan) {
  return backend->sisr->islands == 1 && plan->time_s > 0 && !sisr_plan(plan)->epochs;
}

/* All islands together have about as many parts as the backend wants, and no thread is idle. */
static uint32_t chains_usual(uint32_t all, const BackendOps *backend, const Plan *plan, uint32_t parts) {
  const uint32_t each = plan->islands * parts, usual = all > each ? all / each : 1,
                 threads = plan_island_threads(plan) / parts;
  return follows_threads(backend, plan) && threads > usual ? threads : usual;
}

static uint32_t islands_usual(uint32_t all, const BackendOps *backend, const Plan *plan, uint32_t parts) {
  const uint32_t most = backend->sisr->islands;
  if (follows_threads(backend, plan)) return plan_ranks(plan);
  if (all < parts) return 1;
  if (all / parts < most) return all / parts;
  return most;
}

static Status limits_check(const Instance *inst, const Plan *plan) {
  const SisrPlan *own = sisr_plan(plan);
  const CvrpInstance *cvrp = cvrp_of(inst);
  const double chains = (double)own->chains * plan->islands;
  if (cvrp_has_windows(cvrp) && cvrp->max_duration != INT32_MAX)
    FAIL(ERR_USAGE, "sisr: expected time windows or a limit on the duration of routes, found both");
  if (chains * inst->n > 4e9)
    FAIL(ERR_USAGE, "--chains: expected at most %g chains of %d customers, found %g", 4e9 / inst->n, inst->n,
         chains);
  if (own->hottest < own->hot)
    FAIL(ERR_USAGE, "--hottest: expected at least %g, as --hot, found %g", own->hot, own->hottest);
  if (own->cold > own->hot)
    FAIL(ERR_USAGE, "--cold: expected at most %g, as --hot, found %g", own->hot, own->cold);
  if (own->generations > 1 && own->reheat < own->cold)
    FAIL(ERR_USAGE, "--reheat: expected at least %g, as --cold, found %g", own->cold, own->reheat);
  if (own->generations > 1 && own->chains < 2)
    FAIL(ERR_USAGE, "--generations: expected --chains of at least 2 to recombine, found %u", own->chains);
  return OK;
}

static uint32_t epochs_usual(const Plan *plan) {
  return plan->epoch < PROPOSALS_USUAL ? (uint32_t)(PROPOSALS_USUAL / plan->epoch) : 1;
}

/* Generations, and as many chains, if neither was given: on a single thread that has the time. */
static void generations_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  SisrPlan *own = sisr_plan_edit(plan);
  const bool single = follows_threads(backend, plan) && plan->islands == 1 && plan->threads <= 1;
  const bool pays =
      single && own->parts == 1 && !own->chains && !plan->initial && plan->time_s >= GENERATIONS_S * inst->n;
  if (!own->generations) own->generations = pays ? GENERATIONS_USUAL : 1;
  if (own->generations > 1 && !own->chains && backend->sisr->islands == 1) own->chains = CHAINS_GENERATIONS;
}

static uint32_t epoch_usual(const SisrPlan *own) {
  if (own->generations > 1) return EPOCH_GENERATIONS;
  return own->parts > 1 ? EPOCH_PARTS : EPOCH_WHOLE;
}

Status sisr_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  SisrPlan *own = sisr_plan_edit(plan);
  own->parts = parts_usual(inst, own);
  if (!own->width) own->width = width_usual((uint32_t)inst->n / own->parts);
  const uint32_t all = backend->sisr->parts(inst->n / (int32_t)own->parts, (int32_t)own->width);
  if (!plan->islands) plan->islands = islands_usual(all, backend, plan, own->parts);
  generations_complete(inst, backend, plan);
  if (!own->chains) own->chains = chains_usual(all, backend, plan, own->parts);
  if (!own->hottest && !own->hot && !plan->initial && own->parts == 1) own->hottest = HOTTEST_USUAL;
  if (own->hot == 0) own->hot = plan->initial ? HOT_INITIAL : HOT_USUAL;
  if (!own->hottest) own->hottest = own->hot;
  if (!plan->epoch) plan->epoch = epoch_usual(own);
  if (!own->epochs && plan->time_s == 0) own->epochs = epochs_usual(plan);
  return limits_check(inst, plan);
}

double sisr_hot(const SisrPlan *plan, uint32_t island, uint32_t islands) {
  const uint32_t steps = 1024, k = islands > 1 ? (uint32_t)(steps * (uint64_t)island / (islands - 1)) : steps;
  return k == steps || plan->hottest <= plan->hot ? plan->hot
                                                  : cooling_temperature(plan->hottest, plan->hot, k, steps);
}

double sisr_temperature(const SisrPlan *plan, double hot, double share) {
  const uint32_t steps = 1024, k = share > 0 && share < 1 ? (uint32_t)(share * steps) : 0;
  return share >= 1 || k == steps ? plan->cold : cooling_temperature(hot, plan->cold, k, steps);
}
