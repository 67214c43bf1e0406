/* See bounds.h. */
#include "bounds.h"

#include <math.h>

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

bool price_european(const LookbackOption *o) {
  return (o->flags & LOOKBACK_EUROPEAN) || (is_call(o) ? o->q : o->r) == 0;
}

PriceBounds price_bounds(const LookbackOption *o) {
  const double european = european_price(o), exercise = fabs(o->extreme - o->spot);
  LookbackOption free = *o;
  free.r = 0;
  if (price_european(o)) return (PriceBounds){european, european};
  const double most = is_call(o) ? european - o->spot * expm1(-o->q * o->years) : european_price(&free);
  const double least = larger(exercise, european);
  return (PriceBounds){least, larger(most, least)};
}

double sure_value(const LookbackOption *o) {
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
