/* Reader of task matching instances.
 *
 * Two passes over the times: the first checks and counts them and finds the most decimals, so that a truncated file
 * allocates nothing; the second converts them to units of 10^-decimals. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "etc.h"
#include "halt.h"
#include "io/lexer.h"
#include "io/path.h"
#include "matching.h"
#include "problem.h"

/* ---- reader ---- */

typedef struct Sizes {
  int32_t tasks, machines, decimals;
  size_t times;
  bool restricted; /* some pairs are not allowed */
} Sizes;

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Bytes up to the next white space, from the next word on; 0: the end of the file. */
static size_t next_word(Lexer *lx) {
  lexer_skip_space(lx);
  const char *p = lx->at;
  while (p < lx->end && !is_space(*p)) p++;
  return (size_t)(p - lx->at);
}

static Status read_count(Lexer *lx, const char *what, int32_t *count) {
  long long value;
  if (!lexer_integer(lx, 1, INT32_MAX, &value))
    return lexer_fail(lx, "the number of %s, from 1 to %d", what, INT32_MAX);
  *count = (int32_t)value;
  return OK;
}

/* "tasks machines", perhaps "0". */
static Status read_sizes(Lexer *lx, Sizes *sizes) {
  long long zero;
  lexer_skip_space(lx);
  TRY(read_count(lx, "tasks", &sizes->tasks));
  TRY(read_count(lx, "machines", &sizes->machines));
  (void)lexer_integer(lx, 0, 0, &zero);
  TRY(lexer_line_end(lx));
  long long times = (long long)sizes->tasks * sizes->machines;
  if (times > INT32_MAX)
    FAIL(ERR_FORMAT, "%s:%d: expected at most %d times, found %d tasks x %d machines", lx->path, lx->line,
         INT32_MAX, sizes->tasks, sizes->machines);
  sizes->times = (size_t)times;
  return OK;
}

/* Digits with at most one point, not all of them 0; *decimals is how many are behind the point. */
static bool is_time(const char *word, size_t length, size_t *decimals) {
  const char *point = memchr(word, '.', length);
  bool positive = false;
  for (size_t k = 0; k < length; k++) {
    if (!is_digit(word[k]) && word + k != point) return false;
    positive |= word[k] > '0';
  }
  *decimals = point ? length - (size_t)(point - word) - 1 : 0;
  return positive;
}

static bool is_never(const char *word, size_t length) { return length == 3 && memcmp(word, "inf", 3) == 0; }

/* *never: how many machines of this task may not run it so far. */
static Status check_never(Lexer *lx, size_t task, Sizes *sizes, int32_t *never) {
  if (++*never == sizes->machines)
    return lexer_fail(lx, "a time of task %zu on some machine, as all others are inf", task);
  sizes->restricted = true;
  lx->at += 3;
  return OK;
}

static Status check_time(Lexer *lx, size_t length, size_t k, Sizes *sizes, int32_t *never) {
  size_t decimals;
  const size_t task = k / (size_t)sizes->machines + 1, machine = k % (size_t)sizes->machines + 1;
  if (machine == 1) *never = 0;
  if (is_never(lx->at, length)) return check_never(lx, task, sizes, never);
  if (!is_time(lx->at, length, &decimals))
    return lexer_fail(lx, "the time of task %zu on machine %zu, digits above 0 such as 12.5, or inf", task,
                      machine);
  if (decimals > ETC_DECIMALS_MAX) return lexer_fail(lx, "at most %d decimals", ETC_DECIMALS_MAX);
  if ((int32_t)decimals > sizes->decimals) sizes->decimals = (int32_t)decimals;
  lx->at += length;
  return OK;
}

/* First pass; by value: the second one starts at the same place. */
static Status check_times(Lexer lx, Sizes *sizes) {
  int32_t never = 0;
  for (size_t k = 0; k < sizes->times; k++) {
    if (halt_poll()) return halt_after("the reading of times");
    size_t length = next_word(&lx);
    if (length == 0)
      FAIL(ERR_FORMAT, "%s:%d: expected %zu times, found %zu", lx.path, lx.line, sizes->times, k);
    TRY(check_time(&lx, length, k, sizes, &never));
  }
  lexer_skip_space(&lx);
  return lx.at == lx.end ? OK : lexer_fail(&lx, "the end of the file after %zu times", sizes->times);
}

/* Second pass. *room: what remains of LOAD_MAX for the longest times of the next tasks. */
static Status read_task(Lexer *lx, const Sizes *sizes, int64_t *row, int64_t *room) {
  int64_t longest = 0;
  for (int32_t m = 0; m < sizes->machines; m++) {
    size_t length = next_word(lx);
    if (is_never(lx->at, length))
      row[m] = ETC_NEVER;
    else if (!cost_parse(lx->at, length, sizes->decimals, false, &row[m]) || row[m] > *room)
      return lexer_fail(lx, "longest times of all tasks that sum to at most 2^60 units of 10^-%d",
                        sizes->decimals);
    if (row[m] > longest) longest = row[m];
    lx->at += length;
  }
  *room -= longest;
  return OK;
}

/* Where a pair is not allowed, a time that no other assignment reaches. */
Status etc_never_fill(const char *place, int64_t longest, MatchingInstance *inst) {
  const int32_t tasks = inst->head.n;
  if (longest >= LOAD_MAX / tasks)
    FAIL(ERR_FORMAT,
         "%s: expected longest times of all tasks that sum to less than 2^60 / %d units of 10^-%d where some "
         "are inf, found %lld",
         place, tasks, inst->head.decimals, (long long)longest);
  inst->never = longest + 1;
  for (size_t k = 0; k < (size_t)tasks * (size_t)inst->machines; k++)
    if (inst->etc[k] == ETC_NEVER) inst->etc[k] = inst->never;
  return OK;
}

static bool is_size(const char *text, size_t length) {
  const char *x = memchr(text, 'x', length);
  if (!x || x == text || x == text + length - 1) return false;
  for (const char *p = text; p < text + length; p++)
    if (!is_digit(*p) && p != x) return false;
  return true;
}

/* The file's name less ".etc", with its folder if that is like "512x16". */
static void name_make(const char *path, char name[INSTANCE_NAME_MAX]) {
  const char *slash = strrchr(path, '/'), *start = slash ? slash + 1 : path;
  if (slash) {
    const char *folder = slash;
    while (folder > path && folder[-1] != '/') folder--;
    if (is_size(folder, (size_t)(slash - folder))) start = folder;
  }
  const size_t folder_bytes = slash && start < slash ? (size_t)(slash + 1 - start) : 0;
  snprintf(name, INSTANCE_NAME_MAX, "%s", start);
  if (folder_bytes < INSTANCE_NAME_MAX)
    path_stem(path, ".etc", name + folder_bytes, INSTANCE_NAME_MAX - folder_bytes);
}

Status etc_parse(const char *path, const char *text, size_t bytes, Instance **out) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  Sizes sizes = {0};
  Instance *inst;
  int64_t room = LOAD_MAX;
  Status status = OK;
  TRY(read_sizes(&lx, &sizes));
  TRY(check_times(lx, &sizes));
  TRY(matching_alloc(sizes.tasks, sizes.machines, sizes.decimals, &inst));
  for (int32_t t = 0; t < sizes.tasks && !halt_poll(); t++)
    TRY_GOTO(read_task(&lx, &sizes, &matching_of(inst)->etc[(size_t)t * (size_t)sizes.machines], &room),
             cleanup);
  TRY_GOTO(halt_after("the reading of times"), cleanup);
  if (sizes.restricted) TRY_GOTO(etc_never_fill(path, LOAD_MAX - room, (MatchingInstance *)inst), cleanup);
  name_make(path, inst->name);
  inst->digest = instance_digest(inst);
  *out = inst;
  inst = NULL;
cleanup:
  instance_free(inst);
  return status;
}

Status etc_read(const char *path, Instance **out) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  Status status = etc_parse(path, text, bytes, out);
  free(text);
  return status;
}

/* ---- probe ---- */

static void why_set(char *why, size_t size, const char *text) {
  if (why) snprintf(why, size, "no ETC file (%s)", text);
}

/* "tasks machines", perhaps "0", on a line of their own. */
static bool sizes_read(Lexer *lx, long long *tasks, long long *machines) {
  long long zero;
  lexer_skip_space(lx);
  if (!lexer_integer(lx, 1, INT32_MAX, tasks) || !lexer_integer(lx, 1, INT32_MAX, machines)) return false;
  (void)lexer_integer(lx, 0, 0, &zero);
  lexer_skip_blanks(lx);
  return lx->at == lx->end || *lx->at == '\n';
}

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The words that are left. */
static long long words_count(const Lexer *lx) {
  long long count = 0;
  for (const char *at = lx->at; at < lx->end && !halt_poll(); count++) {
    while (at < lx->end && is_blank(*at)) at++;
    if (at == lx->end) break;
    while (at < lx->end && !is_blank(*at)) at++;
  }
  return count;
}

static bool like_time(const char *word, size_t bytes) {
  if (bytes == 3 && memcmp(word, "inf", 3) == 0) return true;
  for (size_t k = 0; k < bytes; k++)
    if (!word[k] || !strchr("0123456789.", word[k])) return false;
  return true;
}

/* Are all words times, but for the last one, which may be cut? */
static bool words_are_times(const Lexer *lx) {
  const char *at = lx->at;
  while (!halt_poll()) {
    while (at < lx->end && is_blank(*at)) at++;
    const char *const word = at;
    while (at < lx->end && !is_blank(*at)) at++;
    if (at == lx->end) return true;
    if (!like_time(word, (size_t)(at - word))) return false;
  }
  return true;
}

/* A file that is called so, and begins with a number or what is meant as one, is read to its first error. */
static bool is_named(const char *path, Lexer lx) {
  lexer_skip_space(&lx);
  return (path_ends(path, ".etc") || path_ends(path, ".etc.gz")) && lx.at < lx.end && *lx.at &&
         strchr("0123456789-+.", *lx.at);
}

bool etc_tells(const char *path, const char *text, size_t bytes, char *why, size_t size) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  long long tasks, machines;
  char counts[128];
  if (is_named(path, lx)) return true;
  if (!sizes_read(&lx, &tasks, &machines)) {
    why_set(why, size, "it does not begin with a line of two numbers, tasks and machines, and 0 perhaps");
    return false;
  }
  const long long times = tasks * machines, found = words_count(&lx);
  if (found == times) return true;
  if (bytes == PROBLEM_HEAD_BYTES && found < times) { /* of a head the rest is not known */
    if (words_are_times(&lx)) return true;
    why_set(why, size, "behind its first line are words that are no times");
    return false;
  }
  snprintf(counts, sizeof counts,
           "%lld tasks and %lld machines would have %lld times behind the first line, it has %lld numbers",
           tasks, machines, times, found);
  why_set(why, size, counts);
  return false;
}

/* ---- writer ---- */

/* Writer of task matching instances. Used by `cordee generate`. */

/* All the decimals, zeros too: how many there are is part of the instance. */
static void write_time(FILE *out, int64_t time, int64_t unit, int32_t decimals) {
  fprintf(out, "%" PRId64, time / unit);
  if (decimals) fprintf(out, ".%0*" PRId64, decimals, time % unit);
}

Status etc_write(FILE *out, const Instance *inst) {
  int64_t unit = 1;
  for (int32_t d = 0; d < inst->decimals; d++) unit *= 10;
  fprintf(out, "%d %d\n", inst->n, matching_of(inst)->machines);
  const int64_t *time = matching_of(inst)->etc;
  for (int32_t t = 0; t < inst->n && !halt_poll(); t++)
    for (int32_t m = 0; m < matching_of(inst)->machines; m++) {
      if (*time == matching_of(inst)->never)
        fputs("inf", out);
      else
        write_time(out, *time, unit, inst->decimals);
      time++;
      fputc(m + 1 < matching_of(inst)->machines ? ' ' : '\n', out);
    }
  if (fflush(out) != 0 || ferror(out))
    FAIL(ERR_IO, "cannot write the instance %s: %s", inst->name, strerror(errno));
  return halt_after("the writing of the instance");
}
