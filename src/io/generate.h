/* Seeded instances: `cordee generate`. Host only. */
#ifndef CORDEE_IO_GENERATE_H
#define CORDEE_IO_GENERATE_H

#include "../instance.h"

/* One row a kind; the table drives parsing and help. *out is owned by the caller. EUC_2D all. */
typedef struct GeneratorKind {
  const char *name, *help;
  Status (*make)(int32_t n, uint64_t seed, Instance **out);
} GeneratorKind;

extern const GeneratorKind generator_kinds[]; /* ended by a NULL name: uniform, clustered, dimacs-e, dimacs-c */

/* Size and seed of a DIMACS challenge name such as E1k.0, C10k.2, E1M.0 (Johnson & McGeoch), and its kind.
 * ERR_USAGE if the name is not one. */
Status dimacs_name_parse(const char *name, const GeneratorKind **kind, int32_t *n, uint64_t *seed);

#endif
