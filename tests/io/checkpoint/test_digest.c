/* The digest of a checkpoint covers every byte behind the user block, whatever the length and the number of ranks that share
 * the reading (src/io/checkpoint/checkpoint_file.c). Expected digests are made here, by the rule of docs/file-formats-hdf5.md alone. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "fixtures/harness.h"
#include "io/checkpoint/checkpoint_file.h"

enum { BLOCK = 4096, SEGMENT = 16 << 20, SCHEMA = 3 };

typedef struct Bytes {
  unsigned char *data;
  size_t count;
  char path[64];
  int fd;
} Bytes;

static Bytes bytes_make(size_t count) {
  Bytes b = {malloc(count), count, "/tmp/cordee-digest-XXXXXX", -1};
  for (size_t k = 0; k < count; k++) b.data[k] = (unsigned char)(k * 2654435761u >> 13);
  b.fd = mkstemp(b.path);
  CU_ASSERT_FATAL(b.fd >= 0 && write(b.fd, b.data, count) == (ssize_t)count);
  return b;
}

static void bytes_free(Bytes *b) {
  close(b->fd);
  unlink(b->path);
  free(b->data);
}

/* As `parts` ranks find it. */
static uint64_t digest_find(const Bytes *b, int parts) {
  uint64_t *sums = checkpoint_sums_alloc(b->path, b->count);
  for (int part = 0; part < parts; part++) {
    const DigestJob job = {b->path, b->count, part, parts, ERR_NO_INPUT};
    CU_ASSERT_EQUAL(checkpoint_digest_part(&job, b->fd, sums + 2), OK);
  }
  const uint64_t digest = checkpoint_sums_digest(SCHEMA, b->count, sums);
  free(sums);
  return digest;
}

/* XXH3-64 of each segment, then of (schema, size, these). */
static uint64_t digest_by_rule(const Bytes *b) {
  uint64_t sums[8] = {SCHEMA, b->count};
  size_t used = 2;
  for (size_t at = BLOCK; at < b->count; at += SEGMENT)
    sums[used++] = XXH3_64bits(b->data + at, b->count - at < SEGMENT ? b->count - at : SEGMENT);
  return XXH3_64bits(sums, used * sizeof *sums);
}

static void is_as_documented(void) {
  static const size_t counts[] = {BLOCK,
                                  BLOCK + 1,
                                  BLOCK + 777,
                                  BLOCK + (1 << 20),
                                  BLOCK + (1 << 20) + 1,
                                  BLOCK + SEGMENT - 1,
                                  BLOCK + SEGMENT,
                                  BLOCK + SEGMENT + 1,
                                  BLOCK + 2 * SEGMENT + 12345};
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    Bytes b = bytes_make(counts[c]);
    for (int parts = 1; parts <= 4; parts++) CU_ASSERT_EQUAL(digest_find(&b, parts), digest_by_rule(&b));
    bytes_free(&b);
  }
}

/* One bit of any of these bytes changes the digest; the user block has its own check. */
static void every_byte_counts(void) {
  const size_t count = BLOCK + SEGMENT + 5000;
  const size_t places[] = {BLOCK,           BLOCK + 1, BLOCK + (1 << 20), BLOCK + SEGMENT - 1,
                           BLOCK + SEGMENT, count - 2, count - 1};
  Bytes b = bytes_make(count);
  const uint64_t before = digest_find(&b, 2);
  for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
    unsigned char changed = b.data[places[k]] ^ 1;
    CU_ASSERT_EQUAL(pwrite(b.fd, &changed, 1, (off_t)places[k]), 1);
    CU_ASSERT_NOT_EQUAL(digest_find(&b, 2), before);
    CU_ASSERT_EQUAL(pwrite(b.fd, &b.data[places[k]], 1, (off_t)places[k]), 1);
  }
  CU_ASSERT_EQUAL(digest_find(&b, 2), before);
  bytes_free(&b);
}

/* Schema and size are part of it; a file that ends early is an error and no digest. */
static void schema_and_size_count(void) {
  Bytes b = bytes_make(BLOCK + 100);
  uint64_t sums[3] = {0, 0, 7}, other[3] = {0, 0, 7};
  CU_ASSERT_NOT_EQUAL(checkpoint_sums_digest(1, b.count, sums), checkpoint_sums_digest(2, b.count, other));
  CU_ASSERT_NOT_EQUAL(checkpoint_sums_digest(2, b.count, sums),
                      checkpoint_sums_digest(2, b.count + 1, other));
  CU_ASSERT_EQUAL(ftruncate(b.fd, BLOCK + 99), 0);
  const DigestJob job = {b.path, b.count, 0, 1, ERR_NO_INPUT};
  CU_ASSERT_EQUAL(checkpoint_digest_part(&job, b.fd, sums + 2), ERR_NO_INPUT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "shrinks while it is read"));
  status_clear();
  bytes_free(&b);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(is_as_documented), TEST(every_byte_counts), TEST(schema_and_size_count), {NULL, NULL}};
  return harness_run("digest", tests);
}
