/* "Did you mean ...": the word of a list that is nearest to one that was typed. Local. */
#ifndef CORDEE_SUGGEST_H
#define CORDEE_SUGGEST_H

enum { SUGGEST_WORD_MAX = 64, SUGGEST_TEXT_MAX = 128 };

typedef struct Suggestion {
  const char *typed; /* the caller's */
  int distance;      /* of the best so far */
  char best[SUGGEST_WORD_MAX];
} Suggestion;

/* Letters that are inserted, deleted, replaced, or exchanged with the next one (optimal string alignment distance; Damerau 1964), but
 * no more than `most` + 1: a walk ends as soon as no less is possible. Words of SUGGEST_WORD_MAX letters or more are never near. */
int suggest_distance(const char *a, const char *b, int most);

/* Nothing is known yet. */
Suggestion suggest_begin(const char *typed);
/* One of the words that were possible. The first of the nearest is kept, if at most a third of the letters differ (of short words one). */
void suggest_offer(Suggestion *s, const char *word);
/* ", did you mean PREFIXword?", or "" if no word is near. Returns `text`. */
const char *suggest_text(const Suggestion *s, const char *prefix, char text[SUGGEST_TEXT_MAX]);

#endif
