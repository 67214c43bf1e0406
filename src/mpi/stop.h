/* Signals that end a run with its result and a checkpoint. */
#ifndef CORDEE_MPI_STOP_H
#define CORDEE_MPI_STOP_H

/* Notes SIGTERM, SIGINT and SIGUSR1 from now on; a second SIGINT ends the process at once. SIGPIPE is ignored: if the reader of
 * standard output goes away, writing fails. May be called any number of times; what was noted stays. */
void stop_listen(void);

/* The signal noted last, 0 if none. */
int stop_signal(void);

/* Notes a signal that another rank of the same job has received. 0: none any more. */
void stop_note(int signal_number);

#endif
