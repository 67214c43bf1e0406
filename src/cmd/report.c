/* `cordee report RESULTS`: a sweep's results as a page or as a table for other programs. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "../io/replace.h"
#include "command.h"
#include "report_page.h"

/* RESULTS with .html for .h5. */
static Status page_path(const char *results, const char *out, char path[OPTION_PATH_MAX]) {
  size_t length = strlen(results);
  if (length > 3 && strcmp(results + length - 3, ".h5") == 0) length -= 3;
  int size = out[0] ? snprintf(path, OPTION_PATH_MAX, "%s", out)
                    : snprintf(path, OPTION_PATH_MAX, "%.*s.html", (int)length, results);
  if (size >= OPTION_PATH_MAX) FAIL(ERR_USAGE, "%s: its name is too long", results);
  if (strcmp(path, results) == 0) FAIL(ERR_USAGE, "--out: expected another file than the results, found '%s'", path);
  return OK;
}

static Status csv_write(const char *path, const Report *report) {
  if (strcmp(path, "-") != 0) return file_replace(path, report_print_csv, report);
  report_print_csv(stdout, report);
  if (fflush(stdout) != 0 || ferror(stdout)) FAIL(ERR_IO, "standard output: %s", strerror(errno));
  return OK;
}

static Status page_write(const char *results, const char *out, const Report *report) {
  char path[OPTION_PATH_MAX];
  TRY(page_path(results, out, path));
  TRY(file_replace(path, report_print_page, report));
  printf("%s: %zu rows: %zu verified, %zu failed, %zu pending\n", path, report->rows, report->state[RESULT_VERIFIED],
         report->state[RESULT_FAILED], report->state[RESULT_PENDING]);
  return OK;
}

static Status results_report(int argc, char **argv) {
  Options options;
  Report report = {.path = NULL};
  ResultRow *rows;
  size_t count;
  int first;
  Status status = OK;
  options_default(&options);
  TRY(options_parse(&options, FOR_REPORT, argc, argv, 1, &first));
  TRY(results_read(argv[first], &rows, &count));
  TRY(report_make(argv[first], rows, count, &report));
  if (options.csv[0]) TRY_GOTO(csv_write(options.csv, &report), cleanup);
  if (!options.csv[0] || options.out[0]) TRY_GOTO(page_write(argv[first], options.out, &report), cleanup);
cleanup:
  report_free(&report);
  return status;
}

Status command_report(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  return comm_agree(comm, comm->rank == 0 ? results_report(argc, argv) : OK);
}
