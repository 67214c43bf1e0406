/* What the words of a job file stand for: values of options, ranges of them, paths of instances, globs. */
#include <glob.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "c_locale.h"
#include "instance.h"
#include "job_lines.h"
#include "options/options.h"
#include "problem/instance_file.h"
#include "solver.h"

/* ---- instances ---- */

/* Instances of a job file, and other files that it names. A word is cut out of its list first, then variables of the
 * environment are put in, then it is found from the job file's folder on. */

typedef struct Text { /* a path that grows */
  char text[PATH_MAX];
  size_t length;
} Text;

static Status text_add(const char *path, int line, Text *t, const char *more, size_t length) {
  if (length >= sizeof t->text - t->length)
    FAIL(ERR_FORMAT, "%s:%d: expected a path of less than %d characters, found a longer one", path, line,
         PATH_MAX);
  memcpy(t->text + t->length, more, length);
  t->text[t->length += length] = 0;
  return OK;
}

static size_t name_length(const char *at) {
  size_t length = 0;
  while (c_isalnum(at[length]) || at[length] == '_') length++;
  return length && !c_isdigit(*at) ? length : 0;
}

/* Puts in the variable that *at (behind the $) names, as a shell would: NAME, {NAME}, {NAME:-else}; an empty one counts as
 * unset. */
static Status variable_put(const char *path, const JobWord *word, const char **at, Text *out) {
  const bool braces = **at == '{';
  const char *name = *at + braces, *otherwise = NULL, *end = name + name_length(name);
  size_t otherwise_length = 0, length = (size_t)(end - name);
  if (braces && strncmp(end, ":-", 2) == 0) {
    otherwise = end + 2;
    otherwise_length = strcspn(otherwise, "}");
    end = otherwise + otherwise_length;
  }
  if (length == 0 || length >= 256 || (braces && *end != '}'))
    FAIL(ERR_FORMAT, "%s:%d: expected $NAME, ${NAME} or ${NAME:-else}, found '%s'", path, word->line,
         *at - 1);
  *at = end + braces;
  char variable[256];
  snprintf(variable, sizeof variable, "%.*s", (int)length, name);
  const char *value = getenv(variable);
  if (value && *value) return text_add(path, word->line, out, value, strlen(value));
  if (!otherwise)
    FAIL(ERR_FORMAT, "%s:%d: expected the environment to have %s, found it unset", path, word->line,
         variable);
  return text_add(path, word->line, out, otherwise, otherwise_length);
}

static Status variables_put(const char *path, const JobWord *word, Text *out) {
  out->length = 0;
  out->text[0] = 0;
  for (const char *at = word->text; *at;) {
    size_t plain = strcspn(at, "$");
    TRY(text_add(path, word->line, out, at, plain));
    at += plain;
    if (!*at) break;
    at++;
    TRY(variable_put(path, word, &at, out));
  }
  return OK;
}

/* The job file's folder with a slash, "" if it is this one; then `item`, unless that is absolute. Glob characters of the
 * folder are no pattern. */
static Status path_join(const char *path, const JobWord *word, const char *item, bool pattern, Text *out) {
  out->length = 0;
  out->text[0] = 0;
  const char *slash = strrchr(path, '/');
  for (const char *at = path; slash && *item != '/' && at <= slash; at++) {
    if (pattern && strchr("*?[]\\", *at)) TRY(text_add(path, word->line, out, "\\", 1));
    TRY(text_add(path, word->line, out, at, 1));
  }
  return text_add(path, word->line, out, item, strlen(item));
}

/* The absolute path of its folder, with links followed, so that ways to one folder are one; and its name. The file need not be there. */
static const char *path_split(const char *file, char real[PATH_MAX]) {
  char folder[PATH_MAX];
  const char *slash = strrchr(file, '/');
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - file) + 1 : 1, slash ? file : ".");
  if (!realpath(folder, real)) snprintf(real, PATH_MAX, "%s", folder);
  return slash ? slash + 1 : file;
}

static uint64_t path_hash(const char *instance) {
  char real[PATH_MAX];
  const char *file = path_split(instance, real);
  return XXH3_64bits_withSeed(file, strlen(file), XXH3_64bits(real, strlen(real)));
}

static Status value_add(const char *path, const JobWord *word, JobKey *key, const char *text, uint64_t hash) {
  void *room = list_room(key->value, key->values, sizeof *key->value);
  if (!room) FAIL(ERR_MEMORY, "%s:%d: no memory for %s", path, word->line, text);
  key->value = room;
  JobValue *const value = &key->value[key->values];
  /* lint: malloc-leak: the key has it */
  *value = (JobValue){strdup(text), hash};
  if (!value->text) FAIL(ERR_MEMORY, "%s:%d: no memory for %s", path, word->line, text);
  key->values++;
  return OK;
}

static Status instance_add(const char *path, const JobWord *word, JobKey *key, const char *instance,
                           bool by_text) {
  return value_add(path, word, key, instance,
                   by_text ? XXH3_64bits(instance, strlen(instance)) : path_hash(instance));
}

static Status glob_add(const char *path, const JobWord *word, JobKey *key, const char *item) {
  Text pattern;
  glob_t found;
  TRY(path_join(path, word, item, true, &pattern));
  int rc = glob(pattern.text, 0, NULL, &found);
  if (rc == GLOB_NOSPACE) FAIL(ERR_MEMORY, "%s:%d: no memory for the files of %s", path, word->line, item);
  if (rc != 0)
    FAIL(ERR_FORMAT, "%s:%d: expected a file of the pattern %s, found none", path, word->line, pattern.text);
  Status status = OK;
  for (size_t f = 0; f < found.gl_pathc; f++)
    TRY_GOTO(instance_add(path, word, key, found.gl_pathv[f], false), cleanup);
cleanup:
  globfree(&found);
  return status;
}

static Status word_find(const char *path, const JobWord *word, JobKey *key) {
  Text item, instance;
  TRY(variables_put(path, word, &item));
  if (strpbrk(item.text, "*?[")) return glob_add(path, word, key, item.text);
  TRY(path_join(path, word, item.text, false, &instance));
  if (instance_is_name(item.text) && access(instance.text, F_OK) != 0)
    return instance_add(path, word, key, item.text, true);
  return instance_add(path, word, key, instance.text, false);
}

/* Finds the instances that the words of `key` name: key->value, in their order, a glob's by name. As job_key_check. */
static Status job_instances_find(const char *path, JobKey *key) {
  for (size_t w = 0; w < key->words; w++) TRY(word_find(path, &key->word[w], key));
  return OK;
}

/* Absolute, as the text is part of what tells tasks apart. */
static Status path_find(const char *path, const JobWord *word, JobKey *key) {
  Text item, file, whole = {.length = 0};
  char folder[PATH_MAX];
  TRY(variables_put(path, word, &item));
  TRY(path_join(path, word, item.text, false, &file));
  const char *name = path_split(file.text, folder);
  TRY(text_add(path, word->line, &whole, folder, strlen(folder)));
  TRY(text_add(path, word->line, &whole, "/", 1));
  TRY(text_add(path, word->line, &whole, name, strlen(name)));
  return value_add(path, word, key, whole.text, 0);
}

/* The files that the words of `key`, an option, name, as seen from the job file: absolute paths into key->value, in
 * their order. As job_key_check. */
static Status job_paths_find(const char *path, JobKey *key) {
  for (size_t w = 0; w < key->words; w++) TRY(path_find(path, &key->word[w], key));
  return OK;
}

/* ---- values ---- */

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
