/* Certificates: that no move of a neighbourhood improves a solution, by looking at every one. What solvers have for it is
 * Solver.certifying: three_opt/three_opt_certify.c. `cordee verify --NAME` asks for it, NAME the solver's. */
#ifndef CORDEE_SOLVER_CERTIFY_H
#define CORDEE_SOLVER_CERTIFY_H

#include <stdio.h>
#include "solver.h"

enum { MOVE_KEYS = 8 };

/* A move as numbers that say which one it is, and in which order moves are: the least, number by number, is the best. The first is the
 * change of the cost, < 0; all 0: there is no move that improves. */
typedef struct MoveKey {
  int64_t key[MOVE_KEYS];
} MoveKey;

struct Certifying {
  /* The best improving move of part `part` of `parts` of all moves of a judged solution; together the parts are all moves, and the best of
   * theirs is the same for any number of parts. plan: the solver's settings as the options say, not complete. ERR_USAGE, ERR_MEMORY,
   * ERR_DEVICE, ERR_STOPPED. Local. */
  Status (*scan)(const Instance *inst, Backend *be, const Plan *plan, const int32_t *gene, uint32_t part,
                 uint32_t parts, MoveKey *best);
  /* Prints a line for people on what all parts found in so many seconds. ERR_MEMORY. */
  Status (*tell)(const Instance *inst, const int32_t *gene, const MoveKey *best, double seconds, FILE *out);
};

#endif
