/* See suggest.h. */
#include "suggest.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static int least(int a, int b) { return a < b ? a : b; }

/* One row of the table: distances of a's first i letters from the beginnings of b. Returns the least. */
static int row_fill(const char *a, int i, const char *b, int length, const int *two_before, const int *before,
                    int *row) {
  int lowest = row[0] = i;
  for (int j = 1; j <= length; j++) {
    const int other = a[i - 1] != b[j - 1];
    row[j] = least(least(before[j], row[j - 1]) + 1, before[j - 1] + other);
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
      row[j] = least(row[j], two_before[j - 2] + 1);
    lowest = least(lowest, row[j]);
  }
  return lowest;
}

int suggest_distance(const char *a, const char *b, int most) {
  const size_t from = strlen(a), to = strlen(b);
  int rows[3][SUGGEST_WORD_MAX];
  if (from >= SUGGEST_WORD_MAX || to >= SUGGEST_WORD_MAX) return most + 1;
  for (int j = 0; j <= (int)to; j++) rows[0][j] = j;
  int lowest_before = 0;
  for (int i = 1; i <= (int)from; i++) {
    const int lowest = row_fill(a, i, b, (int)to, rows[(i + 1) % 3], rows[(i + 2) % 3], rows[i % 3]);
    if (lowest > most && lowest_before > most) return most + 1;
    lowest_before = lowest;
  }
  return least(rows[from % 3][to], most + 1);
}

Suggestion suggest_begin(const char *typed) { return (Suggestion){.typed = typed, .distance = INT_MAX}; }

void suggest_offer(Suggestion *s, const char *word) {
  const int letters = (int)strlen(s->typed), most = letters < 6 ? 1 : letters / 3;
  const int distance = suggest_distance(s->typed, word, most);
  if (distance > most || distance >= s->distance || distance >= (int)strlen(word)) return;
  s->distance = distance;
  snprintf(s->best, sizeof s->best, "%s", word);
}

const char *suggest_text(const Suggestion *s, const char *prefix, char text[SUGGEST_TEXT_MAX]) {
  text[0] = 0;
  if (s->best[0]) snprintf(text, SUGGEST_TEXT_MAX, ", did you mean %s%s?", prefix, s->best);
  return text;
}
