/* Inside the "3opt" solver: shared by three_opt.c (scans, epochs, champions) and three_opt_state.c (what an island has; saving and
 * loading). */
#ifndef CORDEE_SOLVER_THREE_OPT_THREE_OPT_ARCHIPELAGO_H
#define CORDEE_SOLVER_THREE_OPT_THREE_OPT_ARCHIPELAGO_H

#include <stdbool.h>
#include "solver/champions.h"
#include "three_opt_plan.h"

enum { MOVES_AT_ONCE = 4096 };

struct Archipelago {
  const Instance *inst;
  Backend *be;
  const Plan *plan;
  Span span;      /* one island, or none */
  RouteData data; /* on the backend */
  ThreeOptPlace *place;
  int32_t capacity;      /* nodes that place has room for */
  int32_t *tour, *other; /* (giant_tour_most + 1) on the host; the second is scratch */
  int32_t *gene;         /* (customers) */
  int32_t n;             /* nodes of the tour */
  int64_t cost;
  uint64_t made, epoch_end; /* moves of the run, and at the end of the epoch */
  uint64_t evaluated;       /* moves, as published, since create */
  bool local_optimum;
  struct ThreeOptSeek *seek; /* three_opt_seek.h; NULL: the run begins with a solution */
  ThreeOptMove *moves;       /* (giant_tour_most or MOVES_AT_ONCE) */
  Champions champions;
};

/* Solver.needs, Solver.create, Solver.start and Solver.destroy. */
void three_opt_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
Status three_opt_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out);
Status three_opt_start(Archipelago *a, const int32_t *initial);
void three_opt_destroy(Archipelago *a);

/* The tour has changed: to the backend. Tours of fewer than four nodes are local optima. ERR_MEMORY, ERR_DEVICE. */
Status three_opt_tour_put(Archipelago *a);
/* The descent begins with a solution (customers). ERR_MEMORY, ERR_DEVICE. */
Status three_opt_descent_begin(Archipelago *a, const int32_t *gene);
/* The tour is the island's champion if it is cheaper. */
void three_opt_champion_offer(Archipelago *a);
/* Moves of the run when epoch `epoch` ends, unless a scan finds no improving one before. */
uint64_t three_opt_epoch_end(const Archipelago *a, uint32_t epoch);

/* Solver.save and Solver.load. */
Status three_opt_save(Archipelago *a, FieldSet *out);
Status three_opt_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
