/* `cordee verify INSTANCE SOLUTION`: reader and judge, nothing else. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include "problem/instance_file.h"
#include "io/optima.h"
#include "problem/judge.h"
#include "command.h"
#include "progress.h"

/* 0 where there is none. */
static Status bound_find(const Instance *inst, int64_t *bound) {
  *bound = 0;
  return inst->problem->bound ? inst->problem->bound(inst, omp_get_max_threads(), bound) : OK;
}

static Status solution_judge(const char *instance_path, const char *solution_path) {
  Instance *inst = NULL;
  int32_t *gene = NULL;
  int64_t cost, best, bound;
  Status status = OK;
  TRY(instance_read(instance_path, &inst));
  gene = malloc(instance_genes(inst) * sizeof *gene);
  if (!gene) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for a solution of %zu genes", instance_genes(inst));
  TRY_GOTO(solution_read(solution_path, inst, gene), cleanup);
  TRY_GOTO(status_at(solution_path, judge_solution(inst, gene, &cost)), cleanup);
  TRY_GOTO(optima_find(instance_path, inst->name, inst->decimals, &best), cleanup);
  TRY_GOTO(bound_find(inst, &bound), cleanup);
  result_print(inst, cost, best, bound);
cleanup:
  free(gene);
  instance_free(inst);
  return status;
}

Status command_verify(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  if (argc != 3)
    FAIL(ERR_USAGE, "verify: expected an instance and a solution file, found %d words", argc - 1);
  return comm_agree(comm, comm->rank == 0 ? solution_judge(argv[1], argv[2]) : OK);
}
