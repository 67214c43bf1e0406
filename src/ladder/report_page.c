/* The page: see report_page.h. Style, script and pieces are those of `cordee report`. */
#include "report_page.h"

#include <math.h>
#include "c_locale.h"
#include "cmd/report/report_html.h"
#include "cmd/report/report_page.h"
#include "published.h"
#include "text.h"

/* ---- tables ---- */

static const TableHead heads[] = {{"Design", "design", false},
                                  {"n", "n", true},
                                  {"Measure", "measure", false},
                                  {"Ours", "ours", true},
                                  {"Unit", "unit", false},
                                  {"Published", "published", true},
                                  {"Card, year", "card", false},
                                  {"Ours / published", "ratio", true},
                                  {NULL, NULL, false}};

static void number_cell(FILE *out, double value) {
  if (isnan(value))
    fputs("<td class=\"n\" data-v=\"\"></td>", out);
  else
    c_fprintf(out, "<td class=\"n\" data-v=\"%.9g\">%.5g</td>", value, value);
}

static void line_print(FILE *out, const LadderLine *l) {
  fputs("<tr>", out);
  cell_text(out, "", l->design);
  c_fprintf(out, "<td class=\"n\">%.0f</td>", l->n);
  cell_text(out, "", l->measure);
  number_cell(out, l->ours);
  cell_text(out, "", l->unit);
  cell_text(out, "n", l->published);
  html_element(out, "<td class=\"w\">", l->card, *l->card ? ", " : "");
  html_element(out, "", l->year, "</td>");
  number_cell(out, l->figure > 0 ? l->ours / l->figure : NAN);
  fputs("</tr>\n", out);
}

/* ---- pictures of a table ---- */

static bool measure_same(const LadderLine *a, const LadderLine *b) {
  return strcmp(a->measure, b->measure) == 0 && strcmp(a->unit, b->unit) == 0;
}

/* Whether no line before has its measure. */
static bool measure_first(const LadderSheet *s, size_t at) {
  for (size_t k = 0; k < at; k++)
    if (measure_same(&s->line[k], &s->line[at])) return false;
  return true;
}

static void pictures_print(FILE *out, const LadderSheet *s) {
  fputs("<div class=\"figures ladder\">\n", out);
  for (size_t k = 0; k < s->count; k++) {
    if (!measure_first(s, k)) continue;
    html_element(out, "<figure><figcaption>", s->line[k].measure, "");
    html_element(out, s->line[k].unit[0] ? " (" : "", s->line[k].unit, s->line[k].unit[0] ? ")" : "");
    fputs("</figcaption>", out);
    ladder_picture_print(out, s, &s->line[k]);
    fputs("</figure>\n", out);
  }
  fputs("</div>\n", out);
}

/* ---- page ---- */

static void sheet_print(FILE *out, const LadderSheet *s, int number) {
  fprintf(out, "<section id=\"table-%d\">\n", number);
  html_element(out, "<h2>", s->ladder, "</h2>\n");
  html_element(out, "<p class=\"quiet\">", s->device, "; ");
  html_element(out, "", s->path,
               ". Filled marks are measured, open ones are figures in print, of the card and year in the "
               "table.</p>\n");
  pictures_print(out, s);
  table_open(out, "", heads);
  for (size_t k = 0; k < s->count; k++) line_print(out, &s->line[k]);
  table_close(out);
}

static void head_print(FILE *out, const LadderPage *page) {
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>Ladders of cordee</title>\n",
        out);
  fprintf(out,
          "<style>\n%s.ladder { grid-template-columns: repeat(auto-fill, minmax(min(30rem, 100%%), 1fr)); "
          "margin-bottom: 1rem; }\n"
          ".scroll { max-height: 28rem; }\n"
          "svg .ring { fill: none; stroke-width: 1.6; vector-effect: non-scaling-stroke; "
          "}\n</style>\n</head>\n<body>\n<header>\n",
          report_css);
  fputs(
      "<h1>Ladders</h1>\n<p>Our implementations of published designs, measured beside cordee's own kernels; "
      "published figures are those of their sources, on the hardware named.</p>\n<nav>",
      out);
  for (int k = 0; k < page->count; k++) {
    fprintf(out, "<a href=\"#table-%d\">", k + 1);
    html_element(out, "", page->sheet[k].ladder, "</a> ");
  }
  fputs("</nav>\n</header>\n<main>\n", out);
}

void ladder_page_print(FILE *out, const LadderPage *page) {
  head_print(out, page);
  for (int k = 0; k < page->count; k++) sheet_print(out, &page->sheet[k], k + 1);
  fprintf(out, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", report_js);
}
