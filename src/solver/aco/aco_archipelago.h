/* Inside the "aco" solver: the archipelago. Its parts:
 *   aco.c           the table of functions, epochs
 *   aco_plan.c      defaults, checks, amounts
 *   aco_problem.c   what the kernels read
 *   aco_state.c     what they write, and the memory that both take
 *   aco_search.c    the local search of the "ils" solver on ants' tours
 *   aco_champions.c champions and migrants
 *   aco_save.c      checkpoints
 * On the backend, and in migrants, cities have their internal numbers (tour_problem.h). Champions and checkpoints have the
 * instance's numbers. */
#ifndef CORDEE_SOLVER_ACO_ACO_ARCHIPELAGO_H
#define CORDEE_SOLVER_ACO_ACO_ARCHIPELAGO_H

#include "aco_kernels.h"
#include "aco_plan.h"
#include "solver/ils/ils_kernels.h"

struct Archipelago {
  const Instance *inst;
  Backend *be;
  const Plan *plan;
  Span span;
  AcoProblem problem; /* empty if the span is empty, as are all arrays */
  AcoRules rules;
  AcoState state;    /* its arrays are on the backend, owned here */
  AcoColony *colony; /* (islands) host: state.colony as last downloaded */
  int32_t *order;    /* (n) host: the instance's city of each internal number */
  int64_t unit;      /* AcoColony.unit of every island */
  uint32_t at, end;  /* the next iteration, and the first of the next epoch */
  uint64_t built;    /* ants' tours since create */
  /* with ACO_SEARCH_ILS: the tours of state as those kernels see them */
  IlsProblem ils_problem;
  IlsState ils;
};

/* ---- aco_plan.c: Solver's functions of these names ---- */

Status aco_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
uint64_t aco_budget(const Plan *plan);
uint32_t aco_epochs(const Plan *plan);
double aco_work_all(const Instance *inst, const Plan *plan);
double aco_work_done(const Instance *inst, const Plan *plan, const Progress *progress);
const char *aco_word(const Plan *plan);
/* The plan in the kernels' numbers, with that many candidates. */
AcoRules aco_rules(const Instance *inst, const Plan *plan, int32_t width);
/* Sets a->at and a->end. */
void aco_epoch_set(Archipelago *a, uint32_t epoch);

/* ---- the others ---- */

Status aco_problem_make(Archipelago *a);
void aco_problem_free(Archipelago *a);
Status aco_state_make(Archipelago *a);
void aco_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
void aco_state_free(Archipelago *a);
size_t aco_trails(const Archipelago *a); /* of an island: n K */
size_t aco_tour_bytes(const Archipelago *a);
int32_t *aco_tour(const Archipelago *a, int32_t *tours, size_t row); /* of tours (.., n) */
Status aco_colonies_download(Archipelago *a);
Status aco_colonies_upload(Archipelago *a);

Status aco_search_make(Archipelago *a);
void aco_search_free(Archipelago *a);
Status aco_search(Archipelago *a);

Status aco_start(Archipelago *a, const int32_t *initial); /* Solver.start */
Status aco_champion(Archipelago *a, uint32_t i, Individual *out);
Status aco_best(Archipelago *a, bool unfinished, Individual *out);
size_t aco_migrant_bytes(const Archipelago *a);
Status aco_emigrate(Archipelago *a, void *migrant);
Status aco_immigrate(Archipelago *a, const void *migrant);

Status aco_save(Archipelago *a, FieldSet *out);
Status aco_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
