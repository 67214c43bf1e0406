/* Foreign text made safe for where it goes: names, comments and messages that come from files, file names, the environment.
 *
 * All sinks read bytes in one way: a valid UTF-8 sequence is its character, every other byte is the Latin-1 character of that
 * number. So what is written is valid UTF-8 always, and a name in either encoding reads as it was meant. Characters that act on
 * a terminal or hide text (controls, the marks of writing direction, invisible ones) become visible: \x1b, \u202e. Local. */
#ifndef CORDEE_TEXT_H
#define CORDEE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The character at *at, which moves behind it. 0 at the end of the text, where it stays. */
uint32_t text_next(const char **at);

/* The text as a part of one line: for a terminal, the head of a solution, the comment of an instance. Also tabs and line ends are
 * escaped. In this thread's storage, valid for fifteen further calls; text that is safe is returned as it is. */
const char *text_line(const char *text);

/* The text as UTF-8, *bytes of them, for a library that has escapes of its own; the caller's, to free(). NULL: no memory. */
char *text_utf8(const char *text, size_t *bytes);

/* Text of an element, or of an attribute in quotes. Tabs and line ends stay. */
void text_html(FILE *out, const char *text);

/* A cell of comma separated values (RFC 4180), in quotes if it has to be; line ends and tabs stay. A spreadsheet takes a cell that
 * begins with = + - @, a tab or a line end for a formula: unless it is a number, an apostrophe comes before it. */
void text_csv(FILE *out, const char *text);

/* "S, T and r, found no S and no r": the names, ended by NULL, and those of them that are not there. False: all are. */
enum { TEXT_MISSING_MAX = 512 };
bool text_missing(const char *const *names, const bool *there, char text[TEXT_MISSING_MAX]);

/* The text, kept until the process ends: the same pointer for equal texts, of any thread. "(no memory)": there was none. */
const char *text_kept(const char *text);

/* How many of the first `length` bytes of a line fit into so many columns of a terminal; no character is cut. */
size_t text_fit(const char *line, size_t length, int columns);

#ifdef __cplusplus
}
#endif
#endif
