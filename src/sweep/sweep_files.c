/* The files of a sweep, checked before it runs. Local, on rank 0. */
#include <stdlib.h>
#include <string.h>
#include "io/distinct.h"
#include "sweep.h"

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The instances of the job, sorted, in a list of the caller's. ERR_MEMORY. */
static Status instances_list(const Job *job, const char ***out, size_t *count) {
  const char **path = malloc((job->tasks + 1) * sizeof *path);
  if (!path) FAIL(ERR_MEMORY, "no memory for the names of %zu instances", job->tasks);
  *count = 0;
  for (size_t k = 0; k < job->tasks; k++)
    if (*count == 0 || strcmp(path[*count - 1], job->task[k].instance) != 0)
      path[(*count)++] = job->task[k].instance;
  qsort(path, *count, sizeof *path, by_text);
  *out = path;
  return OK;
}

Status sweep_files_check(const Options *options, const char *job_path, const Job *job,
                         const char *results_path) {
  FileRoles written = {.count = 0};
  const char **instance = NULL;
  size_t count = 0;
  files_add(&written, "the job file", job_path, "", false, 0);
  files_add_results(&written, "--out", results_path);
  files_add(&written, "--log", options->log, "", true, 0);
  TRY(files_distinct(&written));
  if (job) TRY(instances_list(job, &instance, &count));
  Status status = OK;
  for (size_t k = 0; k < count && status == OK; k++) {
    if (k > 0 && strcmp(instance[k - 1], instance[k]) == 0) continue;
    FileRoles files = written;
    files_add_instance(&files, instance[k]);
    status = files_distinct(&files);
  }
  free(instance);
  return status;
}
