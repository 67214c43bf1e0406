/* Which files are .vrp files: see vrp.h. */
#include "c_locale.h"
#include "io/lexer.h"
#include "vrp.h"

enum { HEAD_MAX = 4096, WORD_MAX = 64, SURE = 60 };

typedef enum Tells { TELLS_NOTHING, TELLS_ROUTES, TELLS_OTHERS } Tells;

/* What a line's keyword tells. TYPE does by its value, a kind of routing problem that the reader refuses by name included. */
static Tells line_tells(Lexer *lx) {
  char word[WORD_MAX], value[WORD_MAX];
  if (!lexer_word(lx, word, sizeof word)) return TELLS_NOTHING;
  if (c_strcasecmp(word, "CAPACITY") == 0 || c_strcasecmp(word, "DEMAND_SECTION") == 0) return TELLS_ROUTES;
  if (c_strcasecmp(word, "TYPE") != 0) return TELLS_NOTHING;
  lexer_skip_blanks(lx);
  if (lx->at < lx->end && *lx->at == ':') lx->at++;
  if (!lexer_word(lx, value, sizeof value)) return TELLS_NOTHING;
  if (c_strcasestr(value, "VRP")) return TELLS_ROUTES;
  return c_strcasestr(value, "TSP") || c_strcasecmp(value, "HPP") == 0 ? TELLS_OTHERS : TELLS_NOTHING;
}

int vrp_probe(const char *path, const char *head, size_t bytes) {
  if (!head) return 0;
  Lexer lx = {.path = path, .at = head, .end = head + (bytes < HEAD_MAX ? bytes : HEAD_MAX), .line = 1};
  Tells tells = TELLS_NOTHING;
  for (lexer_skip_space(&lx); lx.at < lx.end; lexer_skip_space(&lx)) {
    const Tells line = line_tells(&lx);
    if (line == TELLS_OTHERS) return 0;
    if (line == TELLS_ROUTES) tells = line;
    while (lx.at < lx.end && *lx.at != '\n') lx.at++;
  }
  return tells == TELLS_ROUTES ? SURE : 0;
}
