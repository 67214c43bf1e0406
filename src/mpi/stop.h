/* Signals that end a run in good order. */
#ifndef CORDEE_MPI_STOP_H
#define CORDEE_MPI_STOP_H

/* From now on SIGTERM, SIGINT and SIGUSR1 are noted; a second SIGINT ends the process at once. Who reads what the process prints
 * may go away: writing fails then, and no SIGPIPE comes. Any number of times; what was noted stays. */
void stop_listen(void);

/* The signal noted last, 0 if none. */
int stop_signal(void);

/* As if that signal had come: another rank of the same job has had one. */
void stop_note(int signal_number);

#endif
