/* The lexer below the TSPLIB readers (tsplib.c, tour.c): words, numbers and lines, and the place of each for
 * messages.
 *
 * Nothing here depends on the locale, and text may hold any byte: what is not expected is quoted in the
 * message. */
#ifndef CORDEE_IO_LEXER_H
#define CORDEE_IO_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include "status.h"
#include "input.h"

typedef struct Lexer {
  const char *path;     /* for messages only */
  const char *at, *end; /* what is still to be read; not ended by a NUL */
  int line;             /* of `at`, 1-based */
} Lexer;

void lexer_skip_blanks(Lexer *lx); /* to the next character that is not blank, or the end of the line */
void lexer_skip_space(Lexer *lx);  /* the same across line ends */

/* These two skip blanks, but no line end, and leave `at` behind what they found, or on what they did not
 * expect. */
bool lexer_word(Lexer *lx, char *word,
                size_t size);                /* letters, digits, '_'; false if there is none, or no room */
bool lexer_number(Lexer *lx, double *value); /* finite, correctly rounded, ended by white space */
bool lexer_integer(Lexer *lx, long long low, long long high,
                   long long *value); /* a number that is one of low..high */

/* The rest of the line without blanks around it, cut at size - 1 bytes. ERR_FORMAT: control characters. */
Status lexer_text(Lexer *lx, char *text, size_t size);
Status lexer_line_end(Lexer *lx); /* ERR_FORMAT if anything but blanks is left of the line */

/* ERR_FORMAT, "path:line: expected <format...>, found <what is at `at`>". */
Status lexer_fail(const Lexer *lx, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
