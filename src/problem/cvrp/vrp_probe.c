/* Which files are .vrp files: see vrp.h. */
#include <string.h>
#include "io/lexer.h"
#include "vrp.h"

enum { HEAD_MAX = 4096, WORD_MAX = 64, SURE = 60 };

/* Does a line's keyword tell? TYPE does if its value names a routing problem, a kind that the reader refuses by name included. */
static bool line_tells(Lexer *lx) {
  char word[WORD_MAX], value[WORD_MAX];
  if (!lexer_word(lx, word, sizeof word)) return false;
  if (strcmp(word, "CAPACITY") == 0 || strcmp(word, "DEMAND_SECTION") == 0) return true;
  if (strcmp(word, "TYPE") != 0) return false;
  lexer_skip_blanks(lx);
  if (lx->at < lx->end && *lx->at == ':') lx->at++;
  return lexer_word(lx, value, sizeof value) && strstr(value, "VRP") != NULL;
}

int vrp_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  Lexer lx = {.path = path, .at = head, .end = head + (bytes < HEAD_MAX ? bytes : HEAD_MAX), .line = 1};
  for (lexer_skip_space(&lx); lx.at < lx.end; lexer_skip_space(&lx)) {
    if (line_tells(&lx)) return SURE;
    while (lx.at < lx.end && *lx.at != '\n') lx.at++;
  }
  return 0;
}
