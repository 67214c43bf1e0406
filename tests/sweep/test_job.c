/* Job files (src/sweep/job.c): what they expand to and in which order, keys, and every error with its line. */
#include "sweep/job.h"

#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"

static char folder[64], path[96];

static void folder_make(void) {
  strcpy(folder, "/tmp/cordee_job_XXXXXX");
  CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/sweep.job", folder);
  for (const char *name = "cab"; *name; name++) {
    char file[96];
    snprintf(file, sizeof file, "%s/%c.tsp", folder, *name);
    FILE *out = fopen(file, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    fclose(out);
  }
}

static void folder_remove(void) {
  char file[96];
  for (const char *name = "abc"; *name; name++) {
    snprintf(file, sizeof file, "%s/%c.tsp", folder, *name);
    unlink(file);
  }
  unlink(path);
  CU_ASSERT_EQUAL(rmdir(folder), 0);
}

static Status job_of_bytes(const char *text, size_t bytes, Job *job) {
  FILE *out = fopen(path, "wb");
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  fwrite(text, 1, bytes, out);
  fclose(out);
  status_clear();
  *job = (Job){0};
  return job_read(path, job);
}

static Status job_of(const char *text, Job *job) { return job_of_bytes(text, strlen(text), job); }

/* "instance|section|name=value,...\n" a task, paths without the folder. */
static void job_print(const Job *job, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (size_t t = 0; t < job->tasks && used + 512 < size; t++) {
    const Task *task = &job->task[t];
    const char *name = strncmp(task->instance, folder, strlen(folder)) ? task->instance
                                                                       : task->instance + strlen(folder) + 1;
    used += (size_t)snprintf(text + used, size - used, "%s|%s|", name, task->section);
    for (const char *at = task->options; *at; at++)
      if (*at != ' ') text[used++] = *at == '\n' ? ',' : *at;
    text[used++] = '\n';
    text[used] = 0;
  }
}

static void expands_to(const char *text, const char *expected) {
  Job job;
  char found[8192];
  CU_ASSERT_EQUAL(job_of(text, &job), OK);
  job_print(&job, found, sizeof found);
  if (strcmp(found, expected) != 0 || status_message()[0])
    fprintf(stderr, "expected\n%sfound\n%s%s\n", expected, found, status_message());
  CU_ASSERT_STRING_EQUAL(found, expected);
  job_free(&job);
}

/* The last key is fastest; instances are a key among the others; options come out in the table's order. */
static void products(void) {
  folder_make();
  expands_to("[s]\ninstance = b.tsp, a.tsp\nseed = 1, 2\nclimbers = 1e3\n",
             "b.tsp|s|climbers=1000,seed=1,\nb.tsp|s|climbers=1000,seed=2,\n"
             "a.tsp|s|climbers=1000,seed=1,\na.tsp|s|climbers=1000,seed=2,\n");
  expands_to("[s]\nseed = 1, 2\ninstance = b.tsp, a.tsp\n",
             "b.tsp|s|seed=1,\na.tsp|s|seed=1,\nb.tsp|s|seed=2,\na.tsp|s|seed=2,\n");
  expands_to("[s]\ninstance = a.tsp\n[t]\ninstance = rastrigin:30\nmethod: pso\n",
             "a.tsp|s|\nrastrigin:30|t|method=pso,\n");
  folder_remove();
}

static void lists_and_ranges(void) {
  folder_make();
  expands_to("[s]\ninstance = a.tsp\nseed = 3..5, 9, 0..100 step 40 , 1e2..1e2\n",
             "a.tsp|s|seed=3,\na.tsp|s|seed=4,\na.tsp|s|seed=5,\na.tsp|s|seed=9,\na.tsp|s|seed=0,\na.tsp|s|"
             "seed=40,\n"
             "a.tsp|s|seed=80,\na.tsp|s|seed=100,\n");
  expands_to("[s]\ninstance = a.tsp\ntarget = -1..1, 2.50\n",
             "a.tsp|s|target=-1,\na.tsp|s|target=0,\na.tsp|s|target=1,\na.tsp|s|target=2.5,\n");
  folder_remove();
}

/* A section's value takes the place of the one of [defaults], and stands where the section has it. */
static void defaults_are_overridden(void) {
  folder_make();
  expands_to("[defaults]\nseed = 1, 2\nrestart = kick\ntime = 2.0\n"
             "[s]\ninstance = a.tsp\nrestart = random, kick\n"
             "[t]\ninstance = b.tsp\nseed = 7\nbest-known = 1.5\n",
             "a.tsp|s|restart=random,seed=1,time=2,\na.tsp|s|restart=kick,seed=1,time=2,\n"
             "a.tsp|s|restart=random,seed=2,time=2,\na.tsp|s|restart=kick,seed=2,time=2,\n"
             "b.tsp|t|restart=kick,seed=7,time=2,best-known=1.5,\n");
  folder_remove();
}

static void lines_go_on(void) {
  folder_make();
  expands_to(
      "\xEF\xBB\xBF; a comment\r\n[ s ] # one\r\n  instance =\r\n\ta.tsp, ; two\r\n# three\r\n\r\n\tb.tsp\r\n"
      "seed = 1,\n  2..3\n   [t]\ninstance = c.tsp ;four",
      "a.tsp|s|seed=1,\na.tsp|s|seed=2,\na.tsp|s|seed=3,\nb.tsp|s|seed=1,\nb.tsp|s|seed=2,\nb.tsp|s|seed=3,\n"
      "c.tsp|t|\n");
  folder_remove();
}

static void instances_are_found(void) {
  folder_make();
  setenv("CORDEE_TEST_FOLDER", folder, 1);
  setenv("CORDEE_TEST_NAME", "b", 1);
  setenv("CORDEE_TEST_EMPTY", "", 1);
  unsetenv("CORDEE_TEST_UNSET");
  expands_to("[s]\ninstance = *.tsp\n", "a.tsp|s|\nb.tsp|s|\nc.tsp|s|\n");
  expands_to("[s]\ninstance = [bc].ts?, absent.tsp\n", "b.tsp|s|\nc.tsp|s|\nabsent.tsp|s|\n");
  expands_to("[s]\ninstance = $CORDEE_TEST_FOLDER/${CORDEE_TEST_NAME}.tsp, ${CORDEE_TEST_EMPTY:-c}.tsp\n",
             "b.tsp|s|\nc.tsp|s|\n");
  expands_to("[s]\ninstance = ${CORDEE_TEST_UNSET:-$}x, ${CORDEE_TEST_UNSET:-}y\n", "$x|s|\ny|s|\n");
  expands_to("[s]\ninstance = nothing:3, sphere:2\nmethod = pso\n",
             "nothing:3|s|method=pso,\nsphere:2|s|method=pso,\n");
  char odd[96], job[128]; /* the folder's own brackets are no pattern */
  snprintf(odd, sizeof odd, "%s[1]", folder);
  snprintf(job, sizeof job, "%s/sweep.job", odd);
  CU_ASSERT_EQUAL(rename(folder, odd), 0);
  strcpy(folder, odd);
  strcpy(path, job);
  expands_to("[s]\ninstance = ?.tsp\n", "a.tsp|s|\nb.tsp|s|\nc.tsp|s|\n");
  folder_remove();
}

/* Files that options name lie in the job file's folder, wherever the program runs; their names may be like ranges, or long. */
static void paths_of_options(void) {
  char text[512], want[768], home[1024], other[128], long_name[201];
  folder_make();
  memset(long_name, 'n', 200);
  long_name[200] = 0;
  setenv("CORDEE_TEST_NAME", "b", 1);
  snprintf(text, sizeof text,
           "[s]\ninstance = a.vrp\ninitial = x..9.sol, ./$CORDEE_TEST_NAME/../%.100s, /tmp/, c\n", long_name);
  snprintf(want, sizeof want,
           "a.vrp|s|initial=%s/x..9.sol,\na.vrp|s|initial=%s/./b/..//%.100s,\na.vrp|s|initial=/tmp/,\n"
           "a.vrp|s|initial=%s/c,\n",
           folder, folder, long_name, folder);
  expands_to(text, want);
  CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(home, sizeof home));
  CU_ASSERT_EQUAL(chdir(folder), 0);
  strcpy(other, path);
  strcpy(path, "sweep.job");
  snprintf(want, sizeof want, "a.vrp|s|initial=%s/c,\n", folder);
  expands_to("[s]\ninstance = a.vrp\ninitial = ./c\n", want);
  strcpy(path, other);
  CU_ASSERT_EQUAL(chdir(home), 0);
  folder_remove();
}

/* A line of that many characters, as libinih's buffer has room for: whole, or refused with its number; never cut. What is no part of
 * the text does not count: indentation, a comment, blanks and the CR before the end. */
static void line_try(const char *begin, int length, const char *end) {
  char text[1024], name[512], want[1024];
  Job job;
  const int used = (int)(strlen(begin) - strspn(begin, " "));
  memset(name, 'n', sizeof name);
  name[length - used] = 0;
  snprintf(text, sizeof text, "[s]\ninstance = a.vrp\ninitial = b,\n%s%s%s", begin, name, end);
  if (length <= 197) {
    snprintf(want, sizeof want, "a.vrp|s|initial=%s/b,\na.vrp|s|initial=%s/%s,\n", folder, folder, name);
    expands_to(text, want);
    return;
  }
  snprintf(want, sizeof want,
           "sweep.job:4: expected at most 197 characters (a value may go on, indented, in the next line), "
           "found %d",
           length);
  CU_ASSERT_EQUAL(job_of(text, &job), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), want));
}

static void long_lines(void) {
  static const char *const ends[] = {"",
                                     "\n",
                                     "\r\n",
                                     "  \n",
                                     "\n[t]\ninstance = a.vrp\ninitial = c",
                                     " # comment comment comment comment comment comment comment comment\n"};
  static const int lengths[] = {100, 195, 196, 197, 198, 199, 200, 201, 396, 400};
  folder_make();
  for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
      if (e != 4 || lengths[l] > 197) {
        line_try(" ", lengths[l], ends[e]);
        line_try("                         ", lengths[l], ends[e]);
      }
  folder_remove();
}

/* The same task is there once, the first stays, whichever way it is written. */
static void duplicates(void) {
  folder_make();
  expands_to("[s]\ninstance = a.tsp, *.tsp, ./a.tsp\nseed = 1..2, 1e0\nclimbers = 1000, 1e3\n[t]\ninstance = "
             "c.tsp\nclimbers = 1e3\n"
             "seed = 2, 3\n",
             "a.tsp|s|climbers=1000,seed=1,\na.tsp|s|climbers=1000,seed=2,\nb.tsp|s|climbers=1000,seed=1,\n"
             "b.tsp|s|climbers=1000,seed=2,\nc.tsp|s|climbers=1000,seed=1,\nc.tsp|s|climbers=1000,seed=2,\n"
             "c.tsp|t|climbers=1000,seed=3,\n");
  folder_remove();
}

static uint64_t key_of(const char *text) {
  Job job;
  CU_ASSERT_EQUAL_FATAL(job_of(text, &job), OK);
  CU_ASSERT_EQUAL_FATAL(job.tasks, 1);
  uint64_t key = job.task[0].key;
  job_free(&job);
  return key;
}

static void keys(void) {
  folder_make();
  char home[1024], other[128];
  CU_ASSERT_PTR_NOT_NULL_FATAL(getcwd(home, sizeof home));
  const uint64_t key = key_of("[s]\ninstance = a.tsp\nseed = 10\nw = 0.50\n");
  CU_ASSERT_EQUAL(key, key_of("[defaults]\nw = 5e-1\n[other]\nseed = 1e1\ninstance = ./a.tsp\n"));
  CU_ASSERT_EQUAL(chdir(folder), 0); /* another working folder */
  strcpy(other, path);
  strcpy(path, "sweep.job");
  CU_ASSERT_EQUAL(key, key_of("[s]\ninstance = a.tsp\nseed = 10\nw = 0.50\n"));
  strcpy(path, other);
  CU_ASSERT_EQUAL(chdir(home), 0);
  CU_ASSERT_NOT_EQUAL(key, key_of("[s]\ninstance = b.tsp\nseed = 10\nw = 0.5\n"));
  CU_ASSERT_NOT_EQUAL(key, key_of("[s]\ninstance = a.tsp\nseed = 11\nw = 0.5\n"));
  CU_ASSERT_NOT_EQUAL(key, key_of("[s]\ninstance = a.tsp\nseed = 10\n"));
  CU_ASSERT_NOT_EQUAL(key_of("[s]\ninstance = a.tsp\ntime = 1\n"),
                      key_of("[s]\ninstance = a.tsp\ntime = 1.5\n"));
  folder_remove();
}

/* An option that no task's method reads, in a section or for all sections, is told; one that some task reads is not. */
static void options_of_methods(void) {
  static const char *const good[] = {
      "[s]\ninstance = rastrigin:3\nparticles = 9\n",
      "[s]\ninstance = rastrigin:3, a.tsp\nmethod = climb, pso\nparticles = 9\nclimbers = 9\n",
      "[defaults]\nclimbers = 9\n[s]\ninstance = a.tsp\nmethod = pso\n[t]\ninstance = a.tsp\nmethod = "
      "climb\n",
      "[s]\ninstance = absent.tsp\nclimbers = 9\n", /* its task will fail */
      "[s]\ninstance = ../absent.tsp, rastrigin:3\nclimbers = 9\n"};
  static const char *const bad[][2] = {
      {"[s]\ninstance = rastrigin:3\nseed = 1\nclimbers = 9\n",
       "sweep.job:4: climbers belongs to method climb, and no task with what [s] says uses that: say method "
       "= climb, or drop it"},
      {"[s]\ninstance = a.tsp\nmethod = pso, lists\nrestart = kick\n",
       "sweep.job:4: restart belongs to method climb"},
      {"[s]\ninstance = a.tsp\nmethod = lists\nislands = 4\n",
       "sweep.job:4: islands belongs to method ils, climb, aco, anneal-tours, tabu, flock, anneal, trade, "
       "pso, "
       "sisr or ruin"},
      {"[defaults]\nw = 1\n[s]\ninstance = a.tsp\nmethod = ils\n[t]\ninstance = a.tsp\nmethod = climb\n",
       "sweep.job:2: w belongs to method flock or pso, and no task with what [defaults] says"},
      {"[defaults]\nmethod = climb\nclimbers = 9\n[s]\ninstance = a.tsp\nmethod = pso\nclimbers = "
       "8\n[t]\ninstance = a.tsp\n",
       "sweep.job:7: climbers belongs to method climb, and no task with what [s] says"},
      {"[s]\ninstance = u.tsp\nclimbers = 9\n", "sweep.job:3: climbers belongs to method climb"},
      {"[s]\ninstance = m.etc\nclimbers = 9\n", "sweep.job:3: climbers belongs to method climb"},
      {"[s]\ninstance = m.etc\ntours = 9\n", "sweep.job:3: tours belongs to method ils"}};
  char file[2][96];
  Job job;
  folder_make();
  for (int k = 0; k < 2; k++) {
    snprintf(file[k], sizeof file[k], "%s/%s", folder, k ? "m.etc" : "u.tsp");
    FILE *out = fopen(file[k], "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    fputs(k ? "\n 2 2\n1 2\n2 1\n" : "NAME : u\nTYPE : TSP\n", out);
    fclose(out);
  }
  for (size_t g = 0; g < sizeof good / sizeof *good; g++) {
    CU_ASSERT_EQUAL(job_of(good[g], &job), OK);
    if (status_message()[0]) printf("%s\n", status_message());
    job_free(&job);
  }
  CU_ASSERT_EQUAL(job_of("[s]\ninstance = u.tsp\ntours = 9\n[t]\ninstance = m.etc\nchains = 2\n", &job), OK);
  job_free(&job);
  CU_ASSERT_EQUAL(job_of("[s]\ninstance = u.tsp, m.etc\ntours = 9\nchains = 2\n", &job),
                  OK); /* each has its reader */
  job_free(&job);
  for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
    CU_ASSERT_EQUAL(job_of(bad[b][0], &job), ERR_FORMAT);
    if (!strstr(status_message(), bad[b][1]))
      printf("expected '%s'\nfound '%s'\n", bad[b][1], status_message());
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), bad[b][1]));
  }
  status_clear();
  unlink(file[0]);
  unlink(file[1]);
  folder_remove();
}

#define S "[s]\ninstance = a.tsp\n"
static void errors(void) {
  static const char *const bad[][2] = {
      {"", "sweep.job:1: expected a section with an instance, found the end"},
      {"# none\n[defaults]\nseed = 1\n", "sweep.job:3: expected a section with an instance, found the end"},
      {"seed = 1\n", "sweep.job:1: expected a [section] first, found 'seed'"},
      {S "\n; comment\nseed\n[t", "sweep.job:5: expected name = value, found 'seed'"},
      {S "seed", "sweep.job:3: expected name = value, found 'seed'"},
      {S "[t\n", "sweep.job:3: expected [NAME] of 1 to 49 characters, alone on its line, found '[t'"},
      {S "[]\n", "sweep.job:3: expected [NAME]"},
      {S "[t] seed = 1\n", "sweep.job:3: expected [NAME]"},
      {S "[01234567890123456789012345678901234567890123456789]\n", "sweep.job:3: expected [NAME]"},
      {S "[t]\n[s]\n", "sweep.job:4: expected each section once, found [s] again, first in line 1"},
      {S "seed = 1\nseed = 2\n",
       "sweep.job:4: expected each name once in [s], found seed again, first in line 3"},
      {S "[t]\nseed = 1\n", "sweep.job:3: expected instance = FILES in [t], found none"},
      {S "[t]\n", "sweep.job:3: expected instance = FILES in [t], found none"},
      {"[defaults]\nseed = 1\ninstance = a.tsp\n" S,
       "sweep.job:3: expected instance in the other sections, found it in [defaults]"},
      {S "[defaults]\n", "sweep.job:3: expected [defaults] before all other sections, found it after one"},
      {S "seed =\n\n", "sweep.job:3: expected a value of seed, found none"},
      {S "seed = ,\n", "sweep.job:3: expected a value before each comma, found ','"},
      {S "seed = 1,,2\n", "sweep.job:3: expected a value before each comma, found '1,,2'"},
      {S "climbs = 1\n",
       "sweep.job:3: expected instance or an option of a task (docs/guide-sweeps.md), found 'climbs'"},
      {S "climber = 1\n",
       "sweep.job:3: expected instance or an option of a task (docs/guide-sweeps.md), found 'climber'"},
      {S "seed = 0x1..3\n", "sweep.job:3: expected a range of whole numbers that rises"},
      {S "climbers = 1, # one\n  # two\n\n 2,\n many\n",
       "sweep.job:7: climbers: expected a count such as 1000 or 1e6, found 'many'"},
      {S "seed = 1\n  epoch = 2\n",
       "sweep.job:4: seed: expected a count such as 1000 or 1e6, found 'epoch = 2'"},
      {S "restart = random, swap\n", "sweep.job:3: restart: expected one of random kick auto, found 'swap'"},
      {S "w = x\n", "sweep.job:3: w: expected a number, found 'x'"},
      {S "time = -1\n", "sweep.job:3: time: expected 0 to 1e9, found -1"},
      {S "method = pso, climbing\n",
       "sweep.job:3: expected the name of a method (cordee methods lists them), found 'climbing'"},
      {S "seed = 10..1\n", "sweep.job:3: expected a range of whole numbers that rises, such as 1..10 or "
                           "0..100 step 20, found '10..1'"},
      {S "seed = 1..2.5\n", "sweep.job:3: expected a range"},
      {S "seed = 1...3\n", "sweep.job:3: expected a range"},
      {S "seed = ..3\n", "sweep.job:3: expected a range"},
      {S "seed = 1..\n", "sweep.job:3: expected a range"},
      {S "seed = 1..9 step 0\n", "sweep.job:3: expected a range"},
      {S "seed = 1..9 step\n", "sweep.job:3: expected a range"},
      {S "seed = 1 step 2..9\n", "sweep.job:3: expected a range"},
      {S "seed = 1..9 by 2\n", "sweep.job:3: expected a range"},
      {S "seed = 1..1e300\n", "sweep.job:3: expected a range"},
      {S "seed = -3..3\n", "sweep.job:3: seed: expected 0 to 9223372036854775807, found -3"},
      {S "restart = 0..1\n", "sweep.job:3: restart: expected one of random kick auto, found '0'"},
      {S "seed = 1..10000001\n", "sweep.job:3: expected at most 10000000 values, found '1..10000001'"},
      {S "seed = 1..1e5\nclimbers = 1..101\n",
       "sweep.job:1: expected at most 10000000 tasks in all, found more with those of [s]"},
      {S "seed = 1..6e6\n[t]\ninstance = a.tsp\nseed = 1..6e6\n",
       "sweep.job:4: expected at most 10000000 tasks in all, found more with those of [t]"},
      {"[s]\ninstance = a.tsp,\n  *.etc\n", "/*.etc, found none"},
      {"[s]\ninstance = a.tsp,\n  *.etc\n", "sweep.job:3: expected a file of the pattern"},
      {"[s]\ninstance = a.tsp,\n  $CORDEE_TEST_UNSET/b.tsp\n",
       "sweep.job:3: expected the environment to have CORDEE_TEST_UNSET, found it unset"},
      {"[s]\ninstance = ${CORDEE_TEST_UNSET\n",
       "sweep.job:2: expected $NAME, ${NAME} or ${NAME:-else}, found '${CORDEE_TEST_UNSET'"},
      {"[s]\ninstance = a$.tsp\n", "sweep.job:2: expected $NAME, ${NAME} or ${NAME:-else}, found '$.tsp'"},
      {"[s]\ninstance = ${CORDEE_TEST_LONG}\n",
       "sweep.job:2: expected a path of less than 4096 characters, found a longer one"},
      {S "initial = ${CORDEE_TEST_LONG}\n",
       "sweep.job:3: expected a path of less than 4096 characters, found a longer one"},
      {S "method = lists\ninitial = x\n",
       "sweep.job:4: initial belongs to method ils, climb, aco, "
       "anneal-tours, tabu, flock, trade, sisr, ruin or 3opt, and no task"},
      {S "# one\nseed = 1234567890, 1234567890, 1234567890, 1234567890, 1234567890, 1234567890, 1234567890, "
         "1234567890, "
         "1234567890, 1234567890, 1234567890, 1234567890, 1234567890, 1234567890, 1234567890, 1234567890, "
         "1234567890\n",
       "sweep.job:4: expected at most 197 characters (a value may go on, indented, in the next line), found "
       "209"},
  };
  static const char *const refused[] = {
      "checkpoint", "checkpoint-every", "force", "out",   "log",    "quiet",          "verbose", "backend",
      "threads",    "stop-before",      "json",  "sizes", "cities", "ranks-per-task", NULL};
  Job job;
  char text[5000], message[128];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  folder_make();
  unsetenv("CORDEE_TEST_UNSET");
  setenv("CORDEE_TEST_LONG", text, 1);
  for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
    CU_ASSERT_EQUAL(job_of(bad[b][0], &job), ERR_FORMAT);
    if (!strstr(status_message(), bad[b][1]))
      fprintf(stderr, "expected '%s'\nfound '%s'\n", bad[b][1], status_message());
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), bad[b][1]));
    CU_ASSERT_EQUAL(strncmp(status_message(), path, strlen(path)), 0);
    CU_ASSERT_TRUE(!job.task && !job.tasks);
  }
  for (int k = 0; refused[k]; k++) {
    snprintf(text, sizeof text, S "%s = 1\n", refused[k]);
    CU_ASSERT_EQUAL(job_of(text, &job), ERR_FORMAT);
    snprintf(message, sizeof message,
             "sweep.job:3: expected instance or an option of a task (docs/guide-sweeps.md), found '%s'",
             refused[k]);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), message));
  }
  CU_ASSERT_EQUAL(job_of_bytes("[s]\nseed\0 = 1\n", 14, &job), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "sweep.job:2: expected text, found a zero byte"));
  folder_remove();
  status_clear();
  CU_ASSERT_EQUAL(job_read(path, &job), ERR_NO_INPUT);
}

/* A long job, whose tasks are all different. */
static void many_tasks(void) {
  Job job;
  folder_make();
  CU_ASSERT_EQUAL(job_of("[s]\ninstance = *.tsp\nseed = 1..1000\nclimbers = 1..100\n", &job), OK);
  CU_ASSERT_EQUAL_FATAL(job.tasks, 300000);
  CU_ASSERT_STRING_EQUAL(job.task[299999].options, "climbers = 100\nseed = 1000\n");
  job_free(&job);
  CU_ASSERT_TRUE(!job.task && !job.tasks);
  folder_remove();
}

static void is_read(const char *file, size_t tasks) {
  Job job = {0};
  status_clear();
  CU_ASSERT_EQUAL(job_read(file, &job), OK);
  if (job.tasks != tasks) fprintf(stderr, "%s: %zu tasks %s\n", file, job.tasks, status_message());
  CU_ASSERT_EQUAL(job.tasks, tasks);
  job_free(&job);
}

/* The project's own jobs: as many tasks as their first lines say. */
static void own_jobs(void) {
  is_read("jobs/smoke.job", 21);
  is_read("jobs/quickstart.job", 12);
  is_read("jobs/swarms.job", 69);
}

/* The number before ".tsp". */
static long cities_in_name(const char *file) {
  const char *end = file + strlen(file) - strlen(".tsp"), *start = end;
  while (start > file && start[-1] >= '0' && start[-1] <= '9') start--;
  return strtol(start, NULL, 10);
}

/* TSPLIB's names end in the number of cities, others (E1k.0) are no part of it: sections by size leave none out. Up to 9,999 cities
   they have five seeds. */
static void own_jobs_of_benchmarks(void) {
  const char *root = harness_data("."), *etc = harness_data("etc/512x16/u_c_hihi.0");
  char full[PATH_MAX], pattern[PATH_MAX + 32];
  glob_t tsplib;
  size_t tasks = 0;
  if (!root || !etc) return;
  CU_ASSERT_PTR_NOT_NULL_FATAL(realpath(root, full));
  setenv("CORDEE_INSTANCES", full, 1);
  snprintf(pattern, sizeof pattern, "%s/tsp/*[!.][0-9].tsp", full);
  CU_ASSERT_EQUAL_FATAL(glob(pattern, 0, NULL, &tsplib), 0);
  for (size_t i = 0; i < tsplib.gl_pathc; i++) tasks += cities_in_name(tsplib.gl_pathv[i]) < 10000 ? 5 : 1;
  is_read("jobs/tsplib.job", tasks);
  globfree(&tsplib);
  is_read("jobs/accuracy.job", 252);
  is_read("jobs/matching.job", 96);
  is_read("jobs/populations.job", 37);
  is_read("jobs/gaps.job", 42);
}

static const HarnessTest tests[] = {TEST(products),
                                    TEST(lists_and_ranges),
                                    TEST(defaults_are_overridden),
                                    TEST(lines_go_on),
                                    TEST(instances_are_found),
                                    TEST(paths_of_options),
                                    TEST(long_lines),
                                    TEST(duplicates),
                                    TEST(keys),
                                    TEST(options_of_methods),
                                    TEST(errors),
                                    TEST(many_tasks),
                                    TEST(own_jobs),
                                    TEST(own_jobs_of_benchmarks),
                                    {NULL, NULL}};

int main(void) { return harness_run("job", tests); }
