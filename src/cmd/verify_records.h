/* `cordee verify RECORDS`: records that an evaluator made, checked again. */
#ifndef CORDEE_CMD_VERIFY_RECORDS_H
#define CORDEE_CMD_VERIFY_RECORDS_H

#include "command.h"

/* Is one of the words a file of records? Collective. */
bool records_named(const Comm *comm, int argc, char **argv);

/* Prints how many were checked. *exit_code: EXIT_RESUMABLE if some items have no record. Collective. ERR_INTERNAL: the first that is wrong;
 * ERR_FORMAT, ERR_NO_INPUT, ERR_MEMORY. */
Status verify_records(const Comm *comm, const Options *options, const char *path, int *exit_code);

#endif
