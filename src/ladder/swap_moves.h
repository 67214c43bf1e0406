/* Exact arithmetic of the swap ladder, one definition for gcc and nvcc: which swap has which number by three formulas, the change of a
 * swap, the side constraint of --forbid, and what math-only and memory-only kernels compute. tour_moves.h has distances.
 *
 * Swaps (x, y), 1 <= x < y < n, are numbered by x, then y: row r = x - 1 begins at r (B - r) / 2, B = 2 n - 3. */
#ifndef CORDEE_LADDER_SWAP_MOVES_H
#define CORDEE_LADDER_SWAP_MOVES_H

#include <stdbool.h>
#include "tour_moves.h"

/* ---- number to positions ---- */

typedef enum SwapMap {
  SWAP_ROOT,       /* the root of the quadratic equation, in floats */
  SWAP_REARRANGED, /* Goldberg's form of it, without a difference in the numerator */
  SWAP_FOLDED,     /* the triangle folded into a rectangle, in integers: another order of the same swaps */
  SWAP_MAPS
} SwapMap;

/* The largest n for which all numbers of a formula are right (tests/ladder/test_swap_ladder.c). */
enum { SWAP_ROOT_LARGEST = 4098, SWAP_REARRANGED_LARGEST = 5794 };

LADDER_FN uint32_t swap_count(int32_t n) { return (uint32_t)(n - 1) * (uint32_t)(n - 2) / 2; }

/* Positions (i, j) of number k where its row is r. */
LADDER_FN LadderPair swap_in_row(int32_t n, uint32_t k, int32_t r) {
  const uint32_t row = (uint32_t)r, begin = row * (2 * (uint32_t)n - 3 - row) / 2;
  const LadderPair pair = {r + 1, r + 2 + (int32_t)(k - begin)};
  return pair;
}

/* The discriminant B B - 8 k; a product rounded, then a difference: compilers contract neither (-ffp-contract=off, -fmad=false). */
LADDER_FN float swap_discriminant(float b, uint32_t k) { return b * b - 8.0f * (float)k; }

LADDER_FN LadderPair swap_root(int32_t n, uint32_t k) {
  const float b = (float)(2 * n - 3);
  return swap_in_row(n, k, (int32_t)((b - sqrtf(swap_discriminant(b, k))) / 2.0f));
}

LADDER_FN LadderPair swap_rearranged(int32_t n, uint32_t k) {
  const float b = (float)(2 * n - 3);
  return swap_in_row(n, k, (int32_t)(4.0f * (float)k / (b + sqrtf(swap_discriminant(b, k)))));
}

/* Row i of the rectangle has row i of the triangle, and behind it, from right to left, the row that is as far from the end. */
LADDER_FN LadderPair swap_folded(int32_t n, uint32_t k) {
  const bool even = n % 2 == 0;
  const uint32_t width = (uint32_t)(even ? n - 1 : n - 2);
  const int32_t i = (int32_t)(k / width), c = (int32_t)(k % width), x = even ? n - 2 - i : n - 1 - i;
  const LadderPair upper = {i + 1, i + 2 + c}, lower = {x, x + (int32_t)width - c};
  return c < n - 2 - i ? upper : lower;
}

LADDER_FN LadderPair swap_pair(SwapMap map, int32_t n, uint32_t k) {
  if (map == SWAP_ROOT) return swap_root(n, k);
  return map == SWAP_REARRANGED ? swap_rearranged(n, k) : swap_folded(n, k);
}

/* Whether the formula gives number k the positions that it has, or, of the folded one, positions of a swap. */
LADDER_FN bool swap_right(SwapMap map, int32_t n, uint32_t k) {
  const LadderPair got = swap_pair(map, n, k), want = ladder_swap(n, k);
  if (map == SWAP_FOLDED) return got.i >= 1 && got.i < got.j && got.j < n;
  return got.i == want.i && got.j == want.j;
}

/* ---- the change of a swap ---- */

typedef struct SwapPoint {
  int32_t x, y; /* whole coordinates, 0 to LADDER_WHOLE_EXTENT */
} SwapPoint;

/* What is at positions x - 1, x, x + 1 and y - 1, y, y + 1 (n is 0). */
typedef struct SwapPlaces {
  SwapPoint before_x, x, after_x, before_y, y, after_y;
} SwapPlaces;

LADDER_FN int32_t swap_distance(SwapPoint a, SwapPoint b) { return ladder_distance(a.x - b.x, a.y - b.y); }

/* beside: y = x + 1; the edge between them stays. */
LADDER_FN int32_t swap_change(const SwapPlaces *p, bool beside) {
  const int32_t ends = swap_distance(p->before_x, p->y) + swap_distance(p->x, p->after_y) -
                       swap_distance(p->before_x, p->x) - swap_distance(p->y, p->after_y);
  if (beside) return ends;
  return ends + swap_distance(p->y, p->after_x) + swap_distance(p->before_y, p->x) -
         swap_distance(p->x, p->after_x) - swap_distance(p->before_y, p->y);
}

/* Of equal changes the least (x, y), whatever the order of numbers: positions in one word, n < 65536. */
LADDER_FN uint32_t swap_word(LadderPair pair) { return (uint32_t)pair.i << 16 | (uint32_t)pair.j; }
LADDER_FN LadderPair swap_of_word(uint32_t word) {
  const LadderPair pair = {(int32_t)(word >> 16), (int32_t)(word & 0xffff)};
  return pair;
}

typedef struct SwapBest {
  int32_t change; /* 0: none that improves */
  uint32_t word;
} SwapBest;

LADDER_FN SwapBest swap_none(void) {
  const SwapBest none = {0, UINT32_MAX};
  return none;
}
LADDER_FN bool swap_better(SwapBest a, SwapBest b) {
  return a.change < b.change || (a.change == b.change && a.word < b.word);
}

/* ---- the side constraint ---- */

/* --forbid: a fixed set of pairs of cities that a swap may not make neighbours, one of 61. */
LADDER_FN bool swap_forbidden(int32_t a, int32_t b) {
  return ((uint32_t)a * (uint32_t)b + (uint32_t)a + (uint32_t)b) % 61 == 7;
}

/* The cities at the same six positions. */
typedef struct SwapCities {
  int32_t before_x, x, after_x, before_y, y, after_y;
} SwapCities;

LADDER_FN bool swap_allowed(const SwapCities *c, bool beside) {
  if (swap_forbidden(c->before_x, c->y) || swap_forbidden(c->x, c->after_y)) return false;
  return beside || !(swap_forbidden(c->y, c->after_x) || swap_forbidden(c->before_y, c->x));
}

/* ---- parts of an evaluation ---- */

typedef enum SwapPart { SWAP_WHOLE, SWAP_MATH /* no loads */, SWAP_MEMORY /* loads, added up */ } SwapPart;

/* The point that a math-only kernel has instead of that at a position. */
LADDER_FN SwapPoint swap_made(int32_t p) {
  const SwapPoint made = {(int32_t)((uint32_t)p * 7919 & 16383),
                          (int32_t)((uint32_t)p * 104729 >> 3 & 16383)};
  return made;
}

/* What a memory-only kernel adds for a swap. */
LADDER_FN uint32_t swap_sum(const SwapCities *c, const SwapPlaces *p) {
  return (uint32_t)(c->before_x + c->x + c->after_x + c->before_y + c->y + c->after_y + p->before_x.x +
                    p->x.x + p->after_x.x + p->before_y.x + p->y.x + p->after_y.x + p->before_x.y + p->x.y +
                    p->after_x.y + p->before_y.y + p->y.y + p->after_y.y);
}

#endif
