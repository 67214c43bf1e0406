/* `cordee generate KIND`: a seeded instance as a TSPLIB file or an ETC matrix. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "halt.h"
#include "problem.h"
#include "problem/tsp/generate.h"
#include "problem/matching/generate_etc.h"
#include "io/output.h"
#include "command.h"

static Status matching_make(const Options *options, const EtcGenerator *kind, Instance **out) {
  const EtcPlan plan = {.tasks = (int32_t)options->tasks,
                        .machines = (int32_t)options->machines,
                        .seed = options->seed,
                        .task = (Heterogeneity)options->task_heterogeneity,
                        .machine = (Heterogeneity)options->machine_heterogeneity,
                        .consistency = (Consistency)options->consistency};
  return kind->make(&plan, out);
}

static const EtcGenerator *matching_kind(const char *kind) {
  const EtcGenerator *k = etc_generators;
  while (k->name && strcmp(k->name, kind) != 0) k++;
  return k->name ? k : NULL;
}

static const GeneratorKind *cities_kind(const char *kind) {
  const GeneratorKind *k = generator_kinds;
  while (k->name && strcmp(k->name, kind) != 0) k++;
  return k->name ? k : NULL;
}

/* A DIMACS name tells cities and seed. */
static Status named_make(const Options *options, const char *name, Instance **out) {
  const GeneratorKind *kind;
  int32_t n;
  uint64_t seed;
  TRY(dimacs_name_parse(name, &kind, &n, &seed));
  TRY(options_belong_kind(options, name));
  if (options_given(options, "seed")) FAIL(ERR_USAGE, "--seed: the name %s tells the seed: drop it", name);
  return generator_make(kind, options->generator_version, n, seed, out);
}

static Status instance_make(const Options *options, const char *kind, Instance **out) {
  const EtcGenerator *matching = matching_kind(kind);
  const GeneratorKind *cities = cities_kind(kind);
  if (!matching && !cities) return named_make(options, kind, out);
  TRY(options_belong_kind(options, kind));
  return matching ? matching_make(options, matching, out)
                  : generator_make(cities, options->generator_version, (int32_t)options->cities,
                                   options->seed, out);
}

/* A failure to write is the stream's, too: output_write tells it, with the name of the file. */
static void instance_print(FILE *out, const void *what) {
  const Instance *inst = what;
  const Status status = inst->problem->write(out, inst);
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
  Status status = halt_after("the making of the instance");
  if (status == OK) status = output_write(place, instance_print, inst);
  instance_free(inst);
  return status;
}

Status command_generate(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  return comm_agree(comm, comm->rank == 0 ? instance_generate(argc, argv) : OK);
}
