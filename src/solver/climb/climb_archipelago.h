/* Inside the "climb" solver: the archipelago, shared by climb.c (epochs), climb_open.c (creation), climb_individuals.c (champions), climb_problem.c (what kernels
 * read), climb_state.c (what they write) and climb_fields.c (saving and loading). */
#ifndef CORDEE_SOLVER_CLIMB_CLIMB_ARCHIPELAGO_H
#define CORDEE_SOLVER_CLIMB_CLIMB_ARCHIPELAGO_H

#include "climb_kernels.h"
#include "climb_plan.h"
#include "climb_problem.h"

struct Archipelago {
  const Instance *inst; /* the first */
  Backend *be;
  const Plan *plan;
  Span span; /* the islands of one instance, or of all instances of a batch (climb_batch.c) */
  ClimbProblem problem;
  ClimbState state;         /* its arrays are on the backend, owned here */
  uint32_t *quota, *origin; /* (islands) host: climbers this epoch; island on which the champion was found */
};

/* Makes an archipelago of `count` instances of the same n and metric, with the islands of `span` and a seed for
 * each instance, at the start of epoch 0. inst and seed may be freed after the call. ERR_MEMORY, ERR_DEVICE. */
Status climb_open(const Instance *const *inst, const uint64_t *seed, uint32_t count, Backend *be,
                  const Plan *plan, Span span, Archipelago **out);
void climb_destroy(Archipelago *a); /* NULL allowed */

/* Allocates the arrays of a->span.count islands and of a->state.drawing slots: no champions, empty slots. seed: (instances). */
Status climb_state_make(Archipelago *a, const uint64_t *seed);
void climb_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
/* Replaces the slots by `slots` empty ones. */
Status climb_state_slots(Archipelago *a, uint32_t slots);
/* Fills an (islands) array of costs with COST_NONE. */
Status climb_state_clear(Archipelago *a, int64_t *costs);
/* Resets the count of drawn climbers to 0 on every island. */
Status climb_state_undraw(Archipelago *a);
void climb_state_free(Archipelago *a);

/* A champion that migrates. */
typedef struct ClimbMigrant {
  int64_t cost; /* COST_NONE: there is none */
  uint32_t island, length;
  int32_t tour[];
} ClimbMigrant;

extern const Batching climb_batching; /* climb_batch.c */

/* Solver's functions of these names. */
double climb_work_all(const Instance *inst, const Plan *plan);
double climb_work_done(const Instance *inst, const Plan *plan, const Progress *progress);
const char *climb_variant(const Plan *plan);
void climb_enlarge(Plan *plan, uint64_t least);
Status climb_champion(Archipelago *a, uint32_t i, Individual *out);
Status climb_best(Archipelago *a, bool unfinished, Individual *out);
size_t climb_migrant_bytes(const Archipelago *a);
Status climb_emigrate(Archipelago *a, void *migrant);
Status climb_immigrate(Archipelago *a, const void *migrant);
/* `in` becomes the champion of island i if its cost is lower. */
Status climb_migrant_settle(Archipelago *a, uint32_t i, const ClimbMigrant *in);

Status climb_save(Archipelago *a, FieldSet *out);
Status climb_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
