/* Figures of a report as inline SVG: see report_page.h. */
#include <math.h>
#include "c_locale.h"
#include "individual.h"
#include "report_html.h"
#include "report_page.h"

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
