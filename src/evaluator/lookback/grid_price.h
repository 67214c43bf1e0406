/* Prices of lookback options by finite differences (grid.h): from the values of three levels to a price, its sensitivities and an estimate
 * of its error. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_GRID_PRICE_H
#define CORDEE_EVALUATOR_LOOKBACK_GRID_PRICE_H

#include "pricing.h"

/* The steps of the finest level for an option of so many: a power of two from GRID_STEPS_LEAST to GRID_STEPS_MOST. */
uint32_t grid_steps(uint32_t steps);

/* Is its price that of a stock that does not move at random, or of the expiry? */
bool grid_is_limit(const LookbackOption *option);
/* That price: the most that exercise at one time is worth; 0 steps. */
LookbackQuote grid_limit(const LookbackOption *option);

/* The quote from the values of an option of so many steps. */
LookbackQuote grid_quote(const LookbackOption *option, uint32_t steps, const GridValue *value);

/* Whether it can be priced, after pricing_check's ranges. ERR_FORMAT; a message with `tell`. */
Status grid_check(const LookbackOption *option, bool tell);
/* As pricing_run, of lookback options alone. */
Status grid_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                LookbackQuote *quotes);

#endif
