/* Whether files are apart: see apart.h. */
#include "apart.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "path.h"

/* Of a plain file: its own numbers; of one that is not there: its folder's, and its name. */
typedef struct Identity {
  bool known;
  dev_t device;
  ino_t inode;
  char name[NAME_MAX + 1];
} Identity;

void files_add(FileRoles *files, const char *role, const char *path, const char *suffix, bool written,
               int kin) {
  if (!path[0] || strcmp(path, "-") == 0 || files->count == FILES_MAX) return;
  FileRole *one = &files->one[files->count];
  if (snprintf(one->path, sizeof one->path, "%s%s", path, suffix) >= (int)sizeof one->path) return;
  one->role = role, one->written = written, one->kin = kin;
  files->count++;
}

void files_add_instance(FileRoles *files, const char *path) {
  char folder[PATH_MAX];
  path_folder(path, folder);
  files_add(files, "the instance", path, "", false, 0);
  files_add(files, "the table of best known values", folder, "optima.tsv", false, 0);
  files_add(files, "the table of best known values", folder, "../optima.tsv", false, 0);
}

/* The path itself may be a link; what is beside it lies beside the file that it leads to. */
static void beside_add(FileRoles *files, const char *role, const char *path, const char *const *suffix,
                       int kin) {
  char target[PATH_MAX];
  if (snprintf(target, sizeof target, "%s", path) >= (int)sizeof target) return;
  path_follow(target, sizeof target);
  for (; *suffix; suffix++) files_add(files, role, target, *suffix, true, kin);
}

void files_add_checkpoint(FileRoles *files, const char *role, const char *path, int kin) {
  static const char *const suffixes[] = {"", ".prev", ".lock", NULL};
  beside_add(files, role, path, suffixes, kin);
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
    id.known = S_ISREG(info.st_mode), id.device = info.st_dev, id.inode = info.st_ino;
    return id;
  }
  if (errno != ENOENT || snprintf(target, sizeof target, "%s", path) >= (int)sizeof target) return id;
  path_follow(target, sizeof target);
  path_folder(target, folder);
  if (stat(folder, &info) != 0) return id;
  id.known = snprintf(id.name, sizeof id.name, "%s", path_name(target)) < (int)sizeof id.name;
  id.device = info.st_dev, id.inode = info.st_ino;
  return id;
}

static bool identity_same(const Identity *a, const Identity *b) {
  return a->known && b->known && a->device == b->device && a->inode == b->inode &&
         strcmp(a->name, b->name) == 0;
}

static bool may_be_one(const FileRole *a, const FileRole *b) {
  return (!a->written && !b->written) || (a->kin && a->kin == b->kin);
}

Status files_apart(const FileRoles *files) {
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
