/* What the words of a job file stand for: values of options, ranges of them, paths of instances, globs. Local, host only. */
#ifndef CORDEE_SWEEP_JOB_VALUES_H
#define CORDEE_SWEEP_JOB_VALUES_H

#include "job_lines.h"

/* Checks every word of `key` and sets row and values. Instances are found at once (key->value), values of options only
 * counted: a range may be long. `path` is the job file. ERR_FORMAT with `path:line: ...`, ERR_MEMORY. */
Status job_key_check(const char *path, JobKey *key);

/* Makes key->value of a checked key, unless it is there. ERR_MEMORY. */
Status job_key_fill(const char *path, JobKey *key);

/* The files that the words of `key`, an option, name, as seen from the job file: absolute paths into key->value, in their order. As job_key_check. */
Status job_paths_find(const char *path, JobKey *key);

/* Finds the instances that the words of `key` name: key->value, in their order, a glob's by name. As job_key_check. */
Status job_instances_find(const char *path, JobKey *key);

#endif
