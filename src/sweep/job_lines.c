/* Job files, the text. libinih tells names from values; it is handed a line at a time, without comments, by a reader
 * that counts them: libraries differ in whether they tell line numbers and which comments they know. A line's fate is
 * seen when the next one is asked for, so errors come in the file's order. */
#include <ini.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "job_lines.h"
#include "status.h"

enum { SECTION_NAME_MAX = 49 }; /* libinih's, and a row of results has room for it */

typedef struct Reader {
  const char *path, *at, *end; /* at: the next line */
  const char *text;            /* of this line, without blanks around it or comment */
  int length, line;
  bool indented,
      pending; /* of this line; pending: it must be a key or a value, libinih has not said so yet */
  JobLines *out;
  Status status;
} Reader;

void *list_room(void *list, size_t count, size_t bytes) {
  return count & (count - 1) ? list : realloc(list, (count ? 2 * count : 1) * bytes);
}

static Status no_memory(const Reader *r) {
  FAIL(ERR_MEMORY, "%s:%d: no memory for the job's text", r->path, r->line);
}

static void blanks_trim(const char **text, int *length) {
  while (*length > 0 && c_isspace(**text)) {
    ++*text;
    --*length;
  }
  while (*length > 0 && c_isspace((*text)[*length - 1])) --*length;
}

/* A comment begins with ; or # at a line's begin or after a blank. */
static int comment_find(const char *text, int length) {
  for (int i = 0; i < length; i++)
    if ((text[i] == ';' || text[i] == '#') && (i == 0 || c_isspace(text[i - 1]))) return i;
  return length;
}

static Status section_begin(Reader *r) {
  const char *name = r->text + 1, *close = memchr(r->text, ']', (size_t)r->length);
  int length = close ? (int)(close - name) : 0;
  blanks_trim(&name, &length);
  if (!close || close != r->text + r->length - 1 || length < 1 || length > SECTION_NAME_MAX)
    FAIL(ERR_FORMAT, "%s:%d: expected [NAME] of 1 to %d characters, alone on its line, found '%.*s'", r->path,
         r->line, SECTION_NAME_MAX, r->length, r->text);
  JobLines *out = r->out;
  for (size_t s = 0; s < out->sections; s++)
    if (strncmp(out->section[s].name, name, (size_t)length) == 0 && !out->section[s].name[length])
      FAIL(ERR_FORMAT, "%s:%d: expected each section once, found [%.*s] again, first in line %d", r->path,
           r->line, length, name, out->section[s].line);
  void *room = list_room(out->section, out->sections, sizeof *out->section);
  if (!room) return no_memory(r);
  out->section = room;
  char *copy = strndup(name, (size_t)length);
  if (!copy) return no_memory(r);
  out->section[out->sections++] = (JobSection){.name = copy, .line = r->line};
  return OK;
}

static Status word_add(Reader *r, JobKey *key, const char *text, int length) {
  void *room = list_room(key->word, key->words, sizeof *key->word);
  if (!room) return no_memory(r);
  key->word = room;
  char *copy = strndup(text, (size_t)length);
  if (!copy) return no_memory(r);
  /* lint: malloc-leak: the key has it */
  key->word[key->words++] = (JobWord){copy, r->line};
  return OK;
}

/* The last comma of a line may have nothing after it: the list goes on in the next one. */
static Status words_add(Reader *r, JobKey *key, const char *text) {
  for (const char *at = text; *at;) {
    const char *word = at;
    int length = (int)strcspn(at, ",");
    at += length;
    blanks_trim(&word, &length);
    if (length == 0 && *at)
      FAIL(ERR_FORMAT, "%s:%d: expected a value before each comma, found '%s'", r->path, r->line, text);
    if (length > 0) TRY(word_add(r, key, word, length));
    at += *at == ',';
  }
  return OK;
}

static Status key_add(Reader *r, const char *name, const char *text) {
  if (r->out->sections == 0)
    FAIL(ERR_FORMAT, "%s:%d: expected a [section] first, found '%s'", r->path, r->line, name);
  JobSection *s = &r->out->section[r->out->sections - 1];
  if (r->indented && s->keys) return words_add(r, &s->key[s->keys - 1], text);
  for (size_t k = 0; k < s->keys; k++)
    if (strcmp(s->key[k].name, name) == 0)
      FAIL(ERR_FORMAT, "%s:%d: expected each name once in [%s], found %s again, first in line %d", r->path,
           r->line, s->name, name, s->key[k].line);
  void *room = list_room(s->key, s->keys, sizeof *s->key);
  if (!room) return no_memory(r);
  s->key = room;
  char *copy = strdup(name);
  if (!copy) return no_memory(r);
  s->key[s->keys++] = (JobKey){.name = copy, .line = r->line};
  return words_add(r, &s->key[s->keys - 1], text);
}

static int key_read(void *reader, const char *section, const char *name, const char *text) {
  Reader *r = reader;
  (void)section; /* section_begin knows it, also where it has no key */
  r->pending = false;
  if (r->status == OK) r->status = key_add(r, name, text);
  return r->status == OK;
}

static Status line_check(const Reader *r, int size) {
  if (memchr(r->text, 0, (size_t)r->length))
    FAIL(ERR_FORMAT, "%s:%d: expected text, found a zero byte", r->path, r->line);
  if (r->length + 3 > size) /* a blank in front; newline and NUL */
    FAIL(ERR_FORMAT,
         "%s:%d: expected at most %d characters (a value may go on, indented, in the next line), found %d",
         r->path, r->line, size - 3, r->length);
  return OK;
}

/* The next line into r->text. */
static void line_take(Reader *r) {
  const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at)), *stop = newline ? newline : r->end;
  r->text = r->at;
  r->length = comment_find(r->at, (int)(stop - r->at));
  r->indented = c_isspace(*r->at);
  r->at = newline ? newline + 1 : r->end;
  r->line++;
  blanks_trim(&r->text, &r->length);
}

/* What libinih calls for a line, as fgets. A section is never taken for the rest of a value, even if it is indented. */
static char *line_next(char *out, int size, void *reader) {
  Reader *r = reader;
  if (r->status == OK && r->pending)
    r->status = status_fail(ERR_FORMAT, "%s:%d: expected name = value, found '%.*s'", r->path, r->line,
                            r->length, r->text);
  if (r->status != OK || r->at == r->end) return NULL;
  line_take(r);
  const bool section = r->length > 0 && *r->text == '[';
  r->pending = r->length > 0 && !section;
  r->status = line_check(r, size);
  if (r->status == OK && section) r->status = section_begin(r);
  if (r->status != OK) return NULL;
  snprintf(out, (size_t)size, "%s%.*s\n", r->indented && r->pending ? " " : "", r->length, r->text);
  return out;
}

static Status keys_have_words(const char *path, const JobLines *lines) {
  for (size_t s = 0; s < lines->sections; s++)
    for (size_t k = 0; k < lines->section[s].keys; k++)
      if (lines->section[s].key[k].words == 0)
        FAIL(ERR_FORMAT, "%s:%d: expected a value of %s, found none", path, lines->section[s].key[k].line,
             lines->section[s].key[k].name);
  return OK;
}

Status job_lines_read(const char *path, const char *text, size_t bytes, JobLines *out) {
  static const char byte_order_mark[] = "\xEF\xBB\xBF";
  JobLines lines = {0};
  Reader r = {.path = path, .at = text, .end = text + bytes, .out = &lines};
  if (bytes >= 3 && memcmp(text, byte_order_mark, 3) == 0) r.at += 3;
  const CLocale before = c_locale_enter();
  int refused = ini_parse_stream(line_next, &r, key_read, &r);
  c_locale_leave(before);
  if (r.status == OK) r.status = keys_have_words(path, &lines);
  if (r.status == OK && refused)
    r.status = status_fail(ERR_FORMAT, "%s:%d: expected INI text, found something else", path, refused);
  lines.lines = r.line > 0 ? r.line : 1;
  if (r.status == OK)
    *out = lines;
  else
    job_lines_free(&lines);
  return r.status;
}

static void key_free(JobKey *key) {
  for (size_t w = 0; w < key->words; w++) free(key->word[w].text);
  for (uint64_t v = 0; key->value && v < key->values; v++) free(key->value[v].text);
  free(key->word);
  free(key->value);
  free(key->name);
}

void job_lines_free(JobLines *lines) {
  for (size_t s = 0; s < lines->sections; s++) {
    for (size_t k = 0; k < lines->section[s].keys; k++) key_free(&lines->section[s].key[k]);
    free(lines->section[s].key);
    free(lines->section[s].name);
  }
  free(lines->section);
  *lines = (JobLines){0};
}
