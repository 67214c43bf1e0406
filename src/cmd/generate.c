/* `cordee generate KIND`: a seeded instance as a file of its problem. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "problem.h"
#include "problem/instance_file.h"
#include "suggest.h"
#include "io/output.h"
#include "command.h"

static Status settings_make(const Options *options, const Problem *problem, const char *kind, void **out) {
  TRY(options_belong_kind(options, kind));
  if (problem->generators->named && problem->generators->named(kind) && options_given(options, "seed"))
    FAIL(ERR_USAGE, "--seed: the name %s tells the seed: drop it", kind);
  *out = calloc(1, problem->generators->bytes);
  if (!*out) FAIL(ERR_MEMORY, "no memory for the settings of a generator");
  options_generator(options, problem->generators, *out);
  return OK;
}

static const char *kind_near(const char *kind, char text[SUGGEST_TEXT_MAX]) {
  Suggestion near = suggest_begin(kind);
  for (int p = 0; problems[p]; p++)
    for (const GeneratorName *k = problems[p]->generators ? problems[p]->generators->kinds : NULL;
         k && k->name; k++)
      suggest_offer(&near, k->name);
  return suggest_text(&near, "", text);
}

static Status instance_make(const Options *options, const char *kind, Instance **out) {
  const Problem *problem = generators_find(kind);
  char kinds[1024], near[SUGGEST_TEXT_MAX];
  void *settings;
  generators_list(kinds, sizeof kinds);
  if (!problem) FAIL(ERR_USAGE, "KIND: expected %s, found '%s'%s", kinds, kind, kind_near(kind, near));
  TRY(settings_make(options, problem, kind, &settings));
  const Status status = problem->generators->make(settings, options->seed, kind, out);
  free(settings);
  return status;
}

/* A failure to write is the stream's, too: output_write tells it, with the name of the file. */
static void instance_print(FILE *out, const void *what) {
  const Instance *inst = what;
  const Status status = inst->problem->write(out, inst);
  const int error = errno;
  if (status == ERR_IO) status_clear();
  errno = error;
}

/* What was generated alone is replaced; where files of the problem do not say so, its instances. */
static Status replace_check(const char *place, const Instance *inst) {
  static const char mark[] = "(cordee generate)";
  const bool told = strstr(inst->comment, mark) != NULL;
  if (!told && instance_probe(place) == inst->problem) return OK;
  return output_may_replace(place, "a generated instance", (const char *const[]){told ? mark : NULL, NULL});
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
  if (status == OK) status = replace_check(place, inst);
  if (status == OK) status = output_write(place, instance_print, inst);
  instance_free(inst);
  return status;
}

Status command_generate(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  return comm_agree(comm, comm->rank == 0 ? instance_generate(argc, argv) : OK);
}
