/* See lattice_curves.h. */
#include "lattice_curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cities.h"
#include "clock.h"
#include "evaluator/lookback/layers.h"
#include "evaluator/lookback/pricing.h"
#include "lattice_host.h"
#include "lattice_kernels.h"

#define CLOSE 1e-9 /* of two double precision prices, relative */

typedef enum Kind { CORE, CORES, TRIMMED_CORE, LAYERS, STAGED, STAGED_TABLE, HYBRID, TILE } Kind;
static const char *const names[] = {"core",   "cores",        "trimmed-core", "layers",
                                    "staged", "staged-table", "hybrid",       "tile"};

/* One number of steps in one precision. */
typedef struct Curve {
  const LadderRun *run;
  Backend *cpu;
  LookbackOption option;
  bool single;
  double least_s;
  double price, trimmed_price;       /* of the core, in this precision, and by the trimmed lattice */
  double core_s, cores_s, trimmed_s; /* means of runs */
  uint32_t threads, left;            /* of a block, and to the host: what a run varies */
} Curve;

typedef struct Timed {
  double price, seconds, copy_s; /* copy_s: of them the copy to the host */
} Timed;

/* ---- a run of each design, from the option to its price ---- */

static const LatticeKernels *kernels_of(const Curve *c) { return c->run->designs->lattice; }

/* Freed by its payoffs. */
static Status lattice_make(const Curve *c, LookbackLayers *out) {
  *out = published_layers(&c->option, c->option.steps, c->single);
  out->payoff = published_payoffs(out);
  if (!out->payoff) FAIL(ERR_MEMORY, "no memory for %u payoffs", out->steps);
  return OK;
}

/* The library's layers on that backend. */
static Status layers_once(const Curve *c, Backend *be, double *value) {
  LookbackLayers l;
  TRY(lattice_make(c, &l));
  const Status status = be->ops->lookback->layers(be, &l, value);
  free((void *)l.payoff);
  return status;
}

/* value: the lattice's one, in its precision. */
static double value_of(const LookbackLayers *l, const void *value) {
  return l->single ? (double)*(const float *)value : *(const double *)value;
}

static Status cores_once(const Curve *c, double *value) {
  LookbackLayers l;
  double first;
  TRY(lattice_make(c, &l));
  const Status status = lattice_host(&l, c->run->be->threads, 0, &first);
  free((void *)l.payoff);
  if (status == OK) *value = value_of(&l, &first);
  return status;
}

static Status staged_run(const Curve *c, const LookbackLayers *l, bool table, double *value, double *copy_s) {
  const LatticePlan plan = {c->threads, c->left, table};
  double *const layer = malloc(((size_t)c->left + 1) * sizeof *layer);
  if (!layer) FAIL(ERR_MEMORY, "no memory for a layer of %u nodes", c->left + 1);
  Status status = kernels_of(c)->staged(c->run->be, l, &plan, layer, copy_s);
  if (status == OK) status = layers_host(l, c->left, layer, value);
  free(layer);
  return status;
}

/* Without a table no payoff is computed on the host, so `left` is 0. */
static Status staged_once(const Curve *c, bool table, double *value, double *copy_s) {
  LookbackLayers l = published_layers(&c->option, c->option.steps, c->single);
  if (table) TRY(lattice_make(c, &l));
  const Status status = staged_run(c, &l, table, value, copy_s);
  free((void *)l.payoff);
  return status;
}

static Status trimmed_value(Backend *be, const LookbackLattice *lattice, void *lattice_be, void *value_be,
                            LookbackValue *value) {
  TRY(be->ops->upload(be, lattice_be, lattice, sizeof *lattice));
  TRY(be->ops->lookback->values(be, 1, lattice_be, false, value_be));
  return be->ops->download(be, value, value_be, sizeof *value);
}

/* The product's own lattice on that backend. */
static Status trimmed_once(const Curve *c, Backend *be, double *price) {
  const LookbackLattice lattice = quote_lattice(&c->option, c->option.steps);
  LookbackValue value;
  void *lattice_be = NULL, *value_be = NULL;
  Status status = be->ops->alloc(be, sizeof lattice, &lattice_be);
  if (status == OK) status = be->ops->alloc(be, sizeof value, &value_be);
  if (status == OK) status = trimmed_value(be, &lattice, lattice_be, value_be, &value);
  be->ops->free(be, lattice_be);
  be->ops->free(be, value_be);
  if (status == OK) *price = quote_of(&c->option, &lattice, &value).price;
  return status;
}

static Status value_once(const Curve *c, Kind kind, double *value, double *copy_s) {
  if (kind == CORE) return layers_once(c, c->cpu, value);
  if (kind == CORES) return cores_once(c, value);
  if (kind == LAYERS) return layers_once(c, c->run->be, value);
  return staged_once(c, kind != STAGED, value, copy_s);
}

static Status price_once(const Curve *c, Kind kind, Timed *out) {
  *out = (Timed){.copy_s = NAN};
  if (kind == TRIMMED_CORE) return trimmed_once(c, c->cpu, &out->price);
  if (kind == TILE) return trimmed_once(c, c->run->be, &out->price);
  TRY(value_once(c, kind, &out->price, &out->copy_s));
  out->price *= c->option.spot;
  return OK;
}

/* The mean of all runs in c->least_s, one at least; after a run more, which loads kernels and begins threads, unless one core does it. */
static Status curve_time(const Curve *c, Kind kind, Timed *mean) {
  Timed run;
  double copies = 0;
  int runs = 0;
  if (kind != CORE && kind != TRIMMED_CORE) TRY(price_once(c, kind, &run));
  const double began = clock_s();
  do {
    TRY(price_once(c, kind, &run));
    copies += run.copy_s;
    mean->seconds = (clock_s() - began) / ++runs;
  } while (mean->seconds * runs < c->least_s);
  mean->price = run.price;
  mean->copy_s = copies / runs;
  return OK;
}

/* ---- the same prices ---- */

static Status price_check(const Curve *c, Kind kind, double price) {
  const bool same_bits = kind != STAGED && kind != TRIMMED_CORE && kind != TILE;
  if (same_bits && price != c->price)
    FAIL(ERR_INTERNAL, "ladder: %s, %u steps: expected the price %.17g, found %.17g", names[kind],
         c->option.steps, c->price, price);
  if (!c->single && !(fabs(price / c->trimmed_price - 1) <= CLOSE))
    FAIL(ERR_INTERNAL, "ladder: %s, %u steps: expected the price %.12g within 1e-9 of it, found %.12g",
         names[kind], c->option.steps, c->trimmed_price, price);
  return OK;
}

typedef struct Halves { /* a layer halfway to the root */
  void *host, *device, *payoff;
} Halves;

/* The layer halfway and the price, bit for bit. */
static Status halves_compare(const Curve *c, const LookbackLayers *l, bool table, const Halves *h) {
  const LatticePlan plan = {c->threads, l->steps / 2, table};
  const size_t bytes = ((size_t)plan.left + 1) * (l->single ? sizeof(float) : sizeof(double));
  double want = 0, got = 0, copy_s;
  TRY(lattice_host(l, c->run->be->threads, plan.left, h->host));
  TRY(layers_host(l, plan.left, h->host, &want));
  TRY(kernels_of(c)->staged(c->run->be, l, &plan, h->device, &copy_s));
  TRY(staged_run(c, l, table, &got, &copy_s));
  if (memcmp(h->host, h->device, bytes) == 0 && want == got) return OK;
  FAIL(ERR_INTERNAL, "ladder: %s, %u steps: expected the layers of the host, with the price %.9g, found %.9g",
       names[table ? STAGED_TABLE : STAGED], l->steps, want, got);
}

/* Payoffs are the table's, or what the device's own powers give. */
static Status layers_compare(const Curve *c, bool table, LookbackLayers *l) {
  const size_t bytes = ((size_t)l->steps + 1) * sizeof(double);
  const Halves h = {malloc(bytes), malloc(bytes), malloc(bytes)};
  const void *const made = l->payoff;
  Status status =
      h.host && h.device && h.payoff ? OK : status_fail(ERR_MEMORY, "no memory for %u nodes", l->steps);
  if (status == OK && !table) {
    status = kernels_of(c)->payoffs(c->run->be, l, h.payoff);
    l->payoff = h.payoff;
  }
  if (status == OK) status = halves_compare(c, l, table, &h);
  l->payoff = made;
  free(h.host);
  free(h.device);
  free(h.payoff);
  return status;
}

static Status layers_check(const Curve *c, Kind kind) {
  LookbackLayers l;
  if (kind != STAGED && kind != STAGED_TABLE) return OK;
  TRY(lattice_make(c, &l));
  const Status status = layers_compare(c, kind == STAGED_TABLE, &l);
  free((void *)l.payoff);
  return status;
}

/* ---- rows ---- */

static const LadderDesign *design_of(const Curve *c, Kind kind) {
  return ladder_design_named(c->run->ladder->designs, names[kind]);
}

static bool kind_runs(const Curve *c, Kind kind) { return ladder_design_runs(c->run, design_of(c, kind)); }

static const LadderColumn columns[] = {LATTICE_COLUMNS(LATTICE_NO_TITLE, LATTICE_TITLE)};

static LadderTable table_of(const Curve *c) {
  LadderTable table = c->run->table;
  table.columns = columns;
  table.digits = 4;
  return table;
}

static void row_print(const Curve *c, Kind kind, int64_t n, const Timed *t, const LadderMeasure *measures) {
  LadderCell cells[LATTICE_CELLS], *const cell = cells + LATTICE_CELLS_PRICES;
  const LadderTable table = table_of(c);
  for (int k = 0; k < LATTICE_CELLS_PRICES; k++) cells[k] = LADDER_TEXT("");
  cell[0] = LADDER_NUMBER(100 * t->copy_s / t->seconds);
  cell[1] = LADDER_NUMBER(1e3 * c->core_s);
  cell[2] = LADDER_NUMBER(1e3 * c->trimmed_s);
  cell[3] = LADDER_NUMBER(1e3 * c->cores_s);
  cell[4] = LADDER_NUMBER(c->trimmed_s / t->seconds);
  ladder_table_row(&table, design_of(c, kind), n, cells, measures);
}

static void curve_row(const Curve *c, Kind kind, const Timed *t) {
  const LadderMeasure single[] = {{"time, single", "ms", 1e3 * t->seconds},
                                  {"speed-up, single", "x", c->core_s / t->seconds},
                                  {.name = NULL}},
                      whole[] = {{"time, double", "ms", 1e3 * t->seconds},
                                 {"speed-up, double", "x", c->core_s / t->seconds},
                                 {.name = NULL}};
  if (kind_runs(c, kind)) row_print(c, kind, c->option.steps, t, c->single ? single : whole);
}

/* ---- curves by steps ---- */

static Status device_measure(Curve *c, Kind kind) {
  Timed t;
  c->threads = LATTICE_THREADS;
  c->left = kind == HYBRID && c->option.steps > LATTICE_LEFT ? LATTICE_LEFT : 0;
  if (!kind_runs(c, kind)) return OK;
  TRY(curve_time(c, kind, &t));
  TRY(price_check(c, kind, t.price));
  TRY(layers_check(c, kind));
  curve_row(c, kind, &t);
  return OK;
}

typedef struct HostTimes {
  Timed core, cores, trimmed;
} HostTimes;

/* One core by both lattices, all cores: with these every other design is compared. The trimmed one has double precision alone. */
static Status host_time(Curve *c, HostTimes *t) {
  TRY(curve_time(c, TRIMMED_CORE, &t->trimmed));
  TRY(curve_time(c, CORE, &t->core));
  TRY(curve_time(c, CORES, &t->cores));
  c->price = t->core.price;
  c->trimmed_price = t->trimmed.price;
  c->core_s = t->core.seconds;
  c->cores_s = t->cores.seconds;
  c->trimmed_s = t->trimmed.seconds;
  TRY(price_check(c, CORE, t->core.price));
  return price_check(c, CORES, t->cores.price);
}

static Status precision_measure(Curve *c) {
  HostTimes t;
  TRY(host_time(c, &t));
  curve_row(c, CORE, &t.core);
  curve_row(c, CORES, &t.cores);
  if (!c->single) curve_row(c, TRIMMED_CORE, &t.trimmed);
  for (int kind = LAYERS; kind < TILE; kind++) TRY(device_measure(c, (Kind)kind));
  return c->single ? OK : device_measure(c, TILE);
}

/* ---- at the largest number of steps: thresholds, block sizes ---- */

static Status thresholds_measure(Curve *c) {
  static const uint32_t lefts[] = {0, 128, 256, 384, 512, 1024, 2048};
  double best_s = INFINITY, best = 0;
  Timed t;
  c->threads = LATTICE_THREADS;
  for (size_t k = 0; k < sizeof lefts / sizeof *lefts && lefts[k] <= c->option.steps; k++) {
    c->left = lefts[k];
    TRY(curve_time(c, HYBRID, &t));
    TRY(price_check(c, HYBRID, t.price));
    if (t.seconds < best_s) best = lefts[k];
    best_s = fmin(best_s, t.seconds);
    row_print(c, HYBRID, lefts[k], &t,
              (const LadderMeasure[]){
                  {c->single ? "threshold, single" : "threshold, double", "ms", 1e3 * t.seconds},
                  {c->single ? "copy, single" : "copy, double", "%", 100 * t.copy_s / t.seconds},
                  {.name = NULL}});
  }
  c_printf("least time with %.0f layers on the host (published: 256, GTX 260, 2012)\n", best);
  return OK;
}

static Status blocks_measure(Curve *c) {
  Timed t;
  c->left = 0;
  for (c->threads = 64; c->threads <= LATTICE_THREADS_MAX; c->threads *= 2) {
    TRY(curve_time(c, STAGED_TABLE, &t));
    TRY(price_check(c, STAGED_TABLE, t.price));
    row_print(c, STAGED_TABLE, c->threads, &t,
              (const LadderMeasure[]){{c->single ? "block, single" : "block, double", "ms", 1e3 * t.seconds},
                                      {.name = NULL}});
  }
  return OK;
}

static void heading(const Curve *c, const char *what) {
  const LadderTable table = table_of(c);
  printf("\none lookback put, %s precision; n: %s\n", c->single ? "single" : "double", what);
  ladder_table_heading(&table);
}

static Status series_measure(Curve *c, int32_t steps) {
  HostTimes t;
  c->option.steps = (uint32_t)steps;
  if (!kind_runs(c, HYBRID) && !kind_runs(c, STAGED_TABLE)) return OK;
  TRY(host_time(c, &t));
  if (kind_runs(c, HYBRID)) {
    heading(c, "layers that are left to the host");
    TRY(thresholds_measure(c));
  }
  if (!kind_runs(c, STAGED_TABLE)) return OK;
  heading(c, "threads of a block");
  return blocks_measure(c);
}

/* ---- all ---- */

static Status sizes_measure(Curve *c, const LadderSizes *sizes) {
  heading(c, "steps");
  for (int s = 0; s < sizes->count; s++) {
    c->option.steps = (uint32_t)sizes->n[s];
    TRY(precision_measure(c));
  }
  return series_measure(c, sizes->largest);
}

static bool any_runs(const Curve *c) {
  bool any = false;
  for (int kind = CORE; kind <= TILE; kind++) any |= kind_runs(c, (Kind)kind);
  return any;
}

static Status precisions_measure(Curve *c) {
  LadderSizes sizes;
  TRY(ladder_sizes_parse(c->run->settings->sizes, &sizes));
  for (int k = 0; k < 2; k++) {
    c->single = k == 0;
    TRY(sizes_measure(c, &sizes));
  }
  return OK;
}

Status lattice_curves(const LadderRun *run) {
  Backend cpu = {.ops = backend_find("cpu")};
  Curve c = {.run = run,
             .cpu = &cpu,
             .option = {25, 25, .75, .3, .10, 0, 0, 0, 0},
             .least_s = run->settings->time_s > 0 ? run->settings->time_s : 0.5};
  if (!any_runs(&c)) return OK;
  TRY(cpu.ops->open(&cpu, 0, 1));
  const Status status = precisions_measure(&c);
  cpu.ops->close(&cpu);
  return status;
}
