/* The plan of the annealing of tours: its defaults, its checks, and what follows. Inside "tempering". */
#include "c_locale.h"
#include "search/candidates/tour_image.h"
#include "solver/cooling.h"
#include "solver/island_state.h"
#include "temper_plan.h"

enum {
  ISLANDS_USUAL = 4,
  CHAINS_USUAL = 8,
  STEPS_USUAL = 16000000, /* of a chain */
  SWEEPS_LEAST = 1000,
  SWEEPS_MOST = 10000,
  SWEEP_LEAST = 256,     /* steps */
  EPOCH_STEPS = 1 << 20, /* between exchanges in runs that the clock ends: about 50 ms of a processor core */
  EPOCHS_USUAL = 64,
  EXCHANGE_SWEEPS = 16,
  EXCHANGE_STEPS = 1 << 14,
  CITIES_MANY = 3000 /* of which tours still fill a GPU's shared memory */
};
static const double HOT[] = {[TEMPER_LISTED] = 0.2, [TEMPER_UNIFORM] = 0.5},
                    HOT_INITIAL[] = {[TEMPER_LISTED] = 0.02, [TEMPER_UNIFORM] = 0.003},
                    COLD[] = {[TEMPER_LISTED] = 0.005, [TEMPER_UNIFORM] = 0.00001}, SPREAD = 2;

uint32_t temper_sweep(int32_t n) {
  uint32_t steps = SWEEP_LEAST;
  while (steps < (uint32_t)n) steps *= 2;
  return steps;
}

static uint32_t between(uint32_t value, uint32_t least, uint32_t most) {
  if (value < least) return least;
  if (value > most) return most;
  return value;
}

/* In a run that the clock ends, chains of large instances do more steps if there are fewer. */
static uint32_t islands_usual(const TemperPlan *p, const BackendOps *backend, int32_t n, const Plan *plan) {
  const uint32_t chains = backend->tempering->chains;
  const uint64_t few = n > CITIES_MANY ? (uint64_t)chains * CITIES_MANY / (uint64_t)n : chains,
                 islands = few / p->chains;
  if (!p->open) return ISLANDS_USUAL;
  return plan_ranks(plan) * (uint32_t)(islands ? islands : 1);
}

/* Not so often that a GPU waits for it. */
static uint32_t exchange_usual(int32_t n) {
  const uint32_t sweeps = EXCHANGE_STEPS / temper_sweep(n);
  return sweeps > EXCHANGE_SWEEPS ? sweeps : EXCHANGE_SWEEPS;
}

static uint32_t epoch_usual(const TemperPlan *p, int32_t n) {
  const uint32_t sweeps = p->open ? EPOCH_STEPS / temper_sweep(n) : p->sweeps / EPOCHS_USUAL;
  return sweeps ? sweeps : 1;
}

/* One way to say each temperature. */
static Status temperatures_check(const TemperPlan *p) {
  const bool logarithmic = p->cooling == TEMPER_LOGARITHMIC;
  if (p->t0 > 0 && p->hot > 0) FAIL(ERR_USAGE, "--hot: expected none beside --t0, found %g", p->hot);
  if (p->t_end > 0 && p->cold > 0) FAIL(ERR_USAGE, "--cold: expected none beside --t-end, found %g", p->cold);
  if (p->t0 > 0 && p->t_end > p->t0)
    FAIL(ERR_USAGE, "--t-end: expected at most --t0, %g, found %g", p->t0, p->t_end);
  if (logarithmic && p->t_end > 0)
    FAIL(ERR_USAGE,
         "--t-end: expected none with --cooling logarithmic, which ends where its steps do, found %g",
         p->t_end);
  if (logarithmic && p->open)
    FAIL(ERR_USAGE,
         "--cooling logarithmic: expected --sweeps: its temperatures follow from the number of steps");
  return OK;
}

static Status plan_check(const Instance *inst, const Plan *plan) {
  const TemperPlan *p = temper_plan(plan);
  TRY(tour_image_refuse(inst));
  if (p->t0 == 0 && p->cold > p->hot)
    FAIL(ERR_USAGE, "--cold: expected at most --hot, %g, found %g", p->hot, p->cold);
  if (p->spread < 1) FAIL(ERR_USAGE, "--spread: expected at least 1, found %g", p->spread);
  if (p->moves == TEMPER_UNIFORM && inst->n > TEMPER_UNIFORM_MOST)
    FAIL(ERR_USAGE, "--neighbourhood: expected candidates for more than %d cities, found published",
         TEMPER_UNIFORM_MOST);
  if ((double)p->chains * plan->islands > 1e9)
    FAIL(ERR_USAGE, "--chains: expected at most 1e9 on all islands, found %g",
         (double)p->chains * plan->islands);
  return OK;
}

/* No warmer than the first one, where that is known as a share, too. */
static double cold_usual(const TemperPlan *p) {
  const double usual = COLD[p->moves];
  return p->t0 > 0 || usual < p->hot ? usual : p->hot;
}

Status temper_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  TemperPlan *p = temper_plan_edit(plan);
  p->open = plan->time_s > 0 && !p->sweeps;
  if (!p->sweeps && !p->open)
    p->sweeps = between(STEPS_USUAL / temper_sweep(inst->n), SWEEPS_LEAST, SWEEPS_MOST);
  if (!p->chains) p->chains = p->moves == TEMPER_UNIFORM ? 1 : CHAINS_USUAL;
  if (!p->exchange) p->exchange = exchange_usual(inst->n);
  TRY(temperatures_check(p));
  if (p->hot == 0 && p->t0 == 0) p->hot = (plan->initial ? HOT_INITIAL : HOT)[p->moves];
  if (p->cold == 0 && p->t_end == 0) p->cold = cold_usual(p);
  if (p->spread == 0) p->spread = p->chains > 1 ? SPREAD : 1;
  if (!plan->islands) plan->islands = islands_usual(p, backend, inst->n, plan);
  if (!plan->epoch) plan->epoch = epoch_usual(p, inst->n);
  return plan_check(inst, plan);
}

uint64_t temper_budget(const Plan *plan) {
  return (uint64_t)temper_plan(plan)->sweeps * temper_plan(plan)->chains * plan->islands;
}

uint32_t temper_epochs(const Plan *plan) {
  return island_epochs(temper_plan(plan)->sweeps, temper_plan(plan)->open, plan);
}

double temper_work_all(const Instance *inst, const Plan *plan) {
  return (double)temper_budget(plan) * temper_sweep(inst->n);
}

const char *temper_word(const Plan *plan) {
  return temper_plan(plan)->moves == TEMPER_UNIFORM ? "published" : "candidates";
}

double temper_anneal_steps(const Plan *plan, int32_t n) {
  const TemperPlan *p = temper_plan(plan);
  return (double)p->sweeps * temper_sweep(n) / p->anneals;
}

/* How little a logarithm cools. */
void temper_remark(const Instance *inst, const Plan *plan, char *text, size_t size) {
  const double steps = temper_anneal_steps(plan, inst->n);
  *text = '\0';
  if (temper_plan(plan)->cooling != TEMPER_LOGARITHMIC) return;
  c_snprintf(
      text, size,
      "--cooling logarithmic hardly cools: after the %.3g steps of a cooling the temperature is %.2g%% "
      "of the "
      "first one",
      steps, 100 * cooling_logarithmic(steps));
}
