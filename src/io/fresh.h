/* Temporary files: a new file beside the one whose place it is to take. Its name is TARGET.tmp. and eight random hexadecimal
 * digits, made so that no file or link that is there is opened; or, where the file system can, it has no name until it is
 * complete, so that a kill leaves nothing. Local, host only. */
#ifndef CORDEE_IO_FRESH_H
#define CORDEE_IO_FRESH_H

#include <limits.h>

enum { FRESH_SUFFIX = 13 }; /* bytes that a temporary name is longer */

/* An empty file, open for reading and writing, with the mode (and the owner, if that may be) of the target, or that of a
 * new file. The first has a name at once; that of the second may be "". -1: errno says why. */
int fresh_create(const char *target, char name[PATH_MAX]);
int fresh_open(const char *target, char name[PATH_MAX]);

/* The file takes the target's place, in one step. It has its name, if that is not "", until then. -1: errno. */
int fresh_replace(int fd, char name[PATH_MAX], const char *target);

/* The file gets the name `place` unless there is something of that name: EEXIST. -1: errno. */
int fresh_place(int fd, char name[PATH_MAX], const char *place);

/* A second, temporary name of the file at `path`: a hard link. -1: errno. */
int fresh_second(const char *path, char name[PATH_MAX]);

/* Removes temporaries of the target that a killed process has left: files of this program with such a name that have not
 * been written to for age_s seconds. 0: for who holds the target's lock; only what begins as checkpoints and results do. */
void fresh_tidy(const char *target, double age_s);

#endif
