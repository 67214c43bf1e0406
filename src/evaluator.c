/* The registry of evaluators, and records in memory: see evaluator.h. */
#include "evaluator.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/verify/verify.h"

static const Evaluator *const evaluators[] = {&evaluator_verify, NULL};

const Evaluator *evaluator_find(const char *name) {
  for (int k = 0; evaluators[k]; k++)
    if (strcmp(evaluators[k]->name, name) == 0) return evaluators[k];
  return NULL;
}

Status records_alloc(const Evaluator *evaluator, uint32_t count, Records *out) {
  *out = (Records){.count = count};
  bool all = (out->code = calloc(count, sizeof *out->code)) != NULL;
  all &= (out->message = calloc(count, sizeof *out->message)) != NULL;
  for (int c = 0; evaluator->columns[c].name; c++)
    all &= (out->column[c] = calloc(count, dtype_bytes(evaluator->columns[c].dtype))) != NULL;
  if (all) return OK;
  records_free(out);
  FAIL(ERR_MEMORY, "no memory for %u records", count);
}

void records_free(Records *records) {
  free(records->code), free(records->message);
  for (int c = 0; c < EVALUATOR_COLUMNS; c++) free(records->column[c]);
  *records = (Records){.count = 0};
}

void records_clear(const Evaluator *evaluator, Records *records, uint64_t first, uint32_t count) {
  records->first = first, records->count = count;
  memset(records->code, 0, count * sizeof *records->code);
  memset(records->message, 0, count * sizeof *records->message);
  for (int c = 0; evaluator->columns[c].name; c++)
    memset(records->column[c], 0, count * dtype_bytes(evaluator->columns[c].dtype));
}

void record_fail(Records *records, uint32_t k, Status status) {
  records->code[k] = status_exit_code(status);
  snprintf(records->message[k], ITEM_MESSAGE_MAX, "%s", status_message());
  status_clear();
}
