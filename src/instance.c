/* Instances: see instance.h. Readers and the broadcast fill them; nothing changes them afterwards. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "memory.h"
#include "problem.h"

void instance_arrays(const Instance *inst, InstanceArray arrays[INSTANCE_ARRAYS]) {
  memset(arrays, 0, INSTANCE_ARRAYS * sizeof *arrays);
  if (inst->problem->arrays) inst->problem->arrays(inst, arrays);
}

/* Small pages would make nearly every access to an array of many megabytes miss the TLB. */
void *instance_array_alloc(size_t bytes) {
  const size_t page = 2u << 20;
  if (bytes < 2 * page) return malloc(bytes);
  if (memory_claim("instance", bytes, "an array of %zu bytes", bytes) != OK) return NULL;
  void *array = aligned_alloc(page, (bytes + page - 1) / page * page);
  if (array) madvise(array, bytes, MADV_HUGEPAGE); /* a system without them uses small pages */
  return array;
}

Status instance_alloc_like(const Instance *like, Instance **out) {
  const Problem *problem = like->problem;
  Instance *inst = malloc(problem->bytes);
  if (!inst) FAIL(ERR_MEMORY, "no memory for an instance");
  memcpy(inst, like, problem->bytes);
  const Status status = problem->alloc ? problem->alloc(inst) : OK;
  if (status != OK) {
    char size[96];
    free(inst);
    instance_size_text(like, size, sizeof size);
    FAIL(ERR_MEMORY, "no memory for an instance of %s", size);
  }
  *out = inst;
  return OK;
}

Instance *instance_outline(const Instance *inst) {
  Instance *outline = malloc(inst->problem->bytes);
  if (outline) memcpy(outline, inst, inst->problem->bytes);
  return outline;
}

void instance_free(Instance *inst) {
  if (!inst) return;
  if (inst->problem->release) inst->problem->release(inst);
  free(inst);
}

uint64_t instance_digest(const Instance *inst) {
  int32_t head[INSTANCE_HEAD_MAX];
  InstanceArray arrays[INSTANCE_ARRAYS];
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  const int words = inst->problem->head(inst, head);
  XXH3_64bits_update(&state, head, (size_t)words * sizeof *head);
  instance_arrays(inst, arrays);
  for (int k = 0; k < INSTANCE_ASIDE; k++)
    if (arrays[k].data) XXH3_64bits_update(&state, arrays[k].data, arrays[k].bytes);
  return XXH3_64bits_digest(&state);
}

size_t instance_genes(const Instance *inst) { return inst->problem->genes(inst); }

void instance_size_text(const Instance *inst, char *text, size_t size) {
  inst->problem->size_text(inst, text, size);
}
