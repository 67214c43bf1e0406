/* See book_fields.h. */
#include "book_fields.h"

#include <math.h>
#include <string.h>
#include "c_locale.h"
#include "text.h"

const char *const book_fields[BOOK_FIELDS] = {"id", "S",    "M0",    "T",      "sigma", "r",
                                              "q",  "type", "style", "strike", "N"};

BookField book_field_find(const char *name, size_t bytes) {
  int f = 0;
  while (f < BOOK_FIELDS && (strlen(book_fields[f]) != bytes || memcmp(book_fields[f], name, bytes) != 0))
    f++;
  return (BookField)f;
}

bool book_field_needed(BookField f) { return f == BOOK_S || f == BOOK_T || f == BOOK_SIGMA || f == BOOK_R; }

const char *const book_needed[] = {"S", "T", "sigma", "r", NULL};

Status book_fields_whole(const char *place, const int32_t column[BOOK_FIELDS]) {
  bool there[BOOK_FIELDS];
  char missing[TEXT_MISSING_MAX];
  for (int k = 0; book_needed[k]; k++)
    there[k] = column[book_field_find(book_needed[k], strlen(book_needed[k]))] >= 0;
  if (!text_missing(book_needed, there, missing)) return OK;
  FAIL(ERR_FORMAT, "%s: expected columns %s", place, missing);
}

bool book_field_number(BookField f) {
  return f != BOOK_ID && f != BOOK_TYPE && f != BOOK_STYLE && f != BOOK_STRIKE;
}

static Status steps_take(double steps, bool tell, LookbackOption *out) {
  if (!(steps >= 1 && steps <= LOOKBACK_STEPS_MAX && steps == floor(steps)))
    BOOK_REFUSE(tell, "N: expected a whole number from 1 to %d, found %.12g", LOOKBACK_STEPS_MAX, steps);
  out->steps = (uint32_t)steps;
  return OK;
}

Status book_number_take(BookField f, double value, bool tell, LookbackOption *out) {
  double *const numbers[BOOK_FIELDS] = {
      [BOOK_S] = &out->spot,      [BOOK_M0] = &out->extreme, [BOOK_T] = &out->years,
      [BOOK_SIGMA] = &out->sigma, [BOOK_R] = &out->r,        [BOOK_Q] = &out->q};
  if (f == BOOK_N) return steps_take(value, tell, out);
  *numbers[f] = value;
  return OK;
}

static bool word_means(const char *word, size_t bytes, const char *meant) {
  return strlen(meant) == bytes && c_strncasecmp(word, meant, bytes) == 0;
}

static Status flag_take(BookField f, const char *word, size_t bytes, bool tell, uint32_t *flags) {
  static const char *const words[BOOK_FIELDS][2] = {
      [BOOK_TYPE] = {"put", "call"}, [BOOK_STYLE] = {"american", "european"}};
  const uint32_t flag = f == BOOK_TYPE ? LOOKBACK_CALL : LOOKBACK_EUROPEAN;
  for (int k = 0; k < 2; k++)
    if (word_means(word, bytes, words[f][k])) {
      *flags = (*flags & ~flag) | (k ? flag : 0);
      return OK;
    }
  BOOK_REFUSE(tell, "%s: expected %s or %s, found '%.*s'", book_fields[f], words[f][0], words[f][1],
              (int)(bytes < 60 ? bytes : 60), word);
}

Status book_word_take(BookField f, const char *word, size_t bytes, bool tell, LookbackOption *out) {
  if (!bytes || f == BOOK_ID) return OK;
  if (f != BOOK_STRIKE) return flag_take(f, word, bytes, tell, &out->flags);
  if (word_means(word, bytes, "floating")) return OK;
  BOOK_REFUSE(tell, "strike: expected floating, found '%.*s'", (int)(bytes < 60 ? bytes : 60), word);
}

LookbackOption book_option_plain(const BookHead *head) {
  LookbackOption out = price_single(&head->settings);
  out.extreme = 0;
  return out;
}
