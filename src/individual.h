/* Individual: a candidate solution with its cost: the champion of an island, a migrant on the ring. */
#ifndef CORDEE_INDIVIDUAL_H
#define CORDEE_INDIVIDUAL_H

#include <stdint.h>

#define COST_NONE INT64_MAX /* the cost of "no individual yet": worse than any */

typedef struct Individual {
  int64_t cost;    /* COST_NONE: empty, gene is undefined */
  uint32_t island; /* where it was found */
  uint32_t length; /* genes: n for a tour */
  int32_t *gene;   /* (length) tour: city at each position; owned by whoever declared it */
} Individual;

#endif
