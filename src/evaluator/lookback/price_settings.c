/* See price_settings.h. */
#include "price_settings.h"

static const char *const types[] = {"put", "call", NULL};
static const char *const payoffs[] = {"lookback", "vanilla", NULL};
static const char *const styles[] = {"american", "european", NULL};
static const char *const extrapolations[] = {"auto", "none", "one", "two", NULL};
static const char *const methods[] = {"trimmed", "full", "published", "grid", "auto", NULL};
static const char *const precisions[] = {"double", "single", NULL};

#define PLACE 10
const OptionRow price_options[] = {
    {"S", KIND_REAL, OPTION_FIELD(PriceSettings, spot), "0", .argument = "PRICE", .least = "0",
     .most = "1e20", .help = "price one option instead of a book: price of the stock", .place = PLACE},
    {"M0", KIND_REAL, OPTION_FIELD(PriceSettings, extreme), "0", .argument = "PRICE", .least = "0",
     .most = "1e20",
     .help = "with --S: maximum so far (put) or minimum so far (call) of the stock; 0: --S, for a new option",
     .place = PLACE},
    {"T", KIND_REAL, OPTION_FIELD(PriceSettings, years), "0", .argument = "YEARS", .least = "0",
     .most = "100", .help = "with --S: time to expiry", .place = PLACE},
    {"sigma", KIND_REAL, OPTION_FIELD(PriceSettings, sigma), "0", .argument = "X", .least = "0", .most = "10",
     .help = "with --S: volatility per year", .place = PLACE},
    {"r", KIND_REAL, OPTION_FIELD(PriceSettings, r), "0", .argument = "X", .least = "0", .most = "1",
     .help = "with --S: interest rate per year, continuously compounded", .place = PLACE},
    {"q", KIND_REAL, OPTION_FIELD(PriceSettings, q), "0", .argument = "X", .least = "0", .most = "1",
     .help = "with --S: dividend yield, or foreign interest rate, per year, continuously compounded",
     .place = PLACE},
    {"type", KIND_CHOICE, OPTION_FIELD(PriceSettings, type), "put", types, .argument = "WORD",
     .help = "type of an option if no column says it", .place = PLACE},
    {"style", KIND_CHOICE, OPTION_FIELD(PriceSettings, style), "american", styles, .argument = "WORD",
     .help = "style of exercise if no column says it", .place = PLACE},
    {"payoff", KIND_CHOICE, OPTION_FIELD(PriceSettings, payoff), "lookback", payoffs, .argument = "WORD",
     .help = "payoff of an option if no column says it. lookback: by the maximum or minimum so far; vanilla: "
             "by a strike",
     .place = PLACE},
    {"strike", KIND_REAL, OPTION_FIELD(PriceSettings, strike), "0", .argument = "PRICE", .least = "0",
     .most = "1e20", .help = "strike of a vanilla option if no column says it; 0: none", .place = PLACE},
    {"steps", KIND_COUNT, OPTION_FIELD(PriceSettings, steps), "0", .argument = "N", .least = "0",
     .most = "1000000",
     .help = "steps of the lattice if no column N says it; 0: 1,000 (--method grid: 128), or as many as "
             "--tolerance "
             "requires",
     .place = PLACE},
    {"tolerance", KIND_REAL, OPTION_FIELD(PriceSettings, tolerance), "0", .argument = "X", .least = "0",
     .most = "1e20", .help = "double the steps until the estimated error of a price is at most X; 0: do not",
     .place = PLACE},
    {"extrapolate", KIND_CHOICE, OPTION_FIELD(PriceSettings, extrapolate), "auto", extrapolations,
     .argument = "WORD",
     .help =
         "terms in 1/sqrt(steps) that are eliminated by extrapolation; auto: two with --tolerance, else none",
     .place = PLACE},
    {"method", KIND_CHOICE, OPTION_FIELD(PriceSettings, method), "auto", methods, .argument = "NAME",
     .help =
         "trimmed: lattices, of which nodes are computed at which the option is not exercised; full: all "
         "nodes; "
         "published: all, layer by layer as in the publication; grid: finite differences; auto: trimmed, but "
         "grid for lookback options with --tolerance below 3e-5 of the stock's price",
     .place = PLACE},
    {"precision", KIND_CHOICE, OPTION_FIELD(PriceSettings, precision), "double", precisions,
     .argument = "WORD", .help = "floating-point precision of --method published", .place = PLACE},
    {"hybrid", KIND_COUNT, OPTION_FIELD(PriceSettings, hybrid), "256", .argument = "N", .least = "0",
     .most = "1000000",
     .help = "with --method published on a GPU: number of last steps that the host computes", .place = PLACE},
    {.name = NULL}};

static Status single_check(const PriceSettings *s) {
  const struct {
    const char *name;
    double value;
  } values[] = {{"S", s->spot},      {"M0", s->extreme}, {"T", s->years},
                {"sigma", s->sigma}, {"r", s->r},        {"q", s->q}};
  for (size_t k = 0; k < sizeof values / sizeof *values; k++)
    if (values[k].value > 0)
      FAIL(ERR_USAGE, "--%s: expected none beside a book, whose columns say it", values[k].name);
  return OK;
}

Status price_settings_check(const PriceSettings *s, bool single) {
  if (!single) TRY(single_check(s));
  if (s->tolerance > 0 && s->steps > 0) FAIL(ERR_USAGE, "--steps: expected none beside --tolerance");
  if (s->tolerance > 0 && s->extrapolate != EXTRAPOLATE_AUTO && s->extrapolate != EXTRAPOLATE_TWO)
    FAIL(ERR_USAGE, "--extrapolate: expected two, or none said, beside --tolerance");
  if (s->tolerance > 0 && s->method == PRICING_PUBLISHED)
    FAIL(ERR_USAGE, "--tolerance: expected none with --method published");
  if (s->payoff && s->method == PRICING_PUBLISHED)
    FAIL(ERR_USAGE, "--payoff vanilla: expected none with --method published");
  if (s->payoff && s->method == PRICING_GRID)
    FAIL(ERR_USAGE, "--payoff vanilla: expected none with --method grid");
  if (s->extrapolate != EXTRAPOLATE_AUTO && s->method == PRICING_GRID)
    FAIL(ERR_USAGE, "--extrapolate: expected none with --method grid");
  if (s->precision != PRICING_DOUBLE && s->method != PRICING_PUBLISHED)
    FAIL(ERR_USAGE, "--precision single: expected --method published beside it");
  return OK;
}

PricingPlan price_plan(const PriceSettings *s) {
  const uint32_t chosen = s->extrapolate == EXTRAPOLATE_AUTO ? 0 : s->extrapolate - EXTRAPOLATE_NONE;
  return (PricingPlan){.method = (PricingMethod)s->method,
                       .precision = (PricingPrecision)s->precision,
                       .host_steps = s->hybrid,
                       .extrapolate = s->tolerance > 0 ? 2 : chosen,
                       .tolerance = s->tolerance};
}

static uint32_t steps_standard(const PriceSettings *s) {
  return s->method == PRICING_GRID ? GRID_STEPS_LEAST : STEPS_STANDARD;
}

LookbackOption price_single(const PriceSettings *s) {
  return (LookbackOption){.spot = s->spot,
                          .extreme = s->extreme,
                          .years = s->years,
                          .sigma = s->sigma,
                          .r = s->r,
                          .q = s->q,
                          .steps = s->steps ? s->steps : steps_standard(s),
                          .flags = (s->type ? LOOKBACK_CALL : 0) | (s->style ? LOOKBACK_EUROPEAN : 0) |
                                   (s->payoff ? LOOKBACK_VANILLA : 0),
                          .strike = s->strike};
}
