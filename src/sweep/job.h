/* A job file becomes tasks. INI text, read with libinih: `[defaults]`, then sections that each name instances (paths
 * and globs, relative to the job file) and give options lists and ranges; a section is the product of all of them.
 * docs/guide-sweeps.md, "Job files", has the grammar. */
#ifndef CORDEE_SWEEP_JOB_H
#define CORDEE_SWEEP_JOB_H

#include <stddef.h>
#include <stdint.h>
#include "status.h"

typedef struct Task {
  char *
      instance; /* path of a file, or a test function ("rastrigin:30"); relative to the working folder or absolute */
  char *section; /* the section it comes from */
  char *
      options; /* "name = value\n" lines, in the order of the options' table, each value in its shortest form */
  uint64_t key; /* XXH3-64 of the instance's absolute path and of options: what makes two tasks the same */
} Task;

typedef struct Job {
  Task *task; /* (tasks), in the file's order, none twice */
  size_t tasks;
} Job;

/* Reads and expands. ERR_NO_INPUT; ERR_FORMAT with `file:line: expected ..., found ...`: no INI, an option that solve does not
 * know or a value that it does not take, a glob without a match, no task at all. A plain path that is not there is no error
 * here: its task will fail. Owned by the caller. Local: call on rank 0. */
Status job_read(const char *path, Job *out);
void job_free(Job *job); /* empties it */

#endif
