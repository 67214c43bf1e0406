/* Instances: see instance.h. Steps 2 and 3 of the flow fill them, nobody changes them afterwards. */
#include "instance.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

const char *metric_name(Metric metric) {
  static const char *const names[METRIC_COUNT] = {
      [METRIC_EUC_2D] = "EUC_2D",    [METRIC_CEIL_2D] = "CEIL_2D", [METRIC_ATT] = "ATT",
      [METRIC_MAN_2D] = "MAN_2D",    [METRIC_MAX_2D] = "MAX_2D",   [METRIC_GEO] = "GEO",
      [METRIC_EXPLICIT] = "EXPLICIT"};
  return names[metric];
}

Status instance_alloc(ProblemKind problem, Metric metric, int32_t n, Instance **out) {
  Instance *inst = calloc(1, sizeof *inst);
  if (!inst) FAIL(ERR_MEMORY, "no memory for an instance");
  inst->problem = problem, inst->metric = metric, inst->n = n;
  size_t cities = (size_t)n;
  if (metric == METRIC_EXPLICIT) {
    inst->matrix = malloc(cities * cities * sizeof *inst->matrix);
  } else {
    inst->x = malloc(cities * sizeof *inst->x);
    inst->y = malloc(cities * sizeof *inst->y);
  }
  if (!inst->matrix && !(inst->x && inst->y)) {
    instance_free(inst);
    FAIL(ERR_MEMORY, "no memory for an instance of %d cities (%s)", n, metric_name(metric));
  }
  *out = inst;
  return OK;
}

void instance_free(Instance *inst) {
  if (!inst) return;
  free(inst->x);
  free(inst->y);
  free(inst->matrix);
  free(inst);
}

uint64_t instance_digest(const Instance *inst) {
  const int32_t head[] = {(int32_t)inst->problem, (int32_t)inst->metric, inst->n};
  const size_t cities = (size_t)inst->n;
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, head, sizeof head);
  if (inst->metric == METRIC_EXPLICIT) {
    XXH3_64bits_update(&state, inst->matrix, cities * cities * sizeof *inst->matrix);
  } else {
    XXH3_64bits_update(&state, inst->x, cities * sizeof *inst->x);
    XXH3_64bits_update(&state, inst->y, cities * sizeof *inst->y);
  }
  return XXH3_64bits_digest(&state);
}
