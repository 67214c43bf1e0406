/* Figures of a report as inline SVG: see report_page.h. */
#include <math.h>
#include "individual.h"
#include "report_html.h"
#include "report_page.h"

enum { BINS = 16 };

void report_print_trace(FILE *out, const ResultRow *row) {
  const int rows = row->trace_rows;
  if (rows < 1 || row->best == COST_NONE) return;
  const double first = (double)row->trace_best[0], last = (double)row->trace_best[rows - 1],
               fall = first - last;
  const double begin = fmax(row->trace_s[0], 1e-7), end = fmax(row->elapsed_s, row->trace_s[rows - 1]);
  const double width = log(fmax(end / begin, 1.0001));
  fprintf(out,
          "<svg class=\"trace\" viewBox=\"0 0 90 22\" role=\"img\"><title>%d improvement%s in "
          "%s</title><path d=\"M2",
          rows, rows == 1 ? "" : "s", short_seconds(end));
  for (int k = 0; k < rows; k++) {
    double x = 2 + 84 * fmin(fmax(log(fmax(row->trace_s[k], begin) / begin) / width, 0), 1);
    double y = 19 - (fall > 0 ? 16 * fmin(fmax(((double)row->trace_best[k] - last) / fall, 0), 1) : 0);
    if (k)
      fprintf(out, "H%.1fV%.1f", x, y);
    else
      fprintf(out, " %.1f", y);
  }
  fputs("H86\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1.5\"/><circle cx=\"86\" cy=\"19\" r=\"2.2\" "
        "fill=\"#d55e00\"/></svg>",
        out);
}

static const double bin_end[BINS] = {0, .001, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 20, 50, 100, INFINITY};

static void bins_print(FILE *out, const size_t *bin, int from, int to) {
  size_t most = 1;
  const double step = 640.0 / (to - from + 1);
  for (int k = from; k <= to; k++) most = bin[k] > most ? bin[k] : most;
  fputs("<svg viewBox=\"0 0 680 210\" role=\"img\" aria-label=\"number of rows by gap\">"
        "<line x1=\"20\" y1=\"170\" x2=\"660\" y2=\"170\" stroke=\"#888\"/>",
        out);
  for (int k = from; k <= to; k++) {
    const double x = 20 + step * (k - from), height = 140.0 * (double)bin[k] / (double)most;
    if (bin[k])
      fprintf(out,
              "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/><text x=\"%.1f\" "
              "y=\"%.1f\" "
              "text-anchor=\"middle\">%zu</text>",
              x + step * .06, 170 - height, step * .88, height, k ? "#0072b2" : "#009e73", x + step / 2,
              165 - height, bin[k]);
    if (k == BINS - 1)
      fprintf(out, "<text x=\"%.1f\" y=\"186\" text-anchor=\"middle\">above</text>", x + step / 2);
    else
      fprintf(out, "<text x=\"%.1f\" y=\"186\" text-anchor=\"middle\">%s%g</text>", x + step / 2,
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
    bin[b]++, rows++;
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
