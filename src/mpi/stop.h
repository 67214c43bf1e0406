/* Signals that end a run with its result and a checkpoint: SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGXCPU, and SIGHUP unless it was ignored
 * from the start (nohup). */
#ifndef CORDEE_MPI_STOP_H
#define CORDEE_MPI_STOP_H

#include <stdbool.h>

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

#endif
