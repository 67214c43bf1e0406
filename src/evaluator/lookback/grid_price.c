/* See grid_price.h. */
#include "grid_price.h"

#include <math.h>
#include "grid_value.h"
#include "rounds.h"

#define DEVIATION_MOST 6.0   /* sigma sqrt(T) */
#define SEASON_MOST    60.0  /* |ln(M0 / S)| */
#define ROUNDING       1e-11 /* of a price, in units of the extreme and the stock */

static bool is_call(const LookbackOption *o) { return o->flags & LOOKBACK_CALL; }

uint32_t grid_steps(uint32_t steps) {
  uint32_t power = GRID_STEPS_LEAST;
  while (power < steps && power < GRID_STEPS_MOST) power *= 2;
  return power;
}

/* ---- limits ---- */

bool grid_is_limit(const LookbackOption *o) { return !(o->sigma * sqrt(o->years) > 0); }

/* Of exercise after t years: at most what the extreme of now pays, as the stock's new extremes pay nothing. */
static double sure_at(const LookbackOption *o, double t) {
  const double pays = o->extreme * exp(-o->r * t) - o->spot * exp(-o->q * t),
               gain = is_call(o) ? -pays : pays;
  return gain > 0 ? gain : 0;
}

LookbackQuote grid_limit(const LookbackOption *o) {
  const double still = log(o->r * o->extreme / (o->q * o->spot)) / (o->r - o->q);
  double price = sure_at(o, o->years);
  if (!(o->flags & LOOKBACK_EUROPEAN)) {
    price = fmax(price, sure_at(o, 0));
    if (still > 0 && still < o->years) price = fmax(price, sure_at(o, still));
  }
  return (LookbackQuote){price, NAN, NAN, ROUNDING * (o->extreme + o->spot), 0};
}

/* ---- what can be priced ---- */

#define REFUSE(tell, ...)                                                                                    \
  do {                                                                                                       \
    if (tell) FAIL(ERR_FORMAT, __VA_ARGS__);                                                                 \
    return ERR_FORMAT;                                                                                       \
  } while (0)

Status grid_check(const LookbackOption *o, bool tell) {
  const double deviation = o->sigma * sqrt(o->years), season = fabs(log(o->extreme / o->spot));
  if (!(deviation <= DEVIATION_MOST))
    REFUSE(tell, "sigma: expected sigma sqrt(T) of at most %g by --method grid, found %.12g", DEVIATION_MOST,
           deviation);
  if (!(season <= SEASON_MOST))
    REFUSE(tell, "M0: expected it within a factor of exp(%g) of S by --method grid, found %.12g", SEASON_MOST,
           o->extreme);
  return OK;
}

/* ---- a quote ---- */

/* What levels that agree by chance hide, of an american option. Its edge of exercise is known to a cell: by half of the square of one, times what
 * waiting costs, less with the distance in cells. A part of the last correction, and more where the drift over the life is far above the deviation. A
 * part of a step's interest on the exercise value, and more where the interest over the life is large. The factors cover 9,664 random options, half of
 * them with strong drift. */
static double hidden_error(const GridProblem *p, const GridValue *v, uint32_t steps) {
  const double drift = (p->early - p->late) * p->years / p->deviation, many = 1 + drift * drift;
  const double part = 0.012 * (many < 50 ? many : 50), moved = fabs(v->price[0] - v->price[1]);
  const double interest = p->early * p->years, later = 0.018 * interest * (1 + interest);
  const double edge =
      v->cell > 0 ? p->early / (2 * p->a) * v->cell * v->cell / sqrt(1 + v->free / v->cell) : 0;
  return part * moved + 0.5 * edge + later / ((double)steps * steps);
}

/* In units of the payoff: two limits apart, and what they hide. */
static double levels_error(const GridProblem *p, const GridValue *v, uint32_t steps) {
  const double fine = grid_limit_of(v->price[0], v->price[1]),
               coarse = grid_limit_of(v->price[1], v->price[2]), apart = fabs(fine - coarse);
  if (p->european) return 1.5 * apart + 0.01 * fabs(v->price[0] - v->price[1]);
  return 1.1 * apart + hidden_error(p, v, steps);
}

/* The price in units of the payoff as u, its derivatives by x, and from them by the stock's price. */
static LookbackQuote quote_units(const LookbackOption *o, const double u[3]) {
  if (is_call(o))
    return (LookbackQuote){.price = o->spot * u[0], .delta = u[0] + u[1], .gamma = (u[1] + u[2]) / o->spot};
  const double unit = o->extreme / o->spot;
  return (LookbackQuote){
      .price = o->extreme * u[0], .delta = -unit * u[1], .gamma = unit * (u[1] + u[2]) / o->spot};
}

static LookbackQuote value_quote(const LookbackOption *o, const GridProblem *p, const GridValue *v,
                                 uint32_t steps) {
  const double money = p->european ? exp(-p->early * o->years) : 1,
               other = exp(-p->season - (p->european ? p->late * o->years : 0));
  const double discount = p->european ? exp(-o->r * o->years) : 1;
  const double u[] = {money - other + discount * grid_limit_of(v->price[0], v->price[1]),
                      other + discount * v->slope, -other + discount * v->bend};
  LookbackQuote quote = quote_units(o, u);
  quote.steps = steps;
  if (p->season == 0) quote.delta = quote.price / o->spot;
  quote.error = discount * levels_error(p, v, steps) * (is_call(o) ? o->spot : o->extreme);
  return quote;
}

LookbackQuote grid_quote(const LookbackOption *o, uint32_t steps, const GridValue *value) {
  const LookbackLattice lattice = quote_lattice(o, steps);
  const GridProblem p = grid_problem(&lattice);
  LookbackQuote quote = value_quote(o, &p, value, steps);
  quote_bound(o, true, &quote);
  const double most = value->top || p.european ? quote_farthest(o, quote.price) : 0;
  if (value->top || quote.error < most) quote.error = most;
  quote.error += ROUNDING * (o->extreme + o->spot);
  return quote;
}

/* ---- many ---- */

static uint32_t option_steps(const LookbackOption *o) { return grid_steps(o->steps); }

typedef struct GridRun { /* of a KernelFlow */
  const Round *round;
  uint32_t steps;
} GridRun;

static void lattice_put(void *self, uint32_t k, void *item) {
  const GridRun *run = self;
  *(LookbackLattice *)item = quote_lattice(round_option(run->round, k), run->steps);
}

static void value_take(void *self, uint32_t k, const void *value) {
  const GridRun *run = self;
  *round_quote(run->round, k) = grid_quote(round_option(run->round, k), run->steps, value);
}

static Status round_run(Backend *be, const PricingPlan *plan, const Round *round) {
  GridRun run = {round, round_steps(round, 0)};
  const KernelFlow flow = {&run, lattice_put, value_take};
  (void)plan;
  return be->ops->lookback->grids(be, run.steps, round->count, &flow);
}

Status grid_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                LookbackQuote *quotes) {
  static const RoundWay way = {grid_is_limit, grid_limit,       option_steps,
                               round_run,     GRID_STEPS_LEAST, GRID_STEPS_MOST};
  return rounds_run(be, plan, &way, count, options, quotes);
}
