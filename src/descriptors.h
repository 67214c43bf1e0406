/* Standard input, output and error that are closed. */
#ifndef CORDEE_DESCRIPTORS_H
#define CORDEE_DESCRIPTORS_H

#include <stdbool.h>

/* Opens /dev/null on those of the descriptors 0, 1 and 2 that are closed, so that no file of ours lands there, where prints of others
 * would damage it. What is read from or printed to 0 and 1 still fails, as before; messages to 2 vanish. Local, before anything is opened. */
void descriptors_fill(void);

/* Whether standard input cannot be read: it is closed, or open for writing only. */
bool descriptors_deaf(void);

/* Whether standard output cannot be written to: it is closed, or open for reading only. */
bool descriptors_mute(void);

#endif
