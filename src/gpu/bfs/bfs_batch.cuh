/* Many sources at once: a mask of 32 bytes a vertex, a bit a source. What the masks of a level's list acquire stands in `acquired`; the bitmap
 * `fresh` says who did, `seen` who is in the list: only there do `acquired` and `mask` say something after a level inwards. */
#ifndef CORDEE_GPU_BFS_BFS_BATCH_CUH
#define CORDEE_GPU_BFS_BFS_BATCH_CUH

#include "bfs_device.cuh"

namespace bfs {

/* Rows of more than HUB arcs are cut into segments of so many, a warp each. */
enum { BATCH_BLOCKS_SM = 2, UNROLL = 4, HUB = 512 };

struct Segment {
  Word begin;
  uint32_t v, arcs;
};

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

/* Bits that v lacks and its neighbours of the list have; none if it has segments, for which it waits. */
__device__ __forceinline__ Quad half_inwards(const Device &d, uint32_t v, uint32_t half, Quad lacks,
                                             bool &waits) {
  const Quad *const mask = (const Quad *)d.mask;
  const Word end = d.in_offset[v + 1];
  Word at = d.in_offset[v];
  Quad got = {0, 0, 0, 0};
  waits = end - at > HUB;
  if (waits) return got;
  for (; at < end && quad_any(quad_and_not(lacks, got)); at += UNROLL) {
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
      const size_t place = 2 * (size_t)v + half;
      Quad has = {0, 0, 0, 0}, got = {0, 0, 0, 0};
      bool waits = false;
      if (v < d.n) {
        has = ((const Quad *)d.mask_seen)[place];
        const Quad lacks = quad_and_not(whole, has);
        if (quad_any(lacks)) got = half_inwards(d, v, half, lacks, waits);
      }
      const uint32_t any = __ballot_sync(ALL, quad_any(got) != 0), pairs = any | any >> 1;
      const uint32_t stored = any | __ballot_sync(ALL, waits), both = stored | stored >> 1;
      if (both >> (lane & ~1u) & 1) ((Quad *)d.acquired)[place] = got;
      if (quad_any(got))
        ((Quad *)d.mask_seen)[place] = {has.x | got.x, has.y | got.y, has.z | got.z, has.w | got.w};
      bits |= bits_even(pairs) << part * 16;
    }
    if (lane == 0) d.fresh[w] = bits;
  }
}

/* After it: lanes of a warp have the halves of 16 neighbours at once. */
__global__ static void __launch_bounds__(THREADS, BATCH_BLOCKS_SM)
    segments_inwards(Device d, const Segment *segments, uint32_t count, const uint32_t *all) {
  const uint32_t lane = lane_number(), half = lane % 2;
  const Quad whole = ((const Quad *)all)[half], *const mask = (const Quad *)d.mask;
  for (uint32_t s = warp_number(); s < count; s += warps_all()) {
    const Segment segment = segments[s];
    const Quad lacks = quad_and_not(whole, ((const Quad *)d.mask_seen)[2 * (size_t)segment.v + half]);
    if (!__any_sync(ALL, quad_any(lacks) != 0)) continue;
    Quad got = {0, 0, 0, 0};
    for (uint32_t k = lane / 2; k < segment.arcs; k += WARP / 2) {
      const uint32_t u = d.in_to[segment.begin + k];
      if (!bit_get(d.seen, u)) continue;
      const Quad more = mask[2 * (size_t)u + half];
      got.x |= more.x, got.y |= more.y, got.z |= more.z, got.w |= more.w;
    }
    for (uint32_t step = 2; step < WARP; step *= 2) {
      const int other = (int)(lane ^ step);
      got.x |= __shfl_sync(ALL, got.x, other), got.y |= __shfl_sync(ALL, got.y, other);
      got.z |= __shfl_sync(ALL, got.z, other), got.w |= __shfl_sync(ALL, got.w, other);
    }
    got = {got.x & lacks.x, got.y & lacks.y, got.z & lacks.z, got.w & lacks.w};
    if (lane >= 2 || !quad_any(got)) continue;
    quad_give(&d.acquired[(size_t)segment.v * MASK_WORDS + half * 4], got);
    quad_give(&d.mask_seen[(size_t)segment.v * MASK_WORDS + half * 4], got);
    bit_set(d.fresh, segment.v);
  }
}

} // namespace bfs

#endif
