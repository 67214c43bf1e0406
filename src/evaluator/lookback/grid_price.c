/* See grid_price.h. */
#include "grid_price.h"

#include <math.h>
#include <stdlib.h>
#include "grid.h"

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

/* ---- a level ---- */

typedef struct Curve { /* g and its derivatives by x */
  double value[3];
} Curve;

/* By the polynomial through `count` nodes (Fornberg's recurrence for the weights). */
static Curve curve_at(const double *x, const double *node, int count, double at) {
  double w[LOOKBACK_NODES][3] = {{1, 0, 0}}, whole = 1;
  for (int i = 1; i < count; i++) {
    double product = 1;
    for (int j = 0; j < i; j++) {
      const double apart = x[i] - x[j];
      product *= apart;
      for (int m = 2; j == i - 1 && m >= 0; m--)
        w[i][m] = whole / product * ((m ? m * w[j][m - 1] : 0) - (x[j] - at) * w[j][m]);
      for (int m = 2; m >= 0; m--) w[j][m] = ((x[i] - at) * w[j][m] - (m ? m * w[j][m - 1] : 0)) / apart;
    }
    whole = product;
  }
  Curve c = {{0, 0, 0}};
  for (int i = 0; i < count; i++)
    for (int m = 0; m < 3; m++) c.value[m] += w[i][m] * node[i];
  return c;
}

/* The product of at - x[i]. */
static Curve product_at(const double *x, int count, double at) {
  Curve c = {{1, 0, 0}};
  for (int i = 0; i < count; i++)
    for (int m = 2; m >= 0; m--) c.value[m] = (at - x[i]) * c.value[m] + (m ? m * c.value[m - 1] : 0);
  return c;
}

/* Near x = 0 derivatives are those of the polynomial through all nodes but the first that meets the condition there: the first node's
 * error is of another order than its neighbours'. */
static Curve curve_near(const GridProblem *p, const double *x, const double *node) {
  enum { OTHERS = LOOKBACK_NODES - 1 };
  const Curve edge = curve_at(x + 1, node + 1, OTHERS, 0), product = product_at(x + 1, OTHERS, 0);
  const Curve own = curve_at(x + 1, node + 1, OTHERS, p->season), more = product_at(x + 1, OTHERS, p->season);
  const double part = (-1 - p->k * node[0] - edge.value[1]) / product.value[1];
  Curve c = curve_at(x, node, LOOKBACK_NODES, p->season);
  for (int m = 1; m < 3; m++) c.value[m] = own.value[m] + part * more.value[m];
  return c;
}

typedef struct Level {
  Curve curve;
  double cell; /* between nodes at the option */
  double free; /* how far it is from the highest node that is not exercised */
  bool top;    /* that node is the last one, but others are beyond it */
} Level;

static Level level_of(const GridProblem *p, uint32_t nodes, const GridValue *value, int level) {
  const GridShape shape = grid_shape(p, value->width, nodes);
  double x[LOOKBACK_NODES];
  Level out = {.top = value->trimmed && value->highest[level] + 2 >= nodes};
  if (p->season >= value->width) return out;
  const uint32_t at = grid_at(p, &shape);
  for (uint32_t j = 0; j < LOOKBACK_NODES; j++) x[j] = grid_x(&shape, at + j);
  out.curve =
      at ? curve_at(x, value->node[level], LOOKBACK_NODES, p->season) : curve_near(p, x, value->node[level]);
  out.cell = (x[LOOKBACK_NODES - 1] - x[0]) / (LOOKBACK_NODES - 1);
  out.free = fabs(grid_x(&shape, value->highest[level]) - p->season);
  return out;
}

/* ---- a quote ---- */

/* The line in 1/nodes^2 through a level and the next one, at 0. */
static double limit_of(const Level *levels, int derivative) {
  return (4 * levels[0].curve.value[derivative] - levels[1].curve.value[derivative]) / 3;
}

/* Where an american option is exercised is known to a cell: a cell from there it is worth half of its square more than exercised, by what waiting
 * costs. */
static double edge_error(const GridProblem *p, const Level *level) {
  const double cost = p->early - p->late * exp(-p->season);
  if (p->european || !(level->free < 2 * level->cell) || !(cost > 0)) return 0;
  return cost / (2 * p->a) * level->cell * level->cell;
}

/* In units of the payoff: two limits apart, and what levels that agree by chance hide: a part of the last correction, and of a step's interest on the
 * exercise value. The factors cover the options of tests/evaluator/lookback/test_lookback_grid.c. */
static double levels_error(const GridProblem *p, const Level *levels, uint32_t steps) {
  const double apart = fabs(limit_of(levels, 0) - limit_of(levels + 1, 0));
  const double moved = fabs(levels[0].curve.value[0] - levels[1].curve.value[0]);
  const double interest = p->european ? 0 : p->early * p->years / ((double)steps * steps);
  return 1.5 * apart + 0.01 * moved + 0.02 * interest + edge_error(p, levels);
}

/* The price in units of the payoff as u, its derivatives by x, and from them by the stock's price. */
static LookbackQuote quote_units(const LookbackOption *o, const double u[3]) {
  if (is_call(o))
    return (LookbackQuote){.price = o->spot * u[0], .delta = u[0] + u[1], .gamma = (u[1] + u[2]) / o->spot};
  const double unit = o->extreme / o->spot;
  return (LookbackQuote){
      .price = o->extreme * u[0], .delta = -unit * u[1], .gamma = unit * (u[1] + u[2]) / o->spot};
}

static LookbackQuote levels_quote(const LookbackOption *o, const GridProblem *p, const Level *levels,
                                  uint32_t steps) {
  const double money = p->european ? exp(-p->early * o->years) : 1,
               other = exp(-p->season - (p->european ? p->late * o->years : 0));
  const double discount = p->european ? exp(-o->r * o->years) : 1;
  const double u[] = {money - other + discount * limit_of(levels, 0), other + discount * limit_of(levels, 1),
                      -other + discount * limit_of(levels, 2)};
  LookbackQuote quote = quote_units(o, u);
  quote.steps = steps;
  if (p->season == 0) quote.delta = quote.price / o->spot;
  quote.error = discount * levels_error(p, levels, steps) * (is_call(o) ? o->spot : o->extreme);
  return quote;
}

LookbackQuote grid_quote(const LookbackOption *o, uint32_t steps, const GridValue *value) {
  const LookbackLattice lattice = quote_lattice(o, steps);
  const GridProblem p = grid_problem(&lattice);
  Level levels[GRID_LEVELS];
  for (int k = 0; k < GRID_LEVELS; k++) levels[k] = level_of(&p, steps >> k, value, k);
  LookbackQuote quote = levels_quote(o, &p, levels, steps);
  quote_bound(o, true, &quote);
  const double most = quote_farthest(o, quote.price);
  if (levels[0].top || (p.european && quote.error < most)) quote.error = most;
  quote.error += ROUNDING * (o->extreme + o->spot);
  return quote;
}

/* ---- rounds ---- */

typedef struct Round {
  uint32_t *option; /* (count) whose each is */
  LookbackLattice *lattice;
  GridValue *value;
  uint32_t count;
} Round;

static void round_free(Round *r) {
  free(r->option);
  free(r->lattice);
  free(r->value);
}

static Status round_alloc(uint32_t most, Round *out) {
  *out = (Round){.option = malloc(most * sizeof *out->option),
                 .lattice = malloc(most * sizeof *out->lattice),
                 .value = malloc(most * sizeof *out->value)};
  if (out->option && out->lattice && out->value) return OK;
  FAIL(ERR_MEMORY, "no memory for nodes of %u options", most);
}

static void round_put(const LookbackOption *options, uint32_t option, uint32_t steps, Round *r) {
  r->option[r->count] = option;
  r->lattice[r->count++] = quote_lattice(&options[option], steps);
}

static void round_fill(const PricingPlan *plan, uint32_t count, const LookbackOption *options, Round *r,
                       LookbackQuote *quotes) {
  for (uint32_t i = 0; i < count; i++) {
    if (grid_is_limit(&options[i]))
      quotes[i] = grid_limit(&options[i]);
    else
      round_put(options, i, plan->tolerance > 0 ? GRID_STEPS_LEAST : grid_steps(options[i].steps), r);
  }
}

static Status round_run(Backend *be, const LookbackOption *options, Round *r, LookbackQuote *quotes) {
  TRY(be->ops->lookback->grids(be, r->count, r->lattice, r->value));
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t k = 0; k < r->count; k++)
    quotes[r->option[k]] = grid_quote(&options[r->option[k]], r->lattice[k].steps, &r->value[k]);
  return OK;
}

/* With a tolerance: those that are not good enough, with twice the steps. */
static void round_next(const PricingPlan *plan, const LookbackOption *options, const LookbackQuote *quotes,
                       Round *r) {
  const uint32_t count = r->count;
  r->count = 0;
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t option = r->option[k], steps = r->lattice[k].steps;
    const bool more = plan->tolerance > 0 && !(quotes[option].error <= plan->tolerance);
    if (more && steps < GRID_STEPS_MOST) round_put(options, option, 2 * steps, r);
  }
}

Status grid_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                LookbackQuote *quotes) {
  Round round;
  if (!count) return OK;
  Status status = round_alloc(count, &round);
  if (status == OK) round_fill(plan, count, options, &round, quotes);
  while (status == OK && round.count) {
    status = round_run(be, options, &round, quotes);
    if (status == OK) round_next(plan, options, quotes, &round);
  }
  round_free(&round);
  return status;
}
