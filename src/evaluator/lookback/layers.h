/* Layers of a published lattice (LookbackLayers) on the host: all of them for src/cpu, the last ones for a hybrid of src/gpu. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_LAYERS_H
#define CORDEE_EVALUATOR_LOOKBACK_LAYERS_H

#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "lookback_kernels.h"

/* Nodes from..end - 1 of a layer from the next one, which has a value more. */
#define LAYER_OF(name, Real)                                                                                 \
  static inline void name(const LookbackLayers *l, uint32_t from, uint32_t end, const Real *next,            \
                          Real *out) {                                                                       \
    const Real a = (Real)l->away, b = (Real)l->away_factor, c = (Real)l->towards,                            \
               e = (Real)l->towards_factor, discount = (Real)l->discount, *payoff = (const Real *)l->payoff; \
    if (from == 0) {                                                                                         \
      const Real first = discount * (a * next[1] * b + c * next[0] * e);                                     \
      out[0] = l->european || first > payoff[0] ? first : payoff[0];                                         \
    }                                                                                                        \
    if (l->european) {                                                                                       \
      for (uint32_t j = from ? from : 1; j < end; j++)                                                       \
        out[j] = discount * (a * next[j + 1] * b + c * next[j - 1] * e);                                     \
      return;                                                                                                \
    }                                                                                                        \
    for (uint32_t j = from ? from : 1; j < end; j++) {                                                       \
      const Real wait = discount * (a * next[j + 1] * b + c * next[j - 1] * e);                              \
      out[j] = wait > payoff[j] ? wait : payoff[j];                                                          \
    }                                                                                                        \
  }
LAYER_OF(layer_single, float)
LAYER_OF(layer_double, double)

/* The last `left` layers, from `layer` (left + 1 values of the lattice's precision). ERR_MEMORY, ERR_STOPPED. */
static inline Status layers_host(const LookbackLayers *l, uint32_t left, const void *layer, double *value) {
  const size_t bytes = ((size_t)left + 1) * (l->single ? sizeof(float) : sizeof(double));
  char *const room = (char *)malloc(2 * bytes);
  if (!room) FAIL(ERR_MEMORY, "no memory for layers of %u nodes", left + 1);
  char *next = room, *out = room + bytes;
  memcpy(next, layer, bytes);
  for (; left > 0 && !halt_poll(); left--) {
    if (l->single)
      layer_single(l, 0, left, (const float *)next, (float *)out);
    else
      layer_double(l, 0, left, (const double *)next, (double *)out);
    char *const swap = next;
    next = out;
    out = swap;
  }
  *value = l->single ? (double)*(const float *)next : *(const double *)next;
  free(room);
  return halt_after("layers of a lattice");
}

#endif
