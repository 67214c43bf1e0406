/* Philox4x32-10 for a whole swarm: the words of pso_random in src/solver/pso/pso_kernels.h.
 *
 * The counter (swarm, p, k, purpose + block) mixes slowly: after two of ten rounds no word depends on both
 * particle and block; after three each word depends on the block only, on the particle only, or is the
 * exclusive or of one of each. So three rounds are computed once a particle and once a block, not once for each
 * pair. The round keys come from the host as kernel parameters, which are operands without cost. */
#ifndef CORDEE_GPU_PSO_PSO_RANDOM_CUH
#define CORDEE_GPU_PSO_PSO_RANDOM_CUH

#include "solver/pso/pso_kernels.h"

enum { PHILOX_ROUNDS = 10, PHILOX_SHARED_ROUNDS = 3 };

typedef struct RoundKeys {
  uint32_t k[PHILOX_ROUNDS][2];
} RoundKeys;

/* The part of a block of four dimensions, or of a particle. */
struct __align__(16) RandomRow {
  uint32_t w0, w2, w3, unused;
};
struct RandomColumn {
  uint32_t w0, w1, w2;
};

static inline RoundKeys round_keys(uint64_t seed) {
  RoundKeys keys;
  for (uint32_t r = 0; r < PHILOX_ROUNDS; ++r) {
    keys.k[r][0] = (uint32_t)seed + r * PHILOX_W32_0;
    keys.k[r][1] = (uint32_t)(seed >> 32) + r * PHILOX_W32_1;
  }
  return keys;
}

static __device__ __forceinline__ uint64_t philox_product0(uint32_t word) {
  return (uint64_t)PHILOX_M4x32_0 * word;
}
static __device__ __forceinline__ uint64_t philox_product1(uint32_t word) {
  return (uint64_t)PHILOX_M4x32_1 * word;
}
static __device__ __forceinline__ uint32_t high(uint64_t product) { return (uint32_t)(product >> 32); }
static __device__ __forceinline__ uint32_t low(uint64_t product) { return (uint32_t)product; }

static __device__ __forceinline__ RandomRow random_row(const RoundKeys &keys, uint32_t swarm, uint32_t k,
                                                       uint32_t last) {
  const uint64_t of_swarm = philox_product0(swarm), of_k = philox_product1(k);
  const uint64_t second = philox_product1(high(of_swarm) ^ last ^ keys.k[0][1]);
  const uint64_t third = philox_product0(high(second) ^ low(of_k) ^ keys.k[1][0]);
  return {low(second), high(third), low(third), 0};
}

static __device__ __forceinline__ RandomColumn random_column(const RoundKeys &keys, uint32_t swarm,
                                                             uint32_t k, uint32_t p) {
  const uint64_t of_swarm = philox_product0(swarm), of_k = philox_product1(k);
  const uint64_t second = philox_product0(high(of_k) ^ p ^ keys.k[0][0]);
  const uint64_t third = philox_product1(high(second) ^ low(of_swarm) ^ keys.k[1][1]);
  return {high(third) ^ keys.k[2][0], low(third), low(second) ^ keys.k[2][1]};
}

/* The four words of a block and a particle. */
static __device__ __forceinline__ philox4x32_ctr_t random_words(const RoundKeys &keys, RandomRow row,
                                                                RandomColumn column) {
  philox4x32_ctr_t c = {{row.w0 ^ column.w0, column.w1, row.w2 ^ column.w2, row.w3}};
#pragma unroll
  for (int r = PHILOX_SHARED_ROUNDS; r < PHILOX_ROUNDS; ++r) {
    const uint64_t product0 = philox_product0(c.v[0]), product1 = philox_product1(c.v[2]);
    c.v[0] = high(product1) ^ c.v[1] ^ keys.k[r][0];
    c.v[1] = low(product1);
    c.v[2] = high(product0) ^ c.v[3] ^ keys.k[r][1];
    c.v[3] = low(product0);
  }
  return c;
}

#endif
