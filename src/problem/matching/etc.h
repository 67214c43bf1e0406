/* Reader and writer of task matching instances: matrices of estimated times to compute (ETC). Local, host only.
 *
 * The form of the benchmark of Braun et al. (2001): the first line has the number of tasks, the number of machines and
 * perhaps a 0; then tasks x machines times, task by task, any white space between. Times are above 0 and plain decimals,
 * with at most ETC_DECIMALS_MAX of them; they are read exactly, no float on the way. */
#ifndef CORDEE_PROBLEM_MATCHING_ETC_H
#define CORDEE_PROBLEM_MATCHING_ETC_H

#include <stdbool.h>
#include <stdio.h>
#include "matching.h"

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

#endif
