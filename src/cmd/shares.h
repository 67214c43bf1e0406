/* The shares of ranks of different speed, for people and logs. Nothing is written of a run whose ranks share equally. */
#ifndef CORDEE_CMD_SHARES_H
#define CORDEE_CMD_SHARES_H

#include <stdio.h>
#include "io/json.h"
#include "run/run.h"

/* "cuda 96.1%, cpu 3.9%" of the islands: by rank, of many ranks by backend. */
void shares_tell(FILE *out, const RunView *view);
/* At the end: a line a rank, with its islands, its part of the work, and how long an epoch takes it. */
void shares_list(FILE *out, const RunView *view);
/* A member "shares" of a JSON object. */
void shares_log(json_t *event, const RunView *view);

#endif
