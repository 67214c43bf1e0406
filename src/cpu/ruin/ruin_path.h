/* A route of a chain on the CPU, perhaps with a customer or a pair more, in the order of visits. Local to windows.c and breaks.c. */
#ifndef CORDEE_CPU_RUIN_RUIN_PATH_H
#define CORDEE_CPU_RUIN_RUIN_PATH_H

#include "ruin_chain.h"

typedef struct Path {
  const Chain *chain;
  const Route *route;
  const VehicleType *type;
  Added added;
} Path;

/* Of 0 the first and the last stop. */
static inline int32_t path_after(const Path *path, int32_t v) {
  const Added *const a = &path->added;
  if (a->delivery && v == a->behind) return a->delivery;
  if (a->delivery && v == a->delivery) return a->then;
  if (a->c && v == a->prev) return a->c;
  if (a->c && v == a->c) return a->next;
  return v ? path->chain->node[v].next : path->route->first;
}
static inline int32_t path_before(const Path *path, int32_t v) {
  const Added *const a = &path->added;
  if (a->delivery && v == a->then) return a->delivery;
  if (a->delivery && v == a->delivery) return a->behind;
  if (a->c && v == a->next) return a->c;
  if (a->c && v == a->c) return a->prev;
  return v ? path->chain->node[v].prev : path->route->last;
}

#endif
