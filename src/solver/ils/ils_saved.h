/* A state of the "ils" solver as fields: ils_stage.c, ils_save.c, ils_load.c. Inside "ils". */
#ifndef CORDEE_SOLVER_ILS_ILS_SAVED_H
#define CORDEE_SOLVER_ILS_ILS_SAVED_H

#include "ils_archipelago.h"

/* Tours of every island that have begun. */
uint32_t ils_begun(const IlsStage *stage);
Status ils_stage_save(const Archipelago *a, FieldSet *out);
/* Checks what it loads. ERR_FORMAT. */
Status ils_stage_load(Archipelago *a, const FieldSet *in);

/* Row r of a field with `each` rows an island as a row on the backend: of an island's best; of a tour; of a tour of the previous
 * island. */
typedef size_t (*IlsRowOf)(const Archipelago *a, size_t each, size_t r);
size_t ils_island_row(const Archipelago *a, size_t each, size_t r);
size_t ils_search_row(const Archipelago *a, size_t each, size_t r);
size_t ils_parent_b_row(const Archipelago *a, size_t each, size_t r);

/* Solver's functions of these names. */
Status ils_save(Archipelago *a, FieldSet *out);
uint64_t ils_rows(const Plan *plan);
Status ils_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
