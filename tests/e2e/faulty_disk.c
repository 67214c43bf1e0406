/* A disk that is slow or fails, for tests/e2e/e2e_checkpoints.sh: loaded before the C library (LD_PRELOAD), it stands between
 * the program and two of its functions, for temporaries: files named NAME.tmp.XXXXXXXX.
 *   FAULTY_FSYNC_MS=N    fsync takes N milliseconds longer
 *   FAULTY_FROM=N        pwrite fails from its Nth call on (EIO)
 *   FAULTY_WRITES=FILE   pwrite fails as long as FILE exists (EIO), on rank FAULTY_RANK only if that is set */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int concerned(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path);
  return length > 13 && memcmp(path + length - 13, ".tmp.", 5) == 0;
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  const char *ms = getenv("FAULTY_FSYNC_MS");
  if (ms && concerned(fd)) {
    const long wait = atol(ms);
    nanosleep(&(struct timespec){wait / 1000, wait % 1000 * 1000000}, NULL);
  }
  return real(fd);
}

ssize_t pwrite(int fd, const void *data, size_t bytes, off_t offset) {
  ssize_t (*real)(int, const void *, size_t, off_t) =
      (ssize_t(*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite");
  const char *trigger = getenv("FAULTY_WRITES"), *only = getenv("FAULTY_RANK"),
             *rank = getenv("OMPI_COMM_WORLD_RANK");
  static int calls;
  const char *from = getenv("FAULTY_FROM");
  if (from && concerned(fd) && ++calls >= atoi(from)) {
    errno = EIO;
    return -1;
  }
  if (trigger && concerned(fd) && access(trigger, F_OK) == 0 &&
      (!only || (rank && strcmp(only, rank) == 0))) {
    errno = EIO;
    return -1;
  }
  return real(fd, data, bytes, offset);
}
