/* Positions as files: a coordinate a line (list_file.h). Problem.solution_write, solution_read. */
#ifndef CORDEE_PROBLEM_FUNCTION_POSITION_FILE_H
#define CORDEE_PROBLEM_FUNCTION_POSITION_FILE_H

#include "instance.h"

Status position_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);
Status position_read(const char *path, const Instance *inst, int32_t *gene, char *remark);

#endif
