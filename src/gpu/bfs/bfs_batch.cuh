/* Many sources at once: a mask of 32 bytes a vertex, a bit a source. What the masks of a level's list acquire stands in `acquired`; the bitmap
 * `fresh` says who did, `seen` whose mask is not zero. */
#ifndef CORDEE_GPU_BFS_BFS_BATCH_CUH
#define CORDEE_GPU_BFS_BFS_BATCH_CUH

#include "bfs_device.cuh"

namespace bfs {

enum { BATCH_BLOCKS_SM = 2, UNROLL = 4 };

struct __align__(16) Quad { /* half a mask */
  uint32_t x, y, z, w;
};

__device__ __forceinline__ Quad quad_and_not(Quad a, Quad b) {
  return {a.x & ~b.x, a.y & ~b.y, a.z & ~b.z, a.w & ~b.w};
}
__device__ __forceinline__ uint32_t quad_any(Quad a) { return a.x | a.y | a.z | a.w; }
__device__ __forceinline__ void bit_set(uint32_t *bits, uint32_t v) {
  if (!bit_get(bits, v)) atomicOr(&bits[v / 32], 1u << v % 32);
}

__global__ static void __launch_bounds__(THREADS)
    masks_begin(Device d, const uint32_t *sources, uint32_t count) {
  const uint32_t s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= count) return;
  atomicOr(&d.acquired[(size_t)sources[s] * MASK_WORDS + s / 32], 1u << s % 32);
  atomicOr(&d.fresh[sources[s] / 32], 1u << sources[s] % 32);
}

__global__ static void __launch_bounds__(THREADS) words_clear(uint32_t *at, Word words) {
  for (Word k = (Word)blockIdx.x * blockDim.x + threadIdx.x; k < words; k += (Word)gridDim.x * blockDim.x)
    at[k] = 0;
}

/* ---- outwards: from a list ---- */

__device__ __forceinline__ void quad_give(uint32_t *to, Quad bits) {
  if (bits.x) atomicOr(&to[0], bits.x);
  if (bits.y) atomicOr(&to[1], bits.y);
  if (bits.z) atomicOr(&to[2], bits.z);
  if (bits.w) atomicOr(&to[3], bits.w);
}

__global__ static void __launch_bounds__(THREADS, BATCH_BLOCKS_SM) masks_outwards(Device d) {
  const Quad *const mask = (const Quad *)d.mask, *const has = (const Quad *)d.mask_seen;
  arcs_walk(d, d.list[0], d.before[0], d.control->end[0], [&](uint32_t u, uint32_t v, bool there) {
    if (!there) return;
    const Quad low = quad_and_not(mask[2 * (size_t)u], has[2 * (size_t)v]),
               high = quad_and_not(mask[2 * (size_t)u + 1], has[2 * (size_t)v + 1]);
    if (!(quad_any(low) | quad_any(high))) return;
    quad_give(&d.acquired[(size_t)v * MASK_WORDS], low),
        quad_give(&d.acquired[(size_t)v * MASK_WORDS + 4], high);
    bit_set(d.fresh, v);
  });
}

/* ---- inwards: half a mask a lane ---- */

/* Bits that v lacks and its neighbours of the list have. */
__device__ __forceinline__ Quad half_inwards(const Device &d, uint32_t v, uint32_t half, Quad lacks) {
  const Quad *const mask = (const Quad *)d.mask;
  const Word end = d.in_offset[v + 1];
  Quad got = {0, 0, 0, 0};
  for (Word at = d.in_offset[v]; at < end && quad_any(quad_and_not(lacks, got)); at += UNROLL) {
    uint32_t from[UNROLL];
    Quad more[UNROLL];
#pragma unroll
    for (int k = 0; k < UNROLL; k++) from[k] = at + k < end ? d.in_to[at + k] : ALL;
#pragma unroll
    for (int k = 0; k < UNROLL; k++)
      if (from[k] != ALL && !bit_get(d.seen, from[k])) from[k] = ALL;
#pragma unroll
    for (int k = 0; k < UNROLL; k++) {
      more[k] = {0, 0, 0, 0};
      if (from[k] != ALL) more[k] = mask[2 * (size_t)from[k] + half];
    }
#pragma unroll
    for (int k = 0; k < UNROLL; k++)
      got.x |= more[k].x, got.y |= more[k].y, got.z |= more[k].z, got.w |= more[k].w;
  }
  return {got.x & lacks.x, got.y & lacks.y, got.z & lacks.z, got.w & lacks.w};
}

/* The even bits of x, one beside the other. */
__device__ __forceinline__ uint32_t bits_even(uint32_t x) {
  x &= 0x55555555u;
  x = (x | x >> 1) & 0x33333333u, x = (x | x >> 2) & 0x0f0f0f0fu, x = (x | x >> 4) & 0x00ff00ffu;
  return (x | x >> 8) & 0xffffu;
}

__global__ static void __launch_bounds__(THREADS, BATCH_BLOCKS_SM)
    masks_inwards(Device d, const uint32_t *all) {
  const uint32_t lane = lane_number(), half = lane % 2;
  const Quad whole = ((const Quad *)all)[half];
  for (uint32_t w = warp_number(); w < d.words; w += warps_all()) {
    uint32_t bits = 0;
    for (uint32_t part = 0; part < 2; part++) {
      const uint32_t v = w * 32 + part * 16 + lane / 2;
      Quad got = {0, 0, 0, 0};
      if (v < d.n) {
        const Quad lacks = quad_and_not(whole, ((const Quad *)d.mask_seen)[2 * (size_t)v + half]);
        if (quad_any(lacks)) got = half_inwards(d, v, half, lacks);
      }
      const uint32_t any = __ballot_sync(ALL, quad_any(got) != 0), pairs = any | any >> 1;
      if (pairs >> (lane & ~1u) & 1) ((Quad *)d.acquired)[2 * (size_t)v + half] = got;
      bits |= bits_even(pairs) << part * 16;
    }
    if (lane == 0) d.fresh[w] = bits;
  }
}

/* ---- a level's end ---- */

/* What v acquired, of sources 32 i + lane: the sums of a level. */
struct Sums {
  Word weight[MASK_WORDS], arcs[MASK_WORDS];
  uint32_t count[MASK_WORDS];
};

__device__ __forceinline__ void sums_add(Sums &sums, const Quad half[2], Word weight, Word arcs) {
  const uint32_t word[MASK_WORDS] = {half[0].x, half[0].y, half[0].z, half[0].w,
                                     half[1].x, half[1].y, half[1].z, half[1].w};
#pragma unroll
  for (int i = 0; i < MASK_WORDS; i++)
    if (word[i] >> lane_number() & 1) sums.weight[i] += weight, sums.arcs[i] += arcs, sums.count[i]++;
}

__device__ __forceinline__ void sums_write(const Sums &sums, Tally *tally) {
#pragma unroll
  for (int i = 0; i < MASK_WORDS; i++) {
    if (!sums.count[i]) continue;
    Tally *const t = &tally[i * 32 + lane_number()];
    atomicAdd(&t->weight, sums.weight[i]), atomicAdd(&t->arcs, sums.arcs[i]);
    atomicAdd(&t->count, (Word)sums.count[i]);
  }
}

/* The masks of those in `seen`, the old list and those without arcs, become zero, as all others are. */
__global__ static void __launch_bounds__(THREADS) masks_clear(Device d) {
  const uint32_t lane = lane_number();
  for (uint32_t w = warp_number(); w < d.words; w += warps_all()) {
    const uint32_t bits = d.seen[w];
    for (uint32_t part = 0; part < 2 && bits; part++)
      if (bits >> (part * 16 + lane / 2) & 1)
        ((Quad *)d.mask)[2 * ((size_t)w * 32 + part * 16 + lane / 2) + lane % 2] = {0, 0, 0, 0};
  }
}

/* Those in `fresh` have seen what they acquired, are counted, and are the next list. control->end[0] is its end. */
__global__ static void __launch_bounds__(THREADS, 1) masks_turn(Device d) {
  BFS_SHARED uint32_t slots[WARPS][2 * WARP];
  Pending p = {slots[threadIdx.x / WARP], 0, d.offset, d.list[0], d.before[0], &d.control->end[0]};
  Sums sums = {};
  for (uint32_t w = warp_number(); w < d.words; w += warps_all()) {
    const uint32_t bits = d.fresh[w];
    for (uint32_t left = bits; left; left &= left - 1) {
      const uint32_t v = w * 32 + __ffs((int)left) - 1, lane = lane_number();
      const Quad *const got = (const Quad *)d.acquired + 2 * (size_t)v;
      const Quad half[2] = {got[0], got[1]};
      sums_add(sums, half, bfs_weight(v), d.offset[v + 1] - d.offset[v]);
      if (lane < MASK_WORDS)
        d.mask_seen[(size_t)v * MASK_WORDS + lane] |= d.acquired[(size_t)v * MASK_WORDS + lane];
    }
    if (bits) pending_add(p, bits >> lane_number() & 1, w * 32 + lane_number());
  }
  pending_end(p);
  sums_write(sums, d.control->tally);
}

} // namespace bfs

#endif
