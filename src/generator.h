/* Generators: the seeded instances that a problem can make, for `cordee generate KIND`. A problem owns its kinds, their settings and
 * the options of these (Problem.generators); the command line, the help and the tables of docs/reference.md are made from them.
 * Local, host only. */
#ifndef CORDEE_GENERATOR_H
#define CORDEE_GENERATOR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "instance.h"
#include "option_row.h"
#include "page.h"

#ifdef __cplusplus
extern "C" {
#endif

struct Problem;

typedef struct GeneratorName {
  const char *name, *help;
} GeneratorName;

typedef struct Generators {   /* of one problem */
  const GeneratorName *kinds; /* ended by a NULL name; no two problems have a kind of one name */
  /* Rows of the settings, ended by a NULL name: counts, reals and choices. Two problems may have rows of one name. */
  const OptionRow *options;
  size_t bytes; /* of the settings; standards of the rows fill them in */
  /* An instance of that kind. *out is owned by the caller. ERR_USAGE, ERR_MEMORY. */
  Status (*make)(const void *settings, uint64_t seed, const char *kind, Instance **out);
  /* Is it the name of a known instance, one that tells all settings and the seed? It is a kind of its own, then: make takes it and
   * looks at no more than the name. NULL: there are none. */
  bool (*named)(const char *kind);
  const char *named_help; /* such names, for people: "the name of a DIMACS instance such as E1k.0" */
} Generators;

/* The problem that makes instances of that kind, or of that name; NULL: none does. */
const struct Problem *generators_find(const char *kind);
/* "uniform, clustered, ..., or the name of ...", of all problems. */
void generators_list(char *text, size_t size);
/* All kinds on a page of the help. */
void generators_help(const Page *page);

#ifdef __cplusplus
}
#endif
#endif
