/* Distances of words, and which one is suggested. */
#include <string.h>
#include "fixtures/harness.h"
#include "suggest.h"

static void distances(void) {
  CU_ASSERT_EQUAL(suggest_distance("", "", 3), 0);
  CU_ASSERT_EQUAL(suggest_distance("epochs", "epochs", 3), 0);
  CU_ASSERT_EQUAL(suggest_distance("", "abc", 3), 3);
  CU_ASSERT_EQUAL(suggest_distance("abc", "", 3), 3);
  CU_ASSERT_EQUAL(suggest_distance("kitten", "sitting", 5), 3);
  CU_ASSERT_EQUAL(suggest_distance("slove", "solve", 3), 1); /* exchanged */
  CU_ASSERT_EQUAL(suggest_distance("ca", "abc", 5), 3); /* none is touched twice: optimal string alignment */
  CU_ASSERT_EQUAL(suggest_distance("abcdef", "uvwxyz", 2), 3);
  CU_ASSERT_EQUAL(suggest_distance("abcdef", "uvwxyz", 9), 6);
  CU_ASSERT_EQUAL(suggest_distance("ab", "ba", 1), 1);
}

/* The same both ways, and for a bound that is enough the same as without one. */
static void properties(void) {
  static const char *const words[] = {"",      "a",      "ab",   "ba",   "epochs",
                                      "epoch", "hecpos", "time", "item", "threads"};
  enum { WORDS = sizeof words / sizeof *words };
  for (int a = 0; a < WORDS; a++)
    for (int b = 0; b < WORDS; b++) {
      const int d = suggest_distance(words[a], words[b], 60);
      CU_ASSERT_EQUAL(d, suggest_distance(words[b], words[a], 60));
      for (int most = 0; most < 8; most++)
        CU_ASSERT_EQUAL(suggest_distance(words[a], words[b], most), d <= most ? d : most + 1);
    }
}

static const char *nearest(const char *typed) {
  static char text[SUGGEST_TEXT_MAX];
  Suggestion s = suggest_begin(typed);
  static const char *const words[] = {"epoch", "epochs", "time", "threads", "w", "to"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) suggest_offer(&s, words[k]);
  return suggest_text(&s, "--", text);
}

static void suggestions(void) {
  CU_ASSERT_STRING_EQUAL(nearest("epohcs"), ", did you mean --epochs?");
  CU_ASSERT_STRING_EQUAL(nearest("epohc"), ", did you mean --epoch?");
  CU_ASSERT_STRING_EQUAL(nearest("thread"), ", did you mean --threads?");
  CU_ASSERT_STRING_EQUAL(nearest("thraeds"), ", did you mean --threads?");
  CU_ASSERT_STRING_EQUAL(nearest("x"), ""); /* one letter is nobody's */
  CU_ASSERT_STRING_EQUAL(nearest(""), "");
  CU_ASSERT_STRING_EQUAL(nearest("colonies"), "");
}

static void long_words(void) {
  char word[200];
  memset(word, 'a', sizeof word);
  word[sizeof word - 1] = 0;
  CU_ASSERT_STRING_EQUAL(nearest(word), "");
  word[SUGGEST_WORD_MAX - 1] = 0;
  CU_ASSERT_EQUAL(suggest_distance(word, word, 9), 0);
  word[SUGGEST_WORD_MAX - 1] = 'a';
  word[SUGGEST_WORD_MAX] = 0;
  CU_ASSERT_EQUAL(suggest_distance(word, word, 9), 10);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(distances), TEST(properties), TEST(suggestions), TEST(long_words), {NULL, NULL}};
  return harness_run("suggest", tests);
}
