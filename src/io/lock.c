/* See lock.h.
 *
 * It is an open file description lock (fcntl(2), Linux 3.15). It belongs to the open file, not to the process, so closing another
 * descriptor of the file (HDF5, a library) does not release it; the kernel releases it when the process dies. The holder removes
 * PATH.lock. A process that opened it just before then holds a lock on a file without a name, so everybody checks, with the lock
 * in hand, that the name still means the same file.
 *
 * A lock file gets its name when it has its text and is locked. So a file without our text, even an empty one, belongs to someone
 * else and is left alone. */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "text.h"
#include "output.h"
#include "path.h"

enum { LOCK_TEXT_MAX = 2048, LOCK_TRIES = 100 };
static const char holder_mark[] = "cordee pid ";

static bool same_file(int fd, const char *path) {
  struct stat held, named;
  return fstat(fd, &held) == 0 && lstat(path, &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

/* Writes "cordee pid 1234 on node1 (SLURM job 77) since 2026-01-31T12:00:00Z". 0, or errno. */
static int holder_write(int fd) {
  char text[LOCK_TEXT_MAX], host[256] = "", since[32], slurm[64] = "";
  const char *job = getenv("SLURM_JOB_ID");
  const time_t now = time(NULL);
  struct tm utc;
  gethostname(host, sizeof host - 1);
  strftime(since, sizeof since, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  if (job && *job) snprintf(slurm, sizeof slurm, " (SLURM job %.32s)", text_line(job));
  int length = snprintf(text, sizeof text, "cordee pid %d on %s%s since %s\n", (int)getpid(), text_line(host),
                        slurm, since);
  errno = 0;
  if (pwrite(fd, text, (size_t)length, 0) == length && ftruncate(fd, length) == 0) return 0;
  if (errno) return errno;
  return EIO;
}

/* Reads the holder. False: the file is not a lock of ours. */
static bool holder_read(int fd, char text[LOCK_TEXT_MAX]) {
  struct stat info;
  const bool plain = fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  const ssize_t length = plain ? pread(fd, text, LOCK_TEXT_MAX - 1, 0) : 0;
  text[length > 0 ? length : 0] = 0;
  text[strcspn(text, "\n")] = 0;
  return strncmp(text, holder_mark, strlen(holder_mark)) == 0;
}

static Status lock_foreign(const FileLock *lock) {
  FAIL(ERR_USAGE, "%s: is there, and is no lock of cordee: move it away, or name another file", lock->path);
}

static Status lock_doubt(FileLock *lock, int error) {
  snprintf(lock->warning, sizeof lock->warning,
           "no lock on the checkpoint (%s): nothing keeps other runs from writing it", strerror(error));
  return OK;
}

/* 0, or errno. */
static int descriptor_lock(int fd) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(fd, F_OFD_SETLK, &whole) == 0) return 0;
  if (errno == EACCES) return EAGAIN;
  return errno;
}

/* Makes the lock file. *again: another process has made one meanwhile. */
static Status lock_make(const char *path, FileLock *lock, bool *again) {
  char name[PATH_MAX];
  int fd = temporary_open(path, name), error = fd < 0 ? errno : descriptor_lock(fd);
  if (!error)
    error =
        holder_write(fd); /* without its text it would not be known as a lock if this process is killed, */
  if (!error && fsync(fd) != 0) error = errno; /* or after a power cut */
  if (!error && temporary_place(fd, name, lock->path) != 0) error = errno;
  if (fd >= 0 && name[0]) unlink(name);
  *again = error == EEXIST;
  if (!error) {
    lock->held = true;
    lock->fd = fd;
    return OK;
  }
  if (fd >= 0) close(fd);
  return *again ? OK : lock_doubt(lock, error);
}

/* Takes over an existing lock file, if its holder is gone. *again: the file has been replaced meanwhile. */
static Status lock_take_over(const char *path, int fd, FileLock *lock, bool *again) {
  char holder[LOCK_TEXT_MAX];
  if (!holder_read(fd, holder)) return lock_foreign(lock);
  const int error = descriptor_lock(fd);
  if (error == EAGAIN)
    FAIL(ERR_USAGE, "%s: in use by %s: wait for its end, or name another file", path, holder);
  if (error) return lock_doubt(lock, error);
  *again = !same_file(fd, lock->path);
  if (*again) return OK;
  (void)holder_write(fd); /* if that fails, the old text still marks it as a lock */
  lock->held = true;
  lock->fd = fd;
  return OK;
}

static Status lock_try(const char *path, FileLock *lock, bool *again) {
  *again = false;
  int fd = open(lock->path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return lock_make(path, lock, again);
  if (fd < 0 && (errno == ELOOP || errno == EISDIR || errno == ENXIO)) return lock_foreign(lock);
  if (fd < 0) return lock_doubt(lock, errno);
  Status status = lock_take_over(path, fd, lock, again);
  if (!lock->held) close(fd);
  return status;
}

Status lock_take(const char *path, FileLock *lock) {
  bool again = true;
  *lock = (FileLock){0};
  if (snprintf(lock->path, sizeof lock->path, "%s.lock", path) >= (int)sizeof lock->path)
    FAIL(ERR_USAGE, "path too long: %s", path);
  for (int tries = 0; again && tries < LOCK_TRIES; tries++) TRY(lock_try(path, lock, &again));
  if (again) return lock_doubt(lock, EAGAIN);
  if (lock->held) temporary_tidy(path, 0);
  return OK;
}

void lock_release(FileLock *lock) {
  if (!lock->held) return;
  if (same_file(lock->fd, lock->path)) unlink(lock->path);
  close(lock->fd);
  lock->held = false;
}
