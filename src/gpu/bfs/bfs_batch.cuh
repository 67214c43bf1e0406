/* Many sources at once: a mask of WORDS words a vertex, a bit a source. What the masks of a level's list acquire stands in `acquired`; the bitmap
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

struct __align__(16) Quad { /* of the words of a mask, one lane's */
  uint32_t x, y, z, w;
};

__device__ __forceinline__ Quad quad_and_not(Quad a, Quad b) {
  return {a.x & ~b.x, a.y & ~b.y, a.z & ~b.z, a.w & ~b.w};
}
__device__ __forceinline__ uint32_t quad_any(Quad a) { return a.x | a.y | a.z | a.w; }
__device__ __forceinline__ void bit_set(uint32_t *bits, uint32_t v) {
  if (!bit_get(bits, v)) atomicOr(&bits[v / 32], 1u << v % 32);
}

template <uint32_t WORDS>
__global__ static void __launch_bounds__(THREADS)
    masks_begin(Device d, const uint32_t *sources, uint32_t count) {
  const uint32_t s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= count) return;
  atomicOr(&d.acquired[(size_t)sources[s] * WORDS + s / 32], 1u << s % 32);
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

template <uint32_t WORDS>
__global__ static void __launch_bounds__(THREADS, BATCH_BLOCKS_SM) masks_outwards(Device d) {
  constexpr uint32_t QUADS = WORDS / 4;
  const Quad *const mask = (const Quad *)d.mask, *const has = (const Quad *)d.mask_seen;
  arcs_walk(d, d.list[0], d.before[0], d.control->end[0], [&](uint32_t u, uint32_t v, bool there) {
    if (!there) return;
    Quad bits[QUADS];
    uint32_t any = 0;
#pragma unroll
    for (uint32_t q = 0; q < QUADS; q++) {
      bits[q] = quad_and_not(mask[QUADS * (size_t)u + q], has[QUADS * (size_t)v + q]);
      any |= quad_any(bits[q]);
    }
    if (!any) return;
#pragma unroll
    for (uint32_t q = 0; q < QUADS; q++) quad_give(&d.acquired[(size_t)v * WORDS + 4 * q], bits[q]);
    bit_set(d.fresh, v);
  });
}

/* ---- inwards: a quarter or half of a mask a lane ---- */

/* Bits that v lacks and its neighbours of the list have; none if it has segments, for which it waits. */
template <uint32_t QUADS>
__device__ __forceinline__ Quad quad_inwards(const Device &d, uint32_t v, uint32_t quad, Quad lacks,
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
      if (from[k] != ALL) more[k] = mask[QUADS * (size_t)from[k] + quad];
    }
#pragma unroll
    for (int k = 0; k < UNROLL; k++) {
      got.x |= more[k].x;
      got.y |= more[k].y;
      got.z |= more[k].z;
      got.w |= more[k].w;
    }
  }
  return {got.x & lacks.x, got.y & lacks.y, got.z & lacks.z, got.w & lacks.w};
}

/* The even bits of x, one beside the other. */
__device__ __forceinline__ uint32_t bits_even(uint32_t x) {
  x &= 0x55555555u;
  x = (x | x >> 1) & 0x33333333u;
  x = (x | x >> 2) & 0x0f0f0f0fu;
  x = (x | x >> 4) & 0x00ff00ffu;
  return (x | x >> 8) & 0xffffu;
}

/* The bits of groups of QUADS lanes of which one has its bit set, at their first lanes. */
template <uint32_t QUADS> __device__ __forceinline__ uint32_t groups_any(uint32_t lanes) {
  lanes |= lanes >> 1;
  return QUADS == 4 ? lanes | lanes >> 2 : lanes;
}

/* These, one beside the other. */
template <uint32_t QUADS> __device__ __forceinline__ uint32_t groups_pack(uint32_t lanes) {
  return QUADS == 4 ? bits_even(bits_even(lanes)) & 0xff : bits_even(lanes);
}

template <uint32_t WORDS>
__global__ static void __launch_bounds__(THREADS, BATCH_BLOCKS_SM)
    masks_inwards(Device d, const uint32_t *all) {
  constexpr uint32_t QUADS = WORDS / 4, AT_ONCE = WARP / QUADS;
  const uint32_t lane = lane_number(), quad = lane % QUADS;
  const Quad whole = ((const Quad *)all)[quad];
  for (uint32_t w = warp_number(); w < d.words; w += warps_all()) {
    uint32_t bits = 0;
    for (uint32_t part = 0; part < QUADS; part++) {
      const uint32_t v = w * 32 + part * AT_ONCE + lane / QUADS;
      const size_t place = QUADS * (size_t)v + quad;
      Quad has = {0, 0, 0, 0}, got = {0, 0, 0, 0};
      bool waits = false;
      if (v < d.n) {
        has = ((const Quad *)d.mask_seen)[place];
        const Quad lacks = quad_and_not(whole, has);
        if (quad_any(lacks)) got = quad_inwards<QUADS>(d, v, quad, lacks, waits);
      }
      const uint32_t any = __ballot_sync(ALL, quad_any(got) != 0),
                     stored = groups_any<QUADS>(any | __ballot_sync(ALL, waits));
      if (stored >> (lane - quad) & 1) ((Quad *)d.acquired)[place] = got;
      if (quad_any(got))
        ((Quad *)d.mask_seen)[place] = {has.x | got.x, has.y | got.y, has.z | got.z, has.w | got.w};
      bits |= groups_pack<QUADS>(groups_any<QUADS>(any)) << part * AT_ONCE;
    }
    if (lane == 0) d.fresh[w] = bits;
  }
}

/* After it: lanes of a warp have the quads of 16 or 8 neighbours at once. */
template <uint32_t WORDS>
__global__ static void __launch_bounds__(THREADS, BATCH_BLOCKS_SM)
    segments_inwards(Device d, const Segment *segments, uint32_t count, const uint32_t *all) {
  constexpr uint32_t QUADS = WORDS / 4;
  const uint32_t lane = lane_number(), quad = lane % QUADS;
  const Quad whole = ((const Quad *)all)[quad], *const mask = (const Quad *)d.mask;
  for (uint32_t s = warp_number(); s < count; s += warps_all()) {
    const Segment segment = segments[s];
    const Quad lacks = quad_and_not(whole, ((const Quad *)d.mask_seen)[QUADS * (size_t)segment.v + quad]);
    if (!__any_sync(ALL, quad_any(lacks) != 0)) continue;
    Quad got = {0, 0, 0, 0};
    for (uint32_t k = lane / QUADS; k < segment.arcs; k += WARP / QUADS) {
      const uint32_t u = d.in_to[segment.begin + k];
      if (!bit_get(d.seen, u)) continue;
      const Quad more = mask[QUADS * (size_t)u + quad];
      got.x |= more.x;
      got.y |= more.y;
      got.z |= more.z;
      got.w |= more.w;
    }
    for (uint32_t step = QUADS; step < WARP; step *= 2) {
      const int other = (int)(lane ^ step);
      got.x |= __shfl_sync(ALL, got.x, other);
      got.y |= __shfl_sync(ALL, got.y, other);
      got.z |= __shfl_sync(ALL, got.z, other);
      got.w |= __shfl_sync(ALL, got.w, other);
    }
    got = {got.x & lacks.x, got.y & lacks.y, got.z & lacks.z, got.w & lacks.w};
    if (lane >= QUADS || !quad_any(got)) continue;
    quad_give(&d.acquired[(size_t)segment.v * WORDS + quad * 4], got);
    quad_give(&d.mask_seen[(size_t)segment.v * WORDS + quad * 4], got);
    bit_set(d.fresh, segment.v);
  }
}

/* ---- sums over the sources ---- */

__device__ __forceinline__ uint32_t quad_count(Quad a) {
  return __popc(a.x) + __popc(a.y) + __popc(a.z) + __popc(a.w);
}

/* sums: (2 n) Words: of each vertex the levels that it has, then how many sources reach it. Those in `fresh` have acquired bits in this level. */
template <uint32_t WORDS>
__global__ static void __launch_bounds__(THREADS) masks_sums(Device d, uint32_t level, Word *sums) {
  constexpr uint32_t QUADS = WORDS / 4;
  const Word threads = (Word)gridDim.x * blockDim.x;
  for (Word v = (Word)blockIdx.x * blockDim.x + threadIdx.x; v < d.n; v += threads) {
    if (!bit_get(d.fresh, (uint32_t)v)) continue;
    uint32_t count = 0;
#pragma unroll
    for (uint32_t q = 0; q < QUADS; q++) count += quad_count(((const Quad *)d.acquired)[QUADS * v + q]);
    sums[v] += (Word)level * count;
    sums[d.n + v] += count;
  }
}

} // namespace bfs

#endif
