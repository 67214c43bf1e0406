/* Paths: where they lead, what lies beside them. Local, host only. */
#ifndef CORDEE_IO_PATH_H
#define CORDEE_IO_PATH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include "status.h"

/* Follows symbolic links: `path` (in room for `size` bytes) becomes where they lead, be there a file or not. A rename would
 * put a file in the link's place, and two links to one file are to mean one lock. Links of /proc/self/fd stay: they name
 * open files, whatever their text says. */
void path_follow(char *path, size_t size);

/* The descriptor of this process that `path` names (/dev/stdout, /dev/fd/3, /proc/self/fd/3); -1: it names none. */
int path_descriptor(const char *path);

/* The folder of `path`, with a slash at its end ("./" if the path has none), and the name in it. */
void path_folder(const char *path, char folder[PATH_MAX]);
const char *path_name(const char *path);

/* Whether there is room for `more` bytes behind the path and its name: files beside it are named so. `role` is what
 * messages call it ("--checkpoint"). ERR_USAGE. */
Status path_room(const char *role, const char *path, size_t more);

/* What `path` leads to begins as a file of this program does, whole or torn: with "cordee " or zeros, or it is empty. */
bool file_ours(const char *path);

/* Makes a rename of `path` durable. Failing is no failure: what a power cut would undo is the rename, and the file that comes
 * back is whole. */
void folder_sync(const char *path);

#endif
