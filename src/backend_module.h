/* Kernels in a shared object of their own, found when the program first asks for it: `cordee_cuda.so`, the backend of CUDA, and `cordee_ladder.so`,
 * the published designs of cordee-ladder. So programs, tests and the library link no kernel of CUDA, and a build for CPUs alone needs none.
 *
 * A module exports one function, BACKEND_MODULE_SYMBOL, of the type BackendModuleOpen. It has copies of the stateless functions
 * of the core that its kernels call. What has a state (the message of an error, signals and limits) it asks of the program by ModuleHost. */
#ifndef CORDEE_BACKEND_MODULE_H
#define CORDEE_BACKEND_MODULE_H

#include <limits.h>
#include <stdbool.h>
#include "backend.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Defined by the build, for both sides. */
#ifndef MODULE_KEY
#define MODULE_KEY "" /* of other compilations, which no module fits */
#endif

/* What the program does for a module. Valid as long as the process lives. */
typedef struct ModuleHost {
  Status (*fail)(Status status, const char *format, ...); /* status_fail */
  bool (*halt_due)(void);
  bool (*halt_poll)(void);
  Status (*halt_check)(const char *what);
  Status (*halt_after)(const char *what);
} ModuleHost;

/* What a module tells of itself. */
typedef struct BackendModule {
  const char
      *key; /* MODULE_KEY of its build: a digest of all headers, so that structs on both sides are the same */
  const void *tables; /* of cordee_cuda.so a BackendOps */
} BackendModule;

typedef const BackendModule *BackendModuleOpen(const ModuleHost *host);
#define BACKEND_MODULE_SYMBOL "cordee_backend_module"

/* A module and what is known of it: the caller sets the first two members of a static one. */
typedef struct ModuleFile {
  const char *name, *made_by; /* "cordee_cuda.so", "scons cuda" */
  bool asked;
  const void *tables; /* NULL: there is none that fits */
  bool unfit;         /* there is a file, but it cannot be loaded or is of another build */
  /* Why there are no tables, a clause: "no cordee_cuda.so is beside the program (scons cuda makes it)". */
  char absence[PATH_MAX + 256];
} ModuleFile;

/* The tables of the module, which is loaded at the first call; NULL if there is none that fits. Places, in this order: the folder $CORDEE_MODULES
 * alone, if it is set; the folder of the program or library that this code is part of, and from there ../lib/cordee, cordee and
 * ../../../cordee, where pip puts it for a package of Python. Any thread may call it. */
const void *module_tables(ModuleFile *file);

/* The folder of the library that this code is part of, or of the program, without links. False: it is not known. */
bool module_folder(char folder[PATH_MAX]);

#ifdef __cplusplus
}
#endif
#endif
