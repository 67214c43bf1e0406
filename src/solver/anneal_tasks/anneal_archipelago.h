/* Inside the "anneal" solver: shared by anneal.c (epochs, champions, migration), anneal_tables.c (what kernels read) and
 * anneal_state.c (what they write; saving and loading). */
#ifndef CORDEE_SOLVER_ANNEAL_TASKS_ANNEAL_ARCHIPELAGO_H
#define CORDEE_SOLVER_ANNEAL_TASKS_ANNEAL_ARCHIPELAGO_H

#include "solver/island_state.h"
#include "anneal_kernels.h"
#include "anneal_plan.h"

/* The annealer's model of the instance. */
typedef struct AnnealModel {
  AnnealTables host, device; /* the same tables twice; device's pointers are on the backend */
  int32_t n;                 /* the instance's tasks */
  int32_t *task;             /* (host.tasks) the instance's task */
  int32_t *settled;          /* (n) machine of each task that is not searched; -1: it is searched */
  int32_t *incumbent;        /* (n) the best of the list heuristics' assignments */
  int64_t incumbent_cost;
  int64_t longest; /* no option takes longer; at most incumbent_cost */
  int64_t bound;   /* lp_bound_truncated's */
  int64_t tick;    /* instance units of a tick: the fewest with which loads fit an int32; times are rounded */
  double units_tick; /* size of a tick at the average dual */
  double spacing;    /* the n-th smallest regret of an option: the resolution that temperatures need */
} AnnealModel;

/* ERR_MEMORY, ERR_DEVICE. */
Status anneal_model_make(const Instance *inst, Backend *be, AnnealModel *model);
void anneal_model_free(Backend *be, AnnealModel *model);
/* The assignment (n) of a chain's choice (host.tasks). */
void anneal_decode(const AnnealModel *model, const uint8_t *choice, int32_t n, int32_t *assignment);

struct Archipelago {
  ISLAND_STATE
  AnnealModel model;
  AnnealState state;   /* step: IslandState.at when kernels are called */
  AnnealStages stages; /* of the epoch under way */
  uint32_t epoch;
  uint64_t steps; /* of all chains, since create */
  /* per chain, on the host */
  int32_t *best;    /* (chains) state.best when last downloaded, and then arrivals' */
  uint32_t *source; /* (chains) whose `kept` each continues from in the next epoch; `chains`: the inbox's */
};

/* Fills in and checks AnnealPlan's part of the plan: Solver.complete. */
Status anneal_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
/* The plan's temperature and q of stage s of an epoch from `hot` to `cold`. */
void anneal_stage(const AnnealModel *model, double hot, double cold, uint32_t s, AnnealStages *out);
/* Steps of a chain in an epoch. */
uint64_t anneal_epoch_steps(const Plan *plan);
/* Sets the steps and stages of an epoch; changes no chain. */
void anneal_open(Archipelago *a, uint32_t epoch);

/* ---- anneal_state.c: Solver's functions of these names ---- */

Status anneal_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out);
void anneal_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
Status anneal_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
