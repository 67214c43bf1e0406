/* Prices of lookback options (of vanilla ones: vanilla_price.h): from lattices of several sizes to a price, its sensitivities and an estimate of its
 * error. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_QUOTE_H
#define CORDEE_EVALUATOR_LOOKBACK_QUOTE_H

#include "lookback_kernels.h"

/* ---- quote ---- */

enum { QUOTE_LEVELS_MAX = 4 };

typedef struct LookbackOption {
  double spot, extreme, years, sigma, r, q; /* extreme: the maximum so far of a put, the minimum of a call */
  uint32_t steps;
  uint32_t flags; /* LOOKBACK_CALL, LOOKBACK_EUROPEAN, LOOKBACK_VANILLA */
  double strike;  /* of a vanilla option, which has no extreme; else 0 */
} LookbackOption;

/* A price, and its derivatives by the stock's with the extreme fixed (at a new option's gamma: from below for a put, above for a call). NaN
 * where a method has none. */
typedef struct LookbackQuote {
  double price, delta, gamma;
  double error;   /* an estimate of the distance from the price in continuous time */
  uint32_t steps; /* of the finest lattice */
} LookbackQuote;

/* What the option is worth on a lattice of that value. No error. */
LookbackQuote quote_of(const LookbackOption *option, const LookbackLattice *lattice,
                       const LookbackValue *value);

/* The option's lattice of so many steps. */
LookbackLattice quote_lattice(const LookbackOption *option, uint32_t steps);

/* Lattices that a price with so many steps takes, the finest first. Returns how many. */
int quote_levels(uint32_t extrapolate, uint32_t steps, uint32_t levels[QUOTE_LEVELS_MAX]);
/* The price from quotes of these levels. */
LookbackQuote quote_join(const LookbackOption *option, uint32_t extrapolate, const LookbackQuote *quotes,
                         int levels);

/* ---- what a price is between ---- */

/* What a price is between whatever model computes it, as far as closed forms know. */

/* The european option in continuous time (Goldman, Sosin and Gatto, J. of Finance 34, 1979, with a yield), whatever the option's style; any
 * r and q, equal ones too; 0 and the forward at least. Within about 1e-13 of the option's extreme and stock. No error. */
double european_price(const LookbackOption *option);

/* A price and its derivatives that no arbitrage excludes, from those of lattices: at least sure_value. If `continuous`, which prices without
 * extrapolation are not, american prices are within price_bounds and european ones at most the closed form: an american quote is never below
 * the european one, however many steps each has. A call is worth its stock at most. A unit of the extreme is worth from 0 to 1, which bounds
 * delta; gamma is 0 or more. NaN stays NaN. */
void quote_bound(const LookbackOption *option, bool continuous, LookbackQuote *quote);

/* How far from `price` the price in continuous time can be, by closed forms alone: european ones are known. */
double quote_farthest(const LookbackOption *option, double price);

#endif
