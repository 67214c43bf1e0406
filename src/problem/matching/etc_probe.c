/* Which texts are ETC files: see etc.h. */
#include <stdio.h>
#include <string.h>
#include "etc.h"
#include "halt.h"
#include "io/lexer.h"
#include "io/path.h"
#include "problem.h"

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

static bool is_time(const char *word, size_t bytes) {
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
    if (!is_time(word, (size_t)(at - word))) return false;
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
