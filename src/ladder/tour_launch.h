/* The computed shape of a launch of the design `tuned`: threads of a block, from what a multiprocessor has. The publication names what it is
 * computed from (cities, shared memory, threads and blocks of a multiprocessor, registers); the formula is this project's. */
#ifndef CORDEE_LADDER_TOUR_LAUNCH_H
#define CORDEE_LADDER_TOUR_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

/* What a multiprocessor has. */
typedef struct LaunchRoom {
  uint64_t blocks, threads, registers, shared;
} LaunchRoom;

/* What a kernel needs: registers of a thread; bytes of a block, and more for each thread. */
typedef struct LaunchNeed {
  uint64_t registers, block_bytes, thread_bytes;
} LaunchNeed;

enum { LAUNCH_THREADS = 1024 };

static inline uint64_t launch_least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Blocks of t threads that a multiprocessor holds at once. */
static inline uint64_t launch_blocks_of(const LaunchRoom *room, const LaunchNeed *need, uint64_t t) {
  const uint64_t bytes = need->block_bytes + need->thread_bytes * t, registers = need->registers * t;
  uint64_t blocks = launch_least(room->blocks, room->threads / t);
  if (bytes) blocks = launch_least(blocks, room->shared / bytes);
  return registers ? launch_least(blocks, room->registers / registers) : blocks;
}

/* The t = 32, 64, ... with the most rows at work at once, blocks times t times the share of threads that have a row; of equals the least.
 * n - 2 rows. 0: no t fits. */
static inline int launch_threads_computed(int32_t n, const LaunchRoom *room, const LaunchNeed *need) {
  const uint64_t rows = (uint64_t)n - 2;
  double most = 0;
  int best = 0;
  for (uint64_t t = 32; t <= LAUNCH_THREADS && t < rows + 32; t += 32) {
    const double share = (double)rows / (double)((rows + t - 1) / t * t);
    const double work = (double)(launch_blocks_of(room, need, t) * t) * share;
    if (work > most) {
      most = work;
      best = (int)t;
    }
  }
  return best;
}

#endif
