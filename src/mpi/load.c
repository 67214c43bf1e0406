/* Which functions <mpi.h> of abi/ calls: see there. */
#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "backend_module.h"
#include "mpi/abi/alone.h"
#include "mpi/launcher.h"

#define LIBRARY "libmpi_abi.so.1"

static const MpiCalls *chosen = &mpi_alone;
static MpiCalls loaded; /* those of a library */

/* ---- finding ---- */

static void *library_near(void) {
  static const char *const below[] = {"", "../lib/", "../../../"};
  char folder[PATH_MAX], path[PATH_MAX];
  if (!module_folder(folder)) return NULL;
  for (size_t k = 0; k < sizeof below / sizeof *below; k++) {
    if (snprintf(path, sizeof path, "%s/%s%s", folder, below[k], LIBRARY) >= PATH_MAX) continue;
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library) return library;
  }
  return NULL;
}

static void *library_find(void) {
  const char *const asked = getenv("CORDEE_MPI");
  void *library = NULL;
  if (asked && asked[0]) return dlopen(asked, RTLD_NOW | RTLD_LOCAL);
  library = library_near();
  return library ? library : dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
}

/* ---- choosing ---- */

/* Takes all functions, or none. */
static bool calls_take(void *library) {
#define NAME(name, arguments) "MPI_" #name,
  static const char *const name[] = {MPI_CALLS(NAME)};
  enum { CALLS = sizeof name / sizeof *name };
  void *found[CALLS];
  char text[128];
  _Static_assert(sizeof found == sizeof loaded, "a pointer a call");
  for (int k = 0; k < CALLS; k++) {
    found[k] = dlsym(library, name[k]);
    if (found[k]) continue;
    snprintf(text, sizeof text, "MPI's standard ABI and finds a library without %s", name[k]);
    mpi_alone_say(text);
    return false;
  }
  memcpy(&loaded, found, sizeof loaded);
  return true;
}

const MpiCalls *mpi_calls(void) { return chosen; }

void mpi_calls_launched(void) {
  if (chosen == &loaded || !launcher_any()) return;
  void *const library = library_find();
  if (library && calls_take(library)) chosen = &loaded;
  if (!library) mpi_alone_say("MPI's standard ABI and finds no " LIBRARY);
}

static bool is_here(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD) != NULL; }

/* MPICH's and Open MPI's ABIs of their own: a communicator is theirs where they are. */
int mpi_calls_given(void) {
  if (is_here("libmpi.so.12") || is_here("libmpi.so.40")) return 0;
  void *const library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  if (chosen != &loaded && library && calls_take(library)) chosen = &loaded;
  return chosen == &loaded;
}
