/* `cordee generate KIND`: a seeded instance as a TSPLIB file or an ETC matrix. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "../io/etc.h"
#include "../io/generate.h"
#include "../io/generate_etc.h"
#include "../io/output.h"
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

/* A failure to write is the stream's, too: output_write tells it, with the name of the file. */
static void instance_print(FILE *out, const void *what) {
  const Instance *inst = what;
  const Status status = inst->problem == PROBLEM_MATCHING ? etc_write(out, inst) : tsplib_write(out, inst);
  const int error = errno;
  if (status == ERR_IO) status_clear();
  errno = error;
}

static Status instance_generate(int argc, char **argv) {
  Options options;
  Instance *inst = NULL;
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_GENERATE, argc, argv, 1, &first));
  const char *place = options.out[0] ? options.out : "-";
  TRY(output_reserve(place));
  TRY(instance_make(&options, argv[first], &inst));
  Status status = output_write(place, instance_print, inst);
  instance_free(inst);
  return status;
}

Status command_generate(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  return comm_agree(comm, comm->rank == 0 ? instance_generate(argc, argv) : OK);
}
