/* Kernel families of a backend: see backend.h. */
#include "backend.h"

#include <stdbool.h>

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
