/* Seeded instances: `cordee generate`. Host only. */
#ifndef CORDEE_PROBLEM_TSP_GENERATORS_TSP_GENERATE_H
#define CORDEE_PROBLEM_TSP_GENERATORS_TSP_GENERATE_H

#include "generator.h"
#include "instance.h"

/* ---- empty instance ---- */

/* What the generators (generate.c, generate.c) have in common: an empty EUC_2D instance. */

enum { GENERATE_SIDE = 1000000 }; /* coordinates are 0 .. side - 1 */

/* n cities, coordinates undefined, named; *out owned by the caller. ERR_USAGE (n < 1), ERR_MEMORY. */
Status cities_alloc(int32_t n, const char *name, const char *comment, Instance **out);

/* ---- kinds ---- */

/* Seeded instances: `cordee generate`. */

/* One row a kind; what people read of them is in tsp_problem.c. *out is owned by the caller. A kind that was changed has versions:
 * `make` is the newest; the others stay, so that files of an older one can be made again, bit for bit. */
typedef Status GeneratorMake(int32_t n, uint64_t seed, Instance **out);

enum { GENERATOR_VERSIONS = 2 };

typedef struct GeneratorKind {
  const char *name;
  GeneratorMake *make, *version[GENERATOR_VERSIONS]; /* [v - 1] is version v; NULL: there is none */
} GeneratorKind;

extern const GeneratorKind generator_kinds
    []; /* ended by a NULL name: uniform, clustered, dimacs-e, dimacs-c; those of generate_directed.c */

/* The kind of that name; NULL: there is none. */
const GeneratorKind *generator_kind(const char *name);

/* Version 0: the newest. ERR_USAGE: the kind has no such version, or as make. */
Status generator_make(const GeneratorKind *kind, uint64_t version, int32_t n, uint64_t seed, Instance **out);

/* Size and seed of a DIMACS challenge name such as E1k.0, C10k.2, E1M.0 (Johnson & McGeoch), and its kind.
 * ERR_USAGE if the name is not one. */
Status dimacs_name_parse(const char *name, const GeneratorKind **kind, int32_t *n, uint64_t *seed);

extern const Generators tsp_generators; /* Problem.generators */

/* ---- classes of two cities ---- */

/* Generators of directed instances: the classes of Cirasella, Johnson, McGeoch and Zhang, The asymmetric traveling
 * salesman problem: algorithms, instance generators, and tests (ALENEX 2001), which the DIMACS challenge has, too.
 * The rules are the paper's where it gives them; random numbers are our own (rng.h), so these are other instances of
 * the same classes. docs/reference.md has each rule. */

/* All: n cities, *out owned by the caller. ERR_USAGE (n < 1), ERR_MEMORY, ERR_STOPPED. */
GeneratorMake generate_amat, generate_tmat, generate_shop, generate_super, generate_crane, generate_disk,
    generate_coin, generate_stilt, generate_rtilt, generate_rect;

#endif
