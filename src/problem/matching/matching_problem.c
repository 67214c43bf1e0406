/* Task matching's row of the registry: see matching.h. */
#include <stdlib.h>
#include <string.h>
#include "assignment_file.h"
#include "etc.h"
#include "generate_etc.h"
#include "matching.h"
#include "matching_bound.h"

static int matching_probe(const char *path, const char *head, size_t bytes) {
  return head && etc_tells(path, head, bytes, NULL, 0) ? 50 : 0;
}

static void matching_reject(const char *path, const char *text, size_t bytes, char *why, size_t size) {
  (void)etc_tells(path, text, bytes, why, size);
}

static Status matching_parse(const char *path, const char *text, size_t bytes, const void *settings,
                             Instance **out) {
  (void)settings; /* it has no options */
  return etc_parse(path, text, bytes, out);
}

static Status matching_arrays_alloc(Instance *inst) {
  MatchingInstance *matching = (MatchingInstance *)inst;
  const size_t machines = (size_t)matching->machines;
  matching->etc = instance_array_alloc((size_t)inst->n * machines * sizeof *matching->etc);
  matching->proven = malloc(sizeof *matching->proven + machines * sizeof(uint32_t));
  if (matching->etc && matching->proven) {
    matching->proven->known = false;
    return OK;
  }
  free(matching->etc);
  free(matching->proven);
  FAIL(ERR_MEMORY, "no memory for an instance");
}

static void matching_release(Instance *inst) {
  MatchingInstance *matching = (MatchingInstance *)inst;
  free(matching->etc);
  free(matching->proven);
}

static void matching_arrays(const Instance *inst, InstanceArray arrays[INSTANCE_ARRAYS]) {
  const MatchingInstance *matching = matching_of(inst);
  arrays[0] =
      (InstanceArray){matching->etc, (size_t)inst->n * (size_t)matching->machines * sizeof *matching->etc};
}

static int matching_head(const Instance *inst, int32_t head[INSTANCE_HEAD_MAX]) {
  const int32_t words[] = {1, 0, inst->n, matching_of(inst)->machines, inst->decimals, 0};
  memcpy(head, words, sizeof words);
  return sizeof words / sizeof *words;
}

static void matching_size_text(const Instance *inst, char *text, size_t size) {
  snprintf(text, size, "%d tasks on %d machines", inst->n, matching_of(inst)->machines);
}

static size_t matching_genes(const Instance *inst) { return (size_t)inst->n; }

static Status matching_proven(const Instance *inst, int threads, int64_t *bound) {
  return matching_bound(inst, threads, NULL, bound);
}

const Problem problem_matching = {.name = "matching",
                                  .bytes = sizeof(MatchingInstance),
                                  .words = {"task matching", "an ETC file (tasks matched to machines)",
                                            "tasks", "assignment", "instances/etc-i-hihi-60x10-1.etc", 1},
                                  .probe = matching_probe,
                                  .reject = matching_reject,
                                  .parse = matching_parse,
                                  .write = etc_write,
                                  .alloc = matching_arrays_alloc,
                                  .release = matching_release,
                                  .arrays = matching_arrays,
                                  .head = matching_head,
                                  .size_text = matching_size_text,
                                  .genes = matching_genes,
                                  .judge = judge_assignment,
                                  .bound = matching_proven,
                                  .solution_write = assignment_write,
                                  .solution_read = assignment_read,
                                  .solution_marks = (const char *const[]){"# cordee assignment", NULL},
                                  .forms = assignment_forms,
                                  .generators = &matching_generators};
