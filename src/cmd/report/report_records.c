/* The page and the table of an evaluator's records: see report_records.h. */
#include "report_records.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "io/columns/columns.h"
#include "table.h"
#include "io/output.h"
#include "text.h"
#include "version.h"
#include "report_html.h"
#include "report_page.h"

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

Status report_records(const char *path, const char *page, const char *csv) {
  RecordsReport r = {.path = path};
  TRY(columns_read_open(path, &r.file));
  const Status status = outputs_write(&r, page, csv);
  records_free(&r.records);
  columns_read_close(&r.file);
  return status;
}
