/* Books of lookback options, priced: see price.h. Rows are read by all threads; those that can be priced are one call. */
#include "price.h"

#include <math.h>
#include <stdlib.h>
#include "c_locale.h"
#include "book.h"
#include "book_text.h"
#include "grid_price.h"
#include "lattice_size.h"
#include "vanilla_price.h"

static const Column columns[] = {
    [PRICE_LINE] = {"line", DTYPE_U32, "or row of the book; 0: it has none"},
    [PRICE_PRICE] = {"price", DTYPE_F64, "of the option"},
    [PRICE_DELTA] = {"delta", DTYPE_F64, "first derivative by the stock's price"},
    [PRICE_GAMMA] = {"gamma", DTYPE_F64, "second derivative by the stock's price"},
    [PRICE_ERROR] = {"error", DTYPE_F64, "estimated distance from the price in continuous time"},
    [PRICE_STEPS] = {"steps", DTYPE_U32, "of the finest lattice"},
    {NULL, DTYPE_I32, NULL}};

typedef struct Chunk {    /* options that can be priced */
  LookbackOption *option; /* (count), then those that can */
  LookbackQuote *quote;
  uint32_t *record; /* whose each is */
  uint32_t good;
} Chunk;

static void chunk_free(Chunk *c) {
  free(c->option);
  free(c->quote);
  free(c->record);
}

static Status chunk_alloc(uint32_t count, Chunk *out) {
  *out = (Chunk){.option = malloc(count * sizeof *out->option),
                 .quote = malloc(count * sizeof *out->quote),
                 .record = malloc(count * sizeof *out->record)};
  if (out->option && out->quote && out->record) return OK;
  FAIL(ERR_MEMORY, "no memory for %u options", count);
}

/* No price is none, and not 0. */
static void record_none(Records *r, uint32_t k) {
  static const int columns_of[] = {PRICE_PRICE, PRICE_DELTA, PRICE_GAMMA, PRICE_ERROR};
  for (size_t c = 0; c < sizeof columns_of / sizeof *columns_of; c++)
    ((double *)r->column[columns_of[c]])[k] = NAN;
}

/* The message of a row that cannot be priced. */
static void row_fail(const Items *items, Records *r, uint32_t k) {
  LookbackOption option;
  char name[BOOK_PATH_MAX + 32];
  const Status status = book_option(items, r->first + k, true, &option);
  book_name(items, r->first + k, name, sizeof name);
  record_none(r, k);
  record_fail(r, k, status_at(name, status));
}

/* Rows that fail: their messages, and the others side by side. */
static void rows_fail(const Items *items, Records *r, Chunk *c) {
  c->good = 0;
  for (uint32_t k = 0; k < r->count; k++) {
    if (r->code[k]) row_fail(items, r, k);
    if (!r->code[k]) {
      c->record[c->good] = k;
      c->option[c->good++] = c->option[k];
    }
  }
}

static void rows_read(const Backend *be, const Items *items, Records *r, Chunk *c) {
  bool failed = false;
#pragma omp parallel for num_threads(be->threads) reduction(|| : failed)
  for (uint32_t k = 0; k < r->count; k++) {
    r->code[k] = book_option(items, r->first + k, false, &c->option[k]) != OK;
    ((uint32_t *)r->column[PRICE_LINE])[k] = book_number(items, r->first + k);
    c->record[k] = k;
    failed = failed || r->code[k];
  }
  c->good = r->count;
  if (failed) rows_fail(items, r, c);
}

static void tolerance_fail(const Items *items, const LookbackQuote *quote, Records *r, uint32_t k) {
  char name[BOOK_PATH_MAX + 32];
  book_name(items, r->first + k, name, sizeof name);
  record_none(r, k);
  record_fail(r, k,
              status_fail(ERR_FORMAT, "%s: expected an error within the tolerance, found %.3g with %u steps",
                          name, quote->error, quote->steps));
}

static bool quote_good(const PricingPlan *plan, const LookbackQuote *q) {
  return !(plan->tolerance > 0) || q->error <= plan->tolerance;
}

static void record_fill(const LookbackQuote *q, Records *r, uint32_t k) {
  ((double *)r->column[PRICE_PRICE])[k] = q->price;
  ((double *)r->column[PRICE_DELTA])[k] = q->delta;
  ((double *)r->column[PRICE_GAMMA])[k] = q->gamma;
  ((double *)r->column[PRICE_ERROR])[k] = q->error;
  ((uint32_t *)r->column[PRICE_STEPS])[k] = q->steps;
}

static void records_fill(const Backend *be, const Items *items, const PricingPlan *plan, const Chunk *c,
                         Records *r) {
  bool failed = false;
#pragma omp parallel for num_threads(be->threads) reduction(|| : failed)
  for (uint32_t i = 0; i < c->good; i++) {
    const bool good = quote_good(plan, &c->quote[i]);
    if (good) record_fill(&c->quote[i], r, c->record[i]);
    failed = failed || !good;
  }
  for (uint32_t i = 0; i < (failed ? c->good : 0); i++)
    if (!quote_good(plan, &c->quote[i])) tolerance_fail(items, &c->quote[i], r, c->record[i]);
}

static Status price_run(Backend *be, const Items *items, Records *records) {
  const PricingPlan plan = price_plan(&book_head(items)->settings);
  Chunk chunk;
  Status status = chunk_alloc(records->count, &chunk);
  if (status == OK) {
    rows_read(be, items, records, &chunk);
    status = pricing_run(be, &plan, chunk.good, chunk.option, chunk.quote);
  }
  if (status == OK) records_fill(be, items, &plan, &chunk, records);
  chunk_free(&chunk);
  return status;
}

/* Nodes of all levels, which cost about as much as three of a lattice. */
static double grid_work(const LookbackOption *o) {
  const double steps = grid_steps(o->steps);
  return grid_is_limit(o) ? 1 : 3 * 1.35 * steps * steps;
}

/* Nodes of all its lattices, as far as they can be foreseen. */
static double price_work(const Items *items, uint64_t item) {
  const PricingPlan plan = price_plan(&book_head(items)->settings);
  LookbackOption option;
  if (book_option(items, item, false, &option) != OK) return 1;
  const double all[] = {1.125, 1.48, 1.52}, steps = option.steps;
  if (option.flags & LOOKBACK_VANILLA) return vanilla_european(&option) ? 1 : 0.65 * steps * steps;
  if (pricing_method(&plan, &option) == PRICING_GRID) return grid_work(&option);
  if (plan.method != PRICING_TRIMMED && plan.method != PRICING_AUTO) return 0.5 * steps * steps;
  const LookbackLattice lattice = quote_lattice(&option, option.steps);
  return lattice_size(&lattice).nodes * all[plan.extrapolate];
}

/* What a single option's steps are of. */
static const char *steps_word(const Items *items, uint32_t steps) {
  const PricingPlan plan = price_plan(&book_head(items)->settings);
  LookbackOption option;
  const bool known = book_option(items, 0, false, &option) == OK;
  return known && steps <= GRID_STEPS_MOST && pricing_method(&plan, &option) == PRICING_GRID
             ? "steps by finite differences"
             : "steps";
}

static void price_tell(FILE *out, const Items *items, const Records *r) {
  const uint32_t steps = ((const uint32_t *)r->column[PRICE_STEPS])[0];
  c_fprintf(out, "price %.12g, delta %.8g, gamma %.8g, error %.2g, %u %s\n",
            ((const double *)r->column[PRICE_PRICE])[0], ((const double *)r->column[PRICE_DELTA])[0],
            ((const double *)r->column[PRICE_GAMMA])[0], ((const double *)r->column[PRICE_ERROR])[0], steps,
            steps_word(items, steps));
}

static const EvaluatorCommand command = {
    .arguments = "BOOK | --S PRICE ...",
    .summary = "price lookback and vanilla options",
    .help =
        "BOOK is a text of comma separated values whose first line names its columns: S, T, sigma and r, and "
        "optionally id, M0 (maximum so far of a put, minimum so far of a call), q, type (put, call), style "
        "(american, european), payoff (lookback, vanilla), strike (floating of a lookback option, a number "
        "of a vanilla one) and N (steps). Other columns are copied to the output. Or an HDF5 file with a "
        "dataset for each column; or book:n=1e6,N=1000,seed=1, a random book.\n"
        "The prices go to one HDF5 file. The same command resumes a run that was stopped or killed, on any "
        "number of ranks. A row that cannot be priced fails alone; the exit code is then 1. `cordee report "
        "FILE` shows the records, `cordee verify FILE` checks them.\n"
        "  cordee price --S 50 --T 0.25 --sigma 0.4 --r 0.1 --steps 1000\n"
        "  cordee price --payoff vanilla --strike 45 --S 40 --T 0.5833 --sigma 0.3 --r 0.05\n"
        "  cordee price instances/options-12.csv --tolerance 1e-3 --out prices.h5 --csv prices.csv\n"
        "  mpirun -n 8 cordee price book:n=1e6,N=1000,seed=1 --out million.h5\n",
    .out = "keep the prices in FILE (default: BOOK with .h5 for .csv; one option: none)",
    .csv = "when all are priced, write the book with its prices to FILE (-: standard output)",
    .check = "price one of N options again on the host, by a full lattice; 0: none"};

const Evaluator evaluator_price = {.name = "price",
                                   .command = &command,
                                   .item_word = "option",
                                   .items_word = "options",
                                   .valid_word = "priced",
                                   .columns = columns,
                                   .kernels = FAMILY_BIT(lookback),
                                   .options = price_options,
                                   .settings_bytes = sizeof(PriceSettings),
                                   .single = "S",
                                   .needed = book_needed,
                                   .items = book_items,
                                   .work = price_work,
                                   .work_most = 2e10,        /* seconds of a core */
                                   .device_work_most = 2e12, /* half a second of an H200 */
                                   .work_word = "Gnodes/s",
                                   .run = price_run,
                                   .check = price_check,
                                   .print = book_print,
                                   .kept = book_kept,
                                   .tell = price_tell};
