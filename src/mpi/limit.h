/* When the batch job ends that this process runs in, so that a run can stop in time without being told. */
#ifndef CORDEE_MPI_LIMIT_H
#define CORDEE_MPI_LIMIT_H

#include <stdbool.h>
#include "comm.h"

/* Learns the end of the SLURM job that this process belongs to, if any: rank 0 reads SLURM_JOB_END_TIME (newer SLURMs set
 * it) or asks squeue, and tells the others. No job, no limit, no answer within LIMIT_ASK_S: no end is known, which is no
 * error. Once a process, over all its ranks, before the first run. Collective. */
void limit_learn(const Comm *comm);

/* Seconds until the end as it is known; 0: none is known. Local. */
double limit_left(void);

/* Whether less than `margin_s` are left. The known end can have moved, so squeue is asked again, once for each end that is
 * nearly reached. Local: for the rank whose clock decides. */
bool limit_near(double margin_s);

/* squeue's %L, "[[D-]HH:]MM:SS", in seconds; 0: UNLIMITED, NOT_SET or anything else. */
double limit_parse(const char *text);

enum { LIMIT_ASK_S = 10 };

#endif
