/* One step of the annealing of tours: inline, for both backends, in integers and the same operations on doubles. See temper_kernels.h. */
#ifndef CORDEE_SOLVER_ANNEAL_TOURS_TEMPER_STEP_H
#define CORDEE_SOLVER_ANNEAL_TOURS_TEMPER_STEP_H

#include "temper_kernels.h"

/* The tour of a chain while kernels run, in one of two forms: the compiler knows which. */
typedef struct TemperTour {
  int32_t n, is_short;
  int32_t *tour, *position;              /* (n) */
  uint16_t *short_tour, *short_position; /* (n) */
} TemperTour;

/* A move: of `count` cities from position `from` on, around the tour, in reverse order; or, with length > 0, of the segment of `length` cities from
 * position `from` on: the `count` cities behind it move down, or the -count cities before it up, and it takes the places that
 * they leave, turned around if `turned`. */
typedef struct TemperMove {
  int64_t delta;
  int32_t from, count, length, turned;
} TemperMove;

RNG_FN int32_t temper_city(const TemperTour *t, int32_t p) {
  return t->is_short ? t->short_tour[p] : t->tour[p];
}
RNG_FN int32_t temper_place(const TemperTour *t, int32_t city) {
  return t->is_short ? t->short_position[city] : t->position[city];
}
RNG_FN void temper_put(const TemperTour *t, int32_t p, int32_t city) {
  if (t->is_short) {
    t->short_tour[p] = (uint16_t)city;
    t->short_position[city] = (uint16_t)p;
  } else {
    t->tour[p] = city;
    t->position[city] = p;
  }
}

/* p + k and p - k around the tour, 0 <= k <= n. */
RNG_FN int32_t temper_up(int32_t p, int32_t k, int32_t n) { return p + k < n ? p + k : p + k - n; }
RNG_FN int32_t temper_down(int32_t p, int32_t k, int32_t n) { return p >= k ? p - k : p - k + n; }

/* The words of steps 2 block and 2 block + 1. */
RNG_FN philox4x32_ctr_t temper_words(uint64_t seed, uint32_t chain, uint64_t block, uint32_t purpose) {
  philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
  philox4x32_ctr_t counter = {{chain, (uint32_t)block, (uint32_t)(block >> 32), purpose}};
  return philox4x32(counter, key);
}

/* -ln u in 2^-16, u uniform by the word: the logarithm of 1 + f is ln 2 f + c f (1 - f), with an error of less than 0.006. */
RNG_FN int32_t temper_exponential(uint32_t word) {
  const uint32_t ln2 = 45426, c = 15800, some = word | 1;
  const int zeros = rng_leading_zeros(some);
  const uint32_t f = (uint32_t)((uint64_t)some << (zeros + 1)) >> 16;
  return (int32_t)((uint32_t)(zeros + 1) * ln2 - (ln2 * f >> 16) - (c * (f * (65535 - f) >> 16) >> 16));
}

RNG_FN int32_t temper_below(uint32_t word, uint32_t m) { return (int32_t)(((uint64_t)word * m) >> 32); }

/* Of cities at p and q: joined, and the next ones (back 0) or the previous ones (1) too. 0: these are neighbours. */
RNG_FN int temper_two_opt(const TemperProblem *problem, const TemperTour *t, int32_t p, int32_t q, int back,
                          int32_t distance, TemperMove *move) {
  const int32_t n = t->n, beside_p = back ? temper_down(p, 1, n) : temper_up(p, 1, n),
                beside_q = back ? temper_down(q, 1, n) : temper_up(q, 1, n);
  if (beside_p == q || beside_q == p) return 0;
  const int32_t a = temper_city(t, p), b = temper_city(t, beside_p), c = temper_city(t, q),
                d = temper_city(t, beside_q), first = back ? p : beside_p;
  const int32_t count = temper_down(q, p, n), other = n - count;
  move->delta = (int64_t)distance + tour_distance(&problem->tour, b, d) -
                tour_distance(&problem->tour, a, b) - tour_distance(&problem->tour, c, d);
  move->length = 0;
  move->turned = 0;
  const int32_t turned = back ? q : beside_q;
  move->from = count <= other ? first : turned;
  move->count = count <= other ? count : other;
  return 1;
}

/* The segment of `length` cities that begins (back 0) or ends at p goes between the city at q and the next one (side 0) or the previous
 * one. 0: q is in it, or it is there already. */
RNG_FN int temper_segment(const TemperProblem *problem, const TemperTour *t, int32_t p, int32_t q,
                          int32_t length, int back, int side, int32_t distance, TemperMove *move) {
  const TourProblem *d = &problem->tour;
  const int32_t n = t->n, low = back ? temper_down(p, length - 1, n) : p,
                high = temper_up(low, length - 1, n);
  const int32_t behind =
      temper_down(side ? temper_down(q, 1, n) : q, high, n); /* cities before the new place */
  if (temper_down(q, low, n) < length || behind == 0 || behind > n - length - 1) return 0;
  const int32_t a = temper_city(t, p), end = temper_city(t, back ? low : high), c = temper_city(t, q),
                g = temper_city(t, side ? temper_down(q, 1, n) : temper_up(q, 1, n)),
                before = temper_city(t, temper_down(low, 1, n)),
                after = temper_city(t, temper_up(high, 1, n)), first = back ? end : a, last = back ? a : end;
  move->delta = (int64_t)distance + tour_distance(d, g, end) + tour_distance(d, before, after) -
                tour_distance(d, before, first) - tour_distance(d, last, after) - tour_distance(d, c, g);
  move->from = low;
  move->length = length;
  move->turned = back == side ? 0 : 1;
  move->count = 2 * behind <= n - length ? behind : behind - (n - length);
  return 1;
}

/* Slots 0 to TEMPER_TWO_OPT - 1 are 2-opt moves, next and previous; the others are segments: side, back, length. */
RNG_FN int temper_slot(const TemperProblem *problem, const TemperTour *t, int32_t p, int32_t q, int32_t slot,
                       int32_t distance, TemperMove *move) {
  if (slot < TEMPER_TWO_OPT) return temper_two_opt(problem, t, p, q, slot & 1, distance, move);
  const int32_t k = slot - TEMPER_TWO_OPT;
  return temper_segment(problem, t, p, q, 1 + (k >> 2), k >> 1 & 1, k & 1, distance, move);
}

/* The move that word w0 proposes; 0: none. */
RNG_FN int temper_propose(const TemperProblem *problem, const TemperRules *rules, const TemperTour *t,
                          uint32_t word, TemperMove *move) {
  const uint64_t draw = (uint64_t)word * (uint32_t)t->n;
  const int32_t p = (int32_t)(draw >> 32), a = temper_city(t, p);
  if (rules->uniform) {
    const int32_t q = temper_up(p, 1 + temper_below((uint32_t)draw, (uint32_t)t->n - 1), t->n);
    return temper_two_opt(problem, t, p, q, 0, tour_distance(&problem->tour, a, temper_city(t, q)), move);
  }
  const int32_t k = temper_below((uint32_t)draw, (uint32_t)problem->width * TEMPER_SLOTS);
  const TemperCandidate c = problem->candidates[(size_t)a * problem->width + k / TEMPER_SLOTS];
  return temper_slot(problem, t, p, temper_place(t, c.city), k % TEMPER_SLOTS, c.distance, move);
}

RNG_FN int temper_accepts(const TemperMove *move, double temperature, uint32_t word) {
  return (double)move->delta <= temperature * (double)temper_exponential(word);
}

/* ---- moves by one thread ---- */

RNG_FN void temper_reverse(const TemperTour *t, int32_t from, int32_t count) {
  int32_t low = from, high = temper_up(from, count - 1, t->n);
  for (int32_t k = count / 2; k > 0; k--) {
    const int32_t a = temper_city(t, low), b = temper_city(t, high);
    temper_put(t, low, b);
    temper_put(t, high, a);
    low = low + 1 < t->n ? low + 1 : 0;
    high = high ? high - 1 : t->n - 1;
  }
}

RNG_FN void temper_shift(const TemperTour *t, const TemperMove *move) {
  const int32_t n = t->n, length = move->length, up = move->count > 0;
  int32_t segment[TEMPER_SEGMENT], to = up ? move->from : temper_up(move->from, length - 1, n);
  for (int32_t k = 0; k < length; k++) segment[k] = temper_city(t, temper_up(move->from, k, n));
  for (int32_t k = up ? move->count : -move->count; k > 0; k--) {
    temper_put(t, to, temper_city(t, up ? temper_up(to, length, n) : temper_down(to, length, n)));
    to = up ? temper_up(to, 1, n) : temper_down(to, 1, n);
  }
  if (!up) to = temper_down(to, length - 1, n);
  for (int32_t k = 0; k < length; k++)
    temper_put(t, temper_up(to, k, n), segment[move->turned ? length - 1 - k : k]);
}

RNG_FN void temper_make(const TemperTour *t, const TemperMove *move) {
  if (move->length)
    temper_shift(t, move);
  else
    temper_reverse(t, move->from, move->count);
}

#endif
