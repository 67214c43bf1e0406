/* The lock of a run on its checkpoint: see lock.h. Taken before step 1 of the flow, given back after the last.
 *
 * An open file description lock (fcntl(2), Linux 3.15): it belongs to the open file, not to the process, so nothing that
 * closes another descriptor of the file (HDF5, a library) loses it; the kernel gives it back when the process dies.
 * PATH.lock is removed by its holder. Who has opened it just before holds a lock on a file without a name then: so, with
 * the lock in hand, everybody looks whether the name still means that file. */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_TEXT_MAX = 512, LOCK_TRIES = 100 };

static bool same_file(int fd, const char *path) {
  struct stat held, named;
  return fstat(fd, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

/* "cordee pid 1234 on node1 (SLURM job 77) since 2026-01-31T12:00:00Z" */
static void holder_write(int fd) {
  char text[LOCK_TEXT_MAX], host[256] = "", since[32], slurm[64] = "";
  const char *job = getenv("SLURM_JOB_ID");
  const time_t now = time(NULL);
  struct tm utc;
  gethostname(host, sizeof host - 1);
  strftime(since, sizeof since, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  if (job && *job) snprintf(slurm, sizeof slurm, " (SLURM job %.32s)", job);
  int length =
      snprintf(text, sizeof text, "cordee pid %d on %s%s since %s\n", (int)getpid(), host, slurm, since);
  if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)length, 0) != length)
    return; /* the lock holds without it */
}

static Status holder_report(int fd, const char *path) {
  char text[LOCK_TEXT_MAX] = "";
  ssize_t length = pread(fd, text, sizeof text - 1, 0);
  text[length > 0 ? strcspn(text, "\n") : 0] = 0;
  FAIL(ERR_USAGE, "%s: in use by %s: wait for its end, or name another file", path,
       *text ? text : "another run");
}

static Status lock_doubt(FileLock *lock, int error) {
  snprintf(lock->warning, sizeof lock->warning,
           "no lock on the checkpoint (%s): nothing keeps other runs from writing it", strerror(error));
  return OK;
}

/* One attempt. *again: the file that was locked has lost its name meanwhile. */
static Status lock_try(const char *path, FileLock *lock, bool *again) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int fd = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  *again = false;
  if (fd < 0) return lock_doubt(lock, errno);
  Status status = OK;
  if (fcntl(fd, F_OFD_SETLK, &whole) != 0) {
    const int error = errno;
    status = error == EAGAIN || error == EACCES ? holder_report(fd, path) : lock_doubt(lock, error);
  } else if (!same_file(fd, lock->path)) {
    *again = true;
  } else {
    holder_write(fd);
    lock->held = true, lock->fd = fd;
    return OK;
  }
  close(fd);
  return status;
}

Status lock_take(const char *path, FileLock *lock) {
  bool again = true;
  *lock = (FileLock){0};
  if (snprintf(lock->path, sizeof lock->path, "%s.lock", path) >= (int)sizeof lock->path)
    FAIL(ERR_USAGE, "path too long: %s", path);
  for (int tries = 0; again && tries < LOCK_TRIES; tries++) TRY(lock_try(path, lock, &again));
  return again ? lock_doubt(lock, EAGAIN) : OK;
}

void lock_release(FileLock *lock) {
  if (!lock->held) return;
  if (same_file(lock->fd, lock->path)) unlink(lock->path);
  close(lock->fd);
  lock->held = false;
}
