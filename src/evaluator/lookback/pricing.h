/* Prices of many options on a backend. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_PRICING_H
#define CORDEE_EVALUATOR_LOOKBACK_PRICING_H

#include "quote.h"

typedef enum PricingMethod {
  PRICING_TRIMMED,
  PRICING_FULL,
  PRICING_PUBLISHED,
  PRICING_GRID,
  PRICING_AUTO /* trimmed, or grid where a tolerance asks for more than lattices give cheaply */
} PricingMethod;
typedef enum PricingPrecision { PRICING_DOUBLE, PRICING_SINGLE } PricingPrecision;

/* With a tolerance, steps are doubled from the least on, two terms extrapolated, until the estimate is within it. */
enum { TOLERANCE_STEPS_LEAST = 256, TOLERANCE_STEPS_MAX = 1 << 19 };

typedef struct PricingPlan {
  PricingMethod method;
  PricingPrecision precision; /* of method published */
  uint32_t host_steps;        /* of method published: LookbackLayers */
  uint32_t extrapolate;       /* 0..2 terms in 1/sqrt(steps) */
  double tolerance;           /* largest estimate of the error; 0: the options' steps */
} PricingPlan;

/* The method that an option has by the plan: never PRICING_AUTO. */
PricingMethod pricing_method(const PricingPlan *plan, const LookbackOption *option);

/* Whether it can be priced. ERR_FORMAT; with `tell` "sigma: expected a number above 0, at most 10, found -0.3", else without a message,
 * for any thread. */
Status pricing_check(const PricingPlan *plan, const LookbackOption *option, bool tell);

/* quotes[i] of options[i] (count), which pricing_check passed. With a tolerance, an estimate above it says that
 * TOLERANCE_STEPS_MAX steps were not enough (PRICING_GRID: GRID_STEPS_MOST; PRICING_AUTO tries lattices then). ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. */
Status pricing_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                   LookbackQuote *quotes);

/* The published lattice of an option without its payoffs, and those, which the caller frees; NULL: no memory. */
LookbackLayers published_layers(const LookbackOption *option, uint32_t steps, bool single);
void *published_payoffs(const LookbackLayers *lattice);

#endif
