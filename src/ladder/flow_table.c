/* The texts of the ladder of maximum flow: designs, published figures, columns. See flow_table.h. */
#include "flow_table.h"

#include <math.h>
#include <stdio.h>

#define SOLOMON "Solomon 2012"
#define GTX     "GTX 260", "2012"
/* Tables 5.1 to 5.3. The text does not say of which version the shares are. */
static const LadderFigure host[] = {{"speed-up", "", "6.5", GTX}, {.value = NULL}};
static const LadderFigure host_lists[] = {
    {"speed-up", "", "9.5", GTX},          {"layers, share", "", "30", GTX},
    {"prune, share", "", "51", GTX},       {"push/pull, share", "", "19", GTX},
    {"layers, speed-up", "", "18", GTX},   {"prune, speed-up", "", "9", GTX},
    {"push/pull, speed-up", "", "3", GTX}, {"prune, saved", "", "61.0", GTX},
    {"push/pull, saved", "", "56.5", GTX}, {.value = NULL}};
/* By others (push-relabel), whom the thesis quotes; by degree. */
static const LadderFigure waves[] = {{"at 100000 vertices", "100", "808", "GTX 280", "before 2012"},
                                     {"at 100000 vertices", "200", "2976", "GTX 280", "before 2012"},
                                     {.value = NULL}};

const LadderDesign flow_designs[FLOW_DESIGNS + 1] = {
    [BY_MPM] = {"mpm", "", "minimum potentials on one core, all vertices in every step", NULL, LADDER_CPU},
    [BY_MPM_LISTS] = {"mpm-active", "", "the same with lists, to which speed-ups refer", NULL, LADDER_CPU},
    [BY_CORES] = {"cores", "", "the same on all cores, a network each, time / networks", NULL, LADDER_CPU},
    [BY_PUSH_RELABEL] = {"push-relabel", "", "on one core", NULL, LADDER_CPU},
    [BY_HOST] = {"mpm-host", SOLOMON, "a launch a step, a thread a vertex, an answer of four bytes", host,
                 LADDER_GPU},
    [BY_HOST_LISTS] = {"mpm-host-active", SOLOMON,
                       "lists of active vertices by flags, a scan and a kernel, in prune and push/pull",
                       host_lists, LADDER_GPU},
    [BY_RESIDENT] = {"mpm-resident", "", "--method mpm on the GPU: a phase without the host", NULL,
                     LADDER_GPU},
    [BY_RESIDENT_LISTS] = {"mpm-resident-active", "", "--method mpm-active on the GPU", NULL, LADDER_GPU},
    [BY_WAVES] = {"ours", "", "--method waves on the GPU", waves, LADDER_GPU},
    {.name = NULL}};

const LadderColumn flow_columns[] = {{"network", NULL, 0},
                                     {"runs", "runs", 5},
                                     {"phases", "phases", 6},
                                     {"iterations", "iterations", 10},
                                     {"over_mpm", "over mpm", 9},
                                     {"over_push_relabel", "over p-r", 9},
                                     {.key = NULL}};

static const char *const parts[] = {
    [PHASE_LAYERS] = "layers", [PHASE_PRUNE] = "prune", [PHASE_LEAST] = "least", [PHASE_SEND] = "push/pull"};

static double mean_of(const FlowSum *sum) { return sum->runs ? sum->seconds / sum->runs : NAN; }
static double part_of(const FlowSum *sum, int part) { return sum->part_s[part] / sum->runs; }

enum { MEASURES_MOST = 20, NAME_MOST = 32 };

typedef struct Measures {
  int count;
  char name[MEASURES_MOST][NAME_MOST];
  LadderMeasure is[MEASURES_MOST + 1];
} Measures;

/* what: "", or after the part's name. */
static void measure_add(Measures *m, const char *part, const char *what, const char *unit, double ours) {
  char *const name = m->name[m->count];
  if (isnan(ours)) return;
  snprintf(name, NAME_MOST, "%s%s", part, what);
  m->is[m->count++] = (LadderMeasure){name, unit, ours};
  m->is[m->count].name = NULL;
}

/* Of tables 5.1 to 5.3: shares, speed-ups and what lists save, by part. */
static void lists_measures(Measures *m, const FlowRow *row) {
  const FlowSum *const own = &row->sum[BY_HOST_LISTS], *const core = &row->sum[BY_MPM_LISTS],
                       *const base = &row->sum[BY_HOST];
  double all = 0;
  for (int p = 0; p < PHASE_PARTS; p++) all += part_of(own, p);
  for (int p = 0; p < PHASE_PARTS; p++) {
    measure_add(m, parts[p], ", share", "%", 100 * part_of(own, p) / all);
    measure_add(m, parts[p], ", speed-up", "x", part_of(core, p) / part_of(own, p));
    if (base->runs && (p == PHASE_PRUNE || p == PHASE_SEND))
      measure_add(m, parts[p], ", saved", "%", 100 * (1 - part_of(own, p) / part_of(base, p)));
  }
}

void flow_row(const LadderTable *table, int design, const FlowRow *row) {
  const FlowSum *const sum = &row->sum[design];
  const double mean = mean_of(sum), speedup = mean_of(&row->sum[BY_MPM_LISTS]) / mean;
  const bool steps = design != BY_PUSH_RELABEL && design != BY_WAVES; /* whose phases are others */
  const LadderCell cells[] = {LADDER_TEXT(row->network),
                              LADDER_NUMBER(sum->runs),
                              LADDER_NUMBER(steps ? row->phases : NAN),
                              LADDER_NUMBER(steps ? (double)row->iterations : NAN),
                              LADDER_NUMBER(speedup),
                              LADDER_NUMBER(mean_of(&row->sum[BY_PUSH_RELABEL]) / mean)};
  const char *const series = row->degree ? " by degree" : "";
  Measures m = {.count = 0};
  char name[NAME_MOST] = "flow";
  if (row->degree) snprintf(name, sizeof name, "at %u vertices", row->vertices);
  measure_add(&m, name, "", "ms", 1e3 * mean);
  if (design != BY_MPM_LISTS) measure_add(&m, "speed-up", series, "x", speedup);
  for (int p = 0; p < PHASE_PARTS; p++)
    if (sum->part_s[PHASE_LAYERS] > 0) measure_add(&m, parts[p], series, "ms", 1e3 * part_of(sum, p));
  if (design == BY_HOST_LISTS && !row->degree) lists_measures(&m, row);
  ladder_table_row(table, &flow_designs[design], row->degree ? row->degree : row->vertices, cells, m.is);
}
