/* Paths: links, folders, names. Local, host only. */
#ifndef CORDEE_IO_PATH_H
#define CORDEE_IO_PATH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include "status.h"

/* Follows symbolic links: `path` (of `size` bytes) becomes their target, whether it exists or not. Otherwise a rename would replace
 * the link, and two links to one file would have two locks. Links of /proc/self/fd are kept: they name open files. */
void path_follow(char *path, size_t size);

/* The descriptor of this process that `path` names (/dev/stdout, /dev/fd/3, /proc/self/fd/3); -1: none. */
int path_descriptor(const char *path);

/* Does the path end with that suffix, in either case of letters? */
bool path_ends(const char *path, const char *suffix);

/* The folder of `path`, with a slash at its end ("./" if the path has none), and the name in it. */
void path_folder(const char *path, char folder[PATH_MAX]);
const char *path_name(const char *path);
/* Length of the path without an end such as ".gz". */
size_t path_unpacked(const char *path);
/* Copies the name without ".gz" and the like, and then without `suffix` (".tsp") if it ends so. */
void path_stem(const char *path, const char *suffix, char *stem, size_t size);

/* Checks that `more` bytes can be added to the path and to its name, for the files beside it. `role` names it in messages
 * ("--checkpoint"). ERR_USAGE. */
Status path_check(const char *role, const char *path, size_t more);

/* Whether the file begins like those of this program, whole or torn: with "cordee " or zeros, or is empty. */
bool file_ours(const char *path);

/* Makes a rename of `path` durable. A failure is ignored: a power cut may then undo the rename, and the old file is whole. */
void folder_sync(const char *path);

/* path + suffix. ERR_USAGE: it is too long. */
Status path_append(const char *path, const char *suffix, char out[PATH_MAX]);

#endif
