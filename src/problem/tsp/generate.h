/* Seeded instances: `cordee generate`. Host only. */
#ifndef CORDEE_PROBLEM_TSP_GENERATE_H
#define CORDEE_PROBLEM_TSP_GENERATE_H

#include "generator.h"

/* One row a kind; what people read of them is in tsp_generators.c. *out is owned by the caller. A kind that was changed has versions:
 * `make` is the newest; the others stay, so that files of an older one can be made again, bit for bit. */
typedef Status GeneratorMake(int32_t n, uint64_t seed, Instance **out);

enum { GENERATOR_VERSIONS = 2 };

typedef struct GeneratorKind {
  const char *name;
  GeneratorMake *make, *version[GENERATOR_VERSIONS]; /* [v - 1] is version v; NULL: there is none */
} GeneratorKind;

extern const GeneratorKind generator_kinds
    []; /* ended by a NULL name: uniform, clustered, dimacs-e, dimacs-c; those of generate_directed.h */

/* The kind of that name; NULL: there is none. */
const GeneratorKind *generator_kind(const char *name);

/* Version 0: the newest. ERR_USAGE: the kind has no such version, or as make. */
Status generator_make(const GeneratorKind *kind, uint64_t version, int32_t n, uint64_t seed, Instance **out);

/* Size and seed of a DIMACS challenge name such as E1k.0, C10k.2, E1M.0 (Johnson & McGeoch), and its kind.
 * ERR_USAGE if the name is not one. */
Status dimacs_name_parse(const char *name, const GeneratorKind **kind, int32_t *n, uint64_t *seed);

extern const Generators tsp_generators; /* Problem.generators */

#endif
