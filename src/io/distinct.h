/* Checks that a command's input and output files are distinct. Local. */
#ifndef CORDEE_IO_DISTINCT_H
#define CORDEE_IO_DISTINCT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include "status.h"

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
