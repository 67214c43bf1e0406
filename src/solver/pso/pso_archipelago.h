/* Inside the "pso" solver: the archipelago, shared by pso.c (state, epochs, champions), pso_problem.c (the plan, what
 * kernels read) and pso_fitness.c (checks of what is loaded). */
#ifndef CORDEE_SOLVER_PSO_PSO_ARCHIPELAGO_H
#define CORDEE_SOLVER_PSO_PSO_ARCHIPELAGO_H

#include "solver/island_state.h"
#include "pso_kernels.h"
#include "pso_plan.h"

struct Archipelago {
  ISLAND_STATE
  PsoProblem problem;
  PsoState state;   /* iteration: IslandState.at when kernels are called */
  double decayed;   /* the inertia of the next iteration, if it decays */
  bool exact;       /* the fitness is the cost: a tick is one unit */
  uint64_t updates; /* since create */
  /* the last evaluation, on the host */
  float *g;       /* (islands, n) state.g, then or later */
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

/* Checks that positions (rows, n, particles) of a file have the stated fitness (rows, particles); `fitness` has
 * as many columns as there are particles. ERR_FORMAT, ERR_MEMORY, ERR_DEVICE. */
Status pso_fitness_check(const Archipelago *a, const Field *position, const Field *fitness);

#endif
