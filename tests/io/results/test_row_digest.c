/* The digest of a row of results covers every gene and every byte of the row, but for itself and the mark that it is done. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "io/results/results_file.h"

enum { GENES = 9 };

static void every_gene_counts(void) {
  ResultRow row;
  int32_t gene[GENES] = {3, 1, 4, 1, 5, 9, 2, 6, 5};
  memset(&row, 0, sizeof row);
  row.state = RESULT_VERIFIED;
  row.n = GENES;
  const uint64_t before = results_row_digest(&row, gene);
  for (int g = 0; g < GENES; g++) {
    gene[g] ^= 1;
    CU_ASSERT_NOT_EQUAL(results_row_digest(&row, gene), before);
    gene[g] ^= 1;
  }
  CU_ASSERT_EQUAL(results_row_digest(&row, gene), before);
}

static void every_byte_of_the_row_counts(void) {
  ResultRow row;
  int32_t gene[GENES] = {0};
  int wrong = 0;
  memset(&row, 0, sizeof row);
  row.state = RESULT_FAILED;
  const uint64_t before = results_row_digest(&row, gene);
  for (size_t at = 0; at < sizeof row; at++) {
    const bool own =
        (at >= offsetof(ResultRow, digest) && at < offsetof(ResultRow, digest) + sizeof row.digest) ||
        (at >= offsetof(ResultRow, done) && at < offsetof(ResultRow, done) + sizeof row.done);
    if (at >= offsetof(ResultRow, state) && at < offsetof(ResultRow, state) + sizeof row.state)
      continue; /* says what there is */
    ((char *)&row)[at] ^= 1;
    wrong += (results_row_digest(&row, gene) == before) != own;
    ((char *)&row)[at] ^= 1;
  }
  CU_ASSERT_EQUAL(wrong, 0);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(every_gene_counts), TEST(every_byte_of_the_row_counts), {NULL, NULL}};
  return harness_run("row_digest", tests);
}
