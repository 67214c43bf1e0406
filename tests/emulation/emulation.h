/* Kernels of CUDA on the host, a fiber a thread: what tests set, and what cuda_runtime.h beside this file calls. One block at a time.
 *
 * A warp's lanes run one after the other from one collective to the next; a collective waits for all 32 lanes, __syncthreads for the
 * block. Lanes that wait at different places, or for lanes that have ended, end the program with both lines; so does a block that does
 * not end. Shared memory is filled with a pattern before each block: what is read before it was written differs from run to run. The
 * order of lanes and of warps is by choice: what depends on it is a race. */
#ifndef CORDEE_TESTS_EMULATION_EMULATION_H
#define CORDEE_TESTS_EMULATION_EMULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum EmulationOrder {
  ORDER_RISING,  /* of lanes, and of warps; a warp goes on until it waits for the block */
  ORDER_FALLING, /* likewise */
  ORDER_RANDOM   /* at each collective another warp, and another order of its lanes */
} EmulationOrder;

typedef struct EmulationPlan {
  EmulationOrder order;
  uint64_t seed;  /* of random orders, of patterns, and of errors of approximations */
  int32_t filler; /* 0..255: each byte of shared memory at first; -1: random ones */
} EmulationPlan;

/* Of the kernels launched from now on. */
void emulation_set(EmulationPlan plan);
/* Plan number `turn`: orders and fillers take turns. */
void emulation_turn(uint64_t turn);
/* Switches between threads since the program began. */
uint64_t emulation_switches(void);

typedef enum EmulationCall {
  CALL_SYNC,
  CALL_SHUFFLE,
  CALL_SHUFFLE_UP,
  CALL_SHUFFLE_DOWN,
  CALL_BALLOT,
  CALL_ANY,
  CALL_MATCH,
  CALL_LEAST_SIGNED,
  CALL_LEAST,
  CALL_SUM,
  CALL_OR
} EmulationCall;

/* A collective of a warp, a barrier of the block. where: file and line, a literal. */
uint32_t emulation_warp(const char *where, EmulationCall call, uint32_t mask, uint32_t value);
/* A shuffle of words (count), in place: one collective, however many words. */
void emulation_words(const char *where, EmulationCall call, uint32_t mask, uint32_t *words, uint32_t count,
                     int32_t other);
void emulation_block(const char *where);
/* A barrier of the block: of how many of its threads is the value true? */
uint32_t emulation_block_count(const char *where, bool value);
/* The root of s, off by up to 2^-22 of it. */
float emulation_root(float s);
/* All threads of all blocks of a grid, in `bytes` of shared memory. */
void emulation_launch(void (*body)(void *), void *context, uint32_t columns, uint32_t rows, uint32_t threads,
                      size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
