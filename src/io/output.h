/* Every output of the program that is not HDF5: solutions, tables, pages, instances, logs. Local, host only.
 *
 * A path means: "-", standard output; a pipe, a terminal or a character device such as /dev/null, that, written to as it
 * is; what /dev/stdout or /dev/fd/N stand for, that open file; else a plain file, which appears whole: a reader never sees
 * half of it, and a failure or a kill leaves the old one. Links are followed and stay. A file that is replaced keeps its
 * mode; one that may not be written to, by its mode, is not replaced. A pipe must have a reader. */
#ifndef CORDEE_IO_OUTPUT_H
#define CORDEE_IO_OUTPUT_H

#include <stdio.h>
#include "status.h"

/* Tells at the start of a long work what would fail at its end: ERR_IO; ERR_USAGE: too long a name. Writes nothing and leaves
 * nothing. A pipe stays open, so that its reader waits, until the process ends. */
Status output_reserve(const char *path);

/* `write` prints `what` to the output. ERR_IO; ERR_USAGE: too long a name. */
Status output_write(const char *path, void (*write)(FILE *out, const void *what), const void *what);

/* Opens it so that all that is written comes after what is there; the caller closes *out. ERR_IO. */
Status output_append(const char *path, FILE **out);

#endif
