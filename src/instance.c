/* Instances: see instance.h. Steps 2 and 3 of the flow fill them, nobody changes them afterwards. */
#include "instance.h"

#include <stdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

const char *metric_name(Metric metric) {
  static const char *const names[METRIC_COUNT] = {
      [METRIC_EUC_2D] = "EUC_2D",    [METRIC_CEIL_2D] = "CEIL_2D", [METRIC_ATT] = "ATT",
      [METRIC_MAN_2D] = "MAN_2D",    [METRIC_MAX_2D] = "MAX_2D",   [METRIC_GEO] = "GEO",
      [METRIC_EXPLICIT] = "EXPLICIT"};
  return names[metric];
}

float function_range(FunctionKind function) {
  static const float ranges[FUNCTION_COUNT] = {
      [FUNCTION_SPHERE] = 100, [FUNCTION_ROSENBROCK] = 30, [FUNCTION_RASTRIGIN] = 5.12f,
      [FUNCTION_ACKLEY] = 32,  [FUNCTION_GRIEWANK] = 600,  [FUNCTION_SCHWEFEL] = 500};
  return ranges[function];
}

const char *function_name(FunctionKind function) {
  static const char *const names[FUNCTION_COUNT] = {"sphere", "rosenbrock", "rastrigin",
                                                    "ackley", "griewank",   "schwefel"};
  return names[function];
}

void instance_arrays(const Instance *inst, InstanceArray arrays[INSTANCE_ARRAYS]) {
  const size_t n = (size_t)inst->n;
  arrays[0] = (InstanceArray){inst->x, inst->x ? n * sizeof *inst->x : 0};
  arrays[1] = (InstanceArray){inst->y, inst->y ? n * sizeof *inst->y : 0};
  arrays[2] = (InstanceArray){inst->matrix, inst->matrix ? n * n * sizeof *inst->matrix : 0};
  arrays[3] = (InstanceArray){inst->etc, inst->etc ? n * (size_t)inst->machines * sizeof *inst->etc : 0};
}

/* Cities are looked up in any order: in an array of many megabytes nearly every look would miss the TLB, too, if its pages
 * were small. */
static void *array_alloc(size_t bytes) {
  const size_t page = 2u << 20;
  if (bytes < 2 * page) return malloc(bytes);
  void *array = aligned_alloc(page, (bytes + page - 1) / page * page);
  if (array) madvise(array, bytes, MADV_HUGEPAGE); /* an advice: where there are none, small ones do */
  return array;
}

Status instance_alloc_like(const Instance *like, Instance **out) {
  Instance *inst = malloc(sizeof *inst);
  const size_t n = (size_t)like->n;
  if (!inst) FAIL(ERR_MEMORY, "no memory for an instance");
  *inst = *like;
  inst->x = inst->y = NULL, inst->matrix = NULL, inst->etc = NULL;
  const bool plane = like->problem == PROBLEM_TSP && like->metric != METRIC_EXPLICIT;
  const bool table = like->problem == PROBLEM_TSP && like->metric == METRIC_EXPLICIT;
  const bool times = like->problem == PROBLEM_MATCHING;
  if (plane) inst->x = array_alloc(n * sizeof *inst->x), inst->y = array_alloc(n * sizeof *inst->y);
  if (table) inst->matrix = array_alloc(n * n * sizeof *inst->matrix);
  if (times) inst->etc = array_alloc(n * (size_t)inst->machines * sizeof *inst->etc);
  if ((plane && !(inst->x && inst->y)) || (table && !inst->matrix) || (times && !inst->etc)) {
    char size[96];
    instance_size_text(like, size, sizeof size);
    instance_free(inst);
    FAIL(ERR_MEMORY, "no memory for an instance of %s", size);
  }
  *out = inst;
  return OK;
}

Status instance_alloc(Metric metric, int32_t n, Instance **out) {
  return instance_alloc_like(&(Instance){.problem = PROBLEM_TSP, .metric = metric, .n = n}, out);
}

Status instance_alloc_matching(int32_t tasks, int32_t machines, int32_t decimals, Instance **out) {
  return instance_alloc_like(
      &(Instance){.problem = PROBLEM_MATCHING, .n = tasks, .machines = machines, .decimals = decimals}, out);
}

Status instance_alloc_function(FunctionKind function, int32_t dimensions, Instance **out) {
  return instance_alloc_like(
      &(Instance){
          .problem = PROBLEM_FUNCTION, .function = function, .n = dimensions, .decimals = FUNCTION_DECIMALS},
      out);
}

void instance_free(Instance *inst) {
  if (!inst) return;
  free(inst->x), free(inst->y), free(inst->matrix), free(inst->etc);
  free(inst);
}

/* Head words that are 0 for the TSP come last and are left out there: its digests are older than the others. */
uint64_t instance_digest(const Instance *inst) {
  const int32_t head[] = {(int32_t)inst->problem, (int32_t)inst->metric, inst->n,
                          inst->machines,         inst->decimals,        (int32_t)inst->function};
  InstanceArray arrays[INSTANCE_ARRAYS];
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, head, inst->problem == PROBLEM_TSP ? 3 * sizeof *head : sizeof head);
  instance_arrays(inst, arrays);
  for (int k = 0; k < INSTANCE_ARRAYS; k++)
    if (arrays[k].data) XXH3_64bits_update(&state, arrays[k].data, arrays[k].bytes);
  return XXH3_64bits_digest(&state);
}

void instance_size_text(const Instance *inst, char *text, size_t size) {
  if (inst->problem == PROBLEM_TSP) snprintf(text, size, "%d cities, %s", inst->n, metric_name(inst->metric));
  if (inst->problem == PROBLEM_MATCHING)
    snprintf(text, size, "%d tasks on %d machines", inst->n, inst->machines);
  if (inst->problem == PROBLEM_FUNCTION)
    snprintf(text, size, "%s in %d dimension%s", function_name(inst->function), inst->n,
             inst->n == 1 ? "" : "s");
}
