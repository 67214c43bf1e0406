/* Median gaps by instance and method: see report_page.h. A cell is shaded by its gap, and tells more of its rows when it is pointed at. */
#include <math.h>
#include <stdlib.h>
#include "c_locale.h"
#include "report_html.h"
#include "report_page.h"

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

static void cell_print(FILE *out, const Report *r, const ReportGroup *g, int series, const Cell *c,
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
  for (int s = 0; s < r->series_count; s++) cell_print(out, r, g, s, &cell[s], cell[s].median <= least);
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
