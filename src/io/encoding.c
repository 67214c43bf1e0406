/* See encoding.h. */
#include "encoding.h"

#include <stdbool.h>
#include <string.h>

static bool begins(const char *text, size_t bytes, const char *mark, size_t length) {
  return bytes >= length && memcmp(text, mark, length) == 0;
}

size_t encoding_mark(const char *text, size_t bytes) {
  return begins(text, bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
}

/* UTF-16 by its mark, or by zeros in every other byte. UTF-32 with its mark begins as one of them. */
static bool is_wide(const char *text, size_t bytes) {
  if (begins(text, bytes, "\xff\xfe", 2) || begins(text, bytes, "\xfe\xff", 2)) return true;
  if (bytes < 4) return false;
  const bool little = text[0] && !text[1] && text[2] && !text[3];
  const bool big = !text[0] && text[1] && !text[2] && text[3];
  return little || big;
}

Status encoding_settle(const char *name, char *text, size_t *bytes) {
  if (is_wide(text, *bytes))
    FAIL(ERR_FORMAT, "%s:1: expected text in UTF-8, found UTF-16: save it as UTF-8", name);
  const size_t mark = encoding_mark(text, *bytes);
  if (mark) memmove(text, text + mark, *bytes - mark);
  *bytes -= mark;
  return OK;
}
