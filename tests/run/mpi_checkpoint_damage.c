/* Checkpoints that are damaged, cut short, or no checkpoints: refused by all ranks with the same sentence. */
#include "fixtures/checkpointing.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Rank 0 has spoiled the file: 1 if that goes unnoticed. Collective; rank 0 may write again. */
static size_t missed_by_check(const char *path) {
  MPI_Barrier(comm.all);
  int refused = checkpoint_check(&comm, path) == ERR_FORMAT && status_message()[0];
  status_clear();
  MPI_Barrier(comm.all);
  return !refused;
}

static size_t missed_flip(const char *path, int fd, size_t at, char byte, int bit) {
  char flipped = byte ^ (char)(1 << bit);
  if (comm.rank == 0 && pwrite(fd, &flipped, 1, (off_t)at) != 1) abort();
  size_t missed = missed_by_check(path);
  if (comm.rank == 0 && pwrite(fd, &byte, 1, (off_t)at) != 1) abort();
  return missed;
}

/* Every bit of the line of text, then a bit of every byte; of fewer bytes where ranks wait for each other. */
static void flips_refused(void) {
  const char *path = checkpointing_path("flip.h5");
  size_t bytes, missed = 0;
  CU_ASSERT(sample_save(&comm, path, 1, 1, 1) == OK);
  char *data = file_slurp(path, &bytes);
  size_t line = (size_t)(strchr(data, '\n') - data) + 1, step = comm.size == 1 ? 1 : 41;
  MPI_Barrier(comm.all); /* before rank 0 spoils it */
  int fd = open(path, O_WRONLY);
  for (size_t at = 0; at < line; at++)
    for (int bit = 0; bit < 8; bit++) missed += missed_flip(path, fd, at, data[at], bit);
  for (size_t at = line; at < bytes; at += step) missed += missed_flip(path, fd, at, data[at], (int)(at % 8));
  close(fd);
  MPI_Barrier(comm.all);
  CU_ASSERT(missed == 0 && bytes > 4096);
  CU_ASSERT(checkpoint_check(&comm, path) == OK);
  free(data);
}

static void truncations_refused(void) {
  const char *path = checkpointing_path("cut.h5");
  size_t bytes, missed = 0;
  CU_ASSERT(sample_save(&comm, path, 2, 2, 1) == OK);
  char *data = file_slurp(path, &bytes);
  MPI_Barrier(comm.all);
  for (size_t length = bytes; length-- > 0; length -= length < 80 || length > bytes - 20 ? 0 : length % 61) {
    if (comm.rank == 0 && truncate(path, (off_t)length) != 0) abort();
    missed += missed_by_check(path);
  }
  CU_ASSERT(missed == 0);
  file_put(path, data, bytes - 1);
  char expected[128];
  snprintf(expected, sizeof expected, "cut.h5: truncated: expected %zu bytes, found %zu", bytes, bytes - 1);
  CU_ASSERT(file_refused(path, ERR_FORMAT, expected));
  file_put(path, data, bytes + 1); /* the data has room, and zeros */
  CU_ASSERT(file_refused(path, ERR_FORMAT, "damaged"));
  file_put(path, data, bytes);
  CU_ASSERT(checkpoint_check(&comm, path) == OK);
  free(data);
}

static void strangers_refused(void) {
  static const char later[4096] = "cordee checkpoint 4 bytes 4096 digest 0000000000000000\n";
  file_put(checkpointing_path("later.h5"), later, sizeof later);
  CU_ASSERT(file_refused(checkpointing_path("later.h5"), ERR_FORMAT, "schema 4; this program reads up to 3"));
  file_put(checkpointing_path("text.h5"), "NAME : berlin52\n", 16);
  CU_ASSERT(file_refused(checkpointing_path("text.h5"), ERR_FORMAT, "text.h5: not a checkpoint"));
  file_put(checkpointing_path("nothing.h5"), "", 0);
  CU_ASSERT(file_refused(checkpointing_path("nothing.h5"), ERR_FORMAT, "nothing.h5: not a checkpoint"));
  CU_ASSERT(file_refused(checkpointing_path("."), ERR_FORMAT, "not a checkpoint"));
  CU_ASSERT(file_refused(checkpointing_path("missing.h5"), ERR_NO_INPUT, "missing.h5: No such file"));
  Checkpoint c = {0};
  FieldSet set = {0};
  CU_ASSERT(checkpoint_read_meta(checkpointing_path("text.h5"), &c) == ERR_FORMAT &&
            checkpoint_read_fields(checkpointing_path("."), (Span){0, 1}, NULL, &set) == ERR_FORMAT);
  status_clear();
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(flips_refused), TEST(truncations_refused), TEST(strangers_refused), {NULL, NULL}};
  return checkpointing_run(&argc, &argv, "checkpoint_damage", tests);
}
