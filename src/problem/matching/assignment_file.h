/* Assignments as files: the machine (1-based) of each task, a line each (list_file.h). Problem.solution_write, solution_read. */
#ifndef CORDEE_PROBLEM_MATCHING_ASSIGNMENT_FILE_H
#define CORDEE_PROBLEM_MATCHING_ASSIGNMENT_FILE_H

#include "problem.h"

/* Problem.forms. .csv: task and machine, a line each. */
extern const SolutionForm assignment_forms[];

Status assignment_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);
Status assignment_read(const char *path, const Instance *inst, int32_t *gene, char *remark);

#endif
