/* `cordee verify INSTANCE SOLUTION --NAME`: certificates (solver/certify.h). */
#ifndef CORDEE_CMD_VERIFY_CERTIFICATE_H
#define CORDEE_CMD_VERIFY_CERTIFICATE_H

#include "command.h"

/* The solver whose certificate is asked for; NULL: none is. */
const Solver *certificate_asked(const Options *options);

/* The solver certifies solutions of this problem. ERR_USAGE. */
Status certificate_check(const Solver *solver, const Problem *problem);

/* Looks at all moves, shared among the ranks, and prints on rank 0 what was found. inst and gene (instance_genes): a judged solution, on
 * rank 0 alone. *exit_code: EXIT_IMPROVABLE if a move improves it. Collective. ERR_USAGE, ERR_MEMORY, ERR_DEVICE. */
Status certificate_print(const Comm *comm, const Options *options, const Solver *solver, Instance *inst,
                         int32_t *gene, int *exit_code);

#endif
