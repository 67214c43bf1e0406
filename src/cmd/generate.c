/* `cordee generate KIND`: a seeded instance as a TSPLIB file or an ETC matrix. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "../io/etc.h"
#include "../io/generate.h"
#include "../io/generate_etc.h"
#include "../io/tsplib.h"
#include "command.h"

static Status count_check(const char *option, uint64_t count) {
  if (count >= 1 && count <= INT32_MAX) return OK;
  FAIL(ERR_USAGE, "--%s: expected 1 to %d, found %llu", option, INT32_MAX, (unsigned long long)count);
}

static Status matching_make(const Options *options, const EtcGenerator *kind, Instance **out) {
  TRY(count_check("tasks", options->tasks));
  TRY(count_check("machines", options->machines));
  const EtcPlan plan = {.tasks = (int32_t)options->tasks,
                        .machines = (int32_t)options->machines,
                        .seed = options->seed,
                        .task = (Heterogeneity)options->task_heterogeneity,
                        .machine = (Heterogeneity)options->machine_heterogeneity,
                        .consistency = (Consistency)options->consistency};
  return kind->make(&plan, out);
}

/* KIND with its options, or a DIMACS name that tells cities and seed. */
static Status instance_make(const Options *options, const char *kind, Instance **out) {
  for (const EtcGenerator *k = etc_generators; k->name; k++)
    if (strcmp(k->name, kind) == 0) return matching_make(options, k, out);
  for (const GeneratorKind *k = generator_kinds; k->name; k++)
    if (strcmp(k->name, kind) == 0) {
      TRY(count_check("cities", options->cities));
      return k->make((int32_t)options->cities, options->seed, out);
    }
  const GeneratorKind *named;
  int32_t n;
  uint64_t seed;
  TRY(dimacs_name_parse(kind, &named, &n, &seed));
  return named->make(n, seed, out);
}

static Status instance_print(FILE *out, const Instance *inst) {
  return inst->problem == PROBLEM_MATCHING ? etc_write(out, inst) : tsplib_write(out, inst);
}

static Status instance_write(const char *path, const Instance *inst) {
  if (!path[0]) return instance_print(stdout, inst);
  FILE *out = fopen(path, "w");
  if (!out) FAIL(ERR_IO, "%s: cannot write: %s", path, strerror(errno));
  Status status = instance_print(out, inst);
  if (fclose(out) != 0 && status == OK) return status_fail(ERR_IO, "%s: cannot write: %s", path, strerror(errno));
  return status;
}

static Status instance_generate(int argc, char **argv) {
  Options options;
  Instance *inst = NULL;
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_GENERATE, argc, argv, 1, &first));
  TRY(instance_make(&options, argv[first], &inst));
  Status status = instance_write(options.out, inst);
  instance_free(inst);
  return status;
}

Status command_generate(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  return comm_agree(comm, comm->rank == 0 ? instance_generate(argc, argv) : OK);
}
