/* Inside the "pso" solver: the archipelago, shared by pso.c (epochs, champions), pso_problem.c (the plan, what
 * kernels read), pso_state.c (what they write; saving and loading) and pso_fitness.c (checks of what is
 * loaded). */
#ifndef CORDEE_SOLVER_PSO_PSO_ARCHIPELAGO_H
#define CORDEE_SOLVER_PSO_PSO_ARCHIPELAGO_H

#include "solver/champions.h"
#include "pso_kernels.h"
#include "pso_plan.h"

struct Archipelago {
  const Instance *inst;
  Backend *be;
  const Plan *plan;
  Span span;
  PsoProblem problem;
  PsoState state;     /* its arrays are on the backend, owned here */
  uint32_t epoch_end; /* iteration at which the epoch under way ends */
  double decayed;     /* the inertia of iteration state.iteration, if it decays */
  bool exact;         /* the fitness is the cost: a tick is one unit */
  uint64_t updates;   /* since create */
  Champions champions;
  /* the last evaluation, on the host */
  float *g;       /* (islands, n) state.g at the last evaluation */
  uint32_t *seen; /* (islands) g_fitness at the last evaluation */
};

/* Fills in and checks PsoPlan's part of the plan: Solver.complete. */
Status pso_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
/* Computes the inertia of the next `count` iterations into w; the state stays as it is. */
void pso_inertia(const Archipelago *a, uint32_t count, float *w);
/* The inertia after one, or `count`, more iterations of decay. */
double pso_decay(const Plan *plan, double w, uint64_t count);

/* Uploads what the kernels read. */
Status pso_problem_make(Archipelago *a);
void pso_problem_free(Archipelago *a);

/* Allocates the arrays of a->span.count islands, zeroed. */
Status pso_state_make(Archipelago *a);
void pso_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
void pso_state_free(Archipelago *a);

/* Checks that positions (rows, n, particles) of a file have the stated fitness (rows, particles); `fitness` has
 * as many columns as there are particles. ERR_FORMAT, ERR_MEMORY, ERR_DEVICE. */
Status pso_fitness_check(const Archipelago *a, const Field *position, const Field *fitness);

Status pso_save(Archipelago *a, FieldSet *out);
Status pso_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
