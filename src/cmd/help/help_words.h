/* Words of the field that are no page's name: "path", "depots", "gps". Local. */
#ifndef CORDEE_CMD_HELP_HELP_WORDS_H
#define CORDEE_CMD_HELP_HELP_WORDS_H

#include <stdbool.h>
#include "page.h"
#include "suggest.h"

/* Prints what is said about the word, in either case, and the page that says more. False: it is none of them. */
bool help_word(const Page *page, const char *word);
/* Is it one of them? Of several words also one: "distance matrix". */
bool help_word_known(const char *word);
/* All words, for "did you mean ...". */
void help_words_offer(Suggestion *near);

#endif
