/* Best known values: a tab separated table "optima.tsv" with a header line naming its columns, of which `name`
 * and `optimum` are used. Local, host only. */
#ifndef CORDEE_IO_OPTIMA_H
#define CORDEE_IO_OPTIMA_H

#include <stdint.h>
#include "../status.h"

/* Looks `name` up in optima.tsv beside the instance file, else in the folder above it. *best is 0 if there is no
 * table or no such row; a malformed row of that name is ERR_FORMAT (file:line). */
Status optima_find(const char *instance_path, const char *name, int64_t *best);

#endif
