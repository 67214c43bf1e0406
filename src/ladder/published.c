/* See published.h. */
#include "published.h"

#include <math.h>
#include <string.h>
#include "c_locale.h"
#include "page.h"
#include "suggest.h"
#include "text.h"

enum { NAME_WIDTH = 20, TEXT_MAX = 256 };

/* ---- designs ---- */

const LadderDesign *ladder_design_named(const LadderDesign *designs, const char *name) {
  for (const LadderDesign *d = designs; d && d->name; d++)
    if (strcmp(d->name, name) == 0) return d;
  return NULL;
}

/* The word that begins at *at of a list with commas between; false: the end. */
static bool word_next(const char **at, char word[TEXT_MAX]) {
  const size_t length = strcspn(*at, ",");
  if (!**at) return false;
  snprintf(word, TEXT_MAX, "%.*s", (int)length, *at);
  *at += length + ((*at)[length] == ',');
  return true;
}

bool ladder_list_has(const char *list, const char *name) {
  char word[TEXT_MAX];
  if (!*list) return true;
  while (word_next(&list, word))
    if (strcmp(word, name) == 0) return true;
  return false;
}

Status ladder_list_check(const LadderDesign *designs, const char *list) {
  char word[TEXT_MAX], text[SUGGEST_TEXT_MAX];
  while (word_next(&list, word)) {
    Suggestion near = suggest_begin(word);
    if (ladder_design_named(designs, word)) continue;
    for (const LadderDesign *d = designs; d->name; d++) suggest_offer(&near, d->name);
    FAIL(ERR_USAGE, "--designs: expected names of designs with commas between, found '%s'%s", word,
         suggest_text(&near, "", text));
  }
  return OK;
}

void ladder_design_print(FILE *out, const LadderDesign *d) {
  const Page page = {out, PAGE_TEXT};
  char text[2 * TEXT_MAX];
  snprintf(text, sizeof text, "%s%s%s%s", d->change, d->publication[0] ? " (our implementation of " : "",
           d->publication, d->publication[0] ? ")" : "");
  page_item(&page, d->name, text);
}

const LadderFigure *ladder_figure(const LadderDesign *design, const char *measure, int64_t n) {
  char size[32];
  snprintf(size, sizeof size, "%lld", (long long)n);
  for (const LadderFigure *f = design->published; f && f->value; f++)
    if (strcmp(f->measure, measure) == 0 && (!f->size[0] || strcmp(f->size, size) == 0)) return f;
  return NULL;
}

double ladder_figure_number(const char *value) {
  for (; *value; value++)
    if (c_isdigit(*value) || (*value == '.' && c_isdigit(value[1]))) return c_strtod(value, NULL);
  return NAN;
}

/* ---- tables ---- */

void ladder_table_csv(const LadderTable *t) {
  if (!t->csv) return;
  fprintf(t->csv, "design,n,");
  for (const LadderColumn *c = t->columns; c->key; c++) fprintf(t->csv, "%s,", c->key);
  fprintf(t->csv, "device,ladder,measure,ours,unit,published,card,year,ratio\n");
}

void ladder_table_heading(const LadderTable *t) {
  fprintf(t->out, "%-*s %8s", NAME_WIDTH, "design", "n");
  for (const LadderColumn *c = t->columns; c->key; c++)
    if (c->title) fprintf(t->out, " %*s", c->width, c->title);
  fprintf(t->out, "  %-22s %10s %-9s %11s  %-18s %9s\n", "measure", "ours", "unit", "published", "card, year",
          "ratio");
}

enum { DIGITS_TABLE = 4, DIGITS_CSV = 9 };

/* "" of NAN. */
static void number_text(double number, int digits, char text[TEXT_MAX]) {
  text[0] = 0;
  if (isnan(number)) return;
  if (number == floor(number) && fabs(number) < 1e9)
    c_snprintf(text, TEXT_MAX, "%.0f", number);
  else
    c_snprintf(text, TEXT_MAX, "%.*g", digits, number);
}

static void cell_print(const LadderTable *t, const LadderColumn *c, const LadderCell *cell) {
  char text[TEXT_MAX];
  if (!c->title) return;
  number_text(cell->number, DIGITS_TABLE, text);
  fprintf(t->out, " %*s", c->width, cell->text ? text_line(cell->text) : text);
}

static void cell_csv(const LadderTable *t, const LadderCell *cell) {
  char text[TEXT_MAX];
  number_text(cell->number, DIGITS_CSV, text);
  text_csv(t->csv, cell->text ? cell->text : text);
  fputc(',', t->csv);
}

/* Ours / published; NAN: the figure has no number. */
static double ratio_of(const LadderMeasure *m, const LadderFigure *f) {
  const double number = f ? ladder_figure_number(f->value) : NAN;
  return number > 0 ? m->ours / number : NAN;
}

static void measure_print(const LadderTable *t, const LadderMeasure *m, const LadderFigure *f) {
  char ours[TEXT_MAX], ratio[TEXT_MAX], from[TEXT_MAX] = "-";
  number_text(m->ours, t->digits ? t->digits : DIGITS_TABLE, ours);
  number_text(ratio_of(m, f), t->digits ? t->digits : DIGITS_TABLE, ratio);
  if (f) snprintf(from, sizeof from, "%s, %s", f->card, f->year);
  fprintf(t->out, "  %-22s %10s %-9s %11s  %-18s %9s\n", m->name, ours, m->unit, f ? f->value : "-", from,
          ratio[0] ? ratio : "-");
}

static void measure_csv(const LadderTable *t, const LadderMeasure *m, const LadderFigure *f) {
  const LadderCell cells[] = {LADDER_TEXT(t->device),        LADDER_TEXT(t->ladder),
                              LADDER_TEXT(m->name),          LADDER_NUMBER(m->ours),
                              LADDER_TEXT(m->unit),          LADDER_TEXT(f ? f->value : ""),
                              LADDER_TEXT(f ? f->card : ""), LADDER_TEXT(f ? f->year : "")};
  char text[TEXT_MAX];
  for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) cell_csv(t, &cells[k]);
  number_text(ratio_of(m, f), DIGITS_CSV, text);
  fprintf(t->csv, "%s\n", text);
}

/* cells NULL: none. */
static void row_print(const LadderTable *t, const LadderDesign *d, int64_t n, const LadderCell *cells,
                      const LadderMeasure *m) {
  fprintf(t->out, "%-*s %8lld", NAME_WIDTH, d->name, (long long)n);
  for (int k = 0; t->columns[k].key; k++) cell_print(t, &t->columns[k], cells ? &cells[k] : &LADDER_TEXT(""));
  measure_print(t, m, ladder_figure(d, m->name, n));
}

static void row_csv(const LadderTable *t, const LadderDesign *d, int64_t n, const LadderCell *cells,
                    const LadderMeasure *m) {
  fprintf(t->csv, "%s,%lld,", d->name, (long long)n);
  for (int k = 0; t->columns[k].key; k++) cell_csv(t, cells ? &cells[k] : &LADDER_TEXT(""));
  measure_csv(t, m, ladder_figure(d, m->name, n));
}

void ladder_table_row(const LadderTable *t, const LadderDesign *design, int64_t n, const LadderCell *cells,
                      const LadderMeasure *measures) {
  for (const LadderMeasure *m = measures; m->name; m++) {
    row_print(t, design, n, m == measures ? cells : NULL, m);
    if (t->csv) row_csv(t, design, n, m == measures ? cells : NULL, m);
  }
  fflush(t->out);
}

void ladder_table_left_out(const LadderTable *t, const LadderDesign *design, int64_t n, const char *why) {
  fprintf(t->out, "%-*s %8lld  left out: %s\n", NAME_WIDTH, design->name, (long long)n, why);
}
