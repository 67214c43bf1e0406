/* What parts read of the instance. */
#ifndef CORDEE_CPU_SISR_TABLES_H
#define CORDEE_CPU_SISR_TABLES_H

#include "sisr_part.h"
#include "solver/sisr/sisr_numbers.h"

/* Bytes of the tables of m customers. */
uint64_t tables_bytes(uint64_t m);
/* Tables of part p, of m customers, as `numbers` has it. *out is zero, or was made here. ERR_MEMORY: it is then zero. */
Status tables_make(const SisrTask *task, const SisrNumbers *numbers, const SisrPart *head, uint32_t p,
                   Tables *out);
void tables_free(Tables *tables);

#endif
