/* See temporary.h. */
#include "temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "path.h"

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
