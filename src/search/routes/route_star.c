/* See route_start.h. */
#include "route_start.h"

void start_star(const Instance *inst, int32_t *gene) {
  for (int32_t k = 0; k < inst->n; k++) gene[k] = -(k + 1);
}
