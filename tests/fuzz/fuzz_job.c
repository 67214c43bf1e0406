/* libFuzzer target: any bytes are a job or refused with a line, and a job's tasks are what job.h says. Built and run by
 * tools/fuzz with a small JOB_TASKS_MAX; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sweep/job.h"
#include "sweep/job_lines.h"
#include "options/options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

/* What a task says is taken by solve, and comes out the same again: it is the shortest form. */
static void check_options(const char *text) {
  char line[256], name[64], again[256];
  int row = -1;
  for (const char *at = text; *at; at += strlen(line)) {
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n") + 1, at);
    const char *value = strstr(line, " = ");
    expect(value && strlen(value) > 4, "options are lines of name = value");
    snprintf(name, sizeof name, "%.*s", (int)(value - line), line);
    expect(options_task_row(name) > row, "options are in the table's order, each once");
    row = options_task_row(name);
    line[strlen(line) - 1] = 0;
    expect(options_task_line(row, value + 3, again, sizeof again) == OK, "a value is one that solve takes");
    line[strlen(line)] = '\n';
    expect(strcmp(line, again) == 0, "a value in its shortest form stays as it is");
  }
}

static int by_key(const void *a, const void *b) {
  const uint64_t x = ((const Task *)a)->key, y = ((const Task *)b)->key;
  return (x > y) - (x < y);
}

static void check_job(Job *job) {
  expect(job->tasks >= 1 && job->tasks <= JOB_TASKS_MAX, "a job has tasks, not too many");
  for (size_t t = 0; t < job->tasks; t++) {
    expect(job->task[t].instance[0] && job->task[t].section[0], "a task has an instance and a section");
    check_options(job->task[t].options);
  }
  qsort(job->task, job->tasks, sizeof *job->task, by_key);
  for (size_t t = 1; t < job->tasks; t++)
    expect(job->task[t - 1].key != job->task[t].key, "no task is there twice");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char path[64];                                             /* one a process */
  if (memchr(data, '*', size) && memchr(data, '/', size)) return 0; /* a walk over the disk proves nothing */
  if (!path[0]) snprintf(path, sizeof path, "/dev/shm/cordee_fuzz_%ld.job", (long)getpid());
  FILE *out = fopen(path, "wb");
  expect(out && fwrite(data, 1, size, out) == size && fclose(out) == 0, "the job file is written");
  Job job = {0};
  status_clear();
  Status status = job_read(path, &job);
  unlink(path);
  expect(status == OK || (!job.task && !job.tasks), "a job or an error, not both");
  expect(status == OK || strncmp(status_message(), path, strlen(path)) == 0, "errors name their place");
  if (status == OK) check_job(&job);
  job_free(&job);
  return 0;
}
