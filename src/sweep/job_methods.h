/* Which options of a job file its tasks read: those of their methods. Local, host only. */
#ifndef CORDEE_SWEEP_JOB_METHODS_H
#define CORDEE_SWEEP_JOB_METHODS_H

#include "job_lines.h"

/* Marks which of a section's keys, those from [defaults] included, the method of a task reads: the methods that it lists or,
 * where it lists none, the default methods of its instances. Keys as job_key_check leaves them. */
void job_keys_mark(JobKey *const *key, size_t keys);

/* That every key which is in a section is read by a task of one. Sections are marked. ERR_FORMAT with `path:line: ...`. */
Status job_keys_read(const char *path, const JobLines *lines);

#endif
