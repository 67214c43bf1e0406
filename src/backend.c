/* The registry of backends: the only place that asks whether CUDA was built. And what both backends share. */
#include "backend.h"

#include <stdbool.h>
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

/* ---- kernel families ---- */

Status backend_require(const BackendOps *ops, unsigned families, const char *solver) {
#define FAMILY_HAS(name, Kernels, twins) {#name, ops->name != NULL},
  const struct {
    const char *name;
    bool there;
  } all[] = {KERNEL_FAMILIES(FAMILY_HAS)};
  for (int f = 0; f < FAMILY_COUNT; f++)
    if (families >> f & 1 && !all[f].there)
      FAIL(ERR_DEVICE, "--backend %s: %s needs the kernels '%s', which this backend does not have", ops->name,
           solver, all[f].name);
  return OK;
}

void backend_state_set(Backend *be, KernelFamily family, void *state,
                       void (*destroy)(Backend *be, void *state)) {
  const FamilyState old = be->family[family];
  be->family[family] = (FamilyState){state, destroy};
  if (old.state) old.destroy(be, old.state);
}

void backend_states_destroy(Backend *be) {
  for (int f = 0; f < FAMILY_COUNT; f++) backend_state_set(be, (KernelFamily)f, NULL, NULL);
}
