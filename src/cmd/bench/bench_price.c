/* `cordee bench price`: lookback options a second, of a random book whose lattices lie on the backend, until their values do. The book
 * grows until a row takes --time, half a second if it is 0. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "clock.h"
#include "evaluator/lookback/book.h"
#include "evaluator/lookback/lattice.h"
#include "mpi/bind.h"
#include "text.h"
#include "bench.h"
#include "bench_price_error.h"

enum { OPTIONS_FIRST = 256, OPTIONS_MOST = 1 << 20, SAMPLE = 16 };

typedef struct Case {
  const char *name;
  uint32_t steps, extrapolate;
  bool full;
} Case;

static const Case cases[] = {{"1,000 steps", 1000, 0, false},
                             {"1,000, two terms", 1000, 2, false},
                             {"4,000, two terms", 4000, 2, false},
                             {"30,000 steps", 30000, 0, false},
                             {"1,000, whole", 1000, 0, true}};

typedef struct Sample { /* lattices of a case */
  LookbackLattice *lattice;
  void *lattice_be, *value_be;
  uint32_t options, count; /* count: lattices */
} Sample;

static void sample_free(Backend *be, Sample *s) {
  be->ops->free(be, s->lattice_be);
  be->ops->free(be, s->value_be);
  free(s->lattice);
}

/* The lattices that a price takes; of a price as it is the one of its steps alone. */
static void lattices_fill(const Items *book, const Case *c, Sample *s) {
  uint32_t levels[QUOTE_LEVELS_MAX];
  const int all = c->extrapolate ? quote_levels(c->extrapolate, c->steps, levels) : 1;
  LookbackOption option;
  levels[0] = c->steps;
  for (uint32_t i = 0; i < s->options; i++) {
    (void)book_option(book, i, false, &option);
    for (int k = 0; k < all; k++) s->lattice[s->count++] = quote_lattice(&option, levels[k]);
  }
}

static Status sample_make(Backend *be, const Items *book, const Case *c, uint32_t options, Sample *out) {
  const size_t most = (size_t)options * QUOTE_LEVELS_MAX;
  *out = (Sample){.options = options, .lattice = malloc(most * sizeof *out->lattice)};
  if (!out->lattice) FAIL(ERR_MEMORY, "no memory for %u options", options);
  lattices_fill(book, c, out);
  TRY(be->ops->alloc(be, most * sizeof *out->lattice, &out->lattice_be));
  TRY(be->ops->alloc(be, most * sizeof(LookbackValue), &out->value_be));
  return be->ops->upload(be, out->lattice_be, out->lattice, out->count * sizeof *out->lattice);
}

static Status sample_time(Backend *be, const Case *c, const Sample *s, double *seconds) {
  LookbackValue last;
  const double began = clock_s();
  TRY(be->ops->lookback->values(be, s->count, s->lattice_be, c->full, s->value_be));
  TRY(be->ops->download(be, &last, (char *)s->value_be + (s->count - 1) * sizeof last, sizeof last));
  *seconds = clock_s() - began;
  return OK;
}

/* ---- useful nodes ---- */

/* Those up to one above the highest that is not 0, as far as the price needs them: counted, node by node. */
static double nodes_count(const LookbackLattice *l, double *g) {
  const Lattice c = lattice_of(l);
  double nodes = 0, source = c.source;
  uint32_t top = 0;
  for (uint32_t j = 0; j < l->steps + 2; j++) g[j] = 0;
  for (uint32_t left = l->steps; left > 0; left--) {
    const uint32_t last = top < left - 1 ? top : left - 1;
    double below = g[0];
    for (uint32_t j = 0; j <= last; j++) {
      const double here = g[j], wait = j ? c.up * g[j + 1] + c.down * below + c.base
                                         : c.up * g[1] + c.first * g[0] + source;
      g[j] = wait > 0 ? wait : 0;
      below = here;
    }
    nodes += last + 1;
    source *= c.fade;
    top += last == top && g[top] > 0;
  }
  return nodes;
}

/* Of an option, the mean of some. */
static Status nodes_mean(const Case *c, const Sample *s, double *out) {
  double *g = malloc((LOOKBACK_STEPS_MAX + 2) * sizeof *g), sum = 0;
  const uint32_t levels = s->count / s->options, sample = s->options < SAMPLE ? s->options : SAMPLE;
  if (!g) FAIL(ERR_MEMORY, "no memory for a lattice");
  for (uint32_t k = 0; k < sample * levels; k++) {
    const double steps = s->lattice[k].steps;
    sum += c->full ? steps * (steps + 1) / 2 : nodes_count(&s->lattice[k], g);
  }
  free(g);
  *out = sum / sample;
  return OK;
}

/* ---- rows ---- */

static Status case_measure(Backend *be, const Items *book, const Case *c, double least_s) {
  Description about;
  Sample s = {.count = 0};
  double seconds = 0, nodes = 0;
  Status status = be->ops->lookback->describe(be, &about);
  for (uint32_t options = OPTIONS_FIRST; status == OK && seconds < least_s && options <= OPTIONS_MOST;
       options *= 4) {
    sample_free(be, &s);
    status = sample_make(be, book, c, options, &s);
    if (status == OK) status = sample_time(be, c, &s, &seconds);
  }
  if (status == OK) status = nodes_mean(c, &s, &nodes);
  if (status == OK)
    c_printf("%-18s %8u %10.4f %12.4g %12.4g %6.1f\n", c->name, s.options, seconds, s.options / seconds,
             nodes * s.options / seconds, 100 * nodes * s.options / seconds / about.ceiling_moves_s);
  fflush(stdout);
  sample_free(be, &s);
  return status;
}

static Status cases_measure(const Options *options, Backend *be) {
  char spec[64];
  Items book;
  Description about;
  Status status = OK;
  const PriceSettings settings = {.steps = 0};
  const double least_s = options->time_s > 0 ? options->time_s : 0.5;
  snprintf(spec, sizeof spec, "book:n=%d,seed=%llu", OPTIONS_MOST, (unsigned long long)options->seed);
  TRY(be->ops->lookback->describe(be, &about));
  TRY(book_items(spec, &settings, &book));
  printf("%s: %s\nAmerican puts; %s; limit: %s\n%-18s %8s %10s %12s %12s %6s\n", be->ops->name,
         text_line(be->device_name), about.shape, about.binds, "lattice", "options", "seconds", "options/s",
         "nodes/s", "limit%");
  for (size_t k = 0; k < sizeof cases / sizeof *cases && status == OK; k++)
    status = case_measure(be, &book, &cases[k], least_s);
  if (status == OK) status = bench_price_errors(be, options->seed, least_s);
  free(book.data);
  return status;
}

Status command_bench_price(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  Options options;
  Backend be;
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_PRICES, argc, argv, 0, &first));
  if (comm->size > 1) FAIL(ERR_USAGE, "bench price: expected one rank, found %d", comm->size);
  TRY(rank_bind(comm, option_backends[options.backend], (int)options.threads, &be));
  const Status status = cases_measure(&options, &be);
  be.ops->close(&be);
  return status;
}
