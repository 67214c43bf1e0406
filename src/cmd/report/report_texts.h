/* Texts of a page's rows, each kept once: rows name them by number. Local. */
#ifndef CORDEE_CMD_REPORT_REPORT_TEXTS_H
#define CORDEE_CMD_REPORT_REPORT_TEXTS_H

#include <stddef.h>
#include <stdio.h>

typedef struct ReportTexts {
  char **text; /* (count), owned */
  size_t count, capacity;
  void *tree; /* of their numbers, sorted by text */
} ReportTexts;

/* The number of the text, which is added if it is new; 0, which is "", if there is no memory. */
size_t texts_number(ReportTexts *texts, const char *text);
/* A JSON array of all, safe inside an HTML script element. */
void texts_print(FILE *out, const ReportTexts *texts);
void texts_free(ReportTexts *texts);

#endif
