/* Signals that end a run with its result and a checkpoint: SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGXCPU, and SIGHUP
 * unless it was ignored from the start (nohup). */
#ifndef CORDEE_MPI_STOP_H
#define CORDEE_MPI_STOP_H

#include <stdbool.h>
#include "comm.h"

/* ---- signals ---- */

/* Notes these signals from now on; a second SIGINT ends the process at once. SIGPIPE and SIGXFSZ are ignored: if the reader of standard
 * output goes away, or a file grows beyond its limit, writing fails. May be called any number of times; what was noted stays. */
void stop_listen(void);

/* For the program, from its first instant on. stop_hold blocks these signals, but not the one named (0: all), until stop_begin or
 * stop_again: what comes meanwhile, even while the program executes itself anew, takes effect then. stop_begin: with `listen`
 * stop_listen, else these signals end the process, though SIGXFSZ is ignored. stop_again sets the same anew, after a library that may
 * have set handlers of its own. */
void stop_hold(int but);
void stop_begin(bool listen);
void stop_again(void);

/* The signal noted last, 0 if none. */
int stop_signal(void);

/* Notes a signal that another rank of the same job has received. 0: none any more. */
void stop_note(int signal_number);

/* ---- end of the batch job ---- */

/* The end of the batch job that this process runs in, so that a run can stop in time. */

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

#endif
