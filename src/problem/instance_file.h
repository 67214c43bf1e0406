/* Instances of every problem, and their solutions, as files. Local, host only. */
#ifndef CORDEE_PROBLEM_INSTANCE_FILE_H
#define CORDEE_PROBLEM_INSTANCE_FILE_H

#include <stdbool.h>
#include "problem.h"

/* The problem that is surest of it (Problem.probe) reads the file, or the path itself if no file is there. *out is owned by
 * the caller (instance_free). ERR_NO_INPUT, ERR_FORMAT, ERR_USAGE, ERR_MEMORY. */
Status instance_read(const char *path, Instance **out);
/* The same as the settings say. */
Status instance_read_set(const char *path, const InstanceSettings *settings, Instance **out);
/* The same of a text in memory, whose name is `path`. */
Status instance_text_set(const char *path, const char *text, size_t bytes, const InstanceSettings *settings,
                         Instance **out);

/* The problem that instance_read would ask, by the path or the file's first characters: far less work. NULL: nothing is there,
 * or nothing that tells. */
const Problem *instance_probe(const char *path);

/* The published value of the instance (io/optima.h), as a cost: where costs count what is left of Problem.worth, tables have what is collected.
 * 0: not known; settings NULL: nothing is said. ERR_FORMAT. */
Status instance_best_known(const char *path, const Instance *inst, const InstanceSettings *settings,
                           int64_t *best_known);

/* Is the path itself an instance ("rastrigin:30"), whatever files there are? */
bool instance_is_name(const char *path);

/* Problem.solution_write, or the form of that suffix: gene (instance_genes) with its cost, to a path as output.h knows them. ERR_IO. */
Status solution_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);

/* Whether solutions of the instance have a form of that suffix beside the problem's own. */
bool solution_has_form(const char *path, const Instance *inst);

/* Whether solutions of the instance can be written to such a path: ERR_USAGE says which suffix they have not, or that another file is there. */
Status solution_form_check(const char *path, const Instance *inst);

/* The inverse, into gene, owned by the caller. Checks counts and ranges (file:line); the rest is the judge's, the cost
 * in the file is not looked at. ERR_NO_INPUT, ERR_FORMAT. */
Status solution_read(const char *path, const Instance *inst, int32_t *gene);
/* The same, and how the file was taken where people should know; "": there is one way. */
Status solution_read_told(const char *path, const Instance *inst, int32_t *gene,
                          char remark[INSTANCE_REMARK_MAX]);

#endif
