/* What has a chain on a GPU: a thread, the lanes of a warp, or the threads of a block. */
#ifndef CORDEE_GPU_ANNEAL_TOURS_TEMPER_GROUP_CUH
#define CORDEE_GPU_ANNEAL_TOURS_TEMPER_GROUP_CUH

#include "solver/anneal_tours/temper_step.h"

namespace tempering {

enum {
  WARP = 32,
  BLOCK = 128,
  SLOTS = 8 /* words of shared memory that a block's threads tell each other by */
};
static const unsigned EACH_LANE = 0xffffffffu;

/* LANES: 1, WARP or BLOCK. slot (SLOTS): in shared memory, of BLOCK only. */
template <int LANES> struct Group {
  uint32_t *slot;

  __device__ int lane() const { return LANES == 1 ? 0 : (int)(threadIdx.x % LANES); }

  __device__ void sync() const {
    if (LANES == WARP) __syncwarp();
    if (LANES == BLOCK) __syncthreads();
  }

  /* The first lane that says yes; LANES: none. */
  __device__ int first(bool yes) const {
    if (LANES == 1) return yes ? 0 : 1;
    const unsigned may = __ballot_sync(EACH_LANE, yes);
    const int own = may ? __ffs((int)may) - 1 : LANES;
    if (LANES == WARP) return own;
    if (threadIdx.x % WARP == 0) slot[threadIdx.x / WARP] = may ? threadIdx.x + (uint32_t)own : LANES;
    __syncthreads();
    int least = LANES;
    for (int w = 0; w < LANES / WARP; w++) least = min(least, (int)slot[w]);
    __syncthreads(); /* all have read */
    return least;
  }

  /* Lane `who`'s move, for all lanes. */
  __device__ void tell(TemperMove &move, int who) const {
    if (LANES == WARP) {
      move.from = __shfl_sync(EACH_LANE, move.from, who);
      move.count = __shfl_sync(EACH_LANE, move.count, who);
      move.length = __shfl_sync(EACH_LANE, move.length, who);
      move.turned = __shfl_sync(EACH_LANE, move.turned, who);
      const uint32_t low = __shfl_sync(EACH_LANE, (uint32_t)move.delta, who),
                     high = __shfl_sync(EACH_LANE, (uint32_t)((uint64_t)move.delta >> 32), who);
      move.delta = (int64_t)((uint64_t)high << 32 | low);
    }
    if (LANES == BLOCK) {
      if ((int)threadIdx.x == who) {
        slot[0] = (uint32_t)move.from;
        slot[1] = (uint32_t)move.count;
        slot[2] = (uint32_t)move.length;
        slot[3] = (uint32_t)move.turned;
        slot[4] = (uint32_t)move.delta;
        slot[5] = (uint32_t)((uint64_t)move.delta >> 32);
      }
      __syncthreads();
      move.from = (int32_t)slot[0];
      move.count = (int32_t)slot[1];
      move.length = (int32_t)slot[2];
      move.turned = (int32_t)slot[3];
      move.delta = (int64_t)((uint64_t)slot[5] << 32 | slot[4]);
      __syncthreads();
    }
  }
};

/* temper_reverse: a lane a pair. */
template <int LANES>
__device__ static void group_reverse(const Group<LANES> &g, const TemperTour &t, int32_t from,
                                     int32_t count) {
  for (int32_t k = g.lane(); k < count / 2; k += LANES) {
    const int32_t low = temper_up(from, k, t.n), high = temper_up(from, count - 1 - k, t.n),
                  a = temper_city(&t, low), b = temper_city(&t, high);
    temper_put(&t, low, b);
    temper_put(&t, high, a);
  }
}

/* temper_shift: all read before any writes, LANES cities at a time; what is written was read before. */
template <int LANES>
__device__ static void group_shift(const Group<LANES> &g, const TemperTour &t, const TemperMove &move) {
  const int32_t n = t.n, length = move.length, lane = g.lane(),
                all = move.count > 0 ? move.count : -move.count;
  const bool up = move.count > 0;
  const int32_t begin = up ? move.from : temper_up(move.from, length - 1, n);
  const int32_t own = lane < length ? temper_city(&t, temper_up(move.from, lane, n)) : 0;
  g.sync();
  for (int32_t base = 0; base < all; base += LANES) {
    const int32_t k = base + lane;
    int32_t to = 0, city = 0;
    if (k < all) {
      to = up ? temper_up(begin, k, n) : temper_down(begin, k, n);
      city = temper_city(&t, up ? temper_up(to, length, n) : temper_down(to, length, n));
    }
    g.sync();
    if (k < all) temper_put(&t, to, city);
    g.sync();
  }
  if (lane >= length) return;
  const int32_t place = move.turned ? length - 1 - lane : lane,
                low = up ? temper_up(begin, all, n) : temper_down(temper_down(begin, all, n), length - 1, n);
  temper_put(&t, temper_up(low, place, n), own);
}

/* The lanes have all read what they need. */
template <int LANES>
__device__ static void group_make(const Group<LANES> &g, const TemperTour &t, const TemperMove &move) {
  if (LANES == 1) return temper_make(&t, &move);
  if (move.length)
    group_shift(g, t, move);
  else
    group_reverse(g, t, move.from, move.count);
}

} // namespace tempering

#endif
