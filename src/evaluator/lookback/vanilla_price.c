/* See vanilla_price.h. */
#include "vanilla_price.h"

#include <math.h>
#include <stdlib.h>
#include "rounds.h"

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

/* ---- many ---- */

static uint32_t option_steps(const LookbackOption *o) { return o->steps; }

typedef struct TreesRun { /* of a KernelFlow: one level of a round */
  const Round *round;
  LookbackQuote *quotes; /* (count, LEVELS) */
  int level;
} TreesRun;

/* Levels of a half and a quarter of the steps, too: for the error, and for the limit. */
static uint32_t level_steps(const TreesRun *run, uint32_t k) {
  return vanilla_steps(round_option(run->round, k), round_steps(run->round, k) >> run->level);
}

static void tree_put(void *self, uint32_t k, void *item) {
  const TreesRun *run = self;
  *(AmericanTree *)item = vanilla_tree_of(round_option(run->round, k), level_steps(run, k));
}

static void value_take(void *self, uint32_t k, const void *value) {
  const TreesRun *run = self;
  const LookbackOption *o = round_option(run->round, k);
  const AmericanTree tree = vanilla_tree_of(o, level_steps(run, k));
  run->quotes[(size_t)k * LEVELS + run->level] = quote_of_tree(o, &tree, value);
}

static uint32_t steps_most(const TreesRun *run, int threads) {
  uint32_t most = 0;
#pragma omp parallel for num_threads(threads) reduction(max : most)
  for (uint32_t k = 0; k < run->round->count; k++) {
    const uint32_t steps = level_steps(run, k);
    most = steps > most ? steps : most;
  }
  return most;
}

static Status levels_run(Backend *be, TreesRun *run) {
  const KernelFlow flow = {run, tree_put, value_take};
  for (run->level = 0; run->level < LEVELS; run->level++)
    TRY(be->ops->lookback->american(be, steps_most(run, be->threads), run->round->count, &flow));
  return OK;
}

static Status round_run(Backend *be, const PricingPlan *plan, const Round *round) {
  TreesRun run = {round, malloc((size_t)round->count * LEVELS * sizeof *run.quotes), 0};
  const Status status = run.quotes
                            ? levels_run(be, &run)
                            : status_fail(ERR_MEMORY, "no memory for trees of %u options", round->count);
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t k = 0; k < (status == OK ? round->count : 0); k++)
    *round_quote(round, k) =
        levels_join(round_option(round, k), plan->extrapolate, run.quotes + (size_t)k * LEVELS);
  free(run.quotes);
  return status;
}

Status vanilla_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                   LookbackQuote *quotes) {
  static const RoundWay way = {vanilla_european, vanilla_closed, option_steps,
                               round_run,        STEPS_LEAST,    STEPS_MOST};
  return rounds_run(be, plan, &way, count, options, quotes);
}
