/* Prices of vanilla options (LOOKBACK_VANILLA): european ones, and american ones that are never exercised early, by the closed form of Black and
 * Scholes (1973) with a yield (Merton, 1973); other american ones by trees (american.h). */
#ifndef CORDEE_EVALUATOR_LOOKBACK_VANILLA_PRICE_H
#define CORDEE_EVALUATOR_LOOKBACK_VANILLA_PRICE_H

#include "pricing.h"

/* Is it worth the same as european? A put is never exercised early if r is 0, a call if q is. */
bool vanilla_european(const LookbackOption *option);
/* Of the european option, whatever the option's style: price, delta and gamma, 0 steps, an error of rounding. */
LookbackQuote vanilla_closed(const LookbackOption *option);

/* The steps of the finest tree for an option of so many: an odd number, as Leisen and Reimer need it; 0 for the closed form. */
uint32_t vanilla_steps(const LookbackOption *option, uint32_t steps);
/* The tree of that many steps: of Leisen and Reimer, or, where the strike is more than four deviations from the forward, of Cox, Ross and
 * Rubinstein. */
AmericanTree vanilla_tree_of(const LookbackOption *option, uint32_t steps);

/* Whether its trees can be computed, after pricing_check's ranges. ERR_FORMAT; a message with `tell`. */
Status vanilla_check(const PricingPlan *plan, const LookbackOption *option, bool tell);
/* As pricing_run, of vanilla options alone. */
Status vanilla_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                   LookbackQuote *quotes);

#endif
