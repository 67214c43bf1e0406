/* Files of a command that must not be one and the same: what it reads and what it writes. Local, host only. */
#ifndef CORDEE_IO_APART_H
#define CORDEE_IO_APART_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include "status.h"

enum { FILES_MAX = 24 };

typedef struct FileRole {
  const char *role; /* in messages: "--out", "the instance" */
  char path[PATH_MAX];
  bool written;
  int kin; /* files of one number, not 0, may be the same */
} FileRole;

typedef struct FileRoles { /* {.count = 0}: none yet */
  FileRole one[FILES_MAX];
  size_t count;
} FileRoles;

/* Adds path + suffix; nothing if the path is "". What is too long or too many is left out. */
void files_add(FileRoles *files, const char *role, const char *path, const char *suffix, bool written,
               int kin);

/* An instance, and the tables of best known values that belong to it. */
void files_add_instance(FileRoles *files, const char *path);

/* What is written at `path` and beside it: a checkpoint with its .prev and its lock; results with their lock. */
void files_add_checkpoint(FileRoles *files, const char *role, const char *path, int kin);
void files_add_results(FileRoles *files, const char *role, const char *path);

/* Two are one if they have the same device and inode, or, of files that are not there, the same folder and name, after
 * links are followed. Pipes, devices and standard output may be many. Nothing is written. ERR_USAGE: one of two that are
 * the same is written; the message names both. */
Status files_apart(const FileRoles *files);

#endif
