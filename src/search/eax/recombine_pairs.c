/* The pairs of parents: see recombine_kernels.h. */
#include <stdlib.h>
#include "recombine_kernels.h"

Status recombine_pairs(uint64_t seed, uint32_t island, uint32_t generation, uint32_t first, uint32_t group,
                       RecombinePair *pair) {
  const RngStream s = {seed, island, 0, RNG_RING + (generation << 8)};
  uint32_t *ring = malloc(sizeof *ring * (group ? group : 1));
  if (!ring) FAIL(ERR_MEMORY, "no memory for the pairs of %u tours", group);
  for (uint32_t k = 0; k < group; k++) ring[k] = k;
  for (uint32_t k = group; k > 1; k--) { /* Fisher-Yates */
    const uint32_t at = rng_below(s, k, k), swap = ring[k - 1];
    ring[k - 1] = ring[at];
    ring[at] = swap;
  }
  for (uint32_t k = 0; k < group; k++)
    pair[ring[k]] = (RecombinePair){first + ring[k], first + ring[(k + 1) % group], island, ring[k], 0, 0};
  free(ring);
  return OK;
}
