/* Random draws of slack induction by string removals, the same in C and CUDA: Philox4x32-10 (rng.h), integers, and floats in one order.
 *
 *   key      the seed
 *   counter  (chain, low word of p, high half word of p + 2^16 part, purpose + lane)
 * where p is the number of a round, or of a proposal: round * width + w. Words are those of one block: x, y, z, w. Lanes are
 * 0..SISR_NEAR - 1. What uses them:
 *   round     lane i < SISR_STRINGS_MAX, x: the length of string i; lane 31, x: how many strings
 *   proposal  y of lane 0: the seed customer; 1: the order of removed customers; 2: acceptance; 3: whether the ends of routes are looked at;
 *             4, with a place and the number of an insertion: blinks;
 *             the lane that meets a route, z and w: where its string begins, and whether it is at the route's ends;
 *             lane i, x: the random order of removed customer i */
#ifndef CORDEE_SOLVER_SISR_SISR_DRAW_H
#define CORDEE_SOLVER_SISR_SISR_DRAW_H

#include <math.h>
#include "rng.h"
#include "sisr_kernels.h"

enum { RNG_SISR_ROUND = 0x30000000, RNG_SISR = 0x30000100, SISR_LANE_STRINGS = 31 };

typedef enum SisrOrder { /* of removed customers; weights 4, 4, 2, 1 as published, 2 each for windows */
                         SISR_RANDOM = 0,
                         SISR_DEMAND,     /* falling */
                         SISR_FAR,        /* from the depot */
                         SISR_NEAR_FIRST, /* to the depot */
                         SISR_NARROW,     /* due - ready, rising */
                         SISR_EARLY,      /* ready, rising */
                         SISR_LATE        /* due, falling */
} SisrOrder;

RNG_FN philox4x32_ctr_t sisr_words(uint64_t seed, uint32_t purpose, uint32_t chain, uint32_t part, uint64_t p,
                                   uint32_t lane) {
  philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
  philox4x32_ctr_t counter = {{chain, (uint32_t)p, (uint32_t)(p >> 32) | part << 16, purpose + lane}};
  return philox4x32(counter, key);
}

/* A word as a number below m. */
RNG_FN uint32_t sisr_below(uint32_t word, uint32_t m) { return (uint32_t)(((uint64_t)word * m) >> 32); }

/* Longest string of a round: the average route, rounded down. */
RNG_FN int32_t sisr_length_most(int32_t customers, int32_t routes) {
  const int32_t mean = customers / (routes > 1 ? routes : 1);
  if (mean < 1) return 1;
  if (mean > SISR_LENGTH_MAX) return SISR_LENGTH_MAX;
  return mean;
}

/* Strings of a round: uniform from 1 to 4 mean / (1 + length_most) - 1 customers, rounded down. */
RNG_FN int32_t sisr_strings(uint32_t word, int32_t length_most) {
  return 1 + (int32_t)sisr_below(word, (uint32_t)(4 * SISR_MEAN - 1 - length_most)) / (1 + length_most);
}

/* Is a string of `length` cut off at the ends of a route of `size`, every second time? */
RNG_FN int sisr_at_ends(uint32_t word, int32_t length, int32_t size) { return (word & 1) && length < size; }
/* How many of its customers are then the first of the route; the others are the last. */
RNG_FN int32_t sisr_at_begin(uint32_t word, int32_t length) {
  return (int32_t)sisr_below(word << 8, (uint32_t)length + 1);
}

/* Are places at the ends of all routes looked at? Always where there are few routes. */
RNG_FN int sisr_ends(uint32_t word, int32_t slots) { return sisr_below(word, (uint32_t)slots) < SISR_ENDS; }

/* windows: there are time windows. */
RNG_FN SisrOrder sisr_order(uint32_t word, int windows) {
  const uint32_t k = sisr_below(word, windows ? 17 : 11);
  if (k >= 11) return (SisrOrder)(SISR_NARROW + (k - 11) / 2);
  if (k < 4) return SISR_RANDOM;
  if (k < 8) return SISR_DEMAND;
  if (k < 10) return SISR_FAR;
  return SISR_NEAR_FIRST;
}

/* A place as one number, for blinks and ties: after customer `prev` and before `next`; 0: the depot. */
RNG_FN uint32_t sisr_place(uint32_t prev, uint32_t next) { return next | prev << 16; }

/* Is a place left out at insertion i? With a probability of 1/128; the mixing steps of MurmurHash3 (Appleby). */
RNG_FN uint32_t sisr_blink_word(uint32_t word, uint32_t i) { return word ^ (i + 1) * 0x9e3779b9u; }
RNG_FN int sisr_blinks(uint32_t blink_word, uint32_t place) {
  uint32_t h = (blink_word ^ place) * 0x85ebca6bu;
  h ^= h >> 13;
  return h * 0xc2b2ae35u < 1u << 25;
}

/* The greatest delta that is accepted at a temperature. */
RNG_FN int64_t sisr_limit(float temperature, uint32_t word) {
  return (int64_t)(temperature * rng_exponential(word));
}

#endif
