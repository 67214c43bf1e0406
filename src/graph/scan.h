/* Numbers from a whole text in memory, fast: for readers of graphs. Inside this folder. */
#ifndef CORDEE_GRAPH_SCAN_H
#define CORDEE_GRAPH_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "status.h"

typedef struct Scan {
  const char *path; /* for messages */
  const char *at, *end;
  uint64_t line; /* of `at`, from 1 */
} Scan;

static inline bool scan_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static inline void scan_blanks(Scan *s) {
  while (s->at < s->end && scan_is_blank(*s->at)) s->at++;
}

/* If halting is due, the text ends here: see text_over. */
void scan_poll(Scan *s);

/* Behind the end of the line. */
static inline void scan_line(Scan *s) {
  enum { POLL_LINES = 1 << 14 };
  const char *stop = (const char *)memchr(s->at, '\n', (size_t)(s->end - s->at));
  s->at = stop ? stop + 1 : s->end;
  s->line++;
  if (s->line % POLL_LINES == 0) scan_poll(s);
}

static inline bool scan_line_ends(Scan *s) {
  scan_blanks(s);
  return s->at == s->end || *s->at == '\n';
}

/* A whole number, and a blank or the end of the line behind it. False: there is none, or one above 2^63. */
static inline bool scan_count(Scan *s, uint64_t *value) {
  uint64_t sum = 0;
  scan_blanks(s);
  const char *at = s->at;
  for (; at < s->end && (unsigned)(*at - '0') < 10; at++) {
    if (sum > (INT64_MAX - 9) / 10) return false;
    sum = sum * 10 + (unsigned)(*at - '0');
  }
  if (at == s->at || (at < s->end && *at != '\n' && !scan_is_blank(*at))) return false;
  s->at = at;
  *value = sum;
  return true;
}

/* The next word; its length, 0 at the end of the line. */
static inline size_t scan_word(Scan *s, const char **word) {
  scan_blanks(s);
  *word = s->at;
  while (s->at < s->end && *s->at != '\n' && !scan_is_blank(*s->at)) s->at++;
  return (size_t)(s->at - *word);
}

static inline bool scan_word_is(Scan *s, const char *text) {
  const char *word;
  const size_t bytes = scan_word(s, &word);
  return bytes == strlen(text) && memcmp(word, text, bytes) == 0;
}

/* ERR_FORMAT: "path:line: expected WHAT, found 'the rest of the line'". */
Status scan_fail(const Scan *s, const char *what);
/* ERR_FORMAT unless a number from `least` to `most` is next. */
Status scan_expect(Scan *s, uint64_t least, uint64_t most, const char *what, uint64_t *value);

#endif
