/* Median gaps by instance and amount of work, as papers print accuracy: see report_page.h. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include "c_locale.h"
#include "individual.h"
#include "report_html.h"
#include "report_page.h"

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

static void cell_print(FILE *out, const Report *r, const ReportGroup *g, int series, uint64_t work,
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
      for (int a = 0; a < amounts; a++) cell_print(out, r, &r->group[k], s, amount[a], gap);
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
