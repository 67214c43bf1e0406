/* `cordee verify`: reader and judge, and certificates where one is asked for. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/instance_file.h"
#include "io/optima.h"
#include "problem/judge.h"
#include "command.h"
#include "verify_batch.h"
#include "verify_certificate.h"
#include "verify_records.h"
#include "progress.h"
#include "text.h"

/* 0 where there is none. */
static Status bound_find(const Instance *inst, int64_t *bound) {
  *bound = 0;
  return inst->problem->bound ? inst->problem->bound(inst, omp_get_max_threads(), bound) : OK;
}

/* A solution read and judged. */
typedef struct Judged {
  Instance *inst;
  int32_t *gene;
} Judged;

static void judged_free(Judged *judged) {
  free(judged->gene);
  instance_free(judged->inst);
}

static Status cost_print(const char *path, const InstanceSettings *settings, const Judged *judged,
                         int64_t cost, bool quiet) {
  const Instance *inst = judged->inst;
  int64_t best, bound;
  const char *column = problem_optima_column(inst->problem, settings);
  TRY(optima_find_column(path, inst->name, inst->decimals, column, &best));
  TRY(bound_find(inst, &bound));
  result_print(inst, cost, best, bound);
  if (!quiet) caution_tell(inst, judged->gene, cost, best);
  return OK;
}

/* paths: the instance's and the solution's. *out is to be freed in any case. */
static Status solution_judge(const Options *options, char **paths, const Solver *certifier, Judged *out) {
  InstanceSettings settings;
  int64_t cost;
  char remark[INSTANCE_REMARK_MAX];
  options_instance(options, &settings);
  TRY(instance_read_set(paths[0], &settings, &out->inst));
  const Instance *inst = out->inst;
  if (!options->quiet) instance_tell(inst);
  TRY(options_belong_instance(options, inst->problem));
  if (certifier) TRY(certificate_check(certifier, inst->problem));
  out->gene = malloc(instance_genes(inst) * sizeof *out->gene);
  if (!out->gene) FAIL(ERR_MEMORY, "no memory for a solution of %zu genes", instance_genes(inst));
  TRY(solution_read_told(paths[1], inst, out->gene, remark));
  if (remark[0] && !options->quiet) fprintf(stderr, "note: %s: %s\n", text_line(paths[1]), remark);
  TRY(status_at(paths[1], judge_solution(inst, out->gene, &cost)));
  return cost_print(paths[0], &settings, out, cost, options->quiet);
}

/* Options of an instance are for one instance, those of a certificate stand beside it, some are for records, the others for a list. */
static Status option_check(const Options *options, int row, const Solver *certifier, bool records) {
  if (options_row_taken(row, FOR_RECORDS) && options_row_taken(row, FOR_CERTIFY)) return OK; /* --quiet */
  if (records != options_row_taken(row, FOR_RECORDS))
    FAIL(ERR_USAGE, "verify: expected --check-every and --items beside a file of records, and no others");
  if (records) return OK;
  const bool instance = options_row_of_instance(row), list = !instance && options_row_taken(row, FOR_VERIFY);
  if (certifier && !options_row_taken(row, FOR_CERTIFY))
    FAIL(ERR_USAGE, "verify: expected no options of --batch beside --%s", certifier->name);
  if (options->batch[0] && instance)
    FAIL(ERR_USAGE, "verify: expected options of an instance without --batch only");
  if (!options->batch[0] && list)
    FAIL(ERR_USAGE, "verify: expected options beside --batch only, or those of an instance");
  if (!certifier && !instance && !list)
    FAIL(ERR_USAGE, "verify: expected options of a processor or a method beside a certificate only");
  return OK;
}

static Status options_check(const Options *options, const Solver *certifier, bool records) {
  for (int k = 0; k < OPTION_ROWS_MAX; k++)
    if (options->given[k]) TRY(option_check(options, k, certifier, records));
  return OK;
}

/* A list takes no further words. */
static bool batch_asked(int argc, char **argv) {
  for (int k = 1; k < argc; k++)
    if (strncmp(argv[k], "--batch", strlen("--batch")) == 0) return true;
  return false;
}

static Status one_verify(const Comm *comm, const Options *options, char **paths, int *exit_code) {
  const Solver *certifier = certificate_asked(options);
  Judged judged = {NULL, NULL};
  Status status = comm_agree(comm, comm->rank ? OK : solution_judge(options, paths, certifier, &judged));
  if (status == OK && certifier)
    status = certificate_print(comm, options, certifier, judged.inst, judged.gene, exit_code);
  judged_free(&judged);
  return status;
}

Status command_verify(const Comm *comm, int argc, char **argv, int *exit_code) {
  Options options;
  int first;
  const bool batch = batch_asked(argc, argv), records = !batch && records_named(comm, argc, argv);
  options_default(&options);
  int arguments = 2;
  if (records) arguments = 1;
  if (batch) arguments = 0;
  TRY(options_parse(&options, FOR_VERIFY | FOR_CERTIFY | FOR_RECORDS, argc, argv, arguments, &first));
  TRY(options_check(&options, certificate_asked(&options), records));
  if (options.batch[0]) return verify_batch(comm, &options, exit_code);
  if (records) return verify_records(comm, &options, argv[first], exit_code);
  return one_verify(comm, &options, argv + first, exit_code);
}
