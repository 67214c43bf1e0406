/* See path.h. */
#include "path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "c_locale.h"
#include "status.h"

/* ---- paths ---- */

enum { LINKS_MAX = 40 };
static const char mark[] = "cordee "; /* the first bytes of checkpoints, results and locks */

const char *path_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool path_ends(const char *path, const char *suffix) {
  const size_t length = strlen(path), end = strlen(suffix);
  return length >= end && c_strcasecmp(path + length - end, suffix) == 0;
}

static void suffix_strip(char *name, const char *suffix) {
  const size_t length = strlen(name), less = strlen(suffix);
  if (length > less && strcmp(name + length - less, suffix) == 0) name[length - less] = 0;
}

size_t path_unpacked(const char *path) {
  static const char *const ends[] = {".gz", ".xz", ".bz2", ".zst", ".zstd", NULL};
  const size_t length = strlen(path);
  for (const char *const *end = ends; *end; end++)
    if (length > strlen(*end) && path_ends(path, *end)) return length - strlen(*end);
  return length;
}

void path_stem(const char *path, const char *suffix, char *stem, size_t size) {
  snprintf(stem, size, "%s", path_name(path));
  stem[path_unpacked(stem)] = 0;
  suffix_strip(stem, ".tar");
  suffix_strip(stem, suffix);
}

void path_folder(const char *path, char folder[PATH_MAX]) {
  const int length = (int)(path_name(path) - path);
  if (length)
    snprintf(folder, PATH_MAX, "%.*s", length, path);
  else
    strcpy(folder, "./");
}

/* Whether the path is in /proc/PID/fd. */
static bool of_process(const char *path, long *pid) {
  char folder[PATH_MAX], real[PATH_MAX], kind[3];
  path_folder(path, folder);
  return realpath(folder, real) && c_sscanf(real, "/proc/%ld/%2s", pid, kind) == 2 && strcmp(kind, "fd") == 0;
}

/* The target of the link at `path`, relative to the link's folder. False: it is no link. */
static bool link_read(const char *path, char *to, size_t size) {
  char target[PATH_MAX];
  long pid;
  const ssize_t length = readlink(path, target, sizeof target - 1);
  if (length <= 0 || of_process(path, &pid)) return false;
  target[length] = 0;
  const int folder = target[0] == '/' ? 0 : (int)(path_name(path) - path);
  return snprintf(to, size, "%.*s%s", folder, path, target) < (int)size;
}

void path_follow(char *path, size_t size) {
  char next[2 * PATH_MAX];
  for (int links = 0; links < LINKS_MAX && link_read(path, next, sizeof next) && strlen(next) < size; links++)
    memcpy(path, next, strlen(next) + 1);
}

int path_descriptor(const char *path) {
  char followed[PATH_MAX];
  char *end;
  long pid;
  if (snprintf(followed, sizeof followed, "%s", path) >= (int)sizeof followed) return -1;
  path_follow(followed, sizeof followed);
  if (!of_process(followed, &pid) || pid != getpid()) return -1;
  const long fd = strtol(path_name(followed), &end, 10);
  return end != path_name(followed) && !*end && fd >= 0 && fd <= INT_MAX ? (int)fd : -1;
}

Status path_check(const char *role, const char *path, size_t more) {
  char folder[PATH_MAX];
  const size_t length = strlen(path), name = strlen(path_name(path));
  if (length + more >= PATH_MAX) FAIL(ERR_USAGE, "path too long: %s", path);
  path_folder(path, folder);
  const long known = pathconf(folder, _PC_NAME_MAX);
  const size_t most = known > 0 ? (size_t)known : NAME_MAX;
  if (name + more > most)
    FAIL(ERR_USAGE,
         "%s: expected a name of at most %zu bytes (files beside it have longer ones), found %zu: %s", role,
         most - more, name, path);
  return OK;
}

bool file_ours(const char *path) {
  char head[sizeof mark] = "", zeros[sizeof mark] = "";
  struct stat info;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return false;
  const bool plain = fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  const bool read = plain && pread(fd, head, sizeof mark - 1, 0) >= 0;
  close(fd);
  return read && (strcmp(head, mark) == 0 || memcmp(head, zeros, sizeof head) == 0);
}

void folder_sync(const char *path) {
  char folder[PATH_MAX];
  path_folder(path, folder);
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

Status path_append(const char *path, const char *suffix, char out[PATH_MAX]) {
  if (snprintf(out, PATH_MAX, "%s%s", path, suffix) >= PATH_MAX) FAIL(ERR_USAGE, "path too long: %s", path);
  return OK;
}

/* ---- inputs and outputs are distinct ---- */

/* Device and inode of a plain file; of a file that does not exist, those of its folder, and its name. */
typedef struct Identity {
  bool known;
  dev_t device;
  ino_t inode;
  char name[NAME_MAX + 1];
} Identity;

void files_add(FileRoles *files, const char *role, const char *path, const char *suffix, bool written,
               int group) {
  if (!path[0] || strcmp(path, "-") == 0 || files->count == FILES_MAX) return;
  FileRole *one = &files->one[files->count];
  if (snprintf(one->path, sizeof one->path, "%s%s", path, suffix) >= (int)sizeof one->path) return;
  one->role = role;
  one->written = written;
  one->group = group;
  files->count++;
}

void files_add_instance(FileRoles *files, const char *path) {
  char folder[PATH_MAX];
  path_folder(path, folder);
  files_add(files, "the instance", path, "", false, 0);
  files_add(files, "the table of best known values", folder, "optima.tsv", false, 0);
  files_add(files, "the table of best known values", folder, "../optima.tsv", false, 0);
}

/* The path may be a link: the files beside it lie beside the link's target. */
static void beside_add(FileRoles *files, const char *role, const char *path, const char *const *suffix,
                       int group) {
  char target[PATH_MAX];
  if (snprintf(target, sizeof target, "%s", path) >= (int)sizeof target) return;
  path_follow(target, sizeof target);
  for (; *suffix; suffix++) files_add(files, role, target, *suffix, true, group);
}

void files_add_checkpoint(FileRoles *files, const char *role, const char *path, int group) {
  static const char *const suffixes[] = {"", ".prev", ".lock", NULL};
  beside_add(files, role, path, suffixes, group);
}

void files_add_results(FileRoles *files, const char *role, const char *path) {
  static const char *const suffixes[] = {"", ".lock", NULL};
  beside_add(files, role, path, suffixes, 0);
}

static Identity identity_of(const char *path) {
  char target[PATH_MAX], folder[PATH_MAX];
  struct stat info;
  Identity id = {0};
  if (stat(path, &info) == 0) {
    id.known = S_ISREG(info.st_mode);
    id.device = info.st_dev;
    id.inode = info.st_ino;
    return id;
  }
  if (errno != ENOENT || snprintf(target, sizeof target, "%s", path) >= (int)sizeof target) return id;
  path_follow(target, sizeof target);
  path_folder(target, folder);
  if (stat(folder, &info) != 0) return id;
  id.known = snprintf(id.name, sizeof id.name, "%s", path_name(target)) < (int)sizeof id.name;
  id.device = info.st_dev;
  id.inode = info.st_ino;
  return id;
}

static bool identity_same(const Identity *a, const Identity *b) {
  return a->known && b->known && a->device == b->device && a->inode == b->inode &&
         strcmp(a->name, b->name) == 0;
}

static bool may_be_one(const FileRole *a, const FileRole *b) {
  return (!a->written && !b->written) || (a->group && a->group == b->group);
}

Status files_distinct(const FileRoles *files) {
  Identity id[FILES_MAX];
  for (size_t k = 0; k < files->count; k++) {
    id[k] = identity_of(files->one[k].path);
    for (size_t j = 0; j < k; j++) {
      if (may_be_one(&files->one[j], &files->one[k]) || !identity_same(&id[j], &id[k])) continue;
      const FileRole *written = files->one[k].written ? &files->one[k] : &files->one[j],
                     *other = written == &files->one[k] ? &files->one[j] : &files->one[k];
      FAIL(ERR_USAGE, "%s: expected a file of its own, found that of %s (%s)", written->role, other->role,
           other->path);
    }
  }
  return OK;
}
