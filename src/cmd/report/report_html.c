/* Pieces of a page: see report_html.h. */
#include "report_html.h"

#include <math.h>
#include "c_locale.h"
#include "cost.h"
#include "individual.h"
#include "text.h"
#include "cmd/human.h"

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
