/* The registry of backends: the only place that asks whether CUDA was built. */
#include "backend.h"

#include <string.h>

static const BackendOps *const built[] = {&backend_cpu,
#ifdef CORDEE_CUDA
                                          &backend_cuda,
#endif
                                          NULL};

const BackendOps *backend_find(const char *name) {
  for (int i = 0; built[i]; i++)
    if (strcmp(built[i]->name, name) == 0) return built[i];
  return NULL;
}

const char *backend_names(void) { return built[1] ? "cpu cuda" : "cpu"; }
