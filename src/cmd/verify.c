/* `cordee verify`: reader and judge, and certificates where one is asked for. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "evaluate.h"
#include "io/columns/columns.h"
#include "io/path.h"
#include "mpi/bind.h"
#include "mpi/collect.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "progress.h"
#include "solver/certify.h"
#include "sweep/recheck.h"
#include "text.h"

/* ---- list of solutions ---- */

/* `cordee verify --batch LIST`. */

/* LIST with .h5 for .list, unless --out says. */
static Status records_name(const Options *options, char path[OPTION_PATH_MAX]) {
  const char *list = options->batch;
  size_t length = strlen(list);
  if (!options->out[0] && strcmp(list, "-") == 0)
    FAIL(ERR_USAGE, "--out: expected a file for the records of a list from standard input, found none");
  if (length > 5 && strcmp(list + length - 5, ".list") == 0) length -= 5;
  const int size = options->out[0] ? snprintf(path, OPTION_PATH_MAX, "%s", options->out)
                                   : snprintf(path, OPTION_PATH_MAX, "%.*s.h5", (int)length, list);
  if (size + 128 >= OPTION_PATH_MAX) FAIL(ERR_USAGE, "path too long: %s", list);
  return OK;
}

static Status files_check(const Options *options, const char *path) {
  FileRoles files = {.count = 0};
  files_add(&files, "the list", options->batch, "", false, 0);
  files_add_results(&files, "--out", path);
  return files_distinct(&files);
}

/* Collective. *exit_code: 0, 1 if some solutions did not verify, EXIT_RESUMABLE if the run was stopped. */
static Status verify_batch(const Comm *comm, const Options *options, int *exit_code) {
  char path[OPTION_PATH_MAX];
  Backend be = {.ops = NULL};
  TRY(records_name(options, path));
  TRY(comm_agree(comm, comm->rank == 0 ? files_check(options, path) : OK));
  TRY(rank_bind(comm, "cpu", 1, &be)); /* the judge is the host's */
  const EvaluatePlan plan = {.evaluator = evaluator_find("verify"),
                             .spec = options->batch,
                             .settings_text = "",
                             .path = path,
                             .check_every = options->check};
  const Status status = items_run(comm, &be, options, plan, exit_code);
  be.ops->close(&be);
  return status;
}

/* ---- certificates ---- */

/* `cordee verify INSTANCE SOLUTION --NAME`: certificates (solver/certify.h). */

/* The solver whose certificate is asked for; NULL: none is. */
static const Solver *certificate_asked(const Options *options) {
  const Solver *solver;
  for (int k = 0; (solver = solver_at(k)); k++)
    if (solver->certifying && options_given(options, solver->name)) return solver;
  return NULL;
}

/* The solver certifies solutions of this problem. ERR_USAGE. */
static Status certificate_check(const Solver *solver, const Problem *problem) {
  if (solver_accepts(solver, problem)) return OK;
  FAIL(ERR_USAGE, "--%s is for solutions of %s, and this instance is one of %s: drop it", solver->name,
       solver->problems[0]->words.title, problem->words.title);
}

/* The best move of this rank's part. */
static Status part_scan(const Comm *comm, Backend *be, const Options *options, const Solver *solver,
                        const Instance *inst, const int32_t *gene, MoveKey *best) {
  Plan plan = {.seed = 0};
  options_settings(options, solver, &plan);
  TRY(backend_require(be->ops, solver->kernels, solver->name));
  return solver->certifying->scan(inst, be, &plan, gene, (uint32_t)comm->rank, (uint32_t)comm->size, best);
}

/* That of all, in *seconds. Collective. */
static Status parts_scan(const Comm *comm, const Options *options, const Solver *solver, const Instance *inst,
                         const int32_t *gene, MoveKey *best, double *seconds) {
  Backend be = {.ops = NULL};
  TRY(rank_bind(comm, option_backends[options->backend], (int)options->threads, &be));
  const double began = clock_s();
  const Status status = comm_agree(comm, part_scan(comm, &be, options, solver, inst, gene, best));
  *seconds = clock_s() - began;
  be.ops->close(&be);
  if (status == OK) comm_least(comm, best->key, MOVE_KEYS);
  return status;
}

/* On every rank, with the solution. */
static Status moves_print(const Comm *comm, const Options *options, const Solver *solver,
                          const Instance *inst, const int32_t *gene, int *exit_code) {
  MoveKey best = {{0}};
  double seconds;
  TRY(parts_scan(comm, options, solver, inst, gene, &best, &seconds));
  if (best.key[0]) *exit_code = EXIT_IMPROVABLE;
  return comm_agree(comm, comm->rank ? OK : solver->certifying->tell(inst, gene, &best, seconds, stdout));
}

/* Looks at all moves, shared among the ranks, and prints on rank 0 what was found. inst and gene (instance_genes): a
 * judged solution, on rank 0 alone. *exit_code: EXIT_IMPROVABLE if a move improves it. Collective. ERR_USAGE,
 * ERR_MEMORY, ERR_DEVICE. */
static Status certificate_print(const Comm *comm, const Options *options, const Solver *solver,
                                Instance *inst, int32_t *gene, int *exit_code) {
  TRY(instance_bcast(comm, &inst));
  const size_t genes = instance_genes(inst);
  int32_t *copy = comm->rank ? malloc(genes * sizeof *copy) : NULL, *own = comm->rank ? copy : gene;
  Status status = comm_agree(comm, own ? OK : status_fail(ERR_MEMORY, "no memory for %zu genes", genes));
  if (status == OK) {
    bytes_bcast(comm, own, genes * sizeof *own, 0);
    status = moves_print(comm, options, solver, inst, own, exit_code);
  }
  free(copy);
  if (comm->rank) instance_free(inst);
  return status;
}

/* ---- records ---- */

/* `cordee verify RECORDS`: records that an evaluator made, checked again. */

/* The user means records by a first word in .h5: if there is no such file, or another kind of file, its reader says so. */
static bool is_named(const char *word, bool first) {
  return word[0] != '-' && ((first && path_ends(word, ".h5")) || columns_are(word));
}

/* Is one of the words a file of records? Collective. */
static bool records_named(const Comm *comm, int argc, char **argv) {
  bool named = false;
  for (int k = 1; k < argc && comm->rank == 0; k++) named |= is_named(argv[k], k == 1);
  bytes_bcast(comm, &named, sizeof named, 0);
  return named;
}

typedef struct Source { /* as the file tells it */
  char evaluator[32], spec[COLUMNS_SPEC_MAX], settings[COLUMNS_SETTINGS_MAX];
} Source;

/* On rank 0. */
static Status source_read(const Options *options, const char *path, Source *out) {
  ColumnsFile file;
  TRY(columns_read_open(path, &file));
  snprintf(out->evaluator, sizeof out->evaluator, "%s", file.evaluator->name);
  columns_read_close(&file);
  TRY(columns_read_source(path, out->spec, out->settings));
  if (options->items[0]) snprintf(out->spec, sizeof out->spec, "%s", options->items);
  if (strcmp(out->spec, "-") == 0 && !options->items[0])
    FAIL(ERR_USAGE, "--items: expected the file that came from standard input when %s was made, found none",
         path);
  return OK;
}

static void summary_print(const char *path, const Evaluator *evaluator, const Recheck *found) {
  printf("%s: %llu %s: %llu checked, %llu wrong", text_line(path), (unsigned long long)found->items,
         evaluator->items_word, (unsigned long long)found->checked, (unsigned long long)found->wrong);
  if (found->pending) printf(", %llu pending", (unsigned long long)found->pending);
  printf("\n");
  fflush(stdout);
}

static Status bound_check(const Comm *comm, const RecheckPlan *plan, int *exit_code) {
  Backend be = {.ops = NULL};
  Recheck found;
  TRY(rank_bind(comm, "cpu", 1, &be)); /* checks are the host's */
  const Status status = records_recheck(comm, &be, plan, &found);
  be.ops->close(&be);
  TRY(status);
  if (comm->rank == 0) summary_print(plan->path, plan->evaluator, &found);
  if (found.pending) *exit_code = EXIT_RESUMABLE;
  return comm_agree(comm,
                    comm->rank == 0 && found.wrong ? status_fail(ERR_INTERNAL, "%s", found.message) : OK);
}

/* Prints how many were checked. *exit_code: EXIT_RESUMABLE if some items have no record. Collective. ERR_INTERNAL:
 * the first that is wrong; ERR_FORMAT, ERR_NO_INPUT, ERR_MEMORY. */
static Status verify_records(const Comm *comm, const Options *options, const char *path, int *exit_code) {
  Source source = {.evaluator = ""};
  TRY(comm_agree(comm, comm->rank == 0 ? source_read(options, path, &source) : OK));
  bytes_bcast(comm, &source, sizeof source, 0);
  const Evaluator *evaluator = evaluator_find(source.evaluator);
  void *settings = calloc(1, evaluator->settings_bytes + 1);
  if (!settings) FAIL(ERR_MEMORY, "no memory for settings");
  const RecheckPlan plan = {evaluator, source.spec, settings, path, options->check_every};
  Status status = options_read_evaluator(path, evaluator, source.settings, settings);
  if (status == OK) status = bound_check(comm, &plan, exit_code);
  free(settings);
  return status;
}

/* ---- verify ---- */

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
  TRY(instance_best_known(path, inst, settings, &best));
  TRY(bound_find(inst, &bound));
  result_print(inst, judged->gene, cost, best, bound);
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

/* Of a solution on rank 0. Collective. */
static bool is_incomplete(const Comm *comm, const Judged *judged) {
  char text[MISSING_TEXT_MAX];
  bool incomplete = comm->rank == 0 && judge_missing(judged->inst, judged->gene, text, sizeof text) > 0;
  bytes_bcast(comm, &incomplete, sizeof incomplete, 0);
  return incomplete;
}

static Status one_verify(const Comm *comm, const Options *options, char **paths, int *exit_code) {
  const Solver *certifier = certificate_asked(options);
  Judged judged = {NULL, NULL};
  Status status = comm_agree(comm, comm->rank ? OK : solution_judge(options, paths, certifier, &judged));
  if (status == OK && is_incomplete(comm, &judged)) *exit_code = EXIT_INCOMPLETE;
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
