/* The table of ladders, and the story of a run: options, files, processor, figures. See ladders.h. */
#include "ladders.h"

#include <stdlib.h>
#include <string.h>
#include "io/output.h"
#include "io/path.h"
#include "mpi/bind.h"
#include "text.h"

const LadderEntry *const ladders[] = {
    &ladder_2opt,     &ladder_tours,    &ladder_routes,     &ladder_colonies, &ladder_annealing,
    &ladder_lookback, &ladder_matching, &ladder_heuristics, &ladder_swaps,    &ladder_swarms,
    &ladder_trades,   &ladder_bfs,      &ladder_flow,       &ladder_report,   NULL};

/* ---- the table ---- */

Status ladder_find(const char *name, const LadderEntry **out) {
  Suggestion near = suggest_begin(name);
  char text[SUGGEST_TEXT_MAX];
  for (int k = 0; ladders[k]; k++) {
    suggest_offer(&near, ladders[k]->name);
    *out = ladders[k];
    if (strcmp(ladders[k]->name, name) == 0) return OK;
  }
  FAIL(ERR_USAGE, "unknown ladder '%s'%s (cordee-ladder --help)", name, suggest_text(&near, "", text));
}

void ladder_options(const LadderEntry *ladder) { options_extend("cordee-ladder", ladder->options); }

int ladder_order(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* ---- designs of a run ---- */

bool ladder_design_runs(const LadderRun *run, const LadderDesign *design) {
  return ladder_list_has(run->settings->chosen, design->name) &&
         (design->place == LADDER_CPU || run->be->ops != &backend_cpu);
}

void ladder_legend(const LadderRun *run) {
  printf("%s: %s\n", run->be->ops->name, text_line(run->be->device_name));
  for (const LadderDesign *d = run->ladder->designs; d && d->name; d++)
    if (ladder_design_runs(run, d)) ladder_design_print(stdout, d);
}

void ladder_begin(LadderRun *run) {
  run->table = (LadderTable){run->ladder->name, run->be->device_name, run->ladder->columns, stdout,
                             run->csv,          run->ladder->digits};
  if (run->ladder->columns) ladder_table_csv(&run->table);
}

static Status ladder_run(LadderRun *run) {
  ladder_begin(run);
  return run->ladder->run(run);
}

/* Designs that --designs names must run here. */
static Status chosen_check(const LadderRun *run) {
  const char *const list = run->settings->chosen;
  for (const LadderDesign *d = run->ladder->designs; d && d->name && list[0]; d++)
    if (ladder_list_has(list, d->name) && !ladder_design_runs(run, d))
      FAIL(ERR_DEVICE, "%s: the design %s is for GPUs, and this is the backend %s", run->ladder->name,
           d->name, run->be->ops->name);
  return OK;
}

/* ---- a run ---- */

static Status settings_read(LadderRun *run, int argc, char **argv, LadderSettings *settings) {
  Options options;
  const bool files = run->ladder->needs == LADDER_OF_FILES;
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_PROGRAM, argc, argv, files ? OPTIONS_WORDS_SOME : 0, &first));
  *settings = (LadderSettings){.threads = 1};
  options_extension(&options, settings);
  run->files = argc - first;
  run->file = argv + first;
  return run->ladder->designs ? ladder_list_check(run->ladder->designs, settings->chosen) : OK;
}

Status ladder_settings_check(const LadderEntry *ladder, int argc, char **argv) {
  LadderRun run = {.ladder = ladder};
  LadderSettings settings;
  return settings_read(&run, argc, argv, &settings);
}

/* Checks that the table and the instance are two files, and that the table can be written. */
static Status files_check(const LadderEntry *ladder, const LadderSettings *settings) {
  const char *const marks[] = {ladder->mark, NULL};
  FileRoles files = {.count = 0};
  if (!settings->csv[0]) return OK;
  files_add(&files, "--instance", settings->instance, "", false, 0);
  files_add(&files, "--csv", settings->csv, "", true, 0);
  TRY(files_distinct(&files));
  TRY(output_may_replace(settings->csv, "a table of this command", marks));
  return output_reserve(settings->csv);
}

static Status needs_check(const LadderEntry *ladder, LadderRun *run) {
  const bool host = run->be->ops == &backend_cpu;
  if ((ladder->needs == LADDER_OF_GPU || ladder->needs == LADDER_OF_DESIGNS) && host)
    FAIL(ERR_DEVICE, "%s: the designs are for GPUs, and this is the backend %s", ladder->name,
         run->be->ops->name);
  TRY(chosen_check(run));
  if (ladder->needs == LADDER_OF_DESIGNS || (ladder->needs == LADDER_OF_BOTH && !host))
    return ladder_designs_find(&run->designs);
  return OK;
}

static void table_print(FILE *out, const void *table) { fputs(table, out); }

/* The table of --csv is written as a whole, once it is complete. */
static Status table_write(LadderRun *run) {
  const char *const path = run->settings->csv;
  char *table = NULL;
  size_t bytes = 0;
  run->csv = open_memstream(&table, &bytes);
  if (!run->csv) FAIL(ERR_MEMORY, "no memory for the table of %s", path);
  Status status = ladder_run(run);
  if (fclose(run->csv) != 0 && status == OK)
    status = status_fail(ERR_MEMORY, "no memory for the table of %s", path);
  if (status == OK) status = output_write(path, table_print, table);
  free(table);
  return status;
}

static Status figures_measure(const LadderEntry *ladder, LadderRun *run) {
  TRY(needs_check(ladder, run));
  return run->settings->csv[0] ? table_write(run) : ladder_run(run);
}

Status ladder_measure(const LadderEntry *ladder, const Comm *comm, int argc, char **argv) {
  LadderSettings settings;
  Backend be = {.ops = NULL};
  LadderRun run = {.ladder = ladder, .settings = &settings, .comm = comm, .be = &be};
  TRY(settings_read(&run, argc, argv, &settings));
  if (comm->size > 1) FAIL(ERR_USAGE, "%s: expected one rank, found %d", ladder->name, comm->size);
  TRY(files_check(ladder, &settings));
  if (ladder->needs == LADDER_OF_FILES) return ladder->run(&run);
  TRY(rank_bind(comm, option_backends[settings.backend], (int)settings.threads, &be));
  const Status status = figures_measure(ladder, &run);
  be.ops->close(&be);
  return status;
}
