/* Books as texts, and columns of them. Inside this folder. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_BOOK_TEXT_H
#define CORDEE_EVALUATOR_LOOKBACK_BOOK_TEXT_H

#include "book.h"

/* Fields of a row of a book, whatever it was read from. */

/* The field of that name, BOOK_FIELDS: none. */
BookField book_field_find(const char *name, size_t bytes);

/* The columns that a book needs, and the options of a single item; ended by NULL. */
extern const char *const book_needed[];
/* ERR_FORMAT: one of them is not there. "PLACE: expected columns S, T, sigma and r, found no r" */
Status book_fields_whole(const char *place, const int32_t column[BOOK_FIELDS]);

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

#endif
