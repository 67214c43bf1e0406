/* Solutions as a list: see list_file.h. */
#include "list_file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "text.h"
#include "io/input.h"
#include "io/output.h"

enum { WORD_MAX = 64 };

typedef struct ListText {
  const ListForm *form;
  const Instance *inst;
  const int32_t *gene;
  int64_t cost;
} ListText;

static void list_print(FILE *out, const void *what) {
  const ListText *s = what;
  const Instance *inst = s->inst;
  ListSize size[2];
  char text[COST_TEXT_MAX];
  s->form->sizes(inst, size);
  fprintf(out, "# cordee %s\n# instance %s\n# %s %s\n", s->form->title, text_line(inst->name), s->form->cost,
          cost_text(s->cost, inst->decimals, text));
  for (int k = 0; k < 2 && size[k].word; k++) fprintf(out, "# %s %d\n", size[k].word, size[k].size);
  for (size_t k = 0; k < instance_genes(inst); k++) s->form->write(out, s->gene[k]);
}

Status list_write(const char *path, const ListForm *form, const Instance *inst, const int32_t *gene,
                  int64_t cost) {
  return output_write(path, list_print, &(ListText){form, inst, gene, cost});
}

/* "# cordee TITLE": solutions of another kind are refused. */
static Status title_check(Lexer *lx, const char *title) {
  char word[WORD_MAX];
  lexer_peek(lx, word, sizeof word);
  return strcmp(word, title) == 0 ? OK : lexer_fail(lx, "%s after cordee", title);
}

/* A '#' line: the title, a size, which must be the instance's, or anything else. */
static Status head_line(Lexer *lx, const ListForm *form, const ListSize size[2], const Instance *inst) {
  char word[WORD_MAX];
  long long found;
  lx->at++;
  const bool any = lexer_word(lx, word, sizeof word);
  if (any && strcmp(word, "cordee") == 0) TRY(title_check(lx, form->title));
  for (int k = 0; any && k < 2 && size[k].word; k++)
    if (strcmp(word, size[k].word) == 0 && !lexer_integer(lx, size[k].size, size[k].size, &found)) {
      lexer_skip_blanks(lx);
      return lexer_fail(lx, "%s %d as in %s", word, size[k].size, inst->name);
    }
  return lexer_text(lx, word, sizeof word);
}

static Status list_parse(Lexer *lx, const ListForm *form, const Instance *inst, int32_t *gene) {
  ListSize size[2];
  const int32_t genes = (int32_t)instance_genes(inst);
  form->sizes(inst, size);
  for (lexer_skip_space(lx); lx->at < lx->end && *lx->at == '#'; lexer_skip_space(lx))
    TRY(head_line(lx, form, size, inst));
  for (int32_t k = 0; k < genes; k++) {
    lexer_skip_space(lx);
    TRY(form->read(lx, inst, k, &gene[k]));
  }
  lexer_skip_space(lx);
  return lx->at == lx->end ? OK : lexer_fail(lx, "the end of the file after %d %s", genes, size[0].word);
}

Status list_read(const char *path, const ListForm *form, const Instance *inst, int32_t *gene) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  Status status = list_parse(&lx, form, inst, gene);
  free(text);
  return status;
}
