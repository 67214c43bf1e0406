/* Tables of --csv: see report_page.h. */
#include <math.h>
#include <stdlib.h>
#include "c_locale.h"
#include "io/input.h"
#include "published.h"
#include "report_page.h"
#include "text.h"

enum { FIELD_MAX = 512, COLUMNS = 10 };
static const char *const needed[COLUMNS + 1] = {"design", "n",    "device",    "ladder", "measure", "ours",
                                                "unit",   "card", "published", "year",   NULL};
enum { DESIGN, SIZE, DEVICE, LADDER, MEASURE, OURS, UNIT, CARD, PUBLISHED, YEAR };

static const char *field_text(CsvText field) {
  char text[FIELD_MAX];
  snprintf(text, sizeof text, "%.*s", (int)(field.bytes < FIELD_MAX ? field.bytes : FIELD_MAX - 1), field.at);
  return text_kept(text);
}

/* Which column of the file each needed one is. */
static Status head_read(const char *path, CsvText line, int place[COLUMNS]) {
  bool there[COLUMNS] = {false};
  char missing[TEXT_MISSING_MAX];
  CsvText field;
  for (int at = 0; csv_field_next(&line, &field); at++)
    for (int k = 0; k < COLUMNS; k++)
      if (strcmp(needed[k], field_text(field)) == 0) {
        place[k] = at;
        there[k] = true;
      }
  if (!text_missing(needed, there, missing)) return OK;
  FAIL(ERR_FORMAT, "%s:1: expected columns %s", text_line(path), missing);
}

static Status number_read(const char *path, size_t at, const char *name, const char *text, double *out) {
  char *end;
  *out = c_strtod(text, &end);
  if (end != text && !*end && isfinite(*out)) return OK;
  FAIL(ERR_FORMAT, "%s:%zu: %s: expected a number, found '%s'", text_line(path), at, name, text_line(text));
}

static Status line_read(LadderSheet *s, size_t at, CsvText line, const int place[COLUMNS]) {
  const char *value[COLUMNS] = {"", "", "", "", "", "", "", "", "", ""};
  CsvText field;
  for (int column = 0; csv_field_next(&line, &field); column++)
    for (int k = 0; k < COLUMNS; k++)
      if (place[k] == column) value[k] = field_text(field);
  LadderLine *l = &s->line[s->count];
  *l = (LadderLine){.design = value[DESIGN],
                    .measure = value[MEASURE],
                    .unit = value[UNIT],
                    .published = value[PUBLISHED],
                    .card = value[CARD],
                    .year = value[YEAR],
                    .figure = ladder_figure_number(value[PUBLISHED])};
  s->ladder = value[LADDER];
  s->device = value[DEVICE];
  TRY(number_read(s->path, at, "n", value[SIZE], &l->n));
  TRY(number_read(s->path, at, "ours", value[OURS], &l->ours));
  s->count++;
  return OK;
}

Status ladder_sheet_read(const char *path, LadderSheet *s) {
  int place[COLUMNS];
  size_t lines = 1;
  *s = (LadderSheet){.path = path, .ladder = "", .device = ""};
  TRY(text_read(path, &s->text, &s->bytes));
  for (size_t k = 0; k < s->bytes; k++) lines += s->text[k] == '\n';
  s->line = calloc(lines, sizeof *s->line);
  if (!s->line) FAIL(ERR_MEMORY, "no memory for %zu lines of %s", lines, text_line(path));
  CsvText text = {s->text, s->bytes};
  TRY(head_read(path, csv_line_next(&text), place));
  for (size_t at = 2; text.bytes; at++) {
    const CsvText line = csv_line_next(&text);
    if (line.bytes) TRY(line_read(s, at, line, place));
  }
  if (!s->count) FAIL(ERR_FORMAT, "%s: expected rows, found none", text_line(path));
  return OK;
}

void ladder_sheet_free(LadderSheet *s) {
  free(s->text);
  free(s->line);
  *s = (LadderSheet){.path = NULL};
}
