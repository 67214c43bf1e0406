/* The table of all rows of a report: see report_page.h. */
#include "report_page.h"

#include <string.h>
#include "solver.h"
#include "report_html.h"

enum { ROWS_SHOWN = 5000 };

static const char *const state_words[RESULT_STATES] = {"pending", "verified", "failed"};

/* "climbers 1000, restart kick" of "climbers = 1000\nrestart = kick\n". */
static void options_cell(FILE *out, const char *options) {
  fputs("<td class=\"options\">", out);
  for (const char *at = options; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    char line[256];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    char *equals = strstr(line, " = ");
    if (equals) memmove(equals, equals + 2, strlen(equals + 2) + 1);
    html_element(out, at == options ? "" : ", ", line, "");
  }
  fputs("</td>", out);
}

/* The device without what follows its name; all of it is in the page's provenance. */
static void where_cell(FILE *out, const ResultRow *row) {
  char device[sizeof row->device];
  snprintf(device, sizeof device, "%.*s", (int)strcspn(row->device, ","), row->device);
  html_element(out, "<td class=\"w\">", row->host, "");
  if (row->ranks > 1) fprintf(out, ", %d ranks", row->ranks);
  if (row->batch > 1) fprintf(out, ", batch of %u", row->batch);
  html_element(out, "<small>", device, "</small></td>");
}

static void end_cell(FILE *out, const ResultRow *row) {
  if (row->state != RESULT_FAILED) {
    cell_text(out, "w", row->end);
    return;
  }
  fprintf(out, "<td class=\"message\">exit %d: ", row->exit_code);
  html_element(out, "", row->message, "</td>");
}

static void row_print(FILE *out, const Report *r, size_t k) {
  const ResultRow *row = &r->row[k];
  const Solver *solver = solver_named(row->method);
  const char *state = state_words[row->state], *work = solver ? solver->work : "";
  const double rate = row->elapsed_s > 0 ? (double)row->moves / row->elapsed_s : 0;
  fprintf(out, "<tr class=\"%s\"><td class=\"n\">%zu</td><td class=\"state\">%s</td>", state, k, state);
  html_element(out, "<td>", report_name(row), ""),
      html_element(out, "<small>", row->size_text, "</small></td>");
  cell_cost(out, row->best, row->decimals);
  cell_percent(out, report_gap(row, row->best_known));
  cell_percent(out, report_gap(row, row->bound));
  fputs("<td class=\"w\">", out), report_print_trace(out, row), fputs("</td>", out);
  cell_figure(out, row->elapsed_s, short_seconds(row->elapsed_s), "");
  cell_text(out, "w", row->method), options_cell(out, row->options), cell_text(out, "", row->section);
  cell_figure(out, (double)row->searches, short_count((double)row->searches), "");
  cell_figure(out, rate, short_count(rate), work);
  end_cell(out, row);
  where_cell(out, row);
  fputs("</tr>\n", out);
}

void report_print_rows(FILE *out, const Report *r) {
  static const TableHead heads[] = {{"Row", "row", true},
                                    {"State", "state", false},
                                    {"Instance", "instance", false},
                                    {"Best", "best", true},
                                    {"Gap", "gap", true},
                                    {"Above bound", "bound", true},
                                    {"Course", NULL, false},
                                    {"Time", "time", true},
                                    {"Method", "method", false},
                                    {"Options", "options", false},
                                    {"Section", "section", false},
                                    {"Finished", "finished", true},
                                    {"Work a second", "rate", true},
                                    {"End", "end", false},
                                    {"Where", "where", false},
                                    {NULL}};
  const size_t shown = r->rows < ROWS_SHOWN ? r->rows : ROWS_SHOWN;
  section_open(out, "all", "Rows");
  if (shown < r->rows)
    fprintf(out, "<p>The first %zu of %zu; <code>cordee report --csv</code> writes all.</p>\n", shown,
            r->rows);
  fputs("<div class=\"bar\" id=\"bar\" hidden><input type=\"search\" placeholder=\"words that a row must "
        "have\" "
        "aria-label=\"filter rows\"><output class=\"quiet\"></output></div>\n",
        out);
  table_open(out, "rows", heads);
  for (size_t k = 0; k < shown; k++) row_print(out, r, k);
  table_close(out);
}
