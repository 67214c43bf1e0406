/* Inside the "tabu" solver: the archipelago. tabu.c has the table of functions and the epochs, tabu_plan.c defaults and amounts,
 * tabu_state.c what the kernels write and champions, tabu_save.c checkpoints. Cities have the instance's numbers everywhere. */
#ifndef CORDEE_SOLVER_TABU_TABU_ARCHIPELAGO_H
#define CORDEE_SOLVER_TABU_TABU_ARCHIPELAGO_H

#include "solver/champions.h"
#include "solver/climb/climb_problem.h"
#include "tabu_kernels.h"
#include "tabu_plan.h"

struct Archipelago {
  const Instance *inst;
  Backend *be;
  const Plan *plan;
  Span span;
  ClimbProblem problem; /* empty if the span is empty, as are all arrays */
  TabuRules rules;
  TabuState state;     /* its arrays are on the backend, owned here */
  TabuWalk *walk;      /* (rows) host: state.walk as last downloaded */
  Champions champions; /* host: state.champion follows at the beginning of an epoch */
  uint32_t at, end;    /* the next step, and the first of the next epoch */
  uint64_t steps;      /* of all searchers since create */
};

/* ---- tabu_plan.c: Solver's functions of these names ---- */

Status tabu_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
uint64_t tabu_budget(const Plan *plan);
uint32_t tabu_epochs(const Plan *plan);
double tabu_work_all(const Instance *inst, const Plan *plan);
double tabu_work_done(const Instance *inst, const Plan *plan, const Progress *progress);
const char *tabu_variant(const Plan *plan);
/* The plan in the kernels' numbers. */
TabuRules tabu_rules(const Plan *plan);
/* Sets a->at and a->end. */
void tabu_epoch_set(Archipelago *a, uint32_t epoch);

/* ---- tabu_state.c ---- */

/* Searchers of the span. */
size_t tabu_rows(const Archipelago *a);
/* Numbers of a searcher's list: 2 a place. */
size_t tabu_list_numbers(const Archipelago *a);
Status tabu_state_make(Archipelago *a);
void tabu_state_free(Archipelago *a);
/* Every searcher stands at this tour, before its first step. */
Status tabu_tours_place(Archipelago *a, int64_t cost, const int32_t *tour);
void tabu_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
Status tabu_walks_download(Archipelago *a);
/* Searchers' best tours that are cheaper than their island's champion replace it. After tabu_walks_download. */
Status tabu_champions_update(Archipelago *a);
/* The kernels' champions are those of the host. */
Status tabu_champions_upload(Archipelago *a);

Status tabu_champion(Archipelago *a, uint32_t i, Individual *out);
Status tabu_best(Archipelago *a, bool unfinished, Individual *out);
size_t tabu_migrant_bytes(const Archipelago *a);
Status tabu_emigrate(Archipelago *a, void *migrant);
Status tabu_immigrate(Archipelago *a, const void *migrant);

/* ---- tabu_save.c ---- */

Status tabu_save(Archipelago *a, FieldSet *out);
Status tabu_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
