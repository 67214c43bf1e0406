/* Lists of solutions: see verify_list.h. Items.data is a place for each item (offsets of two texts, a line number), then the
 * texts. */
#include "verify_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "problem/instance_file.h"
#include "io/input.h"

typedef struct Place {
  uint64_t instance, solution; /* offsets in Items.data */
  int64_t line;
} Place;

typedef struct Reader {
  const char *path;
  int folder; /* characters of `path` up to its last slash */
  Items *out;
  char *text; /* where the next text goes; NULL while sizes are counted */
  uint64_t count, bytes;
} Reader;

/* Appends the name, below the list's folder unless it is absolute or an instance by itself. Returns its offset. */
static uint64_t name_put(Reader *r, const char *name, size_t length, bool instance) {
  char plain[4096];
  snprintf(plain, sizeof plain, "%.*s", (int)length, name);
  const bool whole = name[0] == '/' || (instance && instance_is_name(plain));
  const int folder = whole ? 0 : r->folder;
  const uint64_t at = r->bytes;
  if (r->text) sprintf(r->text + at, "%.*s%.*s", folder, r->path, (int)length, name);
  r->bytes += (uint64_t)folder + length + 1;
  return at;
}

/* The line's two words. False: it has not two. */
static bool line_split(const char *line, size_t length, size_t size[2], const char *word[2]) {
  const char *const blanks = memchr(line, '\t', length) ? "\t" : " ";
  const char *at = line, *const end = line + length;
  int words = 0;
  while (at < end) {
    while (at < end && strchr(blanks, *at)) at++;
    const char *const begin = at;
    while (at < end && !strchr(blanks, *at)) at++;
    if (at == begin) break;
    if (words == 2) return false;
    word[words] = begin, size[words++] = (size_t)(at - begin);
  }
  return words == 2 && size[0] < 4096 && size[1] < 4096;
}

static Status line_read(Reader *r, const char *line, size_t length, int64_t number) {
  const char *word[2];
  size_t size[2];
  if (!line_split(line, length, size, word))
    FAIL(ERR_FORMAT, "%s:%lld: expected an instance and a solution, found '%.*s'", r->path, (long long)number,
         (int)(length < 200 ? length : 200), line);
  const uint64_t instance = name_put(r, word[0], size[0], true),
                 solution = name_put(r, word[1], size[1], false);
  if (r->text) ((Place *)r->out->data)[r->count] = (Place){instance, solution, number};
  r->count++;
  return OK;
}

static Status lines_read(Reader *r, const char *text, size_t bytes) {
  int64_t number = 0;
  const char *const end = text + bytes;
  for (const char *at = text, *next; at < end; at = next) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    next = stop ? stop + 1 : end;
    size_t length = (size_t)((stop ? stop : end) - at);
    number++;
    if (memchr(at, 0, length))
      FAIL(ERR_FORMAT, "%s:%lld: expected text, found a zero byte", r->path, (long long)number);
    while (length && strchr(" \t\r", at[length - 1])) length--;
    if (length && at[0] != '#') TRY(line_read(r, at, length, number));
  }
  return OK;
}

/* Once to count, once to keep. */
static Status items_make(Reader *r, const char *text, size_t bytes) {
  TRY(lines_read(r, text, bytes));
  if (!r->count) FAIL(ERR_FORMAT, "%s: expected lines of an instance and a solution, found none", r->path);
  const uint64_t places = r->count * sizeof(Place);
  r->out->count = r->count, r->out->bytes = places + r->bytes;
  r->out->data = malloc(r->out->bytes);
  if (!r->out->data) FAIL(ERR_MEMORY, "%s: no memory for %llu lines", r->path, (unsigned long long)r->count);
  r->text = r->out->data, r->bytes = places, r->count = 0;
  TRY(lines_read(r, text, bytes));
  r->out->digest = XXH3_64bits(r->out->data, r->out->bytes);
  return OK;
}

Status verify_list_parse(const char *path, const char *text, size_t bytes, Items *out) {
  const char *slash = strrchr(path, '/');
  *out = (Items){.count = 0};
  Reader r = {.path = path, .folder = slash ? (int)(slash - path) + 1 : 0, .out = out};
  const Status status = items_make(&r, text, bytes);
  if (status != OK) free(out->data), out->data = NULL;
  return status;
}

Status verify_list_read(const char *path, const void *settings, Items *out) {
  (void)settings; /* there are none */
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status = verify_list_parse(path, text, bytes, out);
  free(text);
  return status;
}

VerifyPair verify_list_pair(const Items *items, uint64_t item) {
  const Place *place = &((const Place *)items->data)[item];
  const char *text = items->data;
  return (VerifyPair){text + place->instance, text + place->solution, (int32_t)place->line};
}
