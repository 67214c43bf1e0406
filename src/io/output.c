/* See output.h. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include "descriptors.h"
#include "temporary.h"
#include "path.h"

static const char *output_name(const char *path) { return strcmp(path, "-") == 0 ? "standard output" : path; }

static Status output_fail(const char *path, const char *why) {
  FAIL(ERR_IO, "cannot write %s: %s", output_name(path), why);
}

/* Opens a pipe, a terminal or a device of that mode. */
static Status stream_open(const char *path, mode_t mode, int *fd) {
  if (S_ISDIR(mode)) return output_fail(path, strerror(EISDIR));
  if (!S_ISCHR(mode) && !S_ISFIFO(mode)) return output_fail(path, "it is no file, pipe or character device");
  *fd = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC); /* does not wait for a pipe's reader */
  if (*fd < 0)
    return output_fail(path,
                       errno == ENXIO && S_ISFIFO(mode) ? "no process reads this pipe" : strerror(errno));
  fcntl(*fd, F_SETFL, 0);
  return OK;
}

/* *fd: an open file to write to directly; -1: a plain file, new or old, is at `target`. */
static Status output_find(const char *path, char target[PATH_MAX], int *fd) {
  struct stat info;
  const int open_one = strcmp(path, "-") == 0 ? STDOUT_FILENO : path_descriptor(path);
  *fd = -1;
  if (open_one >= 0) {
    if (open_one == STDOUT_FILENO && descriptors_mute()) return output_fail(path, "it is closed");
    fflush(stdout); /* keeps the order of the output */
    *fd = fcntl(open_one, F_DUPFD_CLOEXEC, 3);
    return *fd < 0 ? output_fail(path, strerror(errno)) : OK;
  }
  if (snprintf(target, PATH_MAX, "%s", path) >= PATH_MAX) return output_fail(path, strerror(ENAMETOOLONG));
  path_follow(target, PATH_MAX);
  const bool there = stat(target, &info) == 0;
  if (!there && errno != ENOENT) return output_fail(path, strerror(errno));
  return there && !S_ISREG(info.st_mode) ? stream_open(path, info.st_mode, fd) : OK;
}

/* The first bytes of a plain file; how many. -1: none is there, or it is empty. */
static ssize_t head_of(const char *path, char head[OUTPUT_HEAD]) {
  struct stat info;
  const bool open_one = strcmp(path, "-") == 0 || path_descriptor(path) >= 0;
  if (open_one || stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0) return -1;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t got = fd >= 0 ? read(fd, head, OUTPUT_HEAD) : 0;
  if (fd >= 0) close(fd);
  return got > 0 ? got : 0;
}

Status output_may_replace(const char *path, const char *what, const char *const *marks) {
  char head[OUTPUT_HEAD];
  const ssize_t bytes = head_of(path, head);
  if (bytes < 0) return OK;
  for (; *marks; marks++)
    if (memmem(head, (size_t)bytes, *marks, strlen(*marks))) return OK;
  FAIL(ERR_USAGE, "%s: is there, and is not %s: move it away, or name another file", path, what);
}

/* Makes a temporary file for the plain file at `target`. */
static Status temporary_for(const char *path, const char *target, char name[PATH_MAX], int *fd) {
  TRY(path_check("output", target, TEMPORARY_SUFFIX));
  if (faccessat(AT_FDCWD, target, W_OK, AT_EACCESS) != 0 && errno != ENOENT)
    return output_fail(path, strerror(errno));
  *fd = temporary_open(target, name);
  return *fd < 0 ? output_fail(path, strerror(errno)) : OK;
}

Status output_reserve(const char *path) {
  char target[PATH_MAX], name[PATH_MAX];
  int fd;
  TRY(output_find(path, target, &fd));
  if (fd >= 0) return OK; /* stays open: a reader would take its closing for the end */
  TRY(temporary_for(path, target, name, &fd));
  close(fd);
  if (name[0]) unlink(name);
  return OK;
}

/* Prints to `fd` and closes it. 0, or errno. */
static int stream_write(int fd, bool sync, void (*write)(FILE *out, const void *what), const void *what) {
  FILE *out = fdopen(fd, "wb");
  if (!out) {
    close(fd);
    return ENOMEM;
  }
  errno = 0;
  write(out, what);
  int error;
  if (fflush(out) != 0 || ferror(out) || (sync && fsync(fd) != 0)) {
    if (errno)
      error = errno;
    else
      error = EIO;
  } else
    error = 0;
  return fclose(out) != 0 && !error ? errno : error;
}

/* Writes a temporary file. A second descriptor keeps a file without a name alive until it has one. */
static Status file_write(const char *path, const char *target, void (*write)(FILE *out, const void *what),
                         const void *what) {
  char name[PATH_MAX];
  int fd;
  TRY(temporary_for(path, target, name, &fd));
  int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3), error = copy < 0 ? errno : stream_write(copy, true, write, what);
  if (copy >= 0 && !error && temporary_replace(fd, name, target) != 0) error = errno;
  close(fd);
  if (error && name[0]) unlink(name);
  if (error) return output_fail(path, strerror(error));
  folder_sync(target);
  return OK;
}

Status output_write(const char *path, void (*write)(FILE *out, const void *what), const void *what) {
  char target[PATH_MAX];
  int fd;
  TRY(output_find(path, target, &fd));
  if (fd < 0) return file_write(path, target, write, what);
  const int error = stream_write(fd, false, write, what);
  return error ? output_fail(path, strerror(error)) : OK;
}

Status output_append(const char *path, FILE **out) {
  char target[PATH_MAX];
  int fd;
  TRY(output_find(path, target, &fd));
  if (fd < 0) fd = open(target, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
  *out = fd < 0 ? NULL : fdopen(fd, "w");
  if (*out) return OK;
  const int error = errno;
  if (fd >= 0) close(fd);
  FAIL(ERR_IO, "%s: cannot append: %s", output_name(path), strerror(error));
}
