/* Maximum flows of networks: see flow.h. Every flow is proved by a certificate when it is made (flow_run.c); `check` computes it again from the
 * sink to the source. */
#include "flow.h"

#include <inttypes.h>
#include <stdlib.h>
#include "cost.h"
#include "flow_parts.h"
#include "push_relabel.h"
#include "text.h"

static const Column columns[] = {
    [FLOW_VERTICES] = {"vertices", DTYPE_U32, "with those that join several sources or sinks"},
    [FLOW_ARCS] = {"arcs", DTYPE_U32, "likewise"},
    [FLOW_VALUE] = {"value", DTYPE_I64, "of the maximum flow, in units of 10^-decimals"},
    [FLOW_CUT_ARCS] = {"cut_arcs", DTYPE_U32, "of the minimum cut nearest to the sink"},
    [FLOW_SOURCE_SIDE] = {"source_side", DTYPE_U32, "vertices on the source's side of it"},
    [FLOW_METHOD] = {"method", DTYPE_U32, "1: push-relabel, 2: waves, 3: mpm, 4: mpm-active, 5: pseudoflow"},
    [FLOW_LEVELS] = {"depth", DTYPE_U32, "arcs of the longest of all shortest ways to the sink"},
    [FLOW_PHASES] = {"phases", DTYPE_U32, "searches of levels after which something was sent"},
    [FLOW_ROUNDS] = {"rounds", DTYPE_U64,
                     "levels of waves; new labels; mergers of trees; iterations of the least potential"},
    [FLOW_PUSHES] = {"pushes", DTYPE_U64, "arcs along which something was sent"},
    [FLOW_DECIMALS] = {"decimals", DTYPE_U32, "most of any capacity"},
    {NULL, DTYPE_I32, NULL}};

static const char *const neighbours[] = {"4", "8", NULL};

#define PLACE 10
static const OptionRow options[] = {
    {"method", KIND_CHOICE, OPTION_FIELD(FlowSettings, method), "auto", flow_methods, .argument = "NAME",
     .help = "pseudoflow, push-relabel: on the cores of the host; waves: synchronous push-relabel, on the "
             "backend; mpm, "
             "mpm-active: minimum potentials (Malhotra, Kumar, Maheshwari) as published, corrected; auto: "
             "waves, or pseudoflow if the network is deep and narrow",
     .place = PLACE},
    {"cut", KIND_TEXT, OPTION_FIELD(FlowSettings, cut), "", .argument = "FILE",
     .help = "with one network: write the minimum cut to FILE (NAME.h5: HDF5; -: standard output)",
     .place = PLACE},
    {"flow", KIND_TEXT, OPTION_FIELD(FlowSettings, flow), "", .argument = "FILE",
     .help = "with one network: write the flow of its arcs to FILE, as a DIMACS solution (NAME.h5: HDF5; -: "
             "standard output)",
     .place = PLACE},
    {"source", KIND_TEXT, OPTION_FIELD(FlowSettings, source), "", .argument = "VERTEX[,VERTEX...]",
     .help =
         "sources, as the file numbers its vertices, instead of those it names; a Matrix Market file names "
         "none",
     .place = PLACE},
    {"sink", KIND_TEXT, OPTION_FIELD(FlowSettings, sink), "", .argument = "VERTEX[,VERTEX...]",
     .help = "sinks, likewise", .place = PLACE},
    {"undirected", KIND_FLAG, OPTION_FIELD(FlowSettings, undirected),
     .help = "each arc of the file is an edge, whose flow goes either way", .place = PLACE},
    {"smoothness", KIND_COUNT, OPTION_FIELD(FlowSettings, smoothness), "20", .argument = "N", .least = "0",
     .most = "1000000",
     .help = "of an image: what two neighbours with different labels cost, in levels of grey",
     .place = PLACE},
    {"neighbours", KIND_CHOICE, OPTION_FIELD(FlowSettings, neighbours), "4", neighbours, .argument = "N",
     .help = "of a pixel; 8: diagonal ones cost the smoothness over the square root of 2, rounded",
     .place = PLACE},
    {"segmentation", KIND_TEXT, OPTION_FIELD(FlowSettings, segmentation), "", .argument = "FILE",
     .help =
         "with one image: write it with dark pixels black and bright ones white (PGM; -: standard output)",
     .place = PLACE},
    {.name = NULL}};

/* Arcs that go the other way, between source and sink that have changed places, have the same maximum flow. */
static void network_turn(Network *n) {
  uint32_t *const tail = n->tail, source = n->source;
  n->tail = n->head;
  n->head = tail;
  n->source = n->sink;
  n->sink = source;
}

Status flow_check(const Items *items, const Records *records, uint32_t k) {
  char name[FLOW_NAME_MAX];
  Network network;
  FlowHost host = {.count = 0};
  int64_t value = 0;
  if (records->code[k]) return OK;
  Status status = flow_network(items, records->first + k, &network);
  if (status == OK) {
    network_turn(&network);
    status = flow_host_alloc(1, &network, &host);
  }
  if (status == OK) {
    flow_host_fill(&host, 0, &network);
    const FlowView view = flow_view(&host.batch, 0);
    status = push_relabel(&view);
    value = view.answer->value;
  }
  flow_host_free(&host);
  network_free(&network);
  if (status != OK) return status;
  const int64_t found = ((const int64_t *)records->column[FLOW_VALUE])[k];
  if (value == found) return OK;
  flow_name(items, records->first + k, name);
  FAIL(ERR_INTERNAL, "%s: expected the value %lld, found %lld", name, (long long)value, (long long)found);
}

static void flow_print(FILE *out, const Items *items, uint64_t item) {
  char name[FLOW_NAME_MAX];
  if (item == UINT64_MAX) {
    fputs("network,", out);
    return;
  }
  flow_name(items, item, name);
  text_csv(out, name);
  fputc(',', out);
}

#define U32(which) ((const uint32_t *)r->column[which])[0]
#define U64(which) ((const uint64_t *)r->column[which])[0]
static void flow_tell(FILE *out, const Items *items, const Records *r) {
  static const char *const rounds[] = {"",           "new labels", "levels",
                                       "iterations", "iterations", "mergers of trees"};
  char name[FLOW_NAME_MAX], value[COST_TEXT_MAX];
  flow_name(items, 0, name);
  cost_text(((const int64_t *)r->column[FLOW_VALUE])[0], (int32_t)U32(FLOW_DECIMALS), value);
  fprintf(out, "%s: %u vertices, %u arcs\n", text_line(name), U32(FLOW_VERTICES), U32(FLOW_ARCS));
  fprintf(out, "maximum flow %s; the minimum cut has %u arcs and %u vertices on the source's side\n", value,
          U32(FLOW_CUT_ARCS), U32(FLOW_SOURCE_SIDE));
  fprintf(out, "%s (depth %u): %u phases, %" PRIu64 " %s, %" PRIu64 " pushes\n",
          flow_method_name((FlowMethod)U32(FLOW_METHOD)), U32(FLOW_LEVELS), U32(FLOW_PHASES),
          U64(FLOW_ROUNDS), rounds[U32(FLOW_METHOD)], U64(FLOW_PUSHES));
  fprintf(out, "proved: flows within capacities, kept at every vertex, a cut of the same capacity\n");
}

static const EvaluatorCommand command = {
    .arguments = "NETWORK",
    .summary = "maximum flows and minimum cuts of networks",
    .help = "NETWORK is a file in DIMACS format (p max) or a Matrix Market file; a PGM image, whose minimum "
            "cut labels each pixel dark or bright; or genrmf:a=64,b=25,seed=1, "
            "rlg:rows=512,levels=512,seed=1, random:n=1e6,degree=12,terminals=50000,seed=1 or "
            "grid:rows=256,columns=256,seed=1, a random network. Many networks: random:...,count=10000, or "
            "NAME.list with one network per line.\n"
            "The result of one network is printed. The records of many go to one HDF5 file; the same command "
            "resumes a run that was stopped or killed, on any number of ranks. A network that cannot be read "
            "fails alone; the exit code is then 1.\n"
            "Every flow is proved optimal: by the capacities of the arcs, the balance of every vertex, and a "
            "cut of the same capacity.\n"
            "  cordee flow genrmf:a=16,b=16,seed=1 --cut cut.txt --flow flow.txt\n"
            "  cordee flow photo.pgm --smoothness 30 --segmentation cut.pgm\n"
            "  cordee flow roads.mtx --source 1,7 --sink 240\n"
            "  mpirun -n 2 cordee flow random:n=1000,degree=6,terminals=50,count=1000 --out flows.h5\n",
    .out = "keep the records in FILE (default: LIST with .h5 for .list; one network: none)",
    .csv = "when all are there, write the records to FILE (-: standard output)",
    .check = "compute one of N networks again on the host, from the sink; 0: none"};

/* Files of an answer may be another's: they are written again. */
static bool flow_again(const void *settings, const Items *items, uint64_t item) {
  const FlowSettings *const s = settings;
  (void)items;
  (void)item;
  return s->cut[0] || s->flow[0];
}

const Evaluator evaluator_flow = {.name = "flow",
                                  .command = &command,
                                  .item_word = "network",
                                  .items_word = "networks",
                                  .valid_word = "solved",
                                  .columns = columns,
                                  .kernels = FAMILY_BIT(flow),
                                  .options = options,
                                  .settings_bytes = sizeof(FlowSettings),
                                  .alone = flow_alone,
                                  .items = flow_items,
                                  .inputs = 1,
                                  .input = flow_input,
                                  .again = flow_again,
                                  .work = flow_arcs,
                                  .work_most = 5e7,
                                  .work_word = "Garcs/s",
                                  .run = flow_run,
                                  .check = flow_check,
                                  .print = flow_print,
                                  .tell = flow_tell};
