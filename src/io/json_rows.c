/* See json_rows.h. */
#include "json_rows.h"

#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "text.h"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static const char *space_skip(const char *at, const char *end) {
  while (at < end && is_space(*at)) at++;
  return at;
}

static int lines_in(const char *at, const char *end) {
  int lines = 0;
  for (; (at = memchr(at, '\n', (size_t)(end - at))); at++) lines++;
  return lines;
}

/* ---- what is left out ---- */

/* Behind the text in quotes that begins here. */
static const char *text_end(const char *at, const char *end) {
  for (at++; at < end && *at != '"'; at++) at += *at == '\\' && at + 1 < end;
  return at < end ? at + 1 : end;
}

static bool is_named(const char *at, const char *end, const char *const *names) {
  for (int k = 0; names[k]; k++)
    if ((size_t)(end - at) == strlen(names[k]) + 2 && memcmp(at + 1, names[k], strlen(names[k])) == 0)
      return true;
  return false;
}

/* The array that begins here. False: it has something else than arrays and plain values, or no end. */
static bool array_measure(const JsonText *text, const char *at, JsonCut *cut) {
  const char *const end = text->text + text->bytes;
  int depth = 0;
  *cut = (JsonCut){.begin = (size_t)(at - text->text), .rows = 1};
  do {
    if (at == end || strchr("\"{}", *at)) return false;
    depth += *at == '[';
    depth -= *at == ']';
    cut->rows += *at == ',' && depth == 1;
    at++;
  } while (depth > 0);
  cut->end = (size_t)(at - text->text);
  return true;
}

/* The value of the member whose name ends here. False: it is no array of arrays. */
static bool member_measure(const JsonText *text, const char *at, JsonCut *cut) {
  const char *const end = text->text + text->bytes;
  at = space_skip(at, end);
  if (at == end || *at != ':') return false;
  const char *const value = space_skip(at + 1, end);
  if (value == end || *value != '[') return false;
  const char *const first = space_skip(value + 1, end);
  return first < end && *first == '[' && array_measure(text, value, cut);
}

static Status cuts_find(JsonText *text, const char *const *names) {
  const char *const end = text->text + text->bytes;
  const char *at = text->text, *counted = at;
  int line = 1;
  while ((at = memchr(at, '"', (size_t)(end - at)))) {
    const char *const behind = text_end(at, end);
    JsonCut cut;
    const bool found = is_named(at, behind, names) && member_measure(text, behind, &cut);
    at = behind;
    if (!found) continue;
    JsonCut *const more = realloc(text->cut, (text->cuts + 1) * sizeof *more);
    if (!more) FAIL(ERR_MEMORY, "%s: no memory for its JSON", text->path);
    cut.line = line += lines_in(counted, text->text + cut.begin);
    counted = text->text + cut.begin;
    text->cut = more;
    text->cut[text->cuts++] = cut;
    at = text->text + cut.end;
  }
  return OK;
}

/* ---- the text without it ---- */

/* Of what stands for a cut: its number, and its lines. */
static size_t stand_in_most(const JsonText *text, const JsonCut *cut) {
  return DIGITS_MAX + 4 + (size_t)lines_in(text->text + cut->begin, text->text + cut->end);
}

/* Lines stay what they are. Returns the end. */
static char *stand_in_put(const JsonText *text, size_t k, char *to) {
  const int lines = lines_in(text->text + text->cut[k].begin, text->text + text->cut[k].end);
  to = digits_put(mempcpy(to, "[[", 2), (int64_t)k);
  memset(to, '\n', (size_t)lines);
  return mempcpy(to + lines, "]]", 2);
}

static Status rest_read(JsonText *text) {
  size_t room = text->bytes, from = 0;
  for (size_t k = 0; k < text->cuts; k++) {
    const JsonCut *cut = &text->cut[k];
    room += stand_in_most(text, cut) - (cut->end - cut->begin);
  }
  char *const rest = malloc(room + 1), *to = rest;
  if (!rest) FAIL(ERR_MEMORY, "%s: no memory for its JSON", text->path);
  for (size_t k = 0; k < text->cuts; k++) {
    const JsonCut *cut = &text->cut[k];
    to = mempcpy(to, text->text + from, cut->begin - from);
    to = stand_in_put(text, k, to);
    from = cut->end;
  }
  to = mempcpy(to, text->text + from, text->bytes - from);
  JsonText whole;
  const Status status = json_text_read(text->path, rest, (size_t)(to - rest), &whole);
  if (status == OK) text->root = whole.root;
  free(rest);
  return status;
}

Status json_text_read_rows(const char *path, const char *text, size_t bytes, const char *const *names,
                           JsonText *out) {
  *out = (JsonText){.path = path, .text = text, .bytes = bytes};
  Status status = cuts_find(out, names);
  if (status == OK) status = rest_read(out);
  if (status != OK) json_text_free(out);
  return status;
}

/* ---- rows ---- */

void json_rows_begin(const JsonAt *array, JsonRows *rows) {
  const JsonCut *cut = json_cut(array);
  *rows = (JsonRows){.array = array, .cut = cut, .count = cut ? cut->rows : json_array_size(array->value)};
  if (!cut) return;
  rows->at = array->of->text + cut->begin + 1;
  rows->line = cut->line;
}

/* The row that begins here, and behind it what separates it from the next one, or ends the array. */
static Status row_load(JsonRows *rows) {
  const JsonText *text = rows->array->of;
  const char *const end = text->text + rows->cut->end;
  json_error_t error;
  const char *const begin = space_skip(rows->at, end);
  rows->line += lines_in(rows->at, begin);
  const CLocale before = c_locale_enter();
  rows->row = json_loadb(begin, (size_t)(end - begin), JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &error);
  c_locale_leave(before);
  if (!rows->row && json_error_code(&error) == json_error_out_of_memory)
    FAIL(ERR_MEMORY, "%s: no memory for its JSON", text->path);
  if (!rows->row)
    FAIL(ERR_FORMAT, "%s:%d: expected JSON: %s", text->path,
         rows->line + (error.line > 1 ? error.line - 1 : 0), text_line(error.text));
  const char *const behind = space_skip(begin + error.position, end);
  rows->line += lines_in(begin, behind);
  rows->at = behind + 1;
  if (*behind == (rows->next + 1 < rows->count ? ',' : ']')) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected JSON: ',' or ']' behind a row, found '%c'", text->path, rows->line,
       *behind);
}

Status json_rows_next(JsonRows *rows, JsonAt *row) {
  const JsonAt *array = rows->array;
  if (!rows->cut) {
    *row = json_element(array, rows->next++);
    return OK;
  }
  json_rows_end(rows);
  TRY(row_load(rows));
  *row = (JsonAt){.of = array->of, .in = array, .index = rows->next++, .value = rows->row};
  return OK;
}

void json_rows_end(JsonRows *rows) {
  json_decref(rows->row);
  rows->row = NULL;
}
