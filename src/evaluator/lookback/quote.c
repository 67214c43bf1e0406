/* See quote.h. */
#include "quote.h"

#include <math.h>
#include "lattice.h"
#include "lookback_kernels.h"

/* ---- what a price is between ---- */

/* What the price in continuous time is between, in units of money. */
typedef struct PriceBounds {
  double least, most;
} PriceBounds;

/* ---- the closed form ---- */

static double normal(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
static double larger(double a, double b) { return b > a ? b : a; }
static double density(double x) { return exp(-0.5 * x * x) * 0.5 * M_SQRT1_2 * M_2_SQRTPI; }

/* exp(a) normal(x), of which the first may overflow where the second vanishes: below -20 by Laplace's continued fraction. */
static double scaled_normal(double a, double x) {
  if (x > -20) return exp(a) * normal(x);
  double tail = -x;
  for (int k = 12; k > 0; k--) tail = -x + k / tail;
  return exp(a - 0.5 * x * x) * 0.5 * M_SQRT1_2 * M_2_SQRTPI / tail;
}

typedef struct
    Move { /* what the extreme may still gain: a difference quotient by k, twice the drift by the variance */
  double x, v,
      side; /* distance in logarithms, standard deviation of the logarithm, 1: of a put, -1: of a call */
} Move;

static double first_of(const Move *m, double k) {
  return scaled_normal(m->side * k * m->v * m->v / 2, -m->x / m->v + (m->side + k) * m->v / 2);
}

static double second_of(const Move *m, double k) {
  return scaled_normal(k * m->x, -m->x / m->v + (m->side - k) * m->v / 2);
}

static double slope_of(const Move *m, double k) {
  const double a = m->side * k * m->v * m->v / 2, da = -m->x / m->v + (m->side + k) * m->v / 2;
  const double b = k * m->x, db = -m->x / m->v + (m->side - k) * m->v / 2;
  return m->side * m->v * m->v / 2 * scaled_normal(a, da) + exp(a) * density(da) * m->v / 2 -
         (m->x * scaled_normal(b, db) - exp(b) * density(db) * m->v / 2);
}

/* (first(k) - second(k)) / k. Both are the same at k = 0, and near it the mean of the slope is taken (Gauss and Legendre). */
static double move_value(const Move *m, double k) {
  static const double at[] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363},
                      weight[] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                  0.1012285362903763};
  double sum = 0;
  if (fabs(k) * (1 + m->x + m->v * m->v) > 0.5) return (first_of(m, k) - second_of(m, k)) / k;
  for (int i = 0; i < 4; i++)
    sum += weight[i] * (slope_of(m, k * (1 + at[i]) / 2) + slope_of(m, k * (1 - at[i]) / 2));
  return sum / 2;
}

/* The forward that pays the same unless the extreme moves, and what the extreme gains. */
double european_price(const LookbackOption *o) {
  const int call = (o->flags & LOOKBACK_CALL) != 0;
  const double side = call ? -1 : 1, money = o->extreme * exp(-o->r * o->years),
               stock = o->spot * exp(-o->q * o->years);
  const Move m = {fabs(log(o->extreme / o->spot)), o->sigma * sqrt(o->years), side};
  const double k = side * 2 * (o->r - o->q) / (o->sigma * o->sigma);
  const double low = normal(-m.x / m.v + (k - 1) * m.v / 2), high = normal(-m.x / m.v + (k + 1) * m.v / 2);
  const double gain = call ? money * high - stock * low : stock * high - money * low;
  const double forward = side * (money - stock);
  return larger(forward + gain + o->spot * exp(-o->r * o->years) * move_value(&m, k), larger(forward, 0));
}

/* ---- bounds ---- */

static bool is_call(const LookbackOption *o) { return o->flags & LOOKBACK_CALL; }

/* Is it worth what it is without early exercise? A put without interest is, and a call without a yield. */
static bool price_european(const LookbackOption *o) {
  return (o->flags & LOOKBACK_EUROPEAN) || (is_call(o) ? o->q : o->r) == 0;
}

/* European: the closed form, twice. American: at least the exercise value and the european price. At most, of a put:
 * the european price without interest, since exp(-rt) times the maximum up to t is at most the maximum of exp(-rs) S;
 * of a call: the european price and the stock's yield. */
static PriceBounds price_bounds(const LookbackOption *o) {
  const double european = european_price(o), exercise = fabs(o->extreme - o->spot);
  LookbackOption free = *o;
  free.r = 0;
  if (price_european(o)) return (PriceBounds){european, european};
  const double most = is_call(o) ? european - o->spot * expm1(-o->q * o->years) : european_price(&free);
  const double least = larger(exercise, european);
  return (PriceBounds){least, larger(most, least)};
}

/* The least that is sure without a model of the stock: exercise now, or a forward. */
static double sure_value(const LookbackOption *o) {
  const double forward = o->extreme * exp(-o->r * o->years) - o->spot * exp(-o->q * o->years);
  const double exercise = o->flags & LOOKBACK_EUROPEAN ? 0 : fabs(o->extreme - o->spot);
  return larger(is_call(o) ? -forward : forward, exercise);
}

static void clamp(double least, double most, double *value) {
  if (*value > most) *value = most;
  if (*value < least) *value = least;
}

/* A price is proportional to stock and extreme together, and a unit of the extreme is worth from 0 to a unit of money. */
static void delta_bound(const LookbackOption *o, double money, double stock, LookbackQuote *quote) {
  const double least = quote->price / o->spot, gain = o->extreme * money / o->spot;
  if (is_call(o))
    clamp(least, least + gain < stock ? least + gain : stock, &quote->delta);
  else
    clamp(least - gain, least, &quote->delta);
}

/* What the price is between. */
static PriceBounds quote_bounds(const LookbackOption *o, bool continuous, double stock) {
  const double least = sure_value(o), most = is_call(o) ? o->spot * stock : INFINITY;
  if (!continuous) return (PriceBounds){least, most};
  const PriceBounds within = price_bounds(o);
  return (PriceBounds){price_european(o) ? least : larger(least, within.least), -larger(-most, -within.most)};
}

void quote_bound(const LookbackOption *o, bool continuous, LookbackQuote *quote) {
  const bool european = o->flags & LOOKBACK_EUROPEAN;
  const double money = european ? exp(-o->r * o->years) : 1, stock = european ? exp(-o->q * o->years) : 1;
  const PriceBounds within = quote_bounds(o, continuous, stock);
  const double computed = quote->price;
  clamp(within.least, within.most, &quote->price);
  if (quote->price != computed && o->extreme == o->spot && !isnan(quote->delta))
    quote->delta = quote->price / o->spot;
  delta_bound(o, money, stock, quote);
  clamp(0, INFINITY, &quote->gamma);
}

double quote_farthest(const LookbackOption *o, double price) {
  const PriceBounds within = price_bounds(o);
  const double above = fabs(within.most - price), below = fabs(price - within.least);
  return above > below ? above : below;
}

/* ---- one lattice ---- */

LookbackLattice quote_lattice(const LookbackOption *o, uint32_t steps) {
  return (LookbackLattice){o->sigma, o->years, o->r, o->q, fabs(log(o->extreme / o->spot)), steps, o->flags};
}

typedef struct Curve { /* g and its derivatives by ln(extreme / stock) */
  double value, first, second;
} Curve;

/* At t steps of s from the first node. The tree's nodes lie on two curves in turn, even and odd ones, which are less than 1/N apart and
 * would spoil what is extrapolated. So the nodes are taken as a cubic and a line that changes its sign from node to node, and the cubic
 * is the curve: its coefficients in 48ths by node. */
static Curve curve_at(const double node[LOOKBACK_NODES], double t, double s) {
  static const int8_t parts[][LOOKBACK_NODES] = {{39, 30, -30, 0, 15, -6},
                                                 {-49, 7, 86, -26, -37, 19},
                                                 {18, -12, -36, 24, 18, -12},
                                                 {-2, 2, 4, -4, -2, 2}};
  double c[4] = {0};
  for (int power = 0; power < 4; power++)
    for (int j = 0; j < LOOKBACK_NODES; j++) c[power] += parts[power][j] * node[j] / 48;
  return (Curve){c[0] + t * (c[1] + t * (c[2] + t * c[3])), (c[1] + t * (2 * c[2] + t * 3 * c[3])) / s,
                 (2 * c[2] + t * 6 * c[3]) / (s * s)};
}

/* A new option's price is proportional to the stock's, which its extreme follows: delta is price by stock. */
static LookbackQuote quote_new(const LookbackOption *o, LookbackQuote quote) {
  quote.delta = quote.price / o->spot;
  return quote;
}

/* A put is M (g + 1) - S, a european one M (g + exp(-rT)) - S exp(-qT); a call the negative of it, but for M g. */
LookbackQuote quote_of(const LookbackOption *o, const LookbackLattice *l, const LookbackValue *value) {
  const double s = l->sigma * sqrt(l->years / l->steps);
  const double t = l->season / s - lattice_at(l), sign = o->flags & LOOKBACK_CALL ? -1 : 1;
  const int european = lattice_european(l);
  const double money = european ? exp(-l->r * l->years) : 1, stock = european ? exp(-l->q * l->years) : 1;
  Curve g = t < LOOKBACK_NODES ? curve_at(value->node, t, s) : (Curve){0, 0, 0};
  if (l->season == 0) g.value = value->node[0]; /* the lattice's own, to the last digit */
  const LookbackQuote quote = {.price = o->extreme * g.value + sign * (o->extreme * money - o->spot * stock),
                               .delta = -sign * (o->extreme / o->spot * g.first + stock),
                               .gamma = o->extreme / (o->spot * o->spot) * (g.second + sign * g.first),
                               .steps = l->steps};
  return l->season == 0 ? quote_new(o, quote) : quote;
}

/* ---- several ---- */

#define ROUNDING 1e-12 /* of a price, in units of the extreme: N steps in double precision */

int quote_levels(uint32_t extrapolate, uint32_t steps, uint32_t levels[QUOTE_LEVELS_MAX]) {
  static const uint32_t divisors[][QUOTE_LEVELS_MAX] = {{1, 4}, {1, 2, 4}, {1, 2, 4, 8}};
  int count = 0;
  for (int k = 0; k < QUOTE_LEVELS_MAX && divisors[extrapolate][k]; k++) {
    const uint32_t level = steps / divisors[extrapolate][k];
    if (!k || (level > 0 && level < levels[count - 1])) levels[count++] = level;
  }
  return count;
}

/* The polynomial in 1/sqrt(steps) through `count` values, at 0 (Neville). */
static double limit_of(const double *values, const double *h, int count) {
  double t[QUOTE_LEVELS_MAX] = {0};
  for (int i = 0; i < count; i++) t[i] = values[i];
  for (int k = 1; k < count; k++)
    for (int i = 0; i + k < count; i++) t[i] = (h[i + k] * t[i] - h[i] * t[i + 1]) / (h[i + k] - h[i]);
  return t[0];
}

typedef struct Levels { /* the same quantity of all */
  double h[QUOTE_LEVELS_MAX], value[QUOTE_LEVELS_MAX];
  int count;
} Levels;

/* With `terms` terms, from level `from` on; fewer if there are not so many levels. */
static double levels_limit(const Levels *levels, int from, int terms) {
  const int left = levels->count - from, count = terms + 1 < left ? terms + 1 : left;
  return limit_of(levels->value + from, levels->h + from, count);
}

/* What is left out, as far as there are levels: a raw price misses c/sqrt(N), of which N and N/4 steps differ by as much; one term
 * leaves c/N, of which N and N/2 differ by as much; two leave about c/N^1.5, by 1.8 times as much. A part of the last correction is
 * added, for levels that agree by chance. */
static double levels_error(const Levels *levels, uint32_t extrapolate) {
  static const double apart[] = {0, 1.5, 2.5}, correction[] = {1.25, 0.04, 0.15};
  const int terms = (int)extrapolate, fewer = terms ? terms - 1 : 0, more = terms ? terms : 1;
  return apart[terms] * fabs(levels_limit(levels, 0, terms) - levels_limit(levels, 1, terms)) +
         correction[terms] * fabs(levels_limit(levels, 0, more) - levels_limit(levels, 0, fewer));
}

/* Is it exercised at once, on every lattice? */
static bool levels_exercised(const LookbackOption *o, const Levels *levels) {
  for (int k = 0; k < levels->count; k++)
    if (levels->value[k] != fabs(o->extreme - o->spot)) return false;
  return true;
}

/* Where an american option is exercised is known to a node or so, which no series in 1/sqrt(N) has. A node from there the option is worth a
 * step's interest more than exercised, k nodes from there k*k times as much: that is how far it is. In a long life at high rates the edge is
 * met often. The factors cover the options of tests/evaluator/lookback/test_lookback_bounds.c. */
static double boundary_error(const LookbackOption *o, uint32_t extrapolate, const Levels *levels,
                             const LookbackQuote *finest, double price) {
  const double put = o->r * o->extreme, call = o->q * o->spot,
               interest = (put > call ? put : call) * o->years;
  const double step = interest / finest->steps,
               coarse = interest * levels->h[levels->count - 1] * levels->h[levels->count - 1];
  const double away = (price - fabs(o->extreme - o->spot)) / coarse;
  if (interest == 0 || levels_exercised(o, levels)) return 0;
  const double many = 1 + 2 * (o->r > o->q ? o->r : o->q) * o->years;
  const double far =
      extrapolate == 2 ? 0.15 * many * (1 + 500.0 / finest->steps) / (1 + away / (150 * (1 + many))) : 0;
  return step * (1.2 / (1 + away / 20) + far);
}

/* What levels that agree by chance hide: the least that a series is to leave. A lattice's walk is not quite normal: z deviations from where
 * the extreme would move, a part of about z^4 / 12 N of the time value is missing, and its square after two terms. The factors cover series of
 * 57,000 european options, whose prices are known. All of the time value may be missing; that over the exercise value, which counts where a lattice
 * is taken as it is, is a little more than the european one. */
static double tail_error(const LookbackOption *o, uint32_t extrapolate, double steps, double price) {
  const double deviation = o->sigma * sqrt(o->years), european = european_price(o);
  const double z = (fabs(log(o->extreme / o->spot)) + fabs(o->r - o->q) * o->years) / deviation;
  const double z2 = z < 8 ? z * z : 64, v2 = deviation * deviation;
  const double value = (price > european ? price : european) - sure_value(o);
  const double parts[] = {(0.5 + 0.3 * z2 * z2) / steps, (0.3 + 0.3 * z2 + 0.1 * z2 * z2) / steps,
                          (1 + v2 + 4 * z2) / (steps * sqrt(steps)) + 0.05 * pow(z2 * z2 / steps, 2)};
  const double part = parts[extrapolate], most = extrapolate ? 1 : 1.5;
  return value > 0 ? value * (part < most ? part : most) : 0;
}

/* Too coarse for a series: fewer than 12 steps, or moves, interest or drift of a step that are not small. */
static bool levels_coarse(const LookbackOption *o, const Levels *levels) {
  const double h = levels->h[levels->count - 1], s = o->sigma * sqrt(o->years) * h, dt = o->years * h * h;
  return h > 0.29 || s > 0.35 || (o->r > o->q ? o->r : o->q) * dt > 0.05 || fabs(o->r - o->q) * dt > 0.3 * s;
}

/* At least the distance from the closed form, if there is one, or what no bound excludes, if the lattices say little. */
static double error_of(const LookbackOption *o, uint32_t extrapolate, const Levels *levels,
                       const LookbackQuote *finest, double price) {
  if (levels->count < 2) return quote_farthest(o, price);
  const double error = levels_error(levels, extrapolate);
  if (!price_european(o) && !levels_coarse(o, levels))
    return error + tail_error(o, extrapolate, finest->steps, price) +
           boundary_error(o, extrapolate, levels, finest, price);
  const double most = quote_farthest(o, price);
  return error > most ? error : most;
}

LookbackQuote quote_join(const LookbackOption *option, uint32_t extrapolate, const LookbackQuote *quotes,
                         int count) {
  Levels price = {.count = count}, delta = {.count = count}, gamma = {.count = count};
  for (int k = 0; k < count; k++) {
    price.h[k] = delta.h[k] = gamma.h[k] = 1 / sqrt(quotes[k].steps);
    price.value[k] = quotes[k].price;
    delta.value[k] = quotes[k].delta;
    gamma.value[k] = quotes[k].gamma;
  }
  const int terms = (int)extrapolate;
  LookbackQuote out = {levels_limit(&price, 0, terms), levels_limit(&delta, 0, terms),
                       levels_limit(&gamma, 0, terms), 0, quotes[0].steps};
  quote_bound(option, terms > 0, &out);
  out.error = error_of(option, extrapolate, &price, &quotes[0], out.price) + ROUNDING * option->extreme;
  return out;
}
