/* The look for a task that leaves a machine (anneal_find of src/solver/anneal_tasks/anneal_step.h) against a walk from entry to entry: it
 * never leaves the machine's own list, however close to an end it begins. */
#include <stdlib.h>
#include "fixtures/harness.h"
#include "solver/anneal_tasks/anneal_step.h"

enum { MACHINES = 5, MOST = 90 * MACHINES };

static uint32_t draw(uint64_t *state, uint32_t below) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*state >> 33) % below);
}

typedef struct Lists { /* a task has one option here: entry, option and task are the same but for the pad */
  AnnealTables tables;
  AnnealOption option[MOST];
  uint32_t entry[ANNEAL_PAD + MOST], used[(ANNEAL_PAD + MOST) / 32 + 2];
  int32_t list[MACHINES + 1], near[MACHINES * ANNEAL_BUCKETS];
} Lists;

/* Lists of 1 to 90 entries, `part` in 16 of them in use. */
static void lists_make(Lists *l, uint32_t part, uint64_t *state) {
  int32_t at = ANNEAL_PAD;
  *l = (Lists){.tables = {.machines = MACHINES}};
  for (int32_t m = 0; m < MACHINES; m++) {
    l->list[m] = at;
    for (int32_t left = 1 + (int32_t)draw(state, 90); left; left--, at++) {
      const int32_t o = at - ANNEAL_PAD;
      l->entry[at] = (uint32_t)o;
      l->option[o] = (AnnealOption){.machine = m, .task = o, .entry = at};
      if (draw(state, 16) < part) l->used[at >> 5] |= 1u << (at & 31);
    }
    for (int32_t b = 0; b < ANNEAL_BUCKETS; b++)
      l->near[m * ANNEAL_BUCKETS + b] = l->list[m] + (int32_t)draw(state, (uint32_t)(at - l->list[m] + 1));
  }
  l->list[MACHINES] = at;
  l->tables.entries = at;
  l->tables.entry = l->entry;
  l->tables.option = l->option;
  l->tables.list = l->list;
  l->tables.near = l->near;
}

static int32_t find_by_walking(const Lists *l, const AnnealMoves *moved, int32_t m, int32_t bucket,
                               uint32_t bits) {
  const int32_t first = l->list[m], end = l->list[m + 1], widths[] = {2, 4, 8, 16};
  const int32_t offset = (int32_t)(bits >> 3 & 15) % widths[bits >> 1 & 3], step = bits & 1 ? 1 : -1;
  int32_t e = l->near[m * ANNEAL_BUCKETS + bucket] + step * offset;
  if (e < first) e = first;
  if (e >= end) e = end - 1;
  for (int k = 0; k < 32 && e >= first && e < end; k++, e += step) {
    int gone = 0;
    for (int i = 0; i < moved->count; i++) gone |= moved->task[i] == e - ANNEAL_PAD;
    if ((l->used[e / 32] >> e % 32 & 1) && !gone) return e - ANNEAL_PAD;
  }
  return -1;
}

static void finds_as_walking_does(void) {
  Lists *l = malloc(sizeof *l);
  uint64_t state = 1;
  int wrong = 0, found = 0, none = 0;
  for (int round = 0; round < 400; round++) {
    lists_make(l, 1 + (uint32_t)round % 4, &state);
    const AnnealChain c = {.used = l->used};
    for (int k = 0; k < 500; k++) {
      AnnealMoves moved = {.count = (int32_t)draw(&state, 4)};
      for (int i = 0; i < moved.count; i++)
        moved.task[i] = (int32_t)draw(&state, (uint32_t)(l->tables.entries - ANNEAL_PAD));
      const int32_t m = (int32_t)draw(&state, MACHINES), bucket = (int32_t)draw(&state, ANNEAL_BUCKETS);
      const uint32_t bits = draw(&state, 128);
      const float size = ((float)bucket + 0.5f) / ANNEAL_BUCKETS_UNIT;
      const int32_t got = anneal_find(&l->tables, &c, &moved, m, size, bits);
      wrong += got != find_by_walking(l, &moved, m, bucket, bits);
      *(got < 0 ? &none : &found) += 1;
    }
  }
  CU_ASSERT_EQUAL(wrong, 0);
  CU_ASSERT(found > 10000 && none > 1000);
  free(l);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(finds_as_walking_does), {NULL, NULL}};
  return harness_run("anneal_find", tests);
}
