/* The registry of evaluators, and records in memory: see evaluator.h. */
#include "evaluator.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/bfs/bfs_asset.h"
#include "evaluator/flow/flow.h"
#include "evaluator/lookback/price.h"
#include "evaluator/verify/verify.h"

static const Evaluator *const evaluators[] = {&evaluator_verify, &evaluator_price, &evaluator_bfs,
                                              &evaluator_flow, NULL};

const Evaluator *evaluator_at(int k) { return evaluators[k]; }

const Evaluator *evaluator_find(const char *name) {
  for (int k = 0; evaluators[k]; k++)
    if (strcmp(evaluators[k]->name, name) == 0) return evaluators[k];
  return NULL;
}

Status evaluator_open(const Evaluator *evaluator, Backend *be, const char *spec, const void *settings,
                      const Node *node, void **asset) {
  *asset = NULL;
  return evaluator->open ? evaluator->open(be, spec, settings, node, asset) : OK;
}

void evaluator_close(const Evaluator *evaluator, Backend *be, void *asset) {
  if (evaluator->close) evaluator->close(be, asset);
}

Status evaluator_items(const Evaluator *evaluator, const char *spec, const void *settings, void *asset,
                       Items *out) {
  *out = (Items){.asset = asset};
  const Status status = evaluator->items(spec, settings, out);
  out->asset = asset;
  return status;
}

Status records_alloc(const Evaluator *evaluator, uint32_t count, Records *out) {
  *out = (Records){.count = count, .room = count};
  bool all = (out->code = calloc(count, sizeof *out->code)) != NULL;
  all &= (out->message = calloc(count, sizeof *out->message)) != NULL;
  for (int c = 0; evaluator->columns[c].name; c++)
    all &= (out->column[c] = calloc(count, dtype_bytes(evaluator->columns[c].dtype))) != NULL;
  if (all) return OK;
  records_free(out);
  FAIL(ERR_MEMORY, "no memory for %u records", count);
}

void records_free(Records *records) {
  free(records->code);
  free(records->message);
  for (int c = 0; c < EVALUATOR_COLUMNS; c++) free(records->column[c]);
  *records = (Records){.count = 0};
}

void records_clear(const Evaluator *evaluator, Records *records, uint64_t first, uint32_t count) {
  for (uint32_t k = 0; k < records->room;
       k++) /* memory of messages that were never written is never touched */
    if (records->code[k]) records->message[k][0] = 0;
  records->first = first;
  records->count = count;
  memset(records->code, 0, records->room * sizeof *records->code);
  for (int c = 0; evaluator->columns[c].name; c++)
    memset(records->column[c], 0, count * dtype_bytes(evaluator->columns[c].dtype));
}

Records records_part(const Evaluator *evaluator, const Records *records, uint32_t from, uint32_t count) {
  Records part = {.first = records->first + from, .count = count, .room = count};
  part.code = records->code + from;
  part.message = records->message + from;
  for (int c = 0; evaluator->columns[c].name; c++)
    part.column[c] = (char *)records->column[c] + from * dtype_bytes(evaluator->columns[c].dtype);
  return part;
}

void record_fail(Records *records, uint32_t k, Status status) {
  records->code[k] = status_exit_code(status);
  snprintf(records->message[k], ITEM_MESSAGE_MAX, "%s", status_message());
  status_clear();
}
