/* Prices by the lattice as published (lookback_kernels.h), option by option. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_PUBLISHED_H
#define CORDEE_EVALUATOR_LOOKBACK_PUBLISHED_H

#include "pricing.h"

/* As pricing_run; delta and gamma are NaN. */
Status published_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                     LookbackQuote *quotes);

#endif
