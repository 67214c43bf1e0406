/* Writes every output that is not HDF5: solutions, tables, pages, instances, logs. Local, host only.
 *
 * A path names standard output ("-"); a pipe, a terminal or a character device such as /dev/null, which are written
 * to directly; an open file (/dev/stdout, /dev/fd/N); or a plain file, which is replaced as a whole: a reader never
 * sees half of it, and a failure or a kill leaves the old one. Links are followed and kept. A file that is replaced
 * keeps its mode; one whose mode forbids writing is not replaced. A pipe must have a reader. */
#ifndef CORDEE_IO_OUTPUT_H
#define CORDEE_IO_OUTPUT_H

#include <limits.h>
#include <stdio.h>
#include "status.h"

/* ---- temporary files ---- */

/* Temporary files: a new file is written beside its target and renamed into place when it is complete. Its name is
 * TARGET.tmp. and eight random hexadecimal digits, opened exclusively, so no existing file or link is followed. Where
 * the file system allows it (O_TMPFILE) the file has no name until it is complete, so a killed process leaves
 * nothing. */

enum { TEMPORARY_SUFFIX = 13 }; /* length of what is added to the target's name */

/* Creates an empty file, open for reading and writing, with the mode of the target (and its owner, if permitted), or with
 * that of a new file. temporary_create gives it a name at once; the name of temporary_open may be "". -1: errno is set. */
int temporary_create(const char *target, char name[PATH_MAX]);
int temporary_open(const char *target, char name[PATH_MAX]);

/* Moves the file to the target's place in one step. -1: errno is set. */
int temporary_replace(int fd, char name[PATH_MAX], const char *target);

/* Gives the file the name `place` unless that exists (EEXIST). -1: errno is set. */
int temporary_place(int fd, char name[PATH_MAX], const char *place);

/* Makes a second, temporary name of the file at `path`: a hard link. -1: errno is set. */
int temporary_second(const char *path, char name[PATH_MAX]);

/* Returns the status of work on a temporary file; of a failure, the message names the target instead, which is what people know. */
Status temporary_said(Status status);

/* Removes temporary files of the target that a killed process has left, if nobody has written to them for age_s seconds.
 * age_s 0 is for the holder of the target's lock: any age, but only files that begin like our checkpoints and results. */
void temporary_tidy(const char *target, double age_s);

/* ---- output ---- */

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
