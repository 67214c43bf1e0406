/* Results as comma separated values: see report_page.h. Costs are in the instance's own unit, with its decimals; lists
 * of a trace are in one cell, with blanks between. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "individual.h"
#include "io/results/result_members.h"
#include "text.h"
#include "report_page.h"

static const char *const state_words[RESULT_STATES] = {"pending", "verified", "failed"};

static void cost_print(FILE *out, int64_t cost, const ResultMember *m, int32_t decimals) {
  char text[COST_TEXT_MAX];
  bool unknown = cost == COST_NONE || (cost == 0 && strcmp(m->name, "best") != 0 && m->count == 1);
  if (!unknown) fputs(cost_text(cost, decimals, text), out);
}

static void value_print(FILE *out, const ResultMember *m, const ResultRow *row, size_t at) {
  const char *value = (const char *)row + m->offset + at * m->bytes;
  int32_t i32;
  uint32_t u32;
  uint64_t u64;
  double f64;
  switch (m->kind) {
  case MEMBER_TEXT:
    text_csv(out, value);
    return;
  case MEMBER_I32:
    memcpy(&i32, value, sizeof i32);
    fprintf(out, "%" PRId32, i32);
    return;
  case MEMBER_U32:
    memcpy(&u32, value, sizeof u32);
    fprintf(out, "%" PRIu32, u32);
    return;
  case MEMBER_U64:
    memcpy(&u64, value, sizeof u64);
    fprintf(out, "%" PRIu64, u64);
    return;
  case MEMBER_KEY:
    memcpy(&u64, value, sizeof u64);
    fprintf(out, "%016" PRIx64, u64);
    return;
  case MEMBER_F64:
    memcpy(&f64, value, sizeof f64);
    c_fprintf(out, "%.6f", f64);
    return;
  case MEMBER_COST:
    memcpy(&u64, value, sizeof u64);
    cost_print(out, (int64_t)u64, m, row->decimals);
    return;
  case MEMBER_STATE:
    fputs(state_words[row->state], out);
  }
}

static void row_print(FILE *out, const Report *report, size_t r) {
  const ResultRow *row = &report->row[r];
  const double gap = report_gap(row, row->best_known), above = report_gap(row, row->bound);
  fprintf(out, "%zu,", r);
  if (!isnan(gap)) c_fprintf(out, "%.6f", gap);
  fputc(',', out);
  if (!isnan(above)) c_fprintf(out, "%.6f", above);
  for (const ResultMember *m = result_members; m->name; m++) {
    fputc(',', out);
    const int32_t values = m->count > 1 ? row->trace_rows : 1;
    for (int32_t at = 0; at < values; at++) {
      if (at) fputc(' ', out);
      value_print(out, m, row, (size_t)at);
    }
  }
  fputs("\r\n", out);
}

void report_print_csv(FILE *out, const void *what) {
  const Report *report = what;
  fputs("row,gap_percent,above_bound_percent", out);
  for (const ResultMember *m = result_members; m->name; m++) fprintf(out, ",%s", m->name);
  fputs("\r\n", out);
  for (size_t r = 0; r < report->rows; r++) row_print(out, report, r);
}
