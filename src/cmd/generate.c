/* `cordee generate KIND`: a seeded instance as a TSPLIB file. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "../io/generate.h"
#include "../io/tsplib.h"
#include "command.h"

/* KIND with --cities and --seed, or a DIMACS name that tells both. */
static Status instance_make(const Options *options, const char *kind, Instance **out) {
  for (const GeneratorKind *k = generator_kinds; k->name; k++)
    if (strcmp(k->name, kind) == 0) {
      if (options->cities < 1 || options->cities > INT32_MAX)
        FAIL(ERR_USAGE, "--cities: expected 1 to %d, found %llu", INT32_MAX, (unsigned long long)options->cities);
      return k->make((int32_t)options->cities, options->seed, out);
    }
  const GeneratorKind *named;
  int32_t n;
  uint64_t seed;
  TRY(dimacs_name_parse(kind, &named, &n, &seed));
  return named->make(n, seed, out);
}

static Status instance_write(const char *path, const Instance *inst) {
  if (!path[0]) return tsplib_write(stdout, inst);
  FILE *out = fopen(path, "w");
  if (!out) FAIL(ERR_IO, "%s: cannot write: %s", path, strerror(errno));
  Status status = tsplib_write(out, inst);
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
