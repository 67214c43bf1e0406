/* Results as comma separated values: see report_page.h. Costs are in the instance's own unit, with its decimals; lists
 * of a trace are in one cell, with blanks between. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "../cost.h"
#include "../individual.h"
#include "report_page.h"

typedef enum ColumnKind { TEXT, I32, U32, U64, F64, COST, STATE, KEY } ColumnKind;

typedef struct Column {
  const char *name;
  ColumnKind kind;
  size_t offset, bytes;
  bool list; /* as many as trace_rows says */
} Column;

#define ONE(member, kind)                                                                                              \
  { #member, kind, offsetof(ResultRow, member), sizeof(((ResultRow *)0)->member), false }
#define LIST(member, kind)                                                                                             \
  { #member, kind, offsetof(ResultRow, member), sizeof(((ResultRow *)0)->member[0]), true }
static const Column columns[] = {ONE(key, KEY),
                                 ONE(section, TEXT),
                                 ONE(instance, TEXT),
                                 ONE(options, TEXT),
                                 ONE(state, STATE),
                                 ONE(exit_code, I32),
                                 ONE(message, TEXT),
                                 ONE(end, TEXT),
                                 ONE(name, TEXT),
                                 ONE(size_text, TEXT),
                                 ONE(problem, TEXT),
                                 ONE(n, I32),
                                 ONE(decimals, I32),
                                 ONE(method, TEXT),
                                 ONE(seed, U64),
                                 ONE(islands, U64),
                                 ONE(climbers, U64),
                                 ONE(moves, U64),
                                 ONE(best, COST),
                                 ONE(best_known, COST),
                                 ONE(bound, COST),
                                 ONE(best_island, U32),
                                 ONE(batch, U32),
                                 ONE(elapsed_s, F64),
                                 ONE(finished_unix_s, F64),
                                 ONE(ranks, I32),
                                 ONE(host, TEXT),
                                 ONE(backend, TEXT),
                                 ONE(device, TEXT),
                                 ONE(version, TEXT),
                                 ONE(trace_rows, I32),
                                 LIST(trace_s, F64),
                                 LIST(trace_climbers, U64),
                                 LIST(trace_best, COST),
                                 ONE(solution_first, U64),
                                 ONE(digest, KEY),
                                 ONE(done, U32)};
enum { COLUMNS = sizeof columns / sizeof *columns };

static const char *const state_words[RESULT_STATES] = {"pending", "verified", "failed"};

/* In quotes if it has to be, quotes doubled. */
static void text_print(FILE *out, const char *text) {
  bool bare = strcspn(text, ",\"\r\n") == strlen(text) && text[0] != ' ' && (!text[0] || text[strlen(text) - 1] != ' ');
  if (bare) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text; text++) *text == '"' ? fputs("\"\"", out) : fputc(*text, out);
  fputc('"', out);
}

static void cost_print(FILE *out, int64_t cost, const Column *column, int32_t decimals) {
  char text[COST_TEXT_MAX];
  bool unknown = cost == COST_NONE || (cost == 0 && strcmp(column->name, "best") != 0 && !column->list);
  if (!unknown) fputs(cost_text(cost, decimals, text), out);
}

static void value_print(FILE *out, const Column *column, const ResultRow *row, size_t at) {
  const char *value = (const char *)row + column->offset + at * column->bytes;
  int32_t i32;
  uint32_t u32;
  uint64_t u64;
  double f64;
  switch (column->kind) {
  case TEXT: text_print(out, value); return;
  case I32: memcpy(&i32, value, sizeof i32), fprintf(out, "%" PRId32, i32); return;
  case U32: memcpy(&u32, value, sizeof u32), fprintf(out, "%" PRIu32, u32); return;
  case U64: memcpy(&u64, value, sizeof u64), fprintf(out, "%" PRIu64, u64); return;
  case KEY: memcpy(&u64, value, sizeof u64), fprintf(out, "%016" PRIx64, u64); return;
  case F64: memcpy(&f64, value, sizeof f64), fprintf(out, "%.6f", f64); return;
  case COST: memcpy(&u64, value, sizeof u64), cost_print(out, (int64_t)u64, column, row->decimals); return;
  case STATE: fputs(state_words[row->state], out);
  }
}

static void row_print(FILE *out, const Report *report, size_t r) {
  const ResultRow *row = &report->row[r];
  const double gap = report_percent(row->best, row->best_known), above = report_percent(row->best, row->bound);
  fprintf(out, "%zu,", r);
  if (!isnan(gap)) fprintf(out, "%.6f", gap);
  fputc(',', out);
  if (!isnan(above)) fprintf(out, "%.6f", above);
  for (int k = 0; k < COLUMNS; k++) {
    fputc(',', out);
    const int32_t values = columns[k].list ? row->trace_rows : 1;
    for (int32_t at = 0; at < values; at++) {
      if (at) fputc(' ', out);
      value_print(out, &columns[k], row, (size_t)at);
    }
  }
  fputs("\r\n", out);
}

void report_print_csv(FILE *out, const void *what) {
  const Report *report = what;
  fputs("row,gap_percent,above_bound_percent", out);
  for (int k = 0; k < COLUMNS; k++) fprintf(out, ",%s", columns[k].name);
  fputs("\r\n", out);
  for (size_t r = 0; r < report->rows; r++) row_print(out, report, r);
}
