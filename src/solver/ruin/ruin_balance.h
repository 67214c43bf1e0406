/* What durations cost the routes of a chain where the longest one counts (RUIN_BALANCE): with r = duration / that of the longest route of a solution,
 * longest * (r^16 / 16) times a price up to the longest, and that price for each unit beyond. So a chain sees a slope below the longest route, too: the less of it,
 * the shorter a route is. It is a smooth maximum: the linear part of a norm of all durations of power 16. The same in C and CUDA: the same operations of doubles in
 * the same order. */
#ifndef CORDEE_SOLVER_RUIN_RUIN_BALANCE_H
#define CORDEE_SOLVER_RUIN_RUIN_BALANCE_H

#include "rng.h"
#include "ruin_kernels.h"

enum { RUIN_BALANCE_ONE = 1 << 20 /* a ratio of 1, raised */ };

typedef struct RuinLevel { /* of a solution whose longest route is known */
  double share;            /* 1 / duration of the longest route */
  double price;            /* of as much more */
} RuinLevel;

RNG_FN double ruin_balance_power(double ratio) { /* 16 */
  const double square = ratio * ratio, fourth = square * square, eighth = fourth * fourth;
  return eighth * eighth;
}

RNG_FN double ruin_level_share(const RuinData *data, int32_t longest) {
  const int32_t length = longest > data->balance_least ? longest : data->balance_least;
  return 1.0 / (length > 0 ? length : 1);
}

/* How much a route counts among those that are as long as the longest, in units of 1 / RUIN_BALANCE_ONE. */
RNG_FN int64_t ruin_level_part(double share, int32_t duration) {
  const double ratio = duration * share;
  return (int64_t)(ruin_balance_power(ratio < 1 ? ratio : 1) * RUIN_BALANCE_ONE);
}

/* parts: of all routes. As many routes as are near the longest share what the longest costs. */
RNG_FN RuinLevel ruin_level(const RuinData *data, double share, int64_t parts) {
  const double all = parts > RUIN_BALANCE_ONE ? (double)parts : (double)RUIN_BALANCE_ONE;
  const double price = (double)data->balance * RUIN_BALANCE_ONE / all;
  const double least = price < data->balance_most ? price : data->balance_most;
  const RuinLevel level = {share, least / share};
  return level;
}

RNG_FN int64_t ruin_balance_price(RuinLevel level, int32_t duration) {
  const double ratio = duration * level.share,
               rise = ratio < 1 ? ruin_balance_power(ratio) / 16 : ratio - 1 + 1.0 / 16;
  return (int64_t)(level.price * rise);
}

#endif
