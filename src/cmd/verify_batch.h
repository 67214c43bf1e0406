/* `cordee verify --batch LIST`. */
#ifndef CORDEE_CMD_VERIFY_BATCH_H
#define CORDEE_CMD_VERIFY_BATCH_H

#include "command.h"

/* Collective. *exit_code: 0, 1 if some solutions did not verify, EXIT_RESUMABLE if the run was stopped. */
Status verify_batch(const Comm *comm, const Options *options, int *exit_code);

#endif
