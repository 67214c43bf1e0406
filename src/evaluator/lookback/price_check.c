/* Records of prices judged: Evaluator.check. The lattice in its textbook form (Hull, Technical Note 13), whole, node by node, in units of
 * the stock, and an interpolation and extrapolation of its own: shares with pricing.c no more than the option's row and
 * the bounds of quote.h. */
#include <math.h>
#include <stdlib.h>
#include "book.h"
#include "grid_price.h"
#include "price.h"
#include "quote.h"
#include "vanilla_price.h"

enum { FIT = 6 };
#define ROUNDING 1e-10 /* of nodes, in units of the stock, extrapolated */

typedef struct Tree {
  double step, up, down, rise, discount;
  bool call, european;
} Tree;

static Tree tree_of(const LookbackOption *o, uint32_t steps) {
  const double dt = o->years / steps, u = exp(o->sigma * sqrt(dt)), d = 1 / u;
  return (Tree){o->sigma * sqrt(dt),
                u,
                d,
                (exp((o->r - o->q) * dt) - d) / (u - d),
                exp(-o->r * dt),
                (o->flags & LOOKBACK_CALL) != 0,
                (o->flags & LOOKBACK_EUROPEAN) != 0};
}

static double pays(const Tree *t, size_t j) {
  return t->call ? -expm1(-(double)j * t->step) : expm1((double)j * t->step);
}

/* The whole layer at the valuation date, of nodes 0..last. NULL: no memory. */
static double *layer_make(const Tree *t, uint32_t steps, size_t last) {
  const size_t nodes = last + steps + 2;
  double *f = malloc(nodes * sizeof *f), *y = malloc(nodes * sizeof *y);
  for (size_t j = 0; f && y && j < nodes; j++) f[j] = y[j] = pays(t, j);
  const double rise = t->discount * t->rise * t->up, fall = t->discount * (1 - t->rise) * t->down;
  for (uint32_t left = steps; f && y && left > 0; left--) {
    double below = f[0];
    for (size_t j = 0; j < last + left; j++) {
      const double here = f[j],
                   wait = t->call ? rise * f[j + 1] + fall * below : fall * f[j + 1] + rise * below;
      f[j] = !t->european && y[j] > wait ? y[j] : wait;
      below = here;
    }
  }
  free(y);
  if (!y) {
    free(f);
    f = NULL;
  }
  return f;
}

/* Solves the system of FIT equations by elimination; the solution takes the place of the right-hand sides. */
static void solve(double a[FIT][FIT + 1]) {
  for (int i = 0; i < FIT; i++) {
    int pivot = i;
    for (int k = i + 1; k < FIT; k++)
      if (fabs(a[k][i]) > fabs(a[pivot][i])) pivot = k;
    for (int c = 0; c <= FIT; c++) {
      const double swap = a[i][c];
      a[i][c] = a[pivot][c];
      a[pivot][c] = swap;
    }
    for (int k = 0; k < FIT; k++)
      for (int c = FIT; k != i && c >= i; c--) a[k][c] -= a[k][i] / a[i][i] * a[i][c];
  }
  for (int i = 0; i < FIT; i++) a[i][FIT] /= a[i][i];
}

typedef struct Value { /* of an option, and its derivatives by the stock's price */
  double price, delta, gamma;
} Value;

/* Between nodes: of what is beyond the payoff (european: the forward), in units of the extreme, the cubic without the part that changes its
 * sign from node to node: its coefficients by nodes from `at` + 2 on. */
static void layer_fit(const Tree *t, const double *f, size_t at, double money, double stock, double c[4]) {
  const double sign = t->call ? -1 : 1;
  double a[FIT][FIT + 1];
  for (int k = 0; k < FIT; k++) {
    const double z = k - 2, turn = k % 2 ? -1 : 1, extreme = exp(sign * (double)(at + (size_t)k) * t->step);
    const double row[] = {1,
                          z,
                          z * z,
                          z * z * z,
                          turn,
                          turn * z,
                          (f[at + (size_t)k] - sign * (extreme * money - stock)) / extreme};
    for (int m = 0; m <= FIT; m++) a[k][m] = row[m];
  }
  solve(a);
  for (int k = 0; k < 4; k++) c[k] = a[k][FIT];
}

/* V(S) = E (c(x) + sign money) - sign stock S, E the extreme, x = sign ln(E / S) / step, differentiated. At node 0 the price is the lattice's
 * own; it is proportional to the stock's, which the extreme follows. */
static Value layer_at(const Tree *t, const LookbackOption *o, const double *f, double x) {
  const size_t at = x >= 3 ? (size_t)x - 2 : 0;
  const double sign = t->call ? -1 : 1, z = x - (double)at - 2, by = -sign / (o->spot * t->step);
  const bool forward = t->european || (t->call ? o->q : o->r) == 0;
  const double money = forward ? exp(-o->r * o->years) : 1, stock = forward ? exp(-o->q * o->years) : 1;
  double c[4];
  layer_fit(t, f, at, money, stock, c);
  const double slope = c[1] + z * (2 * c[2] + z * 3 * c[3]), bend = 2 * c[2] + 6 * z * c[3];
  Value v = {o->extreme * (((c[3] * z + c[2]) * z + c[1]) * z + c[0] + sign * money) - sign * stock * o->spot,
             o->extreme * slope * by - sign * stock, o->extreme * (bend * by * by - slope * by / o->spot)};
  if (x == 0) {
    v.price = o->spot * f[0];
    v.delta = f[0];
  }
  return v;
}

static Status lattice_value(const LookbackOption *o, uint32_t steps, Value *out) {
  const Tree t = tree_of(o, steps);
  const double x = fabs(log(o->extreme / o->spot)) / t.step;
  if (!(x < 1e7)) FAIL(ERR_MEMORY, "no memory for a lattice of %g nodes", x);
  double *f = layer_make(&t, steps, (size_t)x + FIT);
  if (!f) FAIL(ERR_MEMORY, "no memory for a lattice of %u steps", steps);
  *out = layer_at(&t, o, f, x);
  free(f);
  return OK;
}

/* The parabola, line or value in 1/sqrt(steps), at 0 (Lagrange). */
static Status option_value(const LookbackOption *o, uint32_t steps, uint32_t terms, Value *out) {
  double h[3];
  Value value[3];
  const uint32_t count = steps >> terms ? terms + 1 : 1;
  *out = (Value){0};
  for (uint32_t k = 0; k < count; k++) {
    TRY(lattice_value(o, steps / (1u << k), &value[k]));
    h[k] = 1 / sqrt(steps / (1u << k));
  }
  for (uint32_t k = 0; k < count; k++) {
    double weight = 1;
    for (uint32_t m = 0; m < count; m++)
      if (m != k) weight *= h[m] / (h[m] - h[k]);
    out->price += weight * value[k].price;
    out->delta += weight * value[k].delta;
    out->gamma += weight * value[k].gamma;
  }
  return OK;
}

/* ---- vanilla options ---- */

/* A tree of Leisen and Reimer, or of Cox, Ross and Rubinstein, by its textbook formulas, node by node: shares with vanilla_price.c the closed form and
 * which tree an option has. */

/* Peizer and Pratt, method 2. */
static double inversion(double z, double n) {
  const double x = z / (n + 1 / 3.0 + 0.1 / (n + 1)), rest = exp(-x * x * (n + 1 / 6.0));
  const double root = sqrt(-expm1(-x * x * (n + 1 / 6.0)));
  return z < 0 ? rest / (1 + root) / 2 : (1 + root) / 2;
}

static Tree vanilla_tree_textbook(const LookbackOption *o, uint32_t steps) {
  const double root = o->sigma * sqrt(o->years), dt = o->years / steps, growth = exp((o->r - o->q) * dt);
  const double d2 = (log(o->spot / o->strike) + (o->r - o->q - o->sigma * o->sigma / 2) * o->years) / root;
  const Tree even = tree_of(o, steps);
  if (!(fabs(d2) < 4 && fabs(d2 + root) < 4)) return even;
  const double p = inversion(d2, steps), q = inversion(d2 + root, steps), rest = inversion(-d2, steps);
  return (Tree){even.step, growth * q / p, growth * inversion(-d2 - root, steps) / rest, p, even.discount,
                even.call, even.european};
}

/* Prices of nodes 0..2 of the third layer, and of the first. ERR_MEMORY. */
static Status vanilla_nodes(const LookbackOption *o, const Tree *t, uint32_t steps, double nodes[4]) {
  const double side = t->call ? 1 : -1;
  double *f = calloc((size_t)steps + 1, sizeof *f);
  if (!f) FAIL(ERR_MEMORY, "no memory for a tree of %u steps", steps);
  for (uint32_t layer = steps + 1; layer-- > 0;) {
    for (uint32_t i = 0; i <= layer; i++) {
      const double stock = o->spot * pow(t->up, i) * pow(t->down, layer - i);
      const double exercise = side * (stock - o->strike);
      const double wait = layer < steps ? t->discount * (t->rise * f[i + 1] + (1 - t->rise) * f[i]) : 0;
      f[i] = exercise > wait ? exercise : wait;
    }
    for (uint32_t i = 0; layer == 2 && i < 3; i++) nodes[i] = f[i];
  }
  nodes[3] = f[0];
  free(f);
  return OK;
}

/* Derivatives of the parabola through three prices (Lagrange). */
static Status vanilla_level(const LookbackOption *o, uint32_t steps, Value *out) {
  const Tree t = vanilla_tree_textbook(o, steps);
  const double x[] = {o->spot * t.down * t.down, o->spot * t.up * t.down, o->spot * t.up * t.up};
  double f[4] = {0};
  TRY(vanilla_nodes(o, &t, steps, f));
  *out = (Value){.price = f[3]};
  for (int i = 0; i < 3; i++) {
    const double a = x[(i + 1) % 3], b = x[(i + 2) % 3], weight = f[i] / ((x[i] - a) * (x[i] - b));
    out->delta += weight * (2 * o->spot - a - b);
    out->gamma += weight * 2;
  }
  return OK;
}

static Status vanilla_value(const LookbackOption *o, uint32_t steps, bool limit, Value *out) {
  Value coarse;
  const uint32_t half = steps / 2 < 3 ? 3 : steps / 2 | 1;
  if (!steps) {
    const LookbackQuote closed = vanilla_closed(o);
    *out = (Value){closed.price, closed.delta, closed.gamma};
    return OK;
  }
  TRY(vanilla_level(o, steps, out));
  if (!limit || half == steps) return OK;
  TRY(vanilla_level(o, half, &coarse));
  const double weight = (double)half / (steps - half);
  out->price += weight * (out->price - coarse.price);
  out->delta += weight * (out->delta - coarse.delta);
  out->gamma += weight * (out->gamma - coarse.gamma);
  return OK;
}

static void vanilla_value_bound(const LookbackOption *o, Value *v) {
  const bool call = o->flags & LOOKBACK_CALL;
  const double least = fmax(vanilla_closed(o).price, call ? o->spot - o->strike : o->strike - o->spot);
  v->price = fmin(fmax(v->price, least), call ? o->spot : o->strike);
  v->delta = fmin(fmax(v->delta, call ? 0 : -1), call ? 1 : 0);
  v->gamma = fmax(v->gamma, 0);
}

/* ---- a record ---- */

/* As prices are: what no arbitrage excludes. */
static void value_bound(const LookbackOption *o, bool continuous, Value *v) {
  LookbackQuote quote = {.price = v->price, .delta = v->delta, .gamma = v->gamma};
  quote_bound(o, continuous, &quote);
  *v = (Value){quote.price, quote.delta, quote.gamma};
}

static uint32_t steps_expected(const PriceSettings *settings, const LookbackOption *o) {
  if (o->flags & LOOKBACK_VANILLA) return vanilla_steps(o, o->steps);
  if (settings->method != PRICING_GRID) return o->steps; /* auto: without a tolerance always lattices */
  return grid_is_limit(o) ? 0 : grid_steps(o->steps);
}

/* An option that can be priced has a price, unless its tolerance was not reached; others fail. */
static Status kind_check(const Items *items, const Records *records, uint32_t k, const char *name,
                         LookbackOption *option) {
  const PriceSettings *settings = &book_head(items)->settings;
  const bool good = book_option(items, records->first + k, false, option) == OK, priced = !records->code[k];
  if (((const uint32_t *)records->column[PRICE_LINE])[k] != book_number(items, records->first + k))
    FAIL(ERR_INTERNAL, "%s: its record is of line %u", name,
         ((const uint32_t *)records->column[PRICE_LINE])[k]);
  if (good != priced && (priced || settings->tolerance == 0))
    FAIL(ERR_INTERNAL, "%s: its record says that it %s", name, priced ? "was priced" : "cannot be priced");
  const uint32_t steps = ((const uint32_t *)records->column[PRICE_STEPS])[k];
  const uint32_t expected = steps_expected(settings, option);
  if (priced && settings->tolerance == 0 && steps != expected)
    FAIL(ERR_INTERNAL, "%s: its record says %u steps, expected %u", name, steps, expected);
  return OK;
}

/* Derivatives are differences of nodes divided by a step, once and twice, and their rounding with them. The published method has none. */
static Status value_check(const LookbackOption *o, const Records *r, uint32_t k, const char *name,
                          const Value *expected, double within) {
  const double price = ((const double *)r->column[PRICE_PRICE])[k],
               delta = ((const double *)r->column[PRICE_DELTA])[k],
               gamma = ((const double *)r->column[PRICE_GAMMA])[k],
               error = ((const double *)r->column[PRICE_ERROR])[k];
  const double steps = ((const uint32_t *)r->column[PRICE_STEPS])[k];
  const double step = o->sigma * sqrt(o->years / (steps > 0 ? steps : 1));
  if (!(fabs(price - expected->price) <= within * (o->spot + o->extreme + o->strike)))
    FAIL(ERR_INTERNAL, "%s: its record says a price of %.12g, its whole lattice %.12g", name, price,
         expected->price);
  if (!isnan(delta) && !(fabs(delta - expected->delta) <= ROUNDING / step))
    FAIL(ERR_INTERNAL, "%s: its record says a delta of %.12g, its whole lattice %.12g", name, delta,
         expected->delta);
  if (!isnan(gamma) && !(fabs(gamma - expected->gamma) * o->spot <= ROUNDING / (step * step)))
    FAIL(ERR_INTERNAL, "%s: its record says a gamma of %.12g, its whole lattice %.12g", name, gamma,
         expected->gamma);
  if (!(error >= 0)) FAIL(ERR_INTERNAL, "%s: its record says an error of %g", name, error);
  return OK;
}

/* ---- finite differences ---- */

enum { GRID_CHECK_STEPS = 4096 };

/* Prices by finite differences against whole lattices, two terms eliminated, as far as those are known: what half the steps change. */
static Status grid_value_check(const LookbackOption *o, const Records *r, uint32_t k, const char *name) {
  const double price = ((const double *)r->column[PRICE_PRICE])[k],
               error = ((const double *)r->column[PRICE_ERROR])[k];
  const Tree coarsest = tree_of(o, GRID_CHECK_STEPS / 8);
  Value fine = {.price = price}, coarse = fine;
  if (!(error >= 0)) FAIL(ERR_INTERNAL, "%s: its record says an error of %g", name, error);
  if (grid_is_limit(o)) {
    fine.price = coarse.price = grid_limit(o).price;
  } else if (coarsest.rise > 0 && coarsest.rise < 1) {
    TRY(option_value(o, GRID_CHECK_STEPS, 2, &fine));
    TRY(option_value(o, GRID_CHECK_STEPS / 2, 2, &coarse));
    value_bound(o, true, &fine);
    value_bound(o, true, &coarse);
  }
  const double within = error + 5 * fabs(fine.price - coarse.price) + 2e-5 * (o->spot + o->extreme);
  if (fabs(price - fine.price) <= within) return OK;
  FAIL(ERR_INTERNAL, "%s: its record says a price of %.12g, whole lattices %.12g, within %.3g", name, price,
       fine.price, within);
}

Status price_check(const Items *items, const Records *records, uint32_t k) {
  const PricingPlan plan = price_plan(&book_head(items)->settings);
  char name[BOOK_PATH_MAX + 32];
  LookbackOption option;
  Value expected;
  book_name(items, records->first + k, name, sizeof name);
  TRY(kind_check(items, records, k, name, &option));
  if (records->code[k]) return OK;
  const uint32_t steps = ((const uint32_t *)records->column[PRICE_STEPS])[k];
  if (option.flags & LOOKBACK_VANILLA) {
    TRY(vanilla_value(&option, steps, plan.extrapolate > 0, &expected));
    vanilla_value_bound(&option, &expected);
    return value_check(&option, records, k, name, &expected, 1e-9);
  }
  if (pricing_method(&plan, &option) == PRICING_GRID) return grid_value_check(&option, records, k, name);
  TRY(option_value(&option, steps, plan.extrapolate, &expected));
  value_bound(&option, plan.extrapolate > 0, &expected);
  return value_check(&option, records, k, name, &expected, plan.precision == PRICING_SINGLE ? 1e-2 : 1e-9);
}
