/* A backend in a shared object of its own, found when the program first asks for it: `cordee_cuda.so`. So programs, tests and the
 * library link no kernel of CUDA, and a build for CPUs alone needs none.
 *
 * The module exports one function, BACKEND_MODULE_SYMBOL, of the type BackendModuleOpen. It has copies of the stateless functions
 * of the core that its kernels call. What has a state (the message of an error, signals and limits) it asks of the program by ModuleHost. */
#ifndef CORDEE_BACKEND_MODULE_H
#define CORDEE_BACKEND_MODULE_H

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
  const BackendOps *ops;
} BackendModule;

typedef const BackendModule *BackendModuleOpen(const ModuleHost *host);
#define BACKEND_MODULE_SYMBOL "cordee_backend_module"

/* The backend of the module `file`, loaded at the first call; NULL if there is none that fits. Places, in this order: the folder $CORDEE_MODULES
 * alone, if it is set; the folder of the program or library that this code is part of, ../lib/cordee and cordee from there. Any
 * thread may call it. */
const BackendOps *backend_module(const char *file);
/* Why backend_module(file) is NULL, a clause: "no cordee_cuda.so is beside the program (scons cuda makes it)". The module was asked for before. */
const char *backend_module_absence(void);
/* Whether there is a file, but it cannot be loaded or is of another build. */
bool backend_module_unfit(void);

#ifdef __cplusplus
}
#endif
#endif
