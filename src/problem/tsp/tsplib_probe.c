/* Which files are TSPLIB files: see tsplib.h. */
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "io/lexer.h"
#include "tsplib.h"
#include "tsplib_parser.h"

enum { SURE = 10, LINES_LOOKED_AT = 64 };

static bool is_keyword(const char *word) {
  static const char *const keywords[] = {"NAME",
                                         "TYPE",
                                         "COMMENT",
                                         "DIMENSION",
                                         "EDGE_WEIGHT_TYPE",
                                         "EDGE_WEIGHT_FORMAT",
                                         "EDGE_DATA_FORMAT",
                                         "NODE_COORD_TYPE",
                                         "DISPLAY_DATA_TYPE",
                                         "NODE_COORD_SECTION",
                                         "EDGE_WEIGHT_SECTION",
                                         "EOF"};
  for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
    if (c_strcasecmp(keywords[k], word) == 0) return true;
  return false;
}

/* "KEYWORD :", or a keyword alone. */
static bool line_tells(Lexer lx) {
  char word[WORD_MAX];
  if (!lexer_word(&lx, word, sizeof word)) return false;
  lexer_skip_blanks(&lx);
  const bool colon = lx.at < lx.end && *lx.at == ':', ends = lx.at == lx.end || *lx.at == '\n';
  return (colon || ends) && is_keyword(word);
}

int tsplib_probe(const char *path, const char *text, size_t bytes) {
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  lexer_skip_space(&lx);
  for (int k = 0; k < LINES_LOOKED_AT && lx.at < lx.end; k++, lexer_skip_space(&lx)) {
    if (line_tells(lx)) return SURE;
    while (lx.at < lx.end && *lx.at != '\n') lx.at++;
  }
  return 0;
}
