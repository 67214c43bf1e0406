/* Solutions and numbers that come from a file, checked before a kernel sees them: for Solver.load. A digest tells a damaged file
 * from a whole one, and not who wrote it. */
#ifndef CORDEE_SOLVER_LOADED_H
#define CORDEE_SOLVER_LOADED_H

#include "field.h"
#include "instance.h"

/* The solution (n) in a row of a field is one of the instance's, and of that cost. Takes as long as judging it: O(n).
 * ERR_FORMAT. Local. */
Status loaded_solution(const Instance *inst, const char *field, size_t row, const int32_t *gene,
                       int64_t cost);

/* Row by row: those with a cost other than COST_NONE. cost (rows), gene (rows, n). ERR_FORMAT. Local. */
Status loaded_solutions(const Instance *inst, const char *field, size_t rows, const int32_t *gene,
                        const int64_t *cost);

/* One number of a field, by its meaning: "a step". ERR_FORMAT. Local. */
Status loaded_number(const char *field, const char *what, int64_t value, int64_t least, int64_t most);

/* Every value is in [least, most]. ERR_FORMAT. Local. */
Status loaded_range(const Field *f, uint32_t least, uint32_t most); /* of a field of u32 */

#endif
