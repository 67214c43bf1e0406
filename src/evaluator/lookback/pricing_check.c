/* What can be priced: pricing_check of pricing.h. */
#include <math.h>
#include "lattice.h"
#include "pricing.h"

/* A message only where one is wanted: options of a book are looked at by several threads first. */
#define REFUSE(tell, ...)                                                                                    \
  do {                                                                                                       \
    if (tell) FAIL(ERR_FORMAT, __VA_ARGS__);                                                                 \
    return ERR_FORMAT;                                                                                       \
  } while (0)

typedef struct Range {
  const char *name;
  double value, least, most;
  bool open; /* the least is left out */
} Range;

static Status range_check(const Range *r, bool tell) {
  const bool within = (r->open ? r->value > r->least : r->value >= r->least) && r->value <= r->most;
  if (within) return OK;
  REFUSE(tell, "%s: expected a number %s %g, at most %g, found %.12g", r->name, r->open ? "above" : "from",
         r->least, r->most, r->value);
}

static Status extreme_check(const LookbackOption *o, bool tell) {
  const bool call = o->flags & LOOKBACK_CALL;
  if (call ? o->extreme <= o->spot : o->extreme >= o->spot) return OK;
  REFUSE(tell, "M0: expected the %s so far, S = %.12g or %s, found %.12g", call ? "minimum" : "maximum",
         o->spot, call ? "less" : "more", o->extreme);
}

/* On the coarsest lattice: on finer ones it is nearer to 1/2. */
static Status probability_check(const PricingPlan *plan, const LookbackOption *o, bool tell) {
  uint32_t levels[QUOTE_LEVELS_MAX] = {TOLERANCE_STEPS_LEAST >> (QUOTE_LEVELS_MAX - 1)};
  const int count = plan->tolerance > 0 ? 1 : quote_levels(plan->extrapolate, o->steps, levels);
  const LookbackLattice coarsest = quote_lattice(o, levels[count - 1]);
  const double p = lattice_probability(&coarsest);
  if (p >= 0 && p <= 1) return OK;
  REFUSE(
      tell,
      "expected a probability from 0 to 1 that the stock rises, found %g on %u steps: more steps, or other "
      "rates",
      p, coarsest.steps);
}

Status pricing_check(const PricingPlan *plan, const LookbackOption *o, bool tell) {
  const Range ranges[] = {{"S", o->spot, 0, 1e20, true},
                          {"M0", o->extreme, 0, 1e20, true},
                          {"T", o->years, 0, 100, true},
                          {"sigma", o->sigma, 0, 10, true},
                          {"r", o->r, 0, 1, false},
                          {"q", o->q, 0, 1, false},
                          {"N", o->steps, 1, LOOKBACK_STEPS_MAX, false}};
  const int count = (int)(sizeof ranges / sizeof *ranges) - (plan->tolerance > 0);
  for (int k = 0; k < count; k++) TRY(range_check(&ranges[k], tell));
  TRY(extreme_check(o, tell));
  if (plan->method == PRICING_PUBLISHED && o->extreme != o->spot)
    REFUSE(tell, "M0: expected S = %.12g, as the published method has it, found %.12g", o->spot, o->extreme);
  return probability_check(plan, o, tell);
}
