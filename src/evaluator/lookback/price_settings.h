/* Settings of `cordee price`, as its options make them. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_PRICE_SETTINGS_H
#define CORDEE_EVALUATOR_LOOKBACK_PRICE_SETTINGS_H

#include "option_row.h"
#include "pricing.h"

typedef enum ExtrapolateChoice {
  EXTRAPOLATE_AUTO,
  EXTRAPOLATE_NONE,
  EXTRAPOLATE_ONE,
  EXTRAPOLATE_TWO
} ExtrapolateChoice;

enum { STEPS_STANDARD = 1000 };

typedef struct PriceSettings {
  double spot, extreme, years, sigma, r, q; /* a single option; extreme 0: that of a new one */
  double tolerance;                         /* 0: none */
  double strike;                            /* of vanilla options; 0: none is said */
  uint32_t type, style;                     /* 0: put, american */
  uint32_t steps;                     /* of options that say none; 0: STEPS_STANDARD, or the tolerance's */
  uint32_t extrapolate;               /* ExtrapolateChoice */
  uint32_t method, precision, hybrid; /* PricingMethod, PricingPrecision, the host's last steps */
  uint32_t payoff;                    /* 0: lookback, 1: vanilla */
} PriceSettings;

extern const OptionRow price_options[];

/* ERR_USAGE: settings that exclude each other, or of a single option for a book. */
Status price_settings_check(const PriceSettings *settings, bool single);
PricingPlan price_plan(const PriceSettings *settings);
/* Its flags and steps; other fields as they are: M0 0, if none is said. */
LookbackOption price_single(const PriceSettings *settings);

#endif
