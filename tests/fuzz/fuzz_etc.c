/* libFuzzer target: any bytes are a task matching instance or refused with a place, and an instance is one in every
 * respect. Built and run by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/matching/etc.h"
#include "problem/judge.h"
#include "problem/matching/match_heuristics.h"
#include "problem/matching/matching.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

/* Whatever the assignment, loads fit. */
static void check_loads(const Instance *inst) {
  int64_t sum = 0;
  for (int32_t t = 0; t < inst->n; t++) {
    int64_t longest = 0;
    for (int32_t m = 0; m < matching_of(inst)->machines; m++) {
      const int64_t time =
          matching_of(inst)->etc[(size_t)t * (size_t)matching_of(inst)->machines + (size_t)m];
      expect(time > 0, "every time is above 0");
      if (time > longest) longest = time;
    }
    expect(longest <= LOAD_MAX - sum, "no load is above LOAD_MAX");
    sum += longest;
  }
}

static void check_heuristics(const Instance *inst) {
  int32_t *assignment = malloc((size_t)inst->n * sizeof *assignment);
  int64_t cost;
  if (!assignment) return;
  for (const MatchHeuristic *h = match_heuristics; h->name; h++)
    expect(h->assign(inst, assignment) == OK && judge_assignment(inst, assignment, &cost) == OK && cost > 0,
           h->name);
  free(assignment);
}

static void check_writing(const Instance *inst) {
  char *text = NULL;
  size_t bytes = 0;
  Instance *again = NULL;
  FILE *out = open_memstream(&text, &bytes);
  expect(out && etc_write(out, inst) == OK, "the instance is written");
  fclose(out);
  expect(etc_parse("again", text, bytes, &again) == OK && again->digest == inst->digest, "it is read back");
  instance_free(again);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Instance *inst = NULL;
  status_clear();
  Status status = etc_parse("fuzz", (const char *)data, size, &inst);
  expect(status == OK ? inst != NULL : inst == NULL, "an instance or an error, not both");
  expect(status == OK || strncmp(status_message(), "fuzz:", 5) == 0, "errors name their place");
  if (!inst) return 0;
  expect(inst->n >= 1 && matching_of(inst)->machines >= 1 && inst->digest == instance_digest(inst),
         "sizes and digest are right");
  check_loads(inst);
  check_heuristics(inst);
  check_writing(inst);
  instance_free(inst);
  return 0;
}
