/* The rows of a report: a table's head, and the rows as JSON, which the script draws as they are scrolled to. See report_page.h.
 *
 * The data are {"texts": [...], "rows": [[...], ...]}. A row has: state (0 pending, 1 verified, 2 failed), best (a text), gap, gap to the
 * bound (per cent), seconds, searches, work a second (null: not known), course, exit code, ranks, batch; then numbers of texts: instance,
 * size, method, options, section, unit of work, end or message, host, device. */
#include "report_page.h"

#include <math.h>
#include <string.h>
#include "cost.h"
#include "individual.h"
#include "io/json.h"
#include "solver.h"
#include "report_html.h"
#include "report_texts.h"

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
                              row->state == RESULT_FAILED ? row->message : row->end,
                              row->host,
                              device_text(row->device, device, sizeof device)};
  for (size_t k = 0; k < sizeof text / sizeof *text; k++)
    json_push(all, json_count(texts_number(texts, text[k])));
}

static json_t *row_json(ReportTexts *texts, const ResultRow *row) {
  char best[COST_TEXT_MAX] = "";
  json_t *all = json_array();
  if (row->best != COST_NONE) cost_text(row->best, row->decimals, best);
  json_push(all, json_integer(row->state));
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
