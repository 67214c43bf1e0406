/* Fields of a row of a book, whatever it was read from. Inside this folder. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_BOOK_FIELDS_H
#define CORDEE_EVALUATOR_LOOKBACK_BOOK_FIELDS_H

#include "book.h"

extern const char *const book_fields[BOOK_FIELDS]; /* their names */

/* The field of that name, BOOK_FIELDS: none. */
BookField book_field_find(const char *name, size_t bytes);

/* ERR_FORMAT: a column that is needed is not there. WHERE: "expected WHAT, S, T, sigma and r among them, found ..." */
bool book_fields_whole(const int32_t column[BOOK_FIELDS]);

/* Must every row have it? */
bool book_field_needed(BookField f);
/* Is its value a number? */
bool book_field_number(BookField f);
/* Puts the value where it belongs. ERR_FORMAT, with a message if `tell`. */
Status book_number_take(BookField f, double value, bool tell, LookbackOption *out);
/* A word; an empty one leaves what is there. */
Status book_word_take(BookField f, const char *word, size_t bytes, bool tell, LookbackOption *out);

/* What a row has before its fields are read. */
LookbackOption book_option_plain(const BookHead *head);

/* A message only where one is wanted: rows are read by several threads first. */
#define BOOK_REFUSE(tell, ...)                                                                               \
  do {                                                                                                       \
    if (tell) FAIL(ERR_FORMAT, __VA_ARGS__);                                                                 \
    return ERR_FORMAT;                                                                                       \
  } while (0)

#endif
