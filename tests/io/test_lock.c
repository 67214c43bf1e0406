/* The lock of a checkpoint: one holder at a time, given back by the end of the holder however it ends. */
#include "fixtures/harness.h"
#include "io/lock.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/cordee-lock-XXXXXX";

static const char *place(const char *name) {
  static char paths[4][256];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

/* A process that holds the lock until it is killed. */
static pid_t holder_start(const char *path) {
  int ready[2];
  char byte = 0;
  if (pipe(ready) != 0) abort();
  pid_t pid = fork();
  if (pid == 0) {
    FileLock lock;
    byte = lock_take(path, &lock) == OK && lock.held;
    if (write(ready[1], &byte, 1) != 1) _exit(1);
    for (;;) pause();
  }
  CU_ASSERT(read(ready[0], &byte, 1) == 1 && byte == 1);
  close(ready[0]);
  close(ready[1]);
  return pid;
}

static void taken_and_released(void) {
  FileLock lock;
  CU_ASSERT(lock_take(place("a.h5"), &lock) == OK && lock.held && !lock.warning[0]);
  CU_ASSERT(access(place("a.h5.lock"), F_OK) == 0);
  lock_release(&lock);
  CU_ASSERT(access(place("a.h5.lock"), F_OK) != 0);
  lock_release(&lock);
  FileLock never = {0};
  lock_release(&never);
}

static void held_by_another(void) {
  FileLock lock;
  char expected[300];
  const char *path = place("b.h5");
  pid_t pid = holder_start(path);
  snprintf(expected, sizeof expected, "b.h5: in use by cordee pid %d on ", (int)pid);
  CU_ASSERT(lock_take(path, &lock) == ERR_USAGE && strstr(status_message(), expected));
  CU_ASSERT(strstr(status_message(), " since 20") != NULL);
  lock_release(&lock); /* holds nothing: the other's file stays */
  CU_ASSERT(access(place("b.h5.lock"), F_OK) == 0);
  status_clear();
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
  CU_ASSERT(lock_take(path, &lock) == OK && lock.held);
  lock_release(&lock);
}

/* Somebody has deleted the file of a lock, and somebody else made a new one: that is not ours to remove. */
static void deleted_meanwhile(void) {
  FileLock old, fresh;
  const char *path = place("c.h5");
  CU_ASSERT(lock_take(path, &old) == OK);
  unlink(place("c.h5.lock"));
  CU_ASSERT(lock_take(path, &fresh) == OK && fresh.held);
  lock_release(&old);
  CU_ASSERT(access(place("c.h5.lock"), F_OK) == 0);
  lock_release(&fresh);
  CU_ASSERT(access(place("c.h5.lock"), F_OK) != 0);
}

static void no_place_for_it(void) {
  FileLock lock;
  CU_ASSERT(lock_take(place("nowhere/d.h5"), &lock) == OK && !lock.held);
  CU_ASSERT(strstr(lock.warning, "No such file or directory") != NULL);
  lock_release(&lock);
}

/* What is named so and is none of ours stays as it is, and the run does not begin. */
static void not_ours(void) {
  FileLock lock;
  struct stat info;
  const char *path = place("f.h5"), *taken = place("f.h5.lock"), *precious = place("precious");
  static const char *const texts[] = {"my notes\n", ""};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    FILE *out = fopen(taken, "w");
    fputs(texts[k], out);
    fclose(out);
    CU_ASSERT(lock_take(path, &lock) == ERR_USAGE &&
              strstr(status_message(), "f.h5.lock: is there, and is no lock"));
    status_clear();
    lock_release(&lock);
    CU_ASSERT(stat(taken, &info) == 0 && info.st_size == (off_t)strlen(texts[k]));
  }
  unlink(taken);
  for (int kind = 0; kind < 3; kind++) {
    int made;
    if (kind == 0)
      made = symlink(precious, taken);
    else if (kind == 1)
      made = mkfifo(taken, 0600);
    else
      made = mkdir(taken, 0700);
    CU_ASSERT(made == 0 && lock_take(path, &lock) == ERR_USAGE && strstr(status_message(), "is no lock"));
    status_clear();
    CU_ASSERT(lstat(taken, &info) == 0 && access(precious, F_OK) != 0);
    if (kind == 2)
      rmdir(taken);
    else
      unlink(taken);
  }
}

/* A killed holder's temporaries go with the next one's lock, and no sooner. */
static void tidied_by_the_holder(void) {
  FileLock lock;
  const char *path = place("g.h5"), *left = place("g.h5.tmp.0123abcd");
  pid_t pid = holder_start(path);
  fclose(fopen(left, "w"));
  CU_ASSERT(lock_take(path, &lock) == ERR_USAGE && access(left, F_OK) == 0);
  status_clear();
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
  CU_ASSERT(lock_take(path, &lock) == OK && lock.held && access(left, F_OK) != 0);
  lock_release(&lock);
}

/* Takes, marks, unmarks and gives back in a loop; 1 if ever two were inside. */
static int rival_run(int rounds) {
  for (int done = 0; done < rounds;) {
    FileLock lock;
    if (lock_take(place("e.h5"), &lock) != OK) {
      status_clear();
      usleep(100);
      continue;
    }
    if (mkdir(place("inside"), 0700) != 0) return 1;
    usleep(50);
    if (rmdir(place("inside")) != 0) return 1;
    lock_release(&lock);
    done++;
  }
  return 0;
}

static void rivals(void) {
  enum { RIVALS = 4, ROUNDS = 200 };
  pid_t pid[RIVALS];
  int bad = 0, rc;
  for (int k = 0; k < RIVALS; k++)
    if ((pid[k] = fork()) == 0) {
      alarm(60);
      _exit(rival_run(ROUNDS));
    }
  for (int k = 0; k < RIVALS; k++) bad |= waitpid(pid[k], &rc, 0) != pid[k] || rc != 0;
  CU_ASSERT(!bad && access(place("e.h5.lock"), F_OK) != 0);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(taken_and_released),
                                      TEST(held_by_another),
                                      TEST(deleted_meanwhile),
                                      TEST(no_place_for_it),
                                      TEST(not_ours),
                                      TEST(tidied_by_the_holder),
                                      TEST(rivals),
                                      {NULL, NULL}};
  char command[64];
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  int rc = harness_run("lock", tests);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) == 0 ? rc : EXIT_FAILURE;
}
