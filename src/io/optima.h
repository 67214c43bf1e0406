/* Best known values: a tab separated table "optima.tsv" with a header line naming its columns, of which `name` and `optimum` are
 * used, or `instance` and `best_known_makespan` (task matching), or `name` and `best_known`, or `name` and `distance_dimacs` (time
 * windows; it counts tenths). A column `rounding` tells by row in what units best_known is: thousandths (exact), tenths (dimacs), or whole
 * costs. Local, host only. */
#ifndef CORDEE_IO_OPTIMA_H
#define CORDEE_IO_OPTIMA_H

#include <stdint.h>
#include "status.h"

/* Finds the instance's name in optima.tsv beside its file, else in the folder above. *best is in units of 10^-decimals; 0: there is
 * no table or no such row. A name without its folder ("u_c_hihi.0" for "512x16/u_c_hihi.0", on either side) matches if only one row
 * does; letters may be small or capital. ERR_FORMAT: that row is malformed (file:line). */
Status optima_find(const char *instance_path, const char *name, int32_t decimals, int64_t *best);
/* The same from another column of the table, where a row has a value in it (Problem.optima_column). "=NAME": from that column or none;
 * "=A*U+B": a cost of two parts, column A in units of U whole costs and column B; NULL: none other; "": no value of the table is one of this instance. */
Status optima_find_column(const char *instance_path, const char *name, int32_t decimals, const char *column,
                          int64_t *best);

/* The value of --best-known in the same units. ERR_USAGE: it has more digits than a cost. */
Status optima_given(double given, int32_t decimals, int64_t *best);

#endif
