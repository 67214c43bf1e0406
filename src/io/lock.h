/* The lock of a run on its checkpoint: PATH.lock, locked by the kernel as long as the process lives that holds it, so that
 * two runs never write one checkpoint. Its text says who that is. Local, host only. */
#ifndef CORDEE_IO_LOCK_H
#define CORDEE_IO_LOCK_H

#include <limits.h>
#include <stdbool.h>
#include "status.h"

typedef struct FileLock {
  bool held;
  int fd; /* of the locked file */
  char path[PATH_MAX];
  char warning[256]; /* why the run goes on without a lock; "" if it has one */
} FileLock;

/* Takes the lock of `path`, and removes temporaries of it that a killed holder has left (temporary.h). ERR_USAGE: somebody has
 * it, the message tells who; or there is something named PATH.lock that is no lock: it stays as it is. Where there can be
 * no lock, because of the file system or of a folder that cannot be written, *lock says so in its warning, and holds
 * nothing. */
Status lock_take(const char *path, FileLock *lock);

/* Removes PATH.lock and gives the lock back; nothing if none is held. */
void lock_release(FileLock *lock);

#endif
