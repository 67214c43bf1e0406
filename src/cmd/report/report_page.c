/* The page of `cordee report`. The script draws the rows, sorts and filters them; all else is plain HTML. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "c_locale.h"
#include "individual.h"
#include "report_data.h"
#include "report_html.h"
#include "report_page.h"
#include "solver.h"
#include "version.h"

enum { FAILURES_SHOWN = 100, SOURCES_SHOWN = 32 };

static int64_t known_or_none(int64_t cost) { return cost ? cost : COST_NONE; }

static const char *unix_text(double seconds, char text[32]) {
  time_t whole = (time_t)seconds;
  struct tm utc;
  text[0] = 0;
  if (seconds > 0 && seconds < 1e11 && gmtime_r(&whole, &utc)) strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

static const char *base_name(const char *path) { return strrchr(path, '/') ? strrchr(path, '/') + 1 : path; }

static void head_print(FILE *out, const Report *r) {
  const char *title = r->about.job[0] ? base_name(r->about.job) : base_name(r->path);
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
  fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n", out);
  fputs("<link rel=\"icon\" href=\"data:,\">\n", out); /* else browsers ask for one */
  html_element(out, "<title>", title, ": results of cordee</title>\n");
  fprintf(out, "<style>\n%s</style>\n</head>\n<body>\n<header>\n", report_css);
  html_element(out, "<h1>Results of ", title, "</h1>\n<nav>");
  if (r->state[RESULT_FAILED]) fputs("<a href=\"#failed\">Failed</a> ", out);
  fputs("<a href=\"#figures\">Figures</a> ", out);
  if (r->series_count > 1) fputs("<a href=\"#matrix\">Gaps by method</a> ", out);
  fputs("<a href=\"#methods\">Methods</a> <a href=\"#instances\">Instances</a> "
        "<a href=\"#all\">Rows</a> <a href=\"#provenance\">Provenance</a></nav>\n</header>\n<main>\n",
        out);
}

static void tile(FILE *out, const char *name, const char *value, const char *more) {
  fprintf(out, "<div class=\"tile\"><dt>%s</dt><dd>%s</dd><dd>%s</dd></div>\n", name, value, more);
}

static void state_tile(FILE *out, const Report *r) {
  char text[64], more[96];
  snprintf(text, sizeof text, "%zu of %zu", r->state[RESULT_VERIFIED], r->rows);
  int used = snprintf(more, sizeof more, "%zu failed, %zu pending", r->state[RESULT_FAILED],
                      r->state[RESULT_PENDING]);
  if (r->incomplete) snprintf(more + used, sizeof more - (size_t)used, "; %zu incomplete", r->incomplete);
  tile(out, "Verified rows", text, more);
}

static void gap_tiles(FILE *out, const Report *r) {
  char text[64], more[96];
  if (!r->gaps) return;
  c_snprintf(text, sizeof text, "%.3f%%", r->median);
  snprintf(more, sizeof more, "to the best known, of %zu rows", r->gaps);
  tile(out, "Median gap", text, more);
  snprintf(text, sizeof text, "%zu", r->optimal);
  c_snprintf(more, sizeof more, "%.1f%% of these", 100.0 * (double)r->optimal / (double)r->gaps);
  tile(out, "At the best known", text, more);
}

/* The share of verified and failed rows as a bar, and the totals. */
static void summary_print(FILE *out, const Report *r) {
  char text[64], more[96];
  const double percent = 100.0 / (r->rows ? (double)r->rows : 1);
  c_fprintf(out,
            "<div class=\"share\"><i class=\"verified\" style=\"width:%.4f%%\"></i>"
            "<i class=\"failed\" style=\"width:%.4f%%\"></i></div>\n<dl class=\"tiles\">\n",
            percent * (double)r->state[RESULT_VERIFIED], percent * (double)r->state[RESULT_FAILED]);
  state_tile(out, r);
  snprintf(text, sizeof text, "%zu", r->groups);
  snprintf(more, sizeof more, "%zu method%s", r->methods, r->methods == 1 ? "" : "s");
  tile(out, "Instances", text, more);
  gap_tiles(out, r);
  tile(out, "Running time", short_seconds(r->elapsed_s), "of all rows added up");
  fputs("</dl>\n", out);
}

typedef struct Failure { /* rows of one instance with one message */
  const ResultRow *first;
  size_t rows;
} Failure;

/* Counts the row in its failure, or makes a new one; the number of failures then. */
static size_t failure_add(Failure failure[FAILURES_SHOWN], size_t failures, const ResultRow *row) {
  for (size_t k = 0; k < failures; k++)
    if (strcmp(failure[k].first->instance, row->instance) == 0 &&
        strcmp(failure[k].first->message, row->message) == 0) {
      failure[k].rows++;
      return failures;
    }
  if (failures == FAILURES_SHOWN) return failures;
  failure[failures] = (Failure){row, 1};
  return failures + 1;
}

static void failures_print(FILE *out, const Report *r) {
  static const TableHead heads[] = {{"First row", "row", true},      {"Rows", "rows", true},
                                    {"Instance", "instance", false}, {"Exit code", "exit", true},
                                    {"Message", "message", false},   {NULL}};
  Failure failure[FAILURES_SHOWN];
  size_t failures = 0, shown = 0;
  if (!r->state[RESULT_FAILED]) return;
  for (size_t k = 0; k < r->rows; k++)
    if (r->row[k].state == RESULT_FAILED) failures = failure_add(failure, failures, &r->row[k]);
  for (size_t k = 0; k < failures; k++) shown += failure[k].rows;
  section_open(out, "failed", "Failed");
  if (shown < r->state[RESULT_FAILED])
    fprintf(out, "<p class=\"quiet\">%zu of %zu rows.</p>\n", shown, r->state[RESULT_FAILED]);
  table_open(out, "", heads);
  for (size_t k = 0; k < failures; k++) {
    const ResultRow *row = failure[k].first;
    fprintf(out, "<tr><td class=\"n\">%zu</td><td class=\"n\">%zu</td>", (size_t)(row - r->row),
            failure[k].rows);
    cell_text(out, "", row->instance);
    fprintf(out, "<td class=\"n\">%d</td>", row->exit_code);
    cell_text(out, "message", row->message);
    fputs("</tr>\n", out);
  }
  table_close(out);
}

static void methods_print(FILE *out, const Report *r) {
  static const TableHead heads[] = {{"Method", "method", false},
                                    {"Rows", "rows", true},
                                    {"Median gap", "gap", true},
                                    {"Running time", "time", true},
                                    {"Finished", "finished", true},
                                    {"Work a second", "rate", true},
                                    {NULL}};
  section_open(out, "methods", "Methods");
  table_open(out, "", heads);
  for (size_t k = 0; k < r->methods; k++) {
    const ReportMethod *m = &r->method[k];
    const Solver *solver = solver_named(m->name);
    const double rate = m->elapsed_s > 0 ? m->moves / m->elapsed_s : 0;
    fputs("<tr>", out);
    cell_text(out, "", m->name);
    fprintf(out, "<td class=\"n\">%zu</td>", m->rows);
    cell_percent(out, m->median);
    cell_figure(out, m->elapsed_s, short_seconds(m->elapsed_s), "");
    cell_figure(out, m->searches, short_count(m->searches), solver ? solver->finished : "");
    cell_figure(out, rate, short_count(rate), solver ? solver->work : "");
    fputs("</tr>\n", out);
  }
  table_close(out);
}

/* The method that found the best of an instance first. */
static const char *best_method(const Report *r, const ReportGroup *g) {
  for (size_t k = 0; k < g->rows && g->best != COST_NONE; k++) {
    const ResultRow *row = &r->row[r->member[g->first + k]];
    if (row->best == g->best) return row->method;
  }
  return "";
}

static void instances_print(FILE *out, const Report *r) {
  static const TableHead heads[] = {{"Instance", "instance", false}, {"Size", "size", false},
                                    {"Rows", "rows", true},          {"Verified", "verified", true},
                                    {"Best", "best", true},          {"Best known", "known", true},
                                    {"Proven bound", "bound", true}, {"Gap of the best", "gap", true},
                                    {"Found by", "by", false},       {NULL}};
  section_open(out, "instances", "Instances");
  table_open(out, "", heads);
  for (size_t k = 0; k < r->groups; k++) {
    const ReportGroup *g = &r->group[k];
    fputs("<tr>", out);
    cell_text(out, "", g->name);
    cell_text(out, "w", g->row->size_text);
    fprintf(out, "<td class=\"n\">%zu</td><td class=\"n\">%zu</td>", g->rows, g->verified);
    cell_cost(out, g->best, g->row->decimals);
    cell_cost(out, known_or_none(g->row->best_known), g->row->decimals);
    cell_cost(out, known_or_none(g->row->bound), g->row->decimals);
    cell_percent(out, g->gap);
    cell_text(out, "", best_method(r, g));
    fputs("</tr>\n", out);
  }
  table_close(out);
}

static bool source_same(const ResultRow *a, const ResultRow *b) {
  return strcmp(a->host, b->host) == 0 && strcmp(a->device, b->device) == 0 &&
         strcmp(a->version, b->version) == 0;
}

/* What made the rows: a line for each host, device and version, the first SOURCES_SHOWN of them. */
static void sources_print(FILE *out, const Report *r) {
  static const TableHead heads[] = {{"Host", "host", false},     {"Backend", "backend", false},
                                    {"Device", "device", false}, {"Version", "version", false},
                                    {"Rows", "rows", true},      {NULL}};
  const ResultRow *source[SOURCES_SHOWN];
  size_t rows[SOURCES_SHOWN] = {0}, sources = 0, at;
  for (size_t k = 0; k < r->rows; k++) {
    if (r->row[k].state == RESULT_PENDING) continue;
    for (at = 0; at < sources && !source_same(source[at], &r->row[k]);) at++;
    if (at == SOURCES_SHOWN) continue;
    if (at == sources) source[sources++] = &r->row[k];
    rows[at]++;
  }
  table_open(out, "", heads);
  for (at = 0; at < sources; at++) {
    fputs("<tr>", out);
    cell_text(out, "", source[at]->host);
    cell_text(out, "", source[at]->backend);
    cell_text(out, "", source[at]->device);
    cell_text(out, "", source[at]->version);
    fprintf(out, "<td class=\"n\">%zu</td></tr>\n", rows[at]);
  }
  table_close(out);
}

static void provenance_print(FILE *out, const Report *r) {
  const ResultsAbout *about = &r->about;
  char begin[32], end[32];
  section_open(out, "provenance", "Provenance");
  html_element(out, "<p>File <code>", r->path, "</code>");
  if (about->job[0]) html_element(out, ", job <code>", about->job, "</code>");
  if (about->created[0]) html_element(out, ", made ", about->created, "");
  if (about->host[0]) html_element(out, " on ", about->host, "");
  if (about->version[0]) html_element(out, " by cordee ", about->version, "");
  if (r->begin_s > 0)
    fprintf(out, ". First row done %s, last %s", unix_text(r->begin_s, begin), unix_text(r->end_s, end));
  html_element(out, ". Page by cordee ", program_version, ".</p>\n");
  sources_print(out, r);
}

void report_print_page(FILE *out, const void *what) {
  const Report *report = what;
  head_print(out, report);
  summary_print(out, report);
  failures_print(out, report);
  report_print_gaps(out, report);
  report_print_matrix(out, report);
  report_print_accuracy(out, report);
  report_print_table(out, report);
  methods_print(out, report);
  instances_print(out, report);
  report_print_rows(out, report);
  provenance_print(out, report);
  fprintf(out, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", report_js);
}
