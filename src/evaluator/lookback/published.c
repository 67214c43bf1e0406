/* See published.h. In single precision everything is, as in the publication, from dt on: that is what its prices lose digits by. */
#include "published.h"

#include <math.h>
#include <stdlib.h>

typedef struct Tree { /* one step's */
  double rise, fall, up, down, discount;
} Tree;

static Tree tree_double(const LookbackOption *o, uint32_t steps) {
  const double dt = o->years / steps, u = exp(o->sigma * sqrt(dt)), d = 1 / u;
  const double p = (exp((o->r - o->q) * dt) - d) / (u - d);
  return (Tree){p, 1 - p, u, d, exp(-o->r * dt)};
}

static Tree tree_single(const LookbackOption *o, uint32_t steps) {
  const float dt = (float)o->years / (float)steps, r = (float)o->r, q = (float)o->q;
  const float u = expf((float)o->sigma * sqrtf(dt)), d = 1 / u, p = (expf((r - q) * dt) - d) / (u - d);
  const float fall = 1 - p, discount = expf(-r * dt);
  return (Tree){(double)p, (double)fall, (double)u, (double)d, (double)discount};
}

static void coefficients_set(const LookbackOption *o, uint32_t steps, LookbackLayers *out) {
  const Tree t = out->single ? tree_single(o, steps) : tree_double(o, steps);
  const bool call = o->flags & LOOKBACK_CALL;
  out->steps = steps;
  out->european = o->flags & LOOKBACK_EUROPEAN;
  out->discount = t.discount;
  out->away = call ? t.rise : t.fall;
  out->towards = call ? t.fall : t.rise;
  out->away_factor = call ? t.up : t.down;
  out->towards_factor = call ? t.down : t.up;
}

/* Powers of the factor away from the extreme: u of a put, d of a call, which is the factor towards it. */
static void *payoff_make(const LookbackOption *o, const LookbackLayers *l) {
  const size_t nodes = (size_t)l->steps + 1;
  void *payoff = malloc(nodes * (l->single ? sizeof(float) : sizeof(double)));
  const bool call = o->flags & LOOKBACK_CALL;
  for (size_t j = 0; payoff && j < nodes; j++) {
    if (l->single) {
      const float power = powf((float)l->towards_factor, (float)j);
      ((float *)payoff)[j] = call ? 1 - power : power - 1;
    } else {
      const double power = pow(l->towards_factor, (double)j);
      ((double *)payoff)[j] = call ? 1 - power : power - 1;
    }
  }
  return payoff;
}

static Status level_price(Backend *be, const PricingPlan *plan, const LookbackOption *o, uint32_t steps,
                          LookbackQuote *out) {
  LookbackLayers l = {.single = plan->precision == PRICING_SINGLE, .host_steps = plan->host_steps};
  double value;
  coefficients_set(o, steps, &l);
  void *payoff = payoff_make(o, &l);
  if (!payoff) FAIL(ERR_MEMORY, "no memory for %u payoffs", steps);
  l.payoff = payoff;
  const Status status = be->ops->lookback->layers(be, &l, &value);
  free(payoff);
  if (status == OK) *out = (LookbackQuote){o->spot * value, NAN, NAN, 0, steps};
  return status;
}

Status published_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                     LookbackQuote *quotes) {
  LookbackQuote quote[QUOTE_LEVELS_MAX];
  uint32_t levels[QUOTE_LEVELS_MAX];
  for (uint32_t i = 0; i < count; i++) {
    const int all = quote_levels(plan->extrapolate, options[i].steps, levels);
    for (int k = 0; k < all; k++) TRY(level_price(be, plan, &options[i], levels[k], &quote[k]));
    quotes[i] = quote_join(&options[i], plan->extrapolate, quote, all);
  }
  return OK;
}
