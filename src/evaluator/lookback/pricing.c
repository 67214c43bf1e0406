/* See pricing.h. */
#include "pricing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "grid_price.h"
#include "lattice.h"
#include "quote.h"
#include "rounds.h"
#include "vanilla_price.h"

/* ---- published lattice ---- */

/* Prices by the lattice as published (lookback_kernels.h), option by option.
 *
 * In single precision everything is, as in the publication, from dt on: that is what its prices lose digits by. */

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

LookbackLayers published_layers(const LookbackOption *o, uint32_t steps, bool single) {
  const Tree t = single ? tree_single(o, steps) : tree_double(o, steps);
  const bool call = o->flags & LOOKBACK_CALL;
  LookbackLayers out = {.single = single, .steps = steps};
  out.european = o->flags & LOOKBACK_EUROPEAN;
  out.discount = t.discount;
  out.away = call ? t.rise : t.fall;
  out.towards = call ? t.fall : t.rise;
  out.away_factor = call ? t.up : t.down;
  out.towards_factor = call ? t.down : t.up;
  return out;
}

/* Powers of the factor away from the extreme: u of a put, d of a call, which is the factor towards it. */
void *published_payoffs(const LookbackLayers *l) {
  const size_t nodes = (size_t)l->steps + 1;
  void *payoff = malloc(nodes * (l->single ? sizeof(float) : sizeof(double)));
  const bool call = l->towards_factor < 1;
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
  LookbackLayers l = published_layers(o, steps, plan->precision == PRICING_SINGLE);
  double value;
  void *payoff = published_payoffs(&l);
  if (!payoff) FAIL(ERR_MEMORY, "no memory for %u payoffs", steps);
  l.payoff = payoff;
  l.host_steps = plan->host_steps;
  const Status status = be->ops->lookback->layers(be, &l, &value);
  free(payoff);
  if (status == OK) *out = (LookbackQuote){o->spot * value, NAN, NAN, 0, steps};
  return status;
}

/* As pricing_run; delta and gamma are NaN. */
static Status published_run(Backend *be, const PricingPlan *plan, uint32_t count,
                            const LookbackOption *options, LookbackQuote *quotes) {
  LookbackQuote quote[QUOTE_LEVELS_MAX];
  uint32_t levels[QUOTE_LEVELS_MAX];
  for (uint32_t i = 0; i < count; i++) {
    const int all = quote_levels(plan->extrapolate, options[i].steps, levels);
    for (int k = 0; k < all; k++) TRY(level_price(be, plan, &options[i], levels[k], &quote[k]));
    quotes[i] = quote_join(&options[i], plan->extrapolate, quote, all);
  }
  return OK;
}

/* ---- what can be priced ---- */

/* What can be priced: pricing_check of pricing.h. */

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

/* Of the stock's price: below it 1,000 random puts took longer on lattices than by finite differences. */
#define GRID_TOLERANCE 3e-5

PricingMethod pricing_method(const PricingPlan *plan, const LookbackOption *o) {
  const bool fine = plan->tolerance > 0 && plan->tolerance < GRID_TOLERANCE * o->spot;
  if (plan->method != PRICING_AUTO) return plan->method;
  return fine && !(o->flags & LOOKBACK_VANILLA) && o->sigma > 0 && o->years > 0 && grid_check(o, false) == OK
             ? PRICING_GRID
             : PRICING_TRIMMED;
}

Status pricing_check(const PricingPlan *plan, const LookbackOption *o, bool tell) {
  enum { EXTREME = 1 };
  const bool vanilla = o->flags & LOOKBACK_VANILLA, grid = pricing_method(plan, o) == PRICING_GRID;
  const Range ranges[] = {{"S", o->spot, 0, 1e20, true},
                          {"M0", o->extreme, 0, 1e20, true},
                          {"T", o->years, 0, 100, !grid},
                          {"sigma", o->sigma, 0, 10, !grid},
                          {"r", o->r, 0, 1, false},
                          {"q", o->q, 0, 1, false},
                          {"N", o->steps, 1, LOOKBACK_STEPS_MAX, false}};
  const int count = (int)(sizeof ranges / sizeof *ranges) - (plan->tolerance > 0);
  for (int k = 0; k < count; k++)
    if (!vanilla || k != EXTREME) TRY(range_check(&ranges[k], tell));
  if (vanilla && grid) REFUSE(tell, "payoff: expected lookback, as --method grid has it, found vanilla");
  if (vanilla) return vanilla_check(plan, o, tell);
  if (o->strike != 0)
    REFUSE(tell, "strike: expected floating of a lookback option, found %.12g (payoff vanilla has a strike)",
           o->strike);
  TRY(extreme_check(o, tell));
  if (grid && !(plan->tolerance > 0) && o->steps > GRID_STEPS_MOST)
    REFUSE(tell, "N: expected at most %u steps, as --method grid has them, found %u",
           (uint32_t)GRID_STEPS_MOST, o->steps);
  if (grid) return grid_check(o, tell);
  if (plan->method == PRICING_PUBLISHED && o->extreme != o->spot)
    REFUSE(tell, "M0: expected S = %.12g, as the published method has it, found %.12g", o->spot, o->extreme);
  return probability_check(plan, o, tell);
}

/* ---- prices ---- */

/* Prices of many options. All lattices of a round are one call of the kernels. */

/* ---- rounds of lattices ---- */

typedef struct Lattices { /* lattices on their way */
  uint32_t *option;       /* (most) whose each is */
  LookbackLattice *lattice;
  LookbackValue *value;
  void *lattice_be, *value_be; /* the same on the backend */
  uint32_t count, most;
} Lattices;

static void lattices_free(Backend *be, Lattices *round) {
  be->ops->free(be, round->lattice_be);
  be->ops->free(be, round->value_be);
  free(round->option);
  free(round->lattice);
  free(round->value);
}

static Status lattices_alloc(Backend *be, uint32_t most, Lattices *out) {
  *out = (Lattices){.most = most};
  out->option = malloc((most + 1) * sizeof *out->option);
  out->lattice = malloc((most + 1) * sizeof *out->lattice);
  out->value = malloc((most + 1) * sizeof *out->value);
  if (!out->option || !out->lattice || !out->value) FAIL(ERR_MEMORY, "no memory for %u lattices", most);
  TRY(be->ops->alloc(be, most * sizeof *out->lattice, &out->lattice_be));
  return be->ops->alloc(be, most * sizeof *out->value, &out->value_be);
}

static void lattices_add(Lattices *round, uint32_t place, uint32_t option, const LookbackOption *options,
                         uint32_t steps) {
  round->option[place] = option;
  round->lattice[place] = quote_lattice(&options[option], steps);
}

static Status lattices_run(Backend *be, bool full, Lattices *round) {
  if (!round->count) return OK;
  TRY(be->ops->upload(be, round->lattice_be, round->lattice, round->count * sizeof *round->lattice));
  TRY(be->ops->lookback->values(be, round->count, round->lattice_be, full, round->value_be));
  return be->ops->download(be, round->value, round->value_be, round->count * sizeof *round->value);
}

static LookbackQuote lattices_quote(const Lattices *round, uint32_t k, const LookbackOption *options) {
  return quote_of(&options[round->option[k]], &round->lattice[k], &round->value[k]);
}

/* ---- steps that are given ---- */

/* The lattices of option i, the finest first, from place first[i] on; first (count + 1). */
static void places_find(const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                        uint32_t *first) {
  uint32_t levels[QUOTE_LEVELS_MAX];
  first[0] = 0;
  for (uint32_t i = 0; i < count; i++)
    first[i + 1] = first[i] + (uint32_t)quote_levels(plan->extrapolate, options[i].steps, levels);
}

static void lattices_put(const PricingPlan *plan, uint32_t i, const LookbackOption *options, Lattices *round,
                         uint32_t first) {
  uint32_t levels[QUOTE_LEVELS_MAX];
  const int all = quote_levels(plan->extrapolate, options[i].steps, levels);
  for (int k = 0; k < all; k++) round->lattice[first + k] = quote_lattice(&options[i], levels[k]);
}

static LookbackQuote lattices_join(const PricingPlan *plan, const LookbackOption *option,
                                   const Lattices *round, uint32_t first, uint32_t end) {
  LookbackQuote quote[QUOTE_LEVELS_MAX];
  for (uint32_t k = first; k < end; k++)
    quote[k - first] = quote_of(option, &round->lattice[k], &round->value[k]);
  return quote_join(option, plan->extrapolate, quote, (int)(end - first));
}

static Status steps_given(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                          Lattices *round, LookbackQuote *quotes) {
  uint32_t *first = malloc(((size_t)count + 1) * sizeof *first);
  if (!first) FAIL(ERR_MEMORY, "no memory for %u options", count);
  places_find(plan, count, options, first);
  round->count = first[count];
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t i = 0; i < count; i++) lattices_put(plan, i, options, round, first[i]);
  const Status status = lattices_run(be, plan->method == PRICING_FULL, round);
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t i = 0; i < (status == OK ? count : 0); i++)
    quotes[i] = lattices_join(plan, &options[i], round, first[i], first[i + 1]);
  free(first);
  return status;
}

/* ---- a tolerance ---- */

typedef struct History { /* of an option, the finest first */
  LookbackQuote quote[QUOTE_LEVELS_MAX];
} History;

static void history_add(History *h, LookbackQuote quote) {
  memmove(&h->quote[1], &h->quote[0], (QUOTE_LEVELS_MAX - 1) * sizeof quote);
  h->quote[0] = quote;
}

/* The lattices of an option lie side by side. */
static bool lattices_ends(const Lattices *round, uint32_t k) {
  return k + 1 == round->count || round->option[k + 1] != round->option[k];
}

/* Levels of the last round into their histories. Options that are not good enough get their next level. */
static void tolerance_next(Backend *be, const PricingPlan *plan, const LookbackOption *options,
                           Lattices *round, History *history, LookbackQuote *quotes) {
  const uint32_t count = round->count;
  for (uint32_t k = 0; k < count; k++)
    history_add(&history[round->option[k]], lattices_quote(round, k, options));
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t i = round->option[k];
    if (lattices_ends(round, k))
      quotes[i] = quote_join(&options[i], plan->extrapolate, history[i].quote, QUOTE_LEVELS_MAX);
  }
  uint32_t kept = 0;
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t i = round->option[k], steps = history[i].quote[0].steps;
    const bool more =
        lattices_ends(round, k) && quotes[i].error > plan->tolerance && steps < TOLERANCE_STEPS_MAX;
    if (more) lattices_add(round, kept++, i, options, 2 * steps);
  }
  round->count = kept;
}

static Status tolerance_reach(Backend *be, const PricingPlan *plan, uint32_t count,
                              const LookbackOption *options, Lattices *round, LookbackQuote *quotes) {
  History *history = calloc((size_t)count + 1, sizeof *history);
  Status status = OK;
  if (!history) FAIL(ERR_MEMORY, "no memory for prices of %u options", count);
  for (uint32_t i = 0; i < count; i++)
    for (int k = QUOTE_LEVELS_MAX - 1; k >= 0; k--)
      lattices_add(round, round->count++, i, options, TOLERANCE_STEPS_LEAST >> k);
  while (round->count && status == OK) {
    status = lattices_run(be, plan->method == PRICING_FULL, round);
    if (status == OK) tolerance_next(be, plan, options, round, history, quotes);
  }
  free(history);
  return status;
}

/* ---- both ---- */

static Status lookbacks_run(Backend *be, const PricingPlan *plan, uint32_t count,
                            const LookbackOption *options, LookbackQuote *quotes) {
  Lattices round;
  if (!count) return OK;
  if (plan->method == PRICING_PUBLISHED) return published_run(be, plan, count, options, quotes);
  Status status = lattices_alloc(be, count * QUOTE_LEVELS_MAX, &round);
  if (status == OK)
    status = plan->tolerance > 0 ? tolerance_reach(be, plan, count, options, &round, quotes)
                                 : steps_given(be, plan, count, options, &round, quotes);
  lattices_free(be, &round);
  return status;
}

/* ---- of all kinds ---- */

typedef enum Kind { KIND_LATTICE, KIND_GRID, KIND_VANILLA, KINDS } Kind;

typedef struct Sorted { /* options by kind */
  LookbackOption *option;
  LookbackQuote *quote;
  uint32_t *from; /* where each stood */
  uint8_t *kind;
  uint32_t first[ORDER_KEYS + 1];
} Sorted;

static Kind kind_of(const PricingPlan *plan, const LookbackOption *o) {
  if (o->flags & LOOKBACK_VANILLA) return KIND_VANILLA;
  return pricing_method(plan, o) == PRICING_GRID ? KIND_GRID : KIND_LATTICE;
}

static void options_sort(int threads, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                         Sorted *out) {
#pragma omp parallel for num_threads(threads)
  for (uint32_t i = 0; i < count; i++) out->kind[i] = (uint8_t)kind_of(plan, &options[i]);
  order_by_key(threads, count, out->kind, out->from, out->first);
}

/* PRICING_AUTO: those whose tolerance finite differences do not reach, by lattices, which take more steps. */
static Status grids_again(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                          LookbackQuote *quotes) {
  Status status = OK;
  for (uint32_t i = 0; i < count && status == OK && plan->method == PRICING_AUTO; i++) {
    LookbackQuote quote;
    if (quotes[i].error <= plan->tolerance) continue;
    status = lookbacks_run(be, plan, 1, &options[i], &quote);
    if (status == OK && !(quote.error > quotes[i].error)) quotes[i] = quote;
  }
  return status;
}

static Status kind_run(Backend *be, const PricingPlan *plan, Kind kind, uint32_t count,
                       const LookbackOption *options, LookbackQuote *quotes) {
  if (kind == KIND_LATTICE) return lookbacks_run(be, plan, count, options, quotes);
  if (kind == KIND_VANILLA) return vanilla_run(be, plan, count, options, quotes);
  TRY(grid_run(be, plan, count, options, quotes));
  return grids_again(be, plan, count, options, quotes);
}

/* Several kinds: each one's options side by side. */
static Status kinds_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                        const Sorted *s, LookbackQuote *quotes) {
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t k = 0; k < count; k++) s->option[k] = options[s->from[k]];
  for (int kind = 0; kind < KINDS; kind++)
    TRY(kind_run(be, plan, (Kind)kind, s->first[kind + 1] - s->first[kind], s->option + s->first[kind],
                 s->quote + s->first[kind]));
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t k = 0; k < count; k++) quotes[s->from[k]] = s->quote[k];
  return OK;
}

static Status sorted_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                         Sorted *s, LookbackQuote *quotes) {
  options_sort(be->threads, plan, count, options, s);
  for (int kind = 0; kind < KINDS; kind++)
    if (s->first[kind + 1] - s->first[kind] == count)
      return kind_run(be, plan, (Kind)kind, count, options, quotes);
  s->option = malloc(count * sizeof *s->option);
  s->quote = malloc(count * sizeof *s->quote);
  const Status status = s->option && s->quote ? kinds_run(be, plan, count, options, s, quotes)
                                              : status_fail(ERR_MEMORY, "no memory for %u options", count);
  free(s->option);
  free(s->quote);
  return status;
}

Status pricing_run(Backend *be, const PricingPlan *plan, uint32_t count, const LookbackOption *options,
                   LookbackQuote *quotes) {
  if (!count) return OK;
  Sorted s = {.from = malloc(count * sizeof *s.from), .kind = malloc(count)};
  const Status status = s.from && s.kind ? sorted_run(be, plan, count, options, &s, quotes)
                                         : status_fail(ERR_MEMORY, "no memory for %u options", count);
  free(s.from);
  free(s.kind);
  return status;
}
