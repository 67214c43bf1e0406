/* A command that has the name of its evaluator, such as `cordee price`: items of a file, of a generator, or one of the command line. */
#include <stdlib.h>
#include <string.h>
#include "io/columns/columns.h"
#include "io/distinct.h"
#include "io/output.h"
#include "io/path.h"
#include "mpi/bind.h"
#include "items.h"

/* Is the option that makes one item among the words? */
static bool single_asked(const Evaluator *evaluator, int argc, char **argv) {
  char option[64];
  const int length = snprintf(option, sizeof option, "--%s", evaluator->single ? evaluator->single : "");
  for (int k = 1; k < argc && evaluator->single; k++)
    if (strncmp(argv[k], option, (size_t)length) == 0 && (!argv[k][length] || argv[k][length] == '='))
      return true;
  return false;
}

/* FILE with .h5 for .csv or .list, or .price.h5 for .h5 (the evaluator's name), unless --out says. */
static Status records_name(const Options *options, const Evaluator *evaluator, const char *spec,
                           char path[OPTION_PATH_MAX]) {
  const bool file = strcmp(spec, "-") != 0 && !strchr(spec, ':');
  if (!options->out[0] && !file)
    FAIL(ERR_USAGE, "--out: expected a file for the records of %s, found none", spec);
  const bool text = path_ends(spec, ".csv"), list = path_ends(spec, ".list"), hdf = path_ends(spec, ".h5");
  int ending = 0;
  if (text)
    ending = 4;
  else if (list)
    ending = 5;
  else if (hdf)
    ending = 3;
  const int length = (int)strlen(spec) - ending;
  const int size = options->out[0] ? snprintf(path, OPTION_PATH_MAX, "%s", options->out)
                                   : snprintf(path, OPTION_PATH_MAX, "%.*s%s%s.h5", length, spec,
                                              hdf ? "." : "", hdf ? evaluator->name : "");
  if (size + 128 >= OPTION_PATH_MAX) FAIL(ERR_USAGE, "path too long: %s", spec);
  return OK;
}

static Status files_check(const Options *options, const char *spec, const char *path) {
  static const char *const tables[] = {"code,message\n", NULL};
  FileRoles files = {.count = 0};
  if (!strchr(spec, ':')) files_add(&files, "the items", spec, "", false, 0);
  files_add_results(&files, "--out", path);
  files_add(&files, "--csv", options->csv, "", true, 0);
  TRY(files_distinct(&files));
  return options->csv[0] ? output_may_replace(options->csv, "a table of records", tables) : OK;
}

static Status many_run(const Comm *comm, Backend *be, const Options *options, EvaluatePlan plan,
                       int *exit_code) {
  char path[OPTION_PATH_MAX];
  TRY(records_name(options, plan.evaluator, plan.spec, path));
  TRY(comm_agree(comm, comm->rank == 0 ? files_check(options, plan.spec, path) : OK));
  plan.path = path;
  return items_run(comm, be, options, plan, exit_code);
}

/* Of a record that failed. */
static Status status_of(int32_t exit_code) {
  for (int s = ERR_USAGE; s < STATUS_COUNT; s++)
    if (status_exit_code((Status)s) == exit_code) return (Status)s;
  return ERR_FORMAT;
}

/* On rank 0. */
static Status one_compute(Backend *be, const EvaluatePlan *plan, void *asset, Records *records) {
  Items items;
  TRY(evaluator_items(plan->evaluator, plan->spec, plan->settings, asset, &items));
  records_clear(plan->evaluator, records, 0, 1);
  Status status = plan->evaluator->run(be, &items, records);
  if (status == OK && records->code[0])
    status = status_fail(status_of(records->code[0]), "%s", records->message[0]);
  if (status == OK && plan->check_every) status = plan->evaluator->check(&items, records, 0);
  if (status == OK) plan->evaluator->tell(stdout, &items, records);
  free(items.data);
  return status;
}

static Status one_run(const Comm *comm, Backend *be, const Options *options, const EvaluatePlan *plan) {
  Records records;
  if (options->out[0] || options->csv[0])
    FAIL(ERR_USAGE, "--%s: expected none for one %s, which is printed", options->out[0] ? "out" : "csv",
         plan->evaluator->item_word);
  if (comm->rank != 0) return OK;
  TRY(records_alloc(plan->evaluator, 1, &records));
  void *asset;
  Status status = evaluator_open(plan->evaluator, be, plan->spec, plan->settings, NULL, &asset);
  if (status == OK) status = one_compute(be, plan, asset, &records);
  evaluator_close(plan->evaluator, be, asset);
  records_free(&records);
  return status;
}

/* One item: of the command line, or by its words, unless its record is to be kept. */
static bool alone_asked(const Options *options, const EvaluatePlan *plan) {
  const Evaluator *const e = plan->evaluator;
  return !plan->spec[0] || (e->alone && e->alone(plan->spec) && !options->out[0] && !options->csv[0]);
}

/* Of the ranks' processors, what is unwise alone. Collective. */
static Status warnings_tell(const Comm *comm, const Backend *be, bool quiet) {
  char *text = NULL;
  TRY(rank_bindings(comm, be, &text));
  const char *const warning = text ? strstr(text, "warning: ") : NULL;
  if (warning && !quiet) fputs(warning, stderr);
  free(text);
  return OK;
}

static Status bound_run(const Comm *comm, const Options *options, const EvaluatePlan *plan, int *exit_code) {
  Backend be = {.ops = NULL};
  TRY(rank_bind(comm, option_backends[options->backend], (int)options->threads, &be));
  Status status = backend_require(be.ops, plan->evaluator->kernels, plan->evaluator->name);
  if (status == OK) status = warnings_tell(comm, &be, options->quiet);
  if (status == OK)
    status = alone_asked(options, plan) ? comm_agree(comm, one_run(comm, &be, options, plan))
                                        : many_run(comm, &be, options, *plan, exit_code);
  be.ops->close(&be);
  return status;
}

Status command_evaluate(const Comm *comm, int argc, char **argv, int *exit_code) {
  Options options;
  char settings_text[COLUMNS_SETTINGS_MAX];
  int first;
  const Evaluator *evaluator = evaluator_find(argv[0]);
  const bool single = single_asked(evaluator, argc, argv);
  options_default(&options);
  TRY(options_parse(&options, options_evaluator_mask(evaluator), argc, argv, !single, &first));
  if (single) TRY(options_needed(&options, evaluator));
  void *settings = calloc(1, evaluator->settings_bytes + 1);
  if (!settings) FAIL(ERR_MEMORY, "no memory for settings");
  options_evaluator(&options, evaluator, settings);
  options_print_evaluator(&options, evaluator, settings_text, sizeof settings_text);
  const EvaluatePlan plan = {.evaluator = evaluator,
                             .spec = single ? "" : argv[first],
                             .settings = settings,
                             .settings_text = settings_text,
                             .check_every = options.check_every};
  const Status status = bound_run(comm, &options, &plan, exit_code);
  free(settings);
  return status;
}
