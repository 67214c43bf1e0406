/* The parts of the reader of job files: lines, values, methods. Inside src/sweep. */
#ifndef CORDEE_SWEEP_JOB_LINES_H
#define CORDEE_SWEEP_JOB_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "status.h"

/* ---- text ---- */

/* A job file as it is written: sections of keys, each with the words of its list, every one with its line. What the
 * words mean: job_values.c. */

#ifndef JOB_TASKS_MAX /* a fuzzer has less patience */
#define JOB_TASKS_MAX 10000000
#endif

typedef struct JobWord { /* between two commas, without the blanks around it; never empty */
  char *text;
  int line;
} JobWord;

typedef struct JobValue {
  char *text;    /* "name = value\n", or the path of an instance */
  uint64_t hash; /* XXH3-64 of an instance's absolute path; else 0 */
} JobValue;

typedef struct JobKey {
  char *name;
  int line;
  JobWord *word; /* (words), one at least */
  size_t words;
  /* job_values.c fills these in */
  int row;         /* in the options' table; -1: instances */
  uint64_t values; /* that the words stand for */
  JobValue *value; /* (values); NULL: not made yet */
  bool said, read; /* in a section (not in [defaults] alone); by the method of a task there */
} JobKey;

typedef struct JobSection {
  char *name;
  int line;
  JobKey *key;
  size_t keys;
} JobSection;

typedef struct JobLines {
  JobSection *section;
  size_t sections;
  int lines; /* of the file */
} JobLines;

/* Reads text (bytes), of which `path` is the name in messages. Names of sections, and of keys within one, are unique.
 * Owned by the caller. ERR_FORMAT with `path:line: expected ..., found ...`, ERR_MEMORY. */
Status job_lines_read(const char *path, const char *text, size_t bytes, JobLines *out);
void job_lines_free(JobLines *lines);

/* The list's storage with room for one more than `count` elements of so many bytes: doubled at each power of two. NULL: no
 * memory, and the list is as it was. */
void *list_room(void *list, size_t count, size_t bytes);

/* ---- values ---- */

/* What the words of a job file stand for: values of options, ranges of them, paths of instances, globs. */

/* Checks every word of `key` and sets row and values. Instances are found at once (key->value), values of options only
 * counted: a range may be long. `path` is the job file. ERR_FORMAT with `path:line: ...`, ERR_MEMORY. */
Status job_key_check(const char *path, JobKey *key);

/* Makes key->value of a checked key, unless it is there. ERR_MEMORY. */
Status job_key_fill(const char *path, JobKey *key);

#endif
