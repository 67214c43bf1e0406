/* Rows in a message: see sweep_state.h. Most words of a row are zero, the ends of its texts and its trace: a row of 4 KiB
 * has about 600 bytes without them. */
#include <string.h>
#include "sweep_state.h"

enum { ROW_WORDS = sizeof(ResultRow) / sizeof(uint64_t), MASKS = (ROW_WORDS + 63) / 64 };
_Static_assert(sizeof(ResultRow) % sizeof(uint64_t) == 0, "a row is whole words");
_Static_assert(ROW_PACKED_MOST == sizeof(uint64_t) * (1 + MASKS + ROW_WORDS), "most that a row needs");

static size_t genes_bytes(const ResultRow *row) {
  return row->state == RESULT_VERIFIED ? (size_t)row->n * sizeof(int32_t) : 0;
}

size_t row_packed_most(const ResultRow *row) { return ROW_PACKED_MOST + genes_bytes(row); }

/* The task, which words are not zero, these words, the genes. */
size_t row_pack(uint64_t task, const ResultRow *row, const int32_t *gene, char *out) {
  uint64_t word[ROW_WORDS], mask[MASKS] = {0}, packed[1 + MASKS + ROW_WORDS];
  size_t words = 1 + MASKS;
  memcpy(word, row, sizeof word);
  for (size_t w = 0; w < ROW_WORDS; w++)
    if (word[w]) {
      mask[w / 64] |= (uint64_t)1 << w % 64;
      packed[words++] = word[w];
    }
  packed[0] = task;
  memcpy(packed + 1, mask, sizeof mask);
  memcpy(out, packed, words * sizeof *packed);
  if (genes_bytes(row)) memcpy(out + words * sizeof *packed, gene, genes_bytes(row));
  return words * sizeof *packed + genes_bytes(row);
}

size_t row_unpack(const char *in, uint64_t *task, ResultRow *row, const char **gene) {
  uint64_t word[ROW_WORDS] = {0}, mask[MASKS];
  const char *at = in;
  memcpy(task, at, sizeof *task);
  at += sizeof *task;
  memcpy(mask, at, sizeof mask);
  at += sizeof mask;
  for (size_t w = 0; w < ROW_WORDS; w++)
    if (mask[w / 64] >> w % 64 & 1) {
      memcpy(&word[w], at, sizeof *word);
      at += sizeof *word;
    }
  memcpy(row, word, sizeof word);
  *gene = at;
  return (size_t)(at - in) + genes_bytes(row);
}
