/* Finds and loads modules: see backend_module.h. */
#include "backend_module.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "halt.h"

static const ModuleHost host = {status_fail, halt_due, halt_poll, halt_check, halt_after};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all ModuleFiles */

/* ---- places ---- */

/* The folder of a file without links; false: there is no such file. */
static bool folder_of(const char *file, char folder[PATH_MAX]) {
  if (!file || !realpath(file, folder)) return false;
  *strrchr(folder, '/') = 0;
  return true;
}

/* The dynamic linker knows a program by its first argument, which may lack a folder. */
bool module_folder(char folder[PATH_MAX]) {
  Dl_info info;
  const bool known = dladdr((void *)&lock, &info) && info.dli_fname && strchr(info.dli_fname, '/');
  return (known && folder_of(info.dli_fname, folder)) || folder_of("/proc/self/exe", folder);
}

/* The folder that a user names; NULL: none. */
static const char *folder_asked(void) {
  const char *const asked = getenv("CORDEE_MODULES");
  return asked && asked[0] ? asked : NULL;
}

/* The module's place, into path; false: it is nowhere. */
static bool place_find(const char *name, char path[PATH_MAX]) {
  static const char *const below[] = {"", "../lib/cordee/", "cordee/", "../../../cordee/"};
  char folder[PATH_MAX];
  if (folder_asked())
    return snprintf(path, PATH_MAX, "%s/%s", folder_asked(), name) < PATH_MAX && access(path, F_OK) == 0;
  if (!module_folder(folder)) return false;
  for (size_t k = 0; k < sizeof below / sizeof *below; k++) {
    const int length = snprintf(path, PATH_MAX, "%s/%s%s", folder, below[k], name);
    if (length < PATH_MAX && access(path, F_OK) == 0) return true;
  }
  return false;
}

/* ---- loading ---- */

/* The tables of an open module, NULL if it does not fit. */
static const void *module_enter(void *module, const char *path, ModuleFile *file) {
  BackendModuleOpen *open = NULL;
  void *const symbol = dlsym(module, BACKEND_MODULE_SYMBOL);
  memcpy(&open, &symbol, sizeof open);
  const BackendModule *const found = open ? open(&host) : NULL;
  if (found && strcmp(found->key, MODULE_KEY) == 0) return found->tables;
  snprintf(file->absence, sizeof file->absence, "%s belongs to another build of cordee (%s makes it)", path,
           file->made_by);
  return NULL;
}

static void load(ModuleFile *file) {
  char path[PATH_MAX];
  if (!place_find(file->name, path)) {
    const char *const asked = folder_asked();
    snprintf(file->absence, sizeof file->absence, "no %s is %s%s (%s makes it)", file->name,
             asked ? "in " : "beside the program", asked ? asked : "", file->made_by);
    return;
  }
  file->unfit = true;
  void *const module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!module) {
    snprintf(file->absence, sizeof file->absence, "%s cannot be loaded: %s", path, dlerror());
    return;
  }
  file->tables = module_enter(module, path, file);
  file->unfit = !file->tables;
  if (file->unfit) dlclose(module);
}

const void *module_tables(ModuleFile *file) {
  pthread_mutex_lock(&lock);
  if (!file->asked) load(file);
  file->asked = true;
  pthread_mutex_unlock(&lock);
  return file->tables;
}
