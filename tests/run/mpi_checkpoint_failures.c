/* Checkpoints that cannot be written: the same error on all ranks, the old file untouched. */
#include "fixtures/checkpointing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* A save that fails: the same everywhere, the old file untouched, no new one left. */
static void failing_save(const char *path, uint32_t islands, size_t columns, const char *part) {
  size_t bytes;
  char *data = file_slurp(path, &bytes);
  CU_ASSERT(sample_save(&comm, path, islands, columns, 3) == ERR_IO);
  CU_ASSERT(message_says(part));
  CU_ASSERT(harness_temporaries(path) == 0 && file_holds(path, data, bytes));
  CU_ASSERT(bytes == 0 || checkpoint_check(&comm, path) == OK);
  free(data);
}

static void full_disk(void) {
  char mount_point[128], path[200];
  snprintf(mount_point, sizeof mount_point, "%s", checkpointing_path("disk"));
  snprintf(path, sizeof path, "%s/full.h5", mount_point);
  int mounted = comm.rank == 0 && mkdir(mount_point, 0700) == 0 &&
                mount("tmpfs", mount_point, "tmpfs", 0, "size=512k") == 0;
  MPI_Bcast(&mounted, 1, MPI_INT, 0, comm.all);
  if (!mounted) {
    harness_skip("may not mount a tmpfs");
    return;
  }
  CU_ASSERT(sample_save(&comm, path, 8, 3, 1) == OK);
  for (size_t columns = 100; columns < 100000; columns *= 3)
    if (columns > 2000) failing_save(path, 8, columns, "full.h5: No space left on device");
  CU_ASSERT(sample_save(&comm, path, 8, 3, 2) == OK && sample_found(path, (Span){0, 8}, 3, 2));
  MPI_Barrier(comm.all);
  if (comm.rank == 0) umount2(mount_point, MNT_DETACH);
}

/* What anybody can test: the system refuses to let a file grow. */
static void file_size_limit(void) {
  const char *path = checkpointing_path("limit.h5");
  struct rlimit old, tight;
  CU_ASSERT(sample_save(&comm, path, 3, 3, 1) == OK);
  getrlimit(RLIMIT_FSIZE, &old);
  signal(SIGXFSZ, SIG_IGN);
  for (rlim_t limit = 64; limit <= 65536; limit *= 4) {
    tight = old;
    tight.rlim_cur = limit;
    setrlimit(RLIMIT_FSIZE, &tight);
    failing_save(path, 3, 3000, "limit.h5: File too large");
    setrlimit(RLIMIT_FSIZE, &old);
  }
  CU_ASSERT(sample_save(&comm, path, 3, 3, 2) == OK && sample_found(path, (Span){0, 3}, 3, 2));
}

static void bad_places(void) {
  failing_save(checkpointing_path("no/such/folder.h5"), 2, 2, "no/such/folder.h5: No such file or directory");
  file_put(checkpointing_path("plain"), "x", 1);
  failing_save(checkpointing_path("plain/under.h5"), 2, 2, "Not a directory");
  if (comm.rank == 0 && mkdir(checkpointing_path("folder.h5"), 0700) != 0) abort();
  failing_save(checkpointing_path("folder.h5"), 2, 2, "not a plain file");
  CU_ASSERT(!file_absent(checkpointing_path("folder.h5")) &&
            file_absent(checkpointing_path("folder.h5.prev")));
}

/* A caller's mistake on one rank is everybody's error, before anything is written. */
static void fields_must_fit(void) {
  const char *path = checkpointing_path("misfit.h5");
  uint64_t bytes;
  Span span = ring_span(8, comm.rank, comm.size),
       shorter = {span.first, span.count - (comm.rank == comm.size - 1)};
  Checkpoint c = {.meta = sample_meta(8), .fields = sample_fields(shorter, 2, 1)};
  CU_ASSERT(checkpoint_save(&comm, path, &c, span, &bytes) == ERR_INTERNAL && message_says("expected"));
  fieldset_free(&c.fields);
  c.fields = sample_fields(span, comm.rank == comm.size - 1 ? 3 : 2, 1);
  Status expected = comm.size > 1 ? ERR_INTERNAL : OK;
  CU_ASSERT(checkpoint_save(&comm, path, &c, span, &bytes) == expected &&
            message_says(comm.size > 1 ? "different fields" : ""));
  CU_ASSERT(file_absent(path) == (comm.size > 1) &&
            harness_temporaries(checkpointing_path("misfit.h5")) == 0);
  fieldset_free(&c.fields);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(full_disk), TEST(file_size_limit), TEST(bad_places), TEST(fields_must_fit), {NULL, NULL}};
  return checkpointing_run(&argc, &argv, "checkpoint_failures", tests);
}
