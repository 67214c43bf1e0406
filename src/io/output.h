/* Writes every output that is not HDF5: solutions, tables, pages, instances, logs. Local, host only.
 *
 * A path names standard output ("-"); a pipe, a terminal or a character device such as /dev/null, which are written to directly; an
 * open file (/dev/stdout, /dev/fd/N); or a plain file, which is replaced as a whole: a reader never sees half of it, and a failure
 * or a kill leaves the old one. Links are followed and kept. A file that is replaced keeps its mode; one whose mode forbids writing
 * is not replaced. A pipe must have a reader. */
#ifndef CORDEE_IO_OUTPUT_H
#define CORDEE_IO_OUTPUT_H

#include <stdio.h>
#include "status.h"

enum { OUTPUT_HEAD = 4096 };

/* Checks at the start of long work what would fail at its end. ERR_IO; ERR_USAGE: the name is too long. Writes nothing and leaves
 * nothing. A pipe stays open until the process ends, so that its reader waits. */
Status output_reserve(const char *path);

/* Whether a plain file at `path` may be replaced by `what` ("a tour"), or appended to: if it is empty, or has one of the marks, ended by NULL, in its
 * first OUTPUT_HEAD bytes. What a user has made, and results of another kind, have none. ERR_USAGE. */
Status output_may_replace(const char *path, const char *what, const char *const *marks);

/* Calls `write` to print `what` to the output. ERR_IO; ERR_USAGE: the name is too long. */
Status output_write(const char *path, void (*write)(FILE *out, const void *what), const void *what);

/* Opens it to append; the caller closes *out. ERR_IO. */
Status output_append(const char *path, FILE **out);

#endif
