/* A new checkpoint takes the old one's place: the old becomes PATH.prev, and one of them is complete at every
 * instant, even if the writer is killed.
 *
 * `mpi_checkpoint_replace --save-forever PATH` is the writer to kill. */
#include "fixtures/checkpointing.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void previous_is_kept(void) {
  const char *path = checkpointing_path("kept.h5"), *previous = checkpointing_path("kept.h5.prev");
  size_t bytes, fresh_bytes;
  CU_ASSERT(sample_save(&comm, path, 2, 2, 1) == OK);
  CU_ASSERT(file_absent(previous) && harness_temporaries(checkpointing_path("kept.h5")) == 0);
  char *data = file_slurp(path, &bytes);
  CU_ASSERT(sample_save(&comm, path, 2, 2, 77) == OK);
  CU_ASSERT(file_holds(previous, data, bytes) && !file_holds(path, data, bytes));
  CU_ASSERT(harness_temporaries(path) == 0);
  CU_ASSERT(sample_found(path, (Span){0, 2}, 2, 77) && sample_found(previous, (Span){0, 2}, 2, 1));
  char *fresh = file_slurp(path, &fresh_bytes);
  file_put(path, fresh, fresh_bytes - 1); /* a truncated file does not push a complete one out */
  CU_ASSERT(sample_save(&comm, path, 2, 2, 99) == OK);
  CU_ASSERT(file_holds(previous, data, bytes) && sample_found(path, (Span){0, 2}, 2, 99));
  free(data);
  free(fresh);
}

static void previous_is_named(void) {
  const char *path = checkpointing_path("named.h5"), *previous = checkpointing_path("named.h5.prev");
  char expected[1024];
  snprintf(expected, sizeof expected,
           "damaged: digest differs; the previous checkpoint %s is complete: cordee resume %s", previous,
           previous);
  CU_ASSERT(sample_save(&comm, path, 2, 2, 1) == OK && sample_save(&comm, path, 2, 2, 2) == OK);
  size_t bytes;
  char *data = file_slurp(path, &bytes);
  data[bytes / 2 + 2048] ^= 4;
  file_put(path, data, bytes);
  CU_ASSERT(file_refused(path, ERR_FORMAT, expected));
  file_put(previous, data, bytes);
  CU_ASSERT(checkpoint_check(&comm, path) == ERR_FORMAT && !strstr(status_message(), "previous"));
  status_clear();
  free(data);
}

static int save_forever(int *argc, char ***argv) {
  const char *path = (*argv)[2];
  alarm(60); /* should its killer die first */
  if (comm_open(argc, argv, &comm) != OK) return EXIT_FAILURE;
  for (uint64_t salt = 0;; salt++)
    if (sample_save(&comm, path, 6, 999, salt) != OK) return EXIT_FAILURE;
}

/* This program once more, as a job of its own: without the variables that tie a rank to its mpirun (comm_open
 * then asks for no way to other machines). */
static pid_t saver_start(const char *path) {
  char *args[] = {"mpi_checkpoint_replace", "--save-forever", (char *)path, NULL}, *kept[1024], scratch[300];
  int count = 0;
  pid_t pid;
  snprintf(scratch, sizeof scratch, "TMPDIR=%s", checkpointing_path("."));
  kept[count++] = scratch;
  for (char **e = environ; *e && count < 1023; e++)
    if (strncmp(*e, "OMPI_", 5) && strncmp(*e, "PMIX_", 5) && strncmp(*e, "PMI_", 4) &&
        strncmp(*e, "TMPDIR=", 7))
      kept[count++] = *e;
  kept[count] = NULL;
  return posix_spawn(&pid, "/proc/self/exe", NULL, NULL, args, kept) == 0 ? pid : -1;
}

/* The one before is always the last but one, however many there were. */
static void previous_is_renewed(void) {
  const char *path = checkpointing_path("renewed.h5"), *previous = checkpointing_path("renewed.h5.prev");
  for (uint64_t salt = 1; salt <= 4; salt++) {
    CU_ASSERT(sample_save(&comm, path, 2, 2, salt) == OK);
    CU_ASSERT(sample_found(path, (Span){0, 2}, 2, salt));
    CU_ASSERT(salt == 1 ? file_absent(previous) : sample_found(previous, (Span){0, 2}, 2, salt - 1));
    MPI_Barrier(comm.all);
  }
}

/* ---- given up at the last moment: this program's fsync and pthread_join stand before the C library's ---- */

static struct {
  atomic_bool armed;
  int joins; /* since then */
  sem_t given_up;
} moment;

/* The last flush of a save, in its thread, takes until the main thread has given the save up and waits. */
int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  if (atomic_exchange(&moment.armed, false))
    while (sem_wait(&moment.given_up) != 0) continue;
  return real(fd);
}

/* The first one that is seen ends the phase before. */
int pthread_join(pthread_t thread, void **result) {
  int (*real)(pthread_t, void **) = (int (*)(pthread_t, void **))dlsym(RTLD_NEXT, "pthread_join");
  if (++moment.joins == 2) sem_post(&moment.given_up);
  return real(thread, result);
}

static void given_up_is_not_published(void) {
  const char *path = checkpointing_path("up.h5"), *previous = checkpointing_path("up.h5.prev");
  Span span = ring_span(4, comm.rank, comm.size);
  Checkpoint c = {.meta = sample_meta(4), .fields = sample_fields(span, 3, 9)};
  CheckpointWriter *w = NULL;
  bool done = false;
  uint64_t written = 0;
  size_t bytes;
  CU_ASSERT(sample_save(&comm, path, 2, 2, 1) == OK);
  char *data = file_slurp(path, &bytes);
  CU_ASSERT_FATAL(checkpoint_begin(&comm, path, &c, span, &w) == OK);
  for (int step = 0; step < 3; step++) { /* the third begins the last phase */
    if (step == 2) {
      while (checkpoint_busy(w)) sched_yield();
      while (sem_trywait(&moment.given_up) == 0) continue; /* of earlier saves */
      moment.joins = 0;
      atomic_store(&moment.armed, comm.rank == 0);
    }
    CU_ASSERT(checkpoint_step(&comm, w, &done, &written) == OK && !done);
  }
  while (atomic_load(&moment.armed)) sched_yield(); /* until rank 0's thread is in its last flush */
  checkpoint_end(w);
  MPI_Barrier(comm.all);
  CU_ASSERT(file_holds(path, data, bytes) && file_absent(previous) && harness_temporaries(path) == 0);
  fieldset_free(&c.fields);
  free(data);
}

/* Waits until a save is seen, kills at some moment of a later one. */
static int kill_once(const char *path, int round) {
  struct stat old = {0}, now = {0};
  stat(path, &old);
  pid_t pid = saver_start(path);
  if (pid <= 0) return 0;
  for (int tries = 0; tries < 20000; tries++, usleep(1000)) {
    if (waitpid(pid, NULL, WNOHANG) != 0) return 0; /* it ended by itself */
    if (stat(path, &now) == 0 && now.st_ino != old.st_ino) break;
  }
  usleep((useconds_t)(round * 7919 % 15000));
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
  return now.st_ino != old.st_ino;
}

/* On one rank: the writer is a process of its own, and other ranks would only wait for rank 0. */
static void killed_writer(void) {
  if (comm.size > 1) {
    harness_skip("on one rank only");
    return;
  }
  const char *path = checkpointing_path("killed.h5"), *previous = checkpointing_path("killed.h5.prev");
  for (int round = 1; round <= 8; round++) {
    CU_ASSERT(kill_once(path, round));
    CU_ASSERT(!file_absent(path));
    CU_ASSERT(checkpoint_check(&comm, path) == OK || checkpoint_check(&comm, previous) == OK);
    status_clear();
  }
}

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "--save-forever") == 0) return save_forever(&argc, &argv);
  if (sem_init(&moment.given_up, 0, 0) != 0) return EXIT_FAILURE;
  static const HarnessTest tests[] = {TEST(previous_is_kept),  TEST(previous_is_renewed),
                                      TEST(previous_is_named), TEST(given_up_is_not_published),
                                      TEST(killed_writer),     {NULL, NULL}};
  return checkpointing_run(&argc, &argv, "checkpoint_replace", tests);
}
