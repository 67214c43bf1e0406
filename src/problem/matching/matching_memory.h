/* Instances of times in memory: the checks of the reader of files, without files. Local, host only. */
#ifndef CORDEE_PROBLEM_MATCHING_MATCHING_MEMORY_H
#define CORDEE_PROBLEM_MATCHING_MATCHING_MEMORY_H

#include "matching.h"

/* times (tasks, machines) in units of 10^-decimals, above 0; -1: this machine may not run the task. Without a name. *out is owned by the
 * caller (instance_free). "times[3][0]: expected ..., found ..." ERR_FORMAT, ERR_MEMORY. */
Status matching_of_times(int32_t tasks, int32_t machines, const int64_t *times, int32_t decimals,
                         Instance **out);

#endif
