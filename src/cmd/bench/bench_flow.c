/* `cordee bench flow`: maximum flows a second by waves, of networks that lie on the backend, and by push-relabel on one of the host's cores. A row takes
 * --time, half a second if it is 0, or one run. */
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "clock.h"
#include "evaluator/flow/flow_parts.h"
#include "evaluator/flow/push_relabel.h"
#include "mpi/bind.h"
#include "text.h"
#include "bench.h"

typedef struct Case {
  const char *spec;
  uint32_t few; /* networks on the CPU; 0: those of spec */
} Case;

static const Case cases[] = {{"random:n=1000,degree=6,terminals=50,count=10000", 500},
                             {"random:n=1000,degree=6,count=10000", 500},
                             {"random:n=200,degree=6,terminals=10,count=50000", 2000},
                             {"random:n=1e5,degree=12", 0},
                             {"random:n=1e5,degree=12,terminals=5000", 0},
                             {"random:n=1e6,degree=12", 0},
                             {"random:n=1e6,degree=12,terminals=50000", 0},
                             {"genrmf:a=64,b=25", 0},
                             {"genrmf:a=16,b=400", 0},
                             {"rlg:rows=512,levels=512", 0}};

typedef struct Sample { /* networks of a case */
  uint32_t count;
  Network *network;
  FlowHost host, other; /* answers of waves; of push-relabel */
  FlowBatch device;
  double waves_s, host_s; /* of all */
  FlowChoice choice;      /* of the first */
} Sample;

static void sample_free(Backend *be, Sample *s) {
  for (uint32_t k = 0; k < s->count; k++) network_free(&s->network[k]);
  flow_host_free(&s->host);
  flow_host_free(&s->other);
  flow_device_free(be, &s->device);
  free(s->network);
}

static Status networks_make(const Backend *be, const NetworkSpec *spec, Sample *s) {
  Status failed = OK;
#pragma omp parallel for num_threads(be->threads) schedule(dynamic, 1)
  for (uint32_t k = 0; k < s->count; k++) {
    const Status status = network_generate(spec, k, &s->network[k]);
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
  }
  return failed;
}

static Status sample_make(Backend *be, const Case *c, Sample *s) {
  NetworkSpec spec = {.count = 1};
  const bool file = !network_spec_is(c->spec);
  if (!file) TRY(network_spec_read(c->spec, &spec));
  const uint32_t count = be->ops->room || !c->few ? (uint32_t)spec.count : c->few;
  s->network = calloc(count, sizeof *s->network);
  s->count = count;
  if (!s->network) FAIL(ERR_MEMORY, "no memory for %u networks", count);
  TRY(file ? network_read(c->spec, NULL, s->network) : networks_make(be, &spec, s));
  TRY(flow_host_alloc(s->count, s->network, &s->host));
  TRY(flow_host_alloc(s->count, s->network, &s->other));
#pragma omp parallel for num_threads(be->threads) schedule(dynamic, 1)
  for (uint32_t k = 0; k < count; k++) {
    flow_host_fill(&s->host, k, &s->network[k]);
    flow_host_fill(&s->other, k, &s->network[k]);
  }
  const FlowView first = flow_view(&s->host.batch, 0);
  TRY(flow_choose(&first, FLOW_AUTO, &s->choice));
  return flow_device_make(be, &s->host.batch, &s->device);
}

/* The best of the runs that least_s holds. */
static Status waves_time(Backend *be, double least_s, Sample *s) {
  FlowAnswer last;
  s->waves_s = 1e300;
  for (double all = 0, one; all < least_s; all += one) {
    TRY(flow_device_reset(be, &s->other.batch, &s->device));
    const double began = clock_s();
    TRY(be->ops->flow->waves(be, &s->device));
    TRY(be->ops->download(be, &last, s->device.answer, sizeof last));
    one = clock_s() - began;
    if (one < s->waves_s) s->waves_s = one;
  }
  return flow_device_fetch(be, &s->device, &s->host.batch);
}

static Status host_time(double least_s, Sample *s) {
  uint32_t done = 0;
  const double began = clock_s();
  for (; done < s->count && (done == 0 || clock_s() - began < least_s); done++) {
    const FlowView view = flow_view(&s->other.batch, done);
    TRY(push_relabel(&view));
    const FlowAnswer *const a = view.answer, *const b = &s->host.batch.answer[done];
    if (a->value != b->value || a->sink_side != b->sink_side)
      FAIL(ERR_INTERNAL, "network %u: waves and push-relabel differ", done);
  }
  s->host_s = (clock_s() - began) * s->count / done;
  return OK;
}

static Status case_measure(Backend *be, const Case *c, double least_s) {
  Sample s = {.count = 0};
  Status status = sample_make(be, c, &s);
  if (status == OK) status = waves_time(be, least_s, &s);
  if (status == OK) status = host_time(least_s, &s);
  if (status == OK) {
    const FlowAnswer *const a = s.host.batch.answer;
    c_printf("%-48s %6u %10u %6u %6u %7llu %10.6f %10.4g %10.6f %10.4g  %s\n", c->spec, s.count,
             s.network[0].arcs, s.choice.depth, a->phases, (unsigned long long)a->rounds, s.waves_s,
             s.count / s.waves_s, s.host_s, s.count / s.host_s, flow_method_name(s.choice.method));
    fflush(stdout);
  }
  sample_free(be, &s);
  return status;
}

static Status cases_measure(const Options *options, Backend *be) {
  Description about;
  Status status = be->ops->flow->describe(be, &about);
  if (status != OK) return status;
  printf("%s: %s\n%s; push-relabel on one core of the host; phases and rounds of the first network\n%-48s "
         "%6s %10s %6s %6s %7s %10s %10s %10s %10s  %s\n",
         be->ops->name, text_line(be->device_name), about.shape, "networks", "count", "arcs", "depth",
         "phases", "rounds", "waves s", "networks/s", "host s", "networks/s", "auto");
  const double least_s = options->time_s > 0 ? options->time_s : 0.5;
  const Case given = {options->instance, 0};
  if (options->instance[0]) return case_measure(be, &given, least_s);
  for (size_t k = 0; k < sizeof cases / sizeof *cases && status == OK; k++)
    status = case_measure(be, &cases[k], least_s);
  return status;
}

Status command_bench_flow(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  Options options;
  Backend be;
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_FLOWS, argc, argv, 0, &first));
  if (comm->size > 1) FAIL(ERR_USAGE, "bench flow: expected one rank, found %d", comm->size);
  TRY(rank_bind(comm, option_backends[options.backend], (int)options.threads, &be));
  const Status status = cases_measure(&options, &be);
  be.ops->close(&be);
  return status;
}
