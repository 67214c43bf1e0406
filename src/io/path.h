/* Paths: links, folders, names. Local, host only. */
#ifndef CORDEE_IO_PATH_H
#define CORDEE_IO_PATH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include "status.h"

/* ---- paths ---- */

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

/* ---- inputs and outputs are distinct ---- */

/* Checks that a command's input and output files are distinct. */

enum { FILES_MAX = 24 };

typedef struct FileRole {
  const char *role; /* in messages: "--out", "the instance" */
  char path[PATH_MAX];
  bool written;
  int group; /* files of the same group, not 0, may be one file */
} FileRole;

typedef struct FileRoles { /* {.count = 0}: empty */
  FileRole one[FILES_MAX];
  size_t count;
} FileRoles;

/* Adds path + suffix; nothing if the path is "" or "-". A path that is too long, or the 25th, is left out. */
void files_add(FileRoles *files, const char *role, const char *path, const char *suffix, bool written,
               int group);

/* Adds an instance and the tables of best known values that are read with it. */
void files_add_instance(FileRoles *files, const char *path);

/* Adds a checkpoint with its .prev and .lock, or a results file with its .lock. */
void files_add_checkpoint(FileRoles *files, const char *role, const char *path, int group);
void files_add_results(FileRoles *files, const char *role, const char *path);

/* Two files are the same if device and inode are equal or, for files that do not exist, folder and name, after links are
 * followed. Pipes, devices and standard output are never the same. Writes nothing. ERR_USAGE: two files are the same and one
 * of them is written; the message names both. */
Status files_distinct(const FileRoles *files);

#endif
