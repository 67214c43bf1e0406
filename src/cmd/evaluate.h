/* Commands that compute the items of an evaluator. */
#ifndef CORDEE_CMD_EVALUATE_H
#define CORDEE_CMD_EVALUATE_H

#include "command.h"
#include "sweep/evaluate.h"

/* Commands that compute the items of an evaluator. */

/* Runs the plan (its evaluator, spec, settings, path and check_every) with progress, failures and a summary, and writes --csv, if the
 * command has it. Collective. *exit_code: 0, 1 if some items failed, EXIT_RESUMABLE if the run was stopped. */
Status items_run(const Comm *comm, Backend *be, const Options *options, EvaluatePlan plan, int *exit_code);

#endif
