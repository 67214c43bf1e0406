/* Rows in a message (src/sweep/sweep_rows.c): what is unpacked is what was packed, and rows that are mostly empty are short. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "sweep/sweep_state.h"

enum { GENES = 13 };

/* Packs and unpacks; true: equal, with the bytes that were told. Rows are packed one behind another, so they begin anywhere. */
static bool same_back(const ResultRow *row, uint64_t task, size_t offset) {
  int32_t gene[GENES];
  ResultRow back;
  uint64_t back_task;
  const char *back_gene;
  char *const room = malloc(offset + row_packed_most(row));
  for (int k = 0; k < GENES; k++) gene[k] = k * 1000003 - 7;
  const size_t bytes = row_pack(task, row, gene, room + offset);
  const bool fits = bytes <= row_packed_most(row);
  const size_t read = row_unpack(room + offset, &back_task, &back, &back_gene);
  const bool genes =
      row->state != RESULT_VERIFIED || memcmp(back_gene, gene, (size_t)row->n * sizeof *gene) == 0;
  const bool same =
      fits && read == bytes && back_task == task && memcmp(&back, row, sizeof back) == 0 && genes;
  free(room);
  return same;
}

static void sparse_rows(void) {
  ResultRow row;
  memset(&row, 0, sizeof row);
  CU_ASSERT(same_back(&row, 0, 0));
  row.state = RESULT_VERIFIED;
  row.n = GENES;
  row.best = -5;
  row.done = 1;
  snprintf(row.name, sizeof row.name, "berlin52");
  CU_ASSERT(same_back(&row, UINT64_MAX, 3));
  row.state = RESULT_FAILED;
  CU_ASSERT(same_back(&row, 77, 1));
  char packed[ROW_PACKED_MOST];
  CU_ASSERT(row_pack(0, &row, NULL, packed) < 200);
}

/* Every word may be anything. */
static void full_rows(void) {
  ResultRow row;
  unsigned char bytes[sizeof row] = {0};
  for (unsigned seed = 1; seed < 50; seed++) {
    for (size_t b = 0; b < sizeof row; b++)
      bytes[b] = (unsigned char)((b * seed * 2654435761u) >> 24 | seed % 2);
    memcpy(&row, bytes, sizeof row);
    row.state = seed % 3 ? RESULT_FAILED : RESULT_VERIFIED;
    row.n = (int32_t)(seed % (GENES + 1));
    CU_ASSERT(same_back(&row, seed, seed % 8));
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(sparse_rows), TEST(full_rows), {NULL, NULL}};
  return harness_run("row_pack", tests);
}
