/* From edges to tours on CUDA. Every 2^STRIDE_BITS-th city is a milestone. From each milestone a walk goes in
 * each direction to the next milestone. Pointer jumping over the walks finds how far each is from the tour's
 * end. Then the walks in the tour's direction are repeated, and each writes its part of the tour (list
 * ranking by sublists, Helman and JaJa 1999). Included by greedy.cu only. */
#ifndef CORDEE_GPU_CANDIDATES_TOUR_WALK_CUH
#define CORDEE_GPU_CANDIDATES_TOUR_WALK_CUH

#include "candidates.cuh"
#include "search/candidates/greedy_step.h"

#include <utility>

enum { STRIDE_BITS = 4, STRIDE_MASK = (1 << STRIDE_BITS) - 1 };
enum {
  WALK_END = -1,
  WALK_AGAINST = -2
}; /* next of a walk that returns to city 0: in the tour's direction, against it */

/* A walk from a milestone; walk 2 k + d is that of milestone k by its edge d. */
typedef struct Walk {
  int32_t steps, next; /* the walk that continues it: at first that of the next milestone */
} Walk;

/* Of a batch. link (members, n, 2): the edges of a closed tour each. */
typedef struct Walks {
  const int32_t *link;
  int32_t n, each, all; /* cities; walks of a member, of all */
} Walks;

/* Walk w starts in `city` of its member and goes on to `at`. */
typedef struct Step {
  const int32_t *link;
  int32_t member, city, at;
} Step;

static __device__ __forceinline__ Step walk_begin(const Walks &walks, int32_t w) {
  const int32_t member = w / walks.each, own = w % walks.each, city = own / 2 << STRIDE_BITS;
  const int32_t *link = walks.link + 2 * (size_t)member * (size_t)walks.n;
  return {link, member, city, link[2 * (size_t)city + own % 2]};
}

__global__ static void walks_measure(Walks walks, Walk *walk) {
  const int64_t w = element();
  if (w >= walks.all) return;
  const Step own = walk_begin(walks, (int32_t)w);
  int32_t before = own.city, at = own.at, steps = 1;
  while (at & STRIDE_MASK) {
    const int32_t next = greedy_next(own.link, before, at);
    before = at;
    at = next;
    ++steps;
  }
  const int32_t first = own.member * walks.each + 2 * (at >> STRIDE_BITS);
  int32_t next;
  if (at)
    next = first + (own.link[2 * (size_t)at] == before);
  else if (before == max(own.link[0], own.link[1]))
    next = WALK_END;
  else
    next = WALK_AGAINST;
  walk[w] = {steps, next};
}

__global__ static void walks_jump(int32_t count, const Walk *from, Walk *to) {
  const int64_t w = element();
  if (w >= count) return;
  Walk own = from[w];
  if (own.next >= 0) {
    const Walk next = from[own.next];
    own.steps += next.steps;
    own.next = next.next;
  }
  to[w] = own;
}

__global__ static void walks_write(Walks walks, const Walk *walk, int32_t *tour) {
  const int64_t w = element();
  if (w >= walks.all || walk[w].next != WALK_END) return;
  const Step own = walk_begin(walks, (int32_t)w);
  int32_t before = own.city, at = own.at;
  int32_t *to = tour + (size_t)own.member * (size_t)walks.n + (walks.n - walk[w].steps);
  *to++ = before;
  while (at & STRIDE_MASK) {
    const int32_t next = greedy_next(own.link, before, at);
    *to++ = at;
    before = at;
    at = next;
  }
}

/* link (members, n, 2), n > 1; work: 8 members n int32 of workspace; tour (members, n): from city 0 on to its
 * lower neighbour. Returns when done. ERR_DEVICE. */
static Status tours_walk(const int32_t *link, int32_t n, int32_t members, int32_t *work, int32_t *tour,
                         cudaStream_t stream) {
  const int32_t milestones = (n - 1) / (STRIDE_MASK + 1) + 1;
  const Walks walks = {link, n, 2 * milestones, 2 * milestones * members};
  const unsigned blocks = blocks_for(walks.all);
  Walk *walk = (Walk *)work, *other = walk + walks.all;
  CUDA_TRY(cuda_launch(walks_measure, blocks, THREADS, 0, stream, walks, walk));
  for (int32_t reach = 1; reach < milestones; reach *= 2) {
    CUDA_TRY(cuda_launch(walks_jump, blocks, THREADS, 0, stream, walks.all, walk, other));
    std::swap(walk, other);
  }
  CUDA_TRY(cuda_launch(walks_write, blocks, THREADS, 0, stream, walks, walk, tour));
  CUDA_TRY(cudaStreamSynchronize(stream));
  return OK;
}

#endif
