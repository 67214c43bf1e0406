/* The oracle of recombination by routes: plain C from the prose of src/search/routes/route_crossover.h. Shares no code with src/search: routes are
 * arrays of customers, centres are sums over them, and every place is tried by driving the whole route. For some hundred customers. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_CROSSOVER_H
#define CORDEE_TESTS_ORACLE_ORACLE_CROSSOVER_H

#include <stdint.h>
#include "instance.h"

/* direction, taken: the draws 0 and 1 of the stream, the second as a number below (routes of a) / 2 + 1. child: (customers) genes. */
void oracle_crossover(const Instance *inst, const int32_t *a, const int32_t *b, uint64_t direction,
                      uint32_t taken, int32_t *child);

#endif
