/* Values of options in a job file: see job_values.h. */
#include "job_values.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "options/options.h"
#include "solver.h"

enum { JOB_LINE_MAX = OPTION_PATH_MAX + 80 };
static const double whole_max = 0x1p53; /* beyond, not every whole number is a double */

typedef struct Range { /* first, first + step, ...: count of them */
  int64_t first, step;
  uint64_t count;
  bool single; /* no range: the word is the value */
} Range;

static bool whole_number(const char *text, int64_t *value) {
  char *end;
  double number = c_strtod(text, &end);
  while (*end == ' ' || *end == '\t') end++;
  if (strpbrk(text, "xX") || end == text || *end || !(fabs(number) <= whole_max) || number != floor(number))
    return false;
  *value = (int64_t)number;
  return true;
}

/* "a..b" or "a..b step c". */
static bool range_parse(const char *word, Range *range) {
  char first[64], last[64], step[64] = "1";
  const char *dots = strstr(word, ".."), *by = strstr(word, "step");
  const size_t end = by ? (size_t)(by - word) : strlen(word), middle = (size_t)(dots - word) + 2;
  if (end < middle || middle > sizeof first || end - middle >= sizeof last ||
      (by && strlen(by + 4) >= sizeof step))
    return false;
  snprintf(first, sizeof first, "%.*s", (int)middle - 2, word);
  snprintf(last, sizeof last, "%.*s", (int)(end - middle), word + middle);
  if (by) strcpy(step, by + 4);
  int64_t to;
  if (!whole_number(first, &range->first) || !whole_number(last, &to) || !whole_number(step, &range->step))
    return false;
  if (to < range->first || range->step < 1) return false;
  range->count = (uint64_t)((to - range->first) / range->step) + 1;
  return true;
}

/* The word as a range: a value by itself is one of one. */
static Status word_range(const char *path, const JobWord *word, Range *range) {
  *range = (Range){.count = 1, .single = !strstr(word->text, "..")};
  if (!range->single && !range_parse(word->text, range))
    FAIL(ERR_FORMAT,
         "%s:%d: expected a range of whole numbers that rises, such as 1..10 or 0..100 step 20, found '%s'",
         path, word->line, word->text);
  if (range->count > JOB_TASKS_MAX)
    FAIL(ERR_FORMAT, "%s:%d: expected at most %d values, found '%s'", path, word->line, JOB_TASKS_MAX,
         word->text);
  return OK;
}

static Status method_unknown(const char *path, int at, const char *value) {
  Suggestion near = suggest_begin(value);
  char text[SUGGEST_TEXT_MAX];
  for (int k = 0; solver_at(k); k++) suggest_offer(&near, solver_at(k)->name);
  FAIL(ERR_FORMAT, "%s:%d: expected the name of a method (cordee methods lists them), found '%s'%s", path, at,
       value, suggest_text(&near, "", text));
}

/* options_task_line with the place put before what it says. */
static Status option_line(const char *path, const JobKey *key, int at, const char *value, char *line) {
  if (strcmp(key->name, "method") == 0 && !solver_named(value)) return method_unknown(path, at, value);
  if (options_task_line(key->row, value, line, JOB_LINE_MAX) == OK) return OK;
  char why[1024];
  snprintf(why, sizeof why, "%.1023s", status_message());
  status_clear();
  FAIL(ERR_FORMAT, "%s:%d: %s", path, at, strncmp(why, "--", 2) == 0 ? why + 2 : why);
}

/* Value v of a word as a line. */
static Status value_line(const char *path, const JobKey *key, const JobWord *word, const Range *range,
                         uint64_t v, char *line) {
  char number[32];
  snprintf(number, sizeof number, "%lld", (long long)(range->first + (int64_t)v * range->step));
  return option_line(path, key, word->line, range->single ? word->text : number, line);
}

/* An option takes what lies between two values that it takes. */
static Status word_check(const char *path, JobKey *key, const JobWord *word) {
  Range range;
  char line[JOB_LINE_MAX];
  TRY(word_range(path, word, &range));
  key->values += range.count;
  TRY(value_line(path, key, word, &range, 0, line));
  return value_line(path, key, word, &range, range.count - 1, line);
}

/* Paths become lines: a value a word. */
static Status paths_check(const char *path, JobKey *key) {
  char line[JOB_LINE_MAX];
  TRY(job_paths_find(path, key));
  for (size_t w = 0; w < key->words; w++) {
    TRY(option_line(path, key, key->word[w].line, key->value[w].text, line));
    free(key->value[w].text);
    key->value[w].text = strdup(line);
    /* lint: malloc-leak: the key has it */
    if (!key->value[w].text) FAIL(ERR_MEMORY, "%s:%d: no memory for %s", path, key->word[w].line, line);
  }
  return OK;
}

Status job_key_check(const char *path, JobKey *key) {
  key->row = -1;
  if (strcmp(key->name, "instance") == 0) return job_instances_find(path, key);
  key->row = options_task_row(key->name);
  if (key->row < 0) {
    Suggestion near = suggest_begin(key->name);
    char text[SUGGEST_TEXT_MAX];
    suggest_offer(&near, "instance");
    options_task_offer(&near);
    FAIL(ERR_FORMAT, "%s:%d: expected instance or an option of a task (docs/guide-sweeps.md), found '%s'%s",
         path, key->line, key->name, suggest_text(&near, "", text));
  }
  if (options_row_path(key->row)) return paths_check(path, key);
  for (size_t w = 0; w < key->words; w++) TRY(word_check(path, key, &key->word[w]));
  return OK;
}

/* The values of a word, in order. */
static Status word_fill(const char *path, const JobKey *key, const JobWord *word, JobValue **next) {
  Range range;
  char line[JOB_LINE_MAX];
  TRY(word_range(path, word, &range));
  for (uint64_t v = 0; v < range.count; v++) {
    TRY(value_line(path, key, word, &range, v, line));
    (*next)->text = strdup(line);
    /* lint: malloc-leak: the key has it */
    if (!(*next)++->text) FAIL(ERR_MEMORY, "%s:%d: no memory for %s", path, word->line, word->text);
  }
  return OK;
}

Status job_key_fill(const char *path, JobKey *key) {
  if (key->value) return OK;
  JobValue *next = key->value = calloc(key->values, sizeof *key->value);
  if (!next)
    FAIL(ERR_MEMORY, "%s:%d: no memory for %llu values", path, key->line, (unsigned long long)key->values);
  for (size_t w = 0; w < key->words; w++) TRY(word_fill(path, key, &key->word[w], &next));
  return OK;
}
