/* `cordee-ladder flow`: maximum flows by published kernels that the host drives (phase_kernels.h), with times by the parts of a phase, beside
 * the same method on one core and on all, push-relabel on a core, and the library on the GPU. All find the same value; those by minimum potentials
 * the same flow in the same phases and iterations, which is checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cities.h"
#include "clock.h"
#include "cpu/flow/mpm.h"
#include "evaluator/flow/flow_parts.h"
#include "evaluator/flow/push_relabel.h"
#include "flow_table.h"
#include "ladders.h"
#include "specs.h"
#include "text.h"

enum { NETWORKS = 5 /* of a size, as published */, RUNS = 25 /* of each, likewise, at most */, DEGREE = 12 };
enum { SERIES_MOST = 100000 /* vertices of the series by degrees */ };
#define SECONDS      0.5 /* of a design's runs, unless --time says */
#define SECONDS_MOST 30  /* of a run that the host drives */

/* Networks of a row. */
typedef struct Case {
  const LadderRun *run;
  const PhaseKernels *ops; /* NULL: no GPU */
  Backend *host;           /* all cores */
  uint32_t count, degree;
  Network network[NETWORKS];
  FlowHost form;        /* their residual networks, which stay as they are */
  int64_t *want, *work; /* (places of all) residual capacities: of mpm-active; of another design */
  FlowAnswer want_answer[NETWORKS], work_answer[NETWORKS];
  FlowSum sum[FLOW_DESIGNS];
} Case;

static double most_s(const Case *c) {
  return c->run->settings->time_s > 0 ? c->run->settings->time_s : SECONDS;
}

/* ---- the same flows ---- */

static FlowBatch batch_of(Case *c, bool want) {
  FlowBatch batch = c->form.batch;
  batch.residual = want ? c->want : c->work;
  batch.answer = want ? c->want_answer : c->work_answer;
  return batch;
}

/* The network k as it is, in the room of another design. */
static FlowView view_fresh(Case *c, uint32_t k, bool want) {
  const FlowBatch batch = batch_of(c, want);
  const FlowView view = flow_view(&batch, k), start = flow_view(&c->form.batch, k);
  memcpy(view.residual, start.residual, start.places * sizeof *start.residual);
  return view;
}

static Status answer_check(const Case *c, int design, uint32_t k, bool flows) {
  const FlowAnswer *const a = &c->want_answer[k], *const b = &c->work_answer[k];
  const FlowNet *const n = &c->form.net[k];
  const bool same =
      !flows || (a->phases == b->phases && a->rounds == b->rounds &&
                 memcmp(c->want + n->place_at, c->work + n->place_at, n->places * sizeof *c->want) == 0);
  if (a->value == b->value && same) return OK;
  FAIL(ERR_INTERNAL,
       "ladder: %s: expected a flow of %lld in %u phases and %llu iterations, found %lld in %u and %llu, or "
       "another flow",
       flow_designs[design].name, (long long)a->value, a->phases, (unsigned long long)a->rounds,
       (long long)b->value, b->phases, (unsigned long long)b->rounds);
}

/* ---- the host ---- */

static void parts_add(FlowSum *sum, const MpmTimes *times) {
  sum->part_s[PHASE_LAYERS] += times->layers;
  sum->part_s[PHASE_PRUNE] += times->prune;
  sum->part_s[PHASE_LEAST] += times->least;
  sum->part_s[PHASE_SEND] += times->send;
}

static Status mpm_once(Case *c, int design, uint32_t k) {
  const bool want = design == BY_MPM_LISTS;
  const FlowView view = view_fresh(c, k, want);
  MpmTimes times;
  const double began = clock_s();
  TRY(mpm_flow_timed(&view, want ? MPM_ACTIVE : MPM_BASE, &times));
  c->sum[design].seconds += clock_s() - began;
  parts_add(&c->sum[design], &times);
  return want ? OK : answer_check(c, design, k, true);
}

static Status push_relabel_once(Case *c, int design, uint32_t k) {
  const FlowView view = view_fresh(c, k, false);
  const double began = clock_s();
  TRY(push_relabel(&view));
  c->sum[design].seconds += clock_s() - began;
  return answer_check(c, design, k, false);
}

/* All networks at once; counted as a run of each. */
static Status cores_once(Case *c) {
  for (uint32_t k = 0; k < c->count; k++) (void)view_fresh(c, k, false);
  const FlowBatch batch = batch_of(c, false);
  const double began = clock_s();
  TRY(c->host->ops->flow->mpm(c->host, &batch, MPM_ACTIVE));
  c->sum[BY_CORES].seconds += clock_s() - began;
  c->sum[BY_CORES].runs += c->count;
  for (uint32_t k = 0; k < c->count; k++) TRY(answer_check(c, BY_CORES, k, true));
  return OK;
}

/* ---- the library on a GPU ---- */

static Status library_once(Case *c, FlowBatch *device, int design, uint32_t k, bool measured) {
  Backend *const be = c->run->be;
  FlowBatch one = *device;
  FlowAnswer last;
  one.count = 1;
  one.net += k;
  one.net_be += k;
  TRY(flow_device_reset(be, &c->form.batch, device));
  const double began = clock_s();
  TRY(design == BY_WAVES ? be->ops->flow->waves(be, &one)
                         : be->ops->flow->mpm(be, &one, design == BY_RESIDENT ? MPM_BASE : MPM_ACTIVE));
  TRY(be->ops->download(be, &last, device->answer + k, sizeof last));
  if (!measured) return OK;
  c->sum[design].seconds += clock_s() - began;
  const FlowBatch work = batch_of(c, false);
  TRY(flow_device_fetch(be, device, &work));
  return answer_check(c, design, k, design != BY_WAVES);
}

/* ---- published designs ---- */

static int kernel_of(const Case *c, const char *name) {
  for (int k = 0; c->ops && c->ops->design(k); k++)
    if (strcmp(c->ops->design(k), name) == 0) return k;
  return -1;
}

static Status host_driven_once(Case *c, PhaseLadder *l, int design, uint32_t k, bool *complete) {
  const int kernel = kernel_of(c, flow_designs[design].name);
  PhaseRun run;
  if (kernel < 0) FAIL(ERR_INTERNAL, "ladder: no kernel for the design %s", flow_designs[design].name);
  TRY(c->ops->run(l, kernel, 1, SECONDS_MOST, &run)); /* the warm-up */
  TRY(c->ops->run(l, kernel, UINT64_MAX, SECONDS_MOST, &run));
  *complete = run.complete;
  if (!run.complete) return OK;
  c->sum[design].seconds += run.seconds;
  for (int p = 0; p < PHASE_PARTS; p++) c->sum[design].part_s[p] += run.part_s[p];
  c->work_answer[k] = (FlowAnswer){.value = run.value, .rounds = run.iterations, .phases = run.phases};
  TRY(c->ops->residual(l, c->work + c->form.net[k].place_at));
  return answer_check(c, design, k, true);
}

/* One of those, or a line that says why not. */
static Status host_driven_measure(Case *c, int design) {
  bool complete = true;
  for (uint32_t k = 0; k < c->count && complete; k++) {
    const FlowView view = flow_view(&c->form.batch, k);
    const PhaseNet net = {view.vertices, view.places, view.source, view.sink,
                          view.first,    view.head,   view.mate,   view.residual};
    PhaseLadder *l = NULL;
    TRY(c->ops->open(c->run->be, &net, &l));
    Status status = OK;
    double began = clock_s();
    for (int r = 0; status == OK && complete && r < RUNS && (!r || clock_s() - began < most_s(c) / c->count);
         r++) {
      status = host_driven_once(c, l, design, k, &complete);
      c->sum[design].runs += complete;
    }
    c->ops->close(l);
    TRY(status);
  }
  if (!complete) c->sum[design] = (FlowSum){.runs = 0};
  return OK;
}

/* ---- designs ---- */

static Status once(Case *c, FlowBatch *device, int design, uint32_t k) {
  c->sum[design].runs++;
  if (design == BY_PUSH_RELABEL) return push_relabel_once(c, design, k);
  if (design == BY_MPM || design == BY_MPM_LISTS) return mpm_once(c, design, k);
  return library_once(c, device, design, k, true);
}

/* Runs of all networks in turn, as many as the time holds. */
static Status design_measure(Case *c, FlowBatch *device, int design) {
  const double began = clock_s();
  if (design >= BY_RESIDENT) TRY(library_once(c, device, design, 0, false)); /* the warm-up */
  for (int r = 0; r < RUNS && (!r || clock_s() - began < most_s(c)); r++) {
    if (design == BY_CORES) TRY(cores_once(c));
    for (uint32_t k = 0; k < c->count && design != BY_CORES; k++) TRY(once(c, device, design, k));
  }
  return OK;
}

static void row_print(const Case *c, const char *network, int design) {
  const FlowRow row = {network,   c->network[0].vertices,   c->want_answer[0].phases,
                       c->degree, c->want_answer[0].rounds, c->sum};
  char why[64];
  snprintf(why, sizeof why, "it takes more than %d s", SECONDS_MOST);
  if (c->sum[design].runs)
    flow_row(&c->run->table, design, &row);
  else
    ladder_table_left_out(&c->run->table, &flow_designs[design], c->degree ? c->degree : row.vertices, why);
}

static bool host_driven(int design) { return design == BY_HOST || design == BY_HOST_LISTS; }

/* Those of the core are measured first: others are checked against one, and have speed-ups over both. */
static Status designs_measure(Case *c, FlowBatch *device, const char *network) {
  static const int order[FLOW_DESIGNS] = {BY_MPM_LISTS, BY_PUSH_RELABEL,   BY_MPM,
                                          BY_CORES,     BY_HOST,           BY_HOST_LISTS,
                                          BY_RESIDENT,  BY_RESIDENT_LISTS, BY_WAVES};
  for (int k = 0; k < FLOW_DESIGNS; k++) {
    const int d = order[k];
    const bool runs = ladder_design_runs(c->run, &flow_designs[d]);
    if (!runs && d != BY_MPM_LISTS) continue;
    TRY(host_driven(d) ? host_driven_measure(c, d) : design_measure(c, device, d));
    if (runs) row_print(c, network, d);
  }
  return OK;
}

/* ---- networks ---- */

static Status networks_make(Case *c, const char *spec) {
  NetworkSpec made;
  if (!network_spec_is(spec)) {
    c->count = 1;
    return network_read(spec, NULL, &c->network[0]);
  }
  TRY(network_spec_read(spec, &made));
  for (; c->count < NETWORKS && c->count < made.count; c->count++)
    TRY(network_generate(&made, c->count, &c->network[c->count]));
  return OK;
}

static Status form_make(Case *c, FlowBatch *device) {
  TRY(flow_host_alloc(c->count, c->network, &c->form));
  for (uint32_t k = 0; k < c->count; k++) flow_host_fill(&c->form, k, &c->network[k]);
  c->want = malloc((c->form.batch.places + 1) * sizeof *c->want);
  c->work = malloc((c->form.batch.places + 1) * sizeof *c->work);
  if (!c->want || !c->work)
    FAIL(ERR_MEMORY, "no memory for %u networks of %u arcs", c->count, c->network[0].arcs);
  return c->ops ? flow_device_make(c->run->be, &c->form.batch, device) : OK;
}

static void case_free(Case *c, FlowBatch *device) {
  for (uint32_t k = 0; k < NETWORKS; k++) network_free(&c->network[k]);
  flow_host_free(&c->form);
  if (c->ops) flow_device_free(c->run->be, device);
  free(c->want);
  free(c->work);
}

static Status spec_measure(const LadderRun *run, Backend *host, const char *spec, uint32_t degree) {
  Case c = {.run = run, .ops = run->designs ? run->designs->phases : NULL, .host = host, .degree = degree};
  FlowBatch device = {.count = 0};
  Status status = networks_make(&c, spec);
  if (status == OK) status = form_make(&c, &device);
  if (status == OK) {
    printf("\n%s: %u vertices, %u arcs%s\n", text_line(spec), c.network[0].vertices, c.network[0].arcs,
           degree ? "; n: the degree" : "");
    ladder_table_heading(&run->table);
    status = designs_measure(&c, &device, spec);
  }
  case_free(&c, &device);
  return status;
}

/* ---- series ---- */

static Status random_measure(const LadderRun *run, Backend *host, int32_t n, int degree, bool by_degree) {
  char spec[SPEC_MAX];
  snprintf(spec, sizeof spec, "random:n=%d,degree=%d,count=%d,seed=%llu", n, degree, by_degree ? 1 : NETWORKS,
           (unsigned long long)run->settings->seed);
  return spec_measure(run, host, spec, by_degree ? (uint32_t)degree : 0);
}

/* Deep ones, which take many iterations: of 2,048 and 1,026 vertices, or fewer if n is less. */
static Status deep_measure(const LadderRun *run, Backend *host, int32_t n) {
  char spec[SPEC_MAX];
  int a = 8, rows = 32;
  while (a > 2 && 4 * a * a * a > n) a--;
  while (rows > 4 && rows * rows > n) rows--;
  snprintf(spec, sizeof spec, "genrmf:a=%d,b=%d,seed=%llu", a, 4 * a,
           (unsigned long long)run->settings->seed);
  TRY(spec_measure(run, host, spec, 0));
  snprintf(spec, sizeof spec, "rlg:rows=%d,levels=%d,seed=%llu", rows, rows,
           (unsigned long long)run->settings->seed);
  return spec_measure(run, host, spec, 0);
}

/* Random networks by vertices and by degree; and deep ones, which the publication has not. */
static Status series_measure(const LadderRun *run, Backend *host) {
  static const int degrees[] = {6, 12, 25, 50, 100, 200};
  LadderSizes sizes;
  TRY(ladder_sizes_parse(run->settings->sizes, &sizes));
  for (int s = 0; s < sizes.count; s++) TRY(random_measure(run, host, sizes.n[s], DEGREE, false));
  const int32_t n = sizes.largest < SERIES_MOST ? sizes.largest : SERIES_MOST;
  for (size_t d = 0; d < sizeof degrees / sizeof *degrees; d++)
    if (degrees[d] < n) TRY(random_measure(run, host, n, degrees[d], true));
  return deep_measure(run, host, n);
}

static Status networks_measure(const LadderRun *run, Backend *host) {
  const char *at = run->settings->instance;
  char spec[SPEC_MAX];
  ladder_legend(run);
  if (!*at) return series_measure(run, host);
  while (ladder_specs_next(&at, spec)) TRY(spec_measure(run, host, spec, 0));
  return OK;
}

static Status flow_measure(const LadderRun *run) {
  Backend host = {.ops = &backend_cpu};
  TRY(backend_cpu.open(&host, 0, run->be->threads));
  const Status status = networks_measure(run, &host);
  host.ops->close(&host);
  return status;
}

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("runs of a design and a row, at most 25 of a network and at least one, in seconds; 0: 0.5"),
    LADDER_BACKEND,
    LADDER_THREADS,
    {"sizes", KIND_LIST, OPTION_FIELD(LadderSettings, sizes), "10000,50000,100000", .argument = "N,N,...",
     .least = "16", .most = "10000000",
     .help = "vertices of random networks; the series by degree has the largest, at most 100000"},
    LADDER_INSTANCE("NETWORK,...", "measure these networks, files or generators, instead"),
    LADDER_DESIGNS,
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_flow = {
    .name = "flow",
    .summary = "published maximum flows by minimum potentials, times by part, by vertices and by degree",
    .help = "Of each size five random networks of degree 12, then one of each degree from 6 to 200, then two "
            "deep "
            "networks. Parts of a phase are layers, prune, least, and push/pull.\n"
            "  cordee-ladder flow --sizes 2000 --csv flow.csv\n"
            "  cordee-ladder flow --instance genrmf:a=6,b=20,rlg:rows=20,levels=20\n",
    .options = options,
    .designs = flow_designs,
    .columns = flow_columns,
    .needs = LADDER_OF_BOTH,
    .mark = "design,n,",
    .run = flow_measure};
