/* Temporary files: a new file is written beside its target and renamed into place when it is complete. Its name is
 * TARGET.tmp. and eight random hexadecimal digits, opened exclusively, so no existing file or link is followed. Where the
 * file system allows it (O_TMPFILE) the file has no name until it is complete, so a killed process leaves nothing. Local. */
#ifndef CORDEE_IO_TEMPORARY_H
#define CORDEE_IO_TEMPORARY_H

#include <limits.h>
#include "status.h"

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

#endif
