/* Foreign text made safe: see text.h. */
#include "text.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"

enum { LINES = 16, ESCAPE_MAX = 12 };

/* ---- reading ---- */

/* Sequences by their first byte: how many bytes follow, and the smallest character that needs as many. */
static const struct {
  uint8_t mask, mark;
  int more;
  uint32_t least;
} sequences[] = {{0xE0, 0xC0, 1, 0x80}, {0xF0, 0xE0, 2, 0x800}, {0xF8, 0xF0, 3, 0x10000}};

enum { SEQUENCES = sizeof sequences / sizeof *sequences };

static bool is_character(uint32_t c) { return c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF); }

uint32_t text_next(const char **at) {
  const uint8_t *byte = (const uint8_t *)*at;
  if (byte[0] == 0) return 0;
  *at += 1;
  for (int s = 0; s < SEQUENCES; s++) {
    if ((byte[0] & sequences[s].mask) != sequences[s].mark) continue;
    uint32_t c = byte[0] & (uint8_t)~sequences[s].mask;
    int k = 1;
    for (; k <= sequences[s].more && (byte[k] & 0xC0) == 0x80; k++) c = c << 6 | (byte[k] & 0x3F);
    if (k <= sequences[s].more || c < sequences[s].least || !is_character(c)) break;
    *at += sequences[s].more;
    return c;
  }
  return byte[0];
}

/* ---- characters ---- */

/* Controls, marks of writing direction, line and paragraph separators, invisible characters, tags. */
static bool is_hidden(uint32_t c) {
  static const uint32_t ranges[][2] = {{0x01, 0x1F},     {0x7F, 0x9F},      {0xAD, 0xAD},
                                       {0x61C, 0x61C},   {0x200B, 0x200F},  {0x2028, 0x202E},
                                       {0x2060, 0x206F}, {0xFEFF, 0xFEFF},  {0xFFF9, 0xFFFB},
                                       {0xFFFE, 0xFFFF}, {0xE0000, 0xE007F}};
  for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++)
    if (c >= ranges[r][0] && c <= ranges[r][1]) return true;
  return false;
}

static char *character_put(char *to, uint32_t c) {
  int more;
  if (c < 0x80)
    more = 0;
  else if (c < 0x800)
    more = 1;
  else if (c < 0x10000)
    more = 2;
  else
    more = 3;
  *to++ = (char)(more ? (0xFF00u >> (more + 1) & 0xFF) | c >> 6 * more : c);
  for (int k = more - 1; k >= 0; k--) *to++ = (char)(0x80 | (c >> 6 * k & 0x3F));
  return to;
}

static char *escape_put(char *to, uint32_t c) {
  const char *wide = c < 0x10000 ? "\\u%04x" : "\\U%08x";
  return to + c_snprintf(to, ESCAPE_MAX, c < 0x100 ? "\\x%02x" : wide, c);
}

/* Of up to ESCAPE_MAX bytes, not ended by a NUL. */
static char *visible_put(char *to, uint32_t c) {
  return is_hidden(c) ? escape_put(to, c) : character_put(to, c);
}

static void visible_print(FILE *out, uint32_t c) {
  char bytes[ESCAPE_MAX];
  /* cppcheck-suppress uninitvar ; visible_put fills it */
  fwrite(bytes, 1, (size_t)(visible_put(bytes, c) - bytes), out);
}

static bool is_layout(uint32_t c) { return c == '\t' || c == '\n' || c == '\r'; }

/* ---- sinks ---- */

static bool is_plain(const char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < 32 || (unsigned char)*text >= 127) return false;
  return true;
}

const char *text_line(const char *text) {
  static _Thread_local char *lines[LINES];
  static _Thread_local int next;
  if (is_plain(text)) return text;
  char **line = &lines[next++ % LINES];
  free(*line);
  *line = malloc(strlen(text) * ESCAPE_MAX + 1);
  if (!*line) return "(no memory)";
  char *to = *line;
  for (uint32_t c; (c = text_next(&text));) to = visible_put(to, c);
  *to = 0;
  return *line;
}

/* A byte becomes two at most. */
char *text_utf8(const char *text, size_t *bytes) {
  char *copy = malloc(2 * strlen(text) + 4), *end = copy;
  for (uint32_t c; copy && (c = text_next(&text));) end = character_put(end, c);
  *bytes = (size_t)(end - copy);
  return copy;
}

static const char *html_escape(uint32_t c) {
  switch (c) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  default:
    return NULL;
  }
}

void text_html(FILE *out, const char *text) {
  for (uint32_t c; (c = text_next(&text));) {
    const char *escape = html_escape(c);
    if (escape)
      fputs(escape, out);
    else if (c == '\t' || c == '\n')
      fputc((int)c, out);
    else
      visible_print(out, c);
  }
}

/* An optional sign, digits with at most one point, perhaps an exponent. */
static bool is_number(const char *text) {
  static const char digits[] = "0123456789";
  text += *text == '+' || *text == '-';
  const size_t whole = strspn(text, digits);
  text += whole;
  const size_t part = *text == '.' ? strspn(text + 1, digits) : 0;
  text += *text == '.' ? 1 + part : 0;
  if (whole + part == 0) return false;
  if (*text != 'e' && *text != 'E') return *text == 0;
  text += 1 + (text[1] == '+' || text[1] == '-');
  return *text && text[strspn(text, digits)] == 0;
}

/* The last four are the wide forms of = + - @, which spreadsheets take for these. */
static bool is_formula(const char *text) {
  static const uint32_t signs[] = {'=', '+', '-', '@', '\t', '\r', '\n', 0xFF1D, 0xFF0B, 0xFF0D, 0xFF20};
  const char *at = text;
  const uint32_t first = text_next(&at);
  for (size_t s = 0; s < sizeof signs / sizeof *signs; s++)
    if (first == signs[s]) return !is_number(text);
  return false;
}

void text_csv(FILE *out, const char *text) {
  const size_t length = strlen(text);
  const bool bare =
      strcspn(text, ",\"\r\n") == length && text[0] != ' ' && (!length || text[length - 1] != ' ');
  if (!bare) fputc('"', out);
  if (is_formula(text)) fputc('\'', out);
  for (uint32_t c; (c = text_next(&text));)
    if (c == '"')
      fputs("\"\"", out);
    else if (is_layout(c))
      fputc((int)c, out);
    else
      visible_print(out, c);
  if (!bare) fputc('"', out);
}

/* Characters from Hangul on may take two columns: they are counted so, but for the blocks of bars. */
static int columns_of(uint32_t c) { return c >= 0x1100 && !(c >= 0x2580 && c < 0x25a0) ? 2 : 1; }

/* ", WORD", or of the last " and WORD". */
static void list_add(char *text, const char *before, const char *word, bool first, bool last) {
  const char *between;
  if (first)
    between = "";
  else if (last)
    between = " and ";
  else
    between = ", ";
  snprintf(text + strlen(text), TEXT_MISSING_MAX - strlen(text), "%s%s%s", between, before, word);
}

bool text_missing(const char *const *names, const bool *there, char text[TEXT_MISSING_MAX]) {
  int missing = 0, told = 0;
  text[0] = 0;
  for (int k = 0; names[k]; k++) {
    list_add(text, "", names[k], k == 0, !names[k + 1]);
    missing += !there[k];
  }
  if (missing) strncat(text, ", found ", TEXT_MISSING_MAX - strlen(text) - 1);
  for (int k = 0; names[k]; k++)
    if (!there[k]) {
      list_add(text, "no ", names[k], told == 0, told == missing - 1);
      told++;
    }
  return missing > 0;
}

typedef struct KeptText {
  struct KeptText *next;
  char text[];
} KeptText;

const char *text_kept(const char *text) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static KeptText *first;
  const size_t bytes = strlen(text) + 1;
  pthread_mutex_lock(&lock);
  KeptText *kept = first;
  while (kept && strcmp(kept->text, text) != 0) kept = kept->next;
  if (!kept && (kept = malloc(sizeof *kept + bytes))) {
    memcpy(kept->text, text, bytes);
    kept->next = first;
    first = kept;
  }
  pthread_mutex_unlock(&lock);
  return kept ? kept->text : "(no memory)";
}

size_t text_fit(const char *line, size_t length, int columns) {
  const char *at = line, *next = line;
  for (int used = 0; (size_t)(at - line) < length; at = next) {
    const uint32_t c = text_next(&next);
    used += columns_of(c);
    if (c == 0 || used > columns) break;
  }
  return (size_t)(at - line);
}
