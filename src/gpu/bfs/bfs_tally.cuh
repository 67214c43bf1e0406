/* Sums over vertices for each of 256 sources, half of a wide mask: the bits of masks times a number of each vertex, as products of matrices of bytes on tensor
 * cores. One product takes 32 vertices and bits b and b + 16 of the 8 words of a mask, 16 rows; column 0..3 of the other matrix has byte 0..3 of
 * the numbers, column 4 ones. */
#ifndef CORDEE_GPU_BFS_BFS_TALLY_CUH
#define CORDEE_GPU_BFS_BFS_TALLY_CUH

#include "bfs_device.cuh"

namespace bfs {

/* A warp has 8 words of the masks, of wide ones those of its parity; a lane has word lane / 4 of these of 8 vertices of a bitmap's word,
 * 4 k + lane % 4, k = 0..7. */
enum { OF_LANE = 8, HALF = 16, ONES = 4 };

template <uint32_t WORDS> __device__ __forceinline__ uint32_t mask_half() {
  return warp_number() % (WORDS / NARROW);
}
template <uint32_t WORDS> __device__ __forceinline__ uint32_t mask_word() {
  return NARROW * mask_half<WORDS>() + lane_number() / 4;
}
/* The first word of the bitmap for this warp, and the step to the next. */
template <uint32_t WORDS> __device__ __forceinline__ uint32_t word_first() {
  return warp_number() / (WORDS / NARROW);
}
template <uint32_t WORDS> __device__ __forceinline__ uint32_t word_step() {
  return warps_all() / (WORDS / NARROW);
}
__device__ __forceinline__ uint32_t mask_vertex(uint32_t k) { return 4 * k + lane_number() % 4; }

#ifndef BFS_EMULATED
/* sum += the product of 16 x 32 and 32 x 8 bytes: PTX, mma.m16n8k32, which says who has what. */
__device__ __forceinline__ void bytes_product(int sum[4], const uint32_t left[4], const uint32_t right[2]) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, "
      "%1, %2, %3};"
      : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
      : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[0]), "r"(right[1]));
}
#endif

/* For each b: of row lane / 4, columns 2 (lane % 4) and the next, then of 8 rows below. */
struct Sums {
  int of[HALF][4];
};

/* Byte i of the four words to byte 0..3 of at[i]. */
__device__ __forceinline__ void bytes_turn(const uint32_t word[4], uint32_t at[4]) {
  const uint32_t low = __byte_perm(word[0], word[1], 0x5140), high = __byte_perm(word[0], word[1], 0x7362),
                 low2 = __byte_perm(word[2], word[3], 0x5140), high2 = __byte_perm(word[2], word[3], 0x7362);
  at[0] = __byte_perm(low, low2, 0x5410);
  at[1] = __byte_perm(low, low2, 0x7632);
  at[2] = __byte_perm(high, high2, 0x5410);
  at[3] = __byte_perm(high, high2, 0x7632);
}

/* This lane's part of column lane / 4: value is that of vertex `lane` of the word. */
__device__ __forceinline__ void column_make(uint32_t value, uint32_t right[2]) {
  const uint32_t column = lane_number() / 4;
#pragma unroll
  for (uint32_t half = 0; half < 2; half++) {
    right[half] = 0;
#pragma unroll
    for (uint32_t k = 0; k < 4; k++) {
      const uint32_t x = __shfl_sync(ALL, value, (int)mask_vertex(4 * half + k));
      right[half] |= (column < ONES ? x >> 8 * column & 0xff : column == ONES) << 8 * k;
    }
  }
}

/* word[k]: of the mask of vertex mask_vertex(k). */
__device__ __forceinline__ void sums_add(Sums &sums, const uint32_t word[OF_LANE], uint32_t value) {
  const uint32_t each = 0x01010101u;
  uint32_t right[2], first[4], second[4];
  column_make(value, right);
  bytes_turn(word, first);
  bytes_turn(word + 4, second);
#pragma unroll
  for (uint32_t b = 0; b < HALF; b++) {
    const uint32_t left[4] = {first[b / 8] >> b % 8 & each, first[b / 8 + 2] >> b % 8 & each,
                              second[b / 8] >> b % 8 & each, second[b / 8 + 2] >> b % 8 & each};
    bytes_product(sums.of[b], left, right);
  }
}

typedef uint32_t SumRow[WARP];
enum { SUM_ROWS = 4 * HALF }; /* of 256 sources */

/* Of a block: the sums of values to tally[source].*values, of ones to .count. all: shared, SUM_ROWS for each 256 sources. A column of bytes
 * overflows after 2^32 / 255 vertices a block: graphs of 2^29 take 32 blocks. */
template <uint32_t WORDS>
__device__ __forceinline__ void sums_write(const Sums &sums, SumRow *all, Tally *tally, Word Tally::*values) {
  const uint32_t s = threadIdx.x;
  SumRow *const mine = all + SUM_ROWS * mask_half<WORDS>();
  for (uint32_t k = threadIdx.x; k < WORDS / NARROW * SUM_ROWS * WARP; k += THREADS)
    all[k / WARP][k % WARP] = 0;
  __syncthreads();
#pragma unroll
  for (uint32_t b = 0; b < HALF; b++)
#pragma unroll
    for (uint32_t c = 0; c < 4; c++)
      if (sums.of[b][c]) atomicAdd(&mine[4 * b + c][lane_number()], (uint32_t)sums.of[b][c]);
  __syncthreads();
  if (s >= WORDS * 32) return;
  const SumRow *const at = all + s / 256 * SUM_ROWS + 4 * (s % HALF) + s % 32 / HALF * 2;
  const uint32_t lane = s % 256 / 32 * 4, ones = at[0][lane + ONES / 2];
  const Word low = at[0][lane] + ((Word)at[1][lane] << 8),
             high = at[0][lane + 1] + ((Word)at[1][lane + 1] << 8);
  if (ones) {
    atomicAdd(&(tally[s].*values), low + (high << 16));
    atomicAdd(&tally[s].count, (Word)ones);
  }
}

/* Of vertices of a bitmap's word. */
struct Part {
  uint32_t bits, word[OF_LANE]; /* whose bits are set, of their masks; else zero */
};

template <uint32_t WORDS>
__device__ __forceinline__ void part_load(const uint32_t *masks, uint32_t w, Part &part) {
#pragma unroll
  for (uint32_t k = 0; k < OF_LANE; k++) {
    const uint32_t v = mask_vertex(k);
    part.word[k] = part.bits >> v & 1 ? masks[((size_t)w * 32 + v) * WORDS + mask_word<WORDS>()] : 0;
  }
}

/* Those vertices have seen these words, too. */
template <uint32_t WORDS>
__device__ __forceinline__ void masks_join(uint32_t *masks, uint32_t w, const uint32_t word[OF_LANE]) {
#pragma unroll
  for (uint32_t k = 0; k < OF_LANE; k++)
    if (word[k]) masks[((size_t)w * 32 + mask_vertex(k)) * WORDS + mask_word<WORDS>()] |= word[k];
}

/* ---- a level's end ---- */

/* Outwards: the masks of those in `fresh`, an older list, become zero, as all others of `acquired` are. */
template <uint32_t WORDS> __global__ static void __launch_bounds__(THREADS) masks_clear(Device d) {
  for (uint32_t w = warp_number(); w < d.words; w += warps_all()) {
    const uint32_t bits = d.fresh[w];
    for (uint32_t k = lane_number(); k < WARP * WORDS && bits; k += WARP)
      if (bits >> k / WORDS & 1) d.acquired[(size_t)w * 32 * WORDS + k] = 0;
  }
}

/* Those in `fresh` are counted, and are the next list; join: what they acquired is not in mask_seen yet. control->end[0] is the list's end. A
 * part is loaded while the one before is summed. */
template <uint32_t WORDS>
__global__ static void __launch_bounds__(THREADS, 1) masks_turn(Device d, bool join) {
  BFS_SHARED uint32_t slots[WARPS][2 * WARP];
  BFS_SHARED SumRow all[WORDS / NARROW * SUM_ROWS];
  Pending p = {slots[threadIdx.x / WARP], 0, d.offset, d.list[0], d.before[0], &d.control->end[0]};
  Sums weights = {};
  Part next = {};
  uint32_t w = word_first<WORDS>();
  if (w < d.words) {
    next.bits = d.fresh[w];
    part_load<WORDS>(d.acquired, w, next);
  }
  for (; w < d.words; w += word_step<WORDS>()) {
    const Part now = next;
    const uint32_t v = w * 32 + lane_number(), after = w + word_step<WORDS>();
    if (after < d.words) {
      next.bits = d.fresh[after];
      part_load<WORDS>(d.acquired, after, next);
    }
    if (!now.bits) continue;
    if (join) masks_join<WORDS>(d.mask_seen, w, now.word);
    sums_add(weights, now.word, bfs_weight(v));
    if (mask_half<WORDS>() == 0) pending_add(p, now.bits >> lane_number() & 1, v);
  }
  pending_end(p);
  sums_write<WORDS>(weights, all, d.control->tally, &Tally::weight);
}

template <uint32_t WORDS>
__device__ __forceinline__ void part_whole(const Device &d, uint32_t w, Part &part) {
  const uint32_t left = d.n - w * 32;
  part.bits = left < 32 ? (1u << left) - 1 : ALL;
  part_load<WORDS>(d.mask_seen, w, part);
}

/* After the last level: what the vertices are that each source has reached. */
template <uint32_t WORDS> __global__ static void __launch_bounds__(THREADS, 1) masks_total(Device d) {
  BFS_SHARED SumRow all[WORDS / NARROW * SUM_ROWS];
  Sums arcs = {};
  Part next = {};
  uint32_t w = word_first<WORDS>();
  if (w < d.words) part_whole<WORDS>(d, w, next);
  for (; w < d.words; w += word_step<WORDS>()) {
    const Part now = next;
    const uint32_t v = w * 32 + lane_number(), after = w + word_step<WORDS>();
    if (after < d.words) part_whole<WORDS>(d, after, next);
    sums_add(arcs, now.word, v < d.n ? (uint32_t)(d.offset[v + 1] - d.offset[v]) : 0);
  }
  sums_write<WORDS>(arcs, all, d.control->tally, &Tally::arcs);
}

} // namespace bfs

#endif
