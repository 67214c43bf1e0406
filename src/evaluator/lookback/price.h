/* `cordee price`: books of lookback options. An item is an option, its record a price. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_PRICE_H
#define CORDEE_EVALUATOR_LOOKBACK_PRICE_H

#include "evaluator.h"

extern const Evaluator evaluator_price;

enum {
  PRICE_LINE,
  PRICE_PRICE,
  PRICE_DELTA,
  PRICE_GAMMA,
  PRICE_ERROR,
  PRICE_STEPS
}; /* columns of a record */

/* Evaluator.check: the option's lattices in their textbook form, whole. */
Status price_check(const Items *items, const Records *records, uint32_t k);

#endif
