/* Tables of a report: medians by instance and method, and by amount of work; its rows. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "individual.h"
#include "io/json.h"
#include "report_html.h"
#include "report_page.h"
#include "solver.h"

/* ---- by instance and method ---- */

/* Median gaps by instance and method. A cell is shaded by its gap, and tells more of its rows when it is pointed at. */

enum { GROUPS_SHOWN = 500 };

typedef struct Cell {                  /* rows of one instance and one series */
  double median, least, most, seconds; /* gaps in per cent; the median time */
  size_t rows;
} Cell;

static Cell cell_of(const Report *r, const ReportGroup *g, int series, double *scratch) {
  Cell c = {.median = NAN};
  for (size_t k = 0; k < g->rows; k++) {
    const size_t at = r->member[g->first + k];
    if (!isnan(r->gap[at]) && r->series[at] == series) scratch[c.rows++] = r->row[at].elapsed_s;
  }
  if (c.rows == 0) return c;
  c.seconds = report_median(scratch, c.rows);
  c.rows = 0;
  for (size_t k = 0; k < g->rows; k++) {
    const size_t at = r->member[g->first + k];
    if (!isnan(r->gap[at]) && r->series[at] == series) scratch[c.rows++] = r->gap[at];
  }
  c.median = report_median(scratch, c.rows);
  c.least = scratch[0];
  c.most = scratch[c.rows - 1];
  return c;
}

/* 0 at 0.001% and below, 1 at 10% and above. */
static double shade_of(double gap) { return gap <= 1e-3 ? 0 : fmin(fmax((log10(gap) + 3) / 4, 0), 1); }

static void matrix_cell(FILE *out, const Report *r, const ReportGroup *g, int series, const Cell *c,
                        bool best) {
  if (c->rows == 0) {
    fputs("<td class=\"n\" data-v=\"\"></td>", out);
    return;
  }
  c_fprintf(out, "<td class=\"n heat%s\" style=\"--h:%.2f\" data-v=\"%.9g\" data-tip=\"", best ? " best" : "",
            shade_of(c->median), c->median);
  html_element(out, "", g->name, ", ");
  html_element(out, "", r->series_name[series], "\n");
  c_fprintf(out, "median %.4g%% of %zu row%s", c->median, c->rows, c->rows == 1 ? "" : "s");
  if (c->rows > 1) c_fprintf(out, ", %.4g%% to %.4g%%", c->least, c->most);
  c_fprintf(out, "\nmedian time %s\">%.3f%%</td>", short_seconds(c->seconds), c->median);
}

static void group_print(FILE *out, const Report *r, const ReportGroup *g, double *scratch) {
  Cell cell[REPORT_SERIES];
  double least = INFINITY;
  for (int s = 0; s < r->series_count; s++) {
    cell[s] = cell_of(r, g, s, scratch);
    if (cell[s].rows) least = fmin(least, cell[s].median);
  }
  if (least == INFINITY) return;
  fputs("<tr>", out);
  cell_text(out, "", g->name);
  for (int s = 0; s < r->series_count; s++) matrix_cell(out, r, g, s, &cell[s], cell[s].median <= least);
  fputs("</tr>\n", out);
}

void report_print_matrix(FILE *out, const Report *r) {
  TableHead heads[REPORT_SERIES + 2] = {{"Instance", "instance", false}};
  char keys[REPORT_SERIES][8];
  if (r->series_count < 2) return;
  double *scratch = calloc(r->rows + 1, sizeof *scratch);
  if (!scratch) return; /* the page is complete without it */
  for (int s = 0; s < r->series_count; s++) {
    snprintf(keys[s], sizeof keys[s], "m%d", s);
    heads[s + 1] = (TableHead){r->series_name[s], keys[s], true};
  }
  section_open(out, "matrix", "Gap by instance and method");
  fputs("<p class=\"quiet\">Median gaps of each method's rows; the best of an instance is bold. Point at a "
        "cell for its rows.</p>\n",
        out);
  if (r->groups > GROUPS_SHOWN)
    fprintf(out, "<p class=\"quiet\">The first %d of %zu instances.</p>\n", GROUPS_SHOWN, r->groups);
  table_open(out, "", heads);
  for (size_t k = 0; k < r->groups && k < GROUPS_SHOWN; k++) group_print(out, r, &r->group[k], scratch);
  table_close(out);
  free(scratch);
}

/* ---- by amount of work ---- */

enum { COLUMNS_MOST = 12 };

/* Puts work into amount[count], which ascends, unless it is there; a full one grows no more. Returns the new count. */
static int amount_add(uint64_t amount[COLUMNS_MOST + 1], int count, uint64_t work) {
  int at = count;
  while (at > 0 && amount[at - 1] > work) at--;
  if (count > COLUMNS_MOST || (at > 0 && amount[at - 1] == work)) return count;
  for (int k = count; k > at; k--) amount[k] = amount[k - 1];
  amount[at] = work;
  return count + 1;
}

/* Adds the amounts of work of one series on one instance. */
static int amounts_of(const Report *r, const ReportGroup *g, int series, uint64_t amount[COLUMNS_MOST + 1],
                      int count) {
  for (size_t k = 0; k < g->rows; k++) {
    const size_t at = r->member[g->first + k];
    if (!isnan(r->gap[at]) && r->series[at] == series) count = amount_add(amount, count, r->row[at].searches);
  }
  return count;
}

/* Does the table have a line for it? If it was run with several amounts of work. */
static bool series_varies(const Report *r, const ReportGroup *g, int series) {
  uint64_t amount[COLUMNS_MOST + 1];
  return amounts_of(r, g, series, amount, 0) > 1;
}

static int amounts_find(const Report *r, uint64_t amount[COLUMNS_MOST + 1]) {
  int count = 0;
  for (size_t k = 0; k < r->groups; k++)
    for (int s = 0; s < r->series_count; s++)
      if (series_varies(r, &r->group[k], s)) count = amounts_of(r, &r->group[k], s, amount, count);
  return count;
}

static void amount_cell(FILE *out, const Report *r, const ReportGroup *g, int series, uint64_t work,
                        double *gap) {
  size_t rows = 0;
  for (size_t k = 0; k < g->rows; k++) {
    const size_t at = r->member[g->first + k];
    if (!isnan(r->gap[at]) && r->series[at] == series && r->row[at].searches == work)
      gap[rows++] = r->gap[at];
  }
  const double median = report_median(gap, rows);
  if (rows == 0)
    fputs("<td class=\"n\" data-v=\"\"></td>", out);
  else
    c_fprintf(out, "<td class=\"n%s\" data-v=\"%.9g\" title=\"%zu row%s, %.3f%% to %.3f%%\">%.3f%%</td>",
              median <= 0 ? " zero" : "", median, rows, rows == 1 ? "" : "s", gap[0], gap[rows - 1], median);
}

static void body_print(FILE *out, const Report *r, const uint64_t *amount, int amounts, double *gap) {
  for (size_t k = 0; k < r->groups; k++)
    for (int s = 0; s < r->series_count; s++) {
      if (!series_varies(r, &r->group[k], s)) continue;
      fputs("<tr>", out);
      cell_text(out, "", r->group[k].name);
      cell_text(out, "w", r->series_name[s]);
      for (int a = 0; a < amounts; a++) amount_cell(out, r, &r->group[k], s, amount[a], gap);
      fputs("</tr>\n", out);
    }
}

void report_print_table(FILE *out, const Report *r) {
  TableHead heads[COLUMNS_MOST + 3] = {{"Instance", "instance", false}, {"Options", "options", false}};
  char keys[COLUMNS_MOST][8], labels[COLUMNS_MOST][16];
  uint64_t amount[COLUMNS_MOST + 1];
  const int amounts = amounts_find(r, amount);
  if (amounts < 2 || amounts > COLUMNS_MOST) return;
  double *gap = calloc(r->rows + 1, sizeof *gap);
  if (!gap) return; /* the page is complete without it */
  for (int a = 0; a < amounts; a++) {
    snprintf(keys[a], sizeof keys[a], "w%d", a);
    snprintf(labels[a], sizeof labels[a], "%s", short_count((double)amount[a]));
    heads[a + 2] = (TableHead){labels[a], keys[a], true};
  }
  section_open(out, "table", "Median gap by work");
  fputs("<p class=\"quiet\">Columns are searches finished.</p>\n", out);
  table_open(out, "", heads);
  body_print(out, r, amount, amounts, gap);
  table_close(out);
  free(gap);
}

/* ---- rows ---- */

/* The rows of a report: a table's head, and the rows as JSON, which the script draws as they are scrolled to. The
 * data are {"texts": [...], "rows": [[...], ...]}. A row has: state (0 pending, 1 verified, 2 failed, 3 incomplete), best (a text),
 * gap, gap to the bound (per cent), seconds, searches, work a second (null: not known), course, exit code, ranks,
 * batch; then numbers of texts: instance, size, method, options, section, unit of work, end or message, host, device. */

enum { STATE_INCOMPLETE = RESULT_STATES };

/* "climbers 1000, restart kick" of "climbers = 1000\nrestart = kick\nmethod = climb\n": the method has a line of its own. */
static const char *options_text(const char *options, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (const char *at = options; *at && used < size; at += strcspn(at, "\n"), at += *at == '\n') {
    char line[256];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    char *equals = strstr(line, " = ");
    if (equals) memmove(equals, equals + 2, strlen(equals + 2) + 1);
    if (!line[0] || strncmp(line, "method ", strlen("method ")) == 0) continue;
    used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", line);
  }
  return text;
}

/* The device without what follows its name; all of it is in the page's provenance. */
static const char *device_text(const char *device, char *text, size_t size) {
  snprintf(text, size, "%.*s", (int)strcspn(device, ","), device);
  return text;
}

static json_t *number_json(double value) { return isfinite(value) ? json_real(value) : json_null(); }
static json_t *positive_json(double value) { return number_json(value > 0 ? value : NAN); }

/* A letter of 64 for a share of 1. */
static char letter_of(double share) {
  static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  return letters[lround(63 * fmin(fmax(share, 0), 1))];
}

/* How the best came down: two letters a step, the time on a logarithmic axis and the height above the last best. */
static json_t *course_json(const ResultRow *row) {
  char text[2 * sizeof row->trace_s / sizeof *row->trace_s + 1] = "";
  const int rows = row->best == COST_NONE ? 0 : row->trace_rows;
  if (rows <= 0) return json_string("");
  const double last = (double)row->trace_best[rows - 1], fall = (double)row->trace_best[0] - last;
  const double begin = fmax(row->trace_s[0], 1e-7), end = fmax(row->elapsed_s, row->trace_s[rows - 1]);
  const double width = log(fmax(end / begin, 1.0001));
  for (int k = 0; k < rows; k++) {
    const double x = log(fmax(row->trace_s[k], begin) / begin) / width;
    const double y = fall > 0 ? ((double)row->trace_best[k] - last) / fall : 0;
    text[2 * k] = letter_of(isfinite(x) ? x : 0);
    text[2 * k + 1] = letter_of(isfinite(y) ? y : 0);
  }
  return json_string(text);
}

static void texts_of_row(json_t *all, ReportTexts *texts, const ResultRow *row) {
  char options[sizeof row->options + 64], device[sizeof row->device];
  const Solver *solver = solver_named(row->method);
  const char *const text[] = {report_name(row),
                              row->size_text,
                              row->method,
                              options_text(row->options, options, sizeof options),
                              row->section,
                              solver ? solver->work : "",
                              row->state == RESULT_FAILED || result_incomplete(row) ? row->message : row->end,
                              row->host,
                              device_text(row->device, device, sizeof device)};
  for (size_t k = 0; k < sizeof text / sizeof *text; k++)
    json_push(all, json_count(texts_number(texts, text[k])));
}

static json_t *row_json(ReportTexts *texts, const ResultRow *row) {
  char best[COST_TEXT_MAX] = "";
  json_t *all = json_array();
  if (row->best != COST_NONE) cost_text(row->best, row->decimals, best);
  json_push(all, json_integer(result_incomplete(row) ? STATE_INCOMPLETE : (int)row->state));
  json_push(all, json_string(best));
  json_push(all, number_json(report_gap(row, row->best_known)));
  json_push(all, number_json(report_gap(row, row->bound)));
  json_push(all, positive_json(row->elapsed_s));
  json_push(all, positive_json((double)row->searches));
  json_push(all, positive_json(row->elapsed_s > 0 ? (double)row->moves / row->elapsed_s : 0));
  json_push(all, course_json(row));
  json_push(all, json_integer(row->exit_code));
  json_push(all, json_integer(row->ranks));
  json_push(all, json_integer(row->batch));
  texts_of_row(all, texts, row);
  return all;
}

/* Row by row: there may be millions. */
static void data_print(FILE *out, const Report *r) {
  ReportTexts texts = {.text = NULL};
  fputs("<script type=\"application/json\" id=\"data\">{\"rows\":[", out);
  for (size_t k = 0; k < r->rows; k++) {
    fputs(k ? ",\n" : "\n", out);
    json_embed(out, row_json(&texts, &r->row[k]));
  }
  fputs("],\n\"texts\":", out);
  texts_print(out, &texts);
  fputs("}</script>\n", out);
  texts_free(&texts);
}

void report_print_rows(FILE *out, const Report *r) {
  static const TableHead heads[] = {{"Row", "row", true},
                                    {"State", "state", false},
                                    {"Instance", "instance", false},
                                    {"Method", "method", false},
                                    {"Section", "section", false},
                                    {"Best", "best", true},
                                    {"Gap", "gap", true},
                                    {"To bound", "bound", true},
                                    {"Course", NULL, false},
                                    {"Time", "time", true},
                                    {"Finished", "finished", true},
                                    {"Work/s", "rate", true},
                                    {"Where", "where", false},
                                    {NULL}};
  section_open(out, "all", "Rows");
  fputs("<noscript><p>The script of this page draws the rows; <code>cordee report --csv</code> writes them "
        "as a table.</p></noscript>\n"
        "<div class=\"bar\" id=\"bar\" hidden><input type=\"search\" placeholder=\"words that a row must "
        "have\" aria-label=\"filter rows\"><output class=\"quiet\"></output></div>\n",
        out);
  table_open(out, "rows", heads);
  table_close(out);
  data_print(out, r);
}
