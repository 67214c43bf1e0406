/* Pieces of the page of `cordee report`: escaped text, cells of tables, short figures. A cell whose text does not
 * sort as it stands carries what does in data-v; one without a value is empty, and sorted last. */
#include <math.h>
#include <search.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cmd/human.h"
#include "cost.h"
#include "individual.h"
#include "io/json.h"
#include "report_html.h"
#include "report_page.h"
#include "text.h"

/* ---- texts ---- */

typedef struct Entry { /* of the tree */
  char *text;          /* the table's */
  size_t number;
} Entry;

static int entry_order(const void *a, const void *b) {
  return strcmp(((const Entry *)a)->text, ((const Entry *)b)->text);
}

/* Puts a copy of the text behind the others, not counted yet, and makes its entry; NULL: no memory. */
static Entry *entry_new(ReportTexts *t, const char *text) {
  if (t->count == t->capacity) {
    char **more = realloc(t->text, (2 * t->capacity + 64) * sizeof *more);
    if (!more) return NULL;
    t->text = more;
    t->capacity = 2 * t->capacity + 64;
  }
  Entry *entry = malloc(sizeof *entry);
  t->text[t->count] = entry ? strdup(text) : NULL;
  if (!entry || !t->text[t->count]) {
    free(entry);
    return NULL;
  }
  *entry = (Entry){t->text[t->count], t->count};
  return entry;
}

size_t texts_number(ReportTexts *t, const char *text) {
  char *asked;
  if (t->count == 0 && text[0] && texts_number(t, "") != 0) return 0;
  memcpy(&asked, &text, sizeof asked); /* the tree's order does not write it */
  Entry **found = tfind(&(Entry){asked, 0}, &t->tree, entry_order);
  if (found) return (*found)->number;
  Entry *entry = entry_new(t, text);
  if (!entry) return 0;
  /* lint: malloc-leak: the tree has it */
  if (tsearch(entry, &t->tree, entry_order)) return t->count++;
  free(t->text[t->count]);
  free(entry);
  return 0;
}

void texts_print(FILE *out, const ReportTexts *t) {
  fputc('[', out);
  for (size_t k = 0; k < t->count; k++) {
    if (k) fputs(",\n", out);
    json_embed(out, json_foreign(t->text[k]));
  }
  fputc(']', out);
}

void texts_free(ReportTexts *t) {
  tdestroy(t->tree, free);
  for (size_t k = 0; k < t->count; k++) free(t->text[k]);
  free(t->text);
  *t = (ReportTexts){.text = NULL};
}

/* ---- pieces ---- */

void html_element(FILE *out, const char *open, const char *text, const char *close) {
  fputs(open, out);
  text_html(out, text);
  fputs(close, out);
}

void cell_text(FILE *out, const char *kind, const char *text) {
  fprintf(out, "<td%s%s%s>", *kind ? " class=\"" : "", kind, *kind ? "\"" : "");
  html_element(out, "", text, "</td>");
}

void cell_percent(FILE *out, double value) {
  if (isnan(value))
    fputs("<td class=\"n\" data-v=\"\"></td>", out);
  else
    c_fprintf(out, "<td class=\"n%s\" data-v=\"%.9g\">%.3f%%</td>", value <= 0 ? " zero" : "", value, value);
}

void cell_cost(FILE *out, int64_t cost, int32_t decimals) {
  char text[COST_TEXT_MAX] = "";
  if (cost != COST_NONE) cost_text(cost, decimals, text);
  fprintf(out, "<td class=\"n\">%s</td>", text);
}

void cell_figure(FILE *out, double value, const char *text, const char *unit) {
  if (value == 1 && *unit)
    fprintf(out, "<td class=\"n\" data-v=\"1\">%s</td>", human_things(1, unit));
  else if (value > 0)
    c_fprintf(out, "<td class=\"n\" data-v=\"%.9g\">%s%s%s</td>", value, text, *unit ? " " : "", unit);
  else
    fputs("<td class=\"n\" data-v=\"\"></td>", out);
}

void section_open(FILE *out, const char *anchor, const char *title) {
  fprintf(out, "<section id=\"%s\">\n<h2>%s</h2>\n", anchor, title);
}

void table_open(FILE *out, const char *id, const TableHead *heads) {
  fputs("<div class=\"scroll\"><table class=\"sort\"", out);
  if (*id) fprintf(out, " id=\"%s\"", id);
  fputs("><thead><tr>", out);
  for (; heads->label; heads++) {
    fprintf(out, "<th%s", heads->number ? " class=\"n\"" : "");
    if (heads->key) fprintf(out, " data-k=\"%s\"", heads->key);
    html_element(out, ">", heads->label, "</th>");
  }
  fputs("</tr></thead><tbody>\n", out);
}

void table_close(FILE *out) { fputs("</tbody></table></div>\n</section>\n", out); }

static char *next_line(void) {
  static char lines[8][32];
  static int next;
  return lines[next++ % 8];
}

const char *short_count(double value) {
  static const char *const units[] = {"", "k", "M", "G", "T", "P"};
  int unit = 0;
  for (; value >= 999.5 && unit < 5; unit++) value /= 1000;
  char *line = next_line();
  c_snprintf(line, 32, "%.3g%s", value, units[unit]);
  return line;
}

const char *short_seconds(double seconds) {
  char *line = next_line();
  if (seconds >= 1) return human_seconds(seconds);
  if (seconds >= 1e-3)
    c_snprintf(line, 32, "%.3gms", seconds * 1e3);
  else
    c_snprintf(line, 32, "%.3g\xc2\xb5s", seconds * 1e6);
  return line;
}

/* ---- figures ---- */

/* Figures of a report as inline SVG: see report_page.h. */

enum { BINS = 16 };

static const double bin_end[BINS] = {0, .001, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 20, 50, 100, INFINITY};

static void bin_words(FILE *out, int k) {
  if (k == 0)
    fputs("no gap", out);
  else if (k == BINS - 1)
    c_fprintf(out, "a gap above %g%%", bin_end[k - 1]);
  else
    c_fprintf(out, "a gap above %g%%, up to %g%%", bin_end[k - 1], bin_end[k]);
}

static void bins_print(FILE *out, const size_t *bin, int from, int to) {
  size_t most = 1;
  const double step = 640.0 / (to - from + 1);
  for (int k = from; k <= to; k++) most = bin[k] > most ? bin[k] : most;
  fputs("<svg viewBox=\"0 0 680 210\" role=\"img\" aria-label=\"number of rows by gap\">"
        "<line class=\"axis\" x1=\"20\" y1=\"170\" x2=\"660\" y2=\"170\"/>",
        out);
  for (int k = from; k <= to; k++) {
    const double x = 20 + step * (k - from), height = 140.0 * (double)bin[k] / (double)most;
    if (bin[k]) {
      c_fprintf(
          out,
          "<rect class=\"bin%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" data-tip=\"%zu row%s: ",
          k ? "" : " zero", x + step * .06, 170 - height, step * .88, height, bin[k], bin[k] == 1 ? "" : "s");
      bin_words(out, k);
      c_fprintf(out, "\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%zu</text>", x + step / 2,
                165 - height, bin[k]);
    }
    if (k == BINS - 1)
      c_fprintf(out, "<text x=\"%.1f\" y=\"186\" text-anchor=\"middle\">above</text>", x + step / 2);
    else
      c_fprintf(out, "<text x=\"%.1f\" y=\"186\" text-anchor=\"middle\">%s%g</text>", x + step / 2,
                k ? "\xe2\x89\xa4" : "", bin_end[k]);
  }
  fputs("<text x=\"340\" y=\"205\" text-anchor=\"middle\">gap (%)</text></svg>", out);
}

void report_print_gaps(FILE *out, const Report *r) {
  size_t bin[BINS] = {0}, rows = 0;
  int from = 0, to = BINS - 1;
  for (size_t k = 0; k < r->rows; k++) {
    int b = 0;
    if (isnan(r->gap[k])) continue;
    while (b < BINS - 1 && r->gap[k] > bin_end[b] + 1e-9) b++;
    bin[b]++;
    rows++;
  }
  if (rows < 2) return;
  while (!bin[from]) from++;
  while (!bin[to]) to--;
  section_open(out, "figures", "Gaps");
  fprintf(out,
          "<p class=\"quiet\">Of %zu verified rows; above the best known value, where that is not known "
          "above the "
          "proven bound, else above the best of the instance's rows.</p>\n<figure class=\"wide\">",
          rows);
  bins_print(out, bin, from, to);
  fputs("</figure>\n</section>\n", out);
}
