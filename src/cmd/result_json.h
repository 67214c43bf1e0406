/* The result of a run, and where it stands, as JSON: for --json, --out FILE.json, --log and `cordee show`. Local. */
#ifndef CORDEE_CMD_RESULT_JSON_H
#define CORDEE_CMD_RESULT_JSON_H

#include "io/checkpoint/checkpoint.h"
#include "io/json.h"
#include "run/run.h"

const char *result_end(RunEnd end); /* "finished", "time limit reached", ... */

/* Members elapsed_s, epoch, epochs, searches, moves. */
void result_progress(json_t *object, const RunView *view);
/* Members `name`, the best cost or null, island, and of costs of two parts these; gap_percent, if a best known value is. */
void result_cost(json_t *object, const char *name, const RunView *view);
/* As people count: cities and machines from 1; customers as they are, negative where a route begins. problem NULL: as they are. */
json_t *result_solution(const Problem *problem, const int32_t *gene, size_t count);
/* Rows of a history. */
json_t *result_trace(const HistoryRow *row, size_t rows, int32_t decimals);

/* All of it as an object: instance, options, cost, bound, gap, solution, trace. */
json_t *result_json(const RunView *view);
#endif
