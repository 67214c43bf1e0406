/* What a price is between whatever model computes it, as far as closed forms know. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_BOUNDS_H
#define CORDEE_EVALUATOR_LOOKBACK_BOUNDS_H

#include "quote.h"

/* The european option in continuous time (Goldman, Sosin and Gatto, J. of Finance 34, 1979, with a yield), whatever the option's style; any
 * r and q, equal ones too; 0 and the forward at least. Within about 1e-13 of the option's extreme and stock. No error. */
double european_price(const LookbackOption *option);

/* Is it worth what it is without early exercise? A put without interest is, and a call without a yield. */
bool price_european(const LookbackOption *option);

/* The least that is sure without a model of the stock: exercise now, or a forward. */
double sure_value(const LookbackOption *option);

/* What the price in continuous time is between, in units of money. */
typedef struct PriceBounds {
  double least, most;
} PriceBounds;

/* European: the closed form, twice. American: at least the exercise value and the european price. At most, of a put: the european price without
 * interest, since exp(-rt) times the maximum up to t is at most the maximum of exp(-rs) S; of a call: the european price and the stock's yield. */
PriceBounds price_bounds(const LookbackOption *option);

/* A price and its derivatives that no arbitrage excludes, from those of lattices: at least sure_value. If `continuous`, which prices without
 * extrapolation are not, american prices are within price_bounds and european ones at most the closed form: an american quote is never below
 * the european one, however many steps each has. A call is worth its stock at most. A unit of the extreme is worth from 0 to 1, which bounds
 * delta; gamma is 0 or more. NaN stays NaN. */
void quote_bound(const LookbackOption *option, bool continuous, LookbackQuote *quote);

#endif
