/* The travelling salesman problem's row of the registry: see tsp.h. */
#include <stdlib.h>
#include "option_row.h"
#include "problem/tsp/bounds/tsp_bounds.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/tsp/generators/tsp_generate.h"
#include "status.h"
#include "tsp.h"
#include "tsp_options.h"

/* ---- kinds of generated instances ---- */

/* What `cordee generate` can make of TSPLIB instances: kinds, settings, names. See tsp_generate.h. */

typedef struct Settings {
  uint32_t cities, version;
} Settings;

static const GeneratorName kinds[] = {
    {"uniform", "cities anywhere in a square of side 10^6"},
    {"clustered", "n / 100 normal clusters in the same square"},
    {"dimacs-e", "uniform, as the E instances of the DIMACS challenge"},
    {"dimacs-c", "clustered, as its C instances; 100 cities at least"},
    {"amat", "directed: independent random arcs"},
    {"tmat", "directed: shortest paths among those of amat"},
    {"shop", "directed: tasks of a no-wait flow shop of 50 machines"},
    {"super", "directed: strings of 20 bits, overlapping in a superstring"},
    {"crane", "directed: loads of a stacker crane"},
    {"disk", "directed: files on a disk"},
    {"coin", "directed: pay phones in streets without U-turns"},
    {"stilt", "directed: drills on a tilted plane, both motors at once"},
    {"rtilt", "directed: the same, one motor after the other"},
    {"rect", "the same without a tilt (symmetric, MAN_2D)"},
    {.name = NULL},
};

#define FIELD(member) OPTION_FIELD(Settings, member)
static const OptionRow rows[] = {
    {"cities", KIND_COUNT, FIELD(cities), "1000", .argument = "N", .least = "1", .most = "2147483647",
     .help = "number of cities"},
    {"generator-version", KIND_COUNT, FIELD(version), "0", .argument = "N", .least = "0", .most = "2",
     .help = "version of the kind's generator. 0: the newest; 1: for clustered, the files of earlier "
             "releases, byte for byte, with cities on the border"},
    {.name = NULL}};

static bool is_named(const char *kind) {
  const GeneratorKind *made;
  int32_t n;
  uint64_t seed;
  if (dimacs_name_parse(kind, &made, &n, &seed) == OK) return true;
  status_clear();
  return false;
}

/* A DIMACS name tells cities and seed. */
static Status make(const void *settings, uint64_t seed, const char *kind, Instance **out) {
  const Settings *own = settings;
  const GeneratorKind *made = generator_kind(kind);
  int32_t n = (int32_t)own->cities;
  uint64_t version = made ? own->version : 0;
  if (!made) TRY(dimacs_name_parse(kind, &made, &n, &seed));
  return generator_make(made, version, n, seed, out);
}

const Generators tsp_generators = {.kinds = kinds,
                                   .options = rows,
                                   .bytes = sizeof(Settings),
                                   .make = make,
                                   .named = is_named,
                                   .named_help = "the name of a DIMACS instance such as E1k.0 or C10k.2"};

/* ---- row of the registry ---- */

/* Cities and matrices as CSV, and TSPLIB files. */
static int tsp_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  const int cities = cities_csv_probe(path, head, bytes);
  return cities ? cities : tsplib_probe(path, head, bytes);
}

static void tsp_reject(const char *path, const char *text, size_t bytes, char *why, size_t size) {
  (void)path;
  (void)text;
  (void)bytes;
  snprintf(why, size,
           "no TSPLIB file (no line begins with a keyword such as TYPE and a colon); no table of cities (no "
           "columns x "
           "and y, or lat and lon, in the first line) or of distances (no square of numbers)");
}

static Status tsp_parse(const char *path, const char *text, size_t bytes, const void *settings,
                        Instance **out) {
  Instance *inst = NULL;
  TRY((cities_csv_probe(path, text, bytes) ? cities_csv_parse : tsplib_parse_set)(path, text, bytes, settings,
                                                                                  &inst));
  const Status status = settings ? tsp_settings_apply(path, settings, (TspInstance *)inst) : OK;
  if (status != OK) {
    instance_free(inst);
    return status;
  }
  *out = inst;
  return OK;
}

static Status tsp_arrays_alloc(Instance *inst) {
  TspInstance *tsp = (TspInstance *)inst;
  const size_t n = (size_t)inst->n;
  const bool plane = !metric_has_matrix(tsp->metric);
  tsp->x = plane ? instance_array_alloc(n * sizeof *tsp->x) : NULL;
  tsp->y = plane ? instance_array_alloc(n * sizeof *tsp->y) : NULL;
  tsp->z = metric_has_depth(tsp->metric) ? instance_array_alloc(n * sizeof *tsp->z) : NULL;
  tsp->matrix = plane ? NULL : instance_array_alloc(n * n * sizeof *tsp->matrix);
  const size_t fixed = 2 * (size_t)tsp->fixed_count;
  tsp->fixed = fixed ? malloc(fixed * sizeof *tsp->fixed) : NULL;
  tsp->names = NULL; /* those of another instance */
  tsp->bound = tsp_bound_make();
  if (tsp->bound && (plane ? tsp->x && tsp->y : tsp->matrix != NULL) &&
      (tsp->z || !metric_has_depth(tsp->metric)) && (tsp->fixed || !fixed))
    return OK;
  tsp_bound_free(tsp->bound);
  free(tsp->x);
  free(tsp->y);
  free(tsp->z);
  free(tsp->matrix);
  free(tsp->fixed);
  FAIL(ERR_MEMORY, "no memory for an instance");
}

static void tsp_release(Instance *inst) {
  TspInstance *tsp = (TspInstance *)inst;
  free(tsp->names);
  tsp_bound_free(tsp->bound);
  free(tsp->x);
  free(tsp->y);
  free(tsp->z);
  free(tsp->matrix);
  free(tsp->fixed);
}

static void tsp_arrays(const Instance *inst, InstanceArray arrays[INSTANCE_ARRAYS]) {
  const TspInstance *tsp = tsp_of(inst);
  const size_t n = (size_t)inst->n;
  arrays[0] = (InstanceArray){tsp->x, tsp->x ? n * sizeof *tsp->x : 0};
  arrays[1] = (InstanceArray){tsp->y, tsp->y ? n * sizeof *tsp->y : 0};
  arrays[2] = (InstanceArray){tsp->matrix, tsp->matrix ? n * n * sizeof *tsp->matrix : 0};
  arrays[3] = (InstanceArray){tsp->z, tsp->z ? n * sizeof *tsp->z : 0};
  arrays[4] = (InstanceArray){tsp->fixed, tsp->fixed ? 2 * sizeof *tsp->fixed * (size_t)tsp->fixed_count : 0};
}

static int tsp_head(const Instance *inst, int32_t head[INSTANCE_HEAD_MAX]) {
  const TspInstance *tsp = tsp_of(inst);
  head[0] = 0;
  head[1] = (int32_t)tsp->metric;
  head[2] = inst->n;
  head[3] = tsp->path;
  head[4] = tsp->from;
  head[5] = tsp->to;
  head[6] = tsp->fixed_count;
  head[7] = tsp->missing;
  head[8] = inst->decimals;
  if (inst->decimals) return 9;
  if (tsp->missing) return 8;
  if (tsp_is_constrained(tsp)) return 7;
  return 3;
}

static void tsp_size_text(const Instance *inst, char *text, size_t size) {
  const TspInstance *tsp = tsp_of(inst);
  char fixed[32] = "", decimals[32] = "";
  if (inst->decimals)
    snprintf(decimals, sizeof decimals, ", %d decimal%s", inst->decimals, inst->decimals > 1 ? "s" : "");
  if (tsp->fixed_count)
    snprintf(fixed, sizeof fixed, ", %d fixed edge%s", tsp->fixed_count, tsp->fixed_count > 1 ? "s" : "");
  snprintf(text, size, "%d cities, %s%s%s%s%s%s", inst->n, metric_name(tsp->metric), decimals,
           tsp->metric == METRIC_DIRECTED ? ", directed" : "", tsp->path ? ", a path" : "", fixed,
           tsp->missing ? ", not all edges" : "");
}

static size_t tsp_genes(const Instance *inst) { return (size_t)inst->n; }

static int64_t tsp_cost_unit(const Instance *inst) { return tsp_of(inst)->missing; }

static Status tsp_solution_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  TRY(tour_whole_check(inst, cost));
  return tour_write(path, inst->name, inst->n, gene, cost);
}

static Status tsp_solution_read(const char *path, const Instance *inst, int32_t *gene, char *remark) {
  const TspInstance *tsp = tsp_of(inst);
  const TourShape shape = {.n = inst->n, .path = tsp->path != 0, .directed = tsp->metric == METRIC_DIRECTED};
  TourForm form;
  TRY(tour_read(path, &shape, gene, &form));
  if (tour_form_told(form)) snprintf(remark, INSTANCE_REMARK_MAX, "%s", tour_form_told(form));
  return OK;
}

const Problem problem_tsp = {.name = "tsp",
                             .bytes = sizeof(TspInstance),
                             .words = {"TSP", "a TSPLIB file, or cities as CSV", "cities", "tour",
                                       "instances/uniform-200-1.tsp", 1, "missing edges", "length", ".tour"},
                             .options = tsp_options,
                             .optima_column = tsp_optima_column,
                             .probe = tsp_probe,
                             .reject = tsp_reject,
                             .parse = tsp_parse,
                             .write = tsplib_write,
                             .alloc = tsp_arrays_alloc,
                             .release = tsp_release,
                             .arrays = tsp_arrays,
                             .head = tsp_head,
                             .size_text = tsp_size_text,
                             .advice = tsp_advice,
                             .genes = tsp_genes,
                             .judge = judge_tour,
                             .unrounded = tsp_unrounded,
                             .scattered = tsp_scattered,
                             .bound = tsp_bound,
                             .bound_slow = tsp_bound_slow,
                             .cost_unit = tsp_cost_unit,
                             .cost_unit_told = tsp_cost_unit_told,
                             .solution_write = tsp_solution_write,
                             .solution_read = tsp_solution_read,
                             .solution_marks = (const char *const[]){"TOUR_SECTION", "TYPE : TOUR", NULL},
                             .forms = tour_forms,
                             .generators = &tsp_generators};
