/* The registry of backends: the only place that asks whether there is one. */
#include <string.h>
#include <unistd.h>
#include "backend.h"
#include "backend_module.h"

static ModuleFile cuda = {.name = "cordee_cuda.so", .made_by = "scons cuda"};

const BackendOps *backend_find(const char *name) {
  if (strcmp(name, backend_cpu.name) == 0) return &backend_cpu;
  return strcmp(name, "cuda") == 0 ? module_tables(&cuda) : NULL;
}

const char *backend_absence(const char *name) { return backend_find(name) ? "" : cuda.absence; }

const char *backend_warning(const char *name) {
  const char *const absence = backend_absence(name);
  return absence[0] && (cuda.unfit || access("/dev/nvidiactl", F_OK) == 0) ? absence : "";
}
