/* `cordee verify`: reader and judge, nothing else. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/instance_file.h"
#include "io/optima.h"
#include "problem/judge.h"
#include "command.h"
#include "verify_batch.h"
#include "progress.h"

/* 0 where there is none. */
static Status bound_find(const Instance *inst, int64_t *bound) {
  *bound = 0;
  return inst->problem->bound ? inst->problem->bound(inst, omp_get_max_threads(), bound) : OK;
}

static Status solution_judge(const Options *options, const char *instance_path, const char *solution_path) {
  InstanceSettings settings;
  Instance *inst = NULL;
  int32_t *gene = NULL;
  int64_t cost, best, bound;
  Status status = OK;
  options_instance(options, &settings);
  TRY(instance_read_set(instance_path, &settings, &inst));
  TRY_GOTO(options_belong_instance(options, inst->problem), cleanup);
  gene = malloc(instance_genes(inst) * sizeof *gene);
  if (!gene) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for a solution of %zu genes", instance_genes(inst));
  TRY_GOTO(solution_read(solution_path, inst, gene), cleanup);
  TRY_GOTO(status_at(solution_path, judge_solution(inst, gene, &cost)), cleanup);
  const char *column = problem_optima_column(inst->problem, &settings);
  TRY_GOTO(optima_find_column(instance_path, inst->name, inst->decimals, column, &best), cleanup);
  TRY_GOTO(bound_find(inst, &bound), cleanup);
  result_print(inst, cost, best, bound);
cleanup:
  free(gene);
  instance_free(inst);
  return status;
}

/* Options of an instance are for one instance, the others for a list. */
static Status options_check(const Options *options) {
  const bool batch = options->batch[0];
  for (int k = 0; k < OPTION_ROWS_MAX; k++) {
    if (!options->given[k] || options_row_of_instance(k) != batch) continue;
    if (batch) FAIL(ERR_USAGE, "verify: expected options of an instance without --batch only");
    FAIL(ERR_USAGE, "verify: expected options beside --batch only, or those of an instance");
  }
  return OK;
}

/* A list takes no further words. */
static bool batch_asked(int argc, char **argv) {
  for (int k = 1; k < argc; k++)
    if (strncmp(argv[k], "--batch", strlen("--batch")) == 0) return true;
  return false;
}

Status command_verify(const Comm *comm, int argc, char **argv, int *exit_code) {
  Options options;
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_VERIFY, argc, argv, batch_asked(argc, argv) ? 0 : 2, &first));
  TRY(options_check(&options));
  if (options.batch[0]) return verify_batch(comm, &options, exit_code);
  return comm_agree(comm, comm->rank == 0 ? solution_judge(&options, argv[first], argv[first + 1]) : OK);
}
