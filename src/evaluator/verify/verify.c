/* Verification of many solutions: see verify.h. The judge is the one of `cordee verify`; an instance is read once for
 * consecutive items that name it. */
#include "verify.h"

#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "io/file_digest.h"
#include "io/optima.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "problem.h"
#include "verify_list.h"

enum { COLUMN_LINE, COLUMN_N, COLUMN_DECIMALS, COLUMN_COST, COLUMN_BEST_KNOWN };

static const Column columns[] = {
    [COLUMN_LINE] = {"line", DTYPE_I32, "of the list"},
    [COLUMN_N] = {"n", DTYPE_I32, "size of the instance"},
    [COLUMN_DECIMALS] = {"decimals", DTYPE_I32, "costs count units of 10^-decimals"},
    [COLUMN_COST] = {"cost", DTYPE_I64, "the judge's"},
    [COLUMN_BEST_KNOWN] = {"best_known", DTYPE_I64, "from optima.tsv beside the instance; 0: unknown"},
    {NULL, DTYPE_I32, NULL}};

typedef struct Loaded { /* the instance that was read last */
  const char *path;
  Instance *inst;
  int32_t *gene; /* (instance_genes) */
  Status status; /* of the reading; its message is `message` */
  char message[ITEM_MESSAGE_MAX];
} Loaded;

/* Each rank reads the files itself, perhaps from another folder, or later. */
static Status file_same(const char *path, uint64_t expected) {
  uint64_t found;
  TRY(file_digest(path, &found));
  if (found == FILE_DIGEST_NONE || expected == FILE_DIGEST_NONE || found == expected) return OK;
  FAIL(ERR_NO_INPUT, "%s: expected the file that was there when the run began, found another one", path);
}

static Status instance_load(Loaded *l, const char *path, uint64_t digest) {
  instance_free(l->inst);
  free(l->gene);
  *l = (Loaded){.path = path};
  l->status = file_same(path, digest);
  if (l->status == OK) l->status = instance_read(path, &l->inst);
  if (l->status == OK && !(l->gene = malloc(instance_genes(l->inst) * sizeof *l->gene)))
    l->status = status_fail(ERR_MEMORY, "no memory for a solution of %zu genes", instance_genes(l->inst));
  if (l->status == OK) return OK;
  snprintf(l->message, sizeof l->message, "%s", status_message());
  status_clear();
  return OK;
}

static void loaded_free(Loaded *l) {
  instance_free(l->inst);
  free(l->gene);
}

static Status pair_judge(Loaded *l, const VerifyPair *pair, int64_t *cost, int64_t *best_known) {
  if (!l->path || strcmp(l->path, pair->instance) != 0)
    TRY(instance_load(l, pair->instance, pair->digest[VERIFY_INSTANCE]));
  if (l->status != OK) return status_fail(l->status, "%s", l->message);
  TRY(file_same(pair->solution, pair->digest[VERIFY_SOLUTION]));
  TRY(solution_read(pair->solution, l->inst, l->gene));
  TRY(status_at(pair->solution, judge_solution(l->inst, l->gene, cost)));
  const char *column = problem_optima_column(l->inst->problem, NULL);
  return optima_find_column(pair->instance, l->inst->name, l->inst->decimals, column, best_known);
}

static void record_make(Loaded *l, const VerifyPair *pair, Records *r, uint32_t k) {
  int64_t cost, best_known;
  ((int32_t *)r->column[COLUMN_LINE])[k] = pair->line;
  const Status status = pair_judge(l, pair, &cost, &best_known);
  if (status != OK) {
    record_fail(r, k, status);
    return;
  }
  ((int32_t *)r->column[COLUMN_N])[k] = l->inst->n;
  ((int32_t *)r->column[COLUMN_DECIMALS])[k] = l->inst->decimals;
  ((int64_t *)r->column[COLUMN_COST])[k] = cost;
  ((int64_t *)r->column[COLUMN_BEST_KNOWN])[k] = best_known;
}

static Status verify_run(Backend *be, const Items *items, Records *records) {
  Loaded loaded = {.path = NULL};
  Status status = OK;
  (void)be; /* the judge is the host's */
  for (uint32_t k = 0; k < records->count && status == OK; k++) {
    const VerifyPair pair = verify_list_pair(items, records->first + k);
    record_make(&loaded, &pair, records, k);
    status = halt_check("the verification of a chunk");
  }
  loaded_free(&loaded);
  return status;
}

/* The files are read anew: whether they still say the same. */
static Status verify_check(const Items *items, const Records *records, uint32_t k) {
  const VerifyPair pair = verify_list_pair(items, records->first + k);
  Loaded loaded = {.path = NULL};
  int64_t cost = 0, best_known;
  const Status status = pair_judge(&loaded, &pair, &cost, &best_known);
  loaded_free(&loaded);
  if (status != OK) status_clear();
  const bool same = status == OK
                        ? !records->code[k] && cost == ((const int64_t *)records->column[COLUMN_COST])[k]
                        : records->code[k] == status_exit_code(status);
  if (!same) FAIL(ERR_INTERNAL, "%s: the record says something else than its files do now", pair.solution);
  return OK;
}

static double verify_work(const Items *items, uint64_t item) {
  (void)items;
  (void)item;
  return 1;
}

const Evaluator evaluator_verify = {.name = "verify",
                                    .item_word = "solution",
                                    .items_word = "solutions",
                                    .valid_word = "verified",
                                    .columns = columns,
                                    .items = verify_list_read,
                                    .inputs = VERIFY_INPUTS,
                                    .input = verify_input,
                                    .work = verify_work,
                                    .work_most = 64, /* an instance may take a second */
                                    .run = verify_run,
                                    .check = verify_check};
