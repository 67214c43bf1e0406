/* See page.h. */
#include "page.h"

#include <string.h>
#include "c_locale.h"

enum { ITEM_COLUMN = 26 };

/* ---- text ---- */

/* Words from column `at` on, further lines from column `indent` on. */
static void words_wrap(FILE *out, const char *text, size_t length, int at, int indent) {
  for (const char *end = text + length; text < end;) {
    const int word = (int)strcspn(text, " ");
    const int size = word < end - text ? word : (int)(end - text);
    if (at > indent && at + 1 + size > PAGE_COLUMNS) {
      fprintf(out, "\n%*s", indent, "");
      at = indent;
    }
    if (at > indent) {
      fputc(' ', out);
      at++;
    }
    fprintf(out, "%.*s", size, text);
    at += size;
    text += size;
    text += strspn(text, " ");
  }
  fputc('\n', out);
}

static void item_wrap(FILE *out, const char *left, const char *text) {
  const int used = fprintf(out, "  %s", left);
  if (used + 2 > ITEM_COLUMN)
    fprintf(out, "\n%*s", ITEM_COLUMN, "");
  else
    fprintf(out, "%*s", ITEM_COLUMN - used, "");
  words_wrap(out, text, strlen(text), ITEM_COLUMN, ITEM_COLUMN);
}

/* ---- manual pages ---- */

/* What roff would take for a request, an escape or a hyphen. */
static void roff_print(FILE *out, const char *text, size_t length) {
  if (length && (*text == '.' || *text == '\'')) fputs("\\&", out);
  for (size_t k = 0; k < length; k++) {
    if (text[k] == '\\')
      fputs("\\e", out);
    else if (text[k] == '-')
      fputs("\\-", out);
    else
      fputc(text[k], out);
  }
  fputc('\n', out);
}

static void roff_block(FILE *out, const char *before, const char *text, size_t length, const char *after) {
  fputs(before, out);
  roff_print(out, text, length);
  fputs(after, out);
}

/* ---- both ---- */

void page_begin(const Page *page, const char *name, const char *version, const char *summary) {
  if (page->form == PAGE_TEXT) return;
  fprintf(page->out, ".TH ");
  for (const char *at = name; *at; at++) fputc(c_toupper(*at), page->out);
  fprintf(page->out, " 1 \"\" \"cordee %s\" \"cordee\"\n.SH NAME\n%s \\- ", version, name);
  roff_print(page->out, summary, strlen(summary));
}

void page_heading(const Page *page, const char *heading) {
  if (page->form == PAGE_TEXT) {
    fprintf(page->out, "\n%s:\n", heading);
    return;
  }
  fprintf(page->out, ".SH \"");
  for (const char *at = heading; *at; at++) fputc(c_toupper(*at), page->out);
  fprintf(page->out, "\"\n");
}

void page_prose(const Page *page, const char *text) {
  for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    const size_t length = strcspn(at, "\n");
    if (page->form == PAGE_TEXT && (*at == ' ' || !length))
      fprintf(page->out, "%.*s\n", (int)length, at);
    else if (page->form == PAGE_TEXT)
      words_wrap(page->out, at, length, 0, 0);
    else if (*at == ' ')
      roff_block(page->out, ".nf\n", at, length, ".fi\n");
    else if (length)
      roff_block(page->out, ".PP\n", at, length, "");
  }
}

void page_item(const Page *page, const char *left, const char *text) {
  if (page->form == PAGE_TEXT) {
    item_wrap(page->out, left, text);
    return;
  }
  fputs(".TP\n.B ", page->out);
  roff_print(page->out, left, strlen(left));
  roff_print(page->out, text, strlen(text));
}

void page_line(const Page *page, const char *line) {
  if (page->form == PAGE_TEXT)
    fprintf(page->out, "%s\n", line);
  else
    roff_block(page->out, ".nf\n", line, strlen(line), ".fi\n");
}
