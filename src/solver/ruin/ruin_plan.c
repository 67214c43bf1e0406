/* The "ruin" solver's options and plan: defaults, checks, temperatures. */
#include "ruin_plan.h"

#include "solver/cooling.h"

/* ---- options ---- */

enum { RUIN_PLACE = 130 };
#define FIELD(member) OPTION_FIELD(RuinPlan, member)
const OptionRow ruin_option_rows[] = {
    {"chains", KIND_COUNT, FIELD(chains), "0", .argument = "N", .least = "0", .most = "1e6",
     .place = RUIN_PLACE,
     .help = "Markov chains of an island; 0: on the CPU 1, or with --time as many as its threads; on a GPU "
             "as many "
             "as fill it, with all islands"},
    {"proposals", KIND_COUNT, FIELD(width), "0", .argument = "N", .least = "0", .most = "32",
     .place = RUIN_PLACE,
     .help = "moves proposed from the same solution in a round; 0: 1 on the CPU, on a GPU as many as fit a "
             "block"},
    {"epochs", KIND_COUNT, FIELD(epochs), "0", .amount = true, .argument = "N", .least = "0", .most = "1e9",
     .place = RUIN_PLACE,
     .help =
         "epochs of the run, during which the temperature falls; 0: as many as --time allows, or without it "
         "20,000 proposals per customer"},
    {"tournament", KIND_COUNT, FIELD(meet), "16", .argument = "N", .least = "0", .most = "1e6",
     .place = RUIN_PLACE,
     .help = "epochs between two tournaments, in which each chain continues from the cheaper of its own and "
             "another "
             "chain's solution; 0: no tournaments"},
    {"hot", KIND_REAL, FIELD(hot), "0", .argument = "X", .least = "0", .most = "1000", .place = RUIN_PLACE,
     .help = "initial temperature. Unit: geometric mean of the mean cost between near customers and the mean "
             "cost between a customer "
             "and the ends of routes; 0: 1, with --initial 0.125"},
    {"cold", KIND_REAL, FIELD(cold), "0.005", .argument = "X", .least = "1e-6", .most = "1000",
     .place = RUIN_PLACE, .help = "final temperature, in the unit of --hot"},
    {NULL}};

/* ---- the plan ---- */

enum { EPOCH_USUAL = 100 /* proposals a customer */, PROPOSALS_USUAL = 20000 };
static const double HOT_USUAL = 1, HOT_INITIAL = 0.125;

static uint32_t rounds_of(const Instance *inst, const Plan *plan) {
  const uint64_t rounds = (uint64_t)plan->epoch * (uint64_t)inst->n / ruin_plan(plan)->width;
  if (rounds > UINT32_MAX) return UINT32_MAX;
  return rounds ? (uint32_t)rounds : 1;
}

static Status limits_check(const Instance *inst, const Plan *plan) {
  const RuinPlan *own = ruin_plan(plan);
  const double chains = (double)own->chains * plan->islands;
  if (chains * inst->n > 2e9)
    FAIL(ERR_USAGE, "--chains: expected at most %g chains of %d customers, found %g", 2e9 / inst->n, inst->n,
         chains);
  if (own->cold > own->hot)
    FAIL(ERR_USAGE, "--cold: expected at most %g, as --hot, found %g", own->hot, own->cold);
  return OK;
}

/* A run that the clock ends: defaults may depend on ranks and threads. */
static bool is_timed(const Plan *plan) { return plan->time_s > 0 && !ruin_plan(plan)->epochs; }

static uint32_t chains_usual(const Instance *inst, const BackendOps *backend, const Plan *plan) {
  const uint32_t usual = backend->ruin->chains(inst->n), threads = plan_island_threads(plan);
  return is_timed(plan) && threads > usual ? threads : usual;
}

Status ruin_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  RuinPlan *own = ruin_plan_edit(plan);
  if (!own->width) own->width = (uint32_t)backend->ruin->width(inst->n);
  if (!plan->islands) plan->islands = is_timed(plan) ? plan_ranks(plan) : 1;
  if (!own->chains) own->chains = chains_usual(inst, backend, plan);
  if (own->hot == 0) own->hot = plan->initial ? HOT_INITIAL : HOT_USUAL;
  if (!plan->epoch) plan->epoch = EPOCH_USUAL;
  if (!own->epochs && plan->time_s == 0)
    own->epochs = plan->epoch < PROPOSALS_USUAL ? PROPOSALS_USUAL / plan->epoch : 1;
  own->rounds = rounds_of(inst, plan);
  return limits_check(inst, plan);
}

double ruin_temperature(const RuinPlan *plan, double share) {
  const uint32_t steps = 1024, k = share > 0 && share < 1 ? (uint32_t)(share * steps) : 0;
  return share >= 1 ? plan->cold : cooling_temperature(plan->hot, plan->cold, k, steps);
}

double ruin_prize_factor(double share) {
  const uint32_t steps = 1024, k = share > 0 ? (uint32_t)(share / RUIN_PRIZES_SHARE * steps) : 0;
  return share >= RUIN_PRIZES_SHARE || k >= steps ? 1 : cooling_temperature(RUIN_PRIZES_DEAR, 1, k, steps);
}

bool ruin_fewer(double share) { return share < RUIN_FEWER_SHARE; }
