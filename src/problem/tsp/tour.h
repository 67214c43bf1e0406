/* Tour files: TSPLIB's (.tour, .opt.tour), 1-based city numbers, ended by -1 or EOF; and Concorde's, the number of cities and then
 * 0-based ones. A file that begins with a number is Concorde's. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_TOUR_H
#define CORDEE_PROBLEM_TSP_TOUR_H

#include "instance.h"

/* Reads a tour of n cities into tour (n), 0-based, owned by the caller. Checks the count and the range of each
 * number (file:line), not that they differ: that is the judge's. ERR_NO_INPUT, ERR_FORMAT. */
Status tour_read(const char *path, int32_t n, int32_t *tour);
/* The same from memory; `path` only serves messages. `text` need not end in a NUL. */
Status tour_parse(const char *path, const char *text, size_t bytes, int32_t n, int32_t *tour);

/* Writes a tour file with COMMENT "cost <cost>", to a path as output.h knows them. ERR_IO. */
Status tour_write(const char *path, const char *name, int32_t n, const int32_t *tour, int64_t cost);

#endif
