/* Champions of islands, on the host: the best solution of each by exact cost, as solvers keep, show, save and load them. */
#ifndef CORDEE_SOLVER_CHAMPIONS_H
#define CORDEE_SOLVER_CHAMPIONS_H

#include "field.h"
#include "individual.h"
#include "solver.h"

typedef struct Champions {
  Span span;
  size_t n;      /* genes of a solution */
  int64_t *cost; /* (islands) COST_NONE: none */
  int32_t *gene; /* (islands, n) */
} Champions;

/* None yet. ERR_MEMORY. To be freed in any case. */
Status champions_make(Champions *c, Span span, int32_t n);
void champions_free(Champions *c);

/* gene (n) is island i's champion now if it is cheaper. */
void champions_offer(Champions *c, uint32_t i, int64_t cost, const int32_t *gene);
/* Island i's into *out; its gene, the caller's or NULL, is filled in if there is one. */
void champions_get(const Champions *c, uint32_t i, Individual *out);
/* The best of all, of equals that of the lowest island; cost COST_NONE: there is none. */
void champions_best(const Champions *c, Individual *out);

/* Fields champion_cost and champion_gene. Those that are loaded are judged. ERR_FORMAT. */
Status champions_save(const Champions *c, FieldSet *out);
Status champions_load(Champions *c, const Instance *inst, const FieldSet *in);

#endif
