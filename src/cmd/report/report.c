/* `cordee report RESULTS`: a sweep's results as a page or as a table for other programs. */
#include <stdio.h>
#include <string.h>
#include "io/distinct.h"
#include "io/columns/columns.h"
#include "io/output.h"
#include "text.h"
#include "cmd/command.h"
#include "cmd/human.h"
#include "report_page.h"
#include "report_records.h"

/* RESULTS with .html for .h5. */
static Status page_path(const char *results, const char *out, char path[OPTION_PATH_MAX]) {
  size_t length = strlen(results);
  if (length > 3 && strcmp(results + length - 3, ".h5") == 0) length -= 3;
  int size = out[0] ? snprintf(path, OPTION_PATH_MAX, "%s", out)
                    : snprintf(path, OPTION_PATH_MAX, "%.*s.html", (int)length, results);
  if (size >= OPTION_PATH_MAX) FAIL(ERR_USAGE, "%s: its name is too long", results);
  return OK;
}

/* Whether a page is asked for, and where it goes. */
static Status files_check(const Options *options, const char *results, bool *page,
                          char path[OPTION_PATH_MAX]) {
  static const char *const pages[] = {"<!DOCTYPE html", NULL};
  static const char *const tables[] = {"row,", "item,code,", NULL};
  FileRoles files = {.count = 0};
  *page = !options->csv[0] || options->out[0];
  TRY(page_path(results, options->out, path));
  files_add(&files, "the results", results, "", false, 0);
  files_add(&files, "--csv", options->csv, "", true, 0);
  if (*page) files_add(&files, "--out", path, "", true, 0);
  TRY(files_distinct(&files));
  if (options->csv[0]) TRY(output_may_replace(options->csv, "a table of results", tables));
  if (options->csv[0]) TRY(output_reserve(options->csv));
  if (*page) TRY(output_may_replace(path, "a page", pages));
  return *page ? output_reserve(path) : OK;
}

static Status page_write(const char *path, const Report *report) {
  TRY(output_write(path, report_print_page, report));
  FILE *told = strcmp(path, "-") == 0 ? stderr : stdout;
  fprintf(told, "%s: %zu rows: %zu verified, %zu failed, %zu pending\n", text_line(path), report->rows,
          report->state[RESULT_VERIFIED], report->state[RESULT_FAILED], report->state[RESULT_PENDING]);
  return OK;
}

static Status results_report(int argc, char **argv) {
  Options options;
  char path[OPTION_PATH_MAX];
  bool page;
  Report report = {.path = NULL};
  ResultRow *rows;
  size_t count;
  int first;
  Status status = OK;
  options_default(&options);
  TRY(options_parse(&options, FOR_REPORT, argc, argv, 1, &first));
  TRY(files_check(&options, argv[first], &page, path));
  if (columns_are(argv[first])) return report_records(argv[first], page ? path : "", options.csv);
  TRY(results_read(argv[first], &rows, &count));
  results_cut_tell(argv[first]);
  TRY(report_make(argv[first], rows, count, &report));
  if (options.csv[0]) TRY_GOTO(output_write(options.csv, report_print_csv, &report), cleanup);
  if (page) TRY_GOTO(page_write(path, &report), cleanup);
cleanup:
  report_free(&report);
  return status;
}

Status command_report(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  return comm_agree(comm, comm->rank == 0 ? results_report(argc, argv) : OK);
}
