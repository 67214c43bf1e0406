/* The lexer of all text readers: words, numbers and lines, and the place of each for messages.
 *
 * Nothing here depends on the locale, and text may hold any byte: unexpected text is quoted in the message. If halting is due (halt.h), a long
 * text ends early, and failures are ERR_STOPPED; text_over is for readers that may take that for the end of the file. */
#ifndef CORDEE_IO_LEXER_H
#define CORDEE_IO_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include "status.h"
#include "input.h"

enum { LEXER_FOUND_MAX = 4 * 32 + 8 };

typedef struct Lexer {
  const char *path;     /* for messages only */
  const char *at, *end; /* the rest of the text; not ended by a NUL */
  int line;             /* of `at`, 1-based */
  const char *polled;   /* until there, nobody asks whether halting is due; NULL: not begun */
} Lexer;

void lexer_skip_blanks(Lexer *lx); /* to the next character that is not blank, or the end of the line */
void lexer_skip_space(Lexer *lx);  /* the same across line ends */

/* These skip blanks, but no line end, and leave `at` after what they have read, or on unexpected text. */
bool lexer_word(Lexer *lx, char *word,
                size_t size); /* letters, digits, '_'; false: there is none, or it is too long */
/* The same, and `at` stays before the word, for messages; "" if there is none. */
void lexer_peek(Lexer *lx, char *word, size_t size);
bool lexer_number(Lexer *lx, double *value); /* finite, correctly rounded, ended by white space */
bool lexer_integer(Lexer *lx, long long low, long long high,
                   long long *value); /* a number that is one of low..high */

/* The rest of the line without blanks around it, truncated to size - 1 bytes. ERR_FORMAT: control characters. */
Status lexer_text(Lexer *lx, char *text, size_t size);
Status lexer_line_end(Lexer *lx); /* ERR_FORMAT: the rest of the line is not blank */

/* Describes the text at `at` for messages, in words or quoted, into text[size], of LEXER_FOUND_MAX at least. */
void lexer_found(const Lexer *lx, char *text, size_t size);

/* ERR_FORMAT, "path:line: expected <format...>, found <what is at `at`>". */
Status lexer_fail(const Lexer *lx, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
