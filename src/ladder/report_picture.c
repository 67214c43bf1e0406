/* Pictures as inline SVG: see report_page.h. Both axes are logarithmic: designs differ by orders of magnitude. */
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "c_locale.h"
#include "cmd/report/report_html.h"
#include "report_page.h"

enum {
  COLOURS = 10, /* of the page's style; each with four marks and dashes */
  WIDTH = 560,
  LEFT = 60,
  RIGHT = 410,
  TOP = 12,
  BOTTOM = 250,
  DESIGNS_MAX = 40, /* all of them differ */
  ROW = 18
};

typedef struct Scale { /* of values from low to high on pixels from begin to end */
  double low, high, begin, end;
} Scale;

typedef struct Picture { /* lines of one measure; designs in the order of the table */
  const LadderSheet *sheet;
  const LadderLine *first;
  const char *design[DESIGNS_MAX];
  int designs;
  Scale x, y;
} Picture;

static double place(const Scale *s, double value) {
  if (!(s->high > s->low)) return (s->begin + s->end) / 2;
  return s->begin + log(value / s->low) / log(s->high / s->low) * (s->end - s->begin);
}

static void scale_take(Scale *s, double value) {
  if (!(value > 0)) return;
  s->low = fmin(s->low, value);
  s->high = fmax(s->high, value);
}

/* ---- lines of a measure ---- */

static bool is_of(const Picture *p, const LadderLine *l) {
  return strcmp(l->measure, p->first->measure) == 0 && strcmp(l->unit, p->first->unit) == 0 && l->ours > 0 &&
         l->n > 0;
}

/* Its number; a design more than DESIGNS_MAX has the last one's. */
static int design_number(Picture *p, const char *name) {
  for (int k = 0; k < p->designs; k++)
    if (strcmp(p->design[k], name) == 0) return k;
  if (p->designs == DESIGNS_MAX) return DESIGNS_MAX - 1;
  p->design[p->designs] = name;
  return p->designs++;
}

static void lines_take(Picture *p) {
  for (const LadderLine *l = p->first; l < p->sheet->line + p->sheet->count; l++) {
    if (!is_of(p, l)) continue;
    design_number(p, l->design);
    scale_take(&p->x, l->n);
    scale_take(&p->y, l->ours);
    scale_take(&p->y, l->figure);
  }
}

/* To whole decades, so that there is a number at either end. */
static void decades_whole(Scale *s) {
  s->low = pow(10, floor(log10(s->low) + 1e-9));
  s->high = pow(10, ceil(log10(s->high) - 1e-9));
  if (s->high <= s->low) s->high = 10 * s->low;
}

/* ---- marks ---- */

static void tip_print(FILE *out, const LadderLine *l, bool published) {
  html_element(out, " data-tip=\"", l->design, "");
  c_fprintf(out, ", n %.0f: ", l->n);
  if (published) {
    html_element(out, "published ", l->published, " ");
    html_element(out, "", l->unit, ", ");
    html_element(out, "", l->card, ", ");
    html_element(out, "", l->year, "\"");
  } else {
    c_fprintf(out, "%.5g ", l->ours);
    html_element(out, "", l->unit, "\"");
  }
}

/* A design has its colour, and of every ten the mark and the dashes. */
typedef struct Look {
  const char *mark; /* a path about (0, 0), about as large as a circle of radius 1 */
  const char *dashes;
} Look;

static const Look *look_of(int design) {
  static const Look looks[] = {{"M-1 0A1 1 0 1 1 1 0A1 1 0 1 1 -1 0Z", "none"},
                               {"M-.9 -.9H.9V.9H-.9Z", "7 3"},
                               {"M0 -1.3L1.2 .9H-1.2Z", "2 2"},
                               {"M0 -1.4L1.4 0L0 1.4L-1.4 0Z", "8 2 2 2"}};
  return &looks[design / COLOURS % (int)(sizeof looks / sizeof *looks)];
}

/* Without its end: a tip may follow. kind: f, filled, or "ring l", a line. */
static void mark_begin(FILE *out, const char *kind, int design, double x, double y, double radius) {
  c_fprintf(out, "<path class=\"%s%d\" transform=\"translate(%.1f %.1f) scale(%.1f)\" d=\"%s\"", kind,
            design % COLOURS, x, y, radius, look_of(design)->mark);
}

static void marks_print(FILE *out, const LadderLine *l, int design, const double at[4]) {
  mark_begin(out, "f", design, at[0], at[1], 3.2);
  tip_print(out, l, false);
  fputs("/>", out);
  if (!(l->figure > 0)) return;
  mark_begin(out, "ring l", design, at[2], at[3], 4.5);
  tip_print(out, l, true);
  fputs("/>", out);
}

/* ---- several sizes: against n ---- */

static void grid_print(FILE *out, const Picture *p) {
  const int first = (int)lround(log10(p->y.low)), last = (int)lround(log10(p->y.high)),
            step = (last - first) / 8 + 1;
  for (int d = first; d <= last; d += step) {
    const double at = place(&p->y, pow(10, d));
    c_fprintf(out, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, RIGHT, at, at);
    c_fprintf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>", LEFT - 5, at + 4, pow(10, d));
  }
  fprintf(out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>", LEFT, TOP, BOTTOM, RIGHT);
}

/* A number under every size, unless the one before is near. */
static void sizes_print(FILE *out, const Picture *p) {
  double written[64];
  int count = 0;
  for (const LadderLine *l = p->first; l < p->sheet->line + p->sheet->count && count < 64; l++) {
    bool near = !is_of(p, l);
    const double at = place(&p->x, near ? p->x.low : l->n);
    for (int k = 0; k < count; k++) near |= fabs(written[k] - at) < 40;
    if (near) continue;
    written[count++] = at;
    c_fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f</text>", at, BOTTOM + 15, l->n);
  }
  fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">n</text>", (LEFT + RIGHT) / 2, BOTTOM + 31);
}

static void design_curve(FILE *out, Picture *p, int design) {
  char begin = 'M';
  fprintf(out, "<path class=\"median l%d\" stroke-dasharray=\"%s\" d=\"", design % COLOURS,
          look_of(design)->dashes);
  for (const LadderLine *l = p->first; l < p->sheet->line + p->sheet->count; l++) {
    if (!is_of(p, l) || design_number(p, l->design) != design) continue;
    c_fprintf(out, "%c%.1f %.1f", begin, place(&p->x, l->n), place(&p->y, l->ours));
    begin = 'L';
  }
  fputs("\"/>", out);
}

static void design_marks(FILE *out, Picture *p, int design) {
  for (const LadderLine *l = p->first; l < p->sheet->line + p->sheet->count; l++) {
    if (!is_of(p, l) || design_number(p, l->design) != design) continue;
    const double x = place(&p->x, l->n), y = place(&p->y, l->ours),
                 published = l->figure > 0 ? place(&p->y, l->figure) : y, at[4] = {x, y, x, published};
    marks_print(out, l, design, at);
  }
}

static void design_name(FILE *out, const Picture *p, int design) {
  const int y = TOP + 8 + 15 * design;
  fprintf(out, "<line class=\"median l%d\" stroke-dasharray=\"%s\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>",
          design % COLOURS, look_of(design)->dashes, RIGHT + 14, RIGHT + 38, y - 4, y - 4);
  mark_begin(out, "f", design, RIGHT + 26, y - 4, 4);
  fprintf(out, "/><text x=\"%d\" y=\"%d\">", RIGHT + 42, y);
  html_element(out, "", p->design[design], "</text>");
}

static void curves_print(FILE *out, Picture *p) {
  const int named = TOP + 20 + 15 * p->designs, height = named > BOTTOM + 40 ? named : BOTTOM + 40;
  p->x.begin = LEFT + 12;
  p->x.end = RIGHT - 12;
  p->y.begin = BOTTOM;
  p->y.end = TOP;
  fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\"", WIDTH, height);
  html_element(out, " aria-label=\"", p->first->measure, ", by n and design\">");
  grid_print(out, p);
  sizes_print(out, p);
  for (int d = 0; d < p->designs; d++) {
    design_curve(out, p, d);
    design_marks(out, p, d);
    design_name(out, p, d);
  }
  fputs("</svg>", out);
}

/* ---- one size: a row a design ---- */

static void row_axis(FILE *out, const Picture *p, int bottom) {
  const int first = (int)lround(log10(p->y.low)), last = (int)lround(log10(p->y.high)),
            step = (last - first) / 8 + 1;
  for (int d = first; d <= last; d += step) {
    const double at = place(&p->y, pow(10, d));
    c_fprintf(out, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>", at, at, TOP, bottom);
    c_fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>", at, bottom + 14, pow(10, d));
  }
}

static void rows_print(FILE *out, Picture *p) {
  const int bottom = TOP + ROW * p->designs + 4;
  p->y.begin = 150;
  p->y.end = WIDTH - 20;
  fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\"", WIDTH, bottom + 22);
  html_element(out, " aria-label=\"", p->first->measure, ", by design\">");
  row_axis(out, p, bottom);
  for (int d = 0; d < p->designs; d++) {
    fprintf(out, "<text x=\"140\" y=\"%d\" text-anchor=\"end\">", TOP + ROW * d + 13);
    html_element(out, "", p->design[d], "</text>");
  }
  for (const LadderLine *l = p->first; l < p->sheet->line + p->sheet->count; l++) {
    if (!is_of(p, l)) continue;
    const int design = design_number(p, l->design);
    const double x = place(&p->y, l->ours), y = TOP + ROW * design + 9,
                 published = l->figure > 0 ? place(&p->y, l->figure) : x, at[4] = {x, y, published, y};
    marks_print(out, l, design, at);
  }
  fputs("</svg>", out);
}

void ladder_picture_print(FILE *out, const LadderSheet *sheet, const LadderLine *first) {
  Picture p = {.sheet = sheet, .first = first, .x = {INFINITY, 0, 0, 0}, .y = {INFINITY, 0, 0, 0}};
  lines_take(&p);
  if (!p.designs) return;
  decades_whole(&p.y);
  if (p.x.high > p.x.low)
    curves_print(out, &p);
  else
    rows_print(out, &p);
}
