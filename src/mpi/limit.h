/* The end of the batch job that this process runs in, so that a run can stop in time. */
#ifndef CORDEE_MPI_LIMIT_H
#define CORDEE_MPI_LIMIT_H

#include <stdbool.h>
#include "comm.h"

/* Finds the end of the SLURM job that this process belongs to, if any: rank 0 reads SLURM_JOB_END_TIME or asks squeue, and sends it
 * to the others. Without a job, a limit or an answer within LIMIT_ASK_S the end is unknown, which is no error. Once a process,
 * before the first run. Collective. */
void limit_learn(const Comm *comm);

/* Seconds until the end; 0: unknown. Local. */
double limit_left(void);

/* Whether less than `margin_s` are left. The end can have moved, so squeue is asked again, once for each end that comes near.
 * Local: for the rank whose clock decides. */
bool limit_near(double margin_s);

/* squeue's %L, "[[D-]HH:]MM:SS", in seconds; 0: UNLIMITED, NOT_SET or anything else. */
double limit_parse(const char *text);

enum { LIMIT_ASK_S = 10 };

#endif
