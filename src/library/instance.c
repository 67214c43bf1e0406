/* Instances of files and of arrays. Rank 0 makes them, the others get copies. See cordee.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fleet.h"
#include "handle.h"
#include "mpi/collect.h"
#include "problem/cvrp/files/vrp_files.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "problem/matching/etc.h"
#include "problem/routes/routes.h"
#include "problem/tsp/files/tsp_files.h"
#include "run/provenance.h"
#include "run/run.h"

/* What an instance is made of, on rank 0. */
typedef struct Source {
  const char *path; /* of a file; NULL: arrays */
  const char *name; /* of arrays */
  const struct Problem *problem;
  const char *metric;
  int32_t n, machines, decimals;
  const double *x, *y, *z;
  MatrixGiven matrix;
  const int64_t *times;
  const cordee_routing *routing;
  const cordee_fleet *fleet;
  const char *text; /* of a file in memory, named path; NULL: it is read */
  size_t bytes;
} Source;

typedef Status Make(const Source *source, const void *settings, Instance **out);

static Status cities_make(const Source *s, const void *settings, Instance **out) {
  return tsp_of_cities(s->metric ? s->metric : "EUC_2D", s->n, s->x, s->y, s->z, settings, out);
}

static Status matrix_make(const Source *s, const void *settings, Instance **out) {
  return tsp_of_matrix(s->n, s->matrix, settings, out);
}

static Status matching_make(const Source *s, const void *settings, Instance **out) {
  (void)settings;
  return matching_of_times(s->n, s->machines, s->times, s->decimals, out);
}

static Status routes_make(const Source *s, const void *settings, Instance **out) {
  cordee_routing all;
  if (!s->routing) FAIL(ERR_FORMAT, "data: expected a cordee_routing, found NULL");
  TRY(struct_copy("cordee_routing", s->routing, offsetof(cordee_routing, longest), sizeof all, &all));
  const VrpArrays data = {.customers = all.customers,
                          .capacity = all.capacity,
                          .vehicles = all.vehicles,
                          .x = all.x,
                          .y = all.y,
                          .matrix = all.matrix,
                          .demand = all.demand,
                          .ready = all.ready,
                          .due = all.due,
                          .service = all.service,
                          .longest = all.longest,
                          .distances = all.distances,
                          .loads = all.loads,
                          .load_capacity = all.load_capacity};
  return cvrp_of_arrays(&data, settings, out);
}

static Status fleet_make(const Source *s, const void *settings, Instance **out) {
  return fleet_of_arrays(s->fleet, settings, out);
}

/* Options are the problem's alone: those of the search come with it. */
static Status options_check(const Options *options, const struct Problem *problem) {
  const int rows = options_rows();
  for (int row = 0; row < rows; row++)
    if (options->given[row] && !options_row_of_instance(row))
      FAIL(ERR_USAGE, "expected options of %s, found one of the search: it belongs to cordee_solve",
           problem->words.title);
  return options_belong_instance(options, problem);
}

static Status source_read(const Source *source, const InstanceSettings *settings, cordee_instance *self) {
  if (!source->path || !source->path[0]) FAIL(ERR_USAGE, "path: expected a file, found none");
  if (strlen(source->path) >= sizeof self->path)
    FAIL(ERR_USAGE, "path: expected less than %zu bytes", sizeof self->path);
  TEXT_COPY(self->path, source->text ? RUN_IN_MEMORY : source->path);
  if (source->text)
    return instance_text_set(source->path, source->text, source->bytes, settings, &self->inst);
  return instance_read_set(source->path, settings, &self->inst);
}

/* On rank 0. */
static Status source_make(const Source *source, Make *make, cordee_instance *self) {
  InstanceSettings settings;
  options_instance(&self->options, &settings);
  if (!make) {
    TRY(source_read(source, &settings, self));
    return options_check(&self->options, self->inst->problem);
  }
  TEXT_COPY(self->path, RUN_IN_MEMORY);
  TRY(options_check(&self->options, source->problem));
  TRY(make(source, settings.own[problem_index(source->problem)], &self->inst));
  const char *name = source->name && source->name[0] ? source->name : "instance";
  snprintf(self->inst->name, sizeof self->inst->name, "%s", name);
  return OK;
}

static Status instance_make(const Comm *comm, const Source *source, Make *make, const char *const *words,
                            cordee_instance *self) {
  TRY(comm_agree(comm, words_parse("instance", FOR_SOLVE, words, &self->options)));
  TRY(comm_agree(comm, comm->rank == 0 ? source_make(source, make, self) : OK));
  bytes_bcast(comm, self->path, sizeof self->path, 0);
  return instance_bcast(comm, &self->inst);
}

/* make NULL: of a file. */
static int instance_call(cordee *c, const Source *source, Make *make, const char *const *words,
                         cordee_instance **out) {
  Status status = call_begin(c);
  if (status != OK) return (int)status;
  status = words_same(&c->comm, "an instance", words, 0);
  if (status != OK) return call_end(c, status);
  cordee_instance *self = out ? calloc(1, sizeof *self) : NULL;
  if (!out) status = status_fail(ERR_USAGE, "out: expected a place for the instance, found NULL");
  if (out && !self) status = status_fail(ERR_MEMORY, "no memory for an instance");
  status = comm_agree(&c->comm, status);
  if (status == OK) status = instance_make(&c->comm, source, make, words, self);
  if (status == OK)
    *out = self;
  else
    cordee_instance_free(self);
  return call_end(c, status);
}

int cordee_read(cordee *c, const char *path, const char *const *options, cordee_instance **out) {
  return instance_call(c, &(Source){.path = path}, NULL, options, out);
}

int cordee_read_text(cordee *c, const char *path, const char *text, size_t bytes, const char *const *options,
                     cordee_instance **out) {
  const Source source = {.path = path, .text = text ? text : "", .bytes = text ? bytes : 0};
  return instance_call(c, &source, NULL, options, out);
}

int cordee_tsp_cities(cordee *c, const char *name, const char *metric, int32_t n, const double *x,
                      const double *y, const double *z, const char *const *options, cordee_instance **out) {
  const Source source = {
      .name = name, .problem = &problem_tsp, .metric = metric, .n = n, .x = x, .y = y, .z = z};
  return instance_call(c, &source, cities_make, options, out);
}

int cordee_tsp_matrix(cordee *c, const char *name, int32_t n, const int32_t *matrix,
                      const char *const *options, cordee_instance **out) {
  const Source source = {.name = name, .problem = &problem_tsp, .n = n, .matrix = {matrix, NULL}};
  return instance_call(c, &source, matrix_make, options, out);
}

int cordee_tsp_distances(cordee *c, const char *name, int32_t n, const double *matrix,
                         const char *const *options, cordee_instance **out) {
  const Source source = {.name = name, .problem = &problem_tsp, .n = n, .matrix = {NULL, matrix}};
  return instance_call(c, &source, matrix_make, options, out);
}

int cordee_cvrp(cordee *c, const char *name, const cordee_routing *data, const char *const *options,
                cordee_instance **out) {
  const Source source = {.name = name, .problem = &problem_cvrp, .routing = data};
  return instance_call(c, &source, routes_make, options, out);
}

int cordee_routes(cordee *c, const char *name, const cordee_fleet *data, const char *const *options,
                  cordee_instance **out) {
  const Source source = {.name = name, .problem = &problem_routes, .fleet = data};
  return instance_call(c, &source, fleet_make, options, out);
}

int cordee_matching(cordee *c, const char *name, int32_t tasks, int32_t machines, const int64_t *times,
                    int32_t decimals, const char *const *options, cordee_instance **out) {
  const Source source = {.name = name,
                         .problem = &problem_matching,
                         .n = tasks,
                         .machines = machines,
                         .times = times,
                         .decimals = decimals};
  return instance_call(c, &source, matching_make, options, out);
}

void cordee_instance_free(cordee_instance *instance) {
  if (!instance) return;
  instance_free(instance->inst);
  free(instance);
}

const char *cordee_instance_name(const cordee_instance *instance) { return instance->inst->name; }
int32_t cordee_instance_size(const cordee_instance *instance) { return instance->inst->n; }
size_t cordee_instance_genes(const cordee_instance *instance) { return instance_genes(instance->inst); }
int32_t cordee_instance_decimals(const cordee_instance *instance) { return instance->inst->decimals; }
const char *cordee_instance_warning(const cordee_instance *instance) { return instance->inst->warning; }
const char *cordee_instance_remark(const cordee_instance *instance) { return instance->inst->remark; }
uint64_t cordee_instance_digest(const cordee_instance *instance) { return instance->inst->digest; }

int cordee_judge(cordee *c, const cordee_instance *instance, const int32_t *solution, int64_t *cost) {
  Status status = call_begin(c);
  if (status != OK) return (int)status;
  if (!instance || !solution || !cost)
    status = status_fail(ERR_USAGE, "expected an instance, a solution and a place for its cost, found NULL");
  if (status == OK) status = judge_solution(instance->inst, solution, cost);
  return call_end(c, status);
}
