/* Random draws of ruin and recreate for fleets, the same in C and CUDA: Philox4x32-10 (rng.h), and hashes of its words.
 *
 *   key      the seed
 *   counter  (chain, low word of p, high word of p, RNG_RUIN + block), p = round * width + w the number of the proposal
 * Words x, y, z, w of the blocks:
 *   0        the seed customer; flags (RUIN_FLAG_*) and the number of strings; the exponent of acceptance; blinks
 *   1        the order of insertion; random keys of that order; whether the ends of all routes are looked at; the type of a new vehicle
 *   2 + i    string i: its length; where it begins; whether it is split, and where; not used */
#ifndef CORDEE_SOLVER_RUIN_RUIN_DRAW_H
#define CORDEE_SOLVER_RUIN_RUIN_DRAW_H

#include <math.h>
#include <stdbool.h>
#include "rng.h"
#include "ruin_kernels.h"

enum { RNG_RUIN = 0x31000000, RUIN_STRINGS_BLOCK = 2 };

/* Bits of word y of block 0; the number of strings is drawn from the word without them. */
enum {
  RUIN_FLAG_MISSING = 1,     /* begin at a required customer who is absent */
  RUIN_FLAG_OPEN = 15 << 1,  /* if 0, with RUIN_OPENS: some customers take new vehicles */
  RUIN_FLAG_WHOLE = 15 << 5, /* if 0: the first route loses all customers */
  RUIN_FLAG_BITS = 9
};

typedef enum RuinOrder {
  RUIN_RANDOM,
  RUIN_DEMAND,     /* falling */
  RUIN_FAR,        /* from the start of vehicles of type 0 */
  RUIN_NEAR_FIRST, /* to it */
  RUIN_NARROW,     /* due - ready, rising: with times */
  RUIN_EARLY,      /* ready, rising */
  RUIN_LATE,       /* due, falling */
  RUIN_PRIZE       /* falling: with prizes */
} RuinOrder;

RNG_FN philox4x32_ctr_t ruin_words(uint64_t seed, uint32_t chain, uint64_t p, uint32_t block) {
  philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
  philox4x32_ctr_t counter = {{chain, (uint32_t)p, (uint32_t)(p >> 32), RNG_RUIN + block}};
  return philox4x32(counter, key);
}

/* A word as a number below m. */
RNG_FN uint32_t ruin_below(uint32_t word, uint32_t m) { return (uint32_t)(((uint64_t)word * m) >> 32); }

/* How many routes a chain may have whose kept solution has that cost. */
RNG_FN int32_t ruin_routes_most(const RuinData *data, int64_t kept_cost, int32_t fewest, bool fewer) {
  if (!data->route_cost || kept_cost >= data->absent_cost) return INT32_MAX;
  const int32_t routes = (int32_t)(kept_cost / data->route_cost);
  return fewer && routes > fewest ? routes - 1 : routes;
}

/* Longest string: the average route, rounded down. */
RNG_FN int32_t ruin_length_most(int32_t served, int32_t routes) {
  const int32_t mean = served / (routes > 1 ? routes : 1);
  if (mean < 1) return 1;
  return mean > RUIN_LENGTH_MAX ? RUIN_LENGTH_MAX : mean;
}

/* The most customers of a string, and those preserved in it. */
enum { RUIN_INSIDE_MAX = 4, RUIN_SPAN_MAX = RUIN_LENGTH_MAX + RUIN_INSIDE_MAX };

/* Strings: uniform from 1 to 4 mean / (1 + length_most) - 1 customers, rounded down (Christiaens and Vanden Berghe, equations 6 and 7). */
RNG_FN int32_t ruin_strings(uint32_t word, int32_t length_most) {
  return 1 + (int32_t)ruin_below(word, (uint32_t)(4 * RUIN_MEAN - 1 - length_most)) / (1 + length_most);
}

/* Weights 4, 4, 2, 1 as published, 2 for each of windows and for prizes. */
RNG_FN RuinOrder ruin_order(uint32_t word, uint32_t features) {
  const uint32_t timed = features & RUIN_TIMED ? 6 : 0,
                 k = ruin_below(word, 11 + timed + (features & RUIN_OPTIONAL ? 4 : 0));
  if (k < 4) return RUIN_RANDOM;
  if (k < 8) return RUIN_DEMAND;
  if (k < 10) return RUIN_FAR;
  if (k < 11) return RUIN_NEAR_FIRST;
  if (k < 11 + timed) return (RuinOrder)(RUIN_NARROW + (k - 11) / 2);
  return RUIN_PRIZE;
}

/* The mixing steps of MurmurHash3 (Appleby). */
RNG_FN uint32_t ruin_mix(uint32_t h) {
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  return h * 0xc2b2ae35u;
}

/* Does the i-th customer of a proposal that opens vehicles take a new one? The first does, others with a probability of 1/8. */
RNG_FN int ruin_opens(uint32_t word, int32_t i) {
  return i == 0 || ruin_mix(word + (uint32_t)i * 0x9e3779b9u) < 1u << 29;
}

/* Is the place of customer c after `prev` and before `next` (0: the end of a route) left out? With a probability of 1/128. A new vehicle of
 * type t is the place after and before -1 - t. */
RNG_FN int ruin_blinks(uint32_t word, int32_t c, int32_t prev, int32_t next) {
  const uint32_t place =
      (uint32_t)prev * 0x9e3779b9u ^ (uint32_t)next * 0x7feb352du ^ (uint32_t)c * 0x846ca68bu;
  return ruin_mix(word ^ place ^ place >> 15) < 1u << 25;
}

/* The greatest delta that is accepted at a temperature. */
RNG_FN int64_t ruin_limit(float temperature, uint32_t word) {
  return (int64_t)(temperature * rng_exponential(word));
}

#endif
