/* See distinct.h. */
#include "distinct.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "path.h"

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
