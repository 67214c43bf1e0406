/* See vanilla_price.h. */
#include "vanilla_price.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 3, LEVEL_LEAST = 7, STEPS_LEAST = 128, STEPS_MOST = 1 << 15 }; /* STEPS: with a tolerance */
#define FAR        4.0   /* deviations of the strike from the forward */
#define POWER_MOST 650   /* of e: of the tree's nodes, by the stock */
#define ROUNDING   1e-13 /* of a price, in units of stock and strike */

/* ---- the closed form ---- */

static bool is_call(const LookbackOption *o) { return o->flags & LOOKBACK_CALL; }
static double normal(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
static double density(double x) { return exp(-0.5 * x * x) * 0.5 * M_SQRT1_2 * M_2_SQRTPI; }

typedef struct Deviations { /* d1 and d2 of Black and Scholes */
  double stock, strike;
} Deviations;

static Deviations deviations_of(const LookbackOption *o) {
  const double root = o->sigma * sqrt(o->years);
  const double middle = (log(o->spot / o->strike) + (o->r - o->q) * o->years) / root;
  return (Deviations){middle + root / 2, middle - root / 2};
}

bool vanilla_european(const LookbackOption *o) {
  return (o->flags & LOOKBACK_EUROPEAN) || (is_call(o) ? o->q : o->r) == 0;
}

LookbackQuote vanilla_closed(const LookbackOption *o) {
  const Deviations d = deviations_of(o);
  const double side = is_call(o) ? 1 : -1, root = o->sigma * sqrt(o->years);
  const double yield = exp(-o->q * o->years), money = o->strike * exp(-o->r * o->years);
  const double price = side * (o->spot * yield * normal(side * d.stock) - money * normal(side * d.strike));
  return (LookbackQuote){.price = price > 0 ? price : 0,
                         .delta = side * yield * normal(side * d.stock),
                         .gamma = yield * density(d.stock) / (o->spot * root),
                         .error = ROUNDING * (o->spot + o->strike)};
}

/* ---- trees ---- */

/* Peizer and Pratt's inversion of the normal distribution, method 2, and what it lacks of 1: both to all digits. */
typedef struct Chance {
  double rise, fall;
} Chance;

static Chance chance_of(double z, uint32_t steps) {
  const double n = steps, x = z / (n + 1.0 / 3 + 0.1 / (n + 1));
  const double y = -x * x * (n + 1.0 / 6), small = 0.5 * exp(y) / (1 + sqrt(-expm1(y)));
  return z < 0 ? (Chance){small, 1 - small} : (Chance){1 - small, small};
}

static AmericanTree tree_make(const LookbackOption *o, uint32_t steps, Chance p, double up, double down) {
  const double discount = exp(-o->r * o->years / steps);
  return (AmericanTree){.spot = o->spot,
                        .strike = o->strike,
                        .ratio = up - down,
                        .down = down,
                        .rise = discount * p.rise,
                        .fall = discount * p.fall,
                        .steps = steps,
                        .call = is_call(o)};
}

static AmericanTree tree_even(const LookbackOption *o, uint32_t steps) {
  const double dt = o->years / steps, s = o->sigma * sqrt(dt);
  const double rise = (expm1((o->r - o->q) * dt) - expm1(-s)) / (expm1(s) - expm1(-s));
  return tree_make(o, steps, (Chance){rise, 1 - rise}, s, -s);
}

AmericanTree vanilla_tree_of(const LookbackOption *o, uint32_t steps) {
  const Deviations d = deviations_of(o);
  const double drift = (o->r - o->q) * o->years / steps;
  if (!(fabs(d.strike) < FAR && fabs(d.stock) < FAR)) return tree_even(o, steps);
  const Chance p = chance_of(d.strike, steps), stock = chance_of(d.stock, steps);
  return tree_make(o, steps, p, drift + log(stock.rise / p.rise), drift + log(stock.fall / p.fall));
}

uint32_t vanilla_steps(const LookbackOption *o, uint32_t steps) {
  if (vanilla_european(o)) return 0;
  return steps < AMERICAN_STEPS_LEAST ? AMERICAN_STEPS_LEAST : steps | 1;
}

/* ---- what can be priced ---- */

#define REFUSE(tell, ...)                                                                                    \
  do {                                                                                                       \
    if (tell) FAIL(ERR_FORMAT, __VA_ARGS__);                                                                 \
    return ERR_FORMAT;                                                                                       \
  } while (0)

/* Of a tree of that many steps; the coarser one is checked, and the finer one's nodes lie farther out. */
static Status tree_check(const LookbackOption *o, uint32_t steps, bool tell) {
  const AmericanTree t = vanilla_tree_of(o, steps);
  const double rise = t.rise * exp(o->r * o->years / steps), power = 0.5 * t.ratio * steps;
  if (!(rise >= 0 && rise <= 1))
    REFUSE(
        tell,
        "expected a probability from 0 to 1 that the stock rises, found %g on %u steps: more steps, or other "
        "rates",
        rise, steps);
  if (!(power <= POWER_MOST))
    REFUSE(tell, "sigma: expected a tree within exp(%d) of the stock, found exp(%.4g): less, or fewer steps",
           POWER_MOST, power);
  return OK;
}

Status vanilla_check(const PricingPlan *plan, const LookbackOption *o, bool tell) {
  const uint32_t steps = plan->tolerance > 0 ? STEPS_MOST : o->steps;
  if (!(o->strike > 0 && o->strike <= 1e20))
    REFUSE(tell, "strike: expected a number above 0, at most 1e+20, found %.12g", o->strike);
  if (o->extreme != 0) REFUSE(tell, "M0: expected none of a vanilla option, found %.12g", o->extreme);
  if (plan->method == PRICING_PUBLISHED)
    REFUSE(tell, "payoff: expected lookback, as the published method has it, found vanilla");
  if (vanilla_european(o)) return OK;
  if (steps > AMERICAN_STEPS_MAX)
    REFUSE(tell, "N: expected at most %d steps of an american vanilla option, found %u", AMERICAN_STEPS_MAX,
           steps);
  TRY(tree_check(o, vanilla_steps(o, plan->tolerance > 0 ? STEPS_LEAST / 4 : o->steps / 4), tell));
  return tree_check(o, vanilla_steps(o, steps), tell);
}

/* ---- quotes ---- */

/* What a tree says of its option: derivatives by the parabola through the nodes two steps later. */
static LookbackQuote quote_of_tree(const LookbackOption *o, const AmericanTree *t, const AmericanValue *v) {
  const double at[] = {o->spot * exp(2 * t->down), o->spot * exp(2 * t->down + t->ratio),
                       o->spot * exp(2 * (t->down + t->ratio))};
  const double low = (v->layer[1] - v->layer[0]) / (at[1] - at[0]),
               high = (v->layer[2] - v->layer[1]) / (at[2] - at[1]), bend = (high - low) / (at[2] - at[0]);
  return (LookbackQuote){.price = v->price,
                         .delta = low + bend * (2 * o->spot - at[0] - at[1]),
                         .gamma = 2 * bend,
                         .steps = t->steps};
}

/* The line in 1/steps through both, at 0; the first of two of as many steps. */
static double limit_of(double fine, double coarse, const LookbackQuote *levels) {
  const double h = 1.0 / levels[0].steps, k = 1.0 / levels[1].steps;
  return k > h ? (k * fine - h * coarse) / (k - h) : fine;
}

static LookbackQuote levels_limit(const LookbackQuote *levels) {
  return (LookbackQuote){.price = limit_of(levels[0].price, levels[1].price, levels),
                         .delta = limit_of(levels[0].delta, levels[1].delta, levels),
                         .gamma = limit_of(levels[0].gamma, levels[1].gamma, levels),
                         .steps = levels[0].steps};
}

/* What no arbitrage excludes: at least exercise and the european price, at most the stock or the strike. */
typedef struct Bounds {
  double least, most;
} Bounds;

static Bounds bounds_of(const LookbackOption *o) {
  const double exercise = is_call(o) ? o->spot - o->strike : o->strike - o->spot;
  const double european = vanilla_closed(o).price;
  return (Bounds){exercise > european ? exercise : european, is_call(o) ? o->spot : o->strike};
}

/* What levels that agree by chance hide. Where an option is exercised is known to a node: near there a step's interest counts. Elsewhere what a tree
 * leaves of the time value is of second order. */
static double hidden_error(const LookbackOption *o, uint32_t steps, double price) {
  const double put = o->r * o->strike, call = o->q * o->spot;
  const double interest = (put > call ? put : call) * o->years / steps;
  const double away = price - (is_call(o) ? o->spot - o->strike : o->strike - o->spot);
  const double near = interest > 0 ? 0.25 / (1 + fabs(away) / interest) : 0;
  return interest * (0.03 + near) + 0.3 * o->spot * o->sigma * sqrt(o->years) / steps / steps;
}

/* A tree misses c/steps, of which this many and half as many differ by as much; the line through both leaves less. The factors cover 3,000 random
 * options (tests/evaluator/lookback/test_vanilla.c). */
static double levels_error(const LookbackOption *o, uint32_t extrapolate, const LookbackQuote *levels) {
  const double fine = fabs(levels[0].price - levels[1].price),
               coarse = fabs(levels[1].price - levels[2].price) / 2, apart = fine > coarse ? fine : coarse;
  const Bounds bounds = bounds_of(o);
  if (levels[2].steps < LEVEL_LEAST) return bounds.most - bounds.least;
  const double moved = fabs(levels_limit(levels).price - levels_limit(levels + 1).price);
  return (extrapolate ? 0.6 * moved + 0.4 * fine : 2.5 * apart) +
         hidden_error(o, levels[0].steps, levels[0].price) + ROUNDING * (o->spot + o->strike);
}

static double within(double x, double least, double most) {
  if (x > most) return most;
  return x < least ? least : x;
}

static void vanilla_bound(const LookbackOption *o, LookbackQuote *q) {
  const Bounds bounds = bounds_of(o);
  q->price = within(q->price, bounds.least, bounds.most);
  q->delta = is_call(o) ? within(q->delta, 0, 1) : within(q->delta, -1, 0);
  q->gamma = within(q->gamma, 0, INFINITY);
}

static LookbackQuote levels_join(const LookbackOption *o, uint32_t extrapolate, const LookbackQuote *levels) {
  LookbackQuote quote = extrapolate ? levels_limit(levels) : levels[0];
  quote.error = levels_error(o, extrapolate, levels);
  vanilla_bound(o, &quote);
  return quote;
}

/* ---- rounds of trees ---- */

typedef struct Round {
  uint32_t *option; /* (count) whose each LEVELS trees are */
  uint32_t *steps;  /* (count) of the finest */
  AmericanTree *tree;
  AmericanValue *value;
  uint32_t count;
} Round;

static void round_free(Round *r) {
  free(r->option);
  free(r->steps);
  free(r->tree);
  free(r->value);
}

static Status round_alloc(uint32_t most, Round *out) {
  *out = (Round){.option = malloc(most * sizeof *out->option),
                 .steps = malloc(most * sizeof *out->steps),
                 .tree = malloc((size_t)most * LEVELS * sizeof *out->tree),
                 .value = malloc((size_t)most * LEVELS * sizeof *out->value)};
  if (out->option && out->steps && out->tree && out->value) return OK;
  FAIL(ERR_MEMORY, "no memory for trees of %u options", most);
}

/* Levels of a half and a quarter of the steps, too: for the error, and for the limit. */
static LookbackQuote round_quote(const LookbackOption *o, uint32_t extrapolate, const Round *r, uint32_t k) {
  LookbackQuote levels[LEVELS];
  for (int l = 0; l < LEVELS; l++)
    levels[l] = quote_of_tree(o, &r->tree[(size_t)k * LEVELS + l], &r->value[(size_t)k * LEVELS + l]);
  return levels_join(o, extrapolate, levels);
}

static Status round_run(Backend *be, const PricingPlan *plan, const LookbackOption *options, Round *r,
                        LookbackQuote *quotes) {
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t k = 0; k < r->count; k++)
    for (int l = 0; l < LEVELS; l++) {
      const LookbackOption *o = &options[r->option[k]];
      r->tree[(size_t)k * LEVELS + l] = vanilla_tree_of(o, vanilla_steps(o, r->steps[k] >> l));
    }
  TRY(be->ops->lookback->american(be, r->count * LEVELS, r->tree, r->value));
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t k = 0; k < r->count; k++)
    quotes[r->option[k]] = round_quote(&options[r->option[k]], plan->extrapolate, r, k);
  return OK;
}

/* With a tolerance: those that are not good enough, with twice the steps. */
static void round_next(const PricingPlan *plan, const LookbackQuote *quotes, Round *r) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < r->count; k++) {
    const uint32_t option = r->option[k], steps = r->steps[k];
    if (!(plan->tolerance > 0 && quotes[option].error > plan->tolerance && steps < STEPS_MOST)) continue;
    r->option[kept] = option;
    r->steps[kept++] = 2 * steps;
  }
  r->count = kept;
}

static void round_fill(const PricingPlan *plan, uint32_t count, const LookbackOption *options, Round *r,
                       LookbackQuote *quotes) {
  for (uint32_t i = 0; i < count; i++) {
    if (vanilla_european(&options[i])) {
      quotes[i] = vanilla_closed(&options[i]);
      continue;
    }
    r->option[r->count] = i;
    r->steps[r->count++] = plan->tolerance > 0 ? STEPS_LEAST : options[i].steps;
  }
}

Status vanilla_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                   LookbackQuote *quotes) {
  Round round;
  if (!count) return OK;
  Status status = round_alloc(count, &round);
  if (status == OK) round_fill(plan, count, options, &round, quotes);
  while (status == OK && round.count) {
    status = round_run(be, plan, options, &round, quotes);
    if (status == OK) round_next(plan, quotes, &round);
  }
  round_free(&round);
  return status;
}
