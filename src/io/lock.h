/* The lock of a checkpoint or a results file: PATH.lock, locked by the kernel as long as the process that holds it lives, so that
 * two processes never write one file. Its text names the holder. Local, host only. */
#ifndef CORDEE_IO_LOCK_H
#define CORDEE_IO_LOCK_H

#include <limits.h>
#include <stdbool.h>
#include "status.h"

typedef struct FileLock {
  bool held;
  int fd; /* of the locked file */
  char path[PATH_MAX];
  char warning[256]; /* why there is no lock; "": it is held */
} FileLock;

/* Takes the lock of `path`, and removes its temporary files that a killed holder has left (output.h). ERR_USAGE: another process
 * holds it, which the message names; or PATH.lock exists and is no lock: it stays as it is. Where locks are impossible, because of
 * the file system or of a folder that cannot be written to, lock->warning says so, and nothing is held. */
Status lock_take(const char *path, FileLock *lock);

/* Removes PATH.lock and releases the lock; nothing if none is held. */
void lock_release(FileLock *lock);

#endif
