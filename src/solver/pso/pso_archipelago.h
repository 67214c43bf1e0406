/* Inside the "pso" solver: the archipelago, shared by pso.c (epochs, individuals), pso_problem.c (the plan, what kernels read)
 * and pso_state.c (what they write; saving and loading; pso_fitness.c checks what is loaded). */
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
  bool exact;         /* a fitness is a cost: a tick is one unit */
  uint64_t updates;   /* since create */
  Champions champions;
  /* what was looked at last, on the host */
  float *g;       /* (islands, n) state.g as looked at last */
  uint32_t *seen; /* (islands) g_fitness that was looked at last */
};

/* Fills in and checks PsoPlan's part of the plan: Solver.complete. */
Status pso_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
/* Inertia of the next `count` iterations into w; moves nothing on. */
void pso_inertia(const Archipelago *a, uint32_t count, float *w);
/* The inertia after one more, or `count` more, iterations of decay. */
double pso_decay(const Plan *plan, double w, uint64_t count);

/* What kernels read, uploaded. */
Status pso_problem_make(Archipelago *a);
void pso_problem_free(Archipelago *a);

/* Allocates the arrays of a->span.count islands, zeroed. */
Status pso_state_make(Archipelago *a);
void pso_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
void pso_state_free(Archipelago *a);

/* Positions (rows, n, particles) of a file have the fitness (rows, particles) that it says: as many particles as `fitness` has
 * columns. ERR_FORMAT, ERR_MEMORY, ERR_DEVICE. */
Status pso_fitness_check(const Archipelago *a, const Field *position, const Field *fitness);

Status pso_save(Archipelago *a, FieldSet *out);
Status pso_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
