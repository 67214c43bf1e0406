/* The oracle of order, candidate lists and greedy tours: the plainest C from the contract's prose
 * (src/search/candidates/candidate_kernels.h). Shares no code with the kernels: everything is compared with everything, edges
 * are sorted, distances are the judge's, the generator is Random123 called directly. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_CANDIDATES_H
#define CORDEE_TESTS_ORACLE_ORACLE_CANDIDATES_H

#include <stdint.h>
#include "instance.h"

/* The city of each internal number into order (n). */
void oracle_order(const Instance *inst, int32_t *order);

/* Row i (width entries) of the lists, internal numbers. quadrant 0: the nearest. */
void oracle_list(const Instance *inst, const int32_t *order, int32_t width, int32_t quadrant, int32_t i,
                 int32_t *row);

/* list (n, width). The tour into tour (n), internal numbers. */
void oracle_greedy(const Instance *inst, const int32_t *order, int32_t width, const int32_t *list,
                   uint64_t seed, uint32_t member, uint32_t spread, int32_t *tour);

#endif
