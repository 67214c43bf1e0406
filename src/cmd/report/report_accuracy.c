/* Gap against work, a plot an instance: see report_page.h. Gaps lie on a logarithmic axis that keeps
 * a place for zero below the smallest one. Colours are those of report.css, which the colour-blind tell apart. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include "c_locale.h"
#include "report_html.h"
#include "report_page.h"

enum { PLOTS_SHOWN = 60, COLOURS = 10, DOTS_SHOWN = 1000 };

typedef struct Scale { /* of values from low to high on pixels from begin to end */
  double low, high, begin, end;
} Scale;

static double scale_place(const Scale *s, double value) {
  const double v = fmin(fmax(value, s->low), s->high);
  if (s->high <= s->low) return (s->begin + s->end) / 2;
  const double part = log(v / s->low) / log(s->high / s->low);
  return s->begin + part * (s->end - s->begin);
}

typedef struct Point { /* a verified row whose gap is known */
  double work, gap;
  int series;
  const ResultRow *row;
} Point;

static int point_order(const void *a, const void *b) {
  const Point *x = a, *y = b;
  if (x->series != y->series) return x->series - y->series;
  return x->work != y->work ? (x->work > y->work) - (x->work < y->work)
                            : (x->gap > y->gap) - (x->gap < y->gap);
}

static size_t points_take(const Report *r, const ReportGroup *g, Point *point) {
  size_t points = 0;
  for (size_t k = 0; k < g->rows; k++) {
    const size_t at = r->member[g->first + k];
    if (!isnan(r->gap[at]))
      point[points++] = (Point){(double)r->row[at].searches, r->gap[at], r->series[at], &r->row[at]};
  }
  qsort(point, points, sizeof *point, point_order);
  return points;
}

/* Amounts that differ by less than a fifth are one setting: a run that its clock cuts never stops at the same search. */
static bool work_same(double a, double b) { return b <= a * 1.2 && a <= b * 1.2; }

/* The most amounts of work that one series has. */
static size_t settings_count(const Point *point, size_t points) {
  size_t most = 0, settings = 0;
  for (size_t k = 0; k < points; k++) {
    if (k == 0 || point[k].series != point[k - 1].series)
      settings = 1;
    else
      settings += !work_same(point[k - 1].work, point[k].work);
    most = settings > most ? settings : most;
  }
  return most;
}

/* Decades of gaps: a line and a number each. */
static void gap_axis_print(FILE *out, const Scale *y, bool zero) {
  for (int d = -6; d <= 6; d++) {
    const double gap = pow(10, d), at = scale_place(y, gap);
    if (gap < y->low * (zero ? 1.5 : .999) || gap > y->high * 1.001) continue;
    c_fprintf(out, "<line class=\"grid\" x1=\"44\" x2=\"294\" y1=\"%.1f\" y2=\"%.1f\"/>", at, at);
    c_fprintf(out, "<text x=\"39\" y=\"%.1f\" text-anchor=\"end\">%g</text>", at + 4, gap);
  }
  if (zero) c_fprintf(out, "<text x=\"39\" y=\"%.1f\" text-anchor=\"end\">0</text>", scale_place(y, 0) + 4);
}

static void work_axis_print(FILE *out, const Scale *x) {
  const int first = (int)ceil(log10(x->low) - 1e-9), last = (int)floor(log10(x->high) + 1e-9),
            step = (last - first) / 6 + 1;
  for (int d = first; d <= last; d += step)
    c_fprintf(out, "<text x=\"%.1f\" y=\"165\" text-anchor=\"middle\">%s</text>", scale_place(x, pow(10, d)),
              short_count(pow(10, d)));
}

static void axes_print(FILE *out, const Scale *x, const Scale *y, bool zero) {
  gap_axis_print(out, y, zero);
  fputs("<path class=\"axis\" d=\"M44 8V150H294\"/>", out);
  work_axis_print(out, x);
  fputs("<text x=\"169\" y=\"181\" text-anchor=\"middle\">searches finished</text><text x=\"12\" y=\"79\" "
        "text-anchor=\"middle\" transform=\"rotate(-90 12 79)\">gap (%)</text>",
        out);
}

static int gap_order(const void *a, const void *b) {
  const Point *x = a, *y = b;
  return (x->gap > y->gap) - (x->gap < y->gap);
}

/* A line through the medians of equal work; points ascend by work, and are sorted by gap where it is the same. */
static void medians_print(FILE *out, const Scale *x, const Scale *y, Point *point, size_t points) {
  fprintf(out, "<path class=\"median l%d\" d=\"", point->series % COLOURS);
  for (size_t k = 0, end; k < points; k = end) {
    const double work = point[k].work;
    for (end = k + 1; end < points && work_same(work, point[end].work);) end++;
    qsort(point + k, end - k, sizeof *point, gap_order);
    const double median = (point[(k + end - 1) / 2].gap + point[(k + end) / 2].gap) / 2;
    c_fprintf(out, "%c%.1f %.1f", k ? 'L' : 'M', scale_place(x, work), scale_place(y, median));
  }
  fputs("\"/>", out);
}

/* A row, which tells what it is when it is pointed at. */
static void dot_print(FILE *out, const Report *r, const Point *point, double x, double y) {
  c_fprintf(out, "<circle class=\"dot f%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" data-tip=\"row %zu: ",
            point->series % COLOURS, x, y, (size_t)(point->row - r->row));
  html_element(out, "", r->series_name[point->series], "\n");
  c_fprintf(out, "gap %.4g%%, %s finished in %s, seed %" PRIu64 "\"/>", point->gap,
            short_count((double)point->row->searches), short_seconds(point->row->elapsed_s),
            point->row->seed);
}

static void points_print(FILE *out, const Report *r, Point *point, size_t points) {
  Scale x = {INFINITY, 0, 50, 288}, y = {INFINITY, 0, 144, 12};
  bool zero = false;
  for (size_t k = 0; k < points; k++) {
    x.low = fmin(x.low, fmax(point[k].work, 1));
    x.high = fmax(x.high, point[k].work);
    if (point[k].gap > 1e-9) {
      y.low = fmin(y.low, point[k].gap);
      y.high = fmax(y.high, point[k].gap);
    }
    zero |= point[k].gap <= 1e-9;
  }
  if (!(y.low < INFINITY)) {
    y.low = .1;
    y.high = 1;
  }
  /* to whole decades, so that there is a number at either end */
  y.low = pow(10, floor(log10(y.low))) / (zero ? 2.5 : 1);
  y.high = pow(10, ceil(log10(y.high)));
  if (y.high <= y.low) y.high = 10 * y.low;
  fputs("<svg viewBox=\"0 0 300 186\" role=\"img\">", out);
  axes_print(out, &x, &y, zero);
  const size_t stride = (points + DOTS_SHOWN - 1) / DOTS_SHOWN; /* of many rows, every so many */
  for (size_t k = 0; k < points; k += stride)
    dot_print(out, r, &point[k], scale_place(&x, point[k].work), scale_place(&y, point[k].gap));
  for (size_t k = 0, end; k < points; k = end) {
    for (end = k + 1; end < points && point[end].series == point[k].series;) end++;
    medians_print(out, &x, &y, point + k, end - k);
  }
  fputs("</svg>", out);
}

/* Of the series that a plot shows, if there are several. */
static void legend_print(FILE *out, const Report *r, uint32_t shown) {
  if ((shown & (shown - 1)) == 0) return;
  fputs("<ul class=\"legend\">", out);
  for (int k = 0; k < r->series_count; k++) {
    if (!(shown >> k & 1)) continue;
    fprintf(out, "<li><i class=\"b%d\"></i>", k % COLOURS);
    html_element(out, "", r->series_name[k], "</li>");
  }
  fputs("</ul>\n", out);
}

/* The plot of an instance that was solved with several amounts of work; the series in it, 0: it was not. */
static uint32_t instance_print(FILE *out, const Report *r, const ReportGroup *g, Point *point) {
  uint32_t shown = 0;
  const size_t points = points_take(r, g, point);
  if (settings_count(point, points) < 2) return 0;
  html_element(out, "<figure><figcaption>", g->name, "");
  html_element(out, " <small>", g->row->size_text, "");
  fprintf(out, ", %zu rows</small></figcaption>", points);
  points_print(out, r, point, points);
  fputs("</figure>\n", out);
  for (size_t k = 0; k < points; k++) shown |= 1u << point[k].series;
  return shown;
}

static void plots_print(FILE *out, const Report *r, const char *plots, uint32_t shown) {
  section_open(out, "accuracy", "Gap against work");
  fputs("<p class=\"quiet\">Instances that were solved with several amounts of work: a dot a row; lines go "
        "through "
        "the medians of rows with the same amount.</p>\n",
        out);
  legend_print(out, r, shown);
  fprintf(out, "<div class=\"figures\">\n%s</div>\n</section>\n", plots);
}

void report_print_accuracy(FILE *out, const Report *r) {
  Point *point = calloc(r->rows + 1, sizeof *point);
  char *text = NULL;
  size_t size = 0, plots = 0;
  uint32_t shown = 0;
  FILE *memory = open_memstream(&text, &size);
  for (size_t k = 0; memory && point && k < r->groups && plots < PLOTS_SHOWN; k++) {
    const uint32_t series = instance_print(memory, r, &r->group[k], point);
    shown |= series;
    plots += series != 0;
  }
  if (memory && fclose(memory) == 0 && plots) plots_print(out, r, text, shown);
  free(text);
  free(point);
}
