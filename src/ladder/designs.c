/* See designs.h. */
#include "designs.h"

#include "backend_module.h"

Status ladder_designs_find(const LadderDesigns **out) {
  static ModuleFile file = {.name = "cordee_ladder.so", .made_by = "scons cuda ladder"};
  *out = module_tables(&file);
  if (!*out) FAIL(ERR_DEVICE, "the published designs: %s", file.absence);
  return OK;
}
