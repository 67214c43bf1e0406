/* Customers' numbers within parts, and solutions as links of these: what both twins do with genes. Host only, local. */
#ifndef CORDEE_SOLVER_SISR_SISR_NUMBERS_H
#define CORDEE_SOLVER_SISR_SISR_NUMBERS_H

#include "sisr_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SisrNumbers {
  size_t nodes, stride; /* customers of the instance + 1, of a part at most + 1 */
  int32_t *part;        /* (chains, nodes) the part of a customer */
  int32_t *local;       /* (chains, nodes) its number there */
  int32_t *id;          /* (parts, stride) the instance's number of a part's customer; 0: the depot */
  int32_t *customers;   /* (parts) of a part */
  uint8_t *done;        /* (stride) scratch */
} SisrNumbers;

/* ERR_MEMORY. To be freed in any case. */
Status sisr_numbers_make(const SisrShape *shape, SisrNumbers *out);
void sisr_numbers_free(SisrNumbers *numbers);
uint64_t sisr_numbers_bytes(const SisrShape *shape);

/* Numbers for parts (count) of solutions gene (chains, customers). */
void sisr_numbers_set(SisrNumbers *numbers, const SisrPart *parts, uint32_t count, uint32_t chains,
                      const int32_t *gene);
/* link (customers + 1) of part p, next | prev << 16, from the part's own genes. */
void sisr_links_of(const SisrNumbers *numbers, const SisrPart *part, const int32_t *gene, uint32_t *link);
/* The inverse: routes in the order of their least customers. */
void sisr_genes_of(SisrNumbers *numbers, uint32_t p, int32_t customers, const uint32_t *link, int32_t *gene);

#ifdef __cplusplus
}
#endif
#endif
