/* See output.h. */
#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "descriptors.h"
#include "path.h"
#include "status.h"

/* ---- temporary files ---- */

enum { TRIES = 100, DIGITS = 8, PLACE_MAX = 64, STALE_S = 3600 };
static const char infix[] = ".tmp.";

/* A random name; false: it is too long, or the system has no random bytes. */
static bool name_draw(const char *target, char name[PATH_MAX]) {
  uint32_t draw;
  if (getrandom(&draw, sizeof draw, 0) != (ssize_t)sizeof draw) return false;
  errno = ENAMETOOLONG;
  return snprintf(name, PATH_MAX, "%s%s%0*x", target, infix, DIGITS, draw) < PATH_MAX;
}

/* Gives the file the mode and, if allowed, the owner of the target. */
static int mode_keep(int fd, const char *target) {
  struct stat old;
  if (fd < 0 || stat(target, &old) != 0 || !S_ISREG(old.st_mode)) return fd;
  if (fchown(fd, old.st_uid, old.st_gid) != 0) errno = 0; /* owned by another user: the new file is ours */
  if (fchmod(fd, old.st_mode & 0777) != 0) errno = 0;
  return fd;
}

int temporary_create(const char *target, char name[PATH_MAX]) {
  int fd = -1;
  for (int tries = 0; fd < 0 && tries < TRIES; tries++) {
    if (!name_draw(target, name)) return -1;
    fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0 && errno != EEXIST) return -1;
  }
  return mode_keep(fd, target);
}

/* The path of an open file, for linkat. */
static const char *open_path(int fd, char place[PLACE_MAX]) {
  snprintf(place, PLACE_MAX, "/proc/self/fd/%d", fd);
  return place;
}

int temporary_open(const char *target, char name[PATH_MAX]) {
  char folder[PATH_MAX], place[PLACE_MAX];
  path_folder(target, folder);
  int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  name[0] = 0;
  if (fd >= 0 && access(open_path(fd, place), F_OK) == 0) return mode_keep(fd, target);
  if (fd >= 0) close(fd);
  temporary_tidy(target, STALE_S); /* named files can be left by a killed process */
  return temporary_create(target, name);
}

static int temporary_link(int fd, const char *name) {
  char place[PLACE_MAX];
  return linkat(AT_FDCWD, open_path(fd, place), AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

/* Links `from` to a temporary name beside the target. */
static int name_link(const char *from, int flags, const char *target, char name[PATH_MAX]) {
  for (int tries = 0; tries < TRIES; tries++) {
    if (!name_draw(target, name)) break;
    if (linkat(AT_FDCWD, from, AT_FDCWD, name, flags) == 0) return 0;
    if (errno != EEXIST) break;
  }
  name[0] = 0;
  return -1;
}

int temporary_second(const char *path, char name[PATH_MAX]) { return name_link(path, 0, path, name); }

int temporary_replace(int fd, char name[PATH_MAX], const char *target) {
  char place[PLACE_MAX];
  if (!name[0] && name_link(open_path(fd, place), AT_SYMLINK_FOLLOW, target, name) != 0) return -1;
  return rename(name, target);
}

int temporary_place(int fd, char name[PATH_MAX], const char *place) {
  if (!name[0]) return temporary_link(fd, place);
  if (renameat2(AT_FDCWD, name, AT_FDCWD, place, RENAME_NOREPLACE) == 0) {
    name[0] = 0;
    return 0;
  }
  if (errno != EINVAL && errno != ENOSYS) return -1;
  return link(name, place); /* NFS: the caller removes the other name */
}

/* Whether the name is exactly "TARGET.tmp." and eight digits. */
static bool is_temporary(const char *target_name, const char *name) {
  const size_t length = strlen(target_name), head = length + strlen(infix);
  return strlen(name) == head + DIGITS && strncmp(name, target_name, length) == 0 &&
         strncmp(name + length, infix, strlen(infix)) == 0 &&
         strspn(name + head, "0123456789abcdef") == DIGITS;
}

/* Cuts every ".tmp." and eight digits. */
static void ends_cut(char *message) {
  for (char *at = message; (at = strstr(at, infix));) {
    char *const end = at + strlen(infix) + DIGITS;
    if (strspn(at + strlen(infix), "0123456789abcdef") == DIGITS)
      memmove(at, end, strlen(end) + 1);
    else
      at++;
  }
}

Status temporary_said(Status status) {
  if (status != OK) status_edit(ends_cut);
  return status;
}

static bool is_left(const char *path, double age_s) {
  struct stat info;
  if (lstat(path, &info) != 0 || !S_ISREG(info.st_mode)) return false;
  return age_s > 0 ? difftime(time(NULL), info.st_mtime) > age_s : file_ours(path);
}

void temporary_tidy(const char *target, double age_s) {
  char folder[PATH_MAX], path[PATH_MAX];
  path_folder(target, folder);
  DIR *all = opendir(folder);
  for (struct dirent *one; all && (one = readdir(all));)
    if (is_temporary(path_name(target), one->d_name) &&
        snprintf(path, sizeof path, "%s%s", folder, one->d_name) < (int)sizeof path && is_left(path, age_s))
      unlink(path);
  if (all) closedir(all);
}

/* ---- output ---- */

enum { OUTPUT_HEAD = 4096 };

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
