/* The registry of backends: the only place that asks whether there is one. */
#include <string.h>
#include <unistd.h>
#include "backend.h"
#include "backend_module.h"

static const char *const cuda_file = "cordee_cuda.so";

const BackendOps *backend_find(const char *name) {
  if (strcmp(name, backend_cpu.name) == 0) return &backend_cpu;
  return strcmp(name, "cuda") == 0 ? backend_module(cuda_file) : NULL;
}

const char *backend_absence(const char *name) { return backend_find(name) ? "" : backend_module_absence(); }

const char *backend_warning(const char *name) {
  const char *const absence = backend_absence(name);
  return absence[0] && (backend_module_unfit() || access("/dev/nvidiactl", F_OK) == 0) ? absence : "";
}
