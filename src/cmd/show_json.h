/* What `cordee show --json` prints. Local. */
#ifndef CORDEE_CMD_SHOW_JSON_H
#define CORDEE_CMD_SHOW_JSON_H

#include "io/checkpoint/checkpoint.h"
#include "io/json.h"
#include "problem.h"

/* The problem of a run: of its solver's the one whose sizes are told like this. NULL: another version's solver. */
const Problem *show_problem(const CheckpointMeta *meta);

/* A checkpoint's content as an object. */
json_t *show_json(const Checkpoint *c, int64_t best_known);

#endif
