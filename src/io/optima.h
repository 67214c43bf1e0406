/* Best known values: a tab separated table "optima.tsv" with a header line naming its columns, of which `name` and
 * `optimum` are used, or `instance` and `best_known_makespan` (task matching). Local, host only. */
#ifndef CORDEE_IO_OPTIMA_H
#define CORDEE_IO_OPTIMA_H

#include <stdint.h>
#include "status.h"

/* Looks the instance's name up in optima.tsv beside its file, else in the folder above it. *best is in units of
 * 10^-decimals; 0 if there is no table or no such row. A name without its folder ("u_c_hihi.0" for "512x16/u_c_hihi.0",
 * on either side) does if one row only fits. A malformed row of that name is ERR_FORMAT (file:line). */
Status optima_find(const char *instance_path, const char *name, int32_t decimals, int64_t *best);

/* The value that --best-known says, in the same units. ERR_USAGE: it has more digits than a cost. */
Status optima_given(double said, int32_t decimals, int64_t *best);

#endif
