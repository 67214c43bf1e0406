/* `cordee report RESULTS`: a sweep's results as a page or as a table for other programs. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "cmd/command.h"
#include "cmd/human.h"
#include "cost.h"
#include "individual.h"
#include "io/columns/columns.h"
#include "io/output.h"
#include "io/path.h"
#include "io/results/results_file.h"
#include "report_html.h"
#include "report_page.h"
#include "status.h"
#include "table.h"
#include "text.h"
#include "version.h"

/* ---- comma separated values ---- */

/* Results as comma separated values. Costs are in the instance's own unit, with its decimals; lists of a trace are in
 * one cell, with blanks between. */

static const char *state_word(const ResultRow *row) {
  static const char *const words[RESULT_STATES] = {"pending", "verified", "failed"};
  return result_incomplete(row) ? "incomplete" : words[row->state];
}

static void cost_print(FILE *out, int64_t cost, const ResultMember *m, int32_t decimals) {
  char text[COST_TEXT_MAX];
  bool unknown = cost == COST_NONE || (cost == 0 && strcmp(m->name, "best") != 0 && m->count == 1);
  if (!unknown) fputs(cost_text(cost, decimals, text), out);
}

static void value_print(FILE *out, const ResultMember *m, const ResultRow *row, size_t at) {
  const char *value = (const char *)row + m->offset + at * m->bytes;
  int32_t i32;
  uint32_t u32;
  uint64_t u64;
  double f64;
  switch (m->kind) {
  case MEMBER_TEXT:
    text_csv(out, value);
    return;
  case MEMBER_I32:
    memcpy(&i32, value, sizeof i32);
    fprintf(out, "%" PRId32, i32);
    return;
  case MEMBER_U32:
    memcpy(&u32, value, sizeof u32);
    fprintf(out, "%" PRIu32, u32);
    return;
  case MEMBER_U64:
    memcpy(&u64, value, sizeof u64);
    fprintf(out, "%" PRIu64, u64);
    return;
  case MEMBER_KEY:
    memcpy(&u64, value, sizeof u64);
    fprintf(out, "%016" PRIx64, u64);
    return;
  case MEMBER_F64:
    memcpy(&f64, value, sizeof f64);
    c_fprintf(out, "%.6f", f64);
    return;
  case MEMBER_COST:
    memcpy(&u64, value, sizeof u64);
    cost_print(out, (int64_t)u64, m, row->decimals);
    return;
  case MEMBER_STATE:
    fputs(state_word(row), out);
  }
}

static void row_print(FILE *out, const Report *report, size_t r) {
  const ResultRow *row = &report->row[r];
  const double gap = report_gap(row, row->best_known), above = report_gap(row, row->bound);
  fprintf(out, "%zu,", r);
  if (!isnan(gap)) c_fprintf(out, "%.6f", gap);
  fputc(',', out);
  if (!isnan(above)) c_fprintf(out, "%.6f", above);
  for (const ResultMember *m = result_members; m->name; m++) {
    fputc(',', out);
    const int32_t values = m->count > 1 ? row->trace_rows : 1;
    for (int32_t at = 0; at < values; at++) {
      if (at) fputc(' ', out);
      value_print(out, m, row, (size_t)at);
    }
  }
  fputs("\r\n", out);
}

void report_print_csv(FILE *out, const void *what) {
  const Report *report = what;
  fputs("row,gap_percent,above_bound_percent", out);
  for (const ResultMember *m = result_members; m->name; m++) fprintf(out, ",%s", m->name);
  fputs("\r\n", out);
  for (size_t r = 0; r < report->rows; r++) row_print(out, report, r);
}

/* ---- records ---- */

/* `cordee report` of an evaluator's records (io/columns/columns.h): one HTML page, or comma separated values. */

enum { FAILURES_SHOWN = 100 };

typedef struct Summary { /* of a column's valid records */
  double least, most, sum;
} Summary;

typedef struct RecordsReport {
  const char *path;
  ColumnsFile file;
  Records records; /* of a chunk */
  uint64_t failed;
  Summary column[EVALUATOR_COLUMNS];
  Status status; /* of reading while something is printed */
} RecordsReport;

static void record_add(RecordsReport *r, uint32_t k) {
  const Column *columns = r->file.evaluator->columns;
  if (r->records.code[k]) {
    r->failed++;
    return;
  }
  for (int c = 0; columns[c].name; c++) {
    Summary *s = &r->column[c];
    const double value = dtype_value(columns[c].dtype, r->records.column[c], k);
    s->least = fmin(s->least, value);
    s->most = fmax(s->most, value);
    s->sum += value;
  }
}

/* Calls `take` for every finished record. */
static Status records_each(RecordsReport *r, void (*take)(RecordsReport *r, uint32_t k, FILE *out),
                           FILE *out) {
  bool whole;
  for (uint64_t chunk = 0; chunk < r->file.chunks; chunk++) {
    TRY(columns_read_chunk(&r->file, chunk, &r->records, &whole));
    for (uint32_t k = 0; k < r->records.count; k++) take(r, k, out);
  }
  return OK;
}

static void summary_take(RecordsReport *r, uint32_t k, FILE *out) {
  (void)out;
  record_add(r, k);
}

/* ---- comma separated values ---- */

static void line_print(RecordsReport *r, uint32_t k, FILE *out) {
  const Column *columns = r->file.evaluator->columns;
  fprintf(out, "%" PRIu64 ",%d", r->records.first + k + 1, r->records.code[k]);
  for (int c = 0; columns[c].name; c++) {
    fputc(',', out);
    dtype_print(out, columns[c].dtype, r->records.column[c], k);
  }
  fputc(',', out);
  text_csv(out, r->records.message[k]);
  fputc('\n', out);
}

static void csv_print(FILE *out, const void *what) {
  RecordsReport *r = *(RecordsReport *const *)what;
  const Column *columns = r->file.evaluator->columns;
  fputs("item,code", out);
  for (int c = 0; columns[c].name; c++) fprintf(out, ",%s", columns[c].name);
  fputs(",message\n", out);
  r->status = records_each(r, line_print, out);
}

/* ---- the page ---- */

static void head_print(FILE *out, const RecordsReport *r) {
  const char *slash = strrchr(r->path, '/');
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
  fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" "
        "href=\"data:,\">\n",
        out);
  html_element(out, "<title>", slash ? slash + 1 : r->path, ": records of cordee</title>\n");
  fprintf(out, "<style>\n%s</style>\n</head>\n<body>\n<header>\n", report_css);
  html_element(out, "<h1>Records of ", slash ? slash + 1 : r->path, "</h1>\n</header>\n<main>\n");
}

static void counts_print(FILE *out, const RecordsReport *r) {
  const double percent = 100.0 / (double)r->file.items;
  const Evaluator *evaluator = r->file.evaluator;
  c_fprintf(out,
            "<div class=\"share\"><i class=\"verified\" style=\"width:%.4f%%\"></i>"
            "<i class=\"failed\" style=\"width:%.4f%%\"></i></div>\n",
            percent * (double)(r->file.done - r->failed), percent * (double)r->failed);
  c_fprintf(out, "<p>%" PRIu64 " %s: %" PRIu64 " %s, %" PRIu64 " failed, %" PRIu64 " pending.</p>\n",
            r->file.items, evaluator->items_word, r->file.done - r->failed, evaluator->valid_word, r->failed,
            r->file.items - r->file.done);
}

static void columns_print(FILE *out, const RecordsReport *r) {
  static const TableHead heads[] = {{"Column", "", false}, {"Meaning", "", false}, {"Least", "", true},
                                    {"Mean", "", true},    {"Most", "", true},     {NULL}};
  const uint64_t valid = r->file.done - r->failed;
  const Column *columns = r->file.evaluator->columns;
  section_open(out, "columns", "Columns");
  table_open(out, "", heads);
  for (int c = 0; columns[c].name && valid; c++) {
    const Summary *s = &r->column[c];
    fputs("<tr>", out);
    cell_text(out, "", columns[c].name);
    cell_text(out, "", columns[c].about);
    c_fprintf(out, "<td class=\"n\">%.10g</td><td class=\"n\">%.10g</td><td class=\"n\">%.10g</td></tr>\n",
              s->least, s->sum / (double)valid, s->most);
  }
  table_close(out);
}

static void failure_print(RecordsReport *r, uint32_t k, FILE *out) {
  char item[32], code[16];
  if (!r->records.code[k] || r->failed++ >= FAILURES_SHOWN) return;
  snprintf(item, sizeof item, "%" PRIu64, r->records.first + k + 1);
  snprintf(code, sizeof code, "%d", r->records.code[k]);
  fputs("<tr>", out);
  cell_text(out, "n", item);
  cell_text(out, "n", code);
  cell_text(out, "", r->records.message[k]);
  fputs("</tr>\n", out);
}

static void failures_print(FILE *out, RecordsReport *r) {
  static const TableHead heads[] = {
      {"Item", "", true}, {"Exit code", "", true}, {"Message", "", false}, {NULL}};
  if (!r->failed) return;
  section_open(out, "failed", "Failed");
  if (r->failed > FAILURES_SHOWN)
    fprintf(out, "<p>The first %d of %" PRIu64 ".</p>\n", FAILURES_SHOWN, r->failed);
  r->failed = 0; /* counts those that are shown; in the end all again */
  table_open(out, "", heads);
  r->status = records_each(r, failure_print, out);
  table_close(out);
}

static void page_print(FILE *out, const void *what) {
  RecordsReport *r = *(RecordsReport *const *)what;
  head_print(out, r);
  counts_print(out, r);
  failures_print(out, r);
  columns_print(out, r);
  html_element(out, "<p>File <code>", r->path, "</code>");
  html_element(out, ". Page by cordee ", program_version, ".</p>\n</main>\n</body>\n</html>\n");
}

/* ---- both ---- */

static Status outputs_write(RecordsReport *r, const char *page, const char *csv) {
  for (int c = 0; c < EVALUATOR_COLUMNS; c++) r->column[c] = (Summary){INFINITY, -INFINITY, 0};
  TRY(records_alloc(r->file.evaluator, r->file.chunk, &r->records));
  TRY(records_each(r, summary_take, NULL));
  if (csv[0]) TRY(output_write(csv, csv_print, &r));
  TRY(r->status);
  if (page[0]) TRY(output_write(page, page_print, &r));
  TRY(r->status);
  FILE *told = strcmp(page, "-") == 0 ? stderr : stdout;
  if (page[0])
    c_fprintf(told, "%s: %" PRIu64 " %s: %" PRIu64 " %s, %" PRIu64 " failed, %" PRIu64 " pending\n",
              text_line(page), r->file.items, r->file.evaluator->items_word, r->file.done - r->failed,
              r->file.evaluator->valid_word, r->failed, r->file.items - r->file.done);
  return OK;
}

/* page, csv: where they go, as output.h knows paths; "": not wanted. ERR_NO_INPUT, ERR_FORMAT, ERR_IO, ERR_MEMORY.
 * Local. */
static Status report_records(const char *path, const char *page, const char *csv) {
  RecordsReport r = {.path = path};
  TRY(columns_read_open(path, &r.file));
  const Status status = outputs_write(&r, page, csv);
  records_free(&r.records);
  columns_read_close(&r.file);
  return status;
}

/* ---- report ---- */

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
  fprintf(told, "%s: %zu row%s: %zu verified", text_line(path), report->rows, report->rows == 1 ? "" : "s",
          report->state[RESULT_VERIFIED]);
  if (report->incomplete) fprintf(told, " (%zu incomplete)", report->incomplete);
  fprintf(told, ", %zu failed, %zu pending\n", report->state[RESULT_FAILED], report->state[RESULT_PENDING]);
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
