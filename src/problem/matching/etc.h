/* Instances of task matching: files, arrays in memory, seeded ones. Local, host only. */
#ifndef CORDEE_PROBLEM_MATCHING_ETC_H
#define CORDEE_PROBLEM_MATCHING_ETC_H

#include <stdbool.h>
#include <stdio.h>
#include "generator.h"
#include "matching.h"

/* ---- reader ---- */

/* Reader and writer of task matching instances: matrices of estimated times to compute (ETC).
 *
 * The form of the benchmark of Braun et al. (2001): the first line has the number of tasks, the number of machines
 * and perhaps a 0; then tasks x machines times, task by task, any white space between. Times are above 0 and plain
 * decimals, with at most ETC_DECIMALS_MAX of them; they are read exactly, no float on the way. */

enum { ETC_DECIMALS_MAX = 9, ETC_NEVER = -1 /* of a pair that is not allowed, until all times are known */ };

/* *out is owned by the caller (instance_free); its decimals are the most of any time in the file. The name is the file's,
 * less ".etc", with its folder's if that tells a size: "512x16/u_c_hihi.0". Errors name the place: "file:line: expected
 * ..., found ...". ERR_NO_INPUT, ERR_FORMAT, ERR_MEMORY. */
Status etc_read(const char *path, Instance **out);

/* The same from memory; `path` only serves messages and the name. `text` need not end in a NUL or a newline. */
Status etc_parse(const char *path, const char *text, size_t bytes, Instance **out);

/* Problem.probe of such files: the first line accounts for every number behind it, or the path ends with .etc. Why not, into why[size], "no ETC file (...)"; NULL:
 * nobody asks. Of a text of PROBLEM_HEAD_BYTES the rest is not known: what is there has to be times. */
bool etc_tells(const char *path, const char *text, size_t bytes, char *why, size_t size);

/* Gives pairs that are not allowed a time that no other assignment reaches; longest: the sum of the tasks' longest times. "place: expected ..." ERR_FORMAT. */
Status etc_never_fill(const char *place, int64_t longest, MatchingInstance *inst);

/* Writes `inst` (matching), a task a line, so that etc_read gives the same digest back. ERR_IO. */
Status etc_write(FILE *out, const Instance *inst);

/* ---- generator ---- */

/* Seeded instances of task matching: `cordee generate`. What people read of them is in generate_etc.c. */

typedef enum Heterogeneity { HETEROGENEITY_HI, HETEROGENEITY_LO } Heterogeneity;
typedef enum Consistency { CONSISTENCY_C, CONSISTENCY_S, CONSISTENCY_I } Consistency;

typedef struct EtcPlan {
  int32_t tasks, machines;
  uint64_t seed;
  Heterogeneity task, machine; /* these three: kind etc only */
  Consistency consistency;
} EtcPlan;

/* One row a kind; times have 6 decimals. *out is owned by the caller. ERR_USAGE (sizes), ERR_MEMORY. */
typedef struct EtcGenerator {
  const char *name;
  Status (*make)(const EtcPlan *plan, Instance **out);
} EtcGenerator;

extern const EtcGenerator etc_generators[]; /* ended by a NULL name: etc, grid */

extern const Generators matching_generators; /* Problem.generators */

/* ---- arrays in memory ---- */

/* Instances of times in memory: the checks of the reader of files, without files. */

/* times (tasks, machines) in units of 10^-decimals, above 0; -1: this machine may not run the task. Without a name. *out is owned by the
 * caller (instance_free). "times[3][0]: expected ..., found ..." ERR_FORMAT, ERR_MEMORY. */
Status matching_of_times(int32_t tasks, int32_t machines, const int64_t *times, int32_t decimals,
                         Instance **out);

#endif
