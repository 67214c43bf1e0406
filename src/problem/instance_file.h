/* Instances of every problem, and their solutions, as files. Local, host only. */
#ifndef CORDEE_PROBLEM_INSTANCE_FILE_H
#define CORDEE_PROBLEM_INSTANCE_FILE_H

#include <stdbool.h>
#include "instance.h"

/* What the file holds decides: one that begins with a number is an ETC matrix (etc.h), any other TSPLIB (tsplib.h). A
 * path such as "rastrigin:30", if there is no such file, is that function in so many dimensions. *out is owned by the
 * caller (instance_free). ERR_NO_INPUT, ERR_FORMAT, ERR_USAGE (dimensions), ERR_MEMORY. */
Status instance_read(const char *path, Instance **out);

/* What instance_read would look for in it, by the file's name or first characters: far less work. false: nothing is there, or
 * nothing that tells. */
bool instance_probe(const char *path, ProblemKind *problem);

/* Writes gene (n) with its cost: a TSPLIB tour, or '#' lines and then a number a line: the machine (1-based) of each task,
 * or coordinates. To a path as output.h knows them. ERR_IO. */
Status solution_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);

/* The inverse, into gene (n), owned by the caller. Checks counts and ranges (file:line); the rest is the judge's, the cost
 * in the file is not looked at. ERR_NO_INPUT, ERR_FORMAT. */
Status solution_read(const char *path, const Instance *inst, int32_t *gene);

#endif
