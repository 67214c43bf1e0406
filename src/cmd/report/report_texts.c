/* See report_texts.h. */
#include "report_texts.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "io/json.h"

typedef struct Entry { /* of the tree */
  char *text;          /* the table's */
  size_t number;
} Entry;

static int entry_order(const void *a, const void *b) {
  return strcmp(((const Entry *)a)->text, ((const Entry *)b)->text);
}

/* Puts a copy of the text behind the others, not counted yet, and makes its entry; NULL: no memory. */
static Entry *entry_new(ReportTexts *t, const char *text) {
  if (t->count == t->capacity) {
    char **more = realloc(t->text, (2 * t->capacity + 64) * sizeof *more);
    if (!more) return NULL;
    t->text = more;
    t->capacity = 2 * t->capacity + 64;
  }
  Entry *entry = malloc(sizeof *entry);
  t->text[t->count] = entry ? strdup(text) : NULL;
  if (!entry || !t->text[t->count]) {
    free(entry);
    return NULL;
  }
  *entry = (Entry){t->text[t->count], t->count};
  return entry;
}

size_t texts_number(ReportTexts *t, const char *text) {
  char *asked;
  if (t->count == 0 && text[0] && texts_number(t, "") != 0) return 0;
  memcpy(&asked, &text, sizeof asked); /* the tree's order does not write it */
  Entry **found = tfind(&(Entry){asked, 0}, &t->tree, entry_order);
  if (found) return (*found)->number;
  Entry *entry = entry_new(t, text);
  if (!entry) return 0;
  /* lint: malloc-leak: the tree has it */
  if (tsearch(entry, &t->tree, entry_order)) return t->count++;
  free(t->text[t->count]);
  free(entry);
  return 0;
}

void texts_print(FILE *out, const ReportTexts *t) {
  fputc('[', out);
  for (size_t k = 0; k < t->count; k++) {
    if (k) fputs(",\n", out);
    json_embed(out, json_foreign(t->text[k]));
  }
  fputc(']', out);
}

void texts_free(ReportTexts *t) {
  tdestroy(t->tree, free);
  for (size_t k = 0; k < t->count; k++) free(t->text[k]);
  free(t->text);
  *t = (ReportTexts){.text = NULL};
}
