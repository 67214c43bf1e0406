/* A page of the help: headings, paragraphs, items and examples, as text for a terminal or as the source of a manual page
 * (man(7)). The words are the program's own; what comes from files goes through text.h. Local. */
#ifndef CORDEE_PAGE_H
#define CORDEE_PAGE_H

#include <stdio.h>

enum { PAGE_COLUMNS = 100 }; /* no line of a text is longer, unless one word or an example is */

typedef enum PageForm { PAGE_TEXT, PAGE_MANUAL } PageForm;

typedef struct Page {
  FILE *out;
  PageForm form;
} Page;

/* A manual page begins with this: its name ("cordee-solve"), the program's version, and what it is about on one line. A text:
 * nothing. */
void page_begin(const Page *page, const char *name, const char *version, const char *summary);

/* "options": with a colon in a text, in capitals in a manual page. */
void page_heading(const Page *page, const char *heading);

/* Paragraphs, each ended by a line end or the text's end. Lines that begin with a blank are examples: they stay as they are. */
void page_prose(const Page *page, const char *text);

/* What is explained, and the explanation beside it. */
void page_item(const Page *page, const char *left, const char *text);

/* A line that stays as it is. */
void page_line(const Page *page, const char *line);

#endif
