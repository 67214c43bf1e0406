/* Numbers of a report: see report_data.h. */
#include "report_data.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "individual.h"
#include "solver.h"
#include "cmd/human.h"

#define TEXT_END(member) row->member[sizeof row->member - 1] = 0

/* A file may say anything: what the pages rely on is made true. */
static void row_clean(ResultRow *row) {
  TEXT_END(section);
  TEXT_END(instance);
  TEXT_END(options);
  TEXT_END(message);
  TEXT_END(end);
  TEXT_END(name);
  TEXT_END(size_text);
  TEXT_END(problem);
  TEXT_END(method);
  TEXT_END(host);
  TEXT_END(backend);
  TEXT_END(device);
  TEXT_END(version);
  if (row->state < 0 || row->state >= RESULT_STATES || !row->done) row->state = RESULT_PENDING;
  if (row->decimals < 0 || row->decimals > 18) row->decimals = 0;
  if (row->trace_rows < 0) row->trace_rows = 0;
  if (row->trace_rows > RESULT_TRACE) row->trace_rows = RESULT_TRACE;
  if (row->state != RESULT_VERIFIED) row->best = COST_NONE;
  if (!isfinite(row->elapsed_s) || row->elapsed_s < 0) row->elapsed_s = 0;
}

const char *report_name(const ResultRow *row) {
  const char *slash = strrchr(row->instance, '/');
  if (row->name[0]) return row->name;
  if (slash) return slash + 1;
  return row->instance;
}

double report_gap(const ResultRow *row, int64_t reference) {
  if (result_incomplete(row)) return NAN; /* the cost counts a large amount for all who are left out */
  const CostForm form = cost_form_told(problem_find(row->problem), row->options, row->decimals, row->worth);
  return cost_gap_percent(form, row->best, reference);
}

static int double_order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double report_median(double *value, size_t count) {
  if (count == 0) return NAN;
  qsort(value, count, sizeof *value, double_order);
  return (value[(count - 1) / 2] + value[count / 2]) / 2;
}

static int name_order(const void *a, const void *b, void *rows) {
  const ResultRow *row = rows;
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  int order = strcmp(report_name(&row[x]), report_name(&row[y]));
  return order ? order : (x > y) - (x < y);
}

static int group_order(const void *a, const void *b) {
  const ReportGroup *x = a, *y = b;
  return (x->row > y->row) - (x->row < y->row);
}

static void groups_find(Report *r) {
  for (size_t k = 0; k < r->rows; k++) r->member[k] = k;
  qsort_r(r->member, r->rows, sizeof *r->member, name_order, r->row);
  for (size_t k = 0; k < r->rows; k++) {
    const ResultRow *row = &r->row[r->member[k]];
    if (r->groups == 0 || strcmp(r->group[r->groups - 1].name, report_name(row)) != 0)
      r->group[r->groups++] =
          (ReportGroup){.row = row, .name = report_name(row), .first = k, .best = COST_NONE};
    ReportGroup *g = &r->group[r->groups - 1];
    g->rows++;
    if (row->best == COST_NONE) continue;
    if (g->verified++ == 0) g->row = row; /* this one knows the instance */
    if (row->best < g->best && !result_incomplete(row)) g->best = row->best;
  }
  qsort(r->group, r->groups, sizeof *r->group, group_order);
}

/* Gaps are to the best known value, else to the bound, else to the best of all rows of the instance. */
static void gaps_find(Report *r, double *scratch) {
  for (size_t g = 0; g < r->groups; g++) {
    ReportGroup *group = &r->group[g];
    size_t known = 0;
    for (size_t k = 0; k < group->rows; k++) {
      const size_t at = r->member[group->first + k];
      const ResultRow *row = &r->row[at];
      const int64_t bound = row->bound ? row->bound : group->best;
      r->gap[at] = report_gap(row, row->best_known ? row->best_known : bound);
      if (!isnan(r->gap[at])) scratch[known++] = r->gap[at];
    }
    group->median = report_median(scratch, known);
    group->gap = known ? scratch[0] : NAN;
  }
}

static bool line_of(const char *line, const char *name) {
  return strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ' ';
}

/* Does the line of a task's options say how much work it is, or nothing of the method? */
static bool option_of_work(const char *method, const char *line) {
  static const char *const shared[] = {"seed", "time", "method", "best-known"};
  const Solver *solver = solver_named(method);
  for (size_t k = 0; k < sizeof shared / sizeof *shared; k++)
    if (line_of(line, shared[k])) return true;
  for (const OptionRow *row = solver ? solver->options : NULL; row && row->name; row++)
    if (row->amount && line_of(line, row->name)) return true;
  return false;
}

/* "climb, restart kick": the method, and what the task says beside the amount of work. */
static void series_text(const ResultRow *row, char text[REPORT_SERIES_TEXT]) {
  size_t used = (size_t)snprintf(text, REPORT_SERIES_TEXT, "%s", row->method);
  for (const char *at = row->options; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    const int name = (int)strcspn(at, " \n"), line = (int)strcspn(at, "\n");
    if (option_of_work(row->method, at) || line < name + 3 || used >= REPORT_SERIES_TEXT) continue;
    used += (size_t)snprintf(text + used, REPORT_SERIES_TEXT - used, ", %.*s %.*s", name, at, line - name - 3,
                             at + name + 3);
  }
}

static uint8_t series_find(Report *r, const ResultRow *row) {
  char text[REPORT_SERIES_TEXT];
  const int last = REPORT_SERIES - 1;
  series_text(row, text);
  for (int k = 0; k < r->series_count; k++)
    if (k == last || strcmp(r->series_name[k], text) == 0) return (uint8_t)k;
  strcpy(r->series_name[r->series_count], r->series_count == last ? "others" : text);
  return (uint8_t)r->series_count++;
}

static ReportMethod *method_of(Report *r, const char *name) {
  for (size_t k = 0; k < r->methods; k++)
    if (strcmp(r->method[k].name, name) == 0) return &r->method[k];
  if (r->methods == REPORT_METHODS) return NULL;
  r->method[r->methods] = (ReportMethod){.name = name};
  return &r->method[r->methods++];
}

static void row_add(Report *r, const ResultRow *row) {
  ReportMethod *m = row->method[0] ? method_of(r, row->method) : NULL;
  r->state[row->state]++;
  r->incomplete += result_incomplete(row);
  r->elapsed_s += row->elapsed_s;
  r->moves += (double)row->moves;
  if (m) {
    m->rows++;
    m->elapsed_s += row->elapsed_s;
    m->searches += (double)row->searches;
    m->moves += (double)row->moves;
  }
  if (row->state == RESULT_PENDING || !(row->finished_unix_s > 0)) return;
  if (r->begin_s == 0 || row->finished_unix_s < r->begin_s) r->begin_s = row->finished_unix_s;
  if (row->finished_unix_s > r->end_s) r->end_s = row->finished_unix_s;
}

static void totals_find(Report *r, double *scratch) {
  for (size_t k = 0; k < r->rows; k++) {
    row_add(r, &r->row[k]);
    if (r->row[k].best != COST_NONE) r->series[k] = series_find(r, &r->row[k]);
    double gap = report_gap(&r->row[k], r->row[k].best_known);
    if (isnan(gap)) continue;
    scratch[r->gaps++] = gap;
    r->optimal += gap <= 0;
  }
  r->median = report_median(scratch, r->gaps);
  for (size_t m = 0; m < r->methods; m++) {
    size_t known = 0;
    for (size_t k = 0; k < r->rows; k++)
      if (!isnan(r->gap[k]) && strcmp(r->row[k].method, r->method[m].name) == 0) scratch[known++] = r->gap[k];
    r->method[m].median = report_median(scratch, known);
  }
}

Status report_make(const char *path, ResultRow *rows, size_t count, Report *out) {
  *out = (Report){.path = path, .row = rows, .rows = count};
  double *scratch = calloc(count + 1, sizeof *scratch);
  out->gap = calloc(count + 1, sizeof *out->gap);
  out->group = calloc(count + 1, sizeof *out->group);
  out->member = calloc(count + 1, sizeof *out->member);
  out->series = calloc(count + 1, sizeof *out->series);
  if (!scratch || !out->series || !out->gap || !out->group || !out->member) {
    free(scratch);
    report_free(out);
    FAIL(ERR_MEMORY, "no memory for a report of %zu rows", count);
  }
  results_about_read(path, &out->about);
  for (size_t k = 0; k < count; k++) row_clean(&rows[k]);
  groups_find(out);
  gaps_find(out, scratch);
  totals_find(out, scratch);
  free(scratch);
  return OK;
}

void report_free(Report *report) {
  free(report->row);
  free(report->gap);
  free(report->group);
  free(report->member);
  free(report->series);
  *report = (Report){.path = NULL};
}
